//! What the derives put out, as files to be read and reviewed.
//!
//! `snapshots/<name>.rs` is an item with its derives, `snapshots/<name>.expanded.rs` what they make of
//! it. `KOPR_BLESS=1 cargo test -p kopr-macros` writes the latter anew.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Item;

use crate::{access, expand};

#[test]
fn custom_resource() {
    check("custom_resource");
}

#[test]
fn a_kind_as_kube_has_it() {
    check("kube");
}

#[test]
fn words_on_a_type() {
    check("words");
}

#[test]
fn schema_of_an_enum() {
    check("schema_of_an_enum");
}

#[test]
fn schema_of_bytes() {
    check("schema_of_bytes");
}

#[test]
fn access_to_a_struct() {
    check("access");
}

#[test]
fn mistakes_leave_a_stub() {
    check("mistakes");
}

/// Expands the item of that file and compares.
fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let path = folder.join(format!("{name}.rs"));
    let input = std::fs::read_to_string(&path).expect("the input is part of the sources");
    let mut expanded = TokenStream::new();
    for item in syn::parse_file(&input).expect("the input is Rust").items {
        expanded.extend(derive(&item));
    }
    only_known_crates(expanded.clone(), name);
    let file = syn::parse2(expanded).expect("what derives put out is Rust");
    let found = format!(
        "//! What `snapshots/{name}.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.\n{}",
        prettyplease::unparse(&file)
    );
    let path = folder.join(format!("{name}.expanded.rs"));
    #[allow(
        clippy::disallowed_methods,
        reason = "blessing is asked for through the environment, and writes a file of the sources"
    )]
    if std::env::var_os("KOPR_BLESS").is_some() {
        std::fs::write(&path, &found).expect("the folder can be written to");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == found,
        "`{name}` expands to something else than {}; if that is right, run \
         KOPR_BLESS=1 cargo test -p kopr-macros\n{found}",
        path.display()
    );
}

/// What the first derive of the item makes of it.
fn derive(item: &Item) -> TokenStream {
    let (Item::Struct(syn::ItemStruct { attrs, .. }) | Item::Enum(syn::ItemEnum { attrs, .. })) = item else {
        panic!("structs and enums are derived for");
    };
    let derives = attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("derive"))
        .map(|attribute| attribute.meta.to_token_stream().to_string())
        .expect("the item derives something");
    // The compiler takes the derives themselves away before it calls one.
    let mut item = item.clone();
    if let Item::Struct(syn::ItemStruct { attrs, .. }) | Item::Enum(syn::ItemEnum { attrs, .. }) = &mut item {
        attrs.retain(|attribute| !attribute.path().is_ident("derive"));
    }
    let tokens = item.into_token_stream();
    match derives {
        name if name.contains("CustomResource") => expand::custom_resource(tokens),
        name if name.contains("Access") => access::derive(tokens),
        _ => expand::schema(tokens),
    }
}

/// A user's crate depends on `kopr` and `serde`; derived code must not name any other one.
fn only_known_crates(tokens: TokenStream, name: &str) {
    let mut before: Option<TokenTree> = None;
    let mut colons = 0;
    // Whether the path went on from something, as in `a::b` or `<T>::b`.
    let mut goes_on = false;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => only_known_crates(group.stream(), name),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {
                if colons == 0 {
                    goes_on = match &before {
                        Some(TokenTree::Ident(_)) => true,
                        Some(TokenTree::Punct(punct)) => punct.as_char() == '>',
                        _ => false,
                    };
                }
                colons += 1;
            }
            TokenTree::Ident(ident) if colons == 2 && !goes_on => {
                let ident = ident.to_string();
                assert!(
                    ["core", "std", "kopr"].contains(&ident.as_str()),
                    "`{name}` names the crate `{ident}`"
                );
            }
            _ => {}
        }
        if !matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':') {
            colons = 0;
        }
        before = Some(token);
    }
}

//! Doc comments: their text, as rustdoc shows it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

/// The text of the doc comment as an expression, since `#[doc = ..]` may be a macro; nothing without one.
pub(crate) fn text(attributes: &[Attribute]) -> Option<TokenStream> {
    let lines: Vec<&Expr> = attributes.iter().filter_map(value).collect();
    let literal: Option<Vec<String>> = lines.iter().map(|line| string(line).map(LitStr::value)).collect();
    if let Some(lines) = literal {
        let text = lines
            .iter()
            .flat_map(|line| line.split('\n').map(without_margin))
            .collect::<Vec<_>>()
            .join("\n");
        let text = text.trim();
        return (!text.is_empty()).then(|| quote!(#text));
    }
    let lines = lines.iter().enumerate().map(|(nth, line)| {
        let line = if let Some(literal) = string(line) {
            let text = without_margin(&literal.value()).to_owned();
            quote!(#text)
        } else {
            quote!(#line)
        };
        if nth == 0 { line } else { quote!("\n", #line) }
    });
    Some(quote!(::core::concat!(#(#lines),*)))
}

/// Takes the margin off block comments, which schemars would show.
pub(crate) fn tidy(attributes: &mut [Attribute]) {
    for attribute in attributes {
        if let Meta::NameValue(pair) = &mut attribute.meta
            && pair.path.is_ident("doc")
            && let Some(literal) = string(&pair.value)
            && literal.value().contains('\n')
        {
            let text = literal
                .value()
                .split('\n')
                .map(without_margin)
                .collect::<Vec<_>>()
                .join("\n");
            let literal = LitStr::new(text.trim(), literal.span());
            pair.value = syn::parse_quote!(#literal);
        }
    }
}

fn value(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}

fn string(expression: &Expr) -> Option<&LitStr> {
    match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) => Some(text),
        _ => None,
    }
}

/// A line without the blank after `///`, or the star in front of a line of `/** .. */`.
fn without_margin(line: &str) -> &str {
    let starred = line.trim_start();
    let line = match starred.strip_prefix('*') {
        // `*emphasis*` and `* item` at the beginning of a line are text.
        Some(rest) if starred.len() < line.len() && (rest.is_empty() || rest.starts_with(' ')) => rest,
        _ => line,
    };
    line.strip_prefix(' ').unwrap_or(line).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let check = |item: &str, expected: &str| {
            let item: syn::ItemStruct = syn::parse_str(item).expect("an item");
            let found = text(&item.attrs).map_or_else(String::new, |text| text.to_string());
            assert_eq!(found, expected);
        };
        check("struct S;", "");
        check("///   \nstruct S;", "");
        check("/// a\n///  b\n///\n/// c  \nstruct S;", r#""a\n b\n\nc""#);
        check("/** a\n  * b\n  *\n  *  c */struct S;", r#""a\nb\n\n c""#);
        check("/** a\n  b */struct S;", "\"a\\n b\"");
        check("#[doc = \"a\"]struct S;", r#""a""#);
        check(
            "#[doc = \" a\"]#[doc = concat!(\"b\", \"c\")]struct S;",
            r#":: core :: concat ! ("a" , "\n" , concat ! ("b" , "c"))"#,
        );
    }
}

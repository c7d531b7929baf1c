//! Names: group, version, kind, the root struct, resource names, labels and annotations.

use darling::error::Accumulator;
use kopr_model::attribute::KindAttributes;
use kopr_model::names;

use super::{error, metadata};
use crate::input::TypeInput;

/// The annotation of a CRD in a group of Kubernetes itself.
pub(crate) const APPROVED: &str = "api-approved.kubernetes.io";

pub(super) fn identity(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    let spans = &input.spans;
    let mut name = |key: &str, nth: usize, value: &str, what: &str, result: Result<(), names::Refusal>| {
        // What could not be read has been reported already.
        if spans.has(key)
            && let Err(refusal) = result
        {
            let instead = instead(key, value).map_or_else(String::new, |name| format!("; write `{name}`"));
            errors.push(error(
                spans.of(key, nth),
                format!("`{value}` is not {what}: {refusal}{instead}"),
            ));
        }
    };
    name(
        "group",
        0,
        &attributes.group,
        "an API group",
        group(attributes).map_err(|refusal| {
            if !attributes.group.is_empty() && !attributes.group.contains('.') {
                "it has no dot; add your own domain".to_owned()
            } else {
                refusal
            }
        }),
    );
    name(
        "version",
        0,
        &attributes.version,
        "a version",
        names::dns_1035_label(&attributes.version),
    );
    let of_kind = match attributes.root {
        // Then the struct is called otherwise.
        Some(_) => names::kind(&attributes.kind),
        None => kind(&attributes.kind),
    };
    name("kind", 0, &attributes.kind, "a kind", of_kind);
    if let Some(root) = &attributes.root {
        let result = syn::parse_str::<syn::Ident>(root)
            .map(|_| ())
            .map_err(|_| "it is not a name that Rust takes".to_owned());
        name("root", 0, root, "the name of a struct", result);
    }
    for (key, value) in [("plural", &attributes.plural), ("singular", &attributes.singular)] {
        if let Some(value) = value {
            name(key, 0, value, "a resource name", names::dns_1035_label(value));
        }
    }
    for (nth, value) in attributes.shortname.iter().enumerate() {
        name(
            "shortname",
            nth,
            value,
            "a short name",
            names::dns_1035_label(value),
        );
    }
    for (nth, value) in attributes.category.iter().enumerate() {
        name("category", nth, value, "a category", names::dns_1035_label(value));
    }
    for (nth, pair) in attributes.annotation.iter().enumerate() {
        name(
            "annotation.0",
            nth,
            &pair.0,
            "the name of an annotation",
            metadata::key(&pair.0),
        );
    }
    for (nth, pair) in attributes.label.iter().enumerate() {
        name(
            "label.0",
            nth,
            &pair.0,
            "the name of a label",
            metadata::key(&pair.0),
        );
        name(
            "label.1",
            nth,
            &pair.1,
            "the value of a label",
            metadata::label_value(&pair.1),
        );
    }
    twice(input, errors);
    root(input, errors);
    approval(input, errors);
    if let Some(status) = &attributes.status
        && syn::parse_str::<syn::Type>(status).is_err()
    {
        errors.push(error(
            spans.of("status", 0),
            format!("`{status}` is not a type; write the name of the status's struct"),
        ));
    }
}

/// The group; those of others may be Kubernetes' own, without a dot.
fn group(attributes: &KindAttributes) -> Result<(), names::Refusal> {
    if attributes.has_crd() {
        names::api_group(&attributes.group)
    } else {
        names::dns_subdomain(&attributes.group)
    }
}

/// The same word twice where each may be given once.
fn twice(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    let keys = |pairs: &[kopr_model::attribute::Pair]| pairs.iter().map(|pair| pair.0.clone()).collect();
    let lists: [(&str, &str, Vec<String>); 5] = [
        ("shortname", "short name", attributes.shortname.clone()),
        ("category", "category", attributes.category.clone()),
        ("annotation.0", "annotation", keys(&attributes.annotation)),
        ("label.0", "label", keys(&attributes.label)),
        ("selectable", "selectable field", attributes.selectable.clone()),
    ];
    for (key, what, values) in lists {
        for (nth, value) in values.iter().enumerate() {
            if values[..nth].contains(value) {
                errors.push(error(
                    input.spans.of(key, nth),
                    format!("the {what} `{value}` is given twice; take one of them out"),
                ));
            }
        }
    }
}

/// The root struct is another one than that of the spec.
fn root(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    match &attributes.root {
        Some(root) if input.item.ident == root => errors.push(error(
            input.spans.of("root", 0),
            format!("the struct that this stands on is called `{root}` already; the root is a struct of its own"),
        )),
        None if input.item.ident == attributes.kind => errors.push(error(
            input.spans.of("kind", 0),
            format!(
                "the struct and its kind are both called `{0}`: the kind becomes a struct of its own; call this one `{0}Spec`",
                attributes.kind
            ),
        )),
        _ => {}
    }
}

/// Groups of Kubernetes itself ask for an approval.
fn approval(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    let protected = ["k8s.io", "kubernetes.io"].iter().any(|domain| {
        attributes
            .group
            .strip_suffix(domain)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    });
    let by_hand = attributes
        .annotation
        .iter()
        .position(|annotation| annotation.0 == APPROVED);
    if let (Some(_), Some(nth)) = (&attributes.api_approved, by_hand) {
        errors.push(error(
            input.spans.of("annotation.0", nth),
            "`api_approved` is this annotation; take one of them out".to_owned(),
        ));
    }
    let value = attributes.api_approved.as_ref().map_or_else(
        || by_hand.map(|nth| (&attributes.annotation[nth].1, input.spans.of("annotation.1", nth))),
        |value| Some((value, input.spans.of("api_approved", 0))),
    );
    match value {
        // An annotation by hand may be there for other readers.
        Some(_) if !protected && attributes.api_approved.is_none() => {}
        Some((_, span)) if !protected => errors.push(error(
            span,
            format!(
                "`{}` is not a group of Kubernetes, so nothing has to be approved; take it out",
                attributes.group
            ),
        )),
        Some((value, span)) => {
            let is_url = ["https://", "http://"]
                .iter()
                .any(|scheme| value.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
            if !is_url && !value.starts_with("unapproved") {
                errors.push(error(
                    span,
                    format!("`{value}` is neither a URL nor a text that begins with `unapproved`"),
                ));
            }
        }
        None if protected && attributes.has_crd() && input.spans.has("group") => errors.push(error(
            input.spans.of("group", 0),
            format!(
                "`{}` is a group of Kubernetes itself, where the API server asks for an approval; use your own domain, or say `api_approved = \"https://github.com/kubernetes/..\"` (`\"unapproved, testing\"` for a test)",
                attributes.group
            ),
        )),
        None => {}
    }
}

/// A name that would do, near the one that was refused.
fn instead(key: &str, value: &str) -> Option<String> {
    let plain: String = value
        .to_lowercase()
        .chars()
        .map(|c| {
            let known = c.is_ascii_lowercase() || c.is_ascii_digit() || (c == '.' && key == "group");
            if known { c } else { '-' }
        })
        .collect();
    let plain = plain.trim_matches('-');
    let name = match key {
        "group" if !plain.contains('.') => format!("{plain}.example.com"),
        "group" => plain.to_owned(),
        // What is no word of the usual form sorts last among versions, so none is proposed but that.
        "version" => {
            let number: String = plain
                .trim_start_matches('v')
                .chars()
                .take_while(char::is_ascii_digit)
                .collect();
            let number = if number.is_empty() || number == "0" {
                "1alpha1".to_owned()
            } else {
                number
            };
            format!("v{number}")
        }
        "kind" => {
            let mut kind: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
            if let Some(first) = kind.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            kind
        }
        "plural" | "singular" | "shortname" | "category" => {
            plain.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned()
        }
        _ => return None,
    };
    let good = match key {
        "group" => names::api_group(&name),
        "kind" => kind(&name),
        _ => names::dns_1035_label(&name),
    };
    (good.is_ok() && name != value).then_some(name)
}

/// A kind is also the name of the root struct, so words that Rust keeps for itself are out.
fn kind(kind: &str) -> Result<(), names::Refusal> {
    names::kind(kind)?;
    match syn::parse_str::<syn::Ident>(kind) {
        Ok(_) => Ok(()),
        Err(_) => {
            Err("Rust keeps that word for itself, and the root struct is called like the kind unless `root = \"..\"` says another name".to_owned())
        }
    }
}

//! What a kind says of its version, its conversion, its objects' names, and where its schema comes from.

use darling::error::Accumulator;
use kopr_model::attribute::{ConversionAttribute, Deprecated, KindAttributes, SchemaMode, WebhookAttribute};
use kopr_model::names;

use super::error;
use crate::input::{Dialect, TypeInput};

/// Longest warning of a deprecated version; the API server's limit.
const DEPRECATION_WARNING_MAX: usize = 256;

pub(super) fn version(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    if let Some(Deprecated::Warning(warning)) = &attributes.deprecated {
        let length = warning.chars().count();
        if length > DEPRECATION_WARNING_MAX {
            errors.push(error(
                input.spans.of("deprecated", 0),
                format!(
                    "the warning has {length} characters, {DEPRECATION_WARNING_MAX} are the limit; shorten it"
                ),
            ));
        }
    }
    without_crd(input, errors);
    name(input, errors);
    if let Some(ConversionAttribute::Webhook(webhook)) = &attributes.conversion {
        conversion(webhook, input, errors);
    }
    validations(input, errors);
    if input.dialect == Dialect::Kopr && input.spans.has("crates") {
        errors.push(error(
            input.spans.of("crates", 0),
            "derived code finds every crate through kopr; say `crate = \"..\"` where kopr itself is not `::kopr`, else take `crates` out"
                .to_owned(),
        ));
    }
}

/// Keys that only a CRD could carry, where there is none.
fn without_crd(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    let why = if attributes.foreign {
        "on a `foreign` kind"
    } else if attributes.schema == SchemaMode::Disabled && input.dialect == Dialect::Kopr {
        "with `schema = \"disabled\"`"
    } else {
        return;
    };
    if attributes.foreign && input.spans.has("schema") && attributes.schema != SchemaMode::Disabled {
        errors.push(error(
            input.spans.of("schema", 0),
            "`schema` does nothing on a `foreign` kind, since no CRD of it is made; take one of them out"
                .to_owned(),
        ));
    }
    for key in [
        "served",
        "storage",
        "deprecated",
        "printcolumn",
        "scale",
        "selectable",
        "ui",
        "shortname",
        "category",
        "age",
        "doc",
        "name",
        "validation",
        "cel",
        "annotation",
        "label",
        "api_approved",
        "conversion",
    ] {
        // What kube's derive puts on objects too does something there.
        let on_objects = input.dialect == Dialect::Kube && ["annotation", "label"].contains(&key);
        // As the doc comment of the root struct it is shown to readers of Rust.
        if input.spans.has(key) && !on_objects && !(input.dialect == Dialect::Kube && key == "doc") {
            errors.push(error(
                input.spans.of(key, 0),
                format!("`{key}` does nothing {why}, since no CRD of it is made; take one of them out"),
            ));
        }
    }
}

fn name(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let Some(name) = &input.attributes.name else {
        return;
    };
    let spans = &input.spans;
    if *name == kopr_model::attribute::NameAttribute::default() {
        errors.push(error(
            spans.of("name", 0),
            "`name` takes `max_length`, `min_length` and `pattern`; say one of them".to_owned(),
        ));
    }
    let most = u32::try_from(names::SUBDOMAIN_MAX).unwrap_or(u32::MAX);
    for (key, value) in [
        ("name.max_length", name.max_length),
        ("name.min_length", name.min_length),
    ] {
        if let Some(value) = value
            && !(1..=most).contains(&value)
        {
            errors.push(error(
                spans.of(key, 0),
                format!("the name of an object has 1 to {most} characters, so {value} is no limit of it"),
            ));
        }
    }
    if let (Some(least), Some(most)) = (name.min_length, name.max_length)
        && least > most
    {
        errors.push(error(
            spans.of("name.min_length", 0),
            format!("no name has at least {least} and at most {most} characters; exchange the two"),
        ));
    }
}

fn conversion(webhook: &WebhookAttribute, input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let spans = &input.spans;
    let mut wrong = |key: &str, text: String| errors.push(error(spans.of(key, 0), text));
    match (&webhook.service, &webhook.url) {
        (None, None) => wrong(
            "conversion",
            "`conversion` needs the webhook's place: `service = \"namespace/name\"`, or `url = \"https://..\"`; where there is none, say `conversion = \"none\"`"
                .to_owned(),
        ),
        (Some(_), Some(_)) => wrong(
            "conversion.url",
            "`service` and `url` exclude each other; take one of them out".to_owned(),
        ),
        (Some(service), None) => match service.split_once('/') {
            Some((namespace, name)) => {
                for (what, name) in [("namespace", namespace), ("service", name)] {
                    if let Err(refusal) = names::dns_label(name) {
                        wrong(
                            "conversion.service",
                            format!("`{name}` cannot name a {what}: {refusal}"),
                        );
                    }
                }
            }
            None => wrong(
                "conversion.service",
                format!("`{service}` is not a namespace and a name; write `namespace/{service}`"),
            ),
        },
        (None, Some(url)) => {
            if url.strip_prefix("https://").is_none_or(str::is_empty) {
                wrong(
                    "conversion.url",
                    format!("`{url}` does not begin with `https://`, and the API server takes no other address"),
                );
            }
            for (key, given) in [
                ("conversion.path", webhook.path.is_some()),
                ("conversion.port", webhook.port.is_some()),
            ] {
                if given {
                    wrong(
                        key,
                        "this belongs to `service`; write it into the `url` and take it out here".to_owned(),
                    );
                }
            }
        }
    }
    if let Some(path) = &webhook.path
        && webhook.url.is_none()
        && !path.starts_with('/')
    {
        wrong(
            "conversion.path",
            format!("`{path}` does not begin with `/`; write `/{path}`"),
        );
    }
    if webhook.port == Some(0) {
        wrong(
            "conversion.port",
            "a port is 1 to 65535; leave it out for 443".to_owned(),
        );
    }
    if let Some(bundle) = &webhook.ca_bundle {
        let letter = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
        if bundle.is_empty() || bundle.len() % 4 != 0 || !bundle.chars().all(letter) {
            wrong(
                "conversion.ca_bundle",
                "this is not base64; encode the PEM file, as in `base64 -w0 ca.crt`, or leave it to the tool that issues certificates"
                    .to_owned(),
            );
        }
    }
    let versions = &webhook.review_versions.0;
    if !versions.is_empty() && !versions.iter().any(|version| version == "v1") {
        wrong(
            "conversion.review_versions",
            "`v1` is missing: API servers send no other version of `ConversionReview` any more".to_owned(),
        );
    }
}

/// Rules on the whole object, as far as they are texts.
fn validations(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    for expression in input.spans.expressions("validation") {
        if let syn::Expr::Lit(syn::ExprLit { lit, .. }) = expression {
            match lit {
                syn::Lit::Str(text) if !text.value().trim().is_empty() => {}
                syn::Lit::Str(_) => {
                    errors.push(error(
                        lit.span(),
                        "the rule is empty; write one such as `\"self.spec.size < 10\"`".to_owned(),
                    ));
                }
                _ => errors.push(error(
                    lit.span(),
                    "a rule is a text in CEL, or `Rule::new(\"..\").message(\"..\")`".to_owned(),
                )),
            }
        }
    }
}

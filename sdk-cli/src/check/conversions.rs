//! V5, V6: how objects get from one version to another.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kopr_model::{Conversion, ConversionService, ResourceVersion};
use serde_json::Value;

use super::{Author, Family, Kind, Level, Rule, SCHEMA, Subject};
use crate::schema::{INT_OR_STRING, Node, PRESERVE, children, flag, nodes, word};

pub(super) const FAMILY: Family = Family {
    name: "conversions",
    rules: &[
        Rule {
            id: "V5",
            about: "without a conversion the served versions and the stored one have the same schema",
        },
        Rule {
            id: "V6",
            about: "a conversion webhook has an address that the server can call and speaks `v1`",
        },
    ],
    on: Subject::Kind(check),
};

fn check(kind: &mut Kind<'_>) {
    match &kind.resource.conversion {
        Some(conversion) => webhook(kind, conversion),
        None => unconverted(kind),
    }
}

/// Only the version's name is changed: what another schema does not have is lost.
fn unconverted(kind: &mut Kind<'_>) {
    let versions = &kind.resource.versions;
    let Some(stored) = versions.iter().position(|version| version.storage) else {
        return;
    };
    let served = (0..versions.len()).filter(|at| *at != stored && versions[*at].served);
    for other in served.collect::<Vec<_>>() {
        let mut differences = Vec::new();
        if let (Some(a), Some(b)) = (
            nodes(&versions[other].schema).into_iter().next(),
            nodes(&versions[stored].schema).into_iter().next(),
        ) {
            compare(&a, &b, &mut differences);
        }
        for difference in differences {
            report(
                kind,
                (other, &versions[other]),
                (stored, &versions[stored]),
                &difference,
            );
        }
    }
}

/// How a node differs between the schema of a version and that of the stored one.
struct Difference {
    what: What,
    path: String,
    pointer: String,
}

enum What {
    /// The stored version has no such field.
    Lost,
    /// Only the stored version has the field.
    Hidden,
    /// Both have it, with other types.
    Type(String, String),
    /// Both have it, and take other values.
    Keyword(String),
}

fn report(
    kind: &mut Kind<'_>,
    (other, version): (usize, &ResourceVersion),
    (stored, storage): (usize, &ResourceVersion),
    difference: &Difference,
) {
    let (here, there) = (&version.name, &storage.name);
    let mut index = other;
    let message = match &difference.what {
        What::Lost => format!(
            "`{there}`, which is stored, has no such field, and nothing converts: what is written in `{here}` is lost"
        ),
        What::Hidden => {
            index = stored;
            format!(
                "`{here}` has no such field, and nothing converts: who writes an object in `{here}` removes it"
            )
        }
        What::Type(a, b) => format!("it is {a}, and {b} in `{there}`, which is stored, and nothing converts"),
        What::Keyword(keyword) => format!(
            "`{keyword}` is another one than in `{there}`, which is stored, and nothing converts: what one version takes, the other may refuse or merge in another way"
        ),
    };
    let level = match (kind.author, &difference.what) {
        (Author::Kopr, _) => Level::Error,
        // The server takes it, and nothing is lost.
        (Author::Other, What::Keyword(_)) => Level::Note,
        (Author::Other, _) => Level::Warning,
    };
    let help = match kind.author {
        Author::Kopr => {
            "make the schemas equal, serve only one of the versions (`served = false`), or name a webhook with `conversion(..)`"
        }
        Author::Other => "make the schemas equal, serve only one of the versions, or convert with a webhook",
    };
    if let Some(mut at) = kind.version(index) {
        let pointer = format!("{SCHEMA}{}", difference.pointer);
        at.report_at(level, "V5", &pointer, &difference.path, message, help);
    }
}

fn compare(here: &Node<'_>, stored: &Node<'_>, found: &mut Vec<Difference>) {
    let mut differs = |what, node: &Node<'_>| {
        found.push(Difference {
            what,
            path: node.path.clone(),
            pointer: node.pointer.clone(),
        });
    };
    let (a, b) = (type_of(here.schema), type_of(stored.schema));
    if a != b {
        differs(What::Type(a, b), here);
        return;
    }
    for keyword in keywords(here.schema, stored.schema) {
        differs(What::Keyword(keyword), here);
    }
    let (ours, theirs) = (children(here), children(stored));
    // The server knows these, whether a schema has them or not.
    let counts = |node: &Node<'_>| !matches!(node.path.as_str(), ".apiVersion" | ".kind" | ".metadata");
    let partner =
        |node: &Node<'_>, others: &[Node<'_>]| others.iter().position(|other| other.path == node.path);
    for node in ours.iter().filter(|node| counts(node)) {
        match partner(node, &theirs) {
            Some(at) => compare(node, &theirs[at], found),
            None if flag(stored.schema, PRESERVE) => {}
            None => found.push(Difference {
                what: What::Lost,
                path: node.path.clone(),
                pointer: node.pointer.clone(),
            }),
        }
    }
    for node in theirs.iter().filter(|node| counts(node)) {
        if partner(node, &ours).is_none() && !flag(here.schema, PRESERVE) {
            found.push(Difference {
                what: What::Hidden,
                path: node.path.clone(),
                pointer: node.pointer.clone(),
            });
        }
    }
}

fn type_of(schema: &Value) -> String {
    if flag(schema, INT_OR_STRING) {
        return "an integer or a string".to_owned();
    }
    match word(schema, "type") {
        Some("object") if schema.get("additionalProperties").is_some() => "a map".to_owned(),
        Some(name) => format!("of type `{name}`"),
        None => "anything".to_owned(),
    }
}

/// Keywords with other values, those aside that only explain and those that are walked through.
fn keywords(a: &Value, b: &Value) -> Vec<String> {
    const ASIDE: [&str; 8] = [
        "$schema",
        "additionalProperties",
        "description",
        "example",
        "externalDocs",
        "items",
        "properties",
        "title",
    ];
    let keys: BTreeSet<&String> = [a, b]
        .into_iter()
        .filter_map(Value::as_object)
        .flat_map(|fields| fields.keys())
        .filter(|key| !ASIDE.contains(&key.as_str()))
        .collect();
    let differs = |key: &str| {
        // The order of these says nothing.
        let as_set = |value: Option<&Value>| {
            value
                .and_then(Value::as_array)
                .map(|items| items.iter().map(Value::to_string).collect::<BTreeSet<_>>())
        };
        match key {
            "required" | "enum" => as_set(a.get(key)) != as_set(b.get(key)),
            key => a.get(key) != b.get(key),
        }
    };
    keys.into_iter().filter(|key| differs(key)).cloned().collect()
}

fn webhook(kind: &mut Kind<'_>, conversion: &Conversion) {
    let config = "/spec/conversion/webhook/clientConfig";
    match (&conversion.service, &conversion.url) {
        (Some(service), None) => service_address(kind, config, service),
        (None, Some(url)) => url_address(kind, &format!("{config}/url"), url),
        (both, _) => {
            let message = if both.is_some() {
                "the conversion webhook has both a Service and a URL"
            } else {
                "the conversion webhook has no address"
            };
            kind.error("V6", config, message, "name either a Service or a URL");
        }
    }
    if let Some(bundle) = &conversion.ca_bundle {
        certificates(kind, &format!("{config}/caBundle"), bundle);
    }
    let versions = &conversion.review_versions;
    let pointer = "/spec/conversion/webhook/conversionReviewVersions";
    if versions.is_empty() {
        kind.error(
            "V6",
            "/spec/conversion/webhook",
            "the conversion webhook names no review versions",
            "add `v1` to them",
        );
    } else if !versions.iter().any(|version| version == "v1") {
        // The server still speaks the old one too.
        let level = match kind.author {
            Author::Other if versions.iter().any(|version| version == "v1beta1") => Level::Warning,
            _ => Level::Error,
        };
        kind.report(
            level,
            "V6",
            pointer,
            format!(
                "the conversion webhook does not speak `v1`, only `{}`",
                versions.join("`, `")
            ),
            "add `v1` to its review versions",
        );
    }
    for (at, version) in versions.iter().enumerate() {
        if let Err(why) = kopr_model::names::dns_1035_label(version) {
            kind.error(
                "V6",
                format!("{pointer}/{at}"),
                format!("the review version `{version}` is refused: {why}"),
                "a version is written like `v1`",
            );
        } else if versions[..at].contains(version) {
            kind.error(
                "V6",
                format!("{pointer}/{at}"),
                format!("the review version `{version}` is named twice"),
                "name it once",
            );
        }
    }
}

fn service_address(kind: &mut Kind<'_>, config: &str, service: &ConversionService) {
    let names = [("name", &service.name), ("namespace", &service.namespace)];
    for (key, _) in names.iter().filter(|(_, name)| name.is_empty()) {
        kind.error(
            "V6",
            format!("{config}/service"),
            format!("the Service of the conversion webhook has no {key}"),
            format!("add its `{key}`"),
        );
    }
    if service.port == Some(0) {
        kind.error(
            "V6",
            format!("{config}/service/port"),
            "the port of the conversion webhook is 0",
            "a port is a number from 1 to 65535; 443 unless set",
        );
    }
    if let Some(path) = &service.path {
        // `//` and a part that is no name are refused; one `/` at the end is taken.
        let inner = path
            .strip_prefix('/')
            .map(|rest| rest.strip_suffix('/').unwrap_or(rest));
        let is_path = match inner {
            Some("") => path == "/",
            Some(inner) => inner
                .split('/')
                .all(|part| kopr_model::names::dns_subdomain(part).is_ok()),
            None => false,
        };
        if !is_path {
            kind.error(
                "V6",
                format!("{config}/service/path"),
                format!("`{path}` is not a path of the conversion webhook that the server takes"),
                "it begins with `/`, and its parts are of small letters, digits, `-` and `.`",
            );
        }
    }
}

fn url_address(kind: &mut Kind<'_>, pointer: &str, url: &str) {
    let wrong = match url.strip_prefix("https://") {
        None => Some("does not begin with `https://`"),
        Some(rest) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            if host.is_empty() {
                Some("has no host")
            } else if host.contains('@') {
                Some("has a user or a password")
            } else if url.contains(['?', '#']) {
                Some("has a query or a fragment")
            } else if url.contains(char::is_whitespace) {
                Some("has a blank")
            } else {
                None
            }
        }
    };
    if let Some(wrong) = wrong {
        kind.error(
            "V6",
            pointer,
            format!("the URL `{url}` of the conversion webhook {wrong}"),
            "write it like `https://host:port/path`",
        );
    }
}

/// The server refuses what is no base64, takes any bytes, and then cannot call the webhook.
fn certificates(kind: &mut Kind<'_>, pointer: &str, bundle: &str) {
    let help = "give it the certificate of the authority, or leave it out and have it filled in";
    let Ok(bytes) = STANDARD.decode(bundle) else {
        kind.error(
            "V6",
            pointer,
            "the certificates of the conversion webhook are not base64",
            help,
        );
        return;
    };
    let blocks = pem::parse_many(bytes).unwrap_or_default();
    let has_one = blocks
        .iter()
        .any(|block| block.tag() == "CERTIFICATE" && is_sequence(block.contents()));
    if !has_one {
        let level = match kind.author {
            Author::Kopr => Level::Error,
            Author::Other => Level::Warning,
        };
        let what = if blocks.is_empty() {
            "are no PEM"
        } else if blocks.iter().any(|block| block.tag() == "CERTIFICATE") {
            "hold only blocks `CERTIFICATE` with something else in them"
        } else {
            "hold no block `CERTIFICATE`"
        };
        let message = format!("the certificates of the conversion webhook {what}, so no call of it succeeds");
        kind.report(level, "V6", pointer, message, help);
    }
}

/// Whether bytes are one SEQUENCE of DER, as every certificate is: the tag, the length in its shortest form, and as
/// many bytes as that says.
fn is_sequence(der: &[u8]) -> bool {
    let Some((0x30, rest)) = der.split_first().map(|(tag, rest)| (*tag, rest)) else {
        return false;
    };
    let Some((&first, rest)) = rest.split_first() else {
        return false;
    };
    if first < 0x80 {
        return first > 0 && rest.len() == usize::from(first);
    }
    let size = usize::from(first & 0x7f);
    // Four bytes of length are more than the API server takes.
    if !(1..=4).contains(&size) || rest.len() < size {
        return false;
    }
    let (length, content) = rest.split_at(size);
    let length_said = length
        .iter()
        .fold(0_usize, |sum, byte| (sum << 8) | usize::from(*byte));
    length[0] != 0 && length_said >= 0x80 && content.len() == length_said
}

//! S14, S20: names of kinds, groups and versions.

use kopr_model::names;

use super::{Author, Family, Kind, Level, Rule, Subject};

pub(super) const FAMILY: Family = Family {
    name: "names",
    rules: &[
        Rule {
            id: "S14",
            about: "group, version, plural, singular, short names and categories are DNS names",
        },
        Rule {
            id: "S20",
            about: "a group of Kubernetes' own is approved, or says that it is not",
        },
    ],
    on: Subject::Kind(check),
};

/// The annotation that a group of Kubernetes' own has to carry.
const APPROVED: &str = "api-approved.kubernetes.io";

fn check(kind: &mut Kind<'_>) {
    let resource = kind.resource;
    let mut name = |what: &str, name: &str, pointer: String, refused: Result<(), String>, help: &str| {
        if let Err(why) = refused {
            kind.error(
                "S14",
                pointer,
                format!("the {what} `{name}` is refused: {why}"),
                help,
            );
        }
    };
    let small = "use small letters, digits and `-`, and begin with a letter";
    name(
        "group",
        &resource.group,
        "/spec/group".to_owned(),
        names::api_group(&resource.group),
        "a group is a domain of yours, such as `cache.example.com`",
    );
    // What the singular is by default is judged as the kind.
    let own_singular = (resource.singular != resource.kind.to_lowercase()).then_some(&resource.singular);
    let words = [("plural", Some(&resource.plural)), ("singular", own_singular)];
    for (what, text) in words.into_iter().filter_map(|(what, text)| Some((what, text?))) {
        name(
            what,
            text,
            format!("/spec/names/{what}"),
            names::dns_1035_label(text),
            small,
        );
    }
    for (what, list, all) in [
        ("short name", "shortNames", &resource.short_names),
        ("category", "categories", &resource.categories),
    ] {
        for (at, text) in all.iter().enumerate() {
            let pointer = format!("/spec/names/{list}/{at}");
            name(what, text, pointer, names::dns_1035_label(text), small);
        }
    }
    for (at, version) in resource.versions.iter().enumerate() {
        name(
            "version",
            &version.name,
            format!("/spec/versions/{at}/name"),
            names::dns_1035_label(&version.name),
            "a version is written like `v1alpha1`",
        );
    }
    kind_name(kind);
    protected(kind);
}

/// The server takes more than what everybody writes.
fn kind_name(kind: &mut Kind<'_>) {
    let name = &kind.resource.kind;
    let Err(why) = names::kind(name) else { return };
    let level = if kind.author == Author::Other && names::dns_1035_label(&name.to_lowercase()).is_ok() {
        Level::Warning
    } else {
        Level::Error
    };
    let message = match level {
        Level::Error => format!("the kind `{name}` is refused: {why}"),
        _ => format!("the kind `{name}` is not written as kinds are: {why}"),
    };
    kind.report(
        level,
        "S14",
        "/spec/names/kind",
        message,
        "a kind is written like `Memcached`",
    );
}

fn protected(kind: &mut Kind<'_>) {
    let group = &kind.resource.group;
    let is_protected = ["k8s.io", "kubernetes.io"].iter().any(|own| {
        group
            .strip_suffix(own)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    });
    if !is_protected {
        return;
    }
    let help = match kind.author {
        Author::Kopr => format!(
            "use a domain of your own; or say where the API was approved, or that it was not: `api_approved = \"unapproved, for tests only\"` becomes the annotation `{APPROVED}`"
        ),
        Author::Other => format!(
            "use a domain of your own; or say in the annotation `{APPROVED}` where the API was approved, or that it is `unapproved`"
        ),
    };
    match kind.resource.annotations.get(APPROVED) {
        None => kind.error(
            "S20",
            "/metadata",
            format!("the group `{group}` belongs to the Kubernetes project, and the annotation `{APPROVED}` is not there"),
            help,
        ),
        Some(text) if text.starts_with("unapproved") || is_url(text) => {}
        Some(text) => kind.error(
            "S20",
            format!("/metadata/annotations/{APPROVED}"),
            format!("the annotation `{APPROVED}` is `{text}`, which is neither a URL nor begins with `unapproved`"),
            help,
        ),
    }
}

/// Whether a text has a scheme and a host, which is all that the server asks for.
fn is_url(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, rest)| {
        let host = rest.split(['/', '?']).next().unwrap_or_default();
        !scheme.is_empty()
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            && !host.is_empty()
            && !text.contains(char::is_whitespace)
    })
}

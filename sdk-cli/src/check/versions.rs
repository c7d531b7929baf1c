//! V1-V4: the versions of a kind.

use kopr_model::ResourceVersion;

use super::{Author, Family, Kind, Level, Rule, Subject};

pub(super) const FAMILY: Family = Family {
    name: "versions",
    rules: &[
        Rule {
            id: "V1",
            about: "exactly one version is stored",
        },
        Rule {
            id: "V2",
            about: "no two versions have one name",
        },
        Rule {
            id: "V3",
            about: "a deprecation warning belongs to a deprecated version and has at most 256 characters",
        },
        Rule {
            id: "V4",
            about: "at least one version is served",
        },
    ],
    on: Subject::Kind(check),
};

/// Longest deprecation warning.
const WARNING_MAX: usize = 256;

fn check(kind: &mut Kind<'_>) {
    stored(kind);
    served(kind);
    let versions = &kind.resource.versions;
    for (at, version) in versions.iter().enumerate() {
        let pointer = |key: &str| format!("/spec/versions/{at}/{key}");
        if let Some(other) = versions[..at].iter().find(|other| other.name == version.name) {
            kind.error(
                "V2",
                pointer("name"),
                format!("there are two versions {}", names(&[other, version])),
                "give one of them another name",
            );
        }
        let Some(warning) = &version.deprecation_warning else {
            continue;
        };
        if !version.deprecated {
            kind.error(
                "V3",
                pointer("deprecationWarning"),
                format!(
                    "`{}` has a deprecation warning and is not deprecated",
                    version.name
                ),
                "add `deprecated`",
            );
        }
        if warning.chars().count() > WARNING_MAX
            || warning.is_empty()
            || warning.chars().any(char::is_control)
        {
            kind.error(
                "V3",
                pointer("deprecationWarning"),
                format!("the deprecation warning of `{}` is refused", version.name),
                "it is one line of 1 to 256 characters",
            );
        }
    }
}

fn stored(kind: &mut Kind<'_>) {
    let versions = &kind.resource.versions;
    let stored: Vec<&ResourceVersion> = versions.iter().filter(|version| version.storage).collect();
    let all: Vec<&ResourceVersion> = versions.iter().collect();
    let (key_off, key_on) = match kind.author {
        Author::Kopr => ("`storage = false`", "leave `storage = false` out of one of them"),
        Author::Other => ("`storage: false`", "write `storage: true` into one of them"),
    };
    match stored.as_slice() {
        [_] => {}
        [] if versions.is_empty() => kind.error(
            "V1",
            "/spec/versions",
            "there is no version",
            "describe at least one, and store it",
        ),
        [] => kind.error(
            "V1",
            "/spec/versions",
            format!("no version is stored of {}", names(&all)),
            key_on,
        ),
        many => kind.error(
            "V1",
            "/spec/versions",
            format!("more than one version is stored: {}", names(many)),
            format!("write {key_off} into all but one"),
        ),
    }
}

fn served(kind: &mut Kind<'_>) {
    let versions = &kind.resource.versions;
    if !versions.is_empty() && !versions.iter().any(|version| version.served) {
        let all: Vec<&ResourceVersion> = versions.iter().collect();
        // The server takes it, and then has no path for the kind.
        let (level, help) = match kind.author {
            Author::Kopr => (Level::Error, "leave `served = false` out of one of them"),
            Author::Other => (Level::Warning, "write `served: true` into one of them"),
        };
        kind.report(
            level,
            "V4",
            "/spec/versions",
            format!("no version is served of {}", names(&all)),
            help,
        );
    }
}

/// Versions with the Rust types that they come from.
fn names(versions: &[&ResourceVersion]) -> String {
    let name = |version: &&ResourceVersion| match version.source.item.as_str() {
        "" => format!("`{}`", version.name),
        item => format!("`{}` (`{item}`)", version.name),
    };
    versions.iter().map(name).collect::<Vec<_>>().join(", ")
}

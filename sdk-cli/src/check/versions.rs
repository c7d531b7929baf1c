//! V1-V3: the versions of a kind.

use kopr_model::Resource;

use super::{Family, Finding, Level, Rule, Subject, about};

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
    ],
    on: Subject::Resource(check),
};

/// Longest deprecation warning.
const WARNING_MAX: usize = 256;

fn check(resource: &Resource, findings: &mut Vec<Finding>) {
    let mut error = |rule, message: String, help: &str| {
        findings.push(about(resource, Level::Error, rule, message, help));
    };
    let stored: Vec<&str> = resource
        .versions
        .iter()
        .filter(|version| version.storage)
        .map(|version| version.name.as_str())
        .collect();
    match stored.as_slice() {
        [_] => {}
        [] => error(
            "V1",
            "no version is stored".to_owned(),
            "leave `storage = false` out of one version",
        ),
        many => error(
            "V1",
            format!("the versions `{}` are all stored", many.join("`, `")),
            "add `storage = false` to all but one",
        ),
    }
    for (at, version) in resource.versions.iter().enumerate() {
        if resource.versions[..at]
            .iter()
            .any(|other| other.name == version.name)
        {
            error(
                "V2",
                format!("there are two versions `{}`", version.name),
                "give one of them another name",
            );
        }
        let Some(warning) = &version.deprecation_warning else {
            continue;
        };
        if !version.deprecated {
            error(
                "V3",
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
            error(
                "V3",
                format!("the deprecation warning of `{}` is refused", version.name),
                "it is one line of 1 to 256 characters",
            );
        }
    }
}

//! S14, S20: names of kinds, groups and versions.

use kopr_model::{Resource, names};

use super::{Family, Finding, Level, Rule, Subject, about};

pub(super) const FAMILY: Family = Family {
    name: "names",
    rules: &[
        Rule {
            id: "S14",
            about: "group, version, plural, singular, short names and categories are DNS names",
        },
        Rule {
            id: "S20",
            about: "the group is not one of Kubernetes' own",
        },
    ],
    on: Subject::Resource(check),
};

fn check(resource: &Resource, findings: &mut Vec<Finding>) {
    let mut name = |what: &str, name: &str, check: fn(&str) -> Result<(), names::Refusal>, help: &str| {
        if let Err(why) = check(name) {
            findings.push(about(
                resource,
                Level::Error,
                "S14",
                format!("the {what} `{name}` is refused: {why}"),
                help,
            ));
        }
    };
    let small = "use small letters, digits and `-`, and begin with a letter";
    name(
        "group",
        &resource.group,
        names::api_group,
        "a group is a domain of yours, such as `cache.example.com`",
    );
    name(
        "kind",
        &resource.kind,
        names::kind,
        "a kind is written like `Memcached`",
    );
    name("plural", &resource.plural, names::dns_1035_label, small);
    name("singular", &resource.singular, names::dns_1035_label, small);
    for short in &resource.short_names {
        name("short name", short, names::dns_1035_label, small);
    }
    for category in &resource.categories {
        name("category", category, names::dns_1035_label, small);
    }
    for version in &resource.versions {
        name(
            "version",
            &version.name,
            names::dns_1035_label,
            "a version is written like `v1alpha1`",
        );
    }
    if [".k8s.io", ".kubernetes.io"]
        .iter()
        .any(|end| resource.group.ends_with(end))
    {
        findings.push(about(
            resource,
            Level::Error,
            "S20",
            format!("the group `{}` belongs to the Kubernetes project", resource.group),
            "use a domain of your own: the server takes such groups only with the project's approval",
        ));
    }
}

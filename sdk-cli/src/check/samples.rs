//! E1: the sample of a kind.

use kopr_model::{Resource, ResourceVersion};
use serde_json::Value;

use super::{Family, Finding, Level, Rule, Subject};
use crate::emit::Input;
use crate::objects::sample;
use crate::schema::pointer_of;
use crate::schema::value::{breaches, with_defaults};

pub(super) const FAMILY: Family = Family {
    name: "samples",
    rules: &[Rule {
        id: "E1",
        about: "the schema takes the sample",
    }],
    on: Subject::Whole(check),
};

fn check(input: &Input<'_>, findings: &mut Vec<Finding>) {
    for resource in &input.operator.resources {
        of_kind(resource, findings);
    }
}

fn of_kind(resource: &Resource, findings: &mut Vec<Finding>) {
    for (version, sample) in sample::samples(resource) {
        of_version(resource, version, &sample, findings);
    }
}

fn of_version(resource: &Resource, version: &ResourceVersion, sample: &Value, findings: &mut Vec<Finding>) {
    for (name, value) in sample.as_object().into_iter().flatten() {
        // These three are the server's business.
        if matches!(name.as_str(), "apiVersion" | "kind" | "metadata") {
            continue;
        }
        let Some(schema) = crate::schema::property(&version.schema, name) else {
            continue;
        };
        for breach in breaches(schema, &with_defaults(schema, value), &format!(".{name}")) {
            findings.push(Finding {
                level: Level::Warning,
                place: format!("{} {} sample {}", resource.crd_name(), version.name, breach.path),
                rule: "E1",
                message: format!("no value was found that fits: {}", breach.message),
                help: Some("give the field an example: `#[schemars(extend(\"example\" = ..))]`".to_owned()),
                source: Some(
                    version
                        .source_of(&pointer_of(&version.schema, &breach.path))
                        .clone(),
                ),
                pointer: None,
            });
        }
    }
}

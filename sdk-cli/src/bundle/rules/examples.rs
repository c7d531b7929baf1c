//! OLM-C3 to OLM-C7: an example for each API that the operator provides.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Asked, Family};
use crate::bundle::crd::Kind;
use crate::bundle::document::group_version;
use crate::bundle::load::Bundle;
use crate::bundle::ports::json::syntax_error;
use crate::bundle::{Finding, Phase, Rule};

pub(super) const FAMILY: Family = Family {
    name: "examples",
    phase: Phase::Csv,
    rules: &[
        Rule::warning(
            "OLM-C3",
            "the annotation `alm-examples` is there, and `olm.examples` is not there too",
        ),
        Rule::error(
            "OLM-C4",
            "the examples are a list of objects in JSON, each with its kind",
        ),
        Rule::error("OLM-C5", "the name of an owned CRD is `<plural>.<group>`"),
        Rule::error("OLM-C6", "each example is of an API that the CSV owns"),
        Rule::warning("OLM-C7", "each API that the CSV owns has an example"),
    ],
    check,
};

/// Where examples are.
pub(super) const EXAMPLES: &str = "/metadata/annotations/alm-examples";

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    let warn = |pointer: &str, message: &str, detail: &str| {
        Finding::warning("OLM-C3", bundle.at_csv(pointer), message).of_csv(csv.name(), detail)
    };
    if csv
        .metadata
        .annotations
        .as_ref()
        .is_none_or(std::collections::BTreeMap::is_empty)
    {
        found.push(warn(
            "/metadata",
            "there are no annotations",
            "annotations not found",
        ));
        return;
    }
    let (pointer, text) = match (csv.annotation("alm-examples"), csv.annotation("olm.examples")) {
        (None, None) => {
            let detail = "example annotations not found";
            found.push(warn("/metadata/annotations", "there are no examples", detail));
            return;
        }
        (Some(text), other) => {
            if other.is_some() {
                found.push(warn(
                    "/metadata/annotations/olm.examples",
                    "there are examples in `alm-examples` too, which alone count",
                    "both `alm-examples` and `olm.examples` are present. Checking only `alm-examples`",
                ));
            }
            (EXAMPLES, text)
        }
        (None, Some(text)) => ("/metadata/annotations/olm.examples", text),
    };
    let examples = match read(text) {
        Ok(examples) => examples,
        Err((message, why, detail)) => {
            found.push(Finding::error("OLM-C4", bundle.at_csv(pointer), message).of_value(&why, detail));
            return;
        }
    };
    let provided = provided(bundle, found);
    let mut exemplified = BTreeSet::new();
    for example in &examples {
        let kind = kind_of(example);
        if !exemplified.insert(kind.clone()) {
            continue;
        }
        if !provided.iter().any(|(known, _)| *known == kind) {
            found.push(
                Finding::error(
                    "OLM-C6",
                    bundle.at_csv(pointer),
                    format!("there is an example of `{kind}`, which the CSV does not own"),
                )
                .of_value(&kind.to_string(), "example must have a provided API"),
            );
        }
    }
    let mut told = BTreeSet::new();
    for (kind, pointer) in provided {
        if !exemplified.contains(&kind) && told.insert(kind.clone()) {
            found.push(
                Finding::warning(
                    "OLM-C7",
                    bundle.at_csv(pointer),
                    format!("there is no example of `{kind}`"),
                )
                .of_value(
                    &kind.to_string(),
                    "provided API should have an example annotation",
                ),
            );
        }
    }
}

/// Message, the original's value and its detail.
type Refused = (String, String, &'static str);

fn read(text: &str) -> Result<Vec<Value>, Refused> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(at) = syntax_error(text.as_bytes()) {
        let before = String::from_utf8_lossy(&text.as_bytes()[..at]);
        return Err((
            format!("the examples are no JSON: the character {at} of the text is wrong"),
            format!("invalid character at {at}\n {before}<--(see the invalid character)"),
            "invalid example",
        ));
    }
    let refused =
        |message: &str, why: String| Err((message.to_owned(), why, "error decoding example CustomResource"));
    match serde_json::from_str(text) {
        Ok(Value::Null) => Ok(Vec::new()),
        Ok(Value::Array(items)) => {
            for item in &items {
                if item["kind"].as_str().is_none_or(str::is_empty) {
                    let why = format!(
                        "error unmarshaling JSON: while decoding JSON: Object 'Kind' is missing in '{item}'"
                    );
                    return refused("an example has no `kind`", why);
                }
            }
            Ok(items)
        }
        Ok(_) => refused(
            "the examples are no list",
            "error unmarshaling JSON: the value is no list of objects".to_owned(),
        ),
        // Numbers that are out of range, and the like.
        Err(error) => refused("the examples cannot be read", error.to_string()),
    }
}

/// Group, version and kind of an example.
pub(super) fn kind_of(example: &Value) -> Kind {
    let version = example["apiVersion"].as_str().unwrap_or_default();
    if version.matches('/').count() > 1 {
        return Kind {
            group: String::new(),
            version: String::new(),
            kind: String::new(),
        };
    }
    let (group, version) = group_version(version);
    Kind {
        group: group.to_owned(),
        version: version.to_owned(),
        kind: example["kind"].as_str().unwrap_or_default().to_owned(),
    }
}

/// APIs that the CSV owns, each with its pointer.
fn provided(bundle: &Bundle, found: &mut Vec<Finding>) -> Vec<(Kind, String)> {
    let mut provided = Vec::new();
    for (at, owned) in bundle.csv.spec.customresourcedefinitions.owned.iter().enumerate() {
        let pointer = format!("/spec/customresourcedefinitions/owned/{at}");
        match owned.name.split_once('.') {
            Some((_, group)) => provided.push((
                Kind {
                    group: group.to_owned(),
                    version: owned.version.clone(),
                    kind: owned.kind.clone(),
                },
                pointer,
            )),
            None => found.push(
                Finding::error(
                    "OLM-C5",
                    bundle.at_csv(format!("{pointer}/name")),
                    format!("`{}` has no dot between plural and group", owned.name),
                )
                .original(format!(
                    "Error: : couldn't parse plural.group from crd name: {}",
                    owned.name
                )),
            ),
        }
    }
    for (at, owned) in bundle.csv.spec.apiservicedefinitions.owned.iter().enumerate() {
        provided.push((
            Kind {
                group: owned.group.clone(),
                version: owned.version.clone(),
                kind: owned.kind.clone(),
            },
            format!("/spec/apiservicedefinitions/owned/{at}"),
        ));
    }
    provided
}

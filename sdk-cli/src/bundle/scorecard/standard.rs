//! The tests themselves, with the errors and suggestions of the original.

use serde_json::Value;

use super::examples::{Example, examples};
use super::{State, TestResult};
use crate::bundle::Bundle;
use crate::bundle::csv::Definition;
use crate::bundle::rules::{Asked, standard};
use crate::check::Level;

/// Each example has a `spec`; one without is only mentioned.
pub(super) fn check_spec(bundle: &Bundle, result: &mut TestResult) {
    match examples(bundle) {
        Err(why) => result.fail(format!("error getting custom resources: {why}")),
        Ok(examples) => {
            if let Some(bare) = examples.iter().find(|example| example.value["spec"].is_null()) {
                result
                    .suggestions
                    .push(format!("spec missing from [{}]", bare.name()));
            }
        }
    }
}

/// The rules that are always on, without those about other objects.
pub(super) fn bundle_validation(bundle: &Bundle, result: &mut TestResult) {
    for finding in standard(&Asked::default(), bundle) {
        let Some(words) = finding.original else {
            continue;
        };
        if finding.level == Level::Error {
            result.fail(words);
        } else {
            result.suggestions.push(words);
        }
    }
}

/// The schemas have the members that the examples have.
pub(super) fn crds_have_validation(bundle: &Bundle, result: &mut TestResult) {
    let Some(examples) = loaded(bundle, result) else {
        return;
    };
    for example in &examples {
        for file in &bundle.crds {
            let crd = &file.crd;
            if !same_kind(&example.kind, &crd.spec.names.kind) {
                continue;
            }
            for kind in crd.kinds(file.is_v1) {
                if !kind.version.eq_ignore_ascii_case(&example.version) {
                    continue;
                }
                let Some(schema) = crd.schema(&kind.version) else {
                    let words = format!("Add CRD validation for {}/{}", crd.spec.names.kind, kind.version);
                    result.suggestions.push(words);
                    continue;
                };
                if unknown_members(example, schema, result) {
                    result.state = State::Fail;
                    // The original leaves the CRDs after this one out.
                    break;
                }
            }
        }
    }
}

/// Suggests each member that the schema does not have.
fn unknown_members(example: &Example, schema: &Value, result: &mut TestResult) -> bool {
    let mut is_missing = false;
    for part in ["spec", "status"] {
        let known = &schema["properties"][part]["properties"];
        for key in example.value[part]
            .as_object()
            .into_iter()
            .flat_map(|fields| fields.keys())
        {
            if known.get(key).is_none() {
                is_missing = true;
                let kind = format!("{}/{}", example.kind, example.version);
                result
                    .suggestions
                    .push(format!("Add CRD validation for {part} field `{key}` in {kind}"));
            }
        }
    }
    is_missing
}

/// Case does not count. The original means plurals not to count either, but the mapper that it asks knows none.
fn same_kind(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// Each owned CRD names its resources.
pub(super) fn crds_have_resources(bundle: &Bundle, result: &mut TestResult) {
    result.log = format!("Loaded ClusterServiceVersion: {}\n", bundle.name());
    let owned = &bundle.csv.spec.customresourcedefinitions.owned;
    if owned.iter().any(|owned| owned.resources.is_empty()) {
        result.fail("Owned CRDs do not have resources specified");
    }
}

/// Each member of an example's `spec` has a descriptor.
pub(super) fn spec_descriptors(bundle: &Bundle, result: &mut TestResult) {
    result.log = format!("Loaded ClusterServiceVersion: {}\n", bundle.name());
    for example in loaded(bundle, result).into_iter().flatten() {
        // Nothing is said of an example without one.
        let Some(spec) = example.value.get("spec").filter(|spec| !spec.is_null()) else {
            result.state = State::Fail;
            continue;
        };
        let Some(owned) = owned(bundle, &example, result) else {
            continue;
        };
        for key in spec.as_object().into_iter().flat_map(|fields| fields.keys()) {
            if !owned
                .spec_descriptors
                .iter()
                .any(|descriptor| descriptor.path == *key)
            {
                result.fail(format!("{key} does not have a spec descriptor"));
                result
                    .suggestions
                    .push(format!("Add a spec descriptor for {key}"));
            }
        }
    }
}

/// A status in an example is described.
pub(super) fn status_descriptors(bundle: &Bundle, result: &mut TestResult) {
    result.log = format!("Loaded ClusterServiceVersion: {}\n", bundle.name());
    for example in loaded(bundle, result).into_iter().flatten() {
        let Some(owned) = owned(bundle, &example, result) else {
            continue;
        };
        let name = &owned.name;
        let has_status = example.value["status"]
            .as_object()
            .is_some_and(|status| !status.is_empty());
        if !has_status {
            result.suggestions.push(format!(
                "{name} does not have status spec. Note that all objects that represent a physical resource whose state may vary from the user's desired intent SHOULD have a spec and a status. More info: https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#spec-and-status"
            ));
        } else if owned.status_descriptors.is_empty() {
            result.fail(format!("{name} does not have a status descriptor"));
            result.suggestions.push(format!(
                "add status descriptor for the crd {name}. If your project is built using Golang you can use the csv markers. More info: https://sdk.operatorframework.io/docs/building-operators/golang/references/markers/"
            ));
        }
    }
}

/// The examples, with a word in the log; an error where they cannot be read.
fn loaded(bundle: &Bundle, result: &mut TestResult) -> Option<Vec<Example>> {
    match examples(bundle) {
        Ok(examples) => {
            let words = format!("Loaded {} Custom Resources from alm-examples\n", examples.len());
            result.log.push_str(&words);
            Some(examples)
        }
        Err(why) => {
            result.errors.push(why);
            result.state = State::Error;
            None
        }
    }
}

/// What the CSV says of the kind of an example.
fn owned<'a>(bundle: &'a Bundle, example: &Example, result: &mut TestResult) -> Option<&'a Definition> {
    let all = &bundle.csv.spec.customresourcedefinitions.owned;
    let found = all
        .iter()
        .find(|owned| owned.kind == example.kind && owned.version == example.version);
    if found.is_none() {
        let (name, gvk) = (example.name(), example.gvk());
        result.fail(format!(
            "Failed to find an owned CRD for CR {name} with GVK {gvk}"
        ));
    }
    found
}

//! OLM-C11: members that a CSV has to have.

use serde_json::Value;

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::{Finding, Phase, Rule};

pub(super) const FAMILY: Family = Family {
    name: "fields",
    phase: Phase::Csv,
    rules: &[Rule::error(
        "OLM-C11",
        "a CSV has `metadata`, `spec`, `spec.install` with strategy and deployments, and `spec.displayName`",
    )],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let value = &bundle.csv_document().value;
    let mut missing = |pointer: &str, field: &str, kind: &str| {
        found.push(
            Finding::error(
                "OLM-C11",
                bundle.at_csv(pointer),
                format!("`{}` is missing", words(pointer)),
            )
            .of_field(field, kind, "required field missing"),
        );
    };
    if is_zero(&value["metadata"]) {
        missing("/metadata", "ObjectMeta", "struct");
    }
    let spec = &value["spec"];
    if is_zero(spec) {
        missing("/spec", "Spec", "struct");
        return;
    }
    let install = &spec["install"];
    if is_zero(install) {
        missing("/spec/install", "Spec.InstallStrategy", "struct");
    } else {
        if bundle.csv.spec.install.strategy.is_empty() {
            missing(
                "/spec/install/strategy",
                "Spec.InstallStrategy.StrategyName",
                "field",
            );
        }
        let strategy = &bundle.csv.spec.install.spec;
        let is_empty = strategy.permissions.is_none() && strategy.cluster_permissions.is_none();
        if strategy.deployments.is_none() && !is_empty {
            missing(
                "/spec/install/spec/deployments",
                "Spec.InstallStrategy.StrategySpec.DeploymentSpecs",
                "field",
            );
        }
    }
    if bundle.csv.spec.display_name.is_empty() {
        missing("/spec/displayName", "Spec.DisplayName", "field");
    }
}

fn words(pointer: &str) -> String {
    pointer.trim_start_matches('/').replace('/', ".")
}

/// Whether a struct of Go would have no value: lists and maps that are there count, even empty ones.
fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(_) => false,
        Value::Object(fields) => fields.values().all(is_zero),
    }
}

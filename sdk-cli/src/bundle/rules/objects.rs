//! OLM-O1, OLM-O2: objects beside the CSV and the CRDs.

use serde_json::Value;

use super::object_metadata::problems;
use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::plain;
use crate::bundle::typed::decode;
use crate::bundle::{Finding, Phase, Profile, Rule};
use crate::suggest;

pub(super) const FAMILY: Family = Family {
    name: "objects",
    phase: Phase::Objects,
    rules: &[
        Rule::error("OLM-O1", "objects are of kinds that the format takes"),
        Rule::error(
            "OLM-O2",
            "they have a name, no namespace, and metadata that the API server takes",
        ),
    ],
    check,
};

/// Kinds that a bundle may hold; groups do not count.
pub(super) const KINDS: [&str; 20] = [
    "ClusterRole",
    "ClusterRoleBinding",
    "ConfigMap",
    "ConsoleCLIDownload",
    "ConsoleLink",
    "ConsolePlugin",
    "ConsoleQuickStart",
    "ConsoleYAMLSample",
    "NetworkPolicy",
    "PodDisruptionBudget",
    "PodMonitor",
    "PriorityClass",
    "PrometheusRule",
    "Role",
    "RoleBinding",
    "Secret",
    "Service",
    "ServiceAccount",
    "ServiceMonitor",
    "VerticalPodAutoscaler",
];

/// Whether the tools of a profile take a kind.
pub fn takes(profile: Profile, kind: &str) -> bool {
    // Added to operator-registry after operator-sdk 1.42 chose its version.
    KINDS.contains(&kind) && (kind != "PodMonitor" || profile != Profile::Sdk142)
}

fn check(asked: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    for document in bundle.others() {
        let kind = document.kind();
        if !takes(asked.profile, kind) {
            let message = match kind {
                "" => "the first document of the file is empty, and only that counts".to_owned(),
                kind => format!("objects of the kind `{kind}` cannot be in a bundle"),
            };
            let help = match kind {
                "" => "take the lines up to and with the first `---` out".to_owned(),
                kind => suggest::help(kind, &KINDS),
            };
            found.push(
                Finding::error("OLM-O1", document.at("/kind"), message)
                    .help(help)
                    .of_value(
                        &document.gvk(),
                        &format!("unsupported media type {} for bundle object", bundle.media_type),
                    ),
            );
            continue;
        }
        let metadata = decode(&metadata(&document.value["metadata"]), &[]).unwrap_or_default();
        let wrong = problems(&metadata);
        if wrong.is_empty() {
            continue;
        }
        let mut messages: Vec<String> = wrong.iter().map(super::FieldError::message).collect();
        messages.dedup();
        let aggregate = match &messages[..] {
            [one] => one.clone(),
            many => format!("[{}]", many.join(", ")),
        };
        let original = format!(
            "error validating object: {aggregate}. &{{{}}}",
            plain(&document.value)
        );
        for error in wrong {
            found.push(
                Finding::error("OLM-O2", document.at(error.pointer.clone()), error.message())
                    .of_value(document.name(), &original),
            );
        }
    }
}

/// The metadata as the tools see it: what has another type than it should is as if it were not there.
fn metadata(value: &Value) -> Value {
    let mut kept = serde_json::Map::new();
    for (key, value) in value.as_object().into_iter().flatten() {
        let one = Value::Object([(key.clone(), value.clone())].into_iter().collect());
        let is_text = value.is_string();
        let fits = match key.as_str() {
            "name" | "generateName" | "namespace" => is_text,
            "labels" | "annotations" => value
                .as_object()
                .is_some_and(|fields| fields.values().all(Value::is_string)),
            _ => decode::<k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta>(&one, &[]).is_ok(),
        };
        if fits {
            kept.insert(key.clone(), value.clone());
        }
    }
    kept.into()
}

//! The oldest Kubernetes that has every API that the operator and its CRDs use.

use serde_json::Value;

use super::kinds;
use super::objects::Objects;
use crate::emit::Input;

/// What the runtime itself needs: server-side apply, which is stable since 1.22.
const RUNTIME: u32 = 22;

/// The release in which rules in CEL came.
const RULES: u32 = 25;

/// The release in which selectable fields came.
const SELECTABLE_FIELDS: u32 = 31;

/// Members of rules that older servers drop, with the release that first has them on by default.
const RULE_MEMBERS: [(&str, u32); 4] = [
    ("fieldPath", 28),
    ("messageExpression", 27),
    ("optionalOldSelf", 29),
    ("reason", 28),
];

/// Members of pods, in the same manner.
const POD_MEMBERS: [(&str, u32); 2] = [("matchLabelKeys", 27), ("resizePolicy", 33)];

/// Functions of CEL that came after the first ones, in the same manner.
const FUNCTIONS: [(&str, u32); 12] = [
    ("cidr(", 30),
    ("format.named(", 31),
    ("ip(", 30),
    ("isCIDR(", 30),
    ("isIP(", 30),
    ("isQuantity(", 28),
    ("isSemver(", 33),
    ("optional.", 28),
    ("quantity(", 28),
    ("semver(", 33),
    ("sets.", 29),
    ("sortBy(", 34),
];

/// Versions of Kubernetes' own groups that are younger than the runtime's minimum; a kind narrows a row.
const APIS: [(&str, &str, &str, u32); 13] = [
    (
        "admissionregistration.k8s.io",
        "v1",
        "ValidatingAdmissionPolicy",
        30,
    ),
    (
        "admissionregistration.k8s.io",
        "v1",
        "ValidatingAdmissionPolicyBinding",
        30,
    ),
    ("autoscaling", "v2", "", 23),
    ("flowcontrol.apiserver.k8s.io", "v1", "", 29),
    ("flowcontrol.apiserver.k8s.io", "v1beta2", "", 23),
    ("flowcontrol.apiserver.k8s.io", "v1beta3", "", 26),
    ("networking.k8s.io", "v1", "IPAddress", 33),
    ("networking.k8s.io", "v1", "ServiceCIDR", 33),
    ("resource.k8s.io", "v1", "", 34),
    ("resource.k8s.io", "v1beta1", "", 32),
    ("resource.k8s.io", "v1beta2", "", 33),
    ("storage.k8s.io", "v1", "CSIStorageCapacity", 24),
    ("storage.k8s.io", "v1", "VolumeAttributesClass", 34),
];

/// `spec.minKubeVersion`.
pub(super) fn minimum(input: &Input<'_>, objects: &Objects) -> String {
    if let Some(chosen) = &input.settings.package.min_kube_version {
        return chosen.to_string();
    }
    let mut minor = RUNTIME;
    for kind in kinds::used(input.operator) {
        let since = APIS.iter().filter(|(group, version, only, _)| {
            kind.group == *group && kind.version == *version && (only.is_empty() || kind.kind == *only)
        });
        minor = since.map(|(.., since)| *since).fold(minor, u32::max);
    }
    for crd in &objects.crds {
        let versions = crd["spec"]["versions"].as_array();
        for version in versions.into_iter().flatten() {
            // Names of fields are the author's own, so only keywords of schemas count.
            minor = minor.max(of_schema(&version["schema"]["openAPIV3Schema"]));
            if version.get("selectableFields").is_some() {
                minor = minor.max(SELECTABLE_FIELDS);
            }
        }
    }
    for deployment in &objects.deployments {
        minor = minor.max(of_members(&deployment["spec"]["template"]["spec"], &POD_MEMBERS));
    }
    format!("1.{minor}.0")
}

/// The release that a node of a schema and all below it need.
fn of_schema(node: &Value) -> u32 {
    let Some(keywords) = node.as_object() else {
        return 0;
    };
    let mut minor = 0;
    for (keyword, value) in keywords {
        minor = minor.max(match keyword.as_str() {
            "x-kubernetes-validations" => of_rules(value).max(RULES),
            "items" | "additionalProperties" | "not" => of_schema(value),
            "allOf" | "anyOf" | "oneOf" | "properties" => {
                values(value).map(of_schema).max().unwrap_or_default()
            }
            _ => 0,
        });
    }
    minor
}

/// The release that rules in CEL need.
fn of_rules(rules: &Value) -> u32 {
    values(rules)
        .map(|rule| {
            let text = rule["rule"].as_str().unwrap_or_default();
            let functions = FUNCTIONS.iter().filter(|(function, _)| calls(text, function));
            let of_functions = functions.map(|(_, since)| *since).max().unwrap_or_default();
            of_functions.max(of_members(rule, &RULE_MEMBERS))
        })
        .max()
        .unwrap_or_default()
}

/// Whether a rule calls a function, and not one whose name ends alike.
fn calls(rule: &str, function: &str) -> bool {
    rule.match_indices(function).any(|(at, _)| {
        let before = rule[..at].chars().next_back();
        before.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_')
    })
}

/// The release that the members of an object need, and those of all below it.
fn of_members(object: &Value, known: &[(&str, u32)]) -> u32 {
    let own = known
        .iter()
        .filter(|(name, _)| object.get(name).is_some())
        .map(|(_, since)| *since)
        .max()
        .unwrap_or_default();
    values(object)
        .map(|value| of_members(value, known))
        .fold(own, u32::max)
}

/// The members of a list or an object.
fn values(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(members) => Box::new(members.values()),
        _ => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{POD_MEMBERS, calls, of_members, of_schema};

    #[test]
    fn schemas_need_what_their_rules_call() {
        let rule = |rule: &str| json!({ "properties": { "x": { "type": "string", "x-kubernetes-validations": [{ "rule": rule }] } } });
        assert_eq!(
            of_schema(&json!({ "properties": { "selectableFields": { "type": "string" } } })),
            0
        );
        assert_eq!(of_schema(&rule("self != ''")), 25);
        assert_eq!(of_schema(&rule("isIP(self)")), 30);
        assert_eq!(of_schema(&rule("self.zip('x')")), 25);
        assert_eq!(
            of_schema(&json!({ "items": rule("semver(self).major() > 1") })),
            33
        );
        assert!(calls("quantity(self)", "quantity("));
        assert!(!calls("isQuantity(self)", "quantity("));
    }

    #[test]
    fn pods_need_what_their_members_say() {
        let check =
            |pod: serde_json::Value, minor| assert_eq!(of_members(&pod, &POD_MEMBERS), minor, "{pod}");
        check(json!({ "containers": [{ "name": "a", "fieldPath": "x" }] }), 0);
        check(
            json!({ "topologySpreadConstraints": [{ "matchLabelKeys": [] }] }),
            27,
        );
    }
}

//! What an object grants, read back from its text: for words about a change.

use std::collections::BTreeSet;

use serde_json::Value;

/// Prefix of labels by which roles become parts of others.
const AGGREGATE: &str = "rbac.authorization.k8s.io/";

/// What a role or binding grants, one line a permission: `patch deployments.apps`. Nothing for other kinds.
pub fn granted(object: &Value) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    match object["kind"].as_str() {
        Some("Role" | "ClusterRole") => {
            for rule in items(&object["rules"]) {
                permissions(rule, &mut lines);
            }
            for selector in items(&object["aggregationRule"]["clusterRoleSelectors"]) {
                lines.insert(format!("all of roles with {selector}"));
            }
            for (label, value) in object["metadata"]["labels"].as_object().into_iter().flatten() {
                if let (Some(role), Some("true")) = (label.strip_prefix(AGGREGATE), value.as_str()) {
                    lines.insert(role.replace("aggregate-to-", "part of the role "));
                }
            }
        }
        Some("RoleBinding" | "ClusterRoleBinding") => {
            let role = &object["roleRef"];
            for subject in items(&object["subjects"]) {
                let mut whom = format!("{} {}", word(&subject["kind"]), word(&subject["name"]));
                if let Some(namespace) = subject["namespace"].as_str() {
                    whom = format!(
                        "{} {namespace}/{}",
                        word(&subject["kind"]),
                        word(&subject["name"])
                    );
                }
                lines.insert(format!(
                    "{} {} to {whom}",
                    word(&role["kind"]),
                    word(&role["name"])
                ));
            }
        }
        _ => {}
    }
    lines
}

fn permissions(rule: &Value, lines: &mut BTreeSet<String>) {
    let groups = items(&rule["apiGroups"]);
    for verb in items(&rule["verbs"]).iter().map(word) {
        for url in items(&rule["nonResourceURLs"]) {
            lines.insert(format!("{verb} {}", word(url)));
        }
        for resource in items(&rule["resources"]).iter().map(word) {
            for group in groups.iter().map(word) {
                // As kubectl writes them: the subresource behind the whole name.
                let (plural, sub) = resource.split_once('/').unwrap_or((resource, ""));
                let mut what = plural.to_owned();
                if !group.is_empty() {
                    what = format!("{what}.{group}");
                }
                if !sub.is_empty() {
                    what = format!("{what}/{sub}");
                }
                let names = items(&rule["resourceNames"]);
                if names.is_empty() {
                    lines.insert(format!("{verb} {what}"));
                }
                for name in names {
                    lines.insert(format!("{verb} {what} `{}`", word(name)));
                }
            }
        }
    }
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

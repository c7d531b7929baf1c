//! The order in which objects can be applied.

use serde_json::Value;

/// Kinds that others need, first to last; all other kinds come after them.
const FIRST: [&str; 4] = ["Namespace", "CustomResourceDefinition", "ServiceAccount", "Role"];

/// Groups of what Kubernetes itself brings along and an operator consists of; objects of other
/// groups need a CRD that has to be there first.
const BUILT_IN: [&str; 4] = ["v1", "apps/v1", "networking.k8s.io/v1", "policy/v1"];

/// Sorts objects so that each comes after those that it needs. Otherwise their order is kept.
pub fn sort_for_applying<T>(objects: &mut [T], object: impl Fn(&T) -> &Value) {
    objects.sort_by_key(|item| rank(object(item)));
}

fn rank(object: &Value) -> usize {
    let text = |key: &str| object[key].as_str().unwrap_or_default();
    // Roles and bindings of both scopes stay as they were made: each binding behind its role.
    let kind = text("kind")
        .trim_start_matches("Cluster")
        .trim_end_matches("Binding");
    match FIRST.iter().position(|first| *first == kind) {
        Some(at) => at,
        None if BUILT_IN.contains(&text("apiVersion")) => FIRST.len(),
        None => FIRST.len() + 1,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::sort_for_applying;

    #[test]
    fn what_is_needed_comes_first() {
        let object = |api_version: &str, kind: &str| json!({ "apiVersion": api_version, "kind": kind });
        let rbac = "rbac.authorization.k8s.io/v1";
        let mut objects = vec![
            object("cache.example.com/v1", "Memcached"),
            object("apps/v1", "Deployment"),
            object("policy/v1", "PodDisruptionBudget"),
            object(rbac, "ClusterRole"),
            object(rbac, "ClusterRoleBinding"),
            object(rbac, "Role"),
            object("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
            object("v1", "ServiceAccount"),
            object("monitoring.coreos.com/v1", "ServiceMonitor"),
            object("v1", "Namespace"),
        ];
        sort_for_applying(&mut objects, |object| object);
        let kinds: Vec<_> = objects
            .iter()
            .map(|object| object["kind"].as_str().unwrap())
            .collect();
        assert_eq!(
            kinds,
            [
                "Namespace",
                "CustomResourceDefinition",
                "ServiceAccount",
                "ClusterRole",
                "ClusterRoleBinding",
                "Role",
                "Deployment",
                "PodDisruptionBudget",
                "Memcached",
                "ServiceMonitor",
            ]
        );
    }
}

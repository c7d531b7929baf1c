//! The CSV's permissions: the rules of the operator's roles.

use serde_json::Value;

/// Rules by where OLM grants them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Permissions {
    /// In the namespaces that are watched, and in the operator's own.
    pub namespaced: Vec<Value>,
    /// In the whole cluster.
    pub cluster: Vec<Value>,
}

/// The rules of roles. One in several namespaces counts once: which they are is the `OperatorGroup`'s choice.
pub fn permissions(grants: &[Value]) -> Permissions {
    let mut permissions = Permissions::default();
    for role in grants {
        let place = match role["kind"].as_str() {
            Some("ClusterRole") => &mut permissions.cluster,
            Some("Role") => &mut permissions.namespaced,
            _ => continue,
        };
        for rule in role["rules"].as_array().into_iter().flatten() {
            if !place.contains(rule) {
                place.push(rule.clone());
            }
        }
    }
    permissions
}

//! Gives the objects of some manifests names of their own, so that sandboxes on one control plane do not meet.

use std::collections::BTreeMap;

use kopr_model::env::WATCH_NAMESPACE;
use kopr_model::leader;
use serde_json::{Value, json};

/// Puts `suffix` on the namespaces that the manifests name, and on `ServiceAccounts`, roles and bindings, and
/// on whatever refers to them. What a role grants stays as it is.
pub(crate) fn set_apart(objects: &mut [Value], suffix: &str) {
    let longer = |name: &str| format!("{name}{suffix}");
    let mut namespaces = BTreeMap::new();
    for object in objects.iter() {
        let metadata = &object["metadata"];
        let own = (object["kind"] == "Namespace").then(|| metadata["name"].as_str());
        for name in [own.flatten(), metadata["namespace"].as_str()]
            .into_iter()
            .flatten()
        {
            namespaces.insert(name.to_owned(), longer(name));
        }
    }
    for object in objects {
        let kind = object["kind"].as_str().unwrap_or_default().to_owned();
        rename(&mut object["metadata"]["namespace"], &namespaces);
        match kind.as_str() {
            "Namespace" => rename(&mut object["metadata"]["name"], &namespaces),
            "ServiceAccount" | "Role" | "ClusterRole" => lengthen(&mut object["metadata"]["name"], suffix),
            "RoleBinding" | "ClusterRoleBinding" => {
                lengthen(&mut object["metadata"]["name"], suffix);
                lengthen(&mut object["roleRef"]["name"], suffix);
                for subject in object["subjects"].as_array_mut().into_iter().flatten() {
                    lengthen(&mut subject["name"], suffix);
                    rename(&mut subject["namespace"], &namespaces);
                }
            }
            "Deployment" => {
                let pod = &mut object["spec"]["template"]["spec"];
                lengthen(&mut pod["serviceAccountName"], suffix);
                for variable in pod["containers"][0]["env"].as_array_mut().into_iter().flatten() {
                    if variable["name"] == WATCH_NAMESPACE
                        && let Some(list) = variable["value"].as_str()
                    {
                        let list: Vec<String> = crate::env::namespaces(list)
                            .iter()
                            .map(|name| longer(name))
                            .collect();
                        variable["value"] = json!(list.join(","));
                    }
                }
            }
            _ => {}
        }
        // `null` members that were only looked at.
        if let Some(metadata) = object["metadata"].as_object_mut() {
            metadata.retain(|_, value| !value.is_null());
        }
    }
}

/// Lets roles name the lease of a copy of that name.
pub(crate) fn name_lease(objects: &mut [Value], instance: &str) {
    for object in objects {
        for rule in object
            .get_mut("rules")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            let of_leases = rule["apiGroups"] == json!([leader::GROUP]);
            if of_leases && let Some(names) = rule.get_mut("resourceNames") {
                *names = json!([instance]);
            }
        }
    }
}

fn rename(name: &mut Value, names: &BTreeMap<String, String>) {
    if let Some(new) = name.as_str().and_then(|name| names.get(name)) {
        *name = json!(new);
    }
}

fn lengthen(name: &mut Value, suffix: &str) {
    if let Some(old) = name.as_str() {
        *name = json!(format!("{old}{suffix}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_refers_to_a_name_follows_it() {
        let mut objects = vec![
            json!({ "kind": "Namespace", "metadata": { "name": "op" } }),
            json!({ "kind": "ServiceAccount", "metadata": { "name": "op", "namespace": "op" } }),
            json!({ "kind": "Role", "metadata": { "name": "op-watched", "namespace": "a" }, "rules": ["r"] }),
            json!({ "kind": "RoleBinding", "metadata": { "name": "op-watched", "namespace": "a" },
                    "roleRef": { "kind": "Role", "name": "op-watched" },
                    "subjects": [{ "name": "op", "namespace": "op" }] }),
            json!({ "kind": "Deployment", "metadata": { "name": "op", "namespace": "op" }, "spec": { "template": {
                    "spec": { "serviceAccountName": "op", "containers": [{ "env": [
                        { "name": "WATCH_NAMESPACE", "value": "a,b" }] }] } } } }),
            json!({ "kind": "CustomResourceDefinition", "metadata": { "name": "xs.y.z" } }),
        ];
        set_apart(&mut objects, "-1");
        assert_eq!(
            json!(objects),
            json!([
                { "kind": "Namespace", "metadata": { "name": "op-1" } },
                { "kind": "ServiceAccount", "metadata": { "name": "op-1", "namespace": "op-1" } },
                { "kind": "Role", "metadata": { "name": "op-watched-1", "namespace": "a-1" }, "rules": ["r"] },
                { "kind": "RoleBinding", "metadata": { "name": "op-watched-1", "namespace": "a-1" },
                  "roleRef": { "kind": "Role", "name": "op-watched-1" },
                  "subjects": [{ "name": "op-1", "namespace": "op-1" }] },
                { "kind": "Deployment", "metadata": { "name": "op", "namespace": "op-1" }, "spec": { "template": {
                  "spec": { "serviceAccountName": "op-1", "containers": [{ "env": [
                      { "name": "WATCH_NAMESPACE", "value": "a-1,b-1" }] }] } } } },
                { "kind": "CustomResourceDefinition", "metadata": { "name": "xs.y.z" } },
            ])
        );
    }
}

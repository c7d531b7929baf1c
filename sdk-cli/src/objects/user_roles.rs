//! Roles for people: who may see, change and run the objects of each kind.

use kopr_model::Resource;
use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{Part, metadata};

/// `deploy/operator/user-roles.yaml`.
pub const PART: Part = Part {
    file: "user-roles",
    path: "deploy/operator/user-roles.yaml",
    about: "ClusterRoles for people who view, edit and administer the objects of each kind",
    objects,
};

/// What a role allows: on the objects, on their status, on their scale.
struct Level {
    name: &'static str,
    /// The cluster's own role that it can be added to.
    aggregated_to: &'static str,
    objects: &'static [&'static str],
    status: &'static [&'static str],
    scale: &'static [&'static str],
}

/// Each allows what the one before does, and more. There is no `*`: it would take in verbs that do not exist yet.
const LEVELS: [Level; 3] = [
    Level {
        name: "viewer",
        aggregated_to: "view",
        objects: &["get", "list", "watch"],
        status: &["get"],
        scale: &["get"],
    },
    Level {
        name: "editor",
        aggregated_to: "edit",
        objects: &["create", "delete", "get", "list", "patch", "update", "watch"],
        status: &["get"],
        scale: &["get", "patch", "update"],
    },
    Level {
        name: "admin",
        aggregated_to: "admin",
        objects: &[
            "create",
            "delete",
            "deletecollection",
            "get",
            "list",
            "patch",
            "update",
            "watch",
        ],
        status: &["get", "patch", "update"],
        scale: &["get", "patch", "update"],
    },
];

fn objects(input: &Input<'_>) -> Vec<Value> {
    if input.settings.rbac.user_roles == Some(false) {
        return Vec::new();
    }
    let mut resources: Vec<&Resource> = input.operator.resources.iter().collect();
    resources.sort_by(|a, b| (&a.plural, &a.group).cmp(&(&b.plural, &b.group)));
    resources
        .iter()
        .flat_map(|resource| LEVELS.iter().map(move |level| role(input, resource, level)))
        .collect()
}

fn role(input: &Input<'_>, resource: &Resource, level: &Level) -> Value {
    let what = format!("{}-{}", stem(input, resource), level.name);
    let mut metadata = metadata::cluster(input, &metadata::cluster_named(input, &what));
    if input.settings.rbac.aggregate == Some(true) {
        let label = format!("rbac.authorization.k8s.io/aggregate-to-{}", level.aggregated_to);
        metadata["labels"][label] = json!("true");
    }
    let rule = |subresource: &str, verbs: &[&str]| {
        json!({
            "apiGroups": [resource.group],
            "resources": [format!("{}{subresource}", resource.plural)],
            "verbs": verbs,
        })
    };
    let mut rules = vec![rule("", level.objects)];
    if resource.versions.iter().any(|version| version.scale.is_some()) {
        rules.push(rule("/scale", level.scale));
    }
    if resource.versions.iter().any(|version| version.status) {
        rules.push(rule("/status", level.status));
    }
    json!({
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRole",
        "metadata": metadata,
        "rules": rules,
    })
}

/// The plural of the kind, with its group where kinds of two groups share one.
fn stem(input: &Input<'_>, resource: &Resource) -> String {
    let alike = input
        .operator
        .resources
        .iter()
        .filter(|other| other.plural == resource.plural)
        .count();
    if alike > 1 {
        resource.crd_name()
    } else {
        resource.plural.clone()
    }
}

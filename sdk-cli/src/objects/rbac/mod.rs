//! Roles and bindings: exactly what the arguments of all handlers ask for, where they ask for it.

mod leader;
pub mod rights;
mod rules;

use std::collections::BTreeMap;

use kopr_model::AccessScope;
use serde_json::{Value, json};

pub use leader::{elects, lease};
pub use rules::{PolicyRule, Tuple, compact, tuples};

use crate::emit::Input;
use crate::objects::{Part, metadata, service_account};
use crate::settings::Watch;

/// `deploy/operator/rbac.yaml`.
pub const PART: Part = Part {
    file: "rbac",
    path: "deploy/operator/rbac.yaml",
    about: "roles and bindings: exactly what the handlers' arguments ask for",
    objects,
};

/// Where a role holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// The whole cluster.
    Cluster,
    /// The operator's own namespace.
    Here,
    /// A watched namespace.
    Watched(String),
}

impl Place {
    /// Names differ by place, so that a watched namespace may be the operator's own.
    fn role_name(&self, input: &Input<'_>) -> String {
        match self {
            Self::Cluster => metadata::cluster_named(input, "cluster"),
            Self::Here => metadata::named(input, "here"),
            // Copies of one name in two namespaces may watch the same one.
            Self::Watched(_) => metadata::cluster_named(input, "watched"),
        }
    }
}

/// The places where rules of a scope have to hold, with these settings.
fn places(scope: AccessScope, watch: &Watch) -> Vec<Place> {
    match (scope, watch) {
        (AccessScope::Everywhere, _) | (AccessScope::Watched, Watch::All) => vec![Place::Cluster],
        (AccessScope::Here, _) | (AccessScope::Watched, Watch::Own) => vec![Place::Here],
        (AccessScope::Watched, Watch::Namespaces(namespaces)) => namespaces
            .iter()
            .map(|namespace| Place::Watched(namespace.to_string()))
            .collect(),
    }
}

fn objects(input: &Input<'_>) -> Vec<Value> {
    if input.settings.rbac.create == Some(false) {
        return Vec::new();
    }
    grants(input)
}

/// Roles and bindings that the operator needs, whoever makes them.
pub fn grants(input: &Input<'_>) -> Vec<Value> {
    let watch = input.settings.deploy.watch.as_ref().unwrap_or(&Watch::All);
    let mut by_place: BTreeMap<Place, Vec<&kopr_model::Rule>> = BTreeMap::new();
    for rule in input
        .operator
        .controllers
        .iter()
        .flat_map(kopr_model::Controller::rules)
    {
        for place in places(rule.scope, watch) {
            by_place.entry(place).or_default().push(rule);
        }
    }
    let mut objects: Vec<Value> = by_place
        .iter()
        .flat_map(|(place, rules)| role(input, place, &place.role_name(input), &compact(&tuples(rules))))
        .collect();
    objects.extend(leader::objects(input));
    objects
}

fn role(input: &Input<'_>, place: &Place, name: &str, rules: &[PolicyRule]) -> Vec<Value> {
    if rules.is_empty() {
        return Vec::new();
    }
    let here = metadata::namespace(input);
    let (kind, metadata) = match place {
        Place::Cluster => ("ClusterRole", metadata::cluster(input, name)),
        Place::Here => ("Role", metadata::namespaced(input, name, &here)),
        Place::Watched(namespace) => ("Role", metadata::namespaced(input, name, namespace)),
    };
    let api = "rbac.authorization.k8s.io";
    vec![
        json!({ "apiVersion": format!("{api}/v1"), "kind": kind, "metadata": metadata, "rules": rules }),
        json!({
            "apiVersion": format!("{api}/v1"),
            "kind": format!("{kind}Binding"),
            "metadata": metadata,
            "roleRef": { "apiGroup": api, "kind": kind, "name": name },
            "subjects": [{
                "kind": "ServiceAccount",
                "name": service_account::name(input),
                "namespace": here,
            }],
        }),
    ]
}

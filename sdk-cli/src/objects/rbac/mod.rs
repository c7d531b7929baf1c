//! Roles and bindings: exactly what the arguments of all handlers ask for, where they ask for it.

mod rules;

use std::collections::BTreeMap;

use kopr_model::AccessScope;
use serde_json::{Value, json};

pub use rules::{PolicyRule, Tuple, compact, tuples};

use crate::emit::Input;
use crate::objects::{Part, metadata, service_account};
use crate::settings::Watch;

/// `deploy/operator/rbac.yaml`.
pub const PART: Part = Part {
    file: "rbac",
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
        let suffix = match self {
            Self::Cluster => "cluster",
            Self::Here => "here",
            Self::Watched(_) => "watched",
        };
        format!("{}-{suffix}", metadata::instance(input))
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
    by_place
        .iter()
        .flat_map(|(place, rules)| role(input, place, &compact(&tuples(rules))))
        .collect()
}

fn role(input: &Input<'_>, place: &Place, rules: &[PolicyRule]) -> Vec<Value> {
    if rules.is_empty() {
        return Vec::new();
    }
    let name = place.role_name(input);
    let here = metadata::namespace(input);
    let (kind, metadata) = match place {
        Place::Cluster => ("ClusterRole", metadata::cluster(input, &name)),
        Place::Here => ("Role", metadata::namespaced(input, &name, &here)),
        Place::Watched(namespace) => ("Role", metadata::namespaced(input, &name, namespace)),
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

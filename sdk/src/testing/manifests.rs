//! What an operator that has no manifests needs to run in a test: made from its description.

use std::collections::{BTreeMap, BTreeSet};

use kopr_model::{AccessScope, Operator, Rule, leader};
use serde_json::{Value, json};

/// CRDs, a namespace, a `ServiceAccount`, and roles with exactly what the handlers ask for and what it takes to be
/// elected.
pub(crate) fn of(operator: &Operator) -> Vec<Value> {
    let name = &operator.name;
    let namespace = format!("{name}-system");
    let mut objects =
        vec![json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": { "name": namespace } })];
    objects.extend(operator.resources.iter().map(kopr_model::crd));
    objects.push(json!({
        "apiVersion": "v1", "kind": "ServiceAccount",
        "metadata": { "name": name, "namespace": namespace },
    }));
    let (here, elsewhere): (Vec<&Rule>, Vec<&Rule>) = operator
        .controllers
        .iter()
        .flat_map(kopr_model::Controller::rules)
        .partition(|rule| rule.scope == AccessScope::Here);
    let election = leader::rules(name);
    let election = if operator.controllers.is_empty() {
        Vec::new()
    } else {
        election.iter().collect()
    };
    for (kind, suffix, place, granted) in [
        ("Role", "leader-election", Some(&namespace), election),
        ("Role", "here", Some(&namespace), here),
        ("ClusterRole", "cluster", None, elsewhere),
    ] {
        if granted.is_empty() {
            continue;
        }
        let mut metadata = json!({ "name": format!("{name}-{suffix}") });
        if let Some(place) = place {
            metadata["namespace"] = json!(place);
        }
        let group = "rbac.authorization.k8s.io";
        objects.push(json!({
            "apiVersion": format!("{group}/v1"), "kind": kind, "metadata": metadata, "rules": rules(&granted),
        }));
        objects.push(json!({
            "apiVersion": format!("{group}/v1"), "kind": format!("{kind}Binding"), "metadata": metadata,
            "roleRef": { "apiGroup": group, "kind": kind, "name": metadata["name"] },
            "subjects": [{ "kind": "ServiceAccount", "name": name, "namespace": namespace }],
        }));
    }
    objects
}

fn rules(rules: &[&Rule]) -> Vec<Value> {
    let mut verbs: BTreeMap<(&str, &str, &[String]), BTreeSet<&str>> = BTreeMap::new();
    for rule in rules {
        let of = verbs
            .entry((&rule.group, &rule.resource, &rule.resource_names))
            .or_default();
        of.extend(rule.verbs.iter().map(|verb| verb.as_str()));
    }
    verbs
        .into_iter()
        .map(|((group, resource, names), verbs)| {
            let mut rule = json!({ "apiGroups": [group], "resources": [resource], "verbs": verbs });
            if !names.is_empty() {
                rule["resourceNames"] = json!(names);
            }
            rule
        })
        .collect()
}

//! Leader election: the lease, and what it takes to hold it.

use crate::{AccessScope, Origin, Rule, Verb};

/// API group of leases.
pub const GROUP: &str = "coordination.k8s.io";

/// What a copy of an operator needs in its own namespace to be elected: its lease alone, but for `create`, for
/// which a name means nothing.
pub fn rules(lease: &str) -> Vec<Rule> {
    let rule = |names: &[&str], verbs: &[Verb]| Rule {
        group: GROUP.to_owned(),
        resource: "leases".to_owned(),
        resource_names: names.iter().map(|name| (*name).to_owned()).collect(),
        verbs: verbs.to_vec(),
        scope: AccessScope::Here,
        via: None,
        origin: Origin {
            handler: "the runtime".to_owned(),
            argument: "leader election".to_owned(),
        },
    };
    vec![
        rule(&[], &[Verb::Create]),
        rule(&[lease], &[Verb::Get, Verb::Update]),
    ]
}

/// Label that gives a primary to the copy of an operator with that class.
pub fn class_label(domain: &str) -> String {
    format!("{domain}/class")
}

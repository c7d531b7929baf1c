//! Kinds that are neither the operator's nor Kubernetes' own: somebody has to bring them along.

use std::collections::BTreeSet;

use kopr_model::{KindRef, Operator, Resource};

/// Groups below `k8s.io` that every API server has; all others there are of projects with CRDs of their own.
const BUILT_IN: [&str; 18] = [
    "admissionregistration.k8s.io",
    "apiextensions.k8s.io",
    "apiregistration.k8s.io",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "certificates.k8s.io",
    "coordination.k8s.io",
    "discovery.k8s.io",
    "events.k8s.io",
    "flowcontrol.apiserver.k8s.io",
    "internal.apiserver.k8s.io",
    "networking.k8s.io",
    "node.k8s.io",
    "rbac.authorization.k8s.io",
    "resource.k8s.io",
    "scheduling.k8s.io",
    "storage.k8s.io",
    "storagemigration.k8s.io",
];

/// The operator's own kinds, by group and kind.
pub(super) fn own(operator: &Operator) -> Vec<&Resource> {
    let mut own: Vec<&Resource> = operator.resources.iter().collect();
    own.sort_by(|a, b| (&a.group, &a.kind).cmp(&(&b.group, &b.kind)));
    own
}

/// Whether every API server has a group.
fn is_built_in(group: &str) -> bool {
    // Groups of the first years have no domain: `apps`, `batch`.
    !group.contains('.') || BUILT_IN.contains(&group)
}

/// Every kind that handlers name, sorted.
pub(super) fn used(operator: &Operator) -> BTreeSet<&KindRef> {
    operator
        .controllers
        .iter()
        .flat_map(|controller| {
            let arguments = controller.handlers.iter().flat_map(|handler| &handler.arguments);
            let watched = controller.watches.iter().map(|watch| &watch.kind);
            arguments
                .flat_map(|argument| &argument.kinds)
                .chain(watched)
                .chain([&controller.primary])
        })
        .collect()
}

/// Those that somebody else has to bring along.
pub fn foreign(operator: &Operator) -> Vec<&KindRef> {
    let is_own = |kind: &KindRef| {
        operator
            .resources
            .iter()
            .any(|own| own.group == kind.group && own.kind == kind.kind)
    };
    used(operator)
        .into_iter()
        .filter(|kind| !is_built_in(&kind.group) && !is_own(kind))
        .collect()
}

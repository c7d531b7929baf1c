//! Role of leader election: the operator's lease in its own namespace.

use kopr_model::leader;
use serde_json::Value;

use super::{Place, compact, role, tuples};
use crate::emit::Input;
use crate::objects::metadata;

/// Whether a pod of this copy is elected before it works: there is something to do, and nobody has switched it
/// off.
pub fn elects(input: &Input<'_>) -> bool {
    !input.operator.controllers.is_empty() && input.settings.deploy.leader_election()
}

/// The lease: the runtime names it like the instance.
pub fn lease<'a>(input: &Input<'a>) -> &'a str {
    metadata::instance(input)
}

/// Role and binding; none where nobody is elected.
pub(super) fn objects(input: &Input<'_>) -> Vec<Value> {
    if !elects(input) {
        return Vec::new();
    }
    let rules = leader::rules(lease(input));
    let rules = compact(&tuples(&rules.iter().collect::<Vec<_>>()));
    role(
        input,
        &Place::Here,
        &metadata::named(input, "leader-election"),
        &rules,
    )
}

//! Kinds that the controllers of a primary touch.
//!
//! A watch knows its kind. A rule knows only the resource's plural: its kind is that of a watch, of the argument that
//! asks for it, or of a CRD of the operator.

use kopr_model::{Controller, KindRef, Operator, RelatedKind, Relation, Resource, Rule, Verb};

/// Kinds that are made, changed or watched. Events are left out: every operator makes them, and consoles have a place
/// of their own for them.
pub(super) fn touched(operator: &Operator, resource: &Resource) -> Vec<RelatedKind> {
    let is_own = |group: &str, plural: &str| group == resource.group && plural == resource.plural;
    let controllers = operator
        .controllers
        .iter()
        .filter(|controller| is_own(&controller.primary.group, &controller.primary.plural));
    let mut all = Vec::new();
    for controller in controllers {
        all.extend(
            controller
                .watches
                .iter()
                .filter(|watch| watch.relation != Relation::Primary)
                .filter(|watch| !is_own(&watch.kind.group, &watch.kind.plural))
                .map(|watch| related(&watch.kind.kind, &watch.kind.version)),
        );
        all.extend(
            written(controller)
                .filter(|rule| !is_own(&rule.group, &rule.resource))
                .filter_map(|rule| kind_of(operator, rule)),
        );
    }
    all
}

/// Rules that let objects be made or changed.
fn written(controller: &Controller) -> impl Iterator<Item = &Rule> {
    let writes = |verb: &Verb| matches!(verb, Verb::Create | Verb::Patch);
    controller
        .rules()
        .filter(move |rule| rule.verbs.iter().any(writes))
        .filter(|rule| !rule.resource.contains('/') && rule.resource != "events")
}

fn related(kind: &str, version: &str) -> RelatedKind {
    RelatedKind {
        kind: kind.to_owned(),
        version: version.to_owned(),
        name: String::new(),
    }
}

/// The kind of a rule, where it is known.
fn kind_of(operator: &Operator, rule: &Rule) -> Option<RelatedKind> {
    let is_it = |kind: &KindRef| kind.group == rule.group && kind.plural == rule.resource;
    let watched = operator
        .controllers
        .iter()
        .flat_map(|controller| &controller.watches)
        .map(|watch| watch.kind.clone());
    let named = operator
        .controllers
        .iter()
        .flat_map(|controller| &controller.handlers)
        .flat_map(|handler| &handler.arguments)
        .flat_map(|argument| argument.kinds.clone());
    let defined = operator.resources.iter().map(Resource::kind_ref);
    watched
        .chain(named)
        .chain(defined)
        .find(is_it)
        .map(|kind| related(&kind.kind, &kind.version))
}

//! What roles grant against what arguments ask for: patches may have changed either.

use kopr_model::Source;

use super::{Family, Lint, Spot, Subject, rule};
use crate::check::Level;
use crate::explain::rbac::{Grant, needed};

pub(super) const FAMILY: Family = Family {
    name: "roles",
    rules: RULES,
    find,
};

const RULES: &[Lint] = &[
    rule(
        "R9",
        Level::Warning,
        "an argument of a handler asks for each right that is granted",
        "take the right out of the patch that grants it, or have a handler ask for it",
    ),
    rule(
        "R10",
        Level::Error,
        "a role grants each right that an argument asks for, where it has to hold",
        "take the patch away that takes the right away; the operator would not start its work without",
    ),
];

/// The resource of a grant in words.
pub(super) fn resource(grant: &Grant) -> String {
    let name = grant
        .name
        .as_ref()
        .map(|name| format!(" {name}"))
        .unwrap_or_default();
    match grant.group.as_str() {
        "" => format!("{}{name}", grant.resource),
        group => match grant.resource.split_once('/') {
            Some((resource, sub)) => format!("{resource}.{group}/{sub}{name}"),
            None => format!("{}.{group}{name}", grant.resource),
        },
    }
}

/// The handler that asks for what is granted.
pub(super) fn source(subject: &Subject<'_>, grant: &Grant) -> Option<Source> {
    let ask = subject
        .asks
        .iter()
        .find(|ask| grant.covers(ask) && ask.by.source.is_some());
    ask.and_then(|ask| ask.by.source.cloned())
}

fn find(subject: &Subject<'_>, spots: &mut Vec<Spot>) {
    let input = &subject.input;
    for role in &subject.roles {
        for grant in &role.grants {
            let is_asked = subject.asks.iter().any(|ask| {
                // What is granted for all is not asked for by who names one.
                grant.covers(ask)
                    && grant.name == ask.right.name
                    && needed(input, ask.scope).contains(&role.holds_in)
            });
            let is_wide = [&grant.group, &grant.resource, &grant.verb]
                .iter()
                .any(|part| *part == "*");
            if !is_asked && !is_wide {
                spots.push(Spot {
                    rule: "R9",
                    place: format!("{} {}", role.title(), resource(grant)),
                    message: format!("`{}` is granted, and nobody asks for it", grant.verb),
                    source: None,
                });
            }
        }
    }
    if input.settings.rbac.create == Some(false) {
        return;
    }
    for ask in &subject.asks {
        for place in needed(input, ask.scope) {
            let granted = subject
                .roles
                .iter()
                .any(|role| (role.holds_in.is_none() || role.holds_in == place) && role.grants(ask));
            if !granted {
                let place = place.map_or("the whole cluster".to_owned(), |namespace| {
                    format!("namespace {namespace}")
                });
                spots.push(Spot {
                    rule: "R10",
                    place: format!("{} in {place}", ask.title()),
                    message: format!("no role grants it, and `{}` asks for it", ask.by.argument),
                    source: ask.by.source.cloned(),
                });
            }
        }
    }
}

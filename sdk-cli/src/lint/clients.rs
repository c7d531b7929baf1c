//! Clients in the hands of handlers: arguments whose rules are a list by hand.

use super::{Family, Lint, Spot, Subject, rule};
use crate::check::Level;

pub(super) const FAMILY: Family = Family {
    name: "clients",
    rules: RULES,
    find,
};

const RULES: &[Lint] = &[rule(
    "R11",
    Level::Warning,
    "handlers reach the cluster through arguments that say what they do",
    "take `Get`, `Sub`, `Write` or another argument where one fits; where none does, see that a test uses each right \
     of the list and no other, and allow the finding in kopr.toml",
)];

fn find(subject: &Subject<'_>, spots: &mut Vec<Spot>) {
    let operator = subject.input.operator;
    for handler in operator
        .controllers
        .iter()
        .flat_map(|controller| &controller.handlers)
    {
        for argument in handler.arguments.iter().filter(|argument| argument.client) {
            spots.push(Spot {
                rule: "R11",
                place: format!("{} {}", handler.source.item, argument.type_),
                message: "the handler has a client, and only the list of its rules says what it does with it"
                    .to_owned(),
                source: Some(handler.source.clone()),
            });
        }
    }
}

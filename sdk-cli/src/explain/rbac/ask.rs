//! The rights that arguments ask for, one by one.

use kopr_model::{AccessScope, Rule, Source, Via, leader};

use crate::emit::Input;
use crate::objects::rbac::{Tuple, elects, lease, tuples};

/// A right, and the argument that asks for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ask<'a> {
    /// The right.
    pub right: Tuple,
    /// Where it has to hold.
    pub scope: AccessScope,
    /// Whether only admission asks for it, so that no request shows it.
    pub via: Option<Via>,
    /// Who asks.
    pub by: By<'a>,
}

/// Who asks for a right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct By<'a> {
    /// The controller; none for the runtime.
    pub controller: Option<&'a str>,
    /// The handler, or the part of the program.
    pub handler: String,
    /// The argument's type as one would write it.
    pub argument: String,
    /// Where the handler was registered.
    pub source: Option<&'a Source>,
}

impl Ask<'_> {
    /// The right in words: `patch deployments.apps`, `get leases.coordination.k8s.io x`.
    pub fn title(&self) -> String {
        title(&self.right)
    }
}

/// A resource with its group: `deployments.apps`, `widgets.example.com/status`.
pub fn resource(group: &str, resource: &str) -> String {
    match (group, resource.split_once('/')) {
        ("", _) => resource.to_owned(),
        (_, None) => format!("{resource}.{group}"),
        (_, Some((resource, sub))) => format!("{resource}.{group}/{sub}"),
    }
}

/// A right in words.
pub fn title(right: &Tuple) -> String {
    let name = right
        .name
        .as_ref()
        .map(|name| format!(" {name}"))
        .unwrap_or_default();
    format!("{} {}{name}", right.verb, resource(&right.group, &right.resource))
}

/// All rights that the operator asks for, by resource and verb: those of its handlers, and of its election. User
/// roles are granted to people and are none of them.
pub fn asks<'a>(input: &Input<'a>) -> Vec<Ask<'a>> {
    let mut asks = Vec::new();
    for controller in &input.operator.controllers {
        for handler in &controller.handlers {
            for argument in &handler.arguments {
                for rule in &argument.rules {
                    let through = match rule.origin.argument.as_str() {
                        "" => String::new(),
                        inner if inner == argument.type_ => String::new(),
                        inner => format!(", for its {inner}"),
                    };
                    let by = By {
                        controller: Some(&controller.name),
                        handler: handler.source.item.clone(),
                        argument: format!("{}{through}", argument.type_),
                        source: Some(&handler.source).filter(|source| **source != Source::default()),
                    };
                    asks.extend(of_rule(rule, &by));
                }
            }
        }
    }
    if elects(input) {
        for rule in leader::rules(lease(input)) {
            let by = By {
                controller: None,
                handler: rule.origin.handler.clone(),
                argument: rule.origin.argument.clone(),
                source: None,
            };
            asks.extend(of_rule(&rule, &by));
        }
    }
    asks.sort();
    asks.dedup();
    asks
}

fn of_rule<'a>(rule: &Rule, by: &By<'a>) -> Vec<Ask<'a>> {
    tuples(&[rule])
        .into_iter()
        .map(|right| Ask {
            right,
            scope: rule.scope,
            via: rule.via,
            by: by.clone(),
        })
        .collect()
}

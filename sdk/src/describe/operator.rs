//! The operator described.

use std::collections::{BTreeMap, BTreeSet};

use kopr_model::{
    Controller, Failure, FailureKind, Offence, Operator as Model, Package, Port, Relation, Resource,
    ResourceVersion, Watch, by_priority, names,
};

use crate::controller::{ErasedController, RegisteredHandler};
use crate::operator::Operator;

use super::Derived;

/// The model of the operator, or all that is wrong with it.
pub(crate) fn describe(operator: &Operator, package: Package) -> Result<Model, Failure> {
    if operator.controllers.is_empty() && operator.definitions.is_empty() {
        return Err(Failure {
            kind: FailureKind::Empty,
            message: format!(
                "the operator `{}` has no controllers and no resources",
                operator.name
            ),
            help: Some("register a handler with `.controller(..)`, or a kind with `.crd::<K>()`".to_owned()),
            offences: Vec::new(),
        });
    }
    let mut offences = Vec::new();
    let controllers = controllers(operator, &mut offences);
    let resources = resources(operator, &mut offences);
    unregistered(operator, &package.name)?;
    if let Err(refusal) = names::dns_1035_label(&operator.name) {
        offences.push(Offence {
            source: operator.source.clone(),
            message: format!("`{}` cannot name an operator: {refusal}", operator.name),
        });
    }
    if !offences.is_empty() {
        offences.sort();
        offences.dedup();
        return Err(Failure {
            kind: FailureKind::Invalid,
            message: format!("the operator `{}` cannot be described", operator.name),
            help: None,
            offences,
        });
    }
    let domain = operator
        .domain
        .clone()
        .or_else(|| first_group(operator, &resources))
        .unwrap_or_default();
    Ok(Model {
        name: operator.name.clone(),
        domain,
        package,
        resources,
        controllers,
        ports: ports(operator),
    })
}

fn ports(operator: &Operator) -> Vec<Port> {
    if operator.controllers.is_empty() {
        return Vec::new();
    }
    vec![
        Port {
            name: names::HEALTH.to_owned(),
            number: names::HEALTH_PORT,
        },
        Port {
            name: names::METRICS.to_owned(),
            number: names::METRICS_PORT,
        },
    ]
}

/// Group of the first CRD in the order of the code, else of the first primary that has a group.
fn first_group(operator: &Operator, resources: &[Resource]) -> Option<String> {
    let in_order = operator
        .definitions
        .iter()
        .filter_map(|definition| definition().map(|d| d.attributes().group));
    let of_resources = resources.iter().map(|resource| resource.group.clone());
    let of_primaries = operator
        .controllers
        .iter()
        .map(|controller| controller.kind.group.clone());
    in_order
        .chain(of_resources)
        .chain(of_primaries)
        .find(|group| group.contains('.'))
}

fn controllers(operator: &Operator, offences: &mut Vec<Offence>) -> Vec<Controller> {
    let mut controllers: Vec<Controller> = Vec::new();
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    let mut cleaned: BTreeMap<kopr_model::KindRef, String> = BTreeMap::new();
    for controller in &operator.controllers {
        let name = controller_name(controller);
        let source = &controller.reconcile.description.model.source;
        let mut offend = |message: String| {
            offences.push(Offence {
                source: source.clone(),
                message,
            });
        };
        if let Err(refusal) = names::dns_1035_label(&name) {
            offend(format!("`{name}` cannot name a controller: {refusal}"));
        }
        if let Some(other) = named.insert(name.clone(), source.item.clone()) {
            offend(format!(
                "a second controller called `{name}`, beside the one of `{other}`; name one of them with `Controller::new(..).name(..)`"
            ));
        }
        for handler in [Some(&controller.reconcile), controller.cleanup.as_ref()]
            .into_iter()
            .flatten()
        {
            for problem in &handler.description.problems {
                offend(format!("`{}`: {problem}", handler.description.model.source.item));
            }
            for state in &handler.description.states {
                if !operator.states.contains_key(&state.id) {
                    offend(format!(
                        "`{}` takes `State<{1}>`, but the operator was given no `{1}`; give it one with `.state(..)`",
                        handler.description.model.source.item, state.name
                    ));
                }
            }
        }
        if let Some(cleans) = cleaner(controller)
            && let Some(other) = cleaned.insert(
                controller.kind.clone(),
                cleans.description.model.source.item.clone(),
            )
        {
            offend(format!(
                "`{other}` cleans up after `{}` too, and an operator has one finalizer: the first to end would let the object go; do both in one",
                controller.kind.kind
            ));
        }
        controllers.push(model(controller, name));
    }
    controllers.sort_by(|a, b| a.name.cmp(&b.name));
    controllers
}

/// The handler that has a controller's objects hold the finalizer: a cleanup handler, or one with linked children.
fn cleaner(controller: &ErasedController) -> Option<&RegisteredHandler> {
    let links = |handler: &&RegisteredHandler| {
        let mut watches = handler.description.watches();
        watches.any(|watch| watch.relation == Relation::Linked)
    };
    controller
        .cleanup
        .as_ref()
        .or_else(|| Some(&controller.reconcile).filter(links))
}

/// The name of a controller: its own, or the lower-cased kind.
pub(crate) fn controller_name(controller: &ErasedController) -> String {
    controller
        .name
        .clone()
        .unwrap_or_else(|| controller.kind.kind.to_lowercase())
}

/// Everything that a controller watches, sorted and without doubles.
pub(crate) fn watches(controller: &ErasedController) -> Vec<Watch> {
    let handlers = [Some(&controller.reconcile), controller.cleanup.as_ref()];
    let watches: BTreeSet<Watch> = handlers
        .into_iter()
        .flatten()
        .flat_map(|handler| handler.description.watches().cloned())
        .collect();
    watches.into_iter().collect()
}

fn model(controller: &ErasedController, name: String) -> Controller {
    let handlers = [Some(&controller.reconcile), controller.cleanup.as_ref()];
    Controller {
        name,
        primary: controller.kind.clone(),
        handlers: handlers
            .into_iter()
            .flatten()
            .map(|handler| handler.description.model.clone())
            .collect(),
        watches: watches(controller),
    }
}

fn resources(operator: &Operator, offences: &mut Vec<Offence>) -> Vec<Resource> {
    let mut resources: BTreeMap<(String, String), Resource> = BTreeMap::new();
    let reconciled: BTreeSet<(String, String)> = operator
        .controllers
        .iter()
        .map(|controller| (controller.kind.group.clone(), controller.kind.kind.clone()))
        .collect();
    let of_controllers = operator
        .controllers
        .iter()
        .map(|controller| controller.definition);
    let mut seen = BTreeSet::new();
    for definition in of_controllers
        .chain(operator.definitions.iter().copied())
        .filter_map(|d| d())
    {
        if !definition.attributes().has_crd() || !seen.insert(definition.source()) {
            continue;
        }
        let (mut resource, problems) = definition.resource();
        offences.extend(problems.into_iter().map(|problem| Offence {
            message: problem.to_string(),
            source: problem.source.unwrap_or_else(|| definition.source()),
        }));
        let mut offend = |message| {
            offences.push(Offence {
                source: definition.source(),
                message,
            });
        };
        let key = (resource.group.clone(), resource.kind.clone());
        resource.reconciled = reconciled.contains(&key);
        match resources.get_mut(&key) {
            None => {
                resources.insert(key, resource);
            }
            Some(known) => merge(known, resource, &mut offend),
        }
    }
    let mut resources: Vec<Resource> = resources.into_values().collect();
    for resource in &mut resources {
        resource.versions.sort_by(|a, b| by_priority(&a.name, &b.name));
        stored_once(resource, offences);
    }
    named_once(&resources, offences);
    resources
}

/// Exactly one version of a kind is stored.
fn stored_once(resource: &Resource, offences: &mut Vec<Offence>) {
    let name = resource.crd_name();
    let types = |versions: &[&ResourceVersion]| -> String {
        let types: Vec<String> = versions
            .iter()
            .map(|version| format!("`{}` (`{}`)", version.name, version.source.item))
            .collect();
        types.join(", ")
    };
    let stored: Vec<&ResourceVersion> = resource
        .versions
        .iter()
        .filter(|version| version.storage)
        .collect();
    match stored.as_slice() {
        [_] => {}
        [] => {
            let all: Vec<&ResourceVersion> = resource.versions.iter().collect();
            offences.extend(all.first().map(|first| Offence {
                source: first.source.clone(),
                message: format!(
                    "no version of `{name}` is stored: take `storage = false` away from one of {}",
                    types(&all)
                ),
            }));
        }
        [_, others @ ..] => offences.extend(others.iter().map(|version| Offence {
            source: version.source.clone(),
            message: format!(
                "`{name}` can be stored in one version only, and these say that they are: {}; put `storage = false` on all but one",
                types(&stored)
            ),
        })),
    }
}

/// A CRD is named by its plural, which two kinds cannot share.
fn named_once(resources: &[Resource], offences: &mut Vec<Offence>) {
    let mut named: BTreeMap<String, &Resource> = BTreeMap::new();
    for resource in resources {
        let Some(other) = named.insert(resource.crd_name(), resource) else {
            continue;
        };
        offences.extend(resource.versions.first().map(|version| Offence {
            source: version.source.clone(),
            message: format!(
                "the kinds `{}` and `{}` are both called `{}`; give one of them another `plural`",
                other.kind,
                resource.kind,
                resource.crd_name()
            ),
        }));
    }
}

/// Adds a version to a kind that is there already; what a kind says once has to be equal.
fn merge(known: &mut Resource, other: Resource, offend: &mut impl FnMut(String)) {
    let name = other.crd_name();
    for (what, equal) in [
        ("plural", known.plural == other.plural),
        ("singular", known.singular == other.singular),
        ("shortname", known.short_names == other.short_names),
        ("category", known.categories == other.categories),
        ("scope", known.scope == other.scope),
        ("annotation", known.annotations == other.annotations),
        ("label", known.labels == other.labels),
        ("conversion", known.conversion == other.conversion),
    ] {
        if !equal && let Some(version) = known.versions.first() {
            offend(format!(
                "the versions of `{name}` differ in `{what}`: make it equal to that of `{}` (`{}`)",
                version.name, version.source.item
            ));
        }
    }
    for version in other.versions {
        if let Some(same) = known.versions.iter().find(|known| known.name == version.name) {
            offend(format!(
                "`{name}` has the version `{}` twice; the other is {}; give one of them another `version`",
                version.name, same.source
            ));
            continue;
        }
        known.versions.push(version);
    }
}

/// Types of the operator's own package that were derived and registered nowhere.
fn unregistered(operator: &Operator, package: &str) -> Result<(), Failure> {
    let registered: BTreeSet<_> = operator
        .controllers
        .iter()
        .map(|controller| controller.definition)
        .chain(operator.definitions.iter().copied())
        .filter_map(|definition| definition().map(|definition| definition.source()))
        .collect();
    let mut offences: Vec<Offence> = inventory::iter::<Derived>
        .into_iter()
        .filter(|derived| derived.package == package)
        .filter_map(|derived| (derived.definition)())
        .filter(|definition| !registered.contains(&definition.source()))
        .map(|definition| Offence {
            source: definition.source(),
            message: format!(
                "`{}` is derived here but not registered with the operator",
                definition.attributes().kind
            ),
        })
        .collect();
    if offences.is_empty() {
        return Ok(());
    }
    offences.sort();
    Err(Failure {
        kind: FailureKind::Unregistered,
        message: "kinds are derived in this package that the operator does not know".to_owned(),
        help: Some(
            "register a handler for the kind with `.controller(..)`, or the kind alone with `.crd::<K>()`; \
             a type that only reads another operator's objects says `foreign`"
                .to_owned(),
        ),
        offences,
    })
}

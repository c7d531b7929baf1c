//! A handler described: its arguments, one by one.

use std::panic::Location;
use std::sync::Arc;

use kopr_model::{
    AccessScope, Argument, Handler, HandlerRole, KindRef, Origin, Relation, Scope, Source, Verb, Watch,
};

use crate::extract::{Extract, Needs, StateKey};
use crate::handler::Arguments;
use crate::kind::{Kind, Primary};

use super::type_name;

/// Collects what the arguments of one handler need.
pub struct Describer {
    primary: KindRef,
    handler: String,
    arguments: Vec<Argument>,
    states: Vec<StateKey>,
    problems: Vec<String>,
}

impl Describer {
    /// Adds one argument.
    pub fn argument<K: Kind, A: Extract<K>>(&mut self) {
        let type_ = type_name::<A>();
        self.add(type_, A::needs);
    }

    fn add(&mut self, type_: String, fill: impl FnOnce(&mut Needs)) {
        let origin = Origin {
            handler: self.handler.clone(),
            argument: type_.clone(),
        };
        let mut needs = Needs::new(self.primary.clone(), origin);
        fill(&mut needs);
        self.states.extend(needs.states);
        self.problems.extend(
            needs
                .problems
                .into_iter()
                .map(|text| format!("argument `{type_}`: {text}")),
        );
        self.arguments.push(Argument {
            type_,
            rules: needs.rules,
            watches: needs.watches,
            client: needs.client,
            kinds: needs.kinds.into_iter().collect(),
        });
    }
}

/// A handler described, with what the model does not carry.
#[derive(Clone)]
pub(crate) struct HandlerDescription {
    pub(crate) model: Handler,
    pub(crate) states: Vec<StateKey>,
    pub(crate) problems: Vec<String>,
}

impl HandlerDescription {
    /// Describes a handler that was registered at that place.
    pub(crate) fn of<K: Primary, Args: Arguments<K>>(
        role: HandlerRole,
        item: &str,
        place: &Location<'_>,
    ) -> Self {
        let primary = K::kind_ref();
        let mut describer = Describer {
            primary: primary.clone(),
            handler: item.to_owned(),
            arguments: Vec::new(),
            states: Vec::new(),
            problems: Vec::new(),
        };
        describer.add(type_name::<Arc<K>>(), |needs| {
            let scope = match primary.scope {
                Scope::Namespaced => AccessScope::Watched,
                Scope::Cluster => AccessScope::Everywhere,
            };
            needs.watch::<K>(Relation::Primary, scope);
            if role == HandlerRole::Cleanup {
                // The finalizer is put on and taken off by a patch of the object itself.
                needs.rule::<K>(None, &[Verb::Patch], scope);
            }
        });
        Args::describe(&mut describer);
        Self {
            model: Handler {
                role,
                source: Source {
                    item: item.to_owned(),
                    file: place.file().to_owned(),
                    line: place.line(),
                },
                arguments: describer.arguments,
            },
            states: describer.states,
            problems: describer.problems,
        }
    }

    /// Everything that the handler's arguments watch.
    pub(crate) fn watches(&self) -> impl Iterator<Item = &Watch> {
        self.model.arguments.iter().flat_map(|argument| &argument.watches)
    }
}

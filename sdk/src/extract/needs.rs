//! What one argument needs: filled by the extractor, read by the description and the runtime.

use std::any::TypeId;
use std::collections::BTreeSet;

use kopr_model::{AccessScope, Form, KindRef, Origin, Relation, Rule, Scope, Verb, Watch};

use super::Grant;
use crate::kind::Kind;

/// What one argument of a handler needs.
pub struct Needs {
    primary: KindRef,
    origin: Origin,
    pub(crate) rules: Vec<Rule>,
    pub(crate) watches: Vec<Watch>,
    pub(crate) kinds: BTreeSet<KindRef>,
    pub(crate) states: Vec<StateKey>,
    pub(crate) problems: Vec<String>,
    pub(crate) client: bool,
}

/// A type that handlers ask for with `State<T>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateKey {
    pub(crate) id: TypeId,
    pub(crate) name: String,
}

impl StateKey {
    pub(crate) fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: crate::describe::type_name::<T>(),
        }
    }
}

impl Needs {
    pub(crate) fn new(primary: KindRef, origin: Origin) -> Self {
        Self {
            primary,
            origin,
            rules: Vec::new(),
            watches: Vec::new(),
            kinds: BTreeSet::new(),
            states: Vec::new(),
            problems: Vec::new(),
            client: false,
        }
    }

    /// The kind that the handler's controller reconciles.
    pub fn primary(&self) -> &KindRef {
        &self.primary
    }

    /// Asks for verbs on a kind, and with a subresource on that.
    ///
    /// A cluster-scoped kind is asked for in the whole cluster whatever the scope: it is nowhere else.
    pub fn rule<C: Kind>(&mut self, subresource: Option<&str>, verbs: &[Verb], scope: AccessScope) {
        let kind = C::kind_ref();
        self.rule_on(&kind, subresource, verbs, scope);
    }

    pub(crate) fn rule_on(
        &mut self,
        kind: &KindRef,
        subresource: Option<&str>,
        verbs: &[Verb],
        scope: AccessScope,
    ) {
        self.named_rule_on(kind, subresource, &[], verbs, scope);
    }

    /// The same for the objects of these names alone; none for all.
    pub(crate) fn named_rule_on(
        &mut self,
        kind: &KindRef,
        subresource: Option<&str>,
        names: &[&str],
        verbs: &[Verb],
        scope: AccessScope,
    ) {
        let resource = match subresource {
            Some(subresource) => format!("{}/{subresource}", kind.plural),
            None => kind.plural.clone(),
        };
        let scope = self.reach(kind, scope);
        if *kind != self.primary {
            self.kinds.insert(kind.clone());
        }
        self.push(kind.group.clone(), resource, names, verbs, scope);
    }

    /// Asks for what an author has listed by hand.
    pub(crate) fn granted(&mut self, grant: &Grant) {
        let (group, resource) = (grant.group.to_owned(), grant.resource.to_owned());
        self.push(group, resource, grant.names, grant.verbs, grant.scope);
    }

    fn push(&mut self, group: String, resource: String, names: &[&str], verbs: &[Verb], scope: AccessScope) {
        let mut verbs = verbs.to_vec();
        verbs.sort_unstable();
        verbs.dedup();
        let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        names.sort_unstable();
        names.dedup();
        self.rules.push(Rule {
            group,
            resource,
            resource_names: names,
            verbs,
            scope,
            via: None,
            origin: self.origin.clone(),
        });
    }

    /// Asks for a kind to be listed and watched, with the rule for that.
    pub fn watch<C: Kind>(&mut self, relation: Relation, scope: AccessScope) {
        let kind = C::kind_ref();
        self.rule_on(&kind, None, &[Verb::List, Verb::Watch], scope);
        let scope = self.reach(&kind, scope);
        self.watches.push(Watch {
            kind,
            relation,
            scope,
            selector: None,
            form: Form::Full,
        });
    }

    /// Asks for a value that the operator was given with `Operator::state`.
    pub fn state<T: Send + Sync + 'static>(&mut self) {
        self.states.push(StateKey::of::<T>());
    }

    /// Reports that the argument cannot work here; the description fails with it.
    pub fn problem(&mut self, text: impl Into<String>) {
        self.problems.push(text.into());
    }

    /// Where children and events of the primary are: beside it, or anywhere if it lives in the cluster.
    pub fn beside_primary(&self) -> AccessScope {
        match self.primary.scope {
            Scope::Namespaced => AccessScope::Watched,
            Scope::Cluster => AccessScope::Everywhere,
        }
    }

    fn reach(&mut self, kind: &KindRef, scope: AccessScope) -> AccessScope {
        if kind.scope == Scope::Namespaced {
            return scope;
        }
        if scope == AccessScope::Here {
            let text = format!(
                "`{}` lives in the cluster, not in a namespace: take `Here` away",
                kind.kind
            );
            if !self.problems.contains(&text) {
                self.problems.push(text);
            }
        }
        AccessScope::Everywhere
    }
}

//! `Get<C>`: single objects, asked for one by one.

use std::marker::PhantomData;
use std::sync::Arc;

use kopr_model::Verb;

use super::{AccessScopeKind, Any, Context, Extract, Names, Needs, Watched, names};
use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::runtime::Run;

/// Single objects, asked for by name when they are needed.
///
/// Each call is a request: nothing is kept, nothing is watched, and a change runs nothing. That is right for what is
/// seldom needed, and for Secrets, of which the role then lets nobody make a list. With a type that names objects
/// ([`names!`](crate::names)), the role grants these alone.
///
/// ```
/// use kopr::k8s_openapi::api::core::v1::{ConfigMap, Secret};
/// use kopr::prelude::*;
///
/// kopr::names!(
///     pub struct CaBundle = ["ca-bundle"];
/// );
///
/// async fn reconcile(config: Arc<ConfigMap>, secrets: Get<Secret>, bundle: Get<ConfigMap, CaBundle, Here>) -> Result<()> {
///     let secret = secrets.get(&config.name_any()).await?;
///     let bundle = bundle.get("ca-bundle").await?;
///     println!("{} and {}", secret.is_some(), bundle.is_some());
///     Ok(())
/// }
///
/// let model = Operator::new("x-operator").domain("example.com").controller(reconcile).describe().unwrap();
/// let rule = &model.controllers[0].handlers[0].arguments[2].rules[0];
/// assert_eq!((rule.verbs.as_slice(), rule.resource_names.as_slice()), (&[kopr::model::Verb::Get][..], &["ca-bundle".to_owned()][..]));
/// ```
pub struct Get<C, N = Any, S = Watched> {
    run: Arc<Run>,
    kind: PhantomData<fn() -> C>,
    names: PhantomData<fn() -> N>,
    scope: PhantomData<fn() -> S>,
}

impl<K: Kind, C: Kind, N: Names, S: AccessScopeKind> Extract<K> for Get<C, N, S> {
    fn needs(needs: &mut Needs) {
        names::check::<N>(needs);
        needs.named_rule_on(&C::kind_ref(), None, N::NAMES, &[Verb::Get], S::SCOPE);
    }

    fn extract(context: &Context<K>) -> Self {
        Self {
            run: Arc::clone(&context.run),
            kind: PhantomData,
            names: PhantomData,
            scope: PhantomData,
        }
    }
}

impl<C: Kind, N: Names, S: AccessScopeKind> Get<C, N, S> {
    /// The object of that name, if there is one: beside the reconciled object, in the operator's own namespace for
    /// [`Here`](super::Here), or cluster-scoped.
    ///
    /// # Errors
    /// The API server's answer; an object that does not fit its type; without a request: a name that `N` does not
    /// have, a namespace in which nothing is granted.
    pub async fn get(&self, name: &str) -> Result<Option<Arc<C>>> {
        self.ask(None, name).await
    }

    /// The object of that name in that namespace, if there is one.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub async fn get_in(&self, namespace: &str, name: &str) -> Result<Option<Arc<C>>> {
        self.ask(Some(namespace), name).await
    }

    async fn ask(&self, namespace: Option<&str>, name: &str) -> Result<Option<Arc<C>>> {
        if !names::allows::<N>(name) {
            return Err(Error::message(format!(
                "`{}` may not get the {} `{name}`: its type does not name it",
                crate::describe::type_name::<Self>(),
                C::kind_ref().kind
            )));
        }
        self.run.get(S::SCOPE, namespace, name).await
    }
}

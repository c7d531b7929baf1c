//! `Sub<C, S>`: subresources of single objects.

mod eviction;
mod log;
mod scale;
mod token;

use std::marker::PhantomData;
use std::sync::Arc;

use kopr_model::Verb;

use super::{AccessScopeKind, Any, Context, Extract, Names, Needs, Watched, names};
use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::runtime::{Place, Run};

pub use eviction::{Evicted, Eviction};
pub use log::Log;
pub use scale::{GetScale, Scale};
pub use token::{IssuedToken, Token};

/// A subresource of single objects, with the one verb that it takes.
///
/// | type | rule | methods |
/// | --- | --- | --- |
/// | `Sub<Pod, Eviction>` | create on pods/eviction | `evict` |
/// | `Sub<C, GetScale>` | get on C/scale | `get` |
/// | `Sub<C, Scale>` | patch on C/scale | `scale` |
/// | `Sub<Pod, Log>` | get on pods/log | `log`, `log_with` |
/// | `Sub<ServiceAccount, Token>` | create on serviceaccounts/token | `token` |
///
/// Like [`Get`](super::Get) it keeps and watches nothing, and takes names and a scope: `Sub<Pod, Log, Any, Here>`.
/// Objects are looked for beside the reconciled one, or in the operator's own namespace for [`Here`](super::Here);
/// [`in_namespace`](Self::in_namespace) looks elsewhere.
///
/// ```
/// use kopr::extract::{Evicted, Eviction};
/// use kopr::k8s_openapi::api::core::v1::{ConfigMap, Pod};
/// use kopr::prelude::*;
///
/// async fn reconcile(config: Arc<ConfigMap>, pods: Sub<Pod, Eviction>) -> Result<Action> {
///     Ok(match pods.evict(&config.name_any()).await? {
///         Evicted::Refused(_) => Action::requeue(Duration::from_secs(10)),
///         Evicted::Yes | Evicted::Gone => Action::await_change(),
///     })
/// }
///
/// let model = Operator::new("x-operator").domain("example.com").controller(reconcile).describe().unwrap();
/// let rule = &model.controllers[0].handlers[0].arguments[1].rules[0];
/// assert_eq!(rule.resource, "pods/eviction");
/// ```
pub struct Sub<C, S, N = Any, W = Watched> {
    run: Arc<Run>,
    namespace: Option<String>,
    kind: PhantomData<fn() -> C>,
    subresource: PhantomData<fn() -> S>,
    names: PhantomData<fn() -> N>,
    scope: PhantomData<fn() -> W>,
}

/// A subresource of objects of the kind `C`, and the verbs that are asked for on it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no subresource of `{C}`",
    label = "not a subresource of that kind",
    note = "there are `Sub<Pod, Eviction>`, `Sub<Pod, Log>`, `Sub<ServiceAccount, Token>`, and `Sub<T, Scale>` and `Sub<T, GetScale>` of every kind; all are in `kopr::extract`"
)]
pub trait Subresource<C: Kind>: Send + Sync + 'static {
    /// Its name, as the last part of the path.
    const NAME: &'static str;
    /// The verbs.
    const VERBS: &'static [Verb];
}

impl<K, C, S, N, W> Extract<K> for Sub<C, S, N, W>
where
    K: Kind,
    C: Kind,
    S: Subresource<C>,
    N: Names,
    W: AccessScopeKind,
{
    fn needs(needs: &mut Needs) {
        names::check::<N>(needs);
        needs.named_rule_on(&C::kind_ref(), Some(S::NAME), N::NAMES, S::VERBS, W::SCOPE);
    }

    fn extract(context: &Context<K>) -> Self {
        Self::new(Arc::clone(&context.run), None)
    }
}

impl<C, S, N, W> Sub<C, S, N, W> {
    fn new(run: Arc<Run>, namespace: Option<String>) -> Self {
        Self {
            run,
            namespace,
            kind: PhantomData,
            subresource: PhantomData,
            names: PhantomData,
            scope: PhantomData,
        }
    }
}

impl<C: Kind, S: Subresource<C>, N: Names, W: AccessScopeKind> Sub<C, S, N, W> {
    /// The same for objects in that namespace.
    #[must_use]
    pub fn in_namespace(&self, namespace: impl Into<String>) -> Self {
        Self::new(Arc::clone(&self.run), Some(namespace.into()))
    }

    /// The object of that name, if it may be asked for.
    fn place(&self, name: &str) -> Result<Place> {
        let kind = C::kind_ref();
        if !names::allows::<N>(name) {
            return Err(Error::message(format!(
                "`{}` may not reach the {} `{name}`: its type does not name it",
                crate::describe::type_name::<Self>(),
                kind.kind
            )));
        }
        self.run.single(kind, W::SCOPE, self.namespace.as_deref(), name)
    }
}

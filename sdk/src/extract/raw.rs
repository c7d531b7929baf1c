//! `Raw<R>`: a client for what no other argument does.

use std::marker::PhantomData;

use kopr_model::{AccessScope, Verb};

use super::{Context, Extract, Needs};
use crate::kind::Kind;

/// A client of the API, for what no other argument does.
///
/// The role grants what `R` lists, and nothing holds the requests to it: what is missing is refused by the API server
/// while the operator runs, what is too much is seen by the tests alone ([`Sandbox::access`]). So `kopr lint` tells of
/// each of these arguments.
///
/// [`Sandbox::access`]: https://docs.rs/kopr/latest/kopr/testing/struct.Sandbox.html#method.access
///
/// ```
/// use kopr::extract::{Grant, Raw, Rules};
/// use kopr::k8s_openapi::api::core::v1::ConfigMap;
/// use kopr::model::Verb;
/// use kopr::prelude::*;
///
/// struct NodeMetrics;
///
/// impl Rules for NodeMetrics {
///     const RULES: &'static [Grant] = &[Grant::new("metrics.k8s.io", "nodes", &[Verb::List]).everywhere()];
/// }
///
/// async fn reconcile(config: Arc<ConfigMap>, raw: Raw<NodeMetrics>) -> Result<()> {
///     let request = kopr::kube::core::Request::new("/apis/metrics.k8s.io/v1beta1/nodes");
///     let text = raw.client().request_text(request.list(&Default::default())?).await?;
///     println!("{}: {} bytes", config.name_any(), text.len());
///     Ok(())
/// }
///
/// let model = Operator::new("x-operator").domain("example.com").controller(reconcile).describe().unwrap();
/// assert!(model.controllers[0].handlers[0].arguments[1].client);
/// ```
pub struct Raw<R> {
    client: kube::Client,
    rules: PhantomData<fn() -> R>,
}

/// What a [`Raw`] client is granted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not list what a client may do",
    label = "not a list of rules",
    note = "`impl Rules for {Self}` with `const RULES: &'static [Grant]`, such as `&[Grant::new(\"\", \"nodes/proxy\", &[Verb::Get]).everywhere()]`"
)]
pub trait Rules: Send + Sync + 'static {
    /// The rules.
    const RULES: &'static [Grant];
}

/// Verbs on a resource, listed by hand.
#[derive(Clone, Copy, Debug)]
pub struct Grant {
    pub(super) group: &'static str,
    pub(super) resource: &'static str,
    pub(super) verbs: &'static [Verb],
    pub(super) names: &'static [&'static str],
    pub(super) scope: AccessScope,
}

impl Grant {
    /// These verbs on that resource in the watched namespaces. The group is empty for the core group; a subresource
    /// comes after a slash: `pods/exec`.
    pub const fn new(group: &'static str, resource: &'static str, verbs: &'static [Verb]) -> Self {
        Self {
            group,
            resource,
            verbs,
            names: &[],
            scope: AccessScope::Watched,
        }
    }

    /// On the objects of these names alone.
    #[must_use]
    pub const fn named(self, names: &'static [&'static str]) -> Self {
        Self { names, ..self }
    }

    /// In the operator's own namespace.
    #[must_use]
    pub const fn here(self) -> Self {
        Self {
            scope: AccessScope::Here,
            ..self
        }
    }

    /// In the whole cluster; what is in no namespace is nowhere else.
    #[must_use]
    pub const fn everywhere(self) -> Self {
        Self {
            scope: AccessScope::Everywhere,
            ..self
        }
    }
}

impl<K: Kind, R: Rules> Extract<K> for Raw<R> {
    fn needs(needs: &mut Needs) {
        needs.client = true;
        if R::RULES.is_empty() {
            needs.problem("it lists no rules, and without any a client can do nothing: list what it does");
        }
        for grant in R::RULES {
            for (is_missing, what) in [
                (grant.resource.is_empty(), "resource"),
                (grant.verbs.is_empty(), "verbs"),
            ] {
                if is_missing {
                    needs.problem(format!("a rule without {what}: {grant:?}"));
                }
            }
            needs.granted(grant);
        }
    }

    fn extract(context: &Context<K>) -> Self {
        Self {
            client: context.run.client(),
            rules: PhantomData,
        }
    }
}

impl<R> Raw<R> {
    /// The client. Its requests are counted in the metrics and recorded in tests like all others.
    pub fn client(&self) -> &kube::Client {
        &self.client
    }
}

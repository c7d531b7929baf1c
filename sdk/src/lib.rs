//! Kubernetes operators from Rust types and plain async functions: data from code, not code from data.
//!
//! A handler's signature is its role: each argument says which verbs on which resource it needs and
//! what it watches. The [`Operator`] value that runs is the one that is described, and the `kopr`
//! command renders every manifest from that description.
//!
//! ```
//! use kopr::prelude::*;
//! use kopr::k8s_openapi::api::apps::v1::Deployment;
//!
//! /// A memcached cluster.
//! #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
//! #[kopr(group = "cache.example.com", version = "v1alpha1", kind = "Memcached", namespaced,
//!        status = "MemcachedStatus", shortname = "mc")]
//! #[serde(rename_all = "camelCase")]
//! pub struct MemcachedSpec {
//!     /// How many memcached pods run.
//!     #[kopr(column)]
//!     #[schemars(range(min = 1, max = 9))]
//!     pub size: i32,
//! }
//!
//! #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
//! pub struct MemcachedStatus {
//!     #[kopr(column)]
//!     pub ready: i32,
//! }
//!
//! async fn reconcile(
//!     memcached: Arc<Memcached>,
//!     deployments: Owned<Deployment>,
//!     status: Status<Memcached>,
//! ) -> Result<Action> {
//!     let found = deployments.get(memcached.metadata.name.as_deref().unwrap_or_default()).await?;
//!     status.update(|s| s.ready = i32::from(found.is_some())).await?;
//!     Ok(Action::await_change())
//! }
//!
//! let operator = Operator::new("memcached-operator").controller(reconcile);
//! let model = operator.describe().unwrap();
//! assert_eq!(model.resources[0].crd_name(), "memcacheds.cache.example.com");
//! ```

mod action;
#[cfg(doctest)]
mod book;
mod conditions;
mod controller;
pub mod describe;
mod duration;
pub mod env;
mod error;
pub mod extract;
pub mod handler;
mod kind;
mod operator;
pub mod prelude;
pub mod runtime;
pub mod schema;
#[cfg(feature = "testing")]
pub mod testing;

#[doc(hidden)]
pub mod __private;

pub use action::Action;
pub use conditions::{ConditionStatus, Conditions};
pub use controller::{Controller, IntoController};
pub use describe::{IntoOperator, describe_if_asked};
pub use duration::{Duration, ParseDurationError};
pub use error::{Error, Result};
pub use kind::{ChildOf, Defined, Kind, KindWithStatus, MayOwn, Primary, ScopeKind};
pub use kopr_macros::{Access, CustomResource, Schema};
pub use operator::Operator;

pub use k8s_openapi;
pub use kopr_model as model;
pub use kube;
pub use kube::core::{Message, Reason, Rule};
pub use schemars;

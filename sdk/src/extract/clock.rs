//! `Clock`: what time it is, so that a test can say that it is later.

use std::time::Duration;

use k8s_openapi::jiff::Timestamp;
use kube::ResourceExt;

use super::{Context, Extract, Needs};
use crate::kind::Kind;
use crate::runtime;

/// What time it is. A handler that goes by this clock can be tested without waiting: `Sandbox::advance` puts it forward,
/// and who has asked to come back by then runs at once.
///
/// ```
/// use kopr::k8s_openapi::api::core::v1::ConfigMap;
/// use kopr::prelude::*;
///
/// /// Objects live for a day.
/// async fn reconcile(config: Arc<ConfigMap>, configs: Write<ConfigMap, Delete>, clock: Clock) -> Result<Action> {
///     let left = Duration::from_hours(24).saturating_sub(clock.age(&*config));
///     if left.is_zero() {
///         configs.delete(&config.name_any()).await?;
///         return Ok(Action::await_change());
///     }
///     Ok(Action::requeue(left))
/// }
///
/// let model = Operator::new("x-operator").domain("example.com").controller(reconcile).describe().unwrap();
/// assert!(model.controllers[0].handlers[0].arguments[2].rules.is_empty());
/// ```
pub struct Clock {
    clock: runtime::Clock,
}

impl<K: Kind> Extract<K> for Clock {
    fn needs(_: &mut Needs) {}

    fn extract(context: &Context<K>) -> Self {
        Self {
            clock: context.run.clock().clone(),
        }
    }
}

impl Clock {
    /// Now.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// How long ago that was; nothing for what is still to come.
    pub fn since(&self, at: Timestamp) -> Duration {
        self.now().duration_since(at).try_into().unwrap_or_default()
    }

    /// How long the object has been there, by its `creationTimestamp`; nothing before it is there.
    pub fn age(&self, object: &impl ResourceExt) -> Duration {
        object
            .creation_timestamp()
            .map_or(Duration::ZERO, |at| self.since(at.0))
    }
}

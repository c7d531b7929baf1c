//! Keys in `ui(..)` that do not exist, and ones that are written wrongly: all at once.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    ui(displayname = "Cache", resource(kind = "Pod"))
)]
pub struct MemcachedSpec {
    #[kopr(ui(pod_counts, displayName = "Size", podCount, urns = "x"))]
    size: i32,
    #[kopr(ui)]
    word: i32,
    #[kopr(ui = "Size")]
    text: i32,
    #[kopr(ui("Size"))]
    literal: i32,
    #[kopr(ui(number = 1, kind, selector("a", "b"), select(), field_dependency("tls"), advanced(1)))]
    values: i32,
    #[kopr(ui(hidden, hidden, display_name = "A", display_name = "B"))]
    twice: i32,
    #[kopr(ui(display_name = 1, skip = "yes"))]
    types: i32,
}

// Whatever is wrong above, what uses the kind is right.
async fn reconcile(object: Arc<Memcached>, status: Status<Memcached>) -> Result<Action> {
    status.update(|status| status.ready = object.spec.size).await?;
    Ok(Action::await_change())
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct MemcachedStatus {
    ready: i32,
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}

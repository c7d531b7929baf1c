//! Mistakes in `ui(..)` on the fields of a spec and on a kind.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    ui(
        display_name = " ",
        resource(kind = "pod", version = "V1"),
        resource(kind = "Pod", version = "v1"),
        resource(kind = "Pod", version = "v1")
    )
)]
pub struct MemcachedSpec {
    #[kopr(ui(pod_statuses))]
    of_status: i32,
    #[kopr(ui(number, pod_count))]
    size: i32,
    #[kopr(ui(skip, advanced))]
    skipped: i32,
    #[kopr(ui())]
    nothing: i32,
    #[kopr(ui(description = "", urn = "x:y"))]
    texts: i32,
    #[kopr(ui(kind = "secret"))]
    kind: String,
    #[kopr(ui(kind = "example.com:Thing"))]
    short: String,
    #[kopr(ui(selector = "Pod"))]
    selector: String,
    #[kopr(ui(selector = "core:v1:pod"))]
    lower: String,
    #[kopr(ui(select("a", "b", "a")))]
    choice: String,
    #[kopr(ui(field_dependency("spec.tls", "true"), field_group = ""))]
    dependent: String,
    #[kopr(ui(hidden))]
    #[serde(skip)]
    cache: Option<i32>,
    #[kopr(ui(hidden))]
    #[serde(flatten)]
    more: std::collections::BTreeMap<String, String>,
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

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Policy",
    namespaced,
    no_spec,
    ui()
)]
pub struct PolicyFields {
    #[kopr(ui(display_name = "Role"))]
    role: String,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "other.example.com",
    version = "v1",
    kind = "Other",
    namespaced,
    foreign,
    ui(display_name = "Other")
)]
pub struct OtherSpec {}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}

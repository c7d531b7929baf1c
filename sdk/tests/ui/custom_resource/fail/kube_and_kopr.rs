//! Both attributes at once: one of them would be ignored.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Both", namespaced)]
#[kube(shortname = "b")]
pub struct BothSpec {
    pub size: i32,
}

/// Words on fields travel in the schema that kopr derives.
#[derive(CustomResource, Serialize, Deserialize, schemars::JsonSchema, Clone, Debug)]
#[kube(group = "cache.example.com", version = "v1", kind = "Inside", namespaced)]
pub struct InsideSpec {
    #[kopr(column)]
    pub size: i32,
}

async fn both(_object: Arc<Both>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("cache-operator").controller(both).crd::<Inside>();
}

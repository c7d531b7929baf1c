//! A closure that captures, in its `async move` form.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1alpha1", kind = "Memcached", namespaced)]
pub struct MemcachedSpec {
    size: i32,
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(async move |_memcached: Arc<Memcached>| {
        println!("{greeting}");
        kopr::Result::Ok(Action::await_change())
    });
}

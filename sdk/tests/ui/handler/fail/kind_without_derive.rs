//! A controller for a kind that was written by hand or with kube's own derive, without kopr's.

use std::borrow::Cow;

use kopr::kube;
use kopr::prelude::*;

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Memcached {
    metadata: ObjectMeta,
}

impl kube::Resource for Memcached {
    type DynamicType = ();
    type Scope = kube::core::NamespaceResourceScope;
    fn kind(_: &()) -> Cow<'_, str> {
        "Memcached".into()
    }
    fn group(_: &()) -> Cow<'_, str> {
        "cache.example.com".into()
    }
    fn version(_: &()) -> Cow<'_, str> {
        "v1alpha1".into()
    }
    fn plural(_: &()) -> Cow<'_, str> {
        "memcacheds".into()
    }
    fn meta(&self) -> &ObjectMeta {
        &self.metadata
    }
    fn meta_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}

async fn reconcile(_memcached: Arc<Memcached>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}

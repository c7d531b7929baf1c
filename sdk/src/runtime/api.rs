//! Requests on kinds that are values.

use kopr_model::{KindRef, Scope};
use kube::Client;
use kube::api::{Api, DynamicObject};
use kube::core::ApiResource;

/// The kind as kube names it.
pub(crate) fn api_resource(kind: &KindRef) -> ApiResource {
    ApiResource {
        group: kind.group.clone(),
        version: kind.version.clone(),
        api_version: kind.api_version(),
        kind: kind.kind.clone(),
        plural: kind.plural.clone(),
    }
}

/// Requests on the objects of a kind in one namespace, or in all.
pub(crate) fn api(client: &Client, kind: &KindRef, namespace: Option<&str>) -> Api<DynamicObject> {
    let resource = api_resource(kind);
    match (kind.scope, namespace) {
        (Scope::Namespaced, Some(namespace)) => Api::namespaced_with(client.clone(), namespace, &resource),
        _ => Api::all_with(client.clone(), &resource),
    }
}

//! Kinds as types: what can be reconciled, owned, read.

use std::fmt::Debug;

use k8s_openapi::{ClusterResourceScope, NamespaceResourceScope};
use kopr_model::{KindRef, Scope};
use serde::{Serialize, de::DeserializeOwned};

use crate::describe::Definition;

/// A kind of the Kubernetes API as a Rust type: every `k8s_openapi` resource and every derived one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a kind of the Kubernetes API",
    label = "not a Kubernetes resource",
    note = "use a type of `kopr::k8s_openapi::api`, or the root struct that `#[derive(CustomResource)]` makes (`Memcached`, not `MemcachedSpec`)"
)]
pub trait Kind:
    kube::Resource<DynamicType = (), Scope: ScopeKind>
    + Clone
    + Debug
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// The kind as a value.
    fn kind_ref() -> KindRef {
        KindRef {
            group: Self::group(&()).into_owned(),
            version: Self::version(&()).into_owned(),
            kind: <Self as kube::Resource>::kind(&()).into_owned(),
            plural: Self::plural(&()).into_owned(),
            scope: <Self::Scope as ScopeKind>::SCOPE,
        }
    }
}

impl<K> Kind for K where
    K: kube::Resource<DynamicType = (), Scope: ScopeKind>
        + Clone
        + Debug
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + 'static
{
}

/// Where the objects of a kind live, as a type.
#[diagnostic::on_unimplemented(
    message = "objects of this kind live neither in a namespace nor in the cluster",
    note = "subresources and dynamic kinds cannot be watched or owned"
)]
pub trait ScopeKind: 'static {
    /// The same as a value.
    const SCOPE: Scope;
    /// Requests on such a kind: in that namespace, or in the cluster.
    fn api<K: kube::Resource<DynamicType = (), Scope = Self>>(
        client: kube::Client,
        namespace: &str,
    ) -> kube::Api<K>;
}

impl ScopeKind for NamespaceResourceScope {
    const SCOPE: Scope = Scope::Namespaced;
    fn api<K: kube::Resource<DynamicType = (), Scope = Self>>(
        client: kube::Client,
        namespace: &str,
    ) -> kube::Api<K> {
        kube::Api::namespaced(client, namespace)
    }
}

impl ScopeKind for ClusterResourceScope {
    const SCOPE: Scope = Scope::Cluster;
    fn api<K: kube::Resource<DynamicType = (), Scope = Self>>(client: kube::Client, _: &str) -> kube::Api<K> {
        kube::Api::all(client)
    }
}

/// A kind that a controller can be made for.
#[diagnostic::on_unimplemented(
    message = "no controller can be made for `{Self}`",
    label = "the first argument of the handler is an `Arc` of this",
    note = "put `#[derive(kopr::CustomResource)]` on its spec, or use a type of `kopr::k8s_openapi::api`"
)]
pub trait Primary: Kind {
    /// What the derive knows of the kind; `None` for kinds that Kubernetes itself brings.
    fn definition() -> Option<Definition> {
        None
    }
}

impl<K: Kind + k8s_openapi::Resource> Primary for K {}

/// Scopes whose objects may own objects of another scope, by Kubernetes' own rule.
#[diagnostic::on_unimplemented(
    message = "a namespaced object cannot own a cluster-scoped one",
    label = "this kind lives in the cluster, its owner in a namespace",
    note = "Kubernetes collects such a child at once; use `Write<T, Delete>` and delete the object in `.cleanup(..)`"
)]
pub trait MayOwn<Child> {}

impl MayOwn<NamespaceResourceScope> for NamespaceResourceScope {}
impl MayOwn<NamespaceResourceScope> for ClusterResourceScope {}
impl MayOwn<ClusterResourceScope> for ClusterResourceScope {}

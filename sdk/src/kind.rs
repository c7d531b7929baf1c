//! Kinds as types: what can be reconciled, owned, read.

mod part;
mod tried;

use std::fmt::Debug;

use k8s_openapi::{ClusterResourceScope, NamespaceResourceScope};
use kopr_model::{KindRef, Scope};
use kube::core::object::HasStatus;
use serde::{Serialize, de::DeserializeOwned};

use crate::describe::Definition;

pub use part::{Part, read_or_default};

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

// So that what fails is reported in the words above, not in those of the first bound; so below.
#[diagnostic::do_not_recommend]
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
    label = "the handler's first argument is not an `Arc` of a kind that kopr knows",
    note = "put `#[derive(kopr::CustomResource)]` on its spec and take the root struct (`Memcached`, not `MemcachedSpec`), or use a type of `kopr::k8s_openapi::api`"
)]
pub trait Primary: Kind + Defined {}

#[diagnostic::do_not_recommend]
impl<K: Kind + Defined> Primary for K {}

/// What `#[derive(CustomResource)]` says of a kind; the kinds that Kubernetes itself brings say nothing.
pub trait Defined {
    /// What the derive knows of the kind; `None` for kinds that Kubernetes itself brings.
    fn definition() -> Option<Definition> {
        None
    }
}

impl<K: k8s_openapi::Resource> Defined for K {}

/// A kind whose status can be written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no status",
    label = "`Status<{Self}>` writes a status",
    note = "name its type in the derive: `#[kopr(status = \"{Self}Status\")]`"
)]
pub trait KindWithStatus: Kind + HasStatus {}

#[diagnostic::do_not_recommend]
impl<K: Kind + HasStatus> KindWithStatus for K {}

/// A kind whose objects can be owned by those of `Owner`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a child of `{Owner}`",
    label = "`Owned<{Self}>` is not possible here",
    note = "a namespaced object cannot own a cluster-scoped one, Kubernetes collects such a child at once: use `Linked<T>`",
    note = "a child is a kind: a type of `kopr::k8s_openapi::api`, or the root struct that `#[derive(CustomResource)]` makes"
)]
pub trait ChildOf<Owner: Kind>: Kind {}

#[diagnostic::do_not_recommend]
impl<Owner: Kind, C: Kind> ChildOf<Owner> for C where Owner::Scope: MayOwn<C::Scope> {}

/// Scopes whose objects may own objects of another scope, by Kubernetes' own rule.
pub trait MayOwn<Child> {}

impl MayOwn<NamespaceResourceScope> for NamespaceResourceScope {}
impl MayOwn<NamespaceResourceScope> for ClusterResourceScope {}
impl MayOwn<ClusterResourceScope> for ClusterResourceScope {}

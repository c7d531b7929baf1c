//! The few requests: a lease is read, made and written by name. It is neither listed nor watched.

use k8s_openapi::api::coordination::v1::Lease;
use kube::api::{Api, ObjectMeta, PostParams};

/// Where a lease is kept.
pub(super) trait Leases: Send {
    /// The lease; `None` if there is none.
    fn get(&self) -> impl Future<Output = Result<Option<Lease>, kube::Error>> + Send;
    /// Makes it; fails if it is there.
    fn create(&self, lease: Lease) -> impl Future<Output = Result<Lease, kube::Error>> + Send;
    /// Writes it; fails if it is another version than the one that was read.
    fn update(&self, lease: Lease) -> impl Future<Output = Result<Lease, kube::Error>> + Send;
    /// How it is called, with its namespace.
    fn name(&self) -> String;
}

/// The lease on the API server.
pub(super) struct ApiLeases {
    api: Api<Lease>,
    namespace: String,
    name: String,
}

impl ApiLeases {
    pub(super) fn new(client: kube::Client, namespace: &str, name: &str) -> Self {
        Self {
            api: Api::namespaced(client, namespace),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        }
    }
}

impl Leases for ApiLeases {
    async fn get(&self) -> Result<Option<Lease>, kube::Error> {
        self.api.get_opt(&self.name).await
    }

    async fn create(&self, mut lease: Lease) -> Result<Lease, kube::Error> {
        lease.metadata = ObjectMeta {
            name: Some(self.name.clone()),
            namespace: Some(self.namespace.clone()),
            ..ObjectMeta::default()
        };
        self.api.create(&PostParams::default(), &lease).await
    }

    async fn update(&self, lease: Lease) -> Result<Lease, kube::Error> {
        self.api.replace(&self.name, &PostParams::default(), &lease).await
    }

    fn name(&self) -> String {
        format!("{}/{}", self.namespace, self.name)
    }
}

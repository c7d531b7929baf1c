//! Gives each Tenant a namespace with limits.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::core::v1::{ConfigMap, Namespace, ResourceQuota, ResourceQuotaSpec};
use kopr::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kopr::prelude::*;

use crate::api::v1alpha1::{Limits, Tenant};

/// ConfigMap beside the operator with the limits of tenants that name none: keys `pods` and `cores`.
pub const DEFAULTS: &str = "tenant-defaults";
/// ConfigMap with the tenant's notice, in the tenant's namespace.
pub const NOTICE: &str = "notice";
/// ResourceQuota in the tenant's namespace.
pub const QUOTA: &str = "limits";

/// How the operator names what it makes.
pub struct Naming {
    /// What the name of a tenant's namespace begins with.
    pub prefix: String,
}

impl Default for Naming {
    fn default() -> Self {
        Self {
            prefix: "tenant-".to_owned(),
        }
    }
}

impl Naming {
    /// Name of a tenant's namespace.
    pub fn namespace(&self, tenant: &Tenant) -> String {
        format!("{}{}", self.prefix, tenant.name_any())
    }
}

/// What a tenant has in the cluster. All of it goes with the tenant.
#[derive(Access)]
pub struct Belongings {
    namespaces: Owned<Namespace>,
    quotas: Owned<ResourceQuota>,
    notices: Owned<ConfigMap, Delete>,
}

/// What the operator keeps about a tenant in its own namespace. It stays when the tenant goes, so it is
/// written, not owned.
#[derive(Access)]
pub struct Records {
    configs: Write<ConfigMap, kopr::extract::Keep, Here>,
}

/// Makes the cluster match a Tenant.
pub async fn reconcile(
    tenant: Arc<Tenant>,
    naming: State<Naming>,
    defaults: Read<ConfigMap, Here>,
    belongings: Belongings,
    records: Records,
    status: Status<Tenant>,
    events: Events,
) -> Result<Action> {
    let namespace = naming.namespace(&tenant);
    let limits = limits(&tenant.spec.limits, defaults.get(DEFAULTS).await?.as_deref());
    let is_new = belongings.namespaces.get(&namespace).await?.is_none();

    if is_new {
        // First, so that it is tried again for as long as the namespace is not there.
        records.note(&tenant, "here").await?;
        events
            .normal("Settled", format!("gets the namespace {namespace}"))
            .await?;
    }
    belongings.namespaces.apply(self::namespace(&namespace)).await?;
    belongings.quotas.apply(quota(&namespace, &limits)).await?;
    match &tenant.spec.notice {
        Some(text) => {
            belongings.notices.apply(notice(&namespace, text)).await?;
        }
        None => belongings.notices.delete(NOTICE).await?,
    }

    let generation = tenant.metadata.generation;
    status
        .update(|status| {
            let message = format!("the namespace {namespace} is there");
            status.namespace = Some(namespace);
            status.observed_generation = generation;
            status.conditions.set("Ready", true, "Settled", message);
        })
        .await?;
    Ok(Action::await_change())
}

/// Notes that the tenant has left; what belongs to it goes by itself.
pub async fn cleanup(tenant: Arc<Tenant>, records: Records) -> Result<Action> {
    records.note(&tenant, "left").await?;
    Ok(Action::await_change())
}

impl Records {
    async fn note(&self, tenant: &Tenant, state: &str) -> Result<()> {
        let record = ConfigMap {
            metadata: named(&format!("tenant-{}", tenant.name_any()), None),
            data: Some(BTreeMap::from([
                ("contact".to_owned(), tenant.spec.contact.clone()),
                ("state".to_owned(), state.to_owned()),
            ])),
            ..ConfigMap::default()
        };
        self.configs.apply(record).await?;
        Ok(())
    }
}

fn named(name: &str, namespace: Option<&str>) -> ObjectMeta {
    ObjectMeta {
        name: Some(name.to_owned()),
        namespace: namespace.map(str::to_owned),
        ..ObjectMeta::default()
    }
}

fn namespace(name: &str) -> Namespace {
    Namespace {
        metadata: named(name, None),
        ..Namespace::default()
    }
}

fn quota(namespace: &str, limits: &Limits) -> ResourceQuota {
    let hard: BTreeMap<String, Quantity> = [("pods", limits.pods), ("limits.cpu", limits.cores)]
        .into_iter()
        .filter_map(|(name, limit)| Some((name.to_owned(), Quantity(limit?.to_string()))))
        .collect();
    ResourceQuota {
        metadata: named(QUOTA, Some(namespace)),
        spec: Some(ResourceQuotaSpec {
            hard: Some(hard),
            ..ResourceQuotaSpec::default()
        }),
        ..ResourceQuota::default()
    }
}

fn notice(namespace: &str, text: &str) -> ConfigMap {
    ConfigMap {
        metadata: named(NOTICE, Some(namespace)),
        data: Some(BTreeMap::from([("text".to_owned(), text.to_owned())])),
        ..ConfigMap::default()
    }
}

/// The tenant's limits, filled up from the defaults.
fn limits(own: &Limits, defaults: Option<&ConfigMap>) -> Limits {
    let default = |key: &str| defaults?.data.as_ref()?.get(key)?.parse().ok();
    Limits {
        pods: own.pods.or_else(|| default("pods")),
        cores: own.cores.or_else(|| default("cores")),
    }
}

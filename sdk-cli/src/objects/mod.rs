//! Builders of Kubernetes objects, shared by emitters. All are pure; none writes YAML.

pub mod alerts;
pub mod crd;
pub mod dashboard;
pub mod definition;
pub mod deployment;
pub mod kustomization;
pub mod labels;
pub mod metadata;
pub mod namespace;
pub mod order;
pub mod pod_monitor;
pub mod promql;
pub mod rbac;
pub mod sample;
pub mod scrape;
pub mod service;
pub mod service_account;
pub mod service_monitor;

use camino::Utf8PathBuf;
use serde_json::Value;

use crate::emit::Input;

/// A file of `deploy/operator/`.
#[derive(Debug)]
pub struct Part {
    /// Its name without folder and extension.
    pub file: &'static str,
    /// What stands in it; nothing where this operator has no use for it.
    pub objects: fn(&Input<'_>) -> Vec<Value>,
}

impl Part {
    /// Its path in the project.
    pub fn path(&self) -> Utf8PathBuf {
        format!("deploy/operator/{}.yaml", self.file).into()
    }
}

/// The files of `deploy/operator/` in the order in which they can be applied. The emitters of the
/// single files, the kustomization and the installer all follow this one list.
pub static PARTS: [&Part; 5] = [
    &namespace::PART,
    &service_account::PART,
    &rbac::PART,
    &deployment::PART,
    &service::PART,
];

/// The CRDs with their paths, by path.
pub fn crds(input: &Input<'_>) -> Vec<(Utf8PathBuf, Value)> {
    let mut crds: Vec<_> = input
        .operator
        .resources
        .iter()
        .map(|resource| {
            let path = format!("deploy/crds/{}.yaml", resource.crd_name());
            (path.into(), crd::crd(input, resource))
        })
        .collect();
    crds.sort_by(|(a, _): &(Utf8PathBuf, Value), (b, _)| a.cmp(b));
    crds
}

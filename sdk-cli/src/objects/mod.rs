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
pub mod network_policy;
pub mod order;
pub mod pod_disruption_budget;
pub mod pod_monitor;
pub mod pod_spec;
pub mod ports;
pub mod probes;
pub mod promql;
pub mod rbac;
pub mod sample;
pub mod scrape;
pub mod service;
pub mod service_account;
pub mod service_monitor;
pub mod user_roles;

use camino::Utf8PathBuf;
use serde_json::Value;

use crate::emit::{Artefact, Emitter, Input};

/// A file of `deploy/operator/`: an artefact of its own, and a part of the installer, of the kustomization and of
/// whatever else holds the operator as a whole.
#[derive(Debug)]
pub struct Part {
    /// Its name without folder and extension, which is also that of its emitter.
    pub file: &'static str,
    /// Its path in the project.
    pub path: &'static str,
    /// One line for `--help` and the book.
    pub about: &'static str,
    /// What stands in it; nothing where this operator has no use for it.
    pub objects: fn(&Input<'_>) -> Vec<Value>,
}

/// The table of parts: each is a module here with a `PART`, and gets its emitter from it.
macro_rules! parts {
    ($($module:ident),* $(,)?) => {
        /// The files of `deploy/operator/` in the order in which they can be applied. The emitters of the
        /// single files, the kustomization and the installer all follow this one list.
        pub static PARTS: &[&Part] = &[$(&$module::PART),*];

        /// The emitter of each part.
        pub static PART_EMITTERS: &[Emitter] = &[$(Emitter {
            name: $module::PART.file,
            about: $module::PART.about,
            owns: $module::PART.path,
            emit: |input| Ok(Artefact::generated($module::PART.path, ($module::PART.objects)(input))),
        }),*];
    };
}

parts![
    namespace,
    service_account,
    rbac,
    user_roles,
    deployment,
    pod_disruption_budget,
    service,
    network_policy,
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

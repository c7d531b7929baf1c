//! The `ClusterServiceVersion`, with the members that rules ask for and the types of all of them.
//!
//! Each struct keeps members that it does not know. That also makes serde refuse a list in its place.

use std::collections::BTreeMap;

use k8s_openapi::api::admissionregistration::v1::RuleWithOperations;
use k8s_openapi::api::apps::v1::DeploymentSpec;
use k8s_openapi::api::rbac::v1::PolicyRule;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{LabelSelector, ObjectMeta};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::ports::semver::{Identifier, Version};

/// Pointers whose values have readers of their own.
pub(super) const EXACT: &[&str] = &["/spec/version", "/spec/release"];

/// Members that a struct does not have.
pub(super) type Unknown = BTreeMap<String, Value>;

macro_rules! structs {
    ($($(#[$doc:meta])* $name:ident { $($field:ident $(as $key:literal)?: $kind:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        #[allow(clippy::struct_field_names, reason = "they are those of the API")]
        pub(super) struct $name {
            $($(#[serde(rename = $key)])? pub(super) $field: $kind,)*
            #[serde(flatten)]
            #[allow(dead_code, reason = "not every struct is asked")]
            pub(super) unknown: Unknown,
        }

        impl $name {
            /// The members that it knows, as the file has them.
            #[allow(dead_code, reason = "not every struct is asked")]
            pub(super) const KEYS: &'static [&'static str] = &[$(structs!(@key $field $($key)?),)*];
        }
    )*};
    (@key $field:ident $key:literal) => { $key };
    (@key $field:ident) => { stringify!($field) };
}

structs! {
    /// The whole.
    Csv {
        api_version as "apiVersion": String,
        kind: String,
        metadata: ObjectMeta,
        spec: Spec,
        status: Status,
    }
    /// Written by OLM.
    Status {
        phase: String,
        message: String,
        reason: String,
        conditions: Vec<BTreeMap<String, Value>>,
        requirement_status as "requirementStatus": Vec<BTreeMap<String, Value>>,
    }
    /// What the operator is.
    Spec {
        install: Install,
        version: Option<OperatorVersion>,
        release: Option<Release>,
        maturity: String,
        customresourcedefinitions: Definitions,
        apiservicedefinitions: Services,
        webhookdefinitions: Vec<Webhook>,
        native_apis as "nativeAPIs": Vec<NativeApi>,
        min_kube_version as "minKubeVersion": String,
        display_name as "displayName": String,
        description: String,
        keywords: Vec<String>,
        maintainers: Vec<Maintainer>,
        provider: Link,
        links: Vec<Link>,
        icon: Option<Vec<Icon>>,
        install_modes as "installModes": Vec<InstallMode>,
        replaces: String,
        labels: BTreeMap<String, String>,
        annotations: BTreeMap<String, String>,
        selector: Option<LabelSelector>,
        cleanup: Cleanup,
        skips: Vec<String>,
        related_images as "relatedImages": Vec<RelatedImage>,
    }
    /// A kind of the cluster that it needs.
    NativeApi {
        group: String,
        version: String,
        kind: String,
    }
    /// How it is installed.
    Install {
        strategy: String,
        spec: Strategy,
    }
    /// Its deployments and rights.
    Strategy {
        deployments: Option<Vec<Deployment>>,
        permissions: Option<Vec<Permission>>,
        cluster_permissions as "clusterPermissions": Option<Vec<Permission>>,
    }
    /// One Deployment.
    Deployment {
        name: String,
        spec: DeploymentSpec,
        label: BTreeMap<String, String>,
    }
    /// Rights of one ServiceAccount.
    Permission {
        service_account_name as "serviceAccountName": String,
        rules: Vec<PolicyRule>,
    }
    /// CRDs.
    Definitions {
        owned: Vec<Definition>,
        required: Vec<Definition>,
    }
    /// One version of a CRD.
    Definition {
        name: String,
        version: String,
        kind: String,
        display_name as "displayName": String,
        description: String,
        resources: Vec<Resource>,
        status_descriptors as "statusDescriptors": Vec<Descriptor>,
        spec_descriptors as "specDescriptors": Vec<Descriptor>,
        action_descriptors as "actionDescriptors": Vec<Descriptor>,
    }
    /// A kind that is made for one.
    Resource {
        name: String,
        kind: String,
        version: String,
    }
    /// A field for people.
    Descriptor {
        path: String,
        display_name as "displayName": String,
        description: String,
        x_descriptors as "x-descriptors": Vec<String>,
        value: Option<Value>,
    }
    /// Aggregated APIs.
    Services {
        owned: Vec<Service>,
        required: Vec<Service>,
    }
    /// One aggregated API.
    Service {
        name: String,
        group: String,
        version: String,
        kind: String,
        deployment_name as "deploymentName": String,
        container_port as "containerPort": i32,
        display_name as "displayName": String,
        description: String,
        resources: Vec<Resource>,
        status_descriptors as "statusDescriptors": Vec<Descriptor>,
        spec_descriptors as "specDescriptors": Vec<Descriptor>,
        action_descriptors as "actionDescriptors": Vec<Descriptor>,
    }
    /// A webhook that OLM sets up.
    Webhook {
        generate_name as "generateName": String,
        r#type as "type": String,
        deployment_name as "deploymentName": String,
        container_port as "containerPort": i32,
        target_port as "targetPort": Option<IntOrString>,
        rules: Vec<RuleWithOperations>,
        failure_policy as "failurePolicy": Option<String>,
        match_policy as "matchPolicy": Option<String>,
        object_selector as "objectSelector": Option<LabelSelector>,
        side_effects as "sideEffects": Option<String>,
        timeout_seconds as "timeoutSeconds": Option<i32>,
        admission_review_versions as "admissionReviewVersions": Vec<String>,
        reinvocation_policy as "reinvocationPolicy": Option<String>,
        webhook_path as "webhookPath": Option<String>,
        conversion_crds as "conversionCRDs": Vec<String>,
    }
    /// Who to write to.
    Maintainer {
        name: String,
        email: String,
    }
    /// A name and an address.
    Link {
        name: String,
        url: String,
    }
    /// A picture.
    Icon {
        base64data: String,
        mediatype: String,
    }
    /// What the operator can watch.
    InstallMode {
        r#type as "type": String,
        supported: bool,
    }
    /// Whether objects go with the operator.
    Cleanup {
        enabled: bool,
    }
    /// An image that the operator uses.
    RelatedImage {
        name: String,
        image: String,
    }
}

/// A version that is read tolerantly, but has to be a text.
#[derive(Clone, Debug)]
pub(super) struct OperatorVersion(pub(super) Version);

impl<'de> Deserialize<'de> for OperatorVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Version::parse_tolerant(&text).map(Self).map_err(Error::custom)
    }
}

/// Identifiers as after the `-` of a version.
#[derive(Clone, Debug)]
pub(super) struct Release(pub(super) Vec<Identifier>);

impl<'de> Deserialize<'de> for Release {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parts: Result<Vec<Identifier>, String> = text.split('.').map(Identifier::parse).collect();
        parts.map(Self).map_err(Error::custom)
    }
}

impl Csv {
    /// Its name, empty where it has none.
    pub(super) fn name(&self) -> &str {
        self.metadata.name.as_deref().unwrap_or_default()
    }

    /// An annotation.
    pub(super) fn annotation(&self, key: &str) -> Option<&str> {
        let annotations = self.metadata.annotations.as_ref()?;
        annotations.get(key).map(String::as_str)
    }

    /// Its Deployments, none where there are none.
    pub(super) fn deployments(&self) -> &[Deployment] {
        self.spec.install.spec.deployments.as_deref().unwrap_or_default()
    }

    /// Rights in namespaces and in the cluster, each with its pointer.
    pub(super) fn permissions(&self) -> Vec<(String, &Permission)> {
        let strategy = &self.spec.install.spec;
        let lists = [
            ("permissions", &strategy.permissions),
            ("clusterPermissions", &strategy.cluster_permissions),
        ];
        let mut found = Vec::new();
        for (name, list) in lists {
            for (at, permission) in list.iter().flatten().enumerate() {
                found.push((format!("/spec/install/spec/{name}/{at}"), permission));
            }
        }
        found
    }

    /// Version and release, as a name has them.
    pub(super) fn version(&self) -> Version {
        self.spec
            .version
            .as_ref()
            .map(|version| version.0.clone())
            .unwrap_or_default()
    }
}

//! OLM-A1 to OLM-A4: APIs that Kubernetes has removed (optional set `alpha-deprecated-apis`).

use std::collections::{BTreeMap, BTreeSet};

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::quoted_list;
use crate::bundle::ports::semver::Version;
use crate::bundle::{Finding, Phase, Place, Profile, Rule};
use crate::check::Level;

pub(super) const FAMILY: Family = Family {
    name: "removed",
    phase: Phase::Optional,
    rules: &[
        Rule::new(
            "OLM-A1",
            "error or warning",
            "no APIs are used that Kubernetes 1.22, 1.25 or 1.26 removed; an error where the version that is asked for (`k8s-version`, `minKubeVersion`) is one without them",
            Profile::ALL,
        ),
        Rule::warning("OLM-A2", "no rights are asked for on resources that were removed"),
        Rule::error("OLM-A3", "the value of `k8s-version` is a version"),
        Rule::error("OLM-A4", "`minKubeVersion` is a version"),
    ],
    check,
};

/// API versions, each with kinds.
type Apis = &'static [(&'static str, &'static [&'static str])];

/// What was removed, by minor version of Kubernetes: API version and kinds.
const REMOVED: [(u64, Apis); 3] = [
    (
        22,
        &[
            ("scheduling.k8s.io/v1beta1", &["PriorityClass"]),
            (
                "rbac.authorization.k8s.io/v1beta1",
                &["Role", "ClusterRoleBinding", "RoleBinding", "ClusterRole"],
            ),
            ("apiregistration.k8s.io/v1beta1", &["APIService"]),
            ("authentication.k8s.io/v1beta1", &["TokenReview"]),
            (
                "authorization.k8s.io/v1beta1",
                &[
                    "LocalSubjectAccessReview",
                    "SelfSubjectAccessReview",
                    "SubjectAccessReview",
                ],
            ),
            (
                "admissionregistration.k8s.io/v1beta1",
                &["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
            ),
            ("coordination.k8s.io/v1beta1", &["Lease"]),
            ("extensions/v1beta1", &["Ingress"]),
            ("networking.k8s.io/v1beta1", &["Ingress", "IngressClass"]),
            (
                "storage.k8s.io/v1beta1",
                &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
            ),
            ("certificates.k8s.io/v1beta1", &["CertificateSigningRequest"]),
        ],
    ),
    (
        25,
        &[
            ("batch/v1beta1", &["CronJob"]),
            ("discovery.k8s.io/v1beta1", &["EndpointSlice"]),
            ("events.k8s.io/v1beta1", &["Event"]),
            ("autoscaling/v2beta1", &["HorizontalPodAutoscaler"]),
            ("policy/v1beta1", &["PodDisruptionBudget", "PodSecurityPolicy"]),
            ("node.k8s.io/v1beta1", &["RuntimeClass"]),
        ],
    ),
    (26, &[("autoscaling/v2beta2", &["HorizontalPodAutoscaler"])]),
];

/// Resources that rights may be asked for in vain, by group.
const RESOURCES: [(&str, &str); 7] = [
    ("policy", "podsecuritypolicies"),
    ("batch", "cronjobs"),
    ("discovery.k8s.io", "endpointslices"),
    ("events.k8s.io", "events"),
    ("autoscaling", "horizontalpodautoscalers"),
    ("policy", "poddisruptionbudgets"),
    ("node.k8s.io", "runtimeclasses"),
];

/// Names of what was found, by kind, and where the first of them is.
#[derive(Default)]
pub(super) struct Uses {
    names: BTreeMap<String, Vec<String>>,
    places: Vec<Place>,
}

impl Uses {
    fn put(&mut self, kind: &str, name: &str, place: Place) {
        self.names
            .entry(kind.to_owned())
            .or_default()
            .push(name.to_owned());
        self.places.push(place);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// As the original puts them into words.
    pub(super) fn words(&self) -> String {
        let kinds: Vec<String> = self
            .names
            .iter()
            .map(|(kind, names)| format!("{kind}: ({})", quoted_list(names.iter().map(String::as_str))))
            .collect();
        kinds.join(",")
    }
}

fn is_removed(minor: u64, api: &str, kind: &str) -> bool {
    REMOVED
        .iter()
        .filter(|(known, _)| *known == minor)
        .flat_map(|(_, apis)| *apis)
        .any(|(known, kinds)| *known == api && kinds.contains(&kind))
}

/// What the bundle uses of what a version of Kubernetes removed.
pub(super) fn uses(bundle: &Bundle, minor: u64) -> Uses {
    let mut uses = Uses::default();
    for file in bundle.crds.iter().filter(|file| minor == 22 && !file.is_v1) {
        let document = bundle.document_of(file);
        uses.put("CRD", document.name(), document.at("/apiVersion"));
    }
    for document in &bundle.documents {
        let api = document.value["apiVersion"].as_str().unwrap_or_default();
        if is_removed(minor, api, document.kind()) {
            uses.put(document.kind(), document.name(), document.at("/apiVersion"));
        }
    }
    if minor == 25 {
        for (list, pointer, at, number, resource) in resources(bundle) {
            if is_removed(minor, &resource.version, &resource.kind) {
                let name = format!(
                    "ClusterServiceVersion.Spec.CustomResourceDefinitions.{list}[{at}].Resource[{number}]"
                );
                uses.put(&resource.kind, &name, bundle.at_csv(pointer));
            }
        }
    }
    uses
}

/// Resources that the CSV names with its CRDs.
fn resources(
    bundle: &Bundle,
) -> impl Iterator<Item = (&'static str, String, usize, usize, &crate::bundle::csv::Resource)> {
    let definitions = &bundle.csv.spec.customresourcedefinitions;
    [
        ("Owned", "owned", &definitions.owned),
        ("Required", "required", &definitions.required),
    ]
    .into_iter()
    .flat_map(|(title, member, list)| {
        list.iter().enumerate().flat_map(move |(at, entry)| {
            entry.resources.iter().enumerate().map(move |(number, resource)| {
                let pointer =
                    format!("/spec/customresourcedefinitions/{member}/{at}/resources/{number}/version");
                (title, pointer, at, number, resource)
            })
        })
    })
}

/// Rights on resources that were removed.
fn rights(asked: &Asked, bundle: &Bundle) -> Uses {
    // Versions are not in a rule: all but the first still exist in newer ones.
    let known = if asked.profile == Profile::Sdk142 {
        &RESOURCES[..]
    } else {
        &RESOURCES[..1]
    };
    let named: BTreeSet<String> = resources(bundle)
        .map(|(.., resource)| format!("{}s", resource.kind.to_lowercase()))
        .collect();
    let mut uses = Uses::default();
    let mut permissions = bundle.csv.permissions();
    // The original looks at those of the cluster first.
    permissions.sort_by_key(|(pointer, _)| !pointer.contains("clusterPermissions"));
    for (pointer, permission) in permissions {
        let list = if pointer.contains("clusterPermissions") {
            "ClusterPermissions"
        } else {
            "Permissions"
        };
        let at = pointer.rsplit('/').next().unwrap_or_default().to_owned();
        for (number, rule) in permission.rules.iter().enumerate() {
            let resources = rule.resources.iter().flatten();
            for resource in resources.filter(|resource| !named.contains(*resource)) {
                for group in rule.api_groups.iter().flatten() {
                    if known.contains(&(group.as_str(), resource.as_str())) {
                        let name = format!(
                            "ClusterServiceVersion.Spec.InstallStrategy.StrategySpec.{list}[{at}].Rules[{number}]"
                        );
                        uses.put(
                            resource,
                            &name,
                            bundle.at_csv(format!("{pointer}/rules/{number}/resources")),
                        );
                    }
                }
            }
        }
    }
    uses
}

fn check(asked: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let name = bundle.name();
    let given = Version::parse_tolerant(&asked.kubernetes).unwrap_or_default();
    if !asked.kubernetes.is_empty() && Version::parse_tolerant(&asked.kubernetes).is_err() {
        let version = &asked.kubernetes;
        found.push(
            Finding::error(
                "OLM-A3",
                Place::bundle(),
                format!("`k8s-version={version}` is no version"),
            )
            .of_value(
                name,
                &format!("invalid value informed via the k8s key option : {version}"),
            ),
        );
    }
    let minimum = &bundle.csv.spec.min_kube_version;
    let least = Version::parse_tolerant(minimum).unwrap_or_default();
    if !minimum.is_empty() && Version::parse_tolerant(minimum).is_err() {
        found.push(
            Finding::error("OLM-A4", bundle.at_csv("/spec/minKubeVersion"), format!("`{minimum}` is no version"))
                .of_value(
                    name,
                    &format!(
                        "unable to use csv.Spec.MinKubeVersion to verify the CRD/Webhook apis because it has an invalid value: {minimum}"
                    ),
                ),
        );
    }
    for (minor, _) in REMOVED {
        let removed = Version {
            major: 1,
            minor,
            ..Version::default()
        };
        let level = if given >= removed || least >= removed {
            Level::Error
        } else {
            Level::Warning
        };
        report("OLM-A1", level, minor, name, &uses(bundle, minor), found);
        if minor == 25 {
            report(
                "OLM-A2",
                Level::Warning,
                minor,
                name,
                &rights(asked, bundle),
                found,
            );
        }
    }
}

fn report(rule: &'static str, level: Level, minor: u64, name: &str, uses: &Uses, found: &mut Vec<Finding>) {
    let words = uses.words();
    let detail = format!(
        "this bundle is using APIs which were deprecated and removed in v1.{minor}. More info: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-{minor}. Migrate the API(s) for {words}"
    );
    // One thing to the original, one for each place here; the words of the original come with the first.
    for (at, place) in uses.places.iter().enumerate() {
        let finding = Finding::new(
            level,
            rule,
            place.clone(),
            format!("Kubernetes 1.{minor} removed what is used here"),
        )
        .help(format!(
            "see https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-{minor}"
        ));
        found.push(if at == 0 {
            finding.of_value(name, &detail)
        } else {
            finding
        });
    }
}

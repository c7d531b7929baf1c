//! How Kubernetes merges the lists of its own kinds.
//!
//! The table is what the types of `k8s.io/api` say with `patchStrategy` and `patchMergeKey`, and what a server
//! publishes as `x-kubernetes-patch-merge-key`; a test compares it with a real one. A list that is not here is
//! replaced as a whole: rules of roles, subjects, tolerations, arguments.

/// How a list is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Items with the same value under this key are one.
    By(&'static str),
    /// Texts, each of which stands there once.
    Set,
}

/// A list of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Where in the object: names with dots; lists are walked through.
    pub path: &'static str,
    /// How it is merged.
    pub list: List,
}

const fn by(path: &'static str, key: &'static str) -> Key {
    Key {
        path,
        list: List::By(key),
    }
}

/// What every object has.
const METADATA: [Key; 2] = [
    Key {
        path: "finalizers",
        list: List::Set,
    },
    by("ownerReferences", "uid"),
];

/// The pod of a workload.
const POD: [Key; 10] = [
    by("containers", "name"),
    by("ephemeralContainers", "name"),
    by("evictionResponders", "name"),
    by("hostAliases", "ip"),
    by("imagePullSecrets", "name"),
    by("initContainers", "name"),
    by("resourceClaims", "name"),
    by("schedulingGates", "name"),
    by("topologySpreadConstraints", "topologyKey"),
    by("volumes", "name"),
];

/// A container of a pod.
const CONTAINER: [Key; 4] = [
    by("env", "name"),
    by("ports", "containerPort"),
    by("volumeDevices", "devicePath"),
    by("volumeMounts", "mountPath"),
];

/// A configuration of webhooks.
const WEBHOOKS: [Key; 2] = [by("webhooks", "name"), by("webhooks.matchConditions", "name")];

/// Lists of single kinds, beside pods and metadata.
pub const KEYS: [(&str, &str, &[Key]); 15] = [
    (
        "admissionregistration.k8s.io/v1",
        "MutatingWebhookConfiguration",
        &WEBHOOKS,
    ),
    (
        "admissionregistration.k8s.io/v1",
        "ValidatingWebhookConfiguration",
        &WEBHOOKS,
    ),
    ("apiextensions.k8s.io/v1", "CustomResourceDefinition", &[]),
    ("apps/v1", "DaemonSet", &[]),
    ("apps/v1", "Deployment", &[]),
    ("apps/v1", "StatefulSet", &[]),
    ("networking.k8s.io/v1", "NetworkPolicy", &[]),
    ("policy/v1", "PodDisruptionBudget", &[]),
    ("rbac.authorization.k8s.io/v1", "ClusterRole", &[]),
    ("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", &[]),
    ("rbac.authorization.k8s.io/v1", "Role", &[]),
    ("rbac.authorization.k8s.io/v1", "RoleBinding", &[]),
    ("v1", "ConfigMap", &[]),
    ("v1", "Service", &[by("spec.ports", "port")]),
    ("v1", "ServiceAccount", &[by("secrets", "name")]),
];

/// Kinds of Kubernetes' own without lists that have keys, beside those.
const PLAIN: [(&str, &str); 2] = [("v1", "Namespace"), ("v1", "Secret")];

/// Whether the kind is Kubernetes' own, and so merged strategically.
pub fn is_known(api_version: &str, kind: &str) -> bool {
    KEYS.iter()
        .any(|(api, name, _)| (*api, *name) == (api_version, kind))
        || PLAIN.contains(&(api_version, kind))
}

/// How the list at a path of a kind is merged; none where it is replaced.
pub fn list(api_version: &str, kind: &str, path: &[&str]) -> Option<List> {
    let whole = path.join(".");
    let find = |keys: &[Key], path: &str| keys.iter().find(|key| key.path == path).map(|key| key.list);
    let (_, _, own) = KEYS
        .iter()
        .find(|(api, name, _)| (*api, *name) == (api_version, kind))?;
    if let Some(list) = find(own, &whole) {
        return Some(list);
    }
    // Templates of pods and of claims have metadata too.
    if let Some((_, rest)) = format!(".{whole}").rsplit_once(".metadata.") {
        return find(&METADATA, rest);
    }
    // On each node of a schema, however deep.
    if kind == "CustomResourceDefinition" && whole.ends_with(".x-kubernetes-validations") {
        return Some(List::By("rule"));
    }
    let pod = whole
        .strip_prefix("spec.template.spec.")
        .filter(|_| api_version == "apps/v1")?;
    find(&POD, pod).or_else(|| {
        let (containers, rest) = pod.split_once('.')?;
        ["containers", "initContainers", "ephemeralContainers"]
            .contains(&containers)
            .then(|| find(&CONTAINER, rest))?
    })
}

//! Types of Kubernetes itself, known by their fields: a schema has no names of types.

use serde_json::Value;

use super::fields;

/// A type that Kubernetes documents.
#[derive(Debug, PartialEq, Eq)]
pub struct CoreType {
    /// Its name, such as `PodSpec`.
    pub name: &'static str,
    /// The Go package that has it.
    package: &'static str,
    /// Fields that tell it.
    fields: &'static [&'static str],
    /// Whether it has no others. A type of many fields grows with Kubernetes, one of few is told by all of them.
    exact: bool,
}

impl CoreType {
    /// Where it is documented.
    pub fn url(&self) -> String {
        format!("https://pkg.go.dev/k8s.io/{}#{}", self.package, self.name)
    }
}

const CORE: &str = "api/core/v1";
const META: &str = "apimachinery/pkg/apis/meta/v1";

const fn of(
    name: &'static str,
    package: &'static str,
    exact: bool,
    fields: &'static [&'static str],
) -> CoreType {
    CoreType {
        name,
        package,
        fields,
        exact,
    }
}

/// The types whose fields tell them apart from anybody's own.
static TYPES: &[CoreType] = &[
    of(
        "PodSpec",
        CORE,
        false,
        &[
            "containers",
            "initContainers",
            "restartPolicy",
            "serviceAccountName",
            "volumes",
        ],
    ),
    of(
        "Container",
        CORE,
        false,
        &[
            "image",
            "imagePullPolicy",
            "livenessProbe",
            "name",
            "volumeMounts",
        ],
    ),
    of("EnvVar", CORE, true, &["name", "value", "valueFrom"]),
    of(
        "EnvFromSource",
        CORE,
        true,
        &["configMapRef", "prefix", "secretRef"],
    ),
    of(
        "Volume",
        CORE,
        false,
        &[
            "configMap",
            "emptyDir",
            "hostPath",
            "name",
            "persistentVolumeClaim",
        ],
    ),
    of(
        "VolumeMount",
        CORE,
        false,
        &["mountPath", "mountPropagation", "name", "subPath"],
    ),
    of(
        "Probe",
        CORE,
        false,
        &[
            "exec",
            "failureThreshold",
            "httpGet",
            "periodSeconds",
            "tcpSocket",
        ],
    ),
    of(
        "Affinity",
        CORE,
        true,
        &["nodeAffinity", "podAffinity", "podAntiAffinity"],
    ),
    of(
        "Toleration",
        CORE,
        true,
        &["effect", "key", "operator", "tolerationSeconds", "value"],
    ),
    of(
        "TopologySpreadConstraint",
        CORE,
        false,
        &["labelSelector", "maxSkew", "topologyKey", "whenUnsatisfiable"],
    ),
    of(
        "PodSecurityContext",
        CORE,
        false,
        &["fsGroup", "runAsNonRoot", "supplementalGroups", "sysctls"],
    ),
    of(
        "SecurityContext",
        CORE,
        false,
        &[
            "allowPrivilegeEscalation",
            "capabilities",
            "privileged",
            "readOnlyRootFilesystem",
        ],
    ),
    of(
        "ResourceRequirements",
        CORE,
        true,
        &["claims", "limits", "requests"],
    ),
    of(
        "PersistentVolumeClaimSpec",
        CORE,
        false,
        &["accessModes", "resources", "storageClassName", "volumeMode"],
    ),
    of(
        "ServiceSpec",
        CORE,
        false,
        &["clusterIP", "externalTrafficPolicy", "ports", "sessionAffinity"],
    ),
    of("LabelSelector", META, true, &["matchExpressions", "matchLabels"]),
    of(
        "Condition",
        META,
        true,
        &[
            "lastTransitionTime",
            "message",
            "observedGeneration",
            "reason",
            "status",
            "type",
        ],
    ),
];

static POD_TEMPLATE: CoreType = of("PodTemplateSpec", CORE, true, &["metadata", "spec"]);

/// Where metadata is documented, which every object has.
pub const OBJECT_META: &str = "https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#ObjectMeta";

/// The type of Kubernetes that a schema is, if it is one.
pub fn core_type(schema: &Value) -> Option<&'static CoreType> {
    let names: Vec<&str> = fields(schema, "properties")
        .map(|(name, _)| name.as_str())
        .collect();
    let is = |one: &CoreType| {
        one.fields.iter().all(|field| names.contains(field))
            && (!one.exact || names.len() == one.fields.len())
    };
    if is(&POD_TEMPLATE) {
        let spec = super::property(schema, "spec").and_then(core_type);
        return spec.filter(|spec| spec.name == "PodSpec").map(|_| &POD_TEMPLATE);
    }
    TYPES.iter().find(|one| is(one))
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::core_type;

    #[test]
    fn types_are_told_by_their_fields() {
        let with = |names: &[&str]| -> Value {
            let fields: Map<_, _> = names.iter().map(|name| ((*name).to_owned(), json!({}))).collect();
            json!({ "type": "object", "properties": fields })
        };
        let pod: &[&str] = &[
            "containers",
            "initContainers",
            "restartPolicy",
            "serviceAccountName",
            "volumes",
            "x",
        ];
        let template = |spec: Value| json!({ "properties": { "metadata": {}, "spec": spec } });
        for (schema, expected) in [
            (with(pod), Some("PodSpec")),
            (template(with(pod)), Some("PodTemplateSpec")),
            (template(with(&["replicas"])), None),
            (with(&["matchExpressions", "matchLabels"]), Some("LabelSelector")),
            (with(&["matchExpressions", "matchLabels", "mine"]), None),
            (with(&["name", "value"]), None),
            (json!({}), None),
        ] {
            assert_eq!(core_type(&schema).map(|one| one.name), expected, "{schema}");
        }
    }
}

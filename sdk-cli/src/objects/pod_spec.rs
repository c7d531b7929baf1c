//! The operator's pod: its container, and where it may run.

use std::collections::BTreeMap;

use kopr_model::env;
use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{deployment, labels, metadata, ports, probes, rbac, service_account};
use crate::settings::{Affinity, Namespace, Quantity, ResourceName, TlsSettings, TopologySpread, Watch};

/// Name of the operator's container.
pub const CONTAINER: &str = "operator";

/// Folder in the container with the certificate and key of metrics over TLS.
pub const METRICS_TLS_FOLDER: &str = "/etc/kopr/metrics-tls";

/// Name of the volume of that folder.
const METRICS_TLS_VOLUME: &str = "metrics-tls";

/// How long a pod may take to end: running reconciles are finished first, for which the runtime takes 25 seconds.
const GRACE_SECONDS: u32 = 30;

/// The spec of the pod. What is empty is left out, because the server does not keep it.
pub fn pod(input: &Input<'_>) -> Value {
    let deploy = &input.settings.deploy;
    let mut pod = json!({
        "serviceAccountName": service_account::name(input),
        // The account itself may keep its token to itself.
        "automountServiceAccountToken": true,
        "enableServiceLinks": false,
        "terminationGracePeriodSeconds": GRACE_SECONDS,
        // The restricted pod security standard. No user id: the image's own counts, and OpenShift
        // chooses one itself.
        "securityContext": {
            "runAsNonRoot": true,
            "seccompProfile": { "type": "RuntimeDefault" },
        },
        "containers": [container(input)],
    });
    let mut set = |key: &str, value: Value| {
        let is_empty = value.as_array().is_some_and(Vec::is_empty)
            || value.as_object().is_some_and(serde_json::Map::is_empty);
        if !is_empty && !value.is_null() {
            pod[key] = value;
        }
    };
    let secrets = input.settings.image.pull_secrets.iter();
    set(
        "imagePullSecrets",
        secrets.map(|name| json!({ "name": name })).collect(),
    );
    set("priorityClassName", json!(deploy.priority_class));
    set("nodeSelector", json!(deploy.node_selector));
    set("tolerations", json!(deploy.tolerations));
    set(
        "affinity",
        deploy.affinity.as_ref().map_or(Value::Null, Affinity::to_value),
    );
    set("topologySpreadConstraints", spread(input).into());
    set("volumes", volumes(input.settings.metrics.tls.as_ref()).into());
    pod
}

/// How the pods spread, without the selector, which is not for choice. Over nodes and zones as far as possible, where
/// there is more than one pod and nobody chose otherwise.
pub fn topology_spread(input: &Input<'_>) -> Vec<Value> {
    match &input.settings.deploy.topology_spread {
        Some(chosen) => chosen.iter().map(TopologySpread::to_value).collect(),
        None if deployment::replicas(input) > 1 => ["kubernetes.io/hostname", "topology.kubernetes.io/zone"]
            .map(|key| {
                json!({
                    "maxSkew": 1,
                    "topologyKey": key,
                    "whenUnsatisfiable": "ScheduleAnyway",
                    // Pods that are about to go do not count.
                    "matchLabelKeys": ["pod-template-hash"],
                })
            })
            .into(),
        None => Vec::new(),
    }
}

fn spread(input: &Input<'_>) -> Vec<Value> {
    let mut constraints = topology_spread(input);
    for constraint in &mut constraints {
        constraint["labelSelector"] = json!({ "matchLabels": labels::selector(input) });
    }
    constraints
}

fn volumes(tls: Option<&TlsSettings>) -> Vec<Value> {
    tls.into_iter()
        .map(|tls| json!({ "name": METRICS_TLS_VOLUME, "secret": { "secretName": tls.secret } }))
        .collect()
}

fn container(input: &Input<'_>) -> Value {
    let mut container = json!({
        "name": CONTAINER,
        "image": image(input),
        "imagePullPolicy": input.settings.image.pull_policy.unwrap_or_default(),
        "env": environment(input),
        "securityContext": {
            "allowPrivilegeEscalation": false,
            "capabilities": { "drop": ["ALL"] },
            "readOnlyRootFilesystem": true,
        },
    });
    let resources = resources(input);
    if resources != json!({}) {
        container["resources"] = resources;
    }
    let ports = ports::ports(input);
    if !ports.is_empty() {
        container["ports"] = ports
            .iter()
            .map(|port| json!({ "name": port.name, "containerPort": port.number, "protocol": "TCP" }))
            .collect();
    }
    if ports::answers_probes(input) {
        for (key, probe) in probes::probes() {
            container[key] = probe;
        }
    }
    if input.settings.metrics.tls.is_some() {
        container["volumeMounts"] = json!([
            { "name": METRICS_TLS_VOLUME, "mountPath": METRICS_TLS_FOLDER, "readOnly": true },
        ]);
    }
    container
}

fn resources(input: &Input<'_>) -> Value {
    let mut resources = json!({});
    for (key, amounts) in [("requests", requests(input)), ("limits", limits(input))] {
        if !amounts.is_empty() {
            resources[key] = json!(amounts);
        }
    }
    resources
}

/// The image: a digest wins over a tag, and the default tag is the version of the code.
pub fn image(input: &Input<'_>) -> String {
    let image = &input.settings.image;
    let repository = image
        .repository
        .as_ref()
        .map_or(input.operator.name.as_str(), |name| name.as_str());
    match (&image.digest, &image.tag) {
        (Some(digest), _) => format!("{repository}@{digest}"),
        (None, Some(tag)) => format!("{repository}:{tag}"),
        (None, None) => format!("{repository}:{}", metadata::version(input)),
    }
}

/// What is set aside for the container.
pub fn requests(input: &Input<'_>) -> BTreeMap<String, String> {
    amounts(
        input.settings.deploy.resources.requests.as_ref(),
        &[("cpu", "10m"), ("memory", "64Mi")],
    )
}

/// What is the most for the container. There is no limit of CPU: it would only slow the operator down.
pub fn limits(input: &Input<'_>) -> BTreeMap<String, String> {
    amounts(
        input.settings.deploy.resources.limits.as_ref(),
        &[("memory", "128Mi")],
    )
}

fn amounts(
    set: Option<&BTreeMap<ResourceName, Quantity>>,
    default: &[(&str, &str)],
) -> BTreeMap<String, String> {
    match set {
        Some(set) => set
            .iter()
            .map(|(name, amount)| (name.to_string(), amount.to_string()))
            .collect(),
        None => default
            .iter()
            .map(|(name, amount)| ((*name).to_owned(), (*amount).to_owned()))
            .collect(),
    }
}

fn environment(input: &Input<'_>) -> Vec<Value> {
    let from_pod =
        |name: &str, path: &str| json!({ "name": name, "valueFrom": { "fieldRef": { "fieldPath": path } } });
    let watch = match input.settings.deploy.watch.as_ref().unwrap_or(&Watch::All) {
        Watch::All => variable(env::WATCH_NAMESPACE, ""),
        Watch::Own => from_pod(env::WATCH_NAMESPACE, "metadata.namespace"),
        Watch::Namespaces(namespaces) => {
            let list: Vec<_> = namespaces.iter().map(Namespace::as_str).collect();
            variable(env::WATCH_NAMESPACE, &list.join(","))
        }
    };
    let mut ours = vec![
        from_pod(env::POD_NAME, "metadata.name"),
        from_pod(env::POD_NAMESPACE, "metadata.namespace"),
        watch,
    ];
    if metadata::instance(input) != input.operator.name {
        ours.push(variable(env::INSTANCE, metadata::instance(input)));
    }
    if let Some(class) = &input.settings.deploy.class {
        ours.push(variable(env::CLASS, class.as_str()));
    }
    if !input.operator.controllers.is_empty() && !rbac::elects(input) {
        ours.push(variable(env::LEADER_ELECTION, "off"));
    }
    if input.settings.metrics.tls.is_some() {
        ours.push(variable(env::METRICS_TLS, METRICS_TLS_FOLDER));
    }
    let theirs = input
        .settings
        .deploy
        .env
        .iter()
        .map(|(name, value)| variable(name.as_str(), value));
    ours.into_iter().chain(theirs).collect()
}

/// A variable. An empty value is left out, which means the same: the server does not keep it, and
/// `kubectl apply` would take it for a change each time.
fn variable(name: &str, value: &str) -> Value {
    if value.is_empty() {
        json!({ "name": name })
    } else {
        json!({ "name": name, "value": value })
    }
}

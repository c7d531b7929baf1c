//! `Deployment` of the operator.

use std::collections::BTreeMap;

use kopr_model::{env, names};
use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{Part, labels, metadata, rbac, service_account};
use crate::settings::{Namespace, Quantity, ResourceName, Watch};

/// `deploy/operator/deployment.yaml`.
pub const PART: Part = Part {
    file: "deployment",
    objects,
};

/// Name of the operator's container.
pub const CONTAINER: &str = "operator";

/// How long a pod may take to end: running reconciles are finished first.
const GRACE_SECONDS: u32 = 30;

fn objects(input: &Input<'_>) -> Vec<Value> {
    let deploy = &input.settings.deploy;
    let own: Vec<_> = deploy
        .labels
        .iter()
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect();
    let mut all_labels = labels::common(input);
    all_labels.extend(own);

    let mut metadata = metadata::with_labels(
        metadata::instance(input),
        &metadata::namespace(input),
        &all_labels,
    );
    let mut pod_metadata = json!({ "labels": all_labels });
    if !deploy.annotations.is_empty() {
        metadata["annotations"] = json!(deploy.annotations);
        pod_metadata["annotations"] = json!(deploy.annotations);
    }
    vec![json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": metadata,
        "spec": {
            "replicas": deploy.replicas.unwrap_or(1),
            "selector": { "matchLabels": labels::selector(input) },
            "strategy": strategy(input),
            "template": { "metadata": pod_metadata, "spec": pod(input) },
        },
    })]
}

/// With an election, the new pod is there before the old one goes, and waits for its lease. Without, the old one
/// has to be gone before the new one works.
fn strategy(input: &Input<'_>) -> Value {
    if rbac::elects(input) {
        json!({ "type": "RollingUpdate", "rollingUpdate": { "maxSurge": 1, "maxUnavailable": 0 } })
    } else {
        json!({ "type": "Recreate" })
    }
}

fn pod(input: &Input<'_>) -> Value {
    let deploy = &input.settings.deploy;
    let mut pod = json!({
        "serviceAccountName": service_account::name(input),
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
    if !deploy.node_selector.is_empty() {
        pod["nodeSelector"] = json!(deploy.node_selector);
    }
    if let Some(tolerations) = deploy.tolerations.as_ref().filter(|list| !list.is_empty()) {
        pod["tolerations"] = json!(tolerations);
    }
    if let Some(affinity) = &deploy.affinity {
        pod["affinity"] = affinity.to_value();
    }
    pod
}

fn container(input: &Input<'_>) -> Value {
    let mut container = json!({
        "name": CONTAINER,
        "image": image(input),
        "imagePullPolicy": input.settings.image.pull_policy.unwrap_or_default(),
        "env": environment(input),
        "resources": { "requests": requests(input), "limits": limits(input) },
        "securityContext": {
            "allowPrivilegeEscalation": false,
            "capabilities": { "drop": ["ALL"] },
            "readOnlyRootFilesystem": true,
        },
    });
    let mut ports: Vec<_> = input.operator.ports.iter().collect();
    ports.sort_by(|a, b| a.name.cmp(&b.name));
    if !ports.is_empty() {
        container["ports"] = ports
            .iter()
            .map(|port| json!({ "name": port.name, "containerPort": port.number, "protocol": "TCP" }))
            .collect();
    }
    if ports.iter().any(|port| port.name == names::HEALTH) {
        container["livenessProbe"] = probe("/healthz");
        container["readinessProbe"] = probe("/readyz");
    }
    container
}

fn probe(path: &str) -> Value {
    json!({ "httpGet": { "path": path, "port": names::HEALTH } })
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

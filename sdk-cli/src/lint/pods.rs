//! The restricted profile of the pod security standards, control by control, over the pods of all rendered objects.

use serde_json::Value;

use super::{Family, Lint, Spot, Subject, rule};
use crate::check::Level;

pub(super) const FAMILY: Family = Family {
    name: "pods",
    rules: RULES,
    find,
};

/// What all these rules have in common: the generated pods keep them.
const HELP: &str = "take it out of the patch or the setting that brings it: the generated Namespace enforces the \
                    restricted profile, and refuses the pod";

const fn control(id: &'static str, about: &'static str) -> Lint {
    rule(id, Level::Error, about, HELP)
}

const RULES: &[Lint] = &[
    control("W1", "pods share no network, processes or IPC with their node"),
    control(
        "W2",
        "no container is privileged, and none is a process of a Windows host",
    ),
    control(
        "W3",
        "containers drop all capabilities and add none but `NET_BIND_SERVICE`",
    ),
    control("W4", "volumes are of kinds that lie in no node"),
    control("W5", "containers take no port of their node"),
    control("W6", "AppArmor is on"),
    control(
        "W7",
        "SELinux types are those of containers, without users and roles",
    ),
    control("W8", "`/proc` is masked"),
    control("W9", "seccomp is on"),
    control("W10", "sysctls are those that are safe"),
    control("W11", "containers do not escalate privileges"),
    control("W12", "pods run as another user than root"),
    control("W13", "no user is 0"),
    control("W14", "probes and hooks call the pod itself"),
];

/// A control that a pod breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodBreach {
    /// The rule.
    pub rule: &'static str,
    /// Where in the pod's spec.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

fn find(subject: &Subject<'_>, spots: &mut Vec<Spot>) {
    for object in subject.objects {
        let Some((metadata, spec)) = pod(object) else {
            continue;
        };
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        let kind = object["kind"].as_str().unwrap_or_default();
        for breach in breaches(metadata, spec) {
            spots.push(Spot {
                rule: breach.rule,
                place: format!("{kind} {name} {}", breach.path),
                message: breach.message,
                source: None,
            });
        }
    }
}

/// Metadata and spec of the pods that an object makes.
fn pod(object: &Value) -> Option<(&Value, &Value)> {
    let template = match object["kind"].as_str()? {
        "Pod" => object,
        "CronJob" => object.pointer("/spec/jobTemplate/spec/template")?,
        "DaemonSet" | "Deployment" | "Job" | "ReplicaSet" | "ReplicationController" | "StatefulSet" => {
            object.pointer("/spec/template")?
        }
        _ => return None,
    };
    Some((
        template.get("metadata").unwrap_or(&Value::Null),
        template.get("spec")?,
    ))
}

/// Kinds of volumes that are allowed.
const VOLUMES: [&str; 9] = [
    "configMap",
    "csi",
    "downwardAPI",
    "emptyDir",
    "ephemeral",
    "image",
    "persistentVolumeClaim",
    "projected",
    "secret",
];

const SELINUX: [&str; 5] = [
    "",
    "container_t",
    "container_init_t",
    "container_kvm_t",
    "container_engine_t",
];

const SYSCTLS: [&str; 12] = [
    "kernel.shm_rmid_forced",
    "net.ipv4.ip_local_port_range",
    "net.ipv4.ip_local_reserved_ports",
    "net.ipv4.ip_unprivileged_port_start",
    "net.ipv4.ping_group_range",
    "net.ipv4.tcp_fin_timeout",
    "net.ipv4.tcp_keepalive_intvl",
    "net.ipv4.tcp_keepalive_probes",
    "net.ipv4.tcp_keepalive_time",
    "net.ipv4.tcp_rmem",
    "net.ipv4.tcp_syncookies",
    "net.ipv4.tcp_wmem",
];

/// What of a pod the restricted profile refuses.
pub fn breaches(metadata: &Value, spec: &Value) -> Vec<PodBreach> {
    let mut pod = Pod {
        spec,
        containers: containers(spec),
        windows: spec["os"]["name"] == "windows",
        found: Vec::new(),
    };
    pod.host();
    pod.volumes();
    pod.app_armor(metadata);
    pod.contexts();
    pod.defaults();
    pod.each_container();
    pod.found
}

struct Pod<'a> {
    spec: &'a Value,
    containers: Vec<(String, &'a Value)>,
    windows: bool,
    found: Vec<PodBreach>,
}

/// All containers with their paths.
fn containers(spec: &Value) -> Vec<(String, &Value)> {
    let mut all = Vec::new();
    for list in ["initContainers", "containers", "ephemeralContainers"] {
        for container in spec[list].as_array().into_iter().flatten() {
            let name = container["name"].as_str().unwrap_or_default();
            all.push((format!(".spec.{list}[{name}]"), container));
        }
    }
    all
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

impl Pod<'_> {
    fn breach(&mut self, rule: &'static str, path: impl Into<String>, message: impl Into<String>) {
        self.found.push(PodBreach {
            rule,
            path: path.into(),
            message: message.into(),
        });
    }

    fn host(&mut self) {
        for field in ["hostNetwork", "hostPID", "hostIPC"] {
            if self.spec[field] == true {
                self.breach("W1", format!(".spec.{field}"), "it is true");
            }
        }
    }

    fn volumes(&mut self) {
        for volume in list(&self.spec["volumes"]) {
            let kinds = volume
                .as_object()
                .into_iter()
                .flatten()
                .map(|(key, _)| key.as_str());
            // A volume that says nothing is an `emptyDir`.
            let other: Vec<&str> = kinds
                .filter(|kind| *kind != "name" && !VOLUMES.contains(kind))
                .collect();
            for kind in other {
                self.breach(
                    "W4",
                    format!(".spec.volumes[{}]", text(&volume["name"])),
                    format!("it is a `{kind}`"),
                );
            }
        }
    }

    fn app_armor(&mut self, metadata: &Value) {
        let annotations = metadata["annotations"].as_object().into_iter().flatten();
        for (key, value) in
            annotations.filter(|(key, _)| key.starts_with("container.apparmor.security.beta.kubernetes.io/"))
        {
            let profile = text(value);
            if !["", "runtime/default"].contains(&profile) && !profile.starts_with("localhost/") {
                self.breach(
                    "W6",
                    format!(".metadata.annotations[{key}]"),
                    format!("it is `{profile}`"),
                );
            }
        }
    }

    /// What pod and containers say in the same words.
    fn contexts(&mut self) {
        let mut contexts = vec![(".spec.securityContext".to_owned(), &self.spec["securityContext"])];
        for (path, container) in &self.containers {
            contexts.push((format!("{path}.securityContext"), &container["securityContext"]));
        }
        for (path, context) in contexts {
            if context["windowsOptions"]["hostProcess"] == true {
                self.breach("W2", format!("{path}.windowsOptions.hostProcess"), "it is true");
            }
            let profile = text(&context["appArmorProfile"]["type"]);
            if !["", "RuntimeDefault", "Localhost"].contains(&profile) {
                self.breach(
                    "W6",
                    format!("{path}.appArmorProfile"),
                    format!("it is `{profile}`"),
                );
            }
            let selinux = &context["seLinuxOptions"];
            if !SELINUX.contains(&text(&selinux["type"])) {
                let message = format!("the type is `{}`", text(&selinux["type"]));
                self.breach("W7", format!("{path}.seLinuxOptions"), message);
            }
            if !text(&selinux["user"]).is_empty() || !text(&selinux["role"]).is_empty() {
                self.breach(
                    "W7",
                    format!("{path}.seLinuxOptions"),
                    "it names a user or a role",
                );
            }
            let seccomp = text(&context["seccompProfile"]["type"]);
            if !["", "RuntimeDefault", "Localhost"].contains(&seccomp) {
                self.breach(
                    "W9",
                    format!("{path}.seccompProfile"),
                    format!("it is `{seccomp}`"),
                );
            }
            if context["runAsNonRoot"] == false {
                self.breach("W12", format!("{path}.runAsNonRoot"), "it is false");
            }
            if context["runAsUser"] == 0 {
                self.breach("W13", format!("{path}.runAsUser"), "it is 0");
            }
        }
        for sysctl in list(&self.spec["securityContext"]["sysctls"]) {
            let name = text(&sysctl["name"]);
            if !SYSCTLS.contains(&name) {
                self.breach(
                    "W10",
                    ".spec.securityContext.sysctls",
                    format!("`{name}` is not safe"),
                );
            }
        }
    }

    /// What the pod says for all containers, or else each of them.
    fn defaults(&mut self) {
        let of_pod = &self.spec["securityContext"];
        let (root, seccomp) = (
            of_pod["runAsNonRoot"] == true,
            of_pod["seccompProfile"].get("type").is_some(),
        );
        for (path, container) in self.containers.clone() {
            let context = &container["securityContext"];
            if !root && context.get("runAsNonRoot").is_none_or(Value::is_null) {
                self.breach(
                    "W12",
                    format!("{path}.securityContext.runAsNonRoot"),
                    "neither it nor the pod's is true",
                );
            }
            if !seccomp && !self.windows && context["seccompProfile"].get("type").is_none() {
                self.breach(
                    "W9",
                    format!("{path}.securityContext.seccompProfile"),
                    "neither it nor the pod's is set",
                );
            }
        }
    }

    fn each_container(&mut self) {
        for (path, container) in self.containers.clone() {
            let context = &container["securityContext"];
            if context["privileged"] == true {
                self.breach("W2", format!("{path}.securityContext.privileged"), "it is true");
            }
            if !["", "Default"].contains(&text(&context["procMount"])) {
                let message = format!("it is `{}`", text(&context["procMount"]));
                self.breach("W8", format!("{path}.securityContext.procMount"), message);
            }
            if !self.windows {
                if context["allowPrivilegeEscalation"] != false {
                    self.breach(
                        "W11",
                        format!("{path}.securityContext.allowPrivilegeEscalation"),
                        "it is not false",
                    );
                }
                if !list(&context["capabilities"]["drop"]).any(|name| name == "ALL") {
                    self.breach(
                        "W3",
                        format!("{path}.securityContext.capabilities.drop"),
                        "it has no `ALL`",
                    );
                }
            }
            for name in list(&context["capabilities"]["add"]).filter(|name| *name != "NET_BIND_SERVICE") {
                let message = format!("it has `{}`", text(name));
                self.breach("W3", format!("{path}.securityContext.capabilities.add"), message);
            }
            for port in list(&container["ports"]) {
                if port["hostPort"].as_u64().is_some_and(|port| port > 0) {
                    self.breach(
                        "W5",
                        format!("{path}.ports"),
                        format!("it takes port {} of the node", port["hostPort"]),
                    );
                }
            }
            for call in [
                "/livenessProbe",
                "/readinessProbe",
                "/startupProbe",
                "/lifecycle/postStart",
                "/lifecycle/preStop",
            ] {
                for way in ["httpGet", "tcpSocket"] {
                    let host = container.pointer(&format!("{call}/{way}/host")).map(text);
                    if host.is_some_and(|host| !host.is_empty()) {
                        let at = call.replace('/', ".");
                        self.breach("W14", format!("{path}{at}.{way}.host"), "it names a host");
                    }
                }
            }
        }
    }
}

//! The environment: the only module that reads it.

use std::ffi::OsString;
use std::path::PathBuf;

use kopr_model::env;

/// What the environment says, read once.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// File to describe the operator into.
    pub describe: Option<PathBuf>,
    /// Namespaces to watch; empty means all.
    pub watch_namespaces: Vec<String>,
    /// The operator's own namespace.
    pub pod_namespace: Option<String>,
    /// The operator's own pod.
    pub pod_name: Option<String>,
    /// Log filter.
    pub log: Option<String>,
    /// Log format.
    pub log_format: Option<String>,
    /// Where `/metrics` is served.
    pub metrics_address: Option<String>,
    /// Folder with the certificate that `/metrics` is served with.
    pub metrics_tls: Option<PathBuf>,
    /// Where `/healthz` and `/readyz` are served.
    pub health_address: Option<String>,
    /// Name of this copy, where it is not the operator's own.
    pub instance: Option<String>,
    /// Class of the primaries that this copy works on.
    pub class: Option<String>,
    /// Whether a leader is elected: `on` or `off`.
    pub leader_election: Option<String>,
    /// How long a watch may be silent.
    pub watch_idle: Option<String>,
    /// Whether a collector of traces is named; the exporter reads the rest itself.
    pub traces: bool,
    /// What traces call the program.
    pub service_name: Option<String>,
}

impl Environment {
    /// Reads the environment. An empty value is the same as none.
    pub fn read() -> Self {
        Self::from(var)
    }

    fn from(get: impl Fn(&str) -> Option<OsString>) -> Self {
        let text = |name: &str| get(name).and_then(|value| value.into_string().ok());
        Self {
            describe: get(env::DESCRIBE).map(PathBuf::from),
            watch_namespaces: namespaces(text(env::WATCH_NAMESPACE).as_deref().unwrap_or_default()),
            pod_namespace: text(env::POD_NAMESPACE),
            pod_name: text(env::POD_NAME),
            log: text(env::LOG),
            log_format: text(env::LOG_FORMAT),
            metrics_address: text(env::METRICS_ADDRESS),
            metrics_tls: get(env::METRICS_TLS).map(PathBuf::from),
            health_address: text(env::HEALTH_ADDRESS),
            instance: text(env::INSTANCE),
            class: text(env::CLASS),
            leader_election: text(env::LEADER_ELECTION),
            watch_idle: text(env::WATCH_IDLE),
            traces: [env::OTLP_ENDPOINT, env::OTLP_TRACES_ENDPOINT]
                .into_iter()
                .any(|name| get(name).is_some()),
            service_name: text(env::OTEL_SERVICE_NAME),
        }
    }
}

/// The folder for records of test runs.
#[cfg(feature = "testing")]
pub(crate) fn test_record() -> Option<PathBuf> {
    var(env::TEST_RECORD).map(PathBuf::from)
}

/// A comma-separated list without blanks, empty parts and doubles, sorted.
pub(crate) fn namespaces(list: &str) -> Vec<String> {
    let mut namespaces: Vec<String> = list
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    namespaces.sort();
    namespaces.dedup();
    namespaces
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that reads the environment"
)]
fn var(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespace_lists() {
        for (list, expected) in [
            ("", vec![]),
            ("a", vec!["a"]),
            (" b, a ,,b", vec!["a", "b"]),
            (",", vec![]),
        ] {
            assert_eq!(namespaces(list), expected, "{list:?}");
        }
    }

    #[test]
    fn values_by_name() {
        let environment = Environment::from(|name| (name == "POD_NAMESPACE").then(|| "here".into()));
        assert_eq!(environment.pod_namespace.as_deref(), Some("here"));
        assert!(environment.watch_namespaces.is_empty());
        assert!(environment.describe.is_none());
    }
}

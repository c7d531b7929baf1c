//! Names of the environment variables that the SDK reads and the manifests set.

/// A file path: describe the operator into it and exit.
pub const DESCRIBE: &str = "KOPR_DESCRIBE";
/// Namespaces to watch: a comma-separated list; empty or unset means all.
pub const WATCH_NAMESPACE: &str = "WATCH_NAMESPACE";
/// The operator's own namespace.
pub const POD_NAMESPACE: &str = "POD_NAMESPACE";
/// The operator's own pod.
pub const POD_NAME: &str = "POD_NAME";
/// Log filter, such as `info,kopr=debug`.
pub const LOG: &str = "KOPR_LOG";
/// Log format: `pretty` or `json`.
pub const LOG_FORMAT: &str = "KOPR_LOG_FORMAT";
/// Address that `/metrics` is served on, such as `127.0.0.1:8080`; `off` serves none.
pub const METRICS_ADDRESS: &str = "KOPR_METRICS_ADDRESS";
/// Address that `/healthz` and `/readyz` are served on; `off` serves none.
pub const HEALTH_ADDRESS: &str = "KOPR_HEALTH_ADDRESS";
/// Name of this copy of the operator, where it is not the operator's own: names its lease and is part of its
/// field managers.
pub const INSTANCE: &str = "KOPR_INSTANCE";
/// Class of this copy: it works only on primaries that carry the label `<domain>/class` with this value.
pub const CLASS: &str = "KOPR_CLASS";
/// `off` starts the controllers without being elected first.
pub const LEADER_ELECTION: &str = "KOPR_LEADER_ELECTION";
/// How long a watch may be silent before a new one takes its place, such as `60s`.
pub const WATCH_IDLE: &str = "KOPR_WATCH_IDLE";
/// Folder with `tls.crt` and `tls.key`: `/metrics` is served over TLS with them.
pub const METRICS_TLS: &str = "KOPR_METRICS_TLS";
/// OpenTelemetry's own: where traces are sent, such as `http://collector:4318`.
pub const OTLP_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
/// The same for traces alone, with the whole path.
pub const OTLP_TRACES_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
/// What traces call the program.
pub const OTEL_SERVICE_NAME: &str = "OTEL_SERVICE_NAME";

/// Folder into which tests write what rights the operator used, one file a test.
pub const TEST_RECORD: &str = "KOPR_TEST_RECORD";

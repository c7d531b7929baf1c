//! The command lines of the programs, and the audit policy.

use std::path::Path;

use crate::Options;
use crate::state::Layout;

/// The ports of a cluster, all on 127.0.0.1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    pub(crate) etcd: u16,
    pub(crate) etcd_peers: u16,
    pub(crate) api_server: u16,
}

/// A line for each request when its answer begins (watches: they may end only with the test) and when it is complete.
/// What the API server asks of itself would hide what clients ask.
pub(crate) const AUDIT_POLICY: &str = "\
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  users: [system:apiserver]
- level: Metadata
";

pub(crate) fn etcd(layout: &Layout, ports: Ports, options: &Options) -> Vec<String> {
    let clients = format!("http://127.0.0.1:{}", ports.etcd);
    let peers = format!("http://127.0.0.1:{}", ports.etcd_peers);
    let mut flags = vec![
        file("data-dir", &layout.etcd_data()),
        format!("--listen-client-urls={clients}"),
        format!("--advertise-client-urls={clients}"),
        format!("--listen-peer-urls={peers}"),
        format!("--initial-advertise-peer-urls={peers}"),
        format!("--initial-cluster=default={peers}"),
        // The data need not survive a crash of the machine, and waiting for the disk is most of a write's time.
        "--unsafe-no-fsync".to_owned(),
        "--log-level=warn".to_owned(),
    ];
    if let Some(bytes) = options.etcd_quota {
        flags.push(format!("--quota-backend-bytes={bytes}"));
    }
    flags
}

pub(crate) fn api_server(layout: &Layout, ports: Ports, options: &Options) -> Vec<String> {
    let mut flags = vec![
        format!("--etcd-servers=http://127.0.0.1:{}", ports.etcd),
        "--bind-address=127.0.0.1".to_owned(),
        // Said outright: on a machine without a default route the server finds no address and gives up.
        "--advertise-address=127.0.0.1".to_owned(),
        // Endpoints may not be loopback addresses, so the `kubernetes` Service gets none.
        "--endpoint-reconciler-type=none".to_owned(),
        format!("--secure-port={}", ports.api_server),
        file("cert-dir", &layout.certificates()),
        file("tls-cert-file", &layout.server_certificate()),
        file("tls-private-key-file", &layout.server_key()),
        "--service-account-issuer=https://kubernetes.default.svc.cluster.local".to_owned(),
        file("service-account-key-file", &layout.service_account_public_key()),
        file("service-account-signing-key-file", &layout.service_account_key()),
        file("token-auth-file", &layout.tokens()),
        "--authorization-mode=RBAC".to_owned(),
        "--service-cluster-ip-range=10.0.0.0/24".to_owned(),
        "--allow-privileged=true".to_owned(),
        // It demands a ServiceAccount in the namespace of a pod, which only kube-controller-manager would make.
        "--disable-admission-plugins=ServiceAccount".to_owned(),
    ];
    if options.audit_log {
        flags.extend([
            file("audit-policy-file", &layout.audit_policy()),
            file("audit-log-path", &layout.audit_log()),
            // A request that was answered has its line: a test reads the log right after it.
            "--audit-log-mode=blocking".to_owned(),
            // Megabytes; without it the log is renamed away every 100.
            "--audit-log-maxsize=100000".to_owned(),
        ]);
    }
    flags.extend(options.api_server_flags.iter().cloned());
    flags
}

pub(crate) fn controller_manager(layout: &Layout) -> Vec<String> {
    vec![
        file("kubeconfig", &layout.controller_manager_kubeconfig()),
        file("service-account-private-key-file", &layout.service_account_key()),
        file("root-ca-file", &layout.ca()),
        "--use-service-account-credentials=false".to_owned(),
        "--leader-elect=false".to_owned(),
        // No port of its own, which two clusters would fight for.
        "--secure-port=0".to_owned(),
        "--bind-address=127.0.0.1".to_owned(),
    ]
}

/// A flag that names a file. With `=`: by `=<folder>/` our processes are recognised.
fn file(flag: &str, path: &Path) -> String {
    format!("--{flag}={}", path.display())
}

//! `kopr cluster`: a local control plane for tests and for trying things out.

use kopr_cluster::{KUBERNETES_VERSION, Options, Progress};

use super::Error;
use crate::cli::Cluster;
use crate::status::Status;
use crate::write;

/// Starts, stops or shows a local control plane.
pub(super) fn cluster(command: Cluster) -> Result<Status, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(write::WriteError::from)?.block_on(act(command))
}

async fn act(command: Cluster) -> Result<Status, Error> {
    match command {
        Cluster::Start {
            cluster,
            audit_log,
            controller_manager,
        } => {
            let mut options = Options::new(cluster.name)
                .with_progress(Progress::new(|step| write::note(&step.to_string())));
            options.audit_log = audit_log;
            options.controller_manager = controller_manager;
            show(&kopr_cluster::start(&options).await?);
            Ok(Status::Same)
        }
        Cluster::Stop(cluster) => {
            match kopr_cluster::find(&cluster.name).await? {
                Some(found) => {
                    found.stop().await?;
                    write::note(&format!("the cluster `{}` is gone", cluster.name));
                }
                // What is wanted is so already.
                None => write::note(&format!("no cluster `{}` runs", cluster.name)),
            }
            Ok(Status::Same)
        }
        Cluster::Status(cluster) => {
            let Some(found) = kopr_cluster::find(&cluster.name).await? else {
                write::print(&format!("no cluster `{}` runs\n", cluster.name))?;
                return Ok(Status::Findings);
            };
            let ready = found.is_ready().await;
            let processes: Vec<String> = found
                .processes()
                .iter()
                .map(|(program, pid)| format!("{} ({pid})", program.name()))
                .collect();
            write::print(&format!(
                "{}: Kubernetes {KUBERNETES_VERSION} at {}, {}\nprocesses: {}\nkubeconfig: {}\n",
                found.name(),
                found.url(),
                if ready { "ready" } else { "not ready" },
                processes.join(", "),
                found.kubeconfig_path().display(),
            ))?;
            if let Some(log) = found.audit_log_path() {
                write::print(&format!("audit log: {}\n", log.display()))?;
            }
            Ok(if ready { Status::Same } else { Status::Findings })
        }
        Cluster::Kubeconfig(cluster) => match kopr_cluster::find(&cluster.name).await? {
            Some(found) => {
                write::print(&format!("{}\n", found.kubeconfig_path().display()))?;
                Ok(Status::Same)
            }
            None => Err(Error::NoCluster { name: cluster.name }),
        },
    }
}

fn show(cluster: &kopr_cluster::Cluster) {
    let name = match cluster.name() {
        "default" => String::new(),
        name => format!(" --name {name}"),
    };
    write::note(&format!(
        "the cluster `{}` runs Kubernetes {KUBERNETES_VERSION} at {}\n  export KUBECONFIG=$(kopr cluster kubeconfig{name})\n  {} get namespaces\n  kopr cluster stop{name}",
        cluster.name(),
        cluster.url(),
        cluster.kubectl_path().display(),
    ));
    if let Some(log) = cluster.audit_log_path() {
        write::note(&format!("audit log: {}", log.display()));
    }
}

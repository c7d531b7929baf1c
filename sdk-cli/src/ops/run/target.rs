//! The cluster to run against, and the question whether that is the one.

use std::io::{BufRead as _, IsTerminal as _};

use kopr_cluster::{Options, Progress};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};
use serde_json::Value;

use super::account::Account;
use super::error::RunError;
use crate::cli::RunArgs;
use crate::ops::Error;
use crate::write;

/// A cluster to run against.
pub(super) struct Target {
    /// Name of the context, or of the local control plane.
    pub(super) name: String,
    /// How it is reached.
    pub(super) config: Config,
}

impl Target {
    /// A client with the caller's own rights.
    pub(super) fn client(&self) -> Result<Client, RunError> {
        Client::try_from(self.config.clone()).map_err(|error| RunError::NoCluster(Box::new(error)))
    }
}

/// The local control plane, or what the kubeconfig names.
pub(super) async fn find(arguments: &RunArgs) -> Result<Target, Error> {
    if arguments.local {
        return local().await;
    }
    let kubeconfig = Kubeconfig::read().map_err(|error| RunError::NoCluster(Box::new(error)))?;
    let name = arguments
        .context
        .clone()
        .or_else(|| kubeconfig.current_context.clone())
        .ok_or_else(|| RunError::NoCluster("the kubeconfig has no current context".into()))?;
    let options = KubeConfigOptions {
        context: Some(name.clone()),
        ..KubeConfigOptions::default()
    };
    let config = Config::from_custom_kubeconfig(kubeconfig, &options)
        .await
        .map_err(|error| RunError::NoCluster(Box::new(error)))?;
    Ok(Target { name, config })
}

async fn local() -> Result<Target, Error> {
    let options = Options::default();
    let cluster = if let Some(cluster) = kopr_cluster::find(&options.name).await? {
        cluster
    } else {
        let options = options.with_progress(Progress::new(|step| write::note(&step.to_string())));
        kopr_cluster::start(&options).await?
    };
    write::note(&format!(
        "the local control plane is at {}\n  export KUBECONFIG={}\n  kopr cluster stop",
        cluster.url(),
        cluster.kubeconfig_path().display()
    ));
    Ok(Target {
        name: format!("local control plane `{}`", cluster.name()),
        config: cluster.config().await?,
    })
}

/// Says what is about to happen, and asks unless that was settled.
pub(super) fn confirm(
    arguments: &RunArgs,
    target: &Target,
    objects: &[Value],
    account: &Account,
) -> Result<(), RunError> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list: Vec<String> = objects
        .iter()
        .map(|object| {
            format!(
                "  {} {}",
                text(&object["kind"]),
                text(&object["metadata"]["name"])
            )
        })
        .collect();
    write::note(&format!(
        "to be applied to `{}` ({}):\n{}\nto be run here as {}",
        target.name,
        target.config.cluster_url,
        list.join("\n"),
        account.user()
    ));
    if arguments.local || arguments.yes {
        return Ok(());
    }
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err(RunError::Unconfirmed {
            context: target.name.clone(),
        });
    }
    write::note("go on? [y/N]");
    let mut answer = String::new();
    stdin.lock().read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") {
        return Ok(());
    }
    Err(RunError::Declined {
        context: target.name.clone(),
    })
}

//! One control plane for all test processes of this machine.

use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::cluster::{find_locked, sweep};
use crate::env::Places;
use crate::hex::hex;
use crate::lock::Lock;
use crate::start::{add_controller_manager, start_locked};
use crate::state::{Layout, Record};
use crate::{Assets, Cluster, KUBERNETES_VERSION, Options, Result, assets, process};

/// How long a shared cluster may be silent before it is replaced. Long, because others may be using it:
/// on a machine that compiles on all cores it answers late.
const SILENT: Duration = Duration::from_secs(30);

/// The shared cluster, started if it does not run. It lives on for the next tests.
///
/// It always writes an audit log. What `options` ask for is added where that can be done while others use the
/// cluster (kube-controller-manager); else, and when it does not answer, it is replaced. `options.name` and
/// `options.ephemeral` do not count here.
pub async fn shared(options: &Options) -> Result<Cluster> {
    let places = Places::read()?;
    let assets = assets(options).await?;
    let mut options = Options {
        name: name(&assets),
        audit_log: true,
        ephemeral: false,
        ..options.clone()
    };
    let layout = Layout::of(&places, &options.name)?;
    sweep(&places)?;
    let _lock = Lock::wait(&layout.lock(), &options.progress).await?;
    if let Some(mut cluster) = find_locked(&layout)? {
        let running = cluster.record();
        if !covers(running, &options) {
            tracing::warn!("replacing the shared cluster by one with other options");
            // With the old ones too, else two tests that differ would replace each other's cluster for ever.
            add(&mut options, running);
        } else if !is_ready(&cluster).await {
            tracing::warn!("replacing the shared cluster: it does not answer");
        } else {
            if options.controller_manager && !running.controller_manager {
                add_controller_manager(&layout, &assets, &options, cluster.record_mut()).await?;
            }
            return Ok(cluster);
        }
        process::end(&layout)?;
    }
    start_locked(&layout, &assets, &options).await
}

/// Other programs make another cluster: two checkouts with two Kubernetes versions do not meet.
fn name(assets: &Assets) -> String {
    let hash = hex(&Sha256::digest(assets.folder().as_os_str().as_encoded_bytes())[..4]);
    format!("shared-{}-{hash}", KUBERNETES_VERSION.replace('.', "-"))
}

/// Whether the running cluster has all that is asked for, save what can be added.
fn covers(running: &Record, asked: &Options) -> bool {
    running.audit_log
        && asked
            .api_server_flags
            .iter()
            .all(|flag| running.api_server_flags.contains(flag))
        && asked.etcd_quota <= running.etcd_quota
}

fn add(options: &mut Options, running: &Record) {
    for flag in &running.api_server_flags {
        if !options.api_server_flags.contains(flag) {
            options.api_server_flags.push(flag.clone());
        }
    }
    options.etcd_quota = options.etcd_quota.max(running.etcd_quota);
    options.controller_manager |=
        running.controller_manager && running.assets.join("kube-controller-manager").is_file();
}

async fn is_ready(cluster: &Cluster) -> bool {
    let deadline = Instant::now() + SILENT;
    loop {
        if cluster.is_ready().await {
            return true;
        }
        if Instant::now() > deadline {
            return false;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            url: String::new(),
            token: String::new(),
            assets: "/bin".into(),
            controller_manager: false,
            audit_log: true,
            api_server_flags: vec!["--a".to_owned()],
            etcd_quota: None,
        }
    }

    #[test]
    fn name_differs_by_programs() {
        let of = |folder: &str| name(&Assets::in_folder(folder.into()));
        assert_eq!(of("/a"), of("/a"));
        assert_ne!(of("/a"), of("/b"));
        crate::options::check_name(&of("/a")).unwrap();
    }

    #[test]
    fn covers_what_runs_and_what_can_be_added() {
        assert!(covers(&record(), &Options::default()));
        assert!(covers(&record(), &Options::default().with_controller_manager()));
        assert!(covers(&record(), &Options::default().with_api_server_flag("--a")));
        assert!(!covers(
            &record(),
            &Options::default().with_api_server_flag("--b")
        ));
        assert!(!covers(&record(), &Options::default().with_etcd_quota(1)));
        assert!(!covers(
            &Record {
                audit_log: false,
                ..record()
            },
            &Options::default()
        ));
    }

    #[test]
    fn replacement_keeps_what_others_asked_for() {
        let mut options = Options::default().with_api_server_flag("--b");
        add(&mut options, &record());
        assert_eq!(options.api_server_flags, ["--b", "--a"]);
        assert!(covers(
            &record(),
            &Options {
                api_server_flags: vec!["--a".into()],
                ..options
            }
        ));
    }
}

//! Starts real control planes: what is promised about starting, finding, dying and stopping.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how a test fails, also in its helpers"
)]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use k8s_openapi::api::core::v1::{Namespace, ServiceAccount};
use kopr_cluster::{Cluster, Error, Options, Program, find, list, start};
use kube::Api;
use kube::api::{DeleteParams, ListParams, PostParams};

fn namespace(name: &str) -> Namespace {
    let mut namespace = Namespace::default();
    namespace.metadata.name = Some(name.to_owned());
    namespace
}

fn kill(pid: u32) {
    assert!(
        Command::new("kill")
            .args(["-9", &pid.to_string()])
            .status()
            .unwrap()
            .success()
    );
}

fn lives(pid: u32) -> bool {
    // A zombie is no process that does anything; its state is the letter Z.
    let output = Command::new("ps")
        .args(["-o", "stat=", "-p", &pid.to_string()])
        .output()
        .unwrap();
    let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

fn pids(cluster: &Cluster) -> Vec<u32> {
    cluster.processes().into_iter().map(|(_, pid)| pid).collect()
}

/// The folder is gone at once; the lock may just be held by another test that looks for clusters.
fn gone(folder: &Path) -> bool {
    let deadline = Instant::now() + Duration::from_secs(10);
    while folder.with_extension("lock").exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    !folder.exists() && !folder.with_extension("lock").exists()
}

#[tokio::test]
async fn serves_and_ends_when_dropped() {
    let begin = Instant::now();
    let cluster = start(&Options::ephemeral().with_audit_log()).await.unwrap();
    eprintln!("ready after {:?}", begin.elapsed());
    assert!(cluster.is_ready().await);
    let client = cluster.client().await.unwrap();
    let version = client.apiserver_version().await.unwrap();
    assert_eq!((version.major.as_str(), version.minor.as_str()), ("1", "37"));

    let namespaces: Api<Namespace> = Api::all(client);
    namespaces
        .create(&PostParams::default(), &namespace("from-a-test"))
        .await
        .unwrap();

    let kubectl = Command::new(cluster.kubectl_path())
        .arg("--kubeconfig")
        .arg(cluster.kubeconfig_path())
        .args(["get", "namespace", "from-a-test", "-o", "name"])
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&kubectl.stdout).trim(),
        "namespace/from-a-test",
        "{kubectl:?}"
    );

    // Blocking mode: the line is there as soon as the answer is.
    let log = std::fs::read_to_string(cluster.audit_log_path().unwrap()).unwrap();
    let line = log
        .lines()
        .find(|line| line.contains(r#""verb":"create""#) && line.contains("from-a-test"))
        .unwrap();
    let event: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!(event["user"]["username"], "admin");
    assert_eq!(event["level"], "Metadata");
    assert_eq!(event["stage"], "ResponseComplete");

    let (pids, folder) = (pids(&cluster), cluster.folder().to_owned());
    assert_eq!(pids.len(), 2);
    let twin = cluster.clone();
    drop(cluster);
    assert!(
        pids.iter().all(|pid| lives(*pid)),
        "a clone still stands for the cluster"
    );
    drop(twin);
    assert!(!pids.iter().any(|pid| lives(*pid)));
    assert!(gone(&folder));
}

#[tokio::test]
async fn found_by_name_until_stopped() {
    let options = Options::new(format!("test-found-{}", std::process::id()));
    let started = start(&options).await.unwrap();
    let (pids, folder) = (pids(&started), started.folder().to_owned());
    let url = started.url().to_owned();
    // Not ephemeral: it does not depend on the value.
    drop(started);

    assert!(matches!(start(&options).await, Err(Error::AlreadyRunning(_))));
    assert!(
        list()
            .await
            .unwrap()
            .iter()
            .any(|cluster| cluster.name() == options.name)
    );
    let found = find(&options.name).await.unwrap().unwrap();
    assert_eq!(found.url(), url);
    assert_eq!(found.audit_log_path(), None);
    assert!(found.is_ready().await);

    found.stop().await.unwrap();
    assert!(!pids.iter().any(|pid| lives(*pid)));
    assert!(gone(&folder));
    assert!(find(&options.name).await.unwrap().is_none());
}

#[tokio::test]
async fn a_dead_one_is_cleaned_up() {
    let options = Options::new(format!("test-dead-{}", std::process::id()));
    let cluster = start(&options).await.unwrap();
    let (pids, folder) = (pids(&cluster), cluster.folder().to_owned());
    let (_, api_server) = cluster
        .processes()
        .into_iter()
        .find(|(program, _)| *program == Program::ApiServer)
        .unwrap();
    kill(api_server);
    // The signal is under way for a moment.
    while lives(api_server) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(find(&options.name).await.unwrap().is_none());
    assert!(!pids.iter().any(|pid| lives(*pid)), "etcd was ended too");
    assert!(gone(&folder));

    // And the name is free again.
    start(&options).await.unwrap().stop().await.unwrap();
}

#[tokio::test]
async fn controller_manager_makes_accounts_and_deletes_namespaces() {
    let cluster = start(&Options::ephemeral().with_controller_manager().with_audit_log())
        .await
        .unwrap();
    assert!(cluster.has_controller_manager());
    assert_eq!(cluster.processes().len(), 3);
    let client = cluster.client().await.unwrap();
    let namespaces: Api<Namespace> = Api::all(client.clone());
    namespaces
        .create(&PostParams::default(), &namespace("passing"))
        .await
        .unwrap();

    let accounts: Api<ServiceAccount> = Api::namespaced(client, "passing");
    let deadline = Instant::now() + Duration::from_mins(1);
    while accounts
        .list(&ListParams::default())
        .await
        .unwrap()
        .items
        .is_empty()
    {
        assert!(Instant::now() < deadline, "no ServiceAccount came");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    namespaces
        .delete("passing", &DeleteParams::default())
        .await
        .unwrap();
    while namespaces.get_opt("passing").await.unwrap().is_some() {
        assert!(Instant::now() < deadline, "the namespace stays");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let log = std::fs::read_to_string(cluster.audit_log_path().unwrap()).unwrap();
    assert!(log.contains(r#""username":"system:kube-controller-manager""#));
    assert!(!log.contains(r#""username":"system:apiserver""#));
}

#[tokio::test]
async fn a_start_that_fails_says_why_and_leaves_nothing() {
    let options =
        Options::new(format!("test-fails-{}", std::process::id())).with_api_server_flag("--no-such-flag");
    let error = start(&options).await.unwrap_err().to_string();
    assert!(
        error.starts_with("kube-apiserver ended while it was starting"),
        "{error}"
    );
    assert!(error.contains("unknown flag: --no-such-flag"), "{error}");
    assert!(
        list()
            .await
            .unwrap()
            .iter()
            .all(|cluster| cluster.name() != options.name)
    );
    assert!(find(&options.name).await.unwrap().is_none());
}

#[tokio::test]
async fn a_start_given_up_leaves_nothing() {
    let options = Options::ephemeral();
    let given_up = tokio::time::timeout(Duration::from_millis(400), start(&options)).await;
    assert!(given_up.is_err(), "nothing is ready that fast");
    assert!(find(&options.name).await.unwrap().is_none());
    let running = Command::new("ps")
        .args(["-ww", "-eo", "command="])
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&running.stdout).contains(&format!("/{}/", options.name)));
}

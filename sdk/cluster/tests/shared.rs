//! What several processes do at once: share a cluster, and clean up after one that was killed.
//!
//! Each test runs this same test binary again, as other processes, in a state folder of their own.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how a test fails, also in its helpers"
)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use kopr_cluster::{Options, find, list, shared, start};

/// Runs one of the `role_` functions below in a process of its own.
fn role(name: &str, state: &Path, out: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env("XDG_STATE_HOME", state)
        .env("KOPR_TEST_OUT", state.join(out))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

fn run(name: &str, state: &Path, out: &str) -> String {
    assert!(role(name, state, out).wait().unwrap().success(), "{name}");
    std::fs::read_to_string(state.join(out)).unwrap()
}

#[allow(
    clippy::disallowed_methods,
    reason = "these are tests: no crate whose environment must be kept in one place"
)]
fn tell(text: &str) {
    let path = std::env::var_os("KOPR_TEST_OUT").unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn two_processes_share_one() {
    let state = tempfile::tempdir().unwrap();
    let mut both = [
        role("role_share", state.path(), "a"),
        role("role_share", state.path(), "b"),
    ];
    assert!(both.iter_mut().all(|process| process.wait().unwrap().success()));
    let read = |name| std::fs::read_to_string(state.path().join(name)).unwrap();
    let first = read("a");
    assert!(first.starts_with("shared-1-37-2-"), "{first}");
    assert_eq!(first, read("b"), "the same name, address and processes");

    // A third one asks for more: it is added to the same cluster, the others' processes go on.
    let more = run("role_share_more", state.path(), "c");
    assert!(more.starts_with(first.trim_end()), "{first}\n{more}");
    assert!(more.contains("kube-controller-manager"), "{more}");

    // Its processes are still there although all who used it are gone; one that is killed is replaced.
    let replaced = run("role_kill_and_share", state.path(), "d");
    assert_ne!(first.split(' ').nth(1), replaced.split(' ').nth(1));
    run("role_stop_all", state.path(), "e");
}

#[test]
fn what_a_killed_test_leaves_is_ended_by_the_next() {
    let state = tempfile::tempdir().unwrap();
    let mut killed = role("role_start_and_wait", state.path(), "a");
    let deadline = Instant::now() + Duration::from_mins(2);
    while !state.path().join("a").exists() {
        assert!(Instant::now() < deadline, "it did not start");
        std::thread::sleep(Duration::from_millis(50));
    }
    // As long as it lives, nobody ends its cluster.
    assert_eq!(run("role_list", state.path(), "b").lines().count(), 1);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(run("role_list", state.path(), "c"), "");
    let left: Vec<_> = std::fs::read_dir(state.path().join("kopr/cluster"))
        .unwrap()
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

fn describe(cluster: &kopr_cluster::Cluster) -> String {
    let processes: Vec<_> = cluster
        .processes()
        .iter()
        .map(|(program, pid)| format!("{program}={pid}"))
        .collect();
    format!("{} {} {}", cluster.name(), cluster.url(), processes.join(" "))
}

#[tokio::test]
#[ignore = "a role that other tests run"]
async fn role_share() {
    let cluster = shared(&Options::default()).await.unwrap();
    assert!(cluster.is_ready().await);
    tell(&describe(&cluster));
}

#[tokio::test]
#[ignore = "a role that other tests run"]
async fn role_share_more() {
    let cluster = shared(&Options::default().with_controller_manager())
        .await
        .unwrap();
    tell(&describe(&cluster));
}

#[tokio::test]
#[ignore = "a role that other tests run"]
async fn role_kill_and_share() {
    let cluster = list().await.unwrap().remove(0);
    let (_, pid) = cluster.processes()[1];
    assert!(
        Command::new("kill")
            .args(["-9", &pid.to_string()])
            .status()
            .unwrap()
            .success()
    );
    while cluster.processes().len() == 3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tell(&describe(&shared(&Options::default()).await.unwrap()));
}

#[tokio::test]
#[ignore = "a role that other tests run"]
async fn role_stop_all() {
    for cluster in list().await.unwrap() {
        cluster.stop().await.unwrap();
    }
    tell("");
}

#[tokio::test]
#[ignore = "a role that other tests run"]
async fn role_start_and_wait() {
    let options = Options::ephemeral();
    let _cluster = start(&options).await.unwrap();
    tell(&options.name);
    tokio::time::sleep(Duration::from_mins(5)).await;
}

#[tokio::test]
#[ignore = "a role that other tests run"]
async fn role_list() {
    let mut lines = String::new();
    for cluster in list().await.unwrap() {
        assert!(find(cluster.name()).await.unwrap().is_some());
        lines += &describe(&cluster);
        lines.push('\n');
    }
    tell(&lines);
}

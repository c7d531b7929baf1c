//! The operator's program: its environment, its end.

use std::net::TcpListener;

use camino::Utf8Path;
use kopr_model::{env, names};
use serde_json::Value;
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

use super::account::{Account, Session};
use super::error::RunError;
use crate::objects::pod_spec::CONTAINER;
use crate::status::Status;
use crate::write;

/// What the Deployment would give the program, as far as it makes sense here.
pub(super) fn environment(deployment: &Value, account: &Account) -> Vec<(String, String)> {
    let containers = deployment["spec"]["template"]["spec"]["containers"].as_array();
    // A patch may have put others beside it.
    let ours = containers
        .into_iter()
        .flatten()
        .find(|container| container["name"] == CONTAINER);
    let variables = ours.and_then(|container| container["env"].as_array());
    let mut environment: Vec<(String, String)> = variables
        .into_iter()
        .flatten()
        .filter_map(|variable| {
            let name = variable["name"].as_str()?.to_owned();
            // The certificates are mounted into the pod, and `/metrics` is served on this machine only.
            if name == env::METRICS_TLS {
                return None;
            }
            let value = match variable["valueFrom"]["fieldRef"]["fieldPath"].as_str() {
                Some("metadata.namespace") => account.namespace.clone(),
                Some(_) => account.name.clone(),
                None => variable["value"].as_str()?.to_owned(),
            };
            Some((name, value))
        })
        .collect();
    for (name, port) in [
        (env::HEALTH_ADDRESS, names::HEALTH_PORT),
        (env::METRICS_ADDRESS, names::METRICS_PORT),
    ] {
        environment.push((name.to_owned(), address(name, port)));
    }
    environment
}

/// The usual port on this machine only; any free one where that is taken.
fn address(name: &str, port: u16) -> String {
    let usual = format!("127.0.0.1:{port}");
    if TcpListener::bind(&usual).is_ok() {
        return usual;
    }
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let address = free.map_or_else(|_| "off".to_owned(), |free| free.to_string());
    write::note(&format!("port {port} is taken: {name}={address}"));
    address
}

/// Runs the program until it ends. Ctrl-C and a termination are handed on.
pub(super) async fn run(
    executable: &Utf8Path,
    folder: &Utf8Path,
    session: Session,
    environment: Vec<(String, String)>,
) -> Result<Status, RunError> {
    // Ours from here on, so that Ctrl-C ends the program and not us before it.
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    let mut child = Command::new(executable)
        .current_dir(folder)
        .env("KUBECONFIG", session.kubeconfig()?)
        .envs(environment)
        .kill_on_drop(true)
        .spawn()?;
    let ended = loop {
        tokio::select! {
            ended = child.wait() => break ended?,
            // From a terminal the program has it already; one more signal to stop does no harm.
            _ = interrupted.recv() => terminate(child.id()),
            _ = terminated.recv() => terminate(child.id()),
            () = session.keep_fresh() => {}
        }
    };
    Ok(if ended.success() {
        Status::Same
    } else {
        Status::Findings
    })
}

fn terminate(child: Option<u32>) {
    let pid = child
        .and_then(|id| i32::try_from(id).ok())
        .and_then(rustix::process::Pid::from_raw);
    if let Some(pid) = pid {
        // It may have ended by itself meanwhile.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
    }
}

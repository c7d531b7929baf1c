//! Waits until a cluster answers.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use kube::Client;

use crate::state::Layout;
use crate::{Error, Program, Result, files, process};

const POLL: Duration = Duration::from_millis(50);
/// For one question: a server that is starting may take it and be silent.
const ANSWER: Duration = Duration::from_secs(5);

/// What shows that a cluster may be used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sign {
    path: &'static str,
    missing: &'static str,
}

/// The API server serves, and its first controllers have made what every cluster has.
pub(crate) const API_SERVER: [Sign; 2] = [
    Sign {
        path: "/readyz",
        missing: "/readyz does not say ok",
    },
    Sign {
        path: "/api/v1/namespaces/default",
        missing: "there is no namespace \"default\"",
    },
];
/// The controllers of kube-controller-manager run. It has no port that could be asked.
pub(crate) const CONTROLLER_MANAGER: [Sign; 1] = [Sign {
    path: "/api/v1/namespaces/default/serviceaccounts/default",
    missing: "kube-controller-manager has made no ServiceAccount \"default\"",
}];

/// Waits for each sign in turn; fails when one of the programs ends or when the time is over.
pub(crate) async fn wait(
    layout: &Layout,
    client: &Client,
    programs: &[Program],
    signs: &[Sign],
    timeout: Duration,
) -> Result<()> {
    let deadline = Instant::now() + timeout;
    for sign in signs {
        while !answers(client, sign.path).await {
            check_alive(layout, programs)?;
            if Instant::now() > deadline {
                return Err(not_ready(layout, timeout, sign.missing));
            }
            tokio::time::sleep(POLL).await;
        }
    }
    Ok(())
}

/// Waits until etcd takes connections: an API server that comes before it loses seconds in its back-off.
pub(crate) async fn wait_for_etcd(layout: &Layout, port: u16, timeout: Duration) -> Result<()> {
    let deadline = Instant::now() + timeout;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    // On the loopback device a connection is made or refused at once, so this blocks nobody.
    while TcpStream::connect(address).is_err() {
        check_alive(layout, &[Program::Etcd])?;
        if Instant::now() > deadline {
            return Err(not_ready(layout, timeout, "etcd takes no connections"));
        }
        tokio::time::sleep(POLL / 5).await;
    }
    Ok(())
}

/// Whether a GET of that path succeeds.
pub(crate) async fn answers(client: &Client, path: &str) -> bool {
    let Ok(request) = http::Request::get(path).body(Vec::new()) else {
        return false;
    };
    matches!(
        tokio::time::timeout(ANSWER, client.request_text(request)).await,
        Ok(Ok(_))
    )
}

fn check_alive(layout: &Layout, programs: &[Program]) -> Result<()> {
    match programs
        .iter()
        .find(|program| process::running(layout, **program).is_none())
    {
        None => Ok(()),
        Some(program) => Err(Error::Exited {
            program: *program,
            log: files::end_of_log(&layout.log(*program)),
        }),
    }
}

fn not_ready(layout: &Layout, after: Duration, missing: &str) -> Error {
    let log = files::end_of_log(&layout.log(Program::ApiServer));
    Error::NotReady {
        after,
        missing: missing.to_owned(),
        log,
    }
}

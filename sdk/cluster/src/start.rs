//! Starts a cluster.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use crate::cluster::{Guard, client_of, find_locked, sweep};
use crate::env::Places;
use crate::flags::{self, Ports};
use crate::lock::Lock;
use crate::progress::Step;
use crate::ready::{self, API_SERVER, CONTROLLER_MANAGER};
use crate::state::{Layout, Record};
use crate::{
    Assets, Cluster, Error, Options, Program, Result, assets, certificates, files, kubeconfig, process,
};

/// How often other ports are chosen when someone takes one of ours before our process does.
const ATTEMPTS: usize = 4;

/// Starts a cluster and waits until it is ready. It lives on after this process unless it is ephemeral.
pub async fn start(options: &Options) -> Result<Cluster> {
    let places = Places::read()?;
    let layout = Layout::of(&places, &options.name)?;
    let assets = assets(options).await?;
    sweep(&places)?;
    let _lock = Lock::wait(&layout.lock(), &options.progress).await?;
    if find_locked(&layout)?.is_some() {
        return Err(Error::AlreadyRunning(options.name.clone()));
    }
    start_locked(&layout, &assets, options).await
}

/// Starts a cluster whose lock the caller holds and of which nothing runs.
pub(crate) async fn start_locked(layout: &Layout, assets: &Assets, options: &Options) -> Result<Cluster> {
    options.progress.begin(&Step::Starting {
        name: layout.name.clone(),
    });
    let mut attempt = 1;
    loop {
        match start_once(layout, assets, options).await {
            Err(Error::Exited { log, .. })
                if attempt < ATTEMPTS && log.contains("address already in use") =>
            {
                attempt += 1;
            }
            other => return other,
        }
    }
}

async fn start_once(layout: &Layout, assets: &Assets, options: &Options) -> Result<Cluster> {
    layout.create()?;
    // From here on, whatever ends this function, also the caller's losing interest, ends the processes.
    let guard = Guard::new(layout.clone(), options.ephemeral)?;
    let ports = free_ports()?;
    let url = format!("https://127.0.0.1:{}", ports.api_server);
    let ca = certificates::make(layout)?;
    let (token, manager_token) = (certificates::token()?, certificates::token()?);
    // kube-controller-manager has a name of its own so that the audit log tells its requests from others.
    let tokens = format!(
        "{token},admin,admin,system:masters\n\
         {manager_token},system:kube-controller-manager,controller-manager,system:masters\n"
    );
    files::write(&layout.tokens(), tokens)?;
    files::write(&layout.audit_policy(), flags::AUDIT_POLICY)?;
    kubeconfig::write(&layout.kubeconfig(), &layout.name, &url, &ca, &token)?;
    kubeconfig::write(
        &layout.controller_manager_kubeconfig(),
        &layout.name,
        &url,
        &ca,
        &manager_token,
    )?;

    process::start(
        layout,
        assets,
        Program::Etcd,
        &flags::etcd(layout, ports, options),
    )?;
    ready::wait_for_etcd(layout, ports.etcd, options.timeout).await?;
    process::start(
        layout,
        assets,
        Program::ApiServer,
        &flags::api_server(layout, ports, options),
    )?;
    let client = client_of(layout).await?;
    ready::wait(
        layout,
        &client,
        &[Program::ApiServer, Program::Etcd],
        &API_SERVER,
        options.timeout,
    )
    .await?;

    let mut record = Record {
        url,
        token,
        assets: assets.folder().to_owned(),
        controller_manager: false,
        audit_log: options.audit_log,
        api_server_flags: options.api_server_flags.clone(),
        etcd_quota: options.etcd_quota,
    };
    if options.controller_manager {
        add_controller_manager(layout, assets, options, &mut record).await?;
    } else {
        record.write(layout)?;
    }
    let guard = if options.ephemeral {
        Some(Arc::new(guard))
    } else {
        guard.disarm();
        None
    };
    Ok(Cluster::new(layout.clone(), record, guard))
}

/// Starts kube-controller-manager in a cluster that runs, and records it.
pub(crate) async fn add_controller_manager(
    layout: &Layout,
    assets: &Assets,
    options: &Options,
    record: &mut Record,
) -> Result<()> {
    // It may run already, from an earlier call that did not wait to the end.
    if process::running(layout, Program::ControllerManager).is_none() {
        process::start(
            layout,
            assets,
            Program::ControllerManager,
            &flags::controller_manager(layout),
        )?;
    }
    record.controller_manager = true;
    let client = client_of(layout).await?;
    ready::wait(
        layout,
        &client,
        &record.programs(),
        &CONTROLLER_MANAGER,
        options.timeout,
    )
    .await?;
    record.write(layout)
}

/// Ports that nobody uses just now. All are held until all are chosen, so they differ.
fn free_ports() -> Result<Ports> {
    let listen = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let (etcd, etcd_peers, api_server) = (listen()?, listen()?, listen()?);
    Ok(Ports {
        etcd: etcd.local_addr()?.port(),
        etcd_peers: etcd_peers.local_addr()?.port(),
        api_server: api_server.local_addr()?.port(),
    })
}

//! A fault proxy: it stands between a client and the API server, and makes of a good network a bad one.
//!
//! It speaks TLS with the API server's own certificate, so that a client notices no difference but the port. All
//! faults are chosen by the test: which requests, how often, and what happens. Every request is noted.
//!
//! ```no_run
//! use kopr_cluster::proxy::{Fault, Filter, Proxy};
//! # async fn example(cluster: kopr_cluster::Cluster) -> kopr_cluster::Result<()> {
//! let proxy = Proxy::start(&cluster).await?;
//! let client = proxy.client().await?;
//!
//! // Every third write fails, until `heal`.
//! proxy.fault(Fault::answer(500).on(Filter::all().writes()).every(3));
//! // The watches that are open now are told that they are too old.
//! let told = proxy.strike(Fault::watch_error(410));
//! // Nothing gets through, either way; later it goes on.
//! proxy.partition();
//! proxy.heal();
//! assert!(proxy.count(&Filter::all().verb("list")) > 0);
//! # drop((client, told));
//! # Ok(())
//! # }
//! ```

mod body;
mod fault;
mod filter;
mod forward;
mod request;
mod shared;
mod wire;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector};

pub use self::fault::Fault;
pub use self::filter::Filter;
pub use self::request::Request;
use self::shared::Shared;
use crate::{Cluster, Error, Result, kubeconfig};

/// How often a wait looks.
const LOOK: Duration = Duration::from_millis(10);

/// A fault proxy in front of a cluster. It ends with its last clone.
#[derive(Clone)]
pub struct Proxy {
    shared: Arc<Shared>,
    url: String,
    cluster: Cluster,
    running: Arc<Running>,
}

struct Running {
    task: JoinHandle<()>,
    folder: TempDir,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    /// Starts one, on a free port of this machine. It belongs to the tokio runtime that it is started on.
    pub async fn start(cluster: &Cluster) -> Result<Self> {
        let server = cluster.url().trim_start_matches("https://");
        let server: SocketAddr = server
            .parse()
            .map_err(|_| Error::Proxy(format!("`{}` has no address of this machine", cluster.url())))?;
        let shared = Arc::new(Shared::new(server, acceptor(cluster)?, connector(cluster)?));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let url = format!("https://{}", listener.local_addr()?);
        let folder = tempfile::tempdir()?;
        let ca = fs_err::read_to_string(cluster.ca_path())?;
        let path = folder.path().join("kubeconfig");
        kubeconfig::write(&path, cluster.name(), &url, &ca, cluster.token())?;
        let task = tokio::spawn(forward::serve(Arc::clone(&shared), listener));
        Ok(Self {
            shared,
            url,
            cluster: cluster.clone(),
            running: Arc::new(Running { task, folder }),
        })
    }

    /// Its address, as `https://127.0.0.1:40123`. The cluster's CA has signed its certificate.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The cluster behind it.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// A kubeconfig for the user `admin` that leads through it. It is gone with the proxy.
    pub fn kubeconfig_path(&self) -> PathBuf {
        self.running.folder.path().join("kubeconfig")
    }

    /// A client configuration for the user `admin` that leads through it.
    pub async fn config(&self) -> Result<kube::Config> {
        let mut config = self.cluster.config().await?;
        config.cluster_url = self
            .url
            .parse()
            .map_err(|error| Error::Proxy(format!("`{}` is no address: {error}", self.url)))?;
        Ok(config)
    }

    /// A client for the user `admin` that leads through it.
    pub async fn client(&self) -> Result<kube::Client> {
        kube::Client::try_from(self.config().await?).map_err(|error| Error::Client(Box::new(error)))
    }

    /// From now on, that fault acts on requests as they come, after the faults that were made before. Of several
    /// that fit a request all delays and paces act, and the first of the others.
    pub fn fault(&self, fault: Fault) {
        self.shared.add(fault);
    }

    /// Lets a fault act at once, and only once, on what is open now: watches, and answers that are under way.
    /// Gives on how many it acted. An error is told to a watch as its last event, and silence is a freeze.
    pub fn strike(&self, fault: Fault) -> usize {
        self.shared.strike(fault)
    }

    /// From now on no byte passes, on old and on new connections, and no connection ends.
    pub fn partition(&self) {
        self.shared.partition(true);
    }

    /// Ends a partition, and forgets all faults. Bytes that were held go on; what was frozen, or got no answer,
    /// stays so.
    pub fn heal(&self) {
        self.shared.forget_faults();
        self.shared.partition(false);
    }

    /// All requests so far, as they came.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.requests()
    }

    /// How many requests it has seen: a mark for [`count_since`](Self::count_since).
    pub fn seen(&self) -> usize {
        self.shared.seen()
    }

    /// How many requests of that sort it has seen.
    pub fn count(&self, filter: &Filter) -> usize {
        self.count_since(0, filter)
    }

    /// How many of that sort came after the first `mark` requests.
    pub fn count_since(&self, mark: usize, filter: &Filter) -> usize {
        self.shared.count(mark, |request| filter.fits(request))
    }

    /// How many of that sort are open: watches, and requests without an answer.
    pub fn open(&self, filter: &Filter) -> usize {
        self.shared.open(|request| filter.fits(request))
    }

    /// Waits until so many requests of that sort came after the first `mark`.
    ///
    /// # Errors
    /// That it took longer than `patience`, with what came instead.
    pub async fn wait_for(
        &self,
        mark: usize,
        filter: &Filter,
        count: usize,
        patience: Duration,
    ) -> Result<()> {
        let deadline = Instant::now() + patience;
        loop {
            let found = self.count_since(mark, filter);
            if found >= count {
                return Ok(());
            }
            if Instant::now() > deadline {
                let requests = self.requests();
                let later = requests.get(mark..).unwrap_or_default();
                let last = later.iter().rev().take(20).rev().map(|request| {
                    let code = request.code.map_or("-".to_owned(), |code| code.to_string());
                    format!("\n  {} {} {code}", request.verb, request.path)
                });
                return Err(Error::Proxy(format!(
                    "{found} of {count} requests came within {patience:?}; the last of all:{}",
                    last.collect::<String>()
                )));
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

fn tls(what: &str) -> impl Fn(&dyn std::fmt::Display) -> Error {
    move |error| Error::Proxy(format!("{what}: {error}"))
}

/// Speaks TLS as the API server does: with its certificate.
fn acceptor(cluster: &Cluster) -> Result<TlsAcceptor> {
    let wrong = tls("the certificate of the API server cannot be used");
    let (certificate, key) = cluster.server_certificate();
    let certificate = CertificateDer::from_pem_file(certificate).map_err(|error| wrong(&error))?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(&error))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error))?
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .map_err(|error| wrong(&error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Speaks TLS with the API server as clients do.
fn connector(cluster: &Cluster) -> Result<TlsConnector> {
    let wrong = tls("the cluster's CA cannot be used");
    let mut roots = RootCertStore::empty();
    let ca = CertificateDer::from_pem_file(cluster.ca_path()).map_err(|error| wrong(&error))?;
    roots.add(ca).map_err(|error| wrong(&error))?;
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

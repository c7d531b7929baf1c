//! TLS for `/metrics`: a certificate in files that somebody else renews.
//!
//! The files are looked at before each connection, so that nothing has to wake up while nobody asks. kubelet
//! swaps a link to renew them, so that what was read a moment ago need not fit to what is read now: a pair that
//! does not fit is told, and the last one that did stays in use.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

/// The certificate, then those that signed it.
const CERTIFICATE: &str = "tls.crt";
/// Its private key.
const KEY: &str = "tls.key";

/// Takes connections over TLS.
#[derive(Clone)]
pub(crate) struct Tls {
    acceptor: TlsAcceptor,
    certificate: Arc<Certificate>,
}

/// Why there is no new certificate.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("`{path}` cannot be read: {error}")]
    Read { path: PathBuf, error: std::io::Error },
    #[error("`{path}` is not the PEM that it should be: {error}")]
    Pem { path: PathBuf, error: pem::Error },
    #[error("`{path}` holds no certificate")]
    Empty { path: PathBuf },
    #[error("`{CERTIFICATE}` and `{KEY}` in `{folder}` cannot be used together: {error}")]
    Unfit { folder: PathBuf, error: rustls::Error },
}

impl Tls {
    /// TLS with the files of a folder. They are read at once, so that what is wrong with them is in the log
    /// before anybody asks.
    ///
    /// # Errors
    /// Versions of TLS that were not compiled in.
    pub(crate) fn new(folder: &Path) -> Result<Self, rustls::Error> {
        let provider = Arc::new(ring::default_provider());
        let certificate = Arc::new(Certificate {
            folder: folder.to_owned(),
            provider: Arc::clone(&provider),
            state: Mutex::default(),
        });
        certificate.look();
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&certificate) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            certificate,
        })
    }

    /// Greets a client. Without a certificate the client is sent away.
    pub(crate) async fn accept(&self, stream: TcpStream) -> std::io::Result<TlsStream<TcpStream>> {
        self.certificate.look();
        self.acceptor.accept(stream).await
    }
}

/// The certificate in a folder.
#[derive(Debug)]
struct Certificate {
    folder: PathBuf,
    provider: Arc<CryptoProvider>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Hash of the files that `key` is from.
    hash: Option<[u8; 32]>,
    key: Option<Arc<CertifiedKey>>,
    /// The fault that the log has last.
    told: Option<String>,
}

impl Certificate {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the files, and says once what came of it.
    fn look(&self) {
        let mut state = self.state();
        match self.read(state.hash) {
            Ok(None) => state.told = None,
            Ok(Some((hash, key))) => {
                state.hash = Some(hash);
                state.key = Some(Arc::new(key));
                state.told = None;
                tracing::info!(folder = %self.folder.display(), "the certificate of `/metrics` was read");
            }
            Err(fault) => {
                let fault = fault.to_string();
                if state.told.as_ref() != Some(&fault) {
                    if state.key.is_some() {
                        tracing::error!("the certificate of `/metrics` is not renewed: {fault}");
                    } else {
                        tracing::error!("`/metrics` is not served, for want of TLS: {fault}");
                    }
                    state.told = Some(fault);
                }
            }
        }
    }

    /// The certificate in the files, unless they are those of that hash.
    fn read(&self, known: Option<[u8; 32]>) -> Result<Option<([u8; 32], CertifiedKey)>, Fault> {
        let read = |name: &str| {
            let path = self.folder.join(name);
            match std::fs::read(&path) {
                Ok(bytes) => Ok((path, bytes)),
                Err(error) => Err(Fault::Read { path, error }),
            }
        };
        let ((certificates_path, certificates), (key_path, key)) = (read(CERTIFICATE)?, read(KEY)?);
        let hash: [u8; 32] = Sha256::new()
            .chain_update(certificates.len().to_le_bytes())
            .chain_update(&certificates)
            .chain_update(&key)
            .finalize()
            .into();
        if known == Some(hash) {
            return Ok(None);
        }
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&certificates).collect();
        let chain = match chain {
            Ok(chain) if chain.is_empty() => {
                return Err(Fault::Empty {
                    path: certificates_path,
                });
            }
            Ok(chain) => chain,
            Err(error) => {
                return Err(Fault::Pem {
                    path: certificates_path,
                    error,
                });
            }
        };
        let key = PrivateKeyDer::from_pem_slice(&key).map_err(|error| Fault::Pem {
            path: key_path,
            error,
        })?;
        let key = CertifiedKey::from_der(chain, key, &self.provider).map_err(|error| Fault::Unfit {
            folder: self.folder.clone(),
            error,
        })?;
        Ok(Some((hash, key)))
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.state().key.clone()
    }
}

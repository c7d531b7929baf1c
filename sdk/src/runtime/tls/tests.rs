//! Metrics over TLS, as a client meets them while their certificate comes, changes and breaks.

use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::symlink;

use http_body_util::Full;
use hyper::Response;
use hyper::body::Bytes;
use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio_rustls::TlsConnector;

use super::*;
use crate::runtime::http::{self, Site};

/// A certificate for `localhost` that signs itself, and its key, both as PEM.
struct Pair {
    certificate: String,
    key: String,
}

impl Pair {
    fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        Self {
            certificate: params.self_signed(&key).unwrap().pem(),
            key: key.serialize_pem(),
        }
    }
}

/// A folder whose files are swapped as kubelet does it: by a link to another folder.
struct Mount {
    folder: tempfile::TempDir,
    swaps: usize,
}

impl Mount {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in [CERTIFICATE, KEY] {
            symlink(format!("..data/{name}"), folder.path().join(name)).unwrap();
        }
        Self { folder, swaps: 0 }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn swap(&mut self, files: &[(&str, &str)]) {
        self.swaps += 1;
        let version = format!("..{}", self.swaps);
        let folder = self.path().join(&version);
        std::fs::create_dir(&folder).unwrap();
        for (name, text) in files {
            let mut file = File::create(folder.join(name)).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        }
        let link = self.path().join("..data_tmp");
        symlink(version, &link).unwrap();
        std::fs::rename(link, self.path().join("..data")).unwrap();
    }

    fn put(&mut self, certificate: &Pair, key: &Pair) {
        self.swap(&[(CERTIFICATE, &certificate.certificate), (KEY, &key.key)]);
    }
}

async fn ask(mut stream: impl AsyncRead + AsyncWrite + Unpin) -> std::io::Result<String> {
    stream
        .write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .await?;
    let mut answer = String::new();
    match stream.read_to_string(&mut answer).await {
        // A server that closes without a farewell has answered nevertheless.
        Err(error) if answer.is_empty() => Err(error),
        _ => Ok(answer),
    }
}

/// What a client gets that trusts only that certificate.
async fn get(address: SocketAddr, trusted: &Pair) -> std::io::Result<String> {
    let mut roots = RootCertStore::empty();
    let certificate = CertificateDer::from_pem_slice(trusted.certificate.as_bytes()).unwrap();
    roots.add(certificate).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let stream = TcpStream::connect(address).await?;
    let name = ServerName::try_from("localhost").unwrap();
    let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await?;
    ask(stream).await
}

#[tokio::test]
async fn the_certificate_comes_changes_and_breaks() {
    let (first, second) = (Pair::new(), Pair::new());
    let mut mount = Mount::new();
    let tls = Tls::new(mount.path()).unwrap();
    let certificate = Arc::clone(&tls.certificate);
    let told = || certificate.state().told.clone().unwrap_or_default();

    let site = Site::Metrics(Some(tls));
    assert_eq!(site.port(), 8443);
    let listener = http::listen(&site, Some("127.0.0.1:0")).await.unwrap().unwrap();
    let address = listener.local_addr().unwrap();
    let served = tokio::spawn(http::serve(listener, site, |_, _| {
        Response::new(Full::<Bytes>::from("some metrics"))
    }));

    // No files yet.
    assert!(told().contains("/tls.crt` cannot be read"), "{}", told());
    get(address, &first).await.unwrap_err();

    // What is asked for without TLS is not answered.
    let plain = ask(TcpStream::connect(address).await.unwrap()).await;
    assert!(!plain.unwrap_or_default().contains("HTTP/1.1"));

    let answers = async |trusted: &Pair| {
        let answer = get(address, trusted).await;
        let answer = answer.unwrap_or_else(|error| panic!("{error}; {}", told()));
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.ends_with("some metrics"), "{answer}");
    };
    mount.put(&first, &first);
    answers(&first).await;
    assert_eq!(told(), "");

    // Renewed.
    mount.put(&second, &second);
    answers(&second).await;
    get(address, &first).await.unwrap_err();

    // Broken in every way: the log says how, and the last good one stays.
    for (files, fault) in [
        (
            vec![(CERTIFICATE, &*first.certificate), (KEY, &*second.key)],
            "cannot be used together",
        ),
        (
            vec![(CERTIFICATE, "nothing"), (KEY, &*second.key)],
            "/tls.crt` holds no certificate",
        ),
        (
            vec![(CERTIFICATE, &*first.certificate), (KEY, "nothing")],
            "/tls.key` is not the PEM that it should be",
        ),
        (
            vec![(CERTIFICATE, &*first.certificate)],
            "/tls.key` cannot be read",
        ),
    ] {
        mount.swap(&files);
        answers(&second).await;
        assert!(told().contains(fault), "{fault}: {}", told());
    }

    mount.put(&first, &first);
    answers(&first).await;
    assert_eq!(told(), "");
    served.abort();
}

//! `/metrics`, `/healthz` and `/readyz`.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use kopr_model::names;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

use super::core::Core;
use super::health;
use super::scrape::scrape;
use super::tls::Tls;

/// The word that turns an address off.
const OFF: &str = "off";
/// The type that OpenMetrics text is served as.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How long a client may take to greet.
const GREETING: Duration = Duration::from_secs(10);

/// What is served on one address.
#[derive(Clone)]
pub(crate) enum Site {
    /// `/metrics`; with TLS, over nothing else.
    Metrics(Option<Tls>),
    /// `/healthz` and `/readyz`.
    Health,
}

impl Site {
    /// The port that it is on unless told otherwise.
    pub(crate) fn port(&self) -> u16 {
        match self {
            Self::Metrics(None) => names::METRICS_PORT,
            Self::Metrics(Some(_)) => names::METRICS_TLS_PORT,
            Self::Health => names::HEALTH_PORT,
        }
    }
}

/// Listens on an address of a site, which comes from the environment; without one the site is on its usual
/// port of all addresses. `None` if it is turned off.
///
/// # Errors
/// An address that cannot be read or listened on.
pub(crate) async fn listen(site: &Site, address: Option<&str>) -> std::io::Result<Option<TcpListener>> {
    let port = site.port();
    Ok(Some(match address {
        Some(OFF) => return Ok(None),
        Some(address) => TcpListener::bind(address).await?,
        // A host without IPv6 has no `::`.
        None => match TcpListener::bind(SocketAddr::from(([0_u16; 8], port))).await {
            Ok(listener) => listener,
            Err(_) => TcpListener::bind(SocketAddr::from(([0_u8; 4], port))).await?,
        },
    }))
}

/// Serves a site for ever. `answers` makes the answer to a request.
pub(crate) async fn serve<A>(listener: TcpListener, site: Site, answers: A)
where
    A: Fn(&Site, &Request<Incoming>) -> Response<Full<Bytes>> + Clone + Send + Sync + 'static,
{
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, most likely: trying at once again would only keep a core busy.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (site, answers) = (site.clone(), answers.clone());
        tokio::spawn(async move {
            match &site {
                Site::Metrics(Some(tls)) => {
                    // One that does not greet, or not in TLS, is sent away.
                    if let Ok(Ok(stream)) = tokio::time::timeout(GREETING, tls.accept(stream)).await {
                        converse(stream, &site, answers).await;
                    }
                }
                Site::Metrics(None) | Site::Health => converse(stream, &site, answers).await,
            }
        });
    }
}

async fn converse<A>(stream: impl AsyncRead + AsyncWrite + Unpin, site: &Site, answers: A)
where
    A: Fn(&Site, &Request<Incoming>) -> Response<Full<Bytes>>,
{
    let service = service_fn(|request| {
        let answer = answers(site, &request);
        async move { Ok::<_, Infallible>(answer) }
    });
    // A client that goes away in between is no news.
    let _ = http1::Builder::new()
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

/// Answers a request from what the program knows.
pub(crate) fn answer(core: &Core, site: &Site, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    match (site, request.uri().path()) {
        (Site::Metrics(_), "/metrics") => {
            let mut response = Response::new(Full::from(scrape(core)));
            response.headers_mut().insert(
                hyper::header::CONTENT_TYPE,
                hyper::header::HeaderValue::from_static(OPEN_METRICS),
            );
            response
        }
        (Site::Health, "/healthz") => probed("stuck", &health::stuck(core)),
        (Site::Health, "/readyz") => probed("not ready", &health::unready(core)),
        _ => text(StatusCode::NOT_FOUND, "not found".to_owned()),
    }
}

/// The answer to a probe: why it is not as it should be, a line each.
fn probed(what: &str, why: &[String]) -> Response<Full<Bytes>> {
    if why.is_empty() {
        return text(StatusCode::OK, "ok".to_owned());
    }
    text(
        StatusCode::SERVICE_UNAVAILABLE,
        format!("{what}:\n{}\n", why.join("\n")),
    )
}

fn text(status: StatusCode, text: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    response
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http_body_util::Empty;
    use tokio::net::TcpStream;

    use super::super::core::Identity;
    use super::super::watches::Namespaces;
    use super::*;
    use crate::Operator;

    /// A program that nobody answers.
    fn core() -> Arc<Core> {
        async fn reconcile(_: Arc<k8s_openapi::api::core::v1::ConfigMap>) -> crate::Result<()> {
            Ok(())
        }
        let operator = Operator::new("x").domain("example.com").controller(reconcile);
        let model = operator.describe().unwrap();
        let nobody = tower::service_fn(|_: Request<kube::client::Body>| {
            std::future::pending::<Result<Response<kube::client::Body>, Infallible>>()
        });
        let copy = Identity {
            instance: "x",
            pod: None,
            class: None,
            elected: false,
            limits: super::super::list_watch::Limits::default(),
        };
        let client = kube::Client::new(nobody, "default");
        Arc::new(Core::new(&operator, &model, client, Namespaces::default(), copy))
    }

    async fn get(address: SocketAddr, path: &str) -> (StatusCode, String) {
        use http_body_util::BodyExt as _;
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .unwrap();
        tokio::spawn(connection);
        let request = Request::get(path).header("host", "x").body(Empty::<Bytes>::new());
        let answer = sender.send_request(request.unwrap()).await.unwrap();
        let status = answer.status();
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    #[tokio::test]
    async fn a_part_that_has_panicked_is_why_the_program_is_not_healthy() {
        let core = core();
        let listener = listen(&Site::Health, Some("127.0.0.1:0")).await.unwrap().unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::clone(&core);
        tokio::spawn(serve(listener, Site::Health, move |site: &Site, request: &_| {
            answer(&shared, site, request)
        }));
        assert_eq!(get(address, "/healthz").await, (StatusCode::OK, "ok".to_owned()));
        assert_eq!(get(address, "/readyz").await.0, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(get(address, "/metrics").await.0, StatusCode::NOT_FOUND);
        core.spawn("the watch of ConfigMap".to_owned(), async {
            panic!("out of cheese")
        });
        while core.broken().is_empty() {
            tokio::task::yield_now().await;
        }
        let expected = "stuck:\nthe watch of ConfigMap has panicked\n".to_owned();
        assert_eq!(
            get(address, "/healthz").await,
            (StatusCode::SERVICE_UNAVAILABLE, expected)
        );
    }
}

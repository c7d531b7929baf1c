//! `/metrics`, `/healthz` and `/readyz`.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use super::core::Core;
use super::scrape::scrape;

/// The word that turns an address off.
const OFF: &str = "off";
/// The type that OpenMetrics text is served as.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What is served on one address.
#[derive(Clone, Copy)]
pub(crate) enum Site {
    /// `/metrics`.
    Metrics,
    /// `/healthz` and `/readyz`.
    Health,
}

/// Serves a site until the program ends. `address` comes from the environment; without one the site is
/// on its usual port of all addresses.
///
/// # Errors
/// An address that cannot be read or listened on.
pub(crate) async fn serve(
    core: &Arc<Core>,
    site: Site,
    address: Option<&str>,
    port: u16,
) -> std::io::Result<()> {
    let listener = match address {
        Some(OFF) => return Ok(()),
        Some(address) => TcpListener::bind(address).await?,
        // A host without IPv6 has no `::`.
        None => match TcpListener::bind(SocketAddr::from(([0_u16; 8], port))).await {
            Ok(listener) => listener,
            Err(_) => TcpListener::bind(SocketAddr::from(([0_u8; 4], port))).await?,
        },
    };
    let shared = Arc::clone(core);
    core.spawn(async move {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // Too many open files, most likely: trying at once again would only keep a core busy.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let core = Arc::clone(&shared);
            tokio::spawn(async move {
                let service = service_fn(move |request| {
                    let answer = answer(&core, site, &request);
                    async move { Ok::<_, Infallible>(answer) }
                });
                // A client that goes away in between is no news.
                let _ = http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
        }
    });
    Ok(())
}

fn answer(core: &Core, site: Site, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    match (site, request.uri().path()) {
        (Site::Metrics, "/metrics") => {
            let mut response = Response::new(Full::from(scrape(core)));
            response.headers_mut().insert(
                hyper::header::CONTENT_TYPE,
                hyper::header::HeaderValue::from_static(OPEN_METRICS),
            );
            response
        }
        (Site::Health, "/healthz") => text(StatusCode::OK, "ok"),
        (Site::Health, "/readyz") if core.ready() => text(StatusCode::OK, "ok"),
        (Site::Health, "/readyz") => text(StatusCode::SERVICE_UNAVAILABLE, "not ready: see the log"),
        _ => text(StatusCode::NOT_FOUND, "not found"),
    }
}

fn text(status: StatusCode, text: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    response
}

//! Takes connections, passes requests on, and lets faults act.
//!
//! Each connection of a client has one of its own to the API server, so that what happens to one happens to no
//! other. HTTP/1.1 is spoken: a client that could do HTTP/2 is told so by TLS.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, UPGRADE};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::client::conn::http1::SendRequest;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio_rustls::rustls::pki_types::ServerName;

use super::Request;
use super::body::{Answer, Broken, Limit, Open};
use super::fault::{Effect, status};
use super::shared::Shared;
use super::wire::{Control, Wire};

/// Why a request came to no answer.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("reset by the fault proxy")]
    Reset,
    #[error("the API server did not answer: {0}")]
    Server(#[from] hyper::Error),
    #[error("{0}")]
    Answer(#[from] http::Error),
    #[error("{0}")]
    Body(#[from] Broken),
}

/// Takes connections for ever.
pub(super) async fn serve(shared: Arc<Shared>, listener: TcpListener) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            taken = listener.accept() => match taken {
                Ok((stream, peer)) => {
                    connections.spawn(connection(Arc::clone(&shared), stream, peer));
                }
                Err(error) => tracing::warn!("the fault proxy cannot take a connection: {error}"),
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn connection(shared: Arc<Shared>, stream: TcpStream, peer: SocketAddr) {
    if let Err(error) = pass(&shared, stream, peer).await {
        tracing::debug!("a connection of the fault proxy ended: {error}");
    }
}

type Fault = Box<dyn std::error::Error + Send + Sync>;

async fn pass(shared: &Arc<Shared>, stream: TcpStream, peer: SocketAddr) -> Result<(), Fault> {
    let control = shared.connected();
    control.released().await;
    stream.set_nodelay(true)?;
    let server = match TcpStream::connect(shared.server).await {
        Ok(server) => server,
        Err(error) => {
            // As if there were no proxy: nobody listens.
            stream.set_zero_linger()?;
            return Err(error.into());
        }
    };
    server.set_nodelay(true)?;
    let name = ServerName::from(shared.server.ip());
    let client = shared
        .acceptor
        .accept(Wire::new(stream, Arc::clone(&control)))
        .await?;
    let server = shared.connector.connect(name, server).await?;
    let (sender, server) = hyper::client::conn::http1::handshake(TokioIo::new(server)).await?;
    let sender = Mutex::new(sender);
    let service = service_fn(|request| exchange(shared, &control, &sender, request, peer.port()));
    let client = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(client), service);
    let (mut client, server) = (pin!(client), pin!(server));
    tokio::select! {
        ended = client.as_mut() => return Ok(ended?),
        ended = server => ended?,
    }
    // The API server has closed its side; what it has said before still reaches the client.
    client.as_mut().graceful_shutdown();
    Ok(client.await?)
}

async fn exchange(
    shared: &Arc<Shared>,
    control: &Arc<Control>,
    sender: &Mutex<SendRequest<Incoming>>,
    request: http::Request<Incoming>,
    port: u16,
) -> Result<http::Response<Answer>, Failure> {
    let seen = Request::read(request.method(), request.uri(), request.headers(), port);
    let (number, effects) = shared.begin(seen, control);
    let over = {
        let shared = Arc::clone(shared);
        move || shared.over(number)
    };
    let open = Open::new(over);
    let mut act = None;
    for effect in effects {
        match effect {
            Effect::Delay(time) => tokio::time::sleep(time).await,
            Effect::Pace(pace) => control.pace(pace),
            other => act = Some(other),
        }
    }
    match act {
        Some(Effect::Silence) => std::future::pending().await,
        Some(Effect::Reset) => {
            control.reset();
            return Err(Failure::Reset);
        }
        Some(Effect::Answer { code, retry_after }) => {
            // A client that is still sending would not hear the answer.
            let _ = request.into_body().collect().await;
            shared.answered(number, code);
            return Ok(own(
                code,
                retry_after,
                status(code, retry_after).to_string(),
                control,
                open,
            )?);
        }
        Some(Effect::WatchError { code, retry_after }) => {
            shared.answered(number, 200);
            return Ok(own(200, 0, event(code, retry_after), control, open)?);
        }
        _ => {}
    }
    if request.headers().contains_key(UPGRADE) {
        tracing::warn!(
            path = request.uri().path(),
            "the fault proxy does not pass on upgrades of a connection"
        );
        shared.answered(number, 501);
        return Ok(own(501, 0, status(501, 0).to_string(), control, open)?);
    }
    let mut response = {
        let mut sender = sender.lock().await;
        sender.ready().await?;
        sender.send_request(request).await?
    };
    let mut limit = None;
    match act {
        Some(Effect::LoseAnswer) => {
            // The API server is done only when its answer is.
            let _ = response.into_body().collect().await;
            return std::future::pending().await;
        }
        Some(Effect::Freeze(after)) => {
            let control = Arc::clone(control);
            tokio::spawn(async move {
                tokio::time::sleep(after).await;
                control.freeze(number);
            });
        }
        Some(Effect::Cut(left)) => limit = Some(Limit { left, whole: false }),
        Some(Effect::Truncate(left)) => {
            response.headers_mut().remove(CONTENT_LENGTH);
            limit = Some(Limit { left, whole: true });
        }
        _ => {}
    }
    shared.answered(number, response.status().as_u16());
    Ok(response.map(|body| Answer::from_server(body, Arc::clone(control), limit, open)))
}

/// An answer of the proxy's own.
fn own(
    code: u16,
    retry_after: u32,
    text: String,
    control: &Arc<Control>,
    open: Open,
) -> Result<http::Response<Answer>, http::Error> {
    let mut response = http::Response::builder()
        .status(code)
        .header(CONTENT_TYPE, "application/json");
    if retry_after > 0 {
        response = response.header(RETRY_AFTER, retry_after);
    }
    response.body(Answer::own(text, Arc::clone(control), open))
}

/// What a watch is told.
pub(super) fn event(code: u16, retry_after: u32) -> String {
    format!(
        "{{\"type\":\"ERROR\",\"object\":{}}}\n",
        status(code, retry_after)
    )
}

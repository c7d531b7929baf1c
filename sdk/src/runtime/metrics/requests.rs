//! Requests to the API server, counted around the client that makes them.

use std::task::{Context, Poll};

use futures::future::BoxFuture;
use hyper::{Request, Response};
use kube::Client;
use kube::client::Body;
use prometheus_client::metrics::counter::Counter;
use tower::Service;

use super::family::By;

/// The code of a request that got no answer.
const NO_ANSWER: &str = "<error>";

/// Counts requests by status and method.
#[derive(Clone)]
pub(crate) struct Requests(pub(super) By<Counter, 2>);

impl Requests {
    fn count(&self, code: &str, method: &str) {
        self.0.of([code, method]).inc();
    }
}

/// The client, with its requests counted.
pub(crate) fn counted(client: Client, requests: Requests) -> Client {
    let namespace = client.default_namespace().to_owned();
    let until = *client.valid_until();
    Client::new(Counted { client, requests }, namespace).with_valid_until(until)
}

struct Counted {
    client: Client,
    requests: Requests,
}

impl Service<Request<Body>> for Counted {
    type Response = Response<Body>;
    type Error = kube::Error;
    type Future = BoxFuture<'static, Result<Response<Body>, kube::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), kube::Error>> {
        // The client inside waits for its own turn.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let (client, requests) = (self.client.clone(), self.requests.clone());
        Box::pin(async move {
            let method = request.method().clone();
            let answer = client.send(request).await;
            match &answer {
                Ok(response) => requests.count(response.status().as_str(), method.as_str()),
                Err(_) => requests.count(NO_ANSWER, method.as_str()),
            }
            answer
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Metrics;
    use super::*;

    /// A server that answers with a status, or not at all.
    struct Server(Option<u16>);

    impl Service<Request<Body>> for Server {
        type Response = Response<Body>;
        type Error = std::io::Error;
        type Future = BoxFuture<'static, Result<Response<Body>, std::io::Error>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), std::io::Error>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, _: Request<Body>) -> Self::Future {
            let answer = match self.0 {
                Some(status) => Ok(Response::builder().status(status).body(Body::empty()).unwrap()),
                None => Err(std::io::Error::other("nobody is there")),
            };
            Box::pin(async { answer })
        }
    }

    #[tokio::test]
    async fn answers_and_their_absence_are_counted_and_passed_on() {
        let metrics = Metrics::new("o", "1");
        for (server, times) in [(Some(200), 2), (Some(404), 1), (None, 1)] {
            let client = counted(Client::new(Server(server), "n"), metrics.requests());
            assert_eq!(client.default_namespace(), "n");
            for _ in 0..times {
                let request = Request::get("/x").body(Body::empty()).unwrap();
                let answer = client.send(request).await;
                assert_eq!(answer.ok().map(|answer| answer.status().as_u16()), server);
            }
        }
        let text = metrics.text();
        for line in [
            r#"rest_client_requests_total{code="200",method="GET"} 2"#,
            r#"rest_client_requests_total{code="404",method="GET"} 1"#,
            r#"rest_client_requests_total{code="<error>",method="GET"} 1"#,
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}

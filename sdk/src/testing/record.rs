//! Every request of the operator, read as the API server reads it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{Method, Request, Response, StatusCode};
use tower::{Layer, Service};

use super::access::Use;

/// What was used and what was refused; a layer around the client of the operator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    seen: Arc<Mutex<Seen>>,
}

#[derive(Debug, Default)]
struct Seen {
    used: BTreeSet<Use>,
    denied: BTreeSet<Use>,
}

impl Record {
    /// What was used, and what was refused.
    pub(crate) fn seen(&self) -> (BTreeSet<Use>, BTreeSet<Use>) {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        (seen.used.clone(), seen.denied.clone())
    }

    fn note(&self, request: &RequestLine, status: StatusCode) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let uses = uses(request, status);
        if status == StatusCode::FORBIDDEN {
            seen.denied.extend(uses);
        } else {
            seen.used.extend(uses);
        }
    }
}

/// The parts of a request that say what it asks for.
#[derive(Clone, Debug)]
pub(crate) struct RequestLine {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) apply: bool,
}

/// What a request used, by the rules by which the API server finds verb and resource of a request.
pub(crate) fn uses(request: &RequestLine, status: StatusCode) -> Vec<Use> {
    let parts: Vec<&str> = request.path.split('/').filter(|part| !part.is_empty()).collect();
    let (group, rest) = match parts.as_slice() {
        ["api", _version, rest @ ..] => ("", rest),
        ["apis", group, _version, rest @ ..] => (*group, rest),
        _ => return Vec::new(),
    };
    // Everybody may ask what they may do; it is no use of a right.
    if group == "authorization.k8s.io" || rest.is_empty() {
        return Vec::new();
    }
    let rest = match rest {
        ["namespaces", _name, "status" | "finalize"] => rest,
        ["namespaces", _namespace, inner @ ..] if !inner.is_empty() => inner,
        other => other,
    };
    let (resource, name) = match rest {
        [resource] => ((*resource).to_owned(), None),
        [resource, name] => ((*resource).to_owned(), Some(*name)),
        [resource, name, subresource, ..] => (format!("{resource}/{subresource}"), Some(*name)),
        [] => return Vec::new(),
    };
    let query = |name: &str| {
        request
            .query
            .split('&')
            .any(|pair| pair == format!("{name}=true") || pair == format!("{name}=1"))
    };
    let verbs: &[&str] = match request.method {
        Method::POST => &["create"],
        Method::PUT => &["update"],
        // An apply that makes the object needs both; the answer tells.
        Method::PATCH if request.apply && status == StatusCode::CREATED => &["create", "patch"],
        Method::PATCH => &["patch"],
        Method::DELETE if name.is_some() => &["delete"],
        Method::DELETE => &["deletecollection"],
        _ if query("watch") && query("sendInitialEvents") => &["list", "watch"],
        _ if query("watch") => &["watch"],
        _ if name.is_some() => &["get"],
        _ => &["list"],
    };
    verbs
        .iter()
        .map(|verb| Use::new(group, &resource, verb))
        .collect()
}

impl<S> Layer<S> for Record {
    type Service = Recorded<S>;
    fn layer(&self, inner: S) -> Self::Service {
        Recorded {
            inner,
            record: self.clone(),
        }
    }
}

/// A service whose requests are recorded.
#[derive(Clone)]
pub(crate) struct Recorded<S> {
    inner: S,
    record: Record,
}

impl<S, B, R> Service<Request<B>> for Recorded<S>
where
    S: Service<Request<B>, Response = Response<R>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    R: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<S::Response, S::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let line = RequestLine {
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            query: request.uri().query().unwrap_or_default().to_owned(),
            apply: request
                .headers()
                .get(http::header::CONTENT_TYPE)
                .is_some_and(|type_| type_.as_bytes().starts_with(b"application/apply-patch")),
        };
        let record = self.record.clone();
        let answer = self.inner.call(request);
        Box::pin(async move {
            let answer = answer.await;
            if let Ok(response) = &answer {
                record.note(&line, response.status());
            }
            answer
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_the_server_reads_them() {
        for (method, target, status, expected) in [
            (Method::GET, "/api/v1/pods", 200, "list pods"),
            (
                Method::GET,
                "/api/v1/namespaces/n/pods?watch=true",
                200,
                "watch pods",
            ),
            (
                Method::GET,
                "/apis/apps/v1/deployments?watch=1&sendInitialEvents=true",
                200,
                "list deployments.apps, watch deployments.apps",
            ),
            (
                Method::GET,
                "/apis/apps/v1/namespaces/n/deployments/d",
                200,
                "get deployments.apps",
            ),
            (
                Method::PATCH,
                "/apis/x.y/v1/namespaces/n/foos/f/status",
                200,
                "patch foos/status.x.y",
            ),
            (
                Method::PATCH,
                "/apis/x.y/v1/foos/f",
                201,
                "create foos.x.y, patch foos.x.y",
            ),
            (Method::PATCH, "/apis/x.y/v1/foos/f", 200, "patch foos.x.y"),
            (
                Method::DELETE,
                "/api/v1/namespaces/n/pods",
                200,
                "deletecollection pods",
            ),
            (Method::DELETE, "/api/v1/namespaces/n/pods/p", 200, "delete pods"),
            (Method::GET, "/api/v1/namespaces/n", 200, "get namespaces"),
            (
                Method::PATCH,
                "/api/v1/namespaces/n/status",
                200,
                "patch namespaces/status",
            ),
            (
                Method::POST,
                "/api/v1/namespaces/n/pods/p/eviction",
                201,
                "create pods/eviction",
            ),
            (
                Method::PUT,
                "/apis/coordination.k8s.io/v1/namespaces/n/leases/l",
                200,
                "update leases.coordination.k8s.io",
            ),
            (
                Method::POST,
                "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                201,
                "",
            ),
            (Method::GET, "/version", 200, ""),
            (Method::GET, "/apis/apps/v1", 200, ""),
        ] {
            let (path, query) = target.split_once('?').unwrap_or((target, ""));
            let line = RequestLine {
                method,
                path: path.to_owned(),
                query: query.to_owned(),
                apply: true,
            };
            let found: Vec<String> = uses(&line, StatusCode::from_u16(status).unwrap())
                .iter()
                .map(ToString::to_string)
                .collect();
            assert_eq!(found.join(", "), expected, "{target}");
        }
    }
}

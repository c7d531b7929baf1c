//! A request as the proxy has seen it.

use std::time::SystemTime;

use http::{HeaderMap, Method, Uri};

/// A request that reached the proxy.
#[derive(Clone, Debug)]
pub struct Request {
    /// When it came.
    pub at: SystemTime,
    /// `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`.
    pub verb: &'static str,
    /// The resource, as an RBAC rule names it: `pods`, `deployments.apps`, `pods/status`. Empty where the path
    /// names none.
    pub resource: String,
    /// The path, without its query.
    pub path: String,
    /// The query.
    pub query: String,
    /// The client's `User-Agent`.
    pub agent: String,
    /// The port of the client's connection: another connection, another port.
    pub port: u16,
    /// The code that the client was answered with, as far as it was answered.
    pub code: Option<u16>,
    /// The fault that acted on it, by its name.
    pub fault: Option<&'static str>,
}

impl Request {
    pub(super) fn read(method: &Method, uri: &Uri, headers: &HeaderMap, port: u16) -> Self {
        let (path, query) = (uri.path(), uri.query().unwrap_or_default());
        let (resource, named) = resource(path);
        let on = |name: &str| {
            query
                .split('&')
                .any(|pair| matches!(pair.split_once('='), Some((key, "true" | "1")) if key == name))
        };
        let verb = match method.as_str() {
            "POST" => "create",
            "PUT" => "update",
            "PATCH" => "patch",
            "DELETE" if named => "delete",
            "DELETE" => "deletecollection",
            _ if on("watch") => "watch",
            _ if named || resource.is_empty() => "get",
            _ => "list",
        };
        let agent = headers.get(http::header::USER_AGENT);
        Self {
            at: SystemTime::now(),
            verb,
            resource,
            path: path.to_owned(),
            query: query.to_owned(),
            agent: agent
                .map(|agent| String::from_utf8_lossy(agent.as_bytes()).into_owned())
                .unwrap_or_default(),
            port,
            code: None,
            fault: None,
        }
    }

    /// Whether it changes something.
    pub fn is_write(&self) -> bool {
        !matches!(self.verb, "get" | "list" | "watch")
    }
}

/// The resource that a path names, and whether it names one object.
fn resource(path: &str) -> (String, bool) {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (group, rest) = match parts.as_slice() {
        ["api", _version, rest @ ..] => ("", rest),
        ["apis", group, _version, rest @ ..] => (*group, rest),
        _ => return (String::new(), false),
    };
    let rest = match rest {
        ["namespaces", _name, "status" | "finalize"] => rest,
        ["namespaces", _namespace, inner @ ..] if !inner.is_empty() => inner,
        other => other,
    };
    let Some(resource) = rest.first() else {
        return (String::new(), false);
    };
    let mut name = if group.is_empty() {
        (*resource).to_owned()
    } else {
        format!("{resource}.{group}")
    };
    if let Some(subresource) = rest.get(2) {
        name = format!("{name}/{subresource}");
    }
    (name, rest.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_as_the_server_reads_them() {
        for (method, target, expected) in [
            ("GET", "/api/v1/pods", "list pods"),
            ("GET", "/api/v1/namespaces/n/pods?watch=true", "watch pods"),
            (
                "GET",
                "/apis/apps/v1/deployments?allowWatchBookmarks=true&watch=1",
                "watch deployments.apps",
            ),
            (
                "GET",
                "/apis/apps/v1/namespaces/n/deployments/d",
                "get deployments.apps",
            ),
            (
                "PATCH",
                "/apis/x.y/v1/namespaces/n/foos/f/status",
                "patch foos.x.y/status",
            ),
            ("DELETE", "/api/v1/namespaces/n/pods", "deletecollection pods"),
            ("DELETE", "/api/v1/namespaces/n/pods/p", "delete pods"),
            ("GET", "/api/v1/namespaces/n", "get namespaces"),
            (
                "POST",
                "/api/v1/namespaces/n/pods/p/binding",
                "create pods/binding",
            ),
            (
                "PUT",
                "/apis/coordination.k8s.io/v1/namespaces/n/leases/l",
                "update leases.coordination.k8s.io",
            ),
            ("GET", "/version", "get "),
            ("GET", "/apis/apps/v1", "get "),
        ] {
            let uri: Uri = target.parse().unwrap();
            let method: Method = method.parse().unwrap();
            let request = Request::read(&method, &uri, &HeaderMap::new(), 1);
            assert_eq!(
                format!("{} {}", request.verb, request.resource),
                expected,
                "{target}"
            );
        }
    }
}

//! Which requests are meant: by a fault, or by a question about what was seen.

use super::Request;

/// Which requests are meant. All, until it is narrowed.
///
/// ```
/// use kopr_cluster::proxy::Filter;
/// let watches = Filter::all().verb("watch").resource("deployments.apps");
/// let writes = Filter::all().writes().agent("memcached-operator");
/// # drop((watches, writes));
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "it only says which requests are meant"]
pub struct Filter {
    verbs: Option<Vec<String>>,
    resource: Option<String>,
    path: Option<String>,
    agent: Option<String>,
    code: Option<u16>,
}

impl Filter {
    /// All requests.
    pub fn all() -> Self {
        Self::default()
    }

    /// Only those with that verb: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`,
    /// `deletecollection`.
    pub fn verb(self, verb: &str) -> Self {
        self.verbs(&[verb])
    }

    /// Only those with one of these verbs.
    pub fn verbs(mut self, verbs: &[&str]) -> Self {
        self.verbs = Some(verbs.iter().map(|verb| (*verb).to_owned()).collect());
        self
    }

    /// Only those that change something.
    pub fn writes(self) -> Self {
        self.verbs(&["create", "update", "patch", "delete", "deletecollection"])
    }

    /// Only those on that resource, as an RBAC rule names it: `pods`, `deployments.apps`, `pods/status`.
    pub fn resource(mut self, resource: &str) -> Self {
        self.resource = Some(resource.to_owned());
        self
    }

    /// Only those whose path contains that text.
    pub fn path(mut self, part: &str) -> Self {
        self.path = Some(part.to_owned());
        self
    }

    /// Only those whose `User-Agent` contains that text.
    pub fn agent(mut self, part: &str) -> Self {
        self.agent = Some(part.to_owned());
        self
    }

    /// Only those that were answered with that code. It says nothing yet when a fault is chosen, so a fault with
    /// it never acts.
    pub fn code(mut self, code: u16) -> Self {
        self.code = Some(code);
        self
    }

    /// Whether that request is meant.
    pub fn fits(&self, request: &Request) -> bool {
        let within =
            |part: &Option<String>, whole: &str| part.as_ref().is_none_or(|part| whole.contains(part));
        self.verbs
            .as_ref()
            .is_none_or(|verbs| verbs.iter().any(|verb| verb == request.verb))
            && self
                .resource
                .as_ref()
                .is_none_or(|resource| *resource == request.resource)
            && within(&self.path, &request.path)
            && within(&self.agent, &request.agent)
            && self.code.is_none_or(|code| request.code == Some(code))
    }
}

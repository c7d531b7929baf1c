//! The error of a handler: whatever it was, and when to try again.

use std::fmt;
use std::time::Duration;

/// Result of a handler.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a handler failed, and when it is worth trying again.
///
/// Any error turns into it with `?`. It is retried with growing pauses unless
/// [`retry_after`](Self::retry_after) or [`terminal`](Self::terminal) say otherwise.
pub struct Error {
    source: Box<dyn std::error::Error + Send + Sync>,
    retry: Retry,
    /// What kopr was about to do, with the object's name.
    doing: Option<Box<str>>,
}

/// An object that is not of the form that its type asks for. Only a change of it can help.
#[derive(Debug, thiserror::Error)]
#[error("the {kind} `{key}` does not fit `{type_}`: {mistake}")]
pub(crate) struct DoesNotFit {
    pub(crate) kind: String,
    pub(crate) key: String,
    pub(crate) type_: String,
    pub(crate) mistake: serde_json::Error,
}

/// When a failed reconcile is tried again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Retry {
    /// With a pause that grows from failure to failure.
    #[default]
    Backoff,
    /// After that time.
    After(Duration),
    /// Not before something changes that the controller watches or has read.
    Never,
}

impl Error {
    /// An error that is nothing but a text.
    pub fn message(text: impl Into<String>) -> Self {
        Self {
            source: text.into().into(),
            retry: Retry::Backoff,
            doing: None,
        }
    }

    /// The error, tried again after that time.
    pub fn retry_after(error: impl Into<Self>, after: Duration) -> Self {
        Self {
            retry: Retry::After(after),
            ..error.into()
        }
    }

    /// The error, not tried again before something changes that the controller watches or has read: most of all
    /// the object itself.
    pub fn terminal(error: impl Into<Self>) -> Self {
        Self {
            retry: Retry::Never,
            ..error.into()
        }
    }

    /// When it is tried again.
    pub fn retry(&self) -> Retry {
        self.retry
    }

    /// The error inside, if it is of that type.
    pub fn downcast_ref<E: std::error::Error + 'static>(&self) -> Option<&E> {
        self.source.downcast_ref()
    }

    /// The error of a request, which was to do that: "the Deployment `n/x` cannot be applied".
    pub(crate) fn of_request(error: impl Into<Self>, doing: String) -> Self {
        Self {
            doing: Some(doing.into()),
            ..error.into()
        }
    }

    /// Whether it is one that passes by itself: somebody else was quicker, the API server is busy or away, the
    /// namespace is being deleted and the object with it.
    pub(crate) fn passes(&self) -> bool {
        match self.downcast_ref::<kube::Error>() {
            Some(kube::Error::Api(status)) => match status.code {
                // 409 is also the answer to making what is there already, which does not pass by waiting.
                409 => status.reason == "Conflict",
                403 => namespace_goes(status),
                429 | 500 | 502 | 503 | 504 => true,
                _ => false,
            },
            Some(kube::Error::Service(_) | kube::Error::HyperError(_) | kube::Error::ReadEvents(_)) => true,
            _ => false,
        }
    }

    /// For how long the API server wants to be left alone.
    pub(crate) fn asked_to_wait(&self) -> Option<Duration> {
        let seconds = self.api()?.details.as_ref()?.retry_after_seconds;
        (seconds > 0).then(|| Duration::from_secs(seconds.into()))
    }

    /// The API server's answer, if that was the error.
    pub fn api(&self) -> Option<&kube::core::Status> {
        match self.downcast_ref::<kube::Error>() {
            Some(kube::Error::Api(status)) => Some(status),
            _ => None,
        }
    }
}

// No `impl std::error::Error`: with it, this blanket conversion would clash with `From<T> for T`.
impl<E: std::error::Error + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Self {
        Self {
            retry: if (&error as &dyn std::any::Any).is::<DoesNotFit>() {
                Retry::Never
            } else {
                Retry::Backoff
            },
            source: Box::new(error),
            doing: None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(doing) = &self.doing {
            write!(f, "{doing}: ")?;
        }
        // kube's own text is the whole answer as Rust would print it; its message says it.
        if let Some(status) = self.api() {
            write!(f, "{} ({})", status.message, status.code)?;
            return match way_out(status) {
                Some(way_out) => write!(f, ": {way_out}"),
                None => Ok(()),
            };
        }
        write!(f, "{}", self.source)?;
        let mut cause = self.source.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} (retry: {:?})", self.retry)
    }
}

/// Whether a request was refused because its namespace is being deleted.
pub(crate) fn namespace_goes(status: &kube::core::Status) -> bool {
    let causes = status.details.iter().flat_map(|details| &details.causes);
    status.code == 403
        && causes
            .into_iter()
            .any(|cause| cause.reason == "NamespaceTerminating")
}

/// What can be done about an answer, where its own message does not say it.
fn way_out(status: &kube::core::Status) -> Option<&'static str> {
    let of = status
        .details
        .as_ref()
        .map_or("", |details| details.kind.as_str());
    match status.code {
        403 if namespace_goes(status) => Some("the object goes with its namespace"),
        403 if status.message.contains("exceeded quota") => Some("raise the quota, or ask for less"),
        403 if status.message.contains(" cannot ") => {
            Some("apply the manifests of this version, or see who has changed the role")
        }
        404 if status.details.is_none() => Some("the API server does not know the kind: is its CRD there?"),
        404 if of == "namespaces" => Some("make the namespace first"),
        413 => Some("the API server takes objects of some 1.5 MB at most"),
        422 => Some("correct what the handler makes"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn answer(status: &Value) -> Error {
        let status: kube::core::Status = serde_json::from_value(status.clone()).unwrap();
        kube::Error::Api(status.boxed()).into()
    }

    #[test]
    fn an_error_of_a_request_names_object_request_and_way_out() {
        let doing = "the Deployment `n/x` cannot be applied";
        for (status, expected) in [
            (
                json!({ "code": 403, "message": "deployments.apps \"x\" is forbidden: User \"u\" cannot patch", "details": {} }),
                "deployments.apps \"x\" is forbidden: User \"u\" cannot patch (403): apply the manifests of this \
                 version, or see who has changed the role",
            ),
            (
                json!({ "code": 403, "message": "exceeded quota: all" }),
                "exceeded quota: all (403): raise the quota, or ask for less",
            ),
            (
                json!({ "code": 404, "message": "404 page not found" }),
                "404 page not found (404): the API server does not know the kind: is its CRD there?",
            ),
            (
                json!({ "code": 404, "message": "namespaces \"n\" not found", "details": { "kind": "namespaces" } }),
                "namespaces \"n\" not found (404): make the namespace first",
            ),
            (
                json!({ "code": 409, "reason": "Conflict", "message": "it has been modified" }),
                "it has been modified (409)",
            ),
        ] {
            let error = Error::of_request(answer(&status), doing.to_owned());
            assert_eq!(error.to_string(), format!("{doing}: {expected}"));
        }
    }

    #[test]
    fn what_passes_by_itself() {
        let terminating = json!({ "causes": [{ "reason": "NamespaceTerminating" }] });
        for (code, reason, details, expected) in [
            (409, "Conflict", json!({}), true),
            (409, "AlreadyExists", json!({}), false),
            (403, "Forbidden", json!({}), false),
            (403, "Forbidden", terminating, true),
            (404, "NotFound", json!({}), false),
            (422, "Invalid", json!({}), false),
            (429, "TooManyRequests", json!({}), true),
            (500, "InternalError", json!({}), true),
            (503, "ServiceUnavailable", json!({}), true),
        ] {
            let error = answer(&json!({ "code": code, "reason": reason, "details": details }));
            assert_eq!(error.passes(), expected, "{code} {reason}");
        }
        assert!(Error::from(kube::Error::Service("nobody is there".into())).passes());
        assert!(!Error::message("no luck").passes());
    }

    #[test]
    fn the_api_server_says_how_long_to_wait() {
        for (seconds, expected) in [(0, None), (7, Some(Duration::from_secs(7)))] {
            let status = json!({ "code": 429, "details": { "retryAfterSeconds": seconds } });
            assert_eq!(answer(&status).asked_to_wait(), expected);
        }
    }
}

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
}

/// When a failed reconcile is tried again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Retry {
    /// With a pause that grows from failure to failure.
    #[default]
    Backoff,
    /// After that time.
    After(Duration),
    /// Not before the object changes.
    Never,
}

impl Error {
    /// An error that is nothing but a text.
    pub fn message(text: impl Into<String>) -> Self {
        Self {
            source: text.into().into(),
            retry: Retry::Backoff,
        }
    }

    /// The error, tried again after that time.
    pub fn retry_after(error: impl Into<Self>, after: Duration) -> Self {
        Self {
            retry: Retry::After(after),
            ..error.into()
        }
    }

    /// The error, not tried again before the object changes.
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
            source: Box::new(error),
            retry: Retry::Backoff,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // kube's own text is the whole answer as Rust would print it; its message says it.
        if let Some(status) = self.api() {
            return write!(f, "{} ({})", status.message, status.code);
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

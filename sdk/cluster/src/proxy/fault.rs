//! Faults: what goes wrong, with which requests, how often.

use std::time::Duration;

use http::StatusCode;
use serde_json::json;

use super::{Filter, Request};

/// How long a watch lives before it freezes, unless the test says otherwise: it should have begun.
const BEGUN: Duration = Duration::from_millis(100);

/// Something that goes wrong. It acts on every request, for ever, until it is narrowed.
///
/// ```
/// use kopr_cluster::proxy::{Fault, Filter};
/// // Three writes in a row are refused, and the client is told to wait for two seconds.
/// let busy = Fault::answer(429).retry_after(2).on(Filter::all().writes()).times(3);
/// # drop(busy);
/// ```
#[derive(Clone, Debug)]
#[must_use = "it does nothing until it is given to a proxy"]
pub struct Fault {
    pub(super) effect: Effect,
    filter: Filter,
    skip: usize,
    every: usize,
    times: Option<usize>,
    seen: usize,
    acted: usize,
}

/// What a fault does.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    /// The request is lost on its way there.
    Silence,
    /// The answer is lost on its way back.
    LoseAnswer,
    /// The proxy answers instead of the API server.
    Answer { code: u16, retry_after: u32 },
    /// A watch begins, and is told an error.
    WatchError { code: u16, retry_after: u32 },
    /// The answer begins, and stops.
    Freeze(Duration),
    /// The connection is reset.
    Reset,
    /// The connection is closed after that many bytes of the answer.
    Cut(usize),
    /// The answer ends after that many bytes as if it were whole.
    Truncate(usize),
    /// The request waits.
    Delay(Duration),
    /// The answer comes at that many bytes a second.
    Pace(u64),
}

impl Effect {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Silence => "silence",
            Self::LoseAnswer => "lost answer",
            Self::Answer { .. } => "answer",
            Self::WatchError { .. } => "watch error",
            Self::Freeze(_) => "freeze",
            Self::Reset => "reset",
            Self::Cut(_) => "cut",
            Self::Truncate(_) => "truncation",
            Self::Delay(_) => "delay",
            Self::Pace(_) => "pace",
        }
    }
}

impl Fault {
    fn new(effect: Effect) -> Self {
        Self {
            effect,
            filter: Filter::all(),
            skip: 0,
            every: 1,
            times: None,
            seen: 0,
            acted: 0,
        }
    }

    /// The request does not reach the API server, and nobody says so: no answer, no end of the connection.
    pub fn silence() -> Self {
        Self::new(Effect::Silence)
    }

    /// The API server does what it is asked, and its answer does not come: nobody knows whether it was done.
    pub fn lost_answer() -> Self {
        Self::new(Effect::LoseAnswer)
    }

    /// The proxy answers with that code, and the request does not reach the API server.
    pub fn answer(code: u16) -> Self {
        Self::new(Effect::Answer { code, retry_after: 0 })
    }

    /// A watch is answered with 200, and then told an error of that code: how an API server says 410.
    pub fn watch_error(code: u16) -> Self {
        Self::new(Effect::WatchError { code, retry_after: 0 }).on(Filter::all().verb("watch"))
    }

    /// The answer begins, and after a tenth of a second no byte comes any more, while the connection stays open:
    /// what a firewall does that has forgotten a connection. It never comes back.
    pub fn freeze() -> Self {
        Self::new(Effect::Freeze(BEGUN))
    }

    /// As [`freeze`](Self::freeze), after that time.
    pub fn freeze_after(time: Duration) -> Self {
        Self::new(Effect::Freeze(time))
    }

    /// The connection is reset (TCP RST), without an answer.
    pub fn reset() -> Self {
        Self::new(Effect::Reset)
    }

    /// The connection is closed after that many bytes of the answer's body.
    pub fn cut(bytes: usize) -> Self {
        Self::new(Effect::Cut(bytes))
    }

    /// The answer's body ends after that many bytes as if it were whole: JSON that breaks off.
    pub fn truncate(bytes: usize) -> Self {
        Self::new(Effect::Truncate(bytes))
    }

    /// The request waits for that time before it goes on.
    pub fn delay(time: Duration) -> Self {
        Self::new(Effect::Delay(time))
    }

    /// The answer comes at no more than that many bytes a second.
    pub fn pace(bytes_per_second: u64) -> Self {
        Self::new(Effect::Pace(bytes_per_second.max(1)))
    }

    /// Seconds that the client is told to wait, by the header `Retry-After` and in the Status; for faults that
    /// answer.
    pub fn retry_after(mut self, seconds: u32) -> Self {
        if let Effect::Answer { retry_after, .. } | Effect::WatchError { retry_after, .. } = &mut self.effect
        {
            *retry_after = seconds;
        }
        self
    }

    /// Acts only on these requests.
    pub fn on(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Lets so many requests pass first.
    pub fn skip(mut self, requests: usize) -> Self {
        self.skip = requests;
        self
    }

    /// Acts on each nth request only.
    pub fn every(mut self, nth: usize) -> Self {
        self.every = nth.max(1);
        self
    }

    /// Acts that often, and then no more.
    pub fn times(mut self, times: usize) -> Self {
        self.times = Some(times);
        self
    }

    /// Whether it acts on that request, which it counts.
    pub(super) fn acts(&mut self, request: &Request) -> bool {
        if !self.filter.fits(request) || self.times.is_some_and(|times| self.acted >= times) {
            return false;
        }
        let number = self.seen;
        self.seen += 1;
        let acts = number >= self.skip && (number - self.skip).is_multiple_of(self.every);
        self.acted += usize::from(acts);
        acts
    }
}

/// The Status by which an API server tells an error.
pub(super) fn status(code: u16, retry_after: u32) -> serde_json::Value {
    let reason = match code {
        400 => "BadRequest",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "NotFound",
        409 => "Conflict",
        410 => "Expired",
        429 => "TooManyRequests",
        500 => "InternalError",
        503 => "ServiceUnavailable",
        504 => "Timeout",
        _ => "Unknown",
    };
    let name = StatusCode::from_u16(code).ok();
    let name = name.and_then(|code| code.canonical_reason()).unwrap_or("error");
    let mut status = json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": format!("{name}, says the fault proxy"), "reason": reason, "code": code,
    });
    if retry_after > 0 {
        status["details"] = json!({ "retryAfterSeconds": retry_after });
    }
    status
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::{HeaderMap, Method};

    fn get(target: &str) -> Request {
        Request::read(&Method::GET, &target.parse().unwrap(), &HeaderMap::new(), 1)
    }

    fn acts(mut fault: Fault, requests: &[&str]) -> String {
        let acts = |target: &&str| if fault.acts(&get(target)) { '!' } else { '.' };
        requests.iter().map(acts).collect()
    }

    #[test]
    fn faults_count_the_requests_that_they_are_about() {
        let pods = ["/api/v1/pods"; 6];
        for (fault, expected) in [
            (Fault::reset(), "!!!!!!"),
            (Fault::reset().times(2), "!!...."),
            (Fault::reset().skip(1).times(2), ".!!..."),
            (Fault::reset().every(3), "!..!.."),
            (Fault::reset().skip(2).every(2).times(1), "..!..."),
            (Fault::reset().on(Filter::all().verb("watch")), "......"),
            (Fault::reset().on(Filter::all().code(200)), "......"),
        ] {
            assert_eq!(acts(fault.clone(), &pods), expected, "{fault:?}");
        }
        let mixed = ["/api/v1/pods", "/api/v1/nodes", "/api/v1/pods?watch=true"];
        let fault = Fault::reset().on(Filter::all().resource("pods")).skip(1);
        assert_eq!(acts(fault, &mixed), "..!");
    }

    #[test]
    fn waits_are_told_in_the_status() {
        let busy = status(429, 3);
        assert_eq!(busy["details"]["retryAfterSeconds"], 3);
        assert_eq!(busy["reason"], "TooManyRequests");
        assert!(status(500, 0)["details"].is_null());
    }
}

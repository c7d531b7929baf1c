//! Kubernetes events: written once, then counted.
//!
//! The same event on the same object is one object with a count; the count is written when it becomes two, and then
//! at most once a minute. An object that is told of in ever new words, or in too many, has some of them left out. What
//! is kept in memory for this is bounded, and forgotten once it is old. No run fails because of an event.

mod series;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
use kopr_model::{KindRef, Scope};
use kube::Client;
use kube::api::{Patch, PatchParams};
use serde_json::json;
use tokio::time::timeout;

use self::series::{Course, Series, What};
use super::api;
use super::clock::Clock;
use super::raw::Raw;
use crate::error::{Error, namespace_goes};

/// How long a run waits for an event to be written.
const ANSWER: Duration = Duration::from_secs(10);
/// Longest note in bytes, and longest reason; the API's own limits.
const NOTE: usize = 1024;
const REASON: usize = 128;
/// Longest part of an object's name in an event's.
const NAME: usize = 200;

/// What the events of one controller go through.
pub(crate) struct Recorder {
    /// Who tells: the field manager.
    controller: String,
    /// The pod, or the same once more.
    instance: String,
    series: Mutex<Series>,
    clock: Clock,
}

/// An event on an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event<'a> {
    pub(crate) warning: bool,
    pub(crate) reason: &'a str,
    pub(crate) note: &'a str,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It was written, or the count of one like it.
    Written,
    /// It was counted in one that is there, or left out.
    Counted,
    /// It could not be written, which the log says.
    Not,
}

impl Recorder {
    pub(crate) fn new(controller: String, pod: Option<&str>, clock: Clock) -> Self {
        let cut = |text: &str| cut(text, REASON).to_owned();
        Self {
            instance: cut(pod.unwrap_or(&controller)),
            controller,
            series: Mutex::default(),
            clock,
        }
    }

    fn course(&self, what: What<'_>, made: &str) -> Course {
        let mut series = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        series.course(what, made, self.clock.instant())
    }

    /// Tells an event on an object of that kind.
    pub(crate) async fn tell(&self, client: &Client, kind: &KindRef, object: &Raw, event: Event<'_>) -> Told {
        let now = Timestamp::now();
        let (reason, note) = (cut(event.reason, REASON), cut(event.note, NOTE));
        let what = What {
            uid: &object.uid,
            warning: event.warning,
            reason,
            note,
        };
        let name = format!("{}.{:x}", cut(&object.key.name, NAME), now.as_nanosecond());
        let made = async {
            match self.course(what, &name) {
                Course::Left => Ok(Told::Counted),
                Course::Make => self.make(client, kind, object, what, (&name, now)).await,
                Course::Count { name: known, count } => {
                    let place = (namespace(object), known.as_str());
                    let body = json!({ "series": { "count": count, "lastObservedTime": MicroTime(now) } });
                    let patched = api::patch(
                        client,
                        &events(),
                        (Some(place.0), place.1),
                        None,
                        &PatchParams::default(),
                        &Patch::Merge(&body),
                    )
                    .await;
                    match patched {
                        // Events are kept for an hour unless the API server says otherwise.
                        Err(kube::Error::Api(status)) if status.code == 404 => {
                            self.forget(what);
                            self.course(what, &name);
                            self.make(client, kind, object, what, (&name, now)).await
                        }
                        patched => patched.map(|_| Told::Written),
                    }
                }
            }
        };
        match timeout(ANSWER, made).await {
            Ok(Ok(told)) => told,
            // Nothing new can be made in a namespace that goes.
            Ok(Err(kube::Error::Api(status))) if namespace_goes(&status) => Told::Not,
            failed => {
                self.forget(what);
                let why = match failed {
                    Ok(Err(error)) => Error::from(error).to_string(),
                    _ => "the API server did not answer in time".to_owned(),
                };
                tracing::warn!("the event `{reason}` cannot be written: {why}; it says: {note}");
                Told::Not
            }
        }
    }

    fn forget(&self, what: What<'_>) {
        let mut series = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        series.forget(what);
    }

    async fn make(
        &self,
        client: &Client,
        kind: &KindRef,
        object: &Raw,
        what: What<'_>,
        (name, now): (&str, Timestamp),
    ) -> Result<Told, kube::Error> {
        let event = json!({
            "apiVersion": "events.k8s.io/v1",
            "kind": "Event",
            "metadata": { "name": name, "namespace": namespace(object) },
            "eventTime": MicroTime(now),
            "type": if what.warning { "Warning" } else { "Normal" },
            "reason": what.reason,
            "note": what.note,
            "action": "Reconcile",
            "regarding": {
                "apiVersion": kind.api_version(),
                "kind": kind.kind,
                "name": &*object.key.name,
                "namespace": object.key.namespace.as_deref(),
                "uid": &*object.uid,
            },
            "reportingController": self.controller,
            "reportingInstance": self.instance,
        });
        api::create(client, &events(), Some(namespace(object)), &event).await?;
        Ok(Told::Written)
    }
}

/// Events on what lives in the cluster are in `default`, by Kubernetes' own rule.
fn namespace(object: &Raw) -> &str {
    object.key.namespace.as_deref().unwrap_or("default")
}

fn events() -> KindRef {
    KindRef {
        group: "events.k8s.io".to_owned(),
        version: "v1".to_owned(),
        kind: "Event".to_owned(),
        plural: "events".to_owned(),
        scope: Scope::Namespaced,
    }
}

/// The text, or as much of it as goes into so many bytes.
fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("abc", 1024), "abc");
        assert_eq!(cut("aäb", 2), "a");
        assert_eq!(cut(&"x".repeat(2000), NOTE).len(), NOTE);
    }
}

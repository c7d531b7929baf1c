//! What kopr itself keeps in a status: `observedGeneration` and the conditions of kstatus. Pure, but for the time.
//!
//! Only where the status has a place for it, and only by the right that a `Status` argument brings. A condition that
//! the handler sets is the handler's: kopr takes back only what it has said itself, which its reasons tell.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use serde_json::{Map, Value, json};

use super::failure::REASONS;

const READY: &str = "Ready";
const RECONCILING: &str = "Reconciling";
const STALLED: &str = "Stalled";
/// The reason of a condition about a run that went well.
const RECONCILED: &str = "Reconciled";

/// What a status has a place for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    generation: bool,
    /// Set where there are conditions of Kubernetes' form; `true` where they have an `observedGeneration`.
    conditions: Option<bool>,
    /// Members without which the API server takes no status.
    required: Vec<String>,
}

/// What a run says of its object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Said<'a> {
    /// It went well.
    Well,
    /// It failed and is tried again.
    Retrying { reason: &'a str, message: &'a str },
    /// It failed and is not tried again before something changes.
    Stalled { reason: &'a str, message: &'a str },
}

impl Kept {
    /// What a status of that schema has a place for.
    pub(crate) fn of(status: &Value) -> Self {
        let members = &status["properties"];
        let texts = |list: &Value| -> Vec<String> {
            let list = list.as_array().into_iter().flatten();
            list.filter_map(|item| item.as_str().map(str::to_owned)).collect()
        };
        let item = &members["conditions"]["items"];
        let has = |name: &str| item["properties"][name]["type"] == json!("string");
        let all = ["type", "status", "reason", "message", "lastTransitionTime"];
        let ours = |name: &String| all.contains(&name.as_str()) || name == "observedGeneration";
        let fits = all.iter().all(|name| has(name)) && texts(&item["required"]).iter().all(ours);
        let observed = |of: &Value| of["properties"]["observedGeneration"]["type"] == json!("integer");
        Self {
            generation: observed(status),
            conditions: fits.then(|| observed(item)),
            required: texts(&status["required"]),
        }
    }

    /// Without the conditions, which another controller of the kind keeps.
    pub(crate) fn without_conditions(self) -> Self {
        Self {
            conditions: None,
            ..self
        }
    }

    /// Whether there is anything to keep.
    pub(crate) fn is_something(&self) -> bool {
        self.generation || self.conditions.is_some()
    }

    /// Puts what a run says into the status. One that the API server would not take is left as it is: its handler
    /// has not made the first one yet.
    pub(crate) fn put(&self, status: &mut Value, said: Said<'_>, generation: i64) {
        let mut members = match status {
            Value::Object(members) => members.clone(),
            _ => Map::new(),
        };
        if self.generation && !matches!(said, Said::Retrying { .. }) {
            members.insert("observedGeneration".to_owned(), json!(generation));
        }
        if let Some(observed) = self.conditions {
            let conditions = members.entry("conditions").or_insert_with(|| json!([]));
            if conditions.is_null() {
                *conditions = json!([]);
            }
            if let Some(list) = conditions.as_array_mut() {
                Conditions {
                    list,
                    generation: observed.then_some(generation),
                }
                .say(said);
                if list.is_empty() && status["conditions"].is_null() {
                    members.remove("conditions");
                }
            }
        }
        let whole = self.required.iter().all(|name| members.contains_key(name));
        if whole && !(members.is_empty() && status.is_null()) {
            *status = Value::Object(members);
        }
    }
}

struct Conditions<'a> {
    list: &'a mut Vec<Value>,
    /// What they have observed, where they can say it.
    generation: Option<i64>,
}

impl Conditions<'_> {
    fn say(&mut self, said: Said<'_>) {
        match said {
            Said::Well => {
                self.take_back(RECONCILING);
                self.take_back(STALLED);
                match self.find(READY) {
                    Some(ready) if !is_ours(ready) => {}
                    _ => self.set(READY, true, RECONCILED, ""),
                }
                self.observe();
            }
            Said::Retrying { reason, message } => {
                self.take_back(STALLED);
                self.set(RECONCILING, true, reason, message);
            }
            Said::Stalled { reason, message } => {
                self.take_back(RECONCILING);
                self.set(STALLED, true, reason, message);
                self.set(READY, false, reason, message);
            }
        }
    }

    fn find(&mut self, type_: &str) -> Option<&mut Value> {
        self.list.iter_mut().find(|condition| condition["type"] == type_)
    }

    fn take_back(&mut self, type_: &str) {
        self.list
            .retain(|condition| condition["type"] != type_ || !is_ours(condition));
    }

    /// The handler has looked at this generation, and left its conditions as they are.
    fn observe(&mut self) {
        let Some(generation) = self.generation else { return };
        for type_ in [READY, RECONCILING, STALLED] {
            if let Some(condition) = self.find(type_) {
                condition["observedGeneration"] = json!(generation);
            }
        }
    }

    fn set(&mut self, type_: &str, holds: bool, reason: &str, message: &str) {
        let status = if holds { "True" } else { "False" };
        if self.find(type_).is_none() {
            self.list.push(json!({ "type": type_ }));
            let name = |condition: &Value| condition["type"].as_str().unwrap_or_default().to_owned();
            // As `Conditions::set` has them.
            self.list.sort_by_key(name);
        }
        let generation = self.generation;
        let Some(condition) = self.find(type_) else { return };
        if condition["status"] != status {
            condition["status"] = json!(status);
            condition["lastTransitionTime"] = json!(now());
        }
        condition["reason"] = json!(reason);
        condition["message"] = json!(message);
        if let Some(generation) = generation {
            condition["observedGeneration"] = json!(generation);
        }
    }
}

fn is_ours(condition: &Value) -> bool {
    condition["reason"]
        .as_str()
        .is_some_and(|reason| reason == RECONCILED || REASONS.contains(&reason))
}

fn now() -> Time {
    crate::conditions::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(required: &[&str]) -> Value {
        let text = json!({ "type": "string" });
        json!({
            "properties": {
                "ready": { "type": "integer" },
                "observedGeneration": { "type": "integer" },
                "conditions": { "type": "array", "items": {
                    "properties": {
                        "type": text, "status": text, "reason": text, "message": text,
                        "lastTransitionTime": text, "observedGeneration": { "type": "integer" },
                    },
                    "required": ["type", "status", "reason", "message", "lastTransitionTime"],
                } },
            },
            "required": required,
        })
    }

    /// Conditions as `type=status/reason`, with what they have observed.
    fn told(status: &Value) -> Vec<String> {
        let conditions = status["conditions"].as_array().into_iter().flatten();
        conditions
            .map(|condition| {
                let text = |name: &str| condition[name].as_str().unwrap_or_default();
                let observed = &condition["observedGeneration"];
                format!(
                    "{}={}/{} {observed}",
                    text("type"),
                    text("status"),
                    text("reason")
                )
            })
            .collect()
    }

    const RETRYING: Said<'_> = Said::Retrying {
        reason: "ReconcileFailed",
        message: "no luck",
    };
    const STALLED: Said<'_> = Said::Stalled {
        reason: "ReconcileFailed",
        message: "never",
    };

    #[test]
    fn what_a_status_has_a_place_for() {
        let own = json!({ "properties": { "conditions": { "items": { "properties": { "type": { "type": "string" } } } } } });
        for (schema, expected) in [
            (schema(&[]), (true, Some(true))),
            (json!({}), (false, None)),
            (own, (false, None)),
        ] {
            let kept = Kept::of(&schema);
            assert_eq!((kept.generation, kept.conditions), expected);
        }
    }

    #[test]
    fn what_runs_say_of_an_object() {
        let kept = Kept::of(&schema(&[]));
        let mut status = Value::Null;
        for (said, generation, observed, expected) in [
            (
                RETRYING,
                1,
                json!(null),
                vec!["Reconciling=True/ReconcileFailed 1"],
            ),
            (Said::Well, 1, json!(1), vec!["Ready=True/Reconciled 1"]),
            (Said::Well, 2, json!(2), vec!["Ready=True/Reconciled 2"]),
            (
                RETRYING,
                3,
                json!(2),
                vec!["Ready=True/Reconciled 2", "Reconciling=True/ReconcileFailed 3"],
            ),
            (
                STALLED,
                3,
                json!(3),
                vec!["Ready=False/ReconcileFailed 3", "Stalled=True/ReconcileFailed 3"],
            ),
            (
                RETRYING,
                4,
                json!(3),
                vec![
                    "Ready=False/ReconcileFailed 3",
                    "Reconciling=True/ReconcileFailed 4",
                ],
            ),
            (Said::Well, 4, json!(4), vec!["Ready=True/Reconciled 4"]),
        ] {
            kept.put(&mut status, said, generation);
            assert_eq!(told(&status), expected, "{said:?}");
            assert_eq!(status["observedGeneration"], observed, "{said:?}");
            let before = status.clone();
            kept.put(&mut status, said, generation);
            assert_eq!(status, before, "said again, nothing changes");
        }
    }

    #[test]
    fn the_transition_time_moves_only_when_the_status_flips() {
        let kept = Kept::of(&schema(&[]));
        let mut status = json!({ "conditions": [
            { "type": "Ready", "status": "False", "reason": "ReconcileFailed", "lastTransitionTime": "then" }] });
        kept.put(&mut status, STALLED, 1);
        assert_eq!(status["conditions"][0]["lastTransitionTime"], "then");
        kept.put(&mut status, Said::Well, 1);
        assert_ne!(status["conditions"][0]["lastTransitionTime"], "then");
    }

    #[test]
    fn what_the_handler_says_stays() {
        let kept = Kept::of(&schema(&[]));
        let own = json!([
            { "type": "Available", "status": "True", "reason": "Up" },
            { "type": "Ready", "status": "False", "reason": "Waiting" },
            { "type": "Reconciling", "status": "True", "reason": "Rollout" },
        ]);
        let mut status = json!({ "conditions": own });
        kept.put(&mut status, Said::Well, 7);
        assert_eq!(
            told(&status),
            [
                "Available=True/Up null",
                "Ready=False/Waiting 7",
                "Reconciling=True/Rollout 7"
            ]
        );
        kept.put(&mut status, STALLED, 7);
        assert_eq!(
            told(&status),
            [
                "Available=True/Up null",
                "Ready=False/ReconcileFailed 7",
                "Reconciling=True/Rollout 7",
                "Stalled=True/ReconcileFailed 7"
            ]
        );
    }

    #[test]
    fn a_status_that_would_be_refused_is_left_alone() {
        let kept = Kept::of(&schema(&["ready"]));
        let mut status = Value::Null;
        kept.put(&mut status, STALLED, 1);
        assert_eq!(status, Value::Null);
        let mut status = json!({ "ready": 1 });
        kept.put(&mut status, STALLED, 1);
        assert_eq!(told(&status).len(), 2);
    }

    #[test]
    fn without_a_place_nothing_is_said() {
        let mut status = Value::Null;
        Kept::default().put(&mut status, Said::Well, 1);
        assert_eq!(status, Value::Null);
    }
}

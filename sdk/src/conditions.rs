//! Conditions of a status: set by type, with a transition time that moves only when the status flips.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, Time};
use k8s_openapi::jiff::Timestamp;

/// Whether a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConditionStatus {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// It cannot be said.
    Unknown,
}

impl ConditionStatus {
    /// The word that a condition takes.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::True => "True",
            Self::False => "False",
            Self::Unknown => "Unknown",
        }
    }
}

impl From<bool> for ConditionStatus {
    fn from(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

/// Conditions of a status, as in `status.update(|s| s.conditions.set("Ready", true, "Deployed", "..")) `.
pub trait Conditions {
    /// Sets the condition of that type. `reason` is a `PascalCase` word, `message` a sentence or nothing.
    ///
    /// The transition time moves only when the status flips, so that setting a condition to what it is
    /// changes nothing and writes nothing.
    fn set(
        &mut self,
        type_: &str,
        status: impl Into<ConditionStatus>,
        reason: &str,
        message: impl Into<String>,
    );

    /// The condition of that type.
    fn find(&self, type_: &str) -> Option<&Condition>;

    /// Takes the condition of that type away.
    fn remove_type(&mut self, type_: &str);
}

impl Conditions for Vec<Condition> {
    fn set(
        &mut self,
        type_: &str,
        status: impl Into<ConditionStatus>,
        reason: &str,
        message: impl Into<String>,
    ) {
        let status = status.into().as_str();
        if let Some(known) = self.iter_mut().find(|condition| condition.type_ == type_) {
            if known.status != status {
                status.clone_into(&mut known.status);
                known.last_transition_time = now();
            }
            reason.clone_into(&mut known.reason);
            known.message = message.into();
            return;
        }
        self.push(Condition {
            type_: type_.to_owned(),
            status: status.to_owned(),
            reason: reason.to_owned(),
            message: message.into(),
            last_transition_time: now(),
            observed_generation: None,
        });
        // One order whatever is set first: the list is a map by type.
        self.sort_by(|a, b| a.type_.cmp(&b.type_));
    }

    fn find(&self, type_: &str) -> Option<&Condition> {
        self.iter().find(|condition| condition.type_ == type_)
    }

    fn remove_type(&mut self, type_: &str) {
        self.retain(|condition| condition.type_ != type_);
    }
}

/// The API keeps whole seconds; a finer time would come back different and look like a change.
pub(crate) fn now() -> Time {
    let now = Timestamp::now();
    Time(Timestamp::from_second(now.as_second()).unwrap_or(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transition_time_moves_only_when_the_status_flips() {
        let mut conditions = Vec::new();
        conditions.set("Ready", true, "Deployed", "all is well");
        let long_ago = Time(Timestamp::from_second(1).unwrap());
        conditions[0].last_transition_time = long_ago.clone();
        conditions.set("Ready", true, "Deployed", "still well");
        assert_eq!(conditions[0].last_transition_time, long_ago);
        assert_eq!(conditions.find("Ready").unwrap().message, "still well");
        conditions.set("Ready", ConditionStatus::Unknown, "Lost", "");
        assert_ne!(conditions[0].last_transition_time, long_ago);
        conditions.set("A", false, "X", "");
        assert_eq!(conditions[0].type_, "A");
        conditions.remove_type("Ready");
        assert_eq!(conditions.len(), 1);
    }
}

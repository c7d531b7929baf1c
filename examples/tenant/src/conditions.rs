//! Conditions in a status.

use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use kopr::k8s_openapi::jiff::Timestamp;
use kopr::prelude::*;

/// Sets a condition. Its time of transition changes only when its status does, so that a condition that
/// stays as it is costs no write.
pub fn set(
    conditions: &mut Vec<Condition>,
    type_: &str,
    holds: bool,
    reason: &str,
    message: String,
    generation: Option<i64>,
) {
    let status = if holds { "True" } else { "False" };
    let known = conditions.iter().position(|known| known.type_ == type_);
    let known = known.map(|position| conditions.remove(position));
    let since = known
        .filter(|known| known.status == status)
        .map_or_else(|| Time(Timestamp::now()), |known| known.last_transition_time);
    conditions.push(Condition {
        type_: type_.to_owned(),
        status: status.to_owned(),
        reason: reason.to_owned(),
        message,
        last_transition_time: since,
        observed_generation: generation,
    });
    conditions.sort_by(|a, b| a.type_.cmp(&b.type_));
}

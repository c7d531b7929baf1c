//! The answer for programs.

use serde_json::{Value, json};

use super::Answer;
use super::text::scope;

/// The answer.
pub fn json(answer: &Answer<'_>) -> Value {
    let rights: Vec<Value> = answer
        .found
        .iter()
        .map(|(ask, roles)| {
            json!({
                "verb": ask.right.verb,
                "group": ask.right.group,
                "resource": ask.right.resource,
                "name": ask.right.name,
                "scope": scope(ask.scope),
                "via": ask.via,
                "controller": ask.by.controller,
                "handler": ask.by.handler,
                "argument": ask.by.argument,
                "source": ask.by.source,
                "roles": roles.iter().map(|role| json!({
                    "kind": role.kind,
                    "name": role.name,
                    "namespace": role.holds_in,
                })).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "wanted": answer.wanted.as_ref().map(|wanted| json!({
            "verb": wanted.verb,
            "group": wanted.group,
            "resource": wanted.resource,
        })),
        "rights": rights,
        "near": answer.near,
    })
}

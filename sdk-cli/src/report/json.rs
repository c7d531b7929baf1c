//! Findings for programs.

use serde_json::{Value, json};

use super::Found;

/// One finding.
pub fn json(found: &Found) -> Value {
    let Found { finding, position } = found;
    let mut value = json!({
        "rule": finding.rule,
        "level": finding.level.as_str(),
        "place": finding.place,
        "pointer": finding.pointer,
        "message": finding.message,
        "help": finding.help,
        "source": finding.source,
    });
    if let Some(position) = position {
        value["file"] = json!(position.file);
        value["line"] = json!(position.line);
        value["column"] = json!(position.column);
    }
    value
}

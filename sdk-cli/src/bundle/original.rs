//! Findings in the words and the form of `operator-sdk bundle validate`.

use serde_json::{Value, json};

use super::Finding;
use crate::check::Level;

const fn word(level: Level) -> &'static str {
    match level {
        Level::Error => "Error",
        Level::Warning | Level::Note => "Warning",
    }
}

impl Finding {
    /// What it says of a value.
    #[must_use]
    pub(super) fn of_value(self, value: &str, detail: &str) -> Self {
        let level = word(self.level);
        self.original(format!("{level}: Value {value}: {detail}"))
    }

    /// What it says of a field with a value.
    #[must_use]
    pub(super) fn of_field(self, field: &str, value: &str, detail: &str) -> Self {
        let level = word(self.level);
        self.original(format!("{level}: Field {field}, Value {value}: {detail}"))
    }

    /// What it says of a CSV.
    #[must_use]
    pub(super) fn of_csv(self, name: &str, detail: &str) -> Self {
        self.of_value("", &format!("({name}) {detail}"))
    }
}

/// The result as `-o json-alpha1` prints it. What the original does not look at is left out.
pub fn json_alpha1(findings: &[Finding]) -> Value {
    let outputs: Vec<Value> = findings
        .iter()
        .filter_map(|finding| {
            let message = finding.original.as_ref()?;
            let level = finding.level.as_str();
            Some(json!({ "type": level, "message": message }))
        })
        .collect();
    let passed = !findings
        .iter()
        .any(|finding| finding.level == Level::Error && finding.original.is_some());
    // Without findings the original prints null.
    let outputs = if outputs.is_empty() {
        Value::Null
    } else {
        outputs.into()
    };
    json!({ "passed": passed, "outputs": outputs })
}

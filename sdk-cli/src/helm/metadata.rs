//! `Chart.yaml`.

use serde_json::{Value, json};

use crate::emit::Input;

/// The chart's own metadata.
pub(super) fn metadata(input: &Input<'_>) -> Value {
    let package = &input.operator.package;
    let mut chart = json!({
        "apiVersion": "v2",
        "type": "application",
        "name": input.operator.name,
        "version": semver(&package.version),
        "appVersion": package.version,
    });
    if !package.description.is_empty() {
        chart["description"] = json!(package.description);
    }
    if !package.repository.is_empty() {
        chart["home"] = json!(package.repository);
        chart["sources"] = json!([package.repository]);
    }
    if let Some(version) = kubernetes(input) {
        chart["kubeVersion"] = json!(version);
    }
    chart
}

/// The oldest Kubernetes that keeps what the CRDs say, as far as it is known: an older one would drop it silently.
fn kubernetes(input: &Input<'_>) -> Option<&'static str> {
    let versions = || {
        input
            .operator
            .resources
            .iter()
            .flat_map(|resource| &resource.versions)
    };
    // What distributions put behind their versions counts as a pre-release.
    if versions().any(|version| !version.selectable.is_empty()) {
        Some(">=1.31.0-0")
    } else if versions().any(|version| has_rules(&version.schema)) {
        Some(">=1.25.0-0")
    } else {
        None
    }
}

fn has_rules(schema: &Value) -> bool {
    match schema {
        Value::Object(fields) => {
            fields.contains_key("x-kubernetes-validations") || fields.values().any(has_rules)
        }
        Value::Array(items) => items.iter().any(has_rules),
        _ => false,
    }
}

/// The version in the form that Helm demands of charts. Cargo's versions have it already; descriptions of other
/// origin may not.
fn semver(version: &str) -> String {
    let version = version.trim_start_matches('v');
    let end = version.find(['-', '+']).unwrap_or(version.len());
    let (numbers, rest) = version.split_at(end);
    let is_number = |part: &str| {
        !part.is_empty()
            && part.chars().all(|c| c.is_ascii_digit())
            && (part == "0" || !part.starts_with('0'))
    };
    let parts: Vec<&str> = numbers.split('.').collect();
    if parts.len() > 3 || !parts.iter().all(|part| is_number(part)) {
        return "0.0.0".to_owned();
    }
    let missing = ".0".repeat(3 - parts.len());
    format!("{numbers}{missing}{rest}")
}

#[cfg(test)]
mod tests {
    use super::semver;

    #[test]
    fn versions_of_charts_are_semantic() {
        for (version, expected) in [
            ("0.1.0", "0.1.0"),
            ("v0.2.0", "0.2.0"),
            ("0.2", "0.2.0"),
            ("1", "1.0.0"),
            ("1.2.0-rc.1+build.7", "1.2.0-rc.1+build.7"),
            ("1.2-rc.1", "1.2.0-rc.1"),
            ("1.02.0", "0.0.0"),
            ("latest", "0.0.0"),
            ("1.2.3.4", "0.0.0"),
        ] {
            assert_eq!(semver(version), expected, "{version}");
        }
    }
}

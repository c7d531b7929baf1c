//! `PrometheusRule`: alerts on the metrics of one copy of the operator.

mod table;

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::labels::{self, Labels};
use crate::objects::promql::{Expr, JOB, Matcher, NAMESPACE, Scope};
use crate::objects::{metadata, scrape, service};

/// How far back rates look. It is longer than the longest pause between two tries of one object, and so long that
/// it holds two scrapes at any interval with which Prometheus works at all.
const WINDOW: &str = "10m";

/// An alert.
#[derive(Debug)]
pub struct Alert {
    /// Its name without the operator's, which is put before it.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// How long it has to hold; at once where nothing is said.
    pub after: Option<&'static str>,
    /// Whether this operator can have the trouble at all.
    applies: fn(&Input<'_>) -> bool,
    expr: fn(&Scope) -> Expr,
    /// One line; `{operator}` is the copy of the operator.
    summary: &'static str,
    /// What has happened, with Prometheus' templates of labels and value, and what to look at.
    description: &'static str,
}

/// How bad an alert is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The operator does not work.
    Critical,
    /// It works, but not well.
    Warning,
}

impl Severity {
    /// Its word in the label `severity`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::Warning => "warning",
        }
    }
}

/// The alerts that fit this operator, in the order of the table; none where it has no metrics or nobody wants any.
pub fn alerts(input: &Input<'_>) -> Vec<&'static Alert> {
    if service::port(input).is_none() || input.settings.alerts.enabled == Some(false) {
        return Vec::new();
    }
    table::ALERTS
        .iter()
        .filter(|alert| (alert.applies)(input))
        .collect()
}

/// Every alert that there is.
pub fn all() -> &'static [Alert] {
    table::ALERTS
}

/// The rule, if there are alerts.
pub fn rule(input: &Input<'_>) -> Option<Value> {
    let alerts = alerts(input);
    if alerts.is_empty() {
        return None;
    }
    let settings = input.settings;
    let chosen = settings
        .alerts
        .rule_labels
        .as_ref()
        .unwrap_or(&settings.metrics.monitor_labels);
    let mut labels: Labels = labels::common(input);
    labels.extend(labels::chosen(chosen));
    let instance = metadata::instance(input);
    Some(json!({
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": metadata::with_labels(input, instance, &metadata::namespace(input), &labels),
        "spec": {
            "groups": [{
                "name": instance,
                "rules": alerts.iter().map(|alert| alert.rule(input)).collect::<Vec<_>>(),
            }],
        },
    }))
}

/// The series of this copy of the operator, by the labels that its monitor puts on them.
fn scope(input: &Input<'_>) -> Scope {
    Scope {
        matchers: vec![
            Matcher::is(NAMESPACE, metadata::namespace(input)),
            Matcher::is(JOB, scrape::job(input)),
        ],
        window: WINDOW,
    }
}

impl Alert {
    /// Its whole name for an operator: `MemcachedOperatorDown`.
    pub fn full_name(&self, operator: &str) -> String {
        let words = operator.split(|c: char| !c.is_ascii_alphanumeric());
        let mut name: String = words
            .flat_map(|word| {
                let mut chars = word.chars();
                let first = chars.next().map(|c| c.to_ascii_uppercase());
                first.into_iter().chain(chars)
            })
            .collect();
        name.push_str(self.name);
        name
    }

    /// What it asks.
    pub fn expr(&self, input: &Input<'_>) -> Expr {
        (self.expr)(&scope(input))
    }

    fn rule(&self, input: &Input<'_>) -> Value {
        let settings = &input.settings.alerts;
        let name = self.full_name(&input.operator.name);
        let words = |text: &str| text.replace("{operator}", metadata::instance(input));
        // Not every series has the operator's namespace, and whoever routes alerts goes by it.
        let mut labels = json!({
            "namespace": metadata::namespace(input),
            "severity": self.severity.as_str(),
        });
        for (key, value) in &settings.labels {
            labels[key.as_str()] = json!(value);
        }
        let mut annotations = json!({
            "summary": words(self.summary),
            "description": words(self.description),
        });
        if let Some(url) = &settings.runbook_url {
            annotations["runbook_url"] = json!(format!("{url}{name}"));
        }
        let mut rule = json!({
            "alert": name,
            "expr": self.expr(input).to_string(),
            "labels": labels,
            "annotations": annotations,
        });
        if let Some(after) = self.after {
            rule["for"] = json!(after);
        }
        rule
    }
}

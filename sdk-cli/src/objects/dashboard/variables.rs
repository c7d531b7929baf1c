//! What can be chosen above the dashboard: the source of data, namespace, job and controller.

use kopr_model::metrics;
use serde_json::{Value, json};

use super::source;
use crate::emit::Input;
use crate::objects::promql::{JOB, Matcher, NAMESPACE, Scope};
use crate::objects::{metadata, scrape};

/// The variables, each limited by those before it. This copy of the operator is chosen at first.
pub(super) fn variables(input: &Input<'_>) -> Vec<Value> {
    let scope = |labels: &[&'static str]| Scope {
        matchers: labels.iter().map(|label| Matcher::variable(label)).collect(),
        window: "",
    };
    let mut variables = vec![
        json!({
            "name": "datasource",
            "label": "Data source",
            "type": "datasource",
            "query": "prometheus",
            "refresh": 1,
            "hide": 0,
        }),
        values(
            NAMESPACE,
            "Namespace",
            &format!(
                "{}{{operator=\"{}\"}}",
                metrics::OPERATOR_INFO.name,
                input.operator.name
            ),
            Some(&metadata::namespace(input)),
        ),
        values(
            JOB,
            "Job",
            &scope(&[NAMESPACE]).gauge(&metrics::OPERATOR_INFO).to_string(),
            Some(&scrape::job(input)),
        ),
    ];
    if !input.operator.controllers.is_empty() {
        variables.push(values(
            "controller",
            "Controller",
            &scope(&[NAMESPACE, JOB])
                .gauge(&metrics::MAX_CONCURRENT)
                .to_string(),
            None,
        ));
    }
    variables
}

/// A choice among the values of a label; all of them where nothing is chosen.
fn values(label: &str, title: &str, series: &str, chosen: Option<&str>) -> Value {
    let query = format!("label_values({series}, {label})");
    let current = chosen.map_or_else(
        || json!({ "selected": true, "text": ["All"], "value": ["$__all"] }),
        |chosen| json!({ "selected": true, "text": [chosen], "value": [chosen] }),
    );
    json!({
        "name": label,
        "label": title,
        "type": "query",
        "datasource": source(),
        "definition": query,
        "query": { "query": query, "refId": "PrometheusVariableQueryEditor-VariableQuery" },
        // When the range of time changes: copies come and go.
        "refresh": 2,
        "sort": 1,
        "multi": true,
        "includeAll": true,
        "current": current,
        "hide": 0,
    })
}

//! The Grafana dashboard: panels on the metrics of one copy of the operator, or of several.

mod panels;
mod variables;

use serde_json::{Value, json};

use crate::emit::{self, Input};
use crate::objects::labels::Labels;
use crate::objects::promql::{JOB, Matcher, NAMESPACE, Scope};
use crate::objects::{labels, metadata, service};

/// The version of Grafana's format of dashboards that this is written in.
const SCHEMA_VERSION: u32 = 42;

/// Grafana has 24 columns.
const COLUMNS: u32 = 24;

/// The label by which Grafana's sidecar finds the ConfigMap, unless it was set up in another way.
const SIDECAR: (&str, &str) = ("grafana_dashboard", "1");

/// A panel.
#[derive(Debug)]
pub struct Panel {
    /// What stands above it.
    pub title: &'static str,
    /// What it shows.
    pub about: &'static str,
    form: Form,
    /// Grafana's name of the unit.
    unit: &'static str,
    /// Whether this operator has what it shows.
    applies: fn(&Input<'_>) -> bool,
    /// Its queries.
    queries: fn(&Scope) -> Vec<Query>,
}

/// How a panel looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// One number.
    Stat,
    /// One word: the label that the query's line is called by.
    Text,
    /// Lines over time.
    Lines,
    /// Lines over time, one on the other.
    Stacked,
}

/// A query of a panel.
#[derive(Debug)]
struct Query {
    expr: String,
    /// What a line is called, with labels between `{{` and `}}`.
    legend: String,
}

/// A heading with the panels below it.
#[derive(Debug)]
pub struct Row {
    /// The heading.
    pub title: &'static str,
    /// The panels, from left to right and line by line.
    pub panels: &'static [Panel],
}

/// Every row that there is.
pub fn rows() -> &'static [Row] {
    panels::ROWS
}

/// Whether there is a dashboard.
fn is_wanted(input: &Input<'_>) -> bool {
    service::port(input).is_some() && input.settings.dashboard.enabled()
}

/// The dashboard, if there is one.
pub fn dashboard(input: &Input<'_>) -> Option<Value> {
    if !is_wanted(input) {
        return None;
    }
    Some(json!({
        "uid": uid(input),
        "title": metadata::instance(input),
        "description": format!("How {} works.", input.operator.name),
        "tags": ["kopr", input.operator.name],
        "schemaVersion": SCHEMA_VERSION,
        "editable": true,
        "graphTooltip": 1,
        "refresh": "30s",
        "time": { "from": "now-6h", "to": "now" },
        "timezone": "browser",
        "annotations": { "list": [] },
        "links": [],
        "templating": { "list": variables::variables(input) },
        "panels": panels(input),
    }))
}

/// The ConfigMap with the dashboard's file, for Grafana's sidecar; none if there is no dashboard.
pub fn config_map(input: &Input<'_>) -> Option<Value> {
    let dashboard = dashboard(input)?;
    let settings = &input.settings.dashboard;
    let mut labels: Labels = labels::common(input);
    match &settings.labels {
        Some(chosen) => labels.extend(labels::chosen(chosen)),
        None => drop(labels.insert(SIDECAR.0.to_owned(), SIDECAR.1.to_owned())),
    }
    let name = metadata::named(input, "dashboard");
    let mut metadata = metadata::with_labels(input, &name, &metadata::namespace(input), &labels);
    for (key, value) in &settings.annotations {
        metadata["annotations"][key.as_str()] = json!(value);
    }
    let file = format!("{}.json", metadata::instance(input));
    Some(json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": metadata,
        "data": { file: emit::json(&dashboard) },
    }))
}

/// The dashboard's identity in Grafana, by which links find it. Copies of the operator have dashboards of their own.
pub fn uid(input: &Input<'_>) -> String {
    let copy = format!("{}/{}", metadata::namespace(input), metadata::instance(input));
    format!("kopr-{}", metadata::hash(&copy))
}

/// The series that the variables of the dashboard choose.
fn scope() -> Scope {
    Scope {
        matchers: [NAMESPACE, JOB, "controller"].map(Matcher::variable).to_vec(),
        window: "$__rate_interval",
    }
}

/// The source of data that is chosen above the dashboard.
fn source() -> Value {
    json!({ "type": "prometheus", "uid": "${datasource}" })
}

/// Rows and panels with their places.
fn panels(input: &Input<'_>) -> Vec<Value> {
    let scope = scope();
    let mut all: Vec<Value> = Vec::new();
    let mut y = 0;
    for row in panels::ROWS {
        let panels: Vec<_> = row.panels.iter().filter(|panel| (panel.applies)(input)).collect();
        if panels.is_empty() {
            continue;
        }
        all.push(json!({
            "id": all.len() + 1,
            "type": "row",
            "title": row.title,
            "collapsed": false,
            "panels": [],
            "gridPos": { "x": 0, "y": y, "w": COLUMNS, "h": 1 },
        }));
        y += 1;
        let (mut x, mut height) = (0, 0);
        for panel in panels {
            let (w, h) = panel.size();
            if x + w > COLUMNS {
                (x, y) = (0, y + height);
            }
            let mut value = panel.value(&scope);
            value["id"] = json!(all.len() + 1);
            value["gridPos"] = json!({ "x": x, "y": y, "w": w, "h": h });
            all.push(value);
            (x, height) = (x + w, h);
        }
        y += height;
    }
    all
}

impl Panel {
    fn size(&self) -> (u32, u32) {
        match self.form {
            Form::Stat | Form::Text => (4, 4),
            Form::Lines | Form::Stacked => (8, 8),
        }
    }

    fn value(&self, scope: &Scope) -> Value {
        let instant = matches!(self.form, Form::Stat | Form::Text);
        let targets: Vec<_> = (self.queries)(scope)
            .into_iter()
            .zip('A'..='Z')
            .map(|(query, id)| {
                json!({
                    "refId": id,
                    "datasource": source(),
                    "editorMode": "code",
                    "expr": query.expr,
                    "legendFormat": query.legend,
                    "instant": instant,
                    "range": !instant,
                })
            })
            .collect();
        let (kind, options, custom) = match self.form {
            Form::Stat => ("stat", number("value"), json!({})),
            Form::Text => ("stat", number("name"), json!({})),
            Form::Lines => ("timeseries", legend(), lines("none")),
            Form::Stacked => ("timeseries", legend(), lines("normal")),
        };
        json!({
            "type": kind,
            "title": self.title,
            "description": self.about,
            "datasource": source(),
            "targets": targets,
            "options": options,
            "fieldConfig": {
                "defaults": { "unit": self.unit, "min": 0, "custom": custom },
                "overrides": [],
            },
        })
    }
}

/// Options of a panel with one number or word.
fn number(shown: &str) -> Value {
    json!({
        "textMode": shown,
        "colorMode": "value",
        "graphMode": "none",
        "justifyMode": "auto",
        "orientation": "auto",
        "reduceOptions": { "calcs": ["lastNotNull"], "fields": "", "values": false },
    })
}

/// Options of a panel with lines.
fn legend() -> Value {
    json!({
        "legend": { "displayMode": "list", "placement": "bottom", "showLegend": true, "calcs": [] },
        "tooltip": { "mode": "multi", "sort": "desc" },
    })
}

fn lines(stacking: &str) -> Value {
    json!({
        "drawStyle": "line",
        "lineWidth": 1,
        "fillOpacity": 10,
        "showPoints": "never",
        "stacking": { "mode": stacking, "group": "A" },
    })
}

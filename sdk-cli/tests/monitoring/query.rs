//! What a query of `PromQL` asks for, and the labels of its answer.
//!
//! Prometheus takes a label that does not exist for an empty one and answers with nothing, without a word. So
//! every label is followed from the series to the answer here.

use std::collections::BTreeSet;

use kopr_model::metrics::{self, Metric, MetricKind};
use promql_parser::label::{MatchOp, Matchers};
use promql_parser::parser::{self, Call, Expr, LabelModifier};

/// Labels that a scrape through a ServiceMonitor puts on each series; through a PodMonitor, all but `service`.
pub(crate) const TARGET: [&str; 6] = ["namespace", "job", "pod", "container", "endpoint", "instance"];

pub(crate) type Labels = BTreeSet<String>;

/// What a query asks for.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// Names of metrics of the table.
    pub metrics: BTreeSet<&'static str>,
    /// Labels of the answer.
    pub labels: Labels,
}

/// Reads a query; an error says what is wrong with it.
pub(crate) fn read(query: &str) -> Result<Asked, String> {
    // Grafana puts a time in.
    let expr = parser::parse(&query.replace("$__rate_interval", "5m"))?;
    let mut asked = Asked::default();
    asked.labels = follow(&expr, None, &mut asked.metrics)?.unwrap_or_default();
    Ok(asked)
}

/// The labels of an expression; none for a number, which has none by nature.
fn follow(
    expr: &Expr,
    function: Option<&str>,
    seen: &mut BTreeSet<&'static str>,
) -> Result<Option<Labels>, String> {
    match expr {
        Expr::NumberLiteral(_) => Ok(None),
        Expr::Paren(inner) => follow(&inner.expr, function, seen),
        Expr::VectorSelector(selector) => {
            let name = selector.name.as_deref().ok_or("a selector has no name")?;
            series(name, &selector.matchers, function, seen).map(Some)
        }
        Expr::MatrixSelector(selector) => {
            let name = selector.vs.name.as_deref().ok_or("a selector has no name")?;
            series(name, &selector.vs.matchers, function, seen).map(Some)
        }
        Expr::Call(call) if call.func.name == "absent" => {
            follow(call.args.args.first().ok_or("nothing is absent")?, None, seen)?;
            Ok(Some(labels_of_nothing(call)))
        }
        Expr::Call(call) => {
            let mut labels = None;
            for argument in &call.args.args {
                labels = follow(argument, Some(call.func.name), seen)?.or(labels);
            }
            if call.func.name == "histogram_quantile"
                && !labels.as_mut().is_some_and(|labels| labels.remove("le"))
            {
                return Err(format!("`{expr}` has no buckets"));
            }
            Ok(labels)
        }
        Expr::Aggregate(aggregate) => {
            let of = follow(&aggregate.expr, None, seen)?.ok_or("a number cannot be aggregated")?;
            let by = match &aggregate.modifier {
                Some(LabelModifier::Include(by)) => by.labels.iter().cloned().collect(),
                Some(LabelModifier::Exclude(_)) => return Err(format!("`{expr}`: say what stays")),
                None => Labels::new(),
            };
            match by.difference(&of).next() {
                Some(label) => Err(format!("`{expr}` has no label `{label}`")),
                None => Ok(Some(by)),
            }
        }
        Expr::Binary(binary) => {
            let left = follow(&binary.lhs, None, seen)?;
            let right = follow(&binary.rhs, None, seen)?;
            let (Some(left), Some(right)) = (&left, &right) else {
                return Ok(left.or(right));
            };
            match binary.modifier.as_ref().and_then(|how| how.matching.as_ref()) {
                Some(LabelModifier::Include(on)) => {
                    let missing = |label: &&String| !left.contains(*label) || !right.contains(*label);
                    if let Some(label) = on.labels.iter().find(missing) {
                        return Err(format!("`{expr}`: one side has no label `{label}`"));
                    }
                }
                Some(LabelModifier::Exclude(_)) => return Err(format!("`{expr}`: say what is equal")),
                None if left != right => {
                    return Err(format!("`{expr}`: {left:?} never equals {right:?}"));
                }
                None => {}
            }
            Ok(Some(left.clone()))
        }
        other => Err(format!("`{other}` is a form that this test does not know")),
    }
}

/// What is absent has the labels that it was asked for by.
fn labels_of_nothing(call: &Call) -> Labels {
    let Some(Expr::VectorSelector(selector)) = call.args.args.first().map(|argument| &**argument) else {
        return Labels::new();
    };
    let equal = selector
        .matchers
        .matchers
        .iter()
        .filter(|matcher| matcher.op == MatchOp::Equal);
    equal.map(|matcher| matcher.name.clone()).collect()
}

/// The labels of a series, which has to be in the table and be asked for as its kind is.
fn series(
    name: &str,
    matchers: &Matchers,
    function: Option<&str>,
    seen: &mut BTreeSet<&'static str>,
) -> Result<Labels, String> {
    let mut labels: Labels = TARGET.map(str::to_owned).into();
    if name != "up" {
        let (metric, bucket) = metric(name).ok_or_else(|| format!("there is no metric `{name}`"))?;
        let counts = bucket || metric.kind == MetricKind::Counter;
        let ratio = ["rate", "increase"].contains(&function.unwrap_or_default());
        if counts != ratio || metric.kind == MetricKind::Histogram && !bucket {
            return Err(format!(
                "`{name}` is a {} and asked for by {function:?}",
                metric.kind.as_str()
            ));
        }
        seen.insert(metric.name);
        labels.extend(metric.labels.iter().map(|label| (*label).to_owned()));
        labels.extend(bucket.then(|| "le".to_owned()));
        // With `honorLabels` its own label wins: then the operator's namespace is not in it.
        let own = metric.labels.contains(&"namespace");
        if own
            && matchers
                .matchers
                .iter()
                .any(|matcher| matcher.name == "namespace")
        {
            return Err(format!("`{name}` has a namespace of its own"));
        }
    }
    for matcher in &matchers.matchers {
        if !labels.contains(&matcher.name) {
            return Err(format!("`{name}` has no label `{}`", matcher.name));
        }
    }
    // The dashboard asks for the jobs themselves by the operator's name and by namespace.
    let about = ["operator", "namespace"];
    let limits =
        |name: &str| name == "job" || seen.contains(metrics::OPERATOR_INFO.name) && about.contains(&name);
    if !matchers.matchers.iter().any(|matcher| limits(&matcher.name)) {
        return Err(format!("`{name}` is not limited to this operator"));
    }
    Ok(labels)
}

/// The metric of a name, and whether its buckets are meant.
fn metric(name: &str) -> Option<(&'static Metric, bool)> {
    metrics::ALL.iter().find_map(|metric| {
        let bucket =
            metric.kind == MetricKind::Histogram && name.strip_suffix("_bucket") == Some(metric.name);
        (bucket || metric.name == name).then_some((metric, bucket))
    })
}

#[test]
fn mistakes_in_queries_are_seen() {
    for (query, why) in [
        ("sum(no_such_metric{job=\"a\"})", "there is no metric"),
        ("workqueue_depth", "is not limited"),
        ("workqueue_depth{job=\"a\",what=\"b\"}", "has no label `what`"),
        ("rate(workqueue_depth{job=\"a\"}[5m])", "is a gauge"),
        ("workqueue_retries_total{job=\"a\"}", "is a counter"),
        (
            "rate(workqueue_queue_duration_seconds{job=\"a\"}[5m])",
            "is a histogram",
        ),
        (
            "sum by (kind) (workqueue_depth{job=\"a\"})",
            "has no label `kind`",
        ),
        (
            "sum by (job) (workqueue_depth{job=\"a\"}) and workqueue_depth{job=\"a\"}",
            "never equals",
        ),
        (
            "workqueue_depth{job=\"a\"} and on (kind) up{job=\"a\"}",
            "one side has no label `kind`",
        ),
        (
            "histogram_quantile(0.5, sum by (job) (rate(workqueue_queue_duration_seconds_bucket{job=\"a\"}[5m])))",
            "has no buckets",
        ),
        (
            "kopr_watch_last_contact_timestamp_seconds{job=\"a\",namespace=\"b\"}",
            "has a namespace of its own",
        ),
        ("sum(", "unclosed left parenthesis"),
    ] {
        let error = read(query).expect_err(query);
        assert!(error.contains(why), "{query}: {error}");
    }
    let asked = read("sum by (pod) (workqueue_depth{job=\"a\"}) > 1").expect("it is right");
    assert_eq!(asked.labels, Labels::from(["pod".to_owned()]));
    assert_eq!(asked.metrics, BTreeSet::from(["workqueue_depth"]));
}

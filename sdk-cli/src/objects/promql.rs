//! Expressions of `PromQL`, made from the table of metrics, so that none asks for what the runtime does not have.
//!
//! What is counted is only asked for by its rate, what goes up and down only as it is, and histograms only by
//! quantile: each is a function of [`Scope`], which also puts in the labels that limit the answer.

use std::fmt;

use kopr_model::metrics::Metric;

/// Namespace of what is scraped, put there by whoever scrapes.
pub const NAMESPACE: &str = "namespace";
/// Name of the scrape.
pub const JOB: &str = "job";
/// Pod that is scraped.
pub const POD: &str = "pod";
/// Address that is scraped: one pod.
pub const INSTANCE: &str = "instance";
/// Whether the last scrape worked. Prometheus makes it itself.
const UP: &str = "up";

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// Series by name and labels, over a time where one is given.
    Series {
        /// Name of the metric.
        name: String,
        /// Which of its series.
        matchers: Vec<Matcher>,
        /// How far back.
        range: Option<&'static str>,
    },
    /// A call of a function.
    Call(&'static str, Vec<Expr>),
    /// Series put together; all of one group become one.
    Aggregate {
        /// How: `sum`, `max`.
        how: &'static str,
        /// Labels that stay.
        by: Vec<&'static str>,
        /// Of what.
        of: Box<Expr>,
    },
    /// Two sides.
    Binary {
        /// What stands before the operator.
        left: Box<Expr>,
        /// The operator, with its `on (...)`.
        operator: String,
        /// What stands behind it.
        right: Box<Expr>,
    },
    /// A number.
    Number(f64),
}

/// A condition on a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matcher {
    /// Name of the label.
    pub label: &'static str,
    /// Whether the value is a regular expression.
    pub regex: bool,
    /// The value.
    pub value: String,
}

impl Matcher {
    /// This value.
    pub fn is(label: &'static str, value: impl Into<String>) -> Self {
        Self {
            label,
            regex: false,
            value: value.into(),
        }
    }

    /// What a variable of the dashboard chooses.
    pub fn variable(label: &'static str) -> Self {
        Self {
            label,
            regex: true,
            value: format!("${label}"),
        }
    }
}

/// Which series an expression is about: those of one copy of an operator, or those that somebody chose.
#[derive(Clone, Debug)]
pub struct Scope {
    /// On the namespace, the job, and whatever else a metric has.
    pub matchers: Vec<Matcher>,
    /// How far back rates look.
    pub window: &'static str,
}

impl Scope {
    /// Whether the pods can be scraped.
    pub fn up(&self) -> Expr {
        let target = |label| [NAMESPACE, JOB].contains(&label);
        self.series(UP, target, None)
    }

    /// What goes up and down, as it is.
    pub fn gauge(&self, metric: &Metric) -> Expr {
        self.limited(metric, self.select(metric, "", None))
    }

    /// How fast a gauge grows, per second.
    pub fn slope(&self, metric: &Metric) -> Expr {
        let gauge = self.select(metric, "", Some(self.window));
        self.limited(metric, Expr::Call("deriv", vec![gauge]))
    }

    /// How often something happens, per second.
    pub fn rate(&self, metric: &Metric) -> Expr {
        let counter = self.select(metric, "", Some(self.window));
        self.limited(metric, Expr::Call("rate", vec![counter]))
    }

    /// How often something happened.
    pub fn increase(&self, metric: &Metric) -> Expr {
        let counter = self.select(metric, "", Some(self.window));
        self.limited(metric, Expr::Call("increase", vec![counter]))
    }

    /// The value of a histogram that a share of all is not above.
    pub fn quantile(&self, metric: &Metric, share: f64, by: &[&'static str]) -> Expr {
        let buckets = self.select(metric, "_bucket", Some(self.window));
        let rate = self.limited(metric, Expr::Call("rate", vec![buckets]));
        let by: Vec<_> = by.iter().copied().chain(["le"]).collect();
        Expr::Call("histogram_quantile", vec![Expr::Number(share), rate.sum(&by)])
    }

    fn select(&self, metric: &Metric, suffix: &str, range: Option<&'static str>) -> Expr {
        let has = |label| match label {
            // The metric's own label wins over the one of the scrape.
            NAMESPACE => !metric.labels.contains(&NAMESPACE),
            JOB => true,
            other => metric.labels.contains(&other),
        };
        self.series(&format!("{}{suffix}", metric.name), has, range)
    }

    fn series(&self, name: &str, has: impl Fn(&'static str) -> bool, range: Option<&'static str>) -> Expr {
        let matchers = self.matchers.iter().filter(|matcher| has(matcher.label));
        Expr::Series {
            name: name.to_owned(),
            matchers: matchers.cloned().collect(),
            range,
        }
    }

    /// Where a metric has a namespace of its own, it is limited by the pod that it comes from.
    fn limited(&self, metric: &Metric, expr: Expr) -> Expr {
        if metric.labels.contains(&NAMESPACE) {
            expr.and_on(&[JOB, INSTANCE], self.up())
        } else {
            expr
        }
    }
}

/// The time of asking, in seconds.
pub fn now() -> Expr {
    Expr::Call("time", Vec::new())
}

impl Expr {
    /// The sum of each group.
    #[must_use]
    pub fn sum(self, by: &[&'static str]) -> Self {
        self.aggregate("sum", by)
    }

    /// The greatest of each group.
    #[must_use]
    pub fn max(self, by: &[&'static str]) -> Self {
        self.aggregate("max", by)
    }

    /// The least of each group.
    #[must_use]
    pub fn min(self, by: &[&'static str]) -> Self {
        self.aggregate("min", by)
    }

    fn aggregate(self, how: &'static str, by: &[&'static str]) -> Self {
        Self::Aggregate {
            how,
            by: by.to_vec(),
            of: Box::new(self),
        }
    }

    /// What is above a number.
    #[must_use]
    pub fn above(self, number: f64) -> Self {
        self.binary(">", Self::Number(number))
    }

    /// What is a number.
    #[must_use]
    pub fn equals(self, number: f64) -> Self {
        self.binary("==", Self::Number(number))
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        self.binary("-", other)
    }

    /// So many times the value.
    #[must_use]
    pub fn times(self, number: f64) -> Self {
        self.binary("*", Self::Number(number))
    }

    /// The ratio of series with the same labels.
    #[must_use]
    pub fn divided_by(self, other: Self) -> Self {
        self.binary("/", other)
    }

    /// These, where the other has the same labels.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.binary("and", other)
    }

    /// These, where the other has the same values of these labels.
    #[must_use]
    pub fn and_on(self, labels: &[&str], other: Self) -> Self {
        self.binary(&format!("and on ({})", labels.join(", ")), other)
    }

    /// These, and the other where these have nothing.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.binary("or", other)
    }

    /// One, with the labels that were asked for, where there is nothing.
    #[must_use]
    pub fn absent(self) -> Self {
        Self::Call("absent", vec![self])
    }

    fn binary(self, operator: &str, right: Self) -> Self {
        Self::Binary {
            left: Box::new(self),
            operator: operator.to_owned(),
            right: Box::new(right),
        }
    }
}

/// A value between quotes.
fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        if ['"', '\\'].contains(&c) {
            f.write_str("\\")?;
        }
        write!(f, "{c}")?;
    }
    f.write_str("\"")
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    f.write_str("(")?;
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    f.write_str(")")
}

impl fmt::Display for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.label, if self.regex { "=~" } else { "=" })?;
        quoted(f, &self.value)
    }
}

/// One side of an operator: between parentheses where it has an operator of its own, so that nobody needs to
/// know which binds closer.
struct Side<'a>(&'a Expr);

impl fmt::Display for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expr::Binary { .. } => write!(f, "({})", self.0),
            other => other.fmt(f),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Series {
                name,
                matchers,
                range,
            } => {
                f.write_str(name)?;
                for (at, matcher) in matchers.iter().enumerate() {
                    write!(f, "{}{matcher}", if at == 0 { "{" } else { "," })?;
                }
                f.write_str(if matchers.is_empty() { "" } else { "}" })?;
                range.map_or(Ok(()), |range| write!(f, "[{range}]"))
            }
            Self::Call(function, arguments) => {
                f.write_str(function)?;
                list(f, arguments)
            }
            Self::Aggregate { how, by, of } => {
                f.write_str(how)?;
                if by.is_empty() {
                    return write!(f, "({of})");
                }
                f.write_str(" by ")?;
                list(f, by)?;
                write!(f, " ({of})")
            }
            Self::Binary {
                left,
                operator,
                right,
            } => write!(f, "{} {operator} {}", Side(left), Side(right)),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use kopr_model::metrics;

    use super::*;

    #[test]
    fn expressions_are_limited_by_the_labels_that_a_metric_has() {
        let scope = Scope {
            matchers: vec![
                Matcher::is(NAMESPACE, "a"),
                Matcher::is(JOB, "b\"\\"),
                Matcher::variable("controller"),
            ],
            window: "10m",
        };
        for (expr, text) in [
            (scope.up(), r#"up{namespace="a",job="b\"\\"}"#),
            (
                scope.gauge(&metrics::LEADER).sum(&[JOB]).above(1.0),
                r#"sum by (job) (leader_election_master_status{namespace="a",job="b\"\\"}) > 1"#,
            ),
            (
                scope
                    .rate(&metrics::PANICS)
                    .divided_by(now().minus(Expr::Number(0.5))),
                r#"rate(controller_runtime_reconcile_panics_total{namespace="a",job="b\"\\",controller=~"$controller"}[10m]) / (time() - 0.5)"#,
            ),
            (
                scope.increase(&metrics::WATCH_ERRORS),
                r#"increase(kopr_watch_errors_total{job="b\"\\"}[10m]) and on (job, instance) up{namespace="a",job="b\"\\"}"#,
            ),
            (
                scope.quantile(&metrics::QUEUE_SECONDS, 0.9, &[JOB]),
                r#"histogram_quantile(0.9, sum by (job, le) (rate(workqueue_queue_duration_seconds_bucket{namespace="a",job="b\"\\",controller=~"$controller"}[10m])))"#,
            ),
            (
                scope.up().absent().or(scope.up()),
                r#"absent(up{namespace="a",job="b\"\\"}) or up{namespace="a",job="b\"\\"}"#,
            ),
        ] {
            assert_eq!(expr.to_string(), text);
        }
    }
}

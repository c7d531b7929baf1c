//! Families of metrics with the name, the help and the labels of their row in the table.

use std::fmt::{Debug, Error};
use std::ops::Deref;

use kopr_model::metrics::{Metric, MetricKind};
use prometheus_client::encoding::{EncodeLabel, EncodeLabelSet, EncodeMetric, LabelSetEncoder};
use prometheus_client::metrics::TypedMetric;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::{self, Registry};

/// The labels of one series.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Labels {
    names: &'static [&'static str],
    values: Box<[Box<str>]>,
}

impl EncodeLabelSet for Labels {
    fn encode(&self, encoder: &mut LabelSetEncoder<'_>) -> Result<(), Error> {
        for (name, value) in self.names.iter().zip(&self.values) {
            (*name, &**value).encode(encoder.encode_label())?;
        }
        Ok(())
    }
}

/// The series of one metric. `N` is the number of its labels.
pub(super) struct By<M, const N: usize> {
    metric: &'static Metric,
    family: Family<Labels, M>,
}

impl<M, const N: usize> Clone for By<M, N> {
    fn clone(&self) -> Self {
        Self {
            metric: self.metric,
            family: self.family.clone(),
        }
    }
}

impl<M, const N: usize> By<M, N>
where
    M: EncodeMetric + TypedMetric + Debug + Send + Sync + 'static,
{
    /// Registers a metric of the table; `make` makes a series.
    pub(super) fn new(registry: &mut Registry, metric: &'static Metric, make: fn() -> M) -> Self {
        let family = Family::new_with_constructor(make);
        register(registry, metric, family.clone());
        Self { metric, family }
    }

    /// The series with those values, in the order of the table's labels.
    pub(super) fn of(&self, values: [&str; N]) -> impl Deref<Target = M> {
        let labels = Labels {
            names: self.metric.labels,
            values: values.map(Box::from).into(),
        };
        self.family.get_or_create(&labels)
    }
}

/// Registers a metric of the table.
pub(super) fn register(registry: &mut Registry, metric: &Metric, what: impl registry::Metric) {
    // The encoder ends the names of counters itself.
    let name = match metric.kind {
        MetricKind::Counter => metric.name.strip_suffix("_total").unwrap_or(metric.name),
        MetricKind::Gauge | MetricKind::Histogram => metric.name,
    };
    registry.register(name, metric.about, what);
}

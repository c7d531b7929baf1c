//! Logs: pretty for people, JSON for machines.

use std::fmt;
use std::io::IsTerminal;

use kopr_model::Package;
use serde_json::{Map, Value, json};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::{JsonFields, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormattedFields};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::traces::Traces;
use crate::env::Environment;

/// The filter unless another is asked for.
const DEFAULT: &str = "info";

/// Sets logging up as the environment says, and traces of that program if a collector is named. A subscriber that the
/// program has set up itself stays.
pub(crate) fn init(environment: &Environment, package: &Package) -> Traces {
    let wanted = environment.log.as_deref().unwrap_or(DEFAULT);
    let terminal = std::io::stderr().is_terminal();
    let json = match environment.log_format.as_deref() {
        Some("json") => true,
        Some("pretty") => false,
        _ => !terminal,
    };
    // A filter that cannot be read must not silence the operator.
    let (targets, mistake) = match wanted.parse::<Targets>() {
        Ok(targets) => (targets, None),
        Err(error) => (Targets::new().with_default(LevelFilter::INFO), Some(error)),
    };
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(terminal);
    let (traces, complaint) = Traces::start(environment, package);
    let registry = tracing_subscriber::registry().with(traces.layer());
    let _ = if json {
        let layer = layer.fmt_fields(JsonFields::new()).event_format(Flat);
        registry.with(layer.with_filter(targets)).try_init()
    } else {
        registry.with(layer.with_filter(targets)).try_init()
    };
    if let Some(error) = mistake {
        tracing::warn!(
            "{} is `{wanted}`, which is not a filter ({error}): logging `{DEFAULT}`",
            kopr_model::env::LOG
        );
    }
    if let Some(complaint) = complaint {
        tracing::warn!("{complaint}");
    }
    traces
}

/// One flat JSON object a line: time, level, message, and the fields of the event and of all spans that it
/// is in. The library's own form puts the spans' fields elsewhere than the event's, and gives a span's
/// field `name`, which is the object's name here, the same key as the name of the span.
struct Flat;

impl<S> FormatEvent<S, JsonFields> for Flat
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut line = Map::new();
        for span in context.event_scope().into_iter().flatten() {
            let extensions = span.extensions();
            if let Some(fields) = extensions.get::<FormattedFields<JsonFields>>()
                && let Ok(fields) = serde_json::from_str::<Map<String, Value>>(&fields.fields)
            {
                // From the innermost outwards: what is nearer wins.
                for (name, value) in fields {
                    line.entry(name).or_insert(value);
                }
            }
        }
        event.record(&mut Fields(&mut line));
        let metadata = event.metadata();
        let now = jiff::Timestamp::now();
        line.insert("time".to_owned(), json!(format!("{now:.3}")));
        line.insert(
            "level".to_owned(),
            json!(metadata.level().as_str().to_lowercase()),
        );
        line.insert("target".to_owned(), json!(metadata.target()));
        writeln!(writer, "{}", Value::Object(line))
    }
}

/// The fields of an event as members of an object.
struct Fields<'a>(&'a mut Map<String, Value>);

impl Fields<'_> {
    fn insert(&mut self, field: &Field, value: Value) {
        self.0.insert(field.name().to_owned(), value);
    }
}

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.insert(field, json!(format!("{value:?}")));
    }
    fn record_str(&mut self, field: &Field, value: &str) {
        self.insert(field, json!(value));
    }
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.insert(field, json!(value));
    }
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.insert(field, json!(value));
    }
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.insert(field, json!(value));
    }
    fn record_bool(&mut self, field: &Field, value: bool) {
        self.insert(field, json!(value));
    }
}

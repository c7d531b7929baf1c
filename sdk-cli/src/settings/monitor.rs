//! How a Prometheus finds the metrics.

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use super::error::HELP;

/// How a Prometheus that the Prometheus Operator runs finds the metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Monitor {
    /// By a ServiceMonitor, through the metrics Service.
    #[default]
    Service,
    /// By a PodMonitor, from the pods themselves.
    Pod,
    /// Not at all.
    None,
}

impl Monitor {
    /// Its word in `kopr.toml`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::Pod => "pod",
            Self::None => "none",
        }
    }
}

impl<'de> Deserialize<'de> for Monitor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MonitorVisitor;
        impl Visitor<'_> for MonitorVisitor {
            type Value = Monitor;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("`\"service\"`, `\"pod\"` or `\"none\"`")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Monitor, E> {
                [Monitor::Service, Monitor::Pod, Monitor::None]
                    .into_iter()
                    .find(|monitor| monitor.as_str() == word)
                    .ok_or_else(|| {
                        E::custom(format!(
                            "`{word}` is not a way to find metrics{HELP}`\"service\"` makes a ServiceMonitor, `\"pod\"` \
                             a PodMonitor, `\"none\"` neither"
                        ))
                    })
            }
        }
        deserializer.deserialize_str(MonitorVisitor)
    }
}

// For the book, which says what a key takes.
#[cfg(test)]
impl schemars::JsonSchema for Monitor {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Monitor".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "title": "`\"service\"`, `\"pod\"` or `\"none\"`" })
    }
}

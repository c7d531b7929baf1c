//! How manifests get into the cluster.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use super::error::HELP;

/// How manifests get into the cluster, which decides how big a CRD may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Apply {
    /// `kubectl apply`: each object is kept a second time, in an annotation.
    #[default]
    ClientSide,
    /// `kubectl apply --server-side`, and tools that do the same or replace objects.
    ServerSide,
}

impl<'de> Deserialize<'de> for Apply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ApplyVisitor;
        impl Visitor<'_> for ApplyVisitor {
            type Value = Apply;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`\"client-side\"` or `\"server-side\"`")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Apply, E> {
                match word {
                    "client-side" => Ok(Apply::ClientSide),
                    "server-side" => Ok(Apply::ServerSide),
                    other => Err(E::custom(format!(
                        "`{other}` is neither `client-side` nor `server-side`{HELP}`kubectl apply --server-side` is \
                         written `\"server-side\"`"
                    ))),
                }
            }
        }
        deserializer.deserialize_str(ApplyVisitor)
    }
}

// For the book, which says what a key takes.
#[cfg(test)]
impl schemars::JsonSchema for Apply {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Apply".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "title": "`\"client-side\"` or `\"server-side\"`" })
    }
}

//! Numbers as Go has them: without a width in their schemas.

use std::borrow::Cow;

use kopr::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// An `int`.
#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub(crate) struct Int(i64);

impl JsonSchema for Int {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Int")
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer" })
    }
}

/// A `float64`.
#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub(crate) struct Float(f64);

impl JsonSchema for Float {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Float")
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

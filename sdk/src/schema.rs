//! Schemas: from what serde and schemars say to what the API server takes.
//!
//! There is one way: a type's JSON Schema (2020-12, references and all) goes through [`structural`],
//! which knows the whole schema and so can merge unions, expand references and take `#[kopr(..)]` out at
//! its right path. The derive knows nothing of it.

mod columns;
mod has_schema;
mod known;
mod legal;
mod marks;
mod merge;
mod scalar;
#[doc(hidden)]
pub mod stand_in;
mod structural;
mod union;

pub use has_schema::HasSchema;
pub use structural::{Structural, structural};

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// A function that gives the JSON Schema of a type.
pub type JsonSchemaOf = fn() -> Value;

/// JSON Schema (2020-12) of a type, references and all; the input of [`structural`].
pub fn json_schema<T: HasSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    settings
        .into_generator()
        .into_root_schema_for::<T::Type>()
        .to_value()
}

/// What `#[kopr(..)]` said of a field, as it travels inside the JSON Schema.
#[doc(hidden)]
pub fn field_attributes(attributes: &str, file: &str, line: u32) -> Value {
    let attributes: Value = serde_json::from_str(attributes).unwrap_or_default();
    json!({ "attributes": attributes, "file": file, "line": line })
}

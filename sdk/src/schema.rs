//! Schemas: from what serde and schemars say to what the API server takes.
//!
//! There is one way: a type's JSON Schema (2020-12, references and all) goes through [`structural`],
//! which knows the whole schema and so can merge unions, expand references and take `#[kopr(..)]` out at
//! its right path. The derive knows nothing of it.

mod columns;
mod constraints;
mod contracts;
mod defaults;
mod descriptors;
mod docs;
#[doc(hidden)]
pub mod fields;
mod has_schema;
mod known;
mod legal;
mod marks;
mod merge;
mod nullable;
mod scalar;
#[doc(hidden)]
pub mod stand_in;
mod structural;
mod union;
mod unsaid;
mod words;

pub use constraints::{constraint, constraints};
pub use has_schema::{HasSchema, ManualSchema};
pub(crate) use structural::structural_with;
pub use structural::{Problem, Structural, structural};

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// A function that gives the JSON Schema of a type.
pub type JsonSchemaOf = fn() -> Value;

/// JSON Schema (2020-12) of a type, references and all; the input of [`structural`].
///
/// It is that of what serde reads, with what serde only writes put into it.
pub fn json_schema<T: HasSchema>() -> Value {
    let of = |settings: SchemaSettings| {
        let generator = settings
            .with(|settings| settings.meta_schema = None)
            .into_generator();
        generator.into_root_schema_for::<T::Type>().to_value()
    };
    let mut schema = of(SchemaSettings::draft2020_12());
    contracts::join(&mut schema, &of(SchemaSettings::draft2020_12().for_serialize()));
    schema
}

/// What `#[kopr(..)]` said of a field or a type, as it travels inside the JSON Schema.
#[doc(hidden)]
pub fn attributes(attributes: &str, item: &str, file: &str, line: u32) -> Value {
    let attributes: Value = serde_json::from_str(attributes).unwrap_or_default();
    json!({ "attributes": attributes, "item": item, "file": file, "line": line })
}

/// The place of a variant among the others, and whether it takes all names that no other has, as it travels
/// inside the JSON Schema.
#[doc(hidden)]
pub fn variant(order: u32, other: bool) -> Value {
    json!({ "attributes": { "order": order, "other": other } })
}

//! What `#[kopr(..)]` takes: one struct per place, one documented field per key.
//!
//! Under the feature `attr` the derive macros parse attributes straight into these structs and carry
//! them into the program as JSON, so a new literal key is a new field here and nothing else. Keys
//! that name Rust types or functions are resolved by the macros.

#![cfg_attr(
    feature = "attr",
    allow(clippy::if_not_else, reason = "in code that darling derives")
)]

mod field;
mod kind;
mod marks;
#[cfg(test)]
mod reference_tests;
mod ui;

pub use field::{CONSTRAINTS_KEY, ColumnAttribute, FieldAttributes, SCHEMA_KEY, SchemaAttributes, TYPE_KEY};
pub use kind::{
    ConversionAttribute, Crates, Deprecated, KindAttributes, NameAttribute, Pair, PrintColumn,
    ScaleAttribute, SchemaMode, WebhookAttribute,
};
pub use marks::{Docs, Expression, ExternalDocs, ListType, MapType, Marks, RuleAttribute, Words};
pub use ui::{KindUi, RelatedAttribute, UiAttribute, UiWord};

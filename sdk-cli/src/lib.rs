//! The `kopr` command as a library: arguments -> operation -> model -> artefacts -> disk.
//!
//! `cli` only describes arguments; each operation in `ops` is one function; `load` gets a model;
//! `check` holds every rule that a CRD or object must keep, `bundle` reads and judges bundles for OLM, `report` puts what
//! was found into words; `emit` and `objects` are pure; `write`
//! is the only module that writes.

pub mod bundle;
pub mod cel;
pub mod check;
pub mod cli;
pub mod config;
pub mod docs;
pub mod emit;
pub mod env;
pub mod explain;
pub mod helm;
pub mod json_schema;
pub mod lint;
pub mod load;
pub mod objects;
pub mod olm;
pub mod ops;
pub mod patch;
pub mod report;
pub mod scaffold;
pub mod schema;
pub mod settings;
pub mod status;
pub mod suggest;
pub mod write;
pub mod yaml;

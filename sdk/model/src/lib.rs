//! The description of an operator as plain serde data.
//!
//! An operator built with kopr writes a [`Description`] when it is asked to describe itself; the
//! command line reads it and renders manifests from it. This crate is that contract and nothing
//! else: no Kubernetes client, no async runtime, no syntax trees.
//!
//! # Glossary
//!
//! | word | meaning here |
//! | --- | --- |
//! | operator | one program and everything it declares: an [`Operator`] |
//! | resource | a kind that the operator brings along, with its CRD: a [`Resource`] |
//! | controller | a primary kind and the function that reconciles it: a [`Controller`] |
//! | argument | one parameter of a handler; its type says what it needs: an [`Argument`] |
//! | rule | verbs on one resource in one scope, asked for by one argument: a [`Rule`] |
//! | watch | a kind that is listed and watched, and how a change finds its object: a [`Watch`] |
//! | source | the place in the operator's code that a statement comes from: a [`Source`] |
//!
//! # Versions
//!
//! [`SCHEMA_VERSION`] names the shape. A reader takes the same major version; a newer minor may
//! only add fields, so each field added later carries `#[serde(default)]`.

pub mod attribute;
mod controller;
mod crd;
mod description;
pub mod descriptor;
pub mod env;
pub mod formats;
pub mod leader;
pub mod link;
pub mod metrics;
pub mod names;
mod operator;
pub mod record;
mod resource;
mod rule;
mod source;
mod version;
mod watch;

#[cfg(test)]
mod approval;

pub use controller::{Argument, Controller, Handler, HandlerRole};
pub use crd::crd;
pub use description::{Description, Failure, FailureKind, Offence, Outcome, SCHEMA_VERSION, SchemaVersion};
pub use descriptor::{Descriptor, Descriptors, RelatedKind};
pub use operator::{Operator, Package, Port};
pub use resource::{
    Column, ColumnType, Conversion, ConversionService, Loss, Resource, ResourceVersion, Scale, Scope,
};
pub use rule::{AccessScope, Origin, Rule, Verb, Via};
pub use source::Source;
pub use version::by_priority;
pub use watch::{Form, KindRef, Relation, Watch};

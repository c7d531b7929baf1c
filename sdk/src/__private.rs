//! What derived code names. Not part of the public interface: it changes without notice.

pub use inventory;
pub use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
pub use kopr_macros::erase;
pub use kube;
pub use schemars;
pub use serde;

pub use crate::describe::{
    Definition, Derived, SchemaSource, crd, main, no_rules, object_schema, package, rule,
};
pub use crate::kind::{Part, read_or_default};
pub use crate::schema::{
    HasSchema, ManualSchema, attributes, constraint, constraints, fields, json_schema, stand_in, variant,
};

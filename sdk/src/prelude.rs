//! What an operator's modules need: `use kopr::prelude::*;`.

pub use std::sync::Arc;
pub use std::time::Duration;

pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, ObjectMeta};
pub use serde::{Deserialize, Serialize};

pub use crate::extract::{
    Clock, Delete, Events, Everywhere, Get, Here, Linked, Owned, Read, State, Status, Sub, Watched, Write,
};
pub use crate::{
    Access, Action, ConditionStatus, Conditions, Controller, CustomResource, Operator, Result, Schema,
};
pub use kube::ResourceExt as _;

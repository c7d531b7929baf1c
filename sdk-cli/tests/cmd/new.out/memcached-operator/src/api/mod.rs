//! The kinds that this operator brings along, one module a version.

pub mod v1alpha1;

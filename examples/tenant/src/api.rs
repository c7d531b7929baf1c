//! Kinds of this operator.

pub mod v1alpha1;

//! The API: one module per version.

pub mod v1alpha1;

//! Packaging for the Operator Lifecycle Manager, from the model.

pub mod descriptors;

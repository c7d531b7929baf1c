//! Controllers of this operator.

pub mod tenant;

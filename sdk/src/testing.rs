//! Tests of operators against a real API server.
//!
//! A [`Sandbox`] starts a local control plane (one for all tests of the machine), installs the operator's
//! own manifests, and runs the operator in the test's process **as its ServiceAccount**: with exactly the
//! role that the manifests give it. [`Sandbox::finish`] compares what was declared with what was used,
//! both ways.
//!
//! Nothing schedules or runs pods there. A test that needs a ready child sets its status itself.

mod access;
mod audit;
mod install;
mod log;
mod record;
mod sandbox;

pub use access::{Access, Use};
pub use kopr_cluster as cluster;
pub use sandbox::{Builder, Sandbox};

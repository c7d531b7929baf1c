//! Tests of operators against a real API server.
//!
//! A [`Sandbox`] starts a local control plane (one for all tests of the machine), installs the operator's
//! own manifests, and runs the operator in the test's process **as its `ServiceAccount`**: with exactly the
//! role that the manifests give it. [`Sandbox::finish`] compares what was declared with what was used,
//! both ways.
//!
//! Nothing schedules or runs pods there, but [`Sandbox::kubelet`] makes as if. A fault proxy between the operator and
//! the API server ([`Builder::through`]) shows what the operator makes of a bad network.

mod access;
mod account;
mod apart;
mod audit;
mod builder;
mod install;
mod log;
mod manifests;
mod record;
mod sandbox;

pub use access::{Access, Use};
pub use audit::WriteSeen;
pub use builder::Builder;
pub use kopr_cluster as cluster;
pub use kopr_cluster::kubelet;
pub use kopr_cluster::proxy;
pub use sandbox::{Replica, Sandbox};

use crate::error::Result;

/// Runs a test to its end, so that a test needs no runtime of its own among its dependencies.
///
/// ```no_run
/// # use kopr::prelude::*;
/// # fn operator() -> Operator { Operator::new("x") }
/// # #[allow(dead_code)]
/// #[test]
/// fn starts() -> Result<()> {
///     kopr::testing::run(async {
///         let test = kopr::testing::Sandbox::start(operator(), "deploy").await?;
///         test.finish().await
///     })
/// }
/// ```
///
/// # Errors
/// The test's own; a runtime that cannot be had.
pub fn run(test: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(test)
}

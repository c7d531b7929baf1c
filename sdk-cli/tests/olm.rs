//! Bundles made from descriptions: what stands in them, what validators and the API server say of it, and the command
//! that makes them.
//!
//! After a wanted change: `KOPR_BLESS=1 cargo test --workspace --test olm golden`, and read the diff.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

#[path = "olm/bundles.rs"]
mod bundles;
mod cases;
#[path = "olm/command.rs"]
mod command;
#[path = "olm/golden.rs"]
mod golden;
mod kubectl;
#[path = "olm/projection.rs"]
mod projection;
#[path = "olm/server.rs"]
mod server;
mod support;
#[path = "olm/verdicts.rs"]
mod verdicts;

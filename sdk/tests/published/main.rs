//! Kubernetes' own types against Kubernetes: what an API server publishes of them, whether it takes what
//! kopr makes of them, and how that compares with what controller-gen makes of the same types in Go.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]

#[path = "../schema/checker.rs"]
mod checker;
#[path = "../goldens/compare.rs"]
mod compare;
mod every_type;
mod job_template;
mod roots;
mod server;
mod table;
mod types;

//! Charts, rendered by Helm itself: with any values they give the objects that the emitters give for the same
//! settings.
//!
//! Helm is built once on a machine (see `kopr_cluster::helm`). After a wanted change of the charts:
//! `KOPR_BLESS=1 cargo test --workspace --test helm golden`, and read the diff.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

#[path = "helm/chart.rs"]
mod chart;
#[path = "helm/command.rs"]
mod command;
#[path = "helm/golden.rs"]
mod golden;
mod kubectl;
#[path = "helm/life.rs"]
mod life;
#[path = "helm/matrix.rs"]
mod matrix;
#[path = "helm/names.rs"]
mod names;
#[path = "helm/refused.rs"]
mod refused;
#[path = "helm/settings.rs"]
mod settings;
#[path = "helm/size.rs"]
mod size;
mod support;

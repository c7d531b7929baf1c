//! An operator for `Memcached`.

pub mod api;
pub mod controllers;

use kopr::prelude::*;

/// What runs, and what the manifests are made from.
pub fn operator() -> Operator {
    Operator::new(env!("CARGO_PKG_NAME")).controller(controllers::memcached::reconcile)
}

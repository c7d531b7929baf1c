//! Runs memcached on Kubernetes.

pub mod api;
pub mod controllers;

use kopr::prelude::*;

/// Everything that this operator brings along.
pub fn operator() -> Operator {
    Operator::new(env!("CARGO_PKG_NAME")).controller(
        Controller::new(controllers::memcached::reconcile).cleanup(controllers::memcached::cleanup),
    )
}

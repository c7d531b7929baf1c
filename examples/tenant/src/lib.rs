//! Gives each tenant of a cluster a namespace with limits.

pub mod api;
pub mod controllers;

use kopr::prelude::*;

use controllers::tenant::{self, Naming};

/// Everything that this operator brings along.
pub fn operator() -> Operator {
    Operator::new(env!("CARGO_PKG_NAME"))
        .controller(Controller::new(tenant::reconcile).cleanup(tenant::cleanup))
        .state(Naming::default())
}

//! `Access` on an enum.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::prelude::*;

#[derive(Access)]
pub enum Children {
    Deployments(Owned<Deployment>),
}

fn main() {}

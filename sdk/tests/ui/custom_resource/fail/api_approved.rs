//! Groups of Kubernetes itself, and who may use them.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.k8s.io", version = "v1", kind = "Missing", namespaced)]
pub struct MissingSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.kubernetes.io", version = "v1", kind = "Odd", namespaced, api_approved = "yes")]
pub struct OddSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Needless",
    namespaced,
    api_approved = "https://github.com/kubernetes/enhancements/pull/1"
)]
pub struct NeedlessSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.k8s.io",
    version = "v1",
    kind = "Twice",
    namespaced,
    annotation("api-approved.kubernetes.io", "unapproved, a test"),
    api_approved = "unapproved, a test"
)]
pub struct TwiceSpec {}

/// Not a group of Kubernetes, though its end looks like it.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "my-k8s.io", version = "v1", kind = "Similar", namespaced)]
pub struct SimilarSpec {}

fn main() {}

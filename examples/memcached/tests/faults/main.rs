//! What becomes of the operator on a bad network and beside an API server that fails: one file for each kind of
//! fault, with counts of requests.

mod answers;
mod definition;
#[path = "../operator/objects.rs"]
#[allow(
    dead_code,
    reason = "shared with another program of tests, which uses the rest"
)]
mod objects;
mod outage;
mod partition;
mod pods;
#[path = "../operator/process.rs"]
#[allow(
    dead_code,
    reason = "shared with another program of tests, which uses the rest"
)]
mod process;
mod replicas;
mod slow;
mod soak;
mod stop;
mod watches;

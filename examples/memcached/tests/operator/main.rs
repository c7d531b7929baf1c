//! What whoever installs an operator can rely on, shown with the memcached operator and its own manifests.

mod clusters;
mod collection;
mod copies;
mod election;
mod everywhere;
mod monitoring;
mod objects;
mod permissions;
mod process;
mod program;
mod scopes;
mod traces;

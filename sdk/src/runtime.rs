//! What runs: the controllers that were described, on a real API server.
//!
//! Everything here works on one representation without type parameters (a kind is a value), so that it
//! is compiled once, in this crate; extractors and handlers are thin typed shells around it.

mod api;
mod controller;
mod logging;
mod program;
mod run;

pub(crate) use program::main;
pub(crate) use run::Run;

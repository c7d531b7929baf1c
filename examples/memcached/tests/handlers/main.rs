//! What a handler can rely on: one file for each promise, each with a small operator of its own.

mod children;
mod drift;
mod errors;
mod lease;
mod own_writes;
mod readers;
mod runs;
mod shutdown;

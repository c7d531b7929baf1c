//! What a handler can rely on: one file for each promise, each with a small operator of its own.

mod children;
mod clock;
mod conditions;
mod direct;
mod drift;
mod errors;
mod events;
mod finalizers;
mod late_kinds;
mod lease;
mod linked;
mod loops;
mod own_writes;
mod readers;
mod runs;
mod shutdown;

//! Handlers: functions whose arguments say what they need.
//!
//! The traits are apart so that each mistake is reported by its own: [`Handler`] knows only the
//! number of arguments, [`Arguments`] that each is an extractor, [`Outcome`] what may be returned.

mod arguments;
mod erased;
mod outcome;

pub use arguments::{Arguments, Handler};
pub(crate) use erased::{ErasedHandler, TypedHandler};
pub use outcome::Outcome;

//! What a handler may return.

use crate::{Action, Error};

/// What a handler may return: `Result<Action, E>` or `Result<(), E>`.
#[diagnostic::on_unimplemented(
    message = "a handler cannot return `{Self}`",
    label = "not an outcome",
    note = "return `Result<Action, E>` or `Result<(), E>`, where `E` is `kopr::Error` or any type with `std::error::Error`; a text becomes one with `kopr::Error::message(..)`"
)]
pub trait Outcome {
    /// As the runtime takes it.
    fn outcome(self) -> Result<Action, Error>;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Error>> Outcome for Result<Action, E> {
    fn outcome(self) -> Result<Action, Error> {
        self.map_err(Into::into)
    }
}

#[diagnostic::do_not_recommend]
impl<E: Into<Error>> Outcome for Result<(), E> {
    fn outcome(self) -> Result<Action, Error> {
        self.map(|()| Action::await_change()).map_err(Into::into)
    }
}

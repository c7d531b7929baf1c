//! `kopr explain`: a kind or one of its fields, from the description.

use super::Error;
use crate::cli::ExplainArgs;
use crate::status::Status;

/// Shows a kind or a field.
pub(super) fn explain(arguments: &ExplainArgs) -> Result<Status, Error> {
    let _ = arguments;
    Ok(Status::Same)
}

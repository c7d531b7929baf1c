//! What is wrong with `kopr.toml`, and where.

use std::ops::Range;
use std::sync::Arc;

use miette::{NamedSource, SourceSpan};

use crate::suggest;

/// A setting that cannot be taken, with its place in the file.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
#[diagnostic(code(kopr::settings))]
pub struct SettingsError {
    message: String,
    #[help]
    help: Option<String>,
    #[source_code]
    text: Arc<NamedSource<String>>,
    #[label("here")]
    span: Option<SourceSpan>,
}

impl SettingsError {
    pub(super) fn from_toml(error: &toml::de::Error, text: &str, file_name: &str) -> Self {
        let (message, help) = match unknown(error.message()) {
            Some((key, known)) => (
                format!("`{key}` is not a setting"),
                Some(suggest::help(key, &known)),
            ),
            None => split_help(error.message()),
        };
        Self::new(message, help, error.span(), text, file_name)
    }

    pub(super) fn unknown_profile(name: &str, known: &[&str], text: &str, file_name: &str) -> Self {
        let message = format!("`{file_name}` has no profile `{name}`");
        Self::new(message, Some(suggest::help(name, known)), None, text, file_name)
    }

    pub(super) fn no_profile(span: Range<usize>, text: &str, file_name: &str) -> Self {
        let help = "a profile is a table, such as `[profile.prod.deploy]`".to_owned();
        Self::new(
            "this is not a profile".to_owned(),
            Some(help),
            Some(span),
            text,
            file_name,
        )
    }

    /// The place in the file, in bytes.
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.map(|span| span.offset()..span.offset() + span.len())
    }

    fn new(
        message: String,
        help: Option<String>,
        span: Option<Range<usize>>,
        text: &str,
        file_name: &str,
    ) -> Self {
        Self {
            message,
            help,
            text: Arc::new(NamedSource::new(file_name, text.to_owned())),
            span: span.map(Into::into),
        }
    }
}

/// The key and the known keys of serde's message about an unknown field: "unknown field `a`,
/// expected one of `b`, `c`". The tests of this module hold the wording.
fn unknown(message: &str) -> Option<(&str, Vec<&str>)> {
    let rest = message.strip_prefix("unknown field `")?;
    let (key, rest) = rest.split_once('`')?;
    Some((key, rest.split('`').skip(1).step_by(2).collect()))
}

/// Separates what is wrong from the way out, in messages of our own values.
pub(super) const HELP: &str = " || ";

fn split_help(message: &str) -> (String, Option<String>) {
    match message.split_once(HELP) {
        Some((message, help)) => (message.to_owned(), Some(help.to_owned())),
        None => (message.trim_end().to_owned(), None),
    }
}

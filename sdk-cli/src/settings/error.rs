//! What is wrong with `kopr.toml`, and where: all of it at once.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode, SourceSpan};

use crate::report::count;

/// Settings that cannot be taken: every mistake of the file.
#[derive(Debug)]
pub struct SettingsError {
    file_name: String,
    mistakes: Vec<Mistake>,
}

/// One mistake, with its place in the file.
#[derive(Clone, Debug, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
#[diagnostic(code(kopr::settings))]
pub struct Mistake {
    message: String,
    #[help]
    help: Option<String>,
    #[source_code]
    text: Arc<NamedSource<String>>,
    #[label("here")]
    span: Option<SourceSpan>,
}

impl SettingsError {
    /// None where there is no mistake.
    pub(super) fn of(mut mistakes: Vec<Mistake>, file_name: &str) -> Option<Self> {
        // In the order of the file; what has no place in it comes last.
        mistakes.sort_by_key(|mistake| mistake.span().map_or(usize::MAX, |span| span.start));
        (!mistakes.is_empty()).then(|| Self {
            file_name: file_name.to_owned(),
            mistakes,
        })
    }

    /// All mistakes, in the order of the file.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }
}

impl Mistake {
    pub(super) fn new(
        message: String,
        help: Option<String>,
        span: Option<Range<usize>>,
        text: &Arc<NamedSource<String>>,
    ) -> Self {
        Self {
            message,
            help,
            text: Arc::clone(text),
            span: span.map(Into::into),
        }
    }

    /// The place in the file, in bytes.
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.map(|span| span.offset()..span.offset() + span.len())
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mistakes.as_slice() {
            [one] => one.fmt(f),
            many => write!(
                f,
                "`{}` has {}",
                self.file_name,
                count(many.len(), "mistake", "mistakes")
            ),
        }
    }
}

impl std::error::Error for SettingsError {}

// A single mistake is shown by itself, several below a line that counts them.
impl Diagnostic for SettingsError {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.mistakes.first().and_then(Diagnostic::code)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.only().and_then(Diagnostic::help)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.only().and_then(Diagnostic::source_code)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.only().and_then(Diagnostic::labels)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        match self.only() {
            Some(_) => None,
            None => Some(Box::new(
                self.mistakes.iter().map(|mistake| mistake as &dyn Diagnostic),
            )),
        }
    }
}

impl SettingsError {
    fn only(&self) -> Option<&Mistake> {
        match self.mistakes.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }
}

/// Separates what is wrong from the way out, in messages of our own values.
pub(super) const HELP: &str = " || ";

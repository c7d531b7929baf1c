//! What checks found, in words, as JSON and as SARIF. All are pure.

mod json;
mod sarif;
mod text;

pub use json::json;
pub use sarif::{Notice, sarif, sarif_by};
pub use text::{blocks, sizes, summary};

use crate::check::Finding;

/// A finding, and its place in a file where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The finding.
    pub finding: Finding,
    /// Where the file has it.
    pub position: Option<Position>,
}

impl From<Finding> for Found {
    fn from(finding: Finding) -> Self {
        Self {
            finding,
            position: None,
        }
    }
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The file, as it was named on the command line.
    pub file: String,
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A number and the word for what is counted.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

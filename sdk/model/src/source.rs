//! Where in the operator's code a statement comes from.

use serde::{Deserialize, Serialize};

/// A place in the operator's source, as the compiler names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Path of the Rust item, such as `memcached_operator::api::v1alpha1::MemcachedSpec`.
    pub item: String,
    /// File as the compiler saw it: relative to the folder cargo ran rustc in (the workspace root).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Line, from 1; 0 where it is not known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub line: u32,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde asks for"
)]
fn is_zero(line: &u32) -> bool {
    *line == 0
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.file.is_empty(), self.line) {
            (true, _) => write!(f, "`{}`", self.item),
            (false, 0) => write!(f, "`{}` ({})", self.item, self.file),
            (false, line) => write!(f, "`{}` ({}:{line})", self.item, self.file),
        }
    }
}

//! Small languages that bundles are written in, read exactly as the Go libraries behind OLM read them.
//!
//! Each is a port in meaning: what one takes the other takes, what one refuses the other refuses. The messages
//! are those of the Go libraries too, since they stand in the output that is compatible with theirs.

pub mod address;
pub mod go;
pub mod image;
pub mod json;
pub mod names;
pub mod range;
pub mod semver;
pub mod url;

#[cfg(test)]
mod tests;

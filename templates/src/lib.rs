//! Source files that users will own, as embedded [tera](https://docs.rs/tera) templates.
//!
//! Manifests are never made from text templates: the command line serialises them from objects. What is
//! here is written once, by `kopr new`, and is the user's from then on.
//!
//! Delimiters are [`DELIMITERS`], because Rust and GitHub workflows are full of braces.
//! A template's path is a template too. The manifest is called `Cargo.toml.tera`: a folder
//! with a `Cargo.toml` in it would be left out of the published crate.

mod project;

pub use project::PROJECT;

/// Start and end of blocks, of variables and of comments.
pub const DELIMITERS: [(&str, &str); 3] = [("[%", "%]"), ("[[", "]]"), ("[#", "#]")];

/// One file of a scaffold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Where the file goes, relative to the project; a template itself.
    pub path: &'static str,
    /// Text of the template.
    pub text: &'static str,
    /// What happens when the file is there already.
    pub existing: Existing,
}

/// What happens when a scaffold meets a file of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The file that is there stays: people begin with a repository that has it.
    Keep,
    /// Nothing is written at all.
    Refuse,
}

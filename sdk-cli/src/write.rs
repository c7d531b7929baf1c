//! The only module that writes files and prints.
//!
//! Writing is planned first, as a comparison of artefacts with what is on disk; `--check` shows the
//! plan, writing applies it.

mod apply;
mod plan;
mod print;
mod prune;
mod secret;
mod summary;
mod tree;

pub use plan::{Change, ChangeKind, File, Plan, plan};
pub use print::{note, print, print_artefacts, print_documents};
pub use prune::Prune;
pub use secret::secret;
pub use summary::summary;
pub use tree::create_tree;

use camino::Utf8PathBuf;

/// What is done with artefacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Make the files equal to the artefacts.
    #[default]
    Write,
    /// Only say what differs.
    Check,
    /// Put them on standard output.
    Print,
}

/// Why something could not be written.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum WriteError {
    /// A file or folder cannot be read or written; the message names it.
    #[error(transparent)]
    #[diagnostic(
        code(kopr::write::io),
        help("check that the folder exists and that you may write there")
    )]
    Io(#[from] std::io::Error),
    /// An artefact cannot be put into words.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Yaml(#[from] crate::yaml::YamlError),
    /// Files stand where generated ones should, and kopr did not make them.
    #[error("these files were not made by kopr and are in the way:{}", list(.0))]
    #[diagnostic(
        code(kopr::write::foreign),
        help("move or delete them, or choose another folder with `--output-dir`; nothing was written")
    )]
    Foreign(Vec<Utf8PathBuf>),
    /// A folder that is to be swept holds a project.
    #[error("`{0}` is a project's own folder: what is generated there is not only what this command makes")]
    #[diagnostic(
        code(kopr::write::sweep),
        help(
            "leave `--prune` out, or give `--output-dir` a folder for generated files alone; nothing was written"
        )
    )]
    Sweep(Utf8PathBuf),
    /// Files of a new tree exist already.
    #[error("these files exist already:{}", list(.0))]
    #[diagnostic(
        code(kopr::write::exists),
        help("choose another folder, or move them away; nothing was written")
    )]
    Exists(Vec<Utf8PathBuf>),
}

fn list(paths: &[Utf8PathBuf]) -> String {
    paths.iter().flat_map(|path| ["\n  ", path.as_str()]).collect()
}

#[cfg(test)]
mod tests;

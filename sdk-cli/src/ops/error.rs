//! Everything that can end an operation, and the exit code of each.

use miette::Diagnostic;
use thiserror::Error;

use crate::bundle::scorecard::ConfigError;
use crate::bundle::{SelectorError, SourceError};
use crate::emit::{EmitError, RenderError};
use crate::explain::ExplainError;
use crate::helm::HelmError;
use crate::lint::LintError;
use crate::load::{LoadError, Unread};
use crate::olm::OlmError;
use crate::patch::PatchError;
use crate::report::count;
use crate::scaffold::SdkError;
use crate::scaffold::names::NameError;
use crate::settings::SettingsError;
use crate::status::Status;
use crate::write::WriteError;

/// Why an operation failed.
#[derive(Debug, Error, Diagnostic)]
pub enum Error {
    /// There is no model.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Load(#[from] LoadError),
    /// `kopr.toml` is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Settings(#[from] SettingsError),
    /// A file of patches is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Patch(#[from] PatchError),
    /// An artefact could not be rendered.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Render(#[from] RenderError),
    /// There is no chart.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Helm(#[from] HelmError),
    /// There is no bundle.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Olm(#[from] OlmError),
    /// What a bundle takes from files and the environment is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Bundle(#[from] super::generate::BundleError),
    /// Rules are broken; each finding was shown already.
    #[error("{errors} of these findings {}: nothing was written", if *errors == 1 { "is an error" } else { "are errors" })]
    #[diagnostic(code(kopr::check))]
    Findings {
        /// How many.
        errors: usize,
    },
    /// Files of CRDs could not be read; what could be was shown already.
    #[error("{} could not be read", count(.0.len(), "file", "files"))]
    #[diagnostic(code(kopr::crd::unread))]
    Unread(#[related] Vec<Unread>),
    /// There is nothing to look at.
    #[error("there is no CustomResourceDefinition in {files}")]
    #[diagnostic(
        code(kopr::crd::none),
        help("name files with CRDs, or a folder with `.yaml`, `.yml` or `.json` files below it")
    )]
    NoCrd {
        /// How many files were read.
        files: String,
    },
    /// The files of a bundle cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Source(#[from] SourceError),
    /// A selector of tests or optional rules is wrong.
    #[error(transparent)]
    #[diagnostic(
        code(kopr::bundle::selector),
        help("write it as for kubectl: `name=operatorhubv2`, `suite=operatorframework`, `name in (a, b)`")
    )]
    Selector(#[from] SelectorError),
    /// A selector chooses nothing.
    #[error("the selector `{selector}` chooses none of the optional sets")]
    #[diagnostic(
        code(kopr::bundle::selector),
        help("`kopr bundle validate --list-optional` names them")
    )]
    NoSet {
        /// The selector.
        selector: String,
    },
    /// A value for optional rules is not understood.
    #[error("`--optional-values` has {what}")]
    #[diagnostic(code(kopr::bundle::value))]
    OptionalValue {
        /// What is wrong.
        what: String,
        /// What there is.
        #[help]
        help: String,
    },
    /// The configuration of the scorecard cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Scorecard(#[from] ConfigError),
    /// There is no such kind or field.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Explain(#[from] ExplainError),
    /// Rules cannot be looked at.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Lint(#[from] LintError),
    /// Something could not be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Write(#[from] WriteError),
    /// A name of a new operator is refused.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Name(#[from] NameError),
    /// The source of kopr for a new operator is unclear.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Sdk(#[from] SdkError),
    /// An embedded template is wrong; tests hold that this does not happen.
    #[error("a template of kopr is wrong: {0}")]
    #[diagnostic(code(kopr::new::template))]
    Template(#[from] tera::Error),
    /// The local control plane failed.
    #[error(transparent)]
    #[diagnostic(code(kopr::cluster))]
    Cluster(#[from] kopr_cluster::Error),
    /// A local control plane is asked about that does not run.
    #[error("no cluster `{name}` runs")]
    #[diagnostic(
        code(kopr::cluster::none),
        help("start it with `kopr cluster start --name {name}`")
    )]
    NoCluster {
        /// Its name.
        name: String,
    },
    /// The operator could not be run.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Run(#[from] super::run::RunError),
    /// There is no help on this.
    #[error("there is no help on `{word}`")]
    #[diagnostic(code(kopr::help::unknown))]
    NoHelp {
        /// The word.
        word: String,
        /// What there is.
        #[help]
        help: String,
    },
}

impl Error {
    /// The status that the process ends with.
    pub fn status(&self) -> Status {
        match self {
            Self::Load(error) => error.status(),
            Self::Run(error) => error.status(),
            Self::Settings(_)
            | Self::Patch(_)
            | Self::Name(_)
            | Self::Sdk(_)
            | Self::NoHelp { .. }
            | Self::Unread(_)
            | Self::Selector(_)
            | Self::NoSet { .. }
            | Self::OptionalValue { .. }
            | Self::Explain(_)
            | Self::Lint(_)
            | Self::NoCrd { .. }
            | Self::Bundle(_)
            | Self::Render(RenderError::Unknown { .. })
            | Self::Write(WriteError::Exists(_) | WriteError::Foreign(_) | WriteError::Sweep(_))
            | Self::Cluster(kopr_cluster::Error::Name(_)) => Status::Usage,
            Self::Render(RenderError::Emitter {
                source: EmitError::Clash { .. },
                ..
            })
            | Self::Write(WriteError::Io(_) | WriteError::Yaml(_))
            | Self::Source(_)
            | Self::Scorecard(_)
            | Self::Cluster(_)
            | Self::Findings { .. }
            | Self::NoCluster { .. } => Status::Findings,
            Self::Template(_)
            | Self::Helm(_)
            | Self::Olm(_)
            | Self::Render(RenderError::Emitter {
                source: EmitError::Helm(_) | EmitError::Olm(_),
                ..
            }) => Status::Bug,
        }
    }
}

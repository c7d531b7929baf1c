//! `kopr gen helm`: a chart of the objects that `kopr gen manifests` makes, value by value.
//!
//! No object is written a second time. The builders render each part in every state of the values that decide what
//! is there, with holes for the values that only fill something in; the renderings are merged into one tree with
//! conditions, and its text has expressions where the holes were.

mod choices;
mod condition;
mod files;
mod helpers;
mod holes;
mod merge;
mod metadata;
mod notes;
mod print;
mod readme;
mod release;
mod schema;
mod templates;
mod values;

use camino::Utf8PathBuf;

use crate::emit::{Artefact, EmitError, Emitter, Input};
use crate::yaml::YamlError;

pub use release::{LIMIT, NEAR};
pub use values::{Kind, VALUES, Value as ChartValue};

/// A chart.
#[derive(Debug)]
pub struct Chart {
    /// Its files, by path.
    pub artefacts: Vec<Artefact>,
    /// Bytes that Helm will store for each revision of a release, about.
    pub release_bytes: usize,
}

/// Why there is no chart.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum HelmError {
    /// A value stands where no expression can.
    #[error("a value of the chart has no place in `{text}`")]
    #[diagnostic(code(kopr::helm::hole), help("this is a bug in kopr"))]
    Hole {
        /// Where it stands.
        text: String,
    },
    /// YAML could not be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Yaml(#[from] YamlError),
    /// The chart could not be packed to be measured.
    #[error("the chart cannot be measured")]
    #[diagnostic(code(kopr::helm::measure), help("this is a bug in kopr"))]
    Measure(#[from] std::io::Error),
}

/// `charts/<operator>/`.
pub const EMITTER: Emitter = Emitter {
    name: "helm",
    about: "a Helm chart of the same objects",
    owns: "charts/",
    emit: |input| Ok(chart(input).map_err(EmitError::from)?.artefacts),
};

/// The folder of the chart of an operator.
pub fn folder(input: &Input<'_>) -> Utf8PathBuf {
    Utf8PathBuf::from("charts").join(&input.operator.name)
}

/// Renders the chart.
pub fn chart(input: &Input<'_>) -> Result<Chart, HelmError> {
    files::chart(input)
}

/// Whether the CRDs are in the chart.
fn has_crds(input: &Input<'_>) -> bool {
    input.settings.helm.crds.unwrap_or(true)
}

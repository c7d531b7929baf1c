//! `kopr gen bundle`: the same objects as `kopr gen manifests`, as the Operator Lifecycle Manager takes them. All are
//! pure.
//!
//! `objects` sorts what the emitters make into what the `ClusterServiceVersion` holds and what stands beside it, `csv`
//! puts the former together; the other files of the bundle are a module each.

mod annotations;
mod crds;
mod csv;
mod dependencies;
pub mod descriptors;
mod dockerfile;
mod examples;
mod facts;
mod images;
mod install;
mod kinds;
mod metadata;
mod minimum;
mod modes;
mod name;
mod objects;
mod permissions;
mod scorecard;

use crate::emit::{Artefact, EmitError, Emitter, Input, RenderError};
use crate::patch::Patches;
use crate::settings::Settings;

pub use csv::{links, maintainers, maturity};
pub use facts::{Facts, Icon, IconError, Olm};
pub use kinds::foreign;
pub use modes::{MODES, is_supported};
pub use name::{channels, csv_name, display_name, package, version};
pub use objects::{Objects, objects};
pub use permissions::{Permissions, permissions};

/// `bundle/` and `bundle.Dockerfile`.
pub static EMITTER: Emitter = Emitter {
    name: "bundle",
    about: "a bundle for the Operator Lifecycle Manager",
    owns: FOLDER,
    emit: |input| bundle(input, &Facts::default()).map_err(|error| EmitError::from(Box::new(error))),
};

/// Where a bundle is, unless another folder is asked for.
pub const FOLDER: &str = "bundle/";

/// The Dockerfile beside it.
pub const DOCKERFILE: &str = "bundle.Dockerfile";

/// Why there is no bundle.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum OlmError {
    /// An object could not be rendered.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Render(#[from] Box<RenderError>),
    /// The examples could not be written.
    #[error("the examples cannot be written as JSON")]
    #[diagnostic(code(kopr::olm::examples), help("this is a bug in kopr"))]
    Examples(#[from] serde_json::Error),
}

/// The settings that a bundle is made with: OLM makes the roles, whoever else would.
pub fn settings(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.rbac.create = Some(true);
    settings
}

/// Renders the bundle.
pub fn bundle(input: &Input<'_>, facts: &Facts) -> Result<Vec<Artefact>, OlmError> {
    let settings = settings(input.settings);
    let input = &Input {
        operator: input.operator,
        settings: &settings,
    };
    let objects = objects(input)?;
    let mut artefacts = Artefact::generated(
        format!("{FOLDER}{}", csv_file(input)),
        vec![csv::csv(input, facts, &objects)?],
    );
    for crd in &objects.crds {
        let text = |pointer: &str| crd.pointer(pointer).and_then(serde_json::Value::as_str);
        let (group, plural) = (text("/spec/group"), text("/spec/names/plural"));
        let name = format!("{}_{}", group.unwrap_or_default(), plural.unwrap_or_default());
        artefacts.extend(Artefact::generated(manifest(&name), vec![crd.clone()]));
    }
    for object in &objects.files {
        artefacts.extend(Artefact::generated(
            manifest(&objects::file(object)),
            vec![object.clone()],
        ));
    }
    artefacts.extend(metadata::artefact(input));
    artefacts.extend(dependencies::artefact(input));
    artefacts.extend(scorecard::artefact());
    artefacts.push(dockerfile::artefact(input, facts));
    artefacts.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(artefacts)
}

/// The file of the `ClusterServiceVersion` in the bundle's folder.
pub fn csv_file(input: &Input<'_>) -> String {
    format!("manifests/{}.clusterserviceversion.yaml", package(input))
}

/// The `ClusterServiceVersion` before any patch.
pub fn unpatched(input: &Input<'_>) -> Result<serde_json::Value, OlmError> {
    let mut settings = settings(input.settings);
    settings.patches = Patches::default();
    let input = &Input {
        operator: input.operator,
        settings: &settings,
    };
    csv::csv(input, &Facts::default(), &objects(input)?)
}

/// The oldest Kubernetes that the operator runs on.
pub fn minimum(input: &Input<'_>) -> Result<String, OlmError> {
    Ok(minimum::minimum(input, &objects(input)?))
}

/// The path of a manifest.
fn manifest(name: &str) -> String {
    format!("{FOLDER}manifests/{}.yaml", name.to_lowercase())
}

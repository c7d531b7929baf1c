//! Emitters: from the description of an operator and the settings to artefacts. All are pure.
//!
//! One artefact a file, one row a table; the parts of the operator get their emitters from the table of
//! [`objects`](crate::objects). The name in the row is the value of `--only` and the
//! anchor in the book.

mod alerts;
mod artefact;
mod crds;
mod dashboard;
mod dashboard_config_map;
mod install;
mod kustomization;
mod monitoring;
mod pod_monitor;
mod samples;
mod service_monitor;

pub use artefact::{Artefact, Body, MARK, Ownership, header, is_ours, json, place};

use std::sync::LazyLock;

use camino::Utf8PathBuf;

use crate::helm;
use crate::objects::PART_EMITTERS;
use crate::olm;
use crate::patch;
use crate::settings::Settings;
use crate::suggest;

/// What every emitter gets.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// What the operator is.
    pub operator: &'a kopr_model::Operator,
    /// What the deployer chose.
    pub settings: &'a Settings,
}

/// One kind of artefact.
#[derive(Clone, Copy, Debug)]
pub struct Emitter {
    /// Name: the value of `--only`.
    pub name: &'static str,
    /// One line for `--help` and the book.
    pub about: &'static str,
    /// The file, or with a `/` at the end the folder, that is this emitter's alone. A generated file
    /// there that the emitter no longer makes is an orphan.
    pub owns: &'static str,
    /// Renders it. An artefact that this operator has no use for is left out.
    pub emit: fn(&Input<'_>) -> Result<Vec<Artefact>, EmitError>,
}

/// Every emitter, by name: those of the parts of the operator, and these.
pub static EMITTERS: LazyLock<Vec<Emitter>> = LazyLock::new(|| {
    let mut emitters: Vec<Emitter> = PART_EMITTERS.iter().chain(EMITTERS_OF_MORE).copied().collect();
    emitters.sort_by_key(|emitter| emitter.name);
    emitters
});

/// Emitters of what is more than one file of the operator, or none of it.
static EMITTERS_OF_MORE: &[Emitter] = &[
    alerts::EMITTER,
    crds::EMITTER,
    dashboard::EMITTER,
    dashboard_config_map::EMITTER,
    install::EMITTER,
    kustomization::EMITTER,
    monitoring::EMITTER,
    pod_monitor::EMITTER,
    samples::EMITTER,
    service_monitor::EMITTER,
];

/// Why an artefact could not be rendered.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum EmitError {
    /// Two artefacts have one path.
    #[error("two artefacts are both called `{path}`")]
    #[diagnostic(
        code(kopr::emit::clash),
        help("rename one of the two kinds, or give one another plural")
    )]
    Clash {
        /// Their path.
        path: Utf8PathBuf,
    },
    /// There is no chart.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Helm(#[from] helm::HelmError),
    /// There is no bundle.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Olm(#[from] Box<olm::OlmError>),
}

/// Why a run of emitters failed.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum RenderError {
    /// `--only` names no emitter.
    #[error("there is no artefact called `{name}`")]
    #[diagnostic(code(kopr::emit::unknown))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        #[help]
        help: String,
    },
    /// An emitter failed.
    #[error("`{emitter}` could not be rendered")]
    #[diagnostic(code(kopr::emit::failed))]
    Emitter {
        /// Which one.
        emitter: &'static str,
        /// Why.
        #[source]
        #[diagnostic_source]
        source: EmitError,
    },
}

/// The emitters that `--only` names; all of them where it names none.
pub fn select(only: &[String]) -> Result<Vec<&'static Emitter>, RenderError> {
    let names: Vec<_> = EMITTERS.iter().map(|emitter| emitter.name).collect();
    for name in only {
        if !names.contains(&name.as_str()) {
            return Err(RenderError::Unknown {
                name: name.clone(),
                help: suggest::help(name, &names),
            });
        }
    }
    Ok(EMITTERS
        .iter()
        .filter(|emitter| only.is_empty() || only.iter().any(|name| name == emitter.name))
        .collect())
}

/// Renders the artefacts that `only` names (all where it names none), sorted by path, with the deployer's patches
/// laid over their objects.
///
/// Whether the result should be written is for [`crate::check::check`] to say.
pub fn render(input: &Input<'_>, only: &[String]) -> Result<Vec<Artefact>, RenderError> {
    render_with(&select(only)?, input)
}

/// Renders the artefacts of these emitters, sorted by path, with the deployer's patches.
pub fn render_with(emitters: &[&'static Emitter], input: &Input<'_>) -> Result<Vec<Artefact>, RenderError> {
    let mut artefacts = unpatched(emitters, input)?;
    for artefact in &mut artefacts {
        if let Body::Objects(objects) = &mut artefact.body {
            patch::apply(objects, &input.settings.patches);
        }
    }
    Ok(artefacts)
}

/// The same before any patch.
pub(crate) fn unpatched(
    emitters: &[&'static Emitter],
    input: &Input<'_>,
) -> Result<Vec<Artefact>, RenderError> {
    let mut artefacts: Vec<Artefact> = Vec::new();
    for emitter in emitters {
        let failed = |source| RenderError::Emitter {
            emitter: emitter.name,
            source,
        };
        for artefact in (emitter.emit)(input).map_err(failed)? {
            if artefacts.iter().any(|other| other.path == artefact.path) {
                return Err(failed(EmitError::Clash { path: artefact.path }));
            }
            artefacts.push(artefact);
        }
    }
    artefacts.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(artefacts)
}

#[cfg(test)]
mod tests {
    use super::{EMITTERS, select};

    #[test]
    fn names_are_unique_and_no_two_own_the_same_place() {
        for pair in EMITTERS.windows(2) {
            assert!(
                pair[0].name < pair[1].name,
                "{} before {}",
                pair[0].name,
                pair[1].name
            );
        }
        for a in EMITTERS.iter() {
            for b in EMITTERS.iter().filter(|b| b.name != a.name) {
                assert!(
                    !b.owns.starts_with(a.owns),
                    "{} owns what {} owns",
                    a.name,
                    b.name
                );
            }
        }
    }

    #[test]
    fn only_takes_names_and_refuses_typos_with_a_suggestion() {
        assert_eq!(select(&[]).unwrap().len(), EMITTERS.len());
        let two = select(&["rbac".to_owned(), "crds".to_owned()]).unwrap();
        assert_eq!(
            two.iter().map(|emitter| emitter.name).collect::<Vec<_>>(),
            ["crds", "rbac"]
        );
        let error = select(&["crd".to_owned()]).unwrap_err();
        let help = miette::Diagnostic::help(&error).unwrap().to_string();
        assert!(help.starts_with("did you mean `crds`?"), "{help}");
    }
}

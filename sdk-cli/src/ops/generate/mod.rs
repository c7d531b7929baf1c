//! `kopr gen`: model and settings -> artefacts -> disk, a diff or standard output. One engine for all that renders.

mod bundle;
mod report;
mod request;
mod source;

pub use bundle::BundleError;
pub(super) use source::{settings, settings_with_origins, source};

use camino::{Utf8Path, Utf8PathBuf};

use super::Error;
use crate::check::{Level, check, check_chart};
use crate::cli::{Format, Gen};
use crate::emit::{Artefact, Input, render_with};
use crate::helm;
use crate::load::load;
use crate::objects::crd;
use crate::olm;
use crate::report::{self as words, Found};
use crate::status::Status;
use crate::write::{self, Mode, Plan, Prune};
use report::{print_report, tell};
use request::Request;

/// Renders what is asked for.
pub(super) fn generate(what: &Gen) -> Result<Status, Error> {
    let request = Request::of(what);
    let output = request.output;
    let (from, selection) = source(&output.source);
    let loaded = load(&from, &selection)?;
    let settings = settings(&loaded.root, output.profile.as_deref())?;
    let input = Input {
        operator: &loaded.operator,
        settings: &settings,
    };

    // OLM makes the roles of a bundle, so that nobody has to be told to make them.
    let of_bundle = olm::settings(&settings);
    let mut findings = check(&match what {
        Gen::Bundle(_) => Input {
            settings: &of_bundle,
            ..input
        },
        _ => input,
    });
    let mut in_files: Vec<Found> = Vec::new();
    let made = match what {
        Gen::Helm(_) => {
            let chart = helm::chart(&input)?;
            findings.extend(check_chart(&input, chart.release_bytes));
            Some(chart.artefacts)
        }
        Gen::Bundle(arguments) => {
            let made = bundle::made(&input, arguments.olm, &request, &loaded.root)?;
            in_files = made.found;
            Some(made.artefacts)
        }
        _ => None,
    };
    for warning in &loaded.warnings {
        write::note(&format!("warning: {warning}"));
    }
    let found: Vec<Found> = findings.into_iter().map(Found::from).chain(in_files).collect();
    let errors = found
        .iter()
        .filter(|found| found.finding.level == Level::Error)
        .count();
    for block in words::blocks(&found) {
        write::note(&block);
    }
    // Whole CRDs are put together for it, so only where it is told.
    let told = output.verbose || output.output == Format::Json;
    let sizes = if told { sizes(&input) } else { Vec::new() };
    if output.verbose && !sizes.is_empty() {
        write::note(&words::sizes(&sizes));
    }
    if errors > 0 {
        if output.output == Format::Json {
            print_report(&request, &loaded, &found, &sizes, None)?;
        }
        return Err(Error::Findings { errors });
    }

    let mut artefacts = match made {
        Some(artefacts) => artefacts,
        None => render_with(&request.rendered()?, &input)?,
    };
    if request.mode == Mode::Print {
        write::print_artefacts(&artefacts, &mut std::io::stdout().lock())?;
        return Ok(Status::Same);
    }
    let folder = request.folder(&loaded.root)?;
    for artefact in &mut artefacts {
        artefact.path = request.place(&artefact.path, &folder);
    }
    let plan = write::plan(
        &artefacts,
        &loaded.root,
        &prune(&input, &request, &folder, &artefacts)?,
    )?;
    if request.mode == Mode::Write {
        plan.apply()?;
    }
    match output.output {
        Format::Json => print_report(&request, &loaded, &found, &sizes, Some(&plan))?,
        Format::Text => tell(&request, &plan)?,
    }
    Ok(status(&request, &plan))
}

fn status(request: &Request<'_>, plan: &Plan) -> Status {
    if request.mode == Mode::Check && !plan.is_clean() {
        Status::Findings
    } else {
        Status::Same
    }
}

/// Which generated files go when they are not made: those in the places of the emitters that run, and with
/// `--prune` all in the command's folders that no emitter makes.
fn prune(
    input: &Input<'_>,
    request: &Request<'_>,
    folder: &Utf8Path,
    artefacts: &[Artefact],
) -> Result<Prune, Error> {
    let mut owned: Vec<Utf8PathBuf> = request
        .emitters()?
        .into_iter()
        .map(|emitter| request.place(emitter.owns.into(), folder))
        .collect();
    if request.has_folders() {
        // Its folders are its alone too.
        owned.extend(
            artefacts
                .iter()
                .filter_map(|artefact| artefact.path.parent())
                .map(Utf8Path::to_owned),
        );
    }
    let prune = Prune::new(owned);
    if !request.output.prune {
        return Ok(prune);
    }
    // What other runs of the command make stays, whatever `--only` says.
    let made = render_with(&request.all(), input)?;
    let kept = made
        .iter()
        .map(|artefact| request.place(&artefact.path, folder))
        .collect();
    let folders = request
        .homes()
        .into_iter()
        .map(|home| request.place(home.into(), folder))
        .collect();
    Ok(prune.sweeping(folders, kept))
}

/// The CRDs with their bytes, by name.
fn sizes(input: &Input<'_>) -> Vec<(String, usize)> {
    let mut sizes: Vec<_> = input
        .operator
        .resources
        .iter()
        .map(|resource| (resource.crd_name(), crd::bytes(input, resource)))
        .collect();
    sizes.sort();
    sizes
}

//! `kopr gen`: model and settings -> artefacts -> disk, a diff or standard output.

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::json;

use super::Error;
use crate::check::{Finding, Level, check};
use crate::cli::{Format, Gen, OutputArgs, SourceArgs};
use crate::docs;
use crate::emit::{self, Artefact, Emitter, Input, place, render, render_with};
use crate::env;
use crate::json_schema;
use crate::load::{Features, From, Loaded, Selection, load};
use crate::objects::crd;
use crate::report::{self, Found, count};
use crate::settings::Settings;
use crate::status::Status;
use crate::write::{self, ChangeKind, Mode, Plan, Prune, WriteError};

/// Name of the settings file.
const SETTINGS: &str = "kopr.toml";

/// What one run is to do.
struct Request<'a> {
    /// The words behind `kopr`, for messages.
    command: &'static str,
    apart: Option<&'static Emitter>,
    only: Vec<String>,
    output: &'a OutputArgs,
    mode: Mode,
}

/// Renders what is asked for.
pub(super) fn generate(what: &Gen) -> Result<Status, Error> {
    let (command, only, output) = match what {
        Gen::Manifests(arguments) => ("gen manifests", arguments.only.clone(), &arguments.output),
        Gen::Crds(output) => ("gen crds", vec!["crds".to_owned()], output),
        Gen::Rbac(output) => ("gen rbac", vec!["rbac".to_owned()], output),
        Gen::Docs(output) => ("gen docs", Vec::new(), output),
        Gen::Schema(output) => ("gen schema", Vec::new(), output),
    };
    // What is no part of the manifests has an emitter of its own.
    let apart = match what {
        Gen::Docs(_) => Some(&docs::EMITTER),
        Gen::Schema(_) => Some(&json_schema::EMITTER),
        _ => None,
    };
    let mode = match (output.check, output.stdout) {
        (true, _) => Mode::Check,
        (_, true) => Mode::Print,
        _ => Mode::Write,
    };
    let request = Request {
        command,
        apart,
        only,
        output,
        mode,
    };
    let (from, selection) = source(&output.source);
    let loaded = load(&from, &selection)?;
    let settings = settings(&loaded.root, output.profile.as_deref())?;
    let input = Input {
        operator: &loaded.operator,
        settings: &settings,
    };

    let findings = check(&input);
    let is_error = |finding: &&Finding| finding.level == Level::Error;
    let errors = findings.iter().filter(is_error).count();
    for warning in &loaded.warnings {
        write::note(&format!("warning: {warning}"));
    }
    let found: Vec<Found> = findings.into_iter().map(Found::from).collect();
    for block in report::blocks(&found) {
        write::note(&block);
    }
    // Whole CRDs are put together for it, so only where it is told.
    let told = output.verbose || output.output == Format::Json;
    let sizes = if told { sizes(&input) } else { Vec::new() };
    if output.verbose && !sizes.is_empty() {
        write::note(&report::sizes(&sizes));
    }
    if errors > 0 {
        if output.output == Format::Json {
            print_report(&request, &loaded, &found, &sizes, None)?;
        }
        return Err(Error::Findings { errors });
    }

    // What is piped into kubectl is what installs the operator: no samples, no monitoring.
    let everything = request.only.is_empty();
    let only = if mode == Mode::Print && everything {
        vec!["install".to_owned()]
    } else {
        request.only.clone()
    };
    let artefacts = match apart {
        Some(emitter) => render_with(&[emitter], &input)?,
        None => render(&input, &only)?,
    };
    if mode == Mode::Print && apart.is_some() {
        for artefact in &artefacts {
            let text = artefact.text().map_err(WriteError::from)?;
            write::print(&format!("==> {} <==\n{text}\n", artefact.path))?;
        }
        return Ok(Status::Same);
    }
    if mode == Mode::Print {
        write::print_documents(&artefacts, &mut std::io::stdout().lock())?;
        return Ok(Status::Same);
    }
    let plan = plan(artefacts, &request, &loaded.root)?;
    if mode == Mode::Write {
        plan.apply()?;
    }
    match output.output {
        Format::Json => print_report(&request, &loaded, &found, &sizes, Some(&plan))?,
        Format::Text => tell(&request, &plan)?,
    }
    Ok(if mode == Mode::Check && !plan.is_clean() {
        Status::Findings
    } else {
        Status::Same
    })
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

pub(super) fn source(arguments: &SourceArgs) -> (From, Selection) {
    let from = match (&arguments.model, &arguments.binary) {
        (Some(path), _) => From::Model(path.clone()),
        (_, Some(path)) => From::Binary(path.clone()),
        _ => From::Code,
    };
    let selection = Selection {
        manifest_path: arguments.manifest_path.clone(),
        package: arguments.package.clone(),
        bin: arguments.bin.clone(),
        features: Features {
            names: arguments.features.clone(),
            all: arguments.all_features,
            no_default: arguments.no_default_features,
        },
    };
    (from, selection)
}

pub(super) fn settings(root: &Utf8Path, profile: Option<&str>) -> Result<Settings, Error> {
    let path = root.join(SETTINGS);
    let text = match fs_err::read_to_string(&path) {
        Ok(text) => text,
        // No file, no choices: but a profile has to be somewhere.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(WriteError::Io(error).into()),
    };
    Ok(Settings::parse(&text, SETTINGS, profile)?)
}

/// Compares with the files below the project, in the folder that was asked for.
fn plan(mut artefacts: Vec<Artefact>, request: &Request<'_>, root: &Utf8Path) -> Result<Plan, Error> {
    let folder = match &request.output.output_dir {
        Some(path) => {
            let here = env::current_dir().map_err(WriteError::from)?;
            let path = crate::load::absolute(&here, path);
            // A path in the project is shown as one.
            path.strip_prefix(root).map_or(path.clone(), Utf8Path::to_owned)
        }
        None => Utf8PathBuf::from("deploy"),
    };
    for artefact in &mut artefacts {
        artefact.path = place(&artefact.path, &folder);
    }
    let emitters = match request.apart {
        Some(emitter) => vec![emitter],
        None => emit::select(&request.only)?,
    };
    let prune = Prune::new(&emitters, &folder);
    Ok(write::plan(&artefacts, root, &prune)?)
}

/// What happened, for people: a diff is data, all else is talk.
fn tell(request: &Request<'_>, plan: &Plan) -> Result<(), Error> {
    if plan.is_clean() {
        write::note("everything is up to date");
        return Ok(());
    }
    if request.mode == Mode::Check {
        write::print(&plan.diff())?;
        write::note(&format!(
            "{} not what the code says; `kopr {}` mends it",
            count(plan.changes().len(), "file is", "files are"),
            request.command
        ));
        return Ok(());
    }
    for change in plan.changes() {
        write::note(&format!("{:<6} {}", word(change.kind), change.path));
    }
    Ok(())
}

/// What happened, for programs.
fn print_report(
    request: &Request<'_>,
    loaded: &Loaded,
    found: &[Found],
    sizes: &[(String, usize)],
    plan: Option<&Plan>,
) -> Result<(), Error> {
    let changes = plan.map(Plan::changes).unwrap_or_default();
    let is_check = request.mode == Mode::Check;
    let value = json!({
        "operator": loaded.operator.name,
        "written": request.mode == Mode::Write && plan.is_some(),
        "changes": changes.iter().map(|change| json!({"path": change.path, "change": word(change.kind)})).collect::<Vec<_>>(),
        "diff": plan.filter(|_| is_check).map(Plan::diff),
        "warnings": loaded.warnings,
        "findings": found.iter().map(report::json).collect::<Vec<_>>(),
        "crds": sizes.iter().map(|(name, bytes)| json!({"name": name, "bytes": bytes})).collect::<Vec<_>>(),
    });
    Ok(write::print(&format!("{value:#}\n"))?)
}

fn word(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Create => "create",
        ChangeKind::Update => "update",
        ChangeKind::Delete => "delete",
    }
}

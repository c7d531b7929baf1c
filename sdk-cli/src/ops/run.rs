//! `kopr run`: build, apply what the operator needs, run it here as its ServiceAccount.

mod account;
mod apply;
mod error;
mod process;
mod target;

use serde_json::Value;

use super::Error;
use super::generate::settings;
use crate::check::{Level, check};
use crate::cli::RunArgs;
use crate::emit::{Body, Input, render};
use crate::load::{Features, Selection, load_program};
use crate::report::{self, Found};
use crate::settings::Apply;
use crate::status::Status;
use crate::write;
pub use error::RunError;

/// Artefacts that the operator needs around it. Its Deployment is read, not applied: the program runs here.
const APPLIED: [&str; 4] = ["crds", "namespace", "rbac", "service-account"];

/// Runs the operator until it ends or is told to.
pub(super) fn run(arguments: &RunArgs) -> Result<Status, Error> {
    let program = &arguments.program;
    let loaded = load_program(&Selection {
        manifest_path: program.manifest_path.clone(),
        package: program.package.clone(),
        bin: program.bin.clone(),
        features: Features {
            names: program.features.clone(),
            all: program.all_features,
            no_default: program.no_default_features,
        },
    })?;
    let mut settings = settings(&loaded.root, arguments.profile.as_deref())?;
    // Whatever the deployer does, this run applies as a server-side apply does.
    settings.deploy.apply = Some(Apply::ServerSide);
    let input = Input {
        operator: &loaded.operator,
        settings: &settings,
    };
    for warning in &loaded.warnings {
        write::note(&format!("warning: {warning}"));
    }
    let errors: Vec<_> = check(&input)
        .into_iter()
        .filter(|finding| finding.level == Level::Error)
        .collect();
    if !errors.is_empty() {
        let found: Vec<Found> = errors.into_iter().map(Found::from).collect();
        for block in report::blocks(&found) {
            write::note(&block);
        }
        return Err(Error::Findings { errors: found.len() });
    }
    let applied = objects(&input, &APPLIED)?;
    let deployment = objects(&input, &["deployment"])?;
    let executable = loaded.executable.ok_or(RunError::NoProgram)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(write::WriteError::from)?.block_on(async {
        let target = target::find(arguments).await?;
        let account = account::Account::of(&input);
        target::confirm(arguments, &target, &applied, &account)?;
        let client = target.client()?;
        apply::apply(&client, &applied).await?;
        let session = account::Session::begin(&target, client, &account).await?;
        let environment = process::environment(deployment.first().unwrap_or(&Value::Null), &account);
        Ok(process::run(&executable, &loaded.root, session, environment).await?)
    })
}

fn objects(input: &Input<'_>, only: &[&str]) -> Result<Vec<Value>, Error> {
    let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
    let artefacts = render(input, &only)?;
    Ok(artefacts
        .into_iter()
        .flat_map(|artefact| match artefact.body {
            Body::Objects(objects) => objects,
            _ => Vec::new(),
        })
        // A list of files is no object of the API.
        .filter(|object| object["kind"] != "Kustomization")
        .collect())
}

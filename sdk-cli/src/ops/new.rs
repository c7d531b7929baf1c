//! `kopr new`: answers -> a folder of source files.

use camino::{Utf8Path, Utf8PathBuf};

use super::{Error, generate};
use crate::cli::{Format, Gen, ManifestsArgs, NewArgs, OutputArgs, SourceArgs};
use crate::load::absolute;
use crate::scaffold::{self, Answers, Existing, Sdk, Workspace, names};
use crate::status::Status;
use crate::{env, write};

/// Begins a new operator.
pub(super) fn new(arguments: &NewArgs) -> Result<Status, Error> {
    let here = env::current_dir().map_err(write::WriteError::from)?;
    let folder = absolute(&here, &arguments.path);
    let mut notes = Vec::new();
    let answers = answers(arguments, &here, &folder, &mut notes)?;
    let mut files: Vec<(Utf8PathBuf, String)> = Vec::new();
    for file in scaffold::render(&answers)? {
        if file.existing == Existing::Keep && folder.join(&file.path).exists() {
            notes.push(format!("`{}` was there already and stays as it is", file.path));
        } else {
            files.push((file.path, file.text));
        }
    }
    // As one would name it from here, in messages too.
    let path = match folder.strip_prefix(&here) {
        Ok(path) if path == "" => Utf8Path::new("."),
        Ok(path) => path,
        Err(_) => &folder,
    };
    write::create_tree(path, &files)?;

    write::note(&format!(
        "wrote {} files to `{path}`: the operator `{}`",
        files.len(),
        answers.package
    ));
    for note in notes {
        write::note(&format!("note: {note}"));
    }
    if arguments.generate {
        return generate::generate(&Gen::Manifests(manifests_of(&folder)));
    }
    let enter = if folder == here {
        String::new()
    } else {
        format!("\n  cd {path}")
    };
    write::note(&format!(
        "next:{enter}\n  kopr gen manifests    # deploy/ from the compiled code; the first build takes some minutes\n  cargo test            # against a control plane of its own\n  kopr run --local      # runs the operator here"
    ));
    Ok(Status::Same)
}

fn answers(
    arguments: &NewArgs,
    here: &Utf8Path,
    folder: &Utf8Path,
    notes: &mut Vec<String>,
) -> Result<Answers, Error> {
    let package = match &arguments.name {
        Some(name) => name.clone(),
        None => folder.file_name().unwrap_or_default().to_owned(),
    };
    names::package(&package, arguments.name.is_none())?;
    let kind = arguments
        .kind
        .clone()
        .unwrap_or_else(|| names::kind_of_package(&package));
    let group = arguments
        .group
        .clone()
        .unwrap_or_else(|| format!("{}.example.com", kind.to_lowercase()));
    names::kind(&kind, &group)?;
    names::group(&group)?;
    names::version(&arguments.version)?;
    if arguments.group.is_none() {
        notes.push(format!(
            "the API group is `{group}` for now; it cannot be changed once there are objects, so choose one under a domain of yours with `--group`"
        ));
    }
    if !names::version_sorts(&arguments.version) {
        notes.push(format!(
            "the version `{}` has not the form `v1`, `v1beta1` or `v1alpha1`, so clients list it after all that have",
            arguments.version
        ));
    }
    let sdk = match &arguments.kopr {
        Some(text) => Sdk::parse(text, here)?,
        None => Sdk::of_this_command(),
    };
    let workspace = Workspace::around(folder);
    match workspace {
        Workspace::None => {}
        Workspace::Own => notes.push(
            "a workspace in a folder above does not list this package, so it has one of its own (see its Cargo.toml)".to_owned(),
        ),
        Workspace::Member => notes.push(
            "the package is a member of the workspace in a folder above: `[profile.dev.package.\"*\"] debug = 0` in that one's Cargo.toml makes `kopr gen` faster".to_owned(),
        ),
    }
    Ok(Answers {
        package,
        kind,
        group,
        version: arguments.version.clone(),
        cluster: arguments.cluster,
        sdk,
        workspace,
    })
}

fn manifests_of(folder: &Utf8Path) -> ManifestsArgs {
    ManifestsArgs {
        only: Vec::new(),
        output: OutputArgs {
            verbose: false,
            check: false,
            prune: false,
            stdout: false,
            output_dir: None,
            profile: None,
            output: Format::Text,
            source: SourceArgs {
                manifest_path: Some(folder.join("Cargo.toml")),
                package: None,
                bin: None,
                features: Vec::new(),
                all_features: false,
                no_default_features: false,
                model: None,
                binary: None,
            },
        },
    }
}

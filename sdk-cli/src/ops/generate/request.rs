//! What one run of `kopr gen` is to do, and where its files go.

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::{Gen, OutputArgs};
use crate::docs;
use crate::emit::{self, EMITTERS, Emitter};
use crate::env;
use crate::helm;
use crate::json_schema;
use crate::load::absolute;
use crate::olm;
use crate::ops::Error;
use crate::write::{Mode, WriteError};

/// What one run is to do.
pub(super) struct Request<'a> {
    /// The words behind `kopr`, for messages.
    pub(super) command: &'static str,
    /// The emitter of what is no part of the manifests.
    apart: Option<&'static Emitter>,
    /// Emitters of manifests; none for all of them.
    only: Vec<String>,
    pub(super) output: &'a OutputArgs,
    pub(super) mode: Mode,
}

impl<'a> Request<'a> {
    /// From the command line.
    pub(super) fn of(what: &'a Gen) -> Self {
        match what {
            Gen::Manifests(arguments) => {
                Self::of_manifests("gen manifests", arguments.only.clone(), &arguments.output)
            }
            Gen::Crds(output) => Self::of_manifests("gen crds", vec!["crds".to_owned()], output),
            Gen::Rbac(output) => Self::of_manifests("gen rbac", vec!["rbac".to_owned()], output),
            Gen::Docs(output) => Self::apart("gen docs", &docs::EMITTER, output),
            Gen::Schema(output) => Self::apart("gen schema", &json_schema::EMITTER, output),
            Gen::Helm(output) => Self::apart("gen helm", &helm::EMITTER, output),
            Gen::Bundle(arguments) => Self::apart("gen bundle", &olm::EMITTER, &arguments.output),
        }
    }

    fn of_manifests(command: &'static str, only: Vec<String>, output: &'a OutputArgs) -> Self {
        Self::new(command, None, only, output)
    }

    fn apart(command: &'static str, emitter: &'static Emitter, output: &'a OutputArgs) -> Self {
        Self::new(command, Some(emitter), Vec::new(), output)
    }

    fn new(
        command: &'static str,
        apart: Option<&'static Emitter>,
        only: Vec<String>,
        output: &'a OutputArgs,
    ) -> Self {
        let mode = match (output.check, output.stdout) {
            (true, _) => Mode::Check,
            (_, true) => Mode::Print,
            _ => Mode::Write,
        };
        Self {
            command,
            apart,
            only,
            output,
            mode,
        }
    }

    /// Every emitter that fills the command's folders, whatever `--only` says.
    pub(super) fn all(&self) -> Vec<&'static Emitter> {
        self.apart
            .map_or_else(|| EMITTERS.iter().collect(), |emitter| vec![emitter])
    }

    /// The emitters that run.
    pub(super) fn emitters(&self) -> Result<Vec<&'static Emitter>, Error> {
        match self.apart {
            Some(emitter) => Ok(vec![emitter]),
            None => Ok(emit::select(&self.only)?),
        }
    }

    /// The emitters of what is printed or written. What is piped into kubectl is what installs the operator: no
    /// samples, no monitoring.
    pub(super) fn rendered(&self) -> Result<Vec<&'static Emitter>, Error> {
        if self.mode == Mode::Print && self.apart.is_none() && self.only.is_empty() {
            return Ok(emit::select(&["install".to_owned()])?);
        }
        self.emitters()
    }

    /// Whether what is made has folders in its folder: a chart or a bundle.
    pub(super) fn has_folders(&self) -> bool {
        self.apart
            .is_some_and(|emitter| [helm::EMITTER.name, olm::EMITTER.name].contains(&emitter.name))
    }

    /// The folders of the project that the command fills.
    pub(super) fn homes(&self) -> Vec<&'static str> {
        match self.apart {
            Some(emitter) => vec![emitter.owns.trim_end_matches('/')],
            None => vec!["deploy", "dist"],
        }
    }

    /// The folder that was asked for, which stands for the first of those; in the project it is shown as a path of
    /// the project.
    pub(super) fn folder(&self, root: &Utf8Path) -> Result<Utf8PathBuf, Error> {
        let Some(path) = &self.output.output_dir else {
            return Ok(self.homes().first().copied().unwrap_or_default().into());
        };
        let here = env::current_dir().map_err(WriteError::from)?;
        let path = absolute(&here, path);
        Ok(path.strip_prefix(root).map_or(path.clone(), Utf8Path::to_owned))
    }

    /// Where a path of the project goes.
    pub(super) fn place(&self, path: &Utf8Path, folder: &Utf8Path) -> Utf8PathBuf {
        match self.apart {
            // It is built where the bundle's folder is.
            Some(_) if path == olm::DOCKERFILE => folder.with_extension("Dockerfile"),
            Some(emitter) => path
                .strip_prefix(emitter.owns)
                .map_or_else(|_| path.to_owned(), |rest| folder.join(rest)),
            None => emit::place(path, folder),
        }
    }
}

//! A chart on disk, and Helm.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use camino::{Utf8Path, Utf8PathBuf};
use kopr_cli::emit::{Artefact, Input};
use kopr_cli::helm;
use kopr_cli::settings::Settings;
use kopr_cli::yaml;
use kopr_model::{Description, Operator, Outcome};
use serde_json::Value;

use crate::support::{Run, run};

/// The program, got once for all tests.
static HELM: LazyLock<PathBuf> = LazyLock::new(|| {
    kopr_cluster::helm(&kopr_cluster::Progress::default()).unwrap_or_else(|e| panic!("{e}"))
});

/// A description with its settings, and its chart in a folder of its own.
pub(crate) struct Chart {
    pub(crate) operator: Operator,
    pub(crate) toml: String,
    folder: tempfile::TempDir,
}

/// Objects by kind, namespace and name.
pub(crate) type Objects = BTreeMap<(String, String, String), Value>;

impl Chart {
    /// The chart of a case of the golden tests.
    pub(crate) fn of_case(name: &str) -> Self {
        let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(name);
        let read = |file: &str| fs_err::read_to_string(folder.join(file)).expect("the case is there");
        let model: Value = serde_json::from_str(&read("model.json")).expect("it is JSON");
        // Some cases have the description of another.
        if let Value::String(other) = &model {
            return Self::new(Self::of_case(other).operator, read("kopr.toml"));
        }
        let description: Description = serde_json::from_value(model).expect("a description");
        let Outcome::Operator(operator) = description.outcome else {
            panic!("{name} describes a failure")
        };
        Self::new(*operator, read("kopr.toml"))
    }

    /// The chart of an operator.
    pub(crate) fn new(operator: Operator, toml: String) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let chart = Self {
            operator,
            toml,
            folder,
        };
        for artefact in chart.artefacts() {
            let path = chart.folder.path().join(&artefact.path);
            fs_err::create_dir_all(path.parent().expect("files are in folders")).expect("it can be made");
            fs_err::write(path, artefact.text().expect("it is text")).expect("it can be written");
        }
        chart
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings::parse(&self.toml, "kopr.toml", None).unwrap_or_else(|e| panic!("{e:?}"))
    }

    pub(crate) fn artefacts(&self) -> Vec<Artefact> {
        self.rendered().artefacts
    }

    pub(crate) fn rendered(&self) -> helm::Chart {
        let settings = self.settings();
        let input = Input {
            operator: &self.operator,
            settings: &settings,
        };
        helm::chart(&input).unwrap_or_else(|e| panic!("{e:?}"))
    }

    /// The folder of the chart.
    pub(crate) fn path(&self) -> Utf8PathBuf {
        let root = Utf8Path::from_path(self.folder.path()).expect("the path is text");
        root.join("charts").join(&self.operator.name)
    }

    /// Runs Helm with these words; `CHART` stands for the chart, `VALUES` for a file with the values.
    pub(crate) fn helm(&self, words: &str, values: &Value) -> Run {
        let file = tempfile::NamedTempFile::with_suffix(".json").expect("a temporary file");
        fs_err::write(file.path(), values.to_string()).expect("it can be written");
        let chart = self.path();
        let mut command = Command::new(&*HELM);
        for (name, folder) in [
            ("HELM_CACHE_HOME", "cache"),
            ("HELM_CONFIG_HOME", "config"),
            ("HELM_DATA_HOME", "data"),
        ] {
            command.env(name, self.folder.path().join(folder));
        }
        command.args(words.split_whitespace().map(|word| match word {
            "CHART" => chart.as_os_str().to_owned(),
            "VALUES" => file.path().as_os_str().to_owned(),
            word => word.into(),
        }));
        run(&mut command)
    }

    /// What Helm makes of the chart.
    pub(crate) fn template(&self, release: &str, namespace: &str, values: &Value) -> Objects {
        let words = format!(
            "template {release} CHART --namespace {namespace} --values VALUES --kube-version {} --api-versions \
             monitoring.coreos.com/v1",
            kopr_cluster::KUBERNETES_VERSION
        );
        let run = self.helm(&words, values);
        assert_eq!(run.code, Some(0), "{release} {values}:\n{}", run.stderr);
        by_name(yaml::parse(&run.stdout, "helm").unwrap_or_else(|e| panic!("{e}:\n{}", run.stdout)))
    }
}

/// Objects by what tells them apart in a cluster.
pub(crate) fn by_name(objects: Vec<Value>) -> Objects {
    let count = objects.len();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let named: Objects = objects
        .into_iter()
        .map(|object| {
            let metadata = &object["metadata"];
            let key = (
                text(&object["kind"]),
                text(&metadata["namespace"]),
                text(&metadata["name"]),
            );
            (key, object)
        })
        .collect();
    assert_eq!(named.len(), count, "two objects of one name");
    named
}

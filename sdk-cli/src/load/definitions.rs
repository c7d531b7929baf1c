//! CRDs in files, whoever wrote them: YAML and JSON, several documents a file, folders as a whole.

use std::collections::BTreeMap;
use std::io::Read as _;

use camino::{Utf8Path, Utf8PathBuf};
use miette::Diagnostic;
use serde_json::Value;
use thiserror::Error;

use crate::report::Position;
use crate::yaml::{self, Places, YamlError};

/// What stands in files.
#[derive(Debug, Default)]
pub struct Definitions {
    /// CRDs, in the order of the arguments and of the files.
    pub crds: Vec<Document>,
    /// All other objects.
    pub others: Vec<Document>,
    /// Number of files that were read.
    pub files: usize,
    /// Files that could not be read, and why.
    pub unread: Vec<Unread>,
    /// Folders with the templates of Helm charts, which are YAML only when Helm has rendered them.
    pub templates: Vec<Utf8PathBuf>,
    places: BTreeMap<String, Vec<Places>>,
}

/// An object in a file.
#[derive(Debug)]
pub struct Document {
    /// The file, as it was named.
    pub file: String,
    /// The object.
    pub object: Value,
    /// Which document of the file it is in.
    index: usize,
    /// Where in the document: empty, or the pointer of an item of a `List`.
    base: String,
}

impl Document {
    /// Kind and name, for messages.
    pub fn title(&self) -> String {
        let kind = self.object["kind"].as_str().unwrap_or("an object without a kind");
        match self.object["metadata"]["name"].as_str() {
            Some(name) => format!("{kind} `{name}`"),
            None => kind.to_owned(),
        }
    }
}

/// A file that could not be read.
#[derive(Debug, Error, Diagnostic)]
pub enum Unread {
    /// The file or folder cannot be read.
    #[error("cannot read `{file}`: {error}")]
    #[diagnostic(
        code(kopr::crd::read),
        help("name a file, a folder, or `-` for standard input")
    )]
    Read {
        /// Its path.
        file: String,
        /// Why.
        error: std::io::Error,
    },
    /// It is not YAML.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Yaml(#[from] YamlError),
}

impl Unread {
    /// Where it is, as far as it is known.
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::Read { file, .. } => Some(Position {
                file: file.clone(),
                line: 1,
                column: 1,
            }),
            Self::Yaml(YamlError::Read { file, line, .. }) => Some(Position {
                file: file.clone(),
                line: (*line).max(1),
                column: 1,
            }),
            Self::Yaml(YamlError::Write(_)) => None,
        }
    }
}

/// Reads these files and folders; `-` is standard input. A file that cannot be read does not hold up the others.
pub fn definitions(paths: &[Utf8PathBuf]) -> Definitions {
    let mut found = Definitions::default();
    for path in paths {
        if path == "-" {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            found.file("standard input", read.map(|_| text));
            continue;
        }
        match files(path, &mut found.templates) {
            Ok(files) => {
                for file in files {
                    found.file(file.as_str(), std::fs::read_to_string(&file));
                }
            }
            Err((folder, error)) => found.unread.push(Unread::Read {
                file: folder.into_string(),
                error,
            }),
        }
    }
    found
}

/// The file itself, or all YAML and JSON files of a folder, sorted; without `templates`, which are told apart.
fn files(
    path: &Utf8Path,
    templates: &mut Vec<Utf8PathBuf>,
) -> Result<Vec<Utf8PathBuf>, (Utf8PathBuf, std::io::Error)> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let (mut files, mut folders) = (Vec::new(), vec![path.to_owned()]);
    while let Some(folder) = folders.pop() {
        let failed = |error| (folder.clone(), error);
        for entry in folder.read_dir_utf8().map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            // A link to a folder is not followed: it may lead around in circles.
            if entry.file_type().map_err(failed)?.is_dir() {
                if path.ends_with("templates") && folder.join("Chart.yaml").is_file() {
                    templates.push(path.to_owned());
                } else {
                    folders.push(path.to_owned());
                }
            } else if matches!(path.extension(), Some("yaml" | "yml" | "json")) && path.is_file() {
                files.push(path.to_owned());
            }
        }
    }
    files.sort();
    templates.sort();
    Ok(files)
}

impl Definitions {
    fn file(&mut self, file: &str, text: std::io::Result<String>) {
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                let file = file.to_owned();
                self.unread.push(Unread::Read { file, error });
                return;
            }
        };
        // JSON may be indented with tabs, YAML may not; neither can a string of JSON hold one.
        let is_json = Utf8Path::new(file).extension() == Some("json");
        let text = if is_json { text.replace('\t', " ") } else { text };
        let documents = match yaml::parse(&text, file) {
            Ok(documents) => documents,
            Err(error) => {
                self.unread.push(error.into());
                return;
            }
        };
        self.files += 1;
        for (index, object) in documents.into_iter().enumerate() {
            self.add(Document {
                file: file.to_owned(),
                object,
                index,
                base: String::new(),
            });
        }
        let places = yaml::places(&text, file).unwrap_or_default();
        self.places.insert(file.to_owned(), places);
    }

    fn add(&mut self, document: Document) {
        let Document {
            file,
            object,
            index,
            base,
        } = document;
        match (object["kind"].as_str(), &object["items"]) {
            (Some("List" | "CustomResourceDefinitionList"), Value::Array(items)) => {
                for (at, item) in items.iter().enumerate() {
                    self.add(Document {
                        file: file.clone(),
                        object: item.clone(),
                        index,
                        base: format!("{base}/items/{at}"),
                    });
                }
            }
            (kind, _) => {
                let list = if kind == Some("CustomResourceDefinition") {
                    &mut self.crds
                } else {
                    &mut self.others
                };
                list.push(Document {
                    file,
                    object,
                    index,
                    base,
                });
            }
        }
    }

    /// Where a pointer into an object leads in its file.
    pub fn position(&self, document: &Document, pointer: &str) -> Position {
        let places = self
            .places
            .get(&document.file)
            .and_then(|documents| documents.get(document.index));
        let (line, column) = places.map_or((1, 1), |places| {
            places.nearest(&format!("{}{pointer}", document.base))
        });
        Position {
            file: document.file.clone(),
            line,
            column,
        }
    }
}

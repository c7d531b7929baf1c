//! Patches: parts of objects that a deployer lays over what is generated, where no setting reaches. Pure.
//!
//! A patch is an object with `apiVersion`, `kind`, `metadata.name` and what is to change. It is merged as
//! `kubectl patch` does: strategically into kinds of Kubernetes' own, where lists have keys, and by RFC 7386 into all
//! others. Projections call [`apply`] on their objects; `check` says what is wrong with a patch.

mod fit;
mod keys;
mod merge;

pub use fit::{Fit, fits};
pub use keys::{KEYS, Key, List, is_known, list};

use camino::Utf8PathBuf;
use serde_json::Value;

use crate::yaml::{self, YamlError};

/// A part of one object.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The file that it stands in.
    pub file: String,
    /// Its line there, from 1.
    pub line: u64,
    /// What is merged.
    value: Value,
}

/// All patches, in the order in which they are laid on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patches(Vec<Patch>);

/// Why a file of patches cannot be read.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum PatchError {
    /// It is not YAML.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Yaml(#[from] YamlError),
    /// A document does not say what it is about.
    #[error("{file}:{line}: a patch needs `{field}`")]
    #[diagnostic(
        code(kopr::patch::incomplete),
        help(
            "a patch is a part of one object: `apiVersion`, `kind` and `metadata.name` say of which, `metadata.namespace` may"
        )
    )]
    Incomplete {
        /// The file.
        file: String,
        /// Line, from 1.
        line: u64,
        /// What is missing.
        field: &'static str,
    },
    /// A folder of patches that no profile uses.
    #[error("the patches in `{folder}` belong to no profile")]
    #[diagnostic(code(kopr::patch::no_profile), help("{help}"))]
    NoProfile {
        /// The folder.
        folder: Utf8PathBuf,
        /// What there is.
        help: String,
    },
}

impl Patches {
    /// Reads files: name and text of each, in the order in which they are to be laid on.
    pub fn parse(files: &[(String, String)]) -> Result<Self, PatchError> {
        let mut patches = Vec::new();
        for (file, text) in files {
            let documents = yaml::parse(text, file)?;
            for (value, places) in documents.into_iter().zip(yaml::places(text, file)?) {
                let (line, _) = places.nearest("");
                let patch = Patch {
                    file: file.clone(),
                    line,
                    value,
                };
                if let Some(field) = patch.missing() {
                    return Err(PatchError::Incomplete {
                        file: file.clone(),
                        line,
                        field,
                    });
                }
                patches.push(patch);
            }
        }
        Ok(Self(patches))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Patch> {
        self.0.iter()
    }
}

impl Patch {
    /// What it is about, for messages: ``Deployment `operator` ``.
    pub fn target(&self) -> String {
        title(&self.value)
    }

    /// Whether it is about an object of that kind.
    pub fn is_of(&self, kind: &str) -> bool {
        self.value["kind"] == kind
    }

    /// Where it stands, for messages.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    fn missing(&self) -> Option<&'static str> {
        ["/apiVersion", "/kind", "/metadata/name"]
            .into_iter()
            .zip(["apiVersion", "kind", "metadata.name"])
            .find(|(pointer, _)| {
                let value = self.value.pointer(pointer).and_then(Value::as_str);
                value.is_none_or(str::is_empty)
            })
            .map(|(_, field)| field)
    }

    /// Whether it is about this object.
    fn is_about(&self, object: &Value) -> bool {
        let same = |pointer: &str| self.value.pointer(pointer) == object.pointer(pointer);
        let namespace = &self.value["metadata"]["namespace"];
        same("/apiVersion")
            && same("/kind")
            && same("/metadata/name")
            && (namespace.is_null() || *namespace == object["metadata"]["namespace"])
    }
}

/// Lays the patches over the objects that they are about; all others stay as they are.
///
/// That each patch fits is for `check` to say: what cannot be merged is left out here.
pub fn apply(objects: &mut [Value], patches: &Patches) {
    for object in objects {
        for patch in patches.iter() {
            if patch.is_about(object)
                && let Ok(merged) = merge::merged(object, &patch.value)
            {
                *object = merged;
            }
        }
    }
}

/// Kind, name and, where there is one, namespace, for messages.
pub fn title(object: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (kind, name) = (text(&object["kind"]), text(&object["metadata"]["name"]));
    match object["metadata"]["namespace"].as_str() {
        Some(namespace) => format!("{kind} `{namespace}/{name}`"),
        None => format!("{kind} `{name}`"),
    }
}

#[cfg(test)]
mod tests;

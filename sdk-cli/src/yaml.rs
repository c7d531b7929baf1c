//! The only module that reads or writes YAML.
//!
//! What is written is read alike by YAML 1.1 readers (kubectl, `PyYAML`) and YAML 1.2 readers: any
//! string that one of them would take for something else is quoted, as a key and as a value. Long
//! lines are never folded, texts of several lines are `|` blocks.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value};
use serde_saphyr::{DoubleQuoted, LitStr};

/// Why YAML could not be read or written.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum YamlError {
    /// The text is not YAML, or not YAML that stands for JSON.
    #[error("{file}:{line}: {message}")]
    #[diagnostic(
        code(kopr::yaml::read),
        help("each key may stand once in a mapping, and values must have a form in JSON")
    )]
    Read {
        /// The file, as the caller named it.
        file: String,
        /// Line, from 1.
        line: u64,
        /// What is wrong there.
        message: String,
    },
    /// A value has no form in YAML.
    #[error("a value cannot be written as YAML: {0}")]
    #[diagnostic(code(kopr::yaml::write), help("this is a bug in kopr"))]
    Write(#[from] serde_saphyr::ser_error::Error),
}

/// One document, ending in a newline, without a separator.
pub fn to_string(value: &Value) -> Result<String, YamlError> {
    let options = serde_saphyr::ser_options! {
        // A fold hides the text from `grep` and differs between tools.
        folded_wrap_chars: usize::MAX,
        min_fold_chars: 0,
    };
    let mut text = serde_saphyr::to_string_with_options(&Ordered(value), options)?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// Several documents with exactly one `---` between two of them.
pub fn documents(values: &[&Value]) -> Result<String, YamlError> {
    let mut text = String::new();
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            text.push_str("---\n");
        }
        text.push_str(&to_string(value)?);
    }
    Ok(text)
}

/// All documents of a text, as kubectl reads them: old octal numbers count, empty documents do not,
/// and a key that stands twice is an error. `file` is only for messages.
pub fn parse(text: &str, file: &str) -> Result<Vec<Value>, YamlError> {
    let options = serde_saphyr::options! {
        legacy_octal_numbers: true,
        duplicate_keys: serde_saphyr::options::DuplicateKeyPolicy::Error,
    };
    let documents: Vec<Option<Value>> =
        serde_saphyr::from_multiple_with_options(text, options).map_err(|error| YamlError::Read {
            file: file.to_owned(),
            line: error.location().map_or(0, |location| location.line()),
            message: one_line(&error.without_snippet().to_string()),
        })?;
    Ok(documents
        .into_iter()
        .flatten()
        .filter(|value| !value.is_null())
        .collect())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value whose keys come in the order that people expect of Kubernetes objects.
struct Ordered<'a>(&'a Value);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for key in order(fields) {
                    if let Some(value) = fields.get(key) {
                        map.serialize_entry(key, &Ordered(value))?;
                    }
                }
                map.end()
            }
            Value::Array(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for value in items {
                    list.serialize_element(&Ordered(value))?;
                }
                list.end()
            }
            Value::String(text) if is_block(text) => LitStr(text).serialize(serializer),
            // What a plain scalar or a block would hold in a way that not every reader, editor or eye sees.
            Value::String(text) if text.contains('\n') || text.trim() != text => {
                DoubleQuoted(text).serialize(serializer)
            }
            other => other.serialize(serializer),
        }
    }
}

/// Keys that lead where they are plain text (or, for `metadata`, where the map is an object of the
/// API): so that a property that is merely called `name` in a schema keeps its place.
const LEADING: [&str; 5] = ["apiVersion", "kind", "metadata", "name", "namespace"];

fn order(fields: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let is_object = fields.get("apiVersion").is_some_and(Value::is_string)
        && fields.get("kind").is_some_and(Value::is_string);
    let leads = move |key: &str, value: &Value| match key {
        "apiVersion" | "kind" => is_object,
        "metadata" => is_object && value.is_object(),
        "name" | "namespace" => value.is_string(),
        _ => false,
    };
    let first = LEADING
        .into_iter()
        .filter(move |key| fields.get(*key).is_some_and(|value| leads(key, value)));
    let rest = fields
        .iter()
        .filter(move |(key, value)| !leads(key, value))
        .map(|(key, _)| key.as_str());
    first.chain(rest)
}

/// Whether a text of several lines comes back unchanged from a `|` block in every reader.
fn is_block(text: &str) -> bool {
    let blank = |line: &str| !line.is_empty() && line.trim().is_empty();
    text.trim_end_matches('\n').contains('\n')
        // The first line sets the indentation; blanks there would need an indicator.
        && !text.starts_with(char::is_whitespace)
        // More than one line break at the end would need an indicator too, and disappears in editors.
        && !text.ends_with("\n\n")
        && !text.split('\n').any(blank)
}

//! The only module that reads or writes YAML.
//!
//! What is written is read alike by YAML 1.1 readers (kubectl, `PyYAML`) and YAML 1.2 readers: any
//! string that one of them would take for something else is quoted, as a key and as a value. Long
//! lines are never folded, texts of several lines are `|` blocks.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value};
use serde_saphyr::{DoubleQuoted, LitStr, Spanned};

use crate::schema::escaped;

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
    let documents: Vec<Option<Value>> = read(text, file)?;
    Ok(documents
        .into_iter()
        .flatten()
        .filter(|value| !value.is_null())
        .collect())
}

fn read<T: serde::de::DeserializeOwned>(text: &str, file: &str) -> Result<Vec<T>, YamlError> {
    let options = serde_saphyr::options! {
        legacy_octal_numbers: true,
        duplicate_keys: serde_saphyr::options::DuplicateKeyPolicy::Error,
    };
    serde_saphyr::from_multiple_with_options(text, options).map_err(|error| YamlError::Read {
        file: file.to_owned(),
        line: error.location().map_or(0, |location| location.line()),
        message: one_line(&error.without_snippet().to_string()),
    })
}

/// Where a document has its nodes.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<String, (u64, u64)>);

impl Places {
    /// Line and column, from 1, of the key or item that a JSON pointer leads to, or of the nearest one around it.
    pub fn nearest(&self, pointer: &str) -> (u64, u64) {
        let mut pointer = pointer;
        loop {
            match (self.0.get(pointer), pointer.rfind('/')) {
                (Some(place), _) => return *place,
                (None, Some(at)) => pointer = &pointer[..at],
                (None, None) => return (1, 1),
            }
        }
    }
}

/// The places of the nodes of each document that [`parse`] gives, in the same order.
pub fn places(text: &str, file: &str) -> Result<Vec<Places>, YamlError> {
    let documents: Vec<Option<Spanned<Tree>>> = read(text, file)?;
    let places = |root: Spanned<Tree>| {
        let mut places = Places::default();
        let at = root.referenced;
        places.0.insert(String::new(), (at.line(), at.column()));
        place(&root.value, "", &mut places);
        places
    };
    Ok(documents
        .into_iter()
        .flatten()
        .filter(|root| !matches!(root.value, Tree::Null))
        .map(places)
        .collect())
}

fn place(tree: &Tree, pointer: &str, places: &mut Places) {
    let mut put = |name: &str, at: &serde_saphyr::Location, tree: &Tree| {
        let pointer = format!("{pointer}/{name}");
        place(tree, &pointer, places);
        places.0.insert(pointer, (at.line(), at.column()));
    };
    match tree {
        Tree::Map(fields) => {
            for (key, value) in fields {
                put(&escaped(&key.value), &key.referenced, value);
            }
        }
        Tree::List(items) => {
            for (at, item) in items.iter().enumerate() {
                put(&at.to_string(), &item.referenced, &item.value);
            }
        }
        Tree::Scalar | Tree::Null => {}
    }
}

/// The shape of a document.
enum Tree {
    Map(Vec<(Spanned<String>, Tree)>),
    List(Vec<Spanned<Tree>>),
    Scalar,
    Null,
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TreeVisitor;
        impl<'de> Visitor<'de> for TreeVisitor {
            type Value = Tree;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a value that JSON has")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Tree::Map(fields))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Tree::List(items))
            }

            fn visit_unit<E>(self) -> Result<Tree, E> {
                Ok(Tree::Null)
            }

            fn visit_none<E>(self) -> Result<Tree, E> {
                Ok(Tree::Null)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
                Tree::deserialize(deserializer)
            }

            fn visit_bool<E>(self, _: bool) -> Result<Tree, E> {
                Ok(Tree::Scalar)
            }

            fn visit_i64<E>(self, _: i64) -> Result<Tree, E> {
                Ok(Tree::Scalar)
            }

            fn visit_u64<E>(self, _: u64) -> Result<Tree, E> {
                Ok(Tree::Scalar)
            }

            fn visit_f64<E>(self, _: f64) -> Result<Tree, E> {
                Ok(Tree::Scalar)
            }

            fn visit_str<E>(self, _: &str) -> Result<Tree, E> {
                Ok(Tree::Scalar)
            }
        }
        deserializer.deserialize_any(TreeVisitor)
    }
}

/// A message of the reader in one line, without the place, which stands before it, and without advice to programmers.
fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace(", set DuplicateKeyPolicy in Options if acceptable", "");
    match text.rsplit_once(" at line ") {
        Some((message, place))
            if place
                .chars()
                .all(|c| c.is_ascii_digit() || ", column".contains(c)) =>
        {
            message.to_owned()
        }
        _ => text,
    }
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

//! A file of YAML as the Go tools read it: its first document counts.

use camino::Utf8Path;
use serde_json::Value;

use super::Place;
use crate::yaml::{self, Places, YamlError};

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Document {
    /// Path in the bundle.
    pub file: String,
    /// The first document; null where it is empty.
    pub value: Value,
    /// All documents after it, with what is wrong with one that cannot be read.
    pub others: Vec<Result<Value, String>>,
    /// Bytes of the file.
    pub bytes: usize,
    text: String,
}

/// Why a file could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// What is wrong; lower case.
    pub message: String,
    /// Line, from 1.
    pub line: u64,
}

impl Document {
    /// Reads the first document of a file, and the others as far as that goes.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, Unreadable> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let lines = before.split(|byte| *byte == b'\n').count() - 1;
                return Err(Unreadable {
                    message: format!(
                        "it is not UTF-8: the first wrong byte is number {}",
                        error.valid_up_to() + 1
                    ),
                    line: u64::try_from(lines).unwrap_or(u64::MAX).saturating_add(1),
                });
            }
        };
        // JSON may be indented with tabs, YAML may not; neither can a string of JSON hold one.
        let is_json = Utf8Path::new(file).extension() == Some("json");
        let text = if is_json {
            text.replace('\t', " ")
        } else {
            text.to_owned()
        };
        let mut chunks = chunks(&text).into_iter();
        let first = chunks.next().ok_or(Unreadable {
            message: "it is empty".to_owned(),
            line: 1,
        })?;
        let value = one(first, file).map_err(|error| unreadable(&error))?;
        let others = chunks
            .map(|chunk| one(chunk, file).map_err(|error| unreadable(&error).message))
            .filter(|document| !matches!(document, Ok(Value::Null)))
            .collect();
        Ok(Self {
            file: file.to_owned(),
            value,
            others,
            bytes: bytes.len(),
            text: padded(first),
        })
    }

    /// The kind, empty where there is none.
    pub fn kind(&self) -> &str {
        self.value["kind"].as_str().unwrap_or_default()
    }

    /// The name, empty where there is none.
    pub fn name(&self) -> &str {
        self.value["metadata"]["name"].as_str().unwrap_or_default()
    }

    /// Group, version and kind as Go prints them.
    pub fn gvk(&self) -> String {
        let (group, version) = group_version(self.value["apiVersion"].as_str().unwrap_or_default());
        format!("{group}/{version}, Kind={}", self.kind())
    }

    /// A place in it.
    pub fn at(&self, pointer: impl Into<String>) -> Place {
        Place {
            file: self.file.clone(),
            title: match (self.kind(), self.name()) {
                ("", _) => self.file.clone(),
                (kind, "") => kind.to_owned(),
                (kind, name) => format!("{kind}/{name}"),
            },
            pointer: pointer.into(),
            line: None,
        }
    }

    /// Where its nodes stand in the file.
    pub fn places(&self) -> Places {
        let places = yaml::places(&self.text, &self.file).unwrap_or_default();
        places.into_iter().next().unwrap_or_default()
    }
}

/// Group and version of an `apiVersion`; both are empty where it has more parts.
pub(super) fn group_version(text: &str) -> (&str, &str) {
    match text.split('/').collect::<Vec<_>>()[..] {
        [version] => ("", version),
        [group, version] => (group, version),
        _ => ("", ""),
    }
}

fn unreadable(error: &YamlError) -> Unreadable {
    match error {
        YamlError::Read { line, message, .. } => Unreadable {
            message: message.clone(),
            line: (*line).max(1),
        },
        YamlError::Write(_) => Unreadable {
            message: error.to_string(),
            line: 1,
        },
    }
}

/// The lines of one document, and how many lines stand before them.
#[derive(Clone, Copy)]
struct Chunk<'a> {
    text: &'a str,
    before: usize,
}

/// So many empty lines before it that its lines have the numbers that they have in the file.
fn padded(chunk: Chunk<'_>) -> String {
    format!("{}{}", "\n".repeat(chunk.before), chunk.text)
}

fn one(chunk: Chunk<'_>, file: &str) -> Result<Value, YamlError> {
    let documents = yaml::parse(&padded(chunk), file)?;
    Ok(documents.into_iter().next().unwrap_or_default())
}

/// Cuts a text where the Go tools do: at lines that begin with `---` and hold nothing else but a comment, unless
/// nothing stands before them.
fn chunks(text: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let (mut start, mut before, mut end, mut line) = (0, 0, 0, 0);
    for part in text.split_inclusive('\n') {
        let is_separator = part
            .strip_prefix("---")
            .map(str::trim)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('#'));
        if is_separator && end > start {
            chunks.push(Chunk {
                text: &text[start..end],
                before,
            });
            start = end + part.len();
            before = line + 1;
        }
        end += part.len();
        line += 1;
    }
    if end > start {
        chunks.push(Chunk {
            text: &text[start..end],
            before,
        });
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::{Document, chunks, group_version};

    #[test]
    fn the_first_document_counts_as_it_does_in_go() {
        for (text, expected) in [
            ("a: 1\n", &[(0, "a: 1\n")][..]),
            ("---\na: 1\n", &[(0, "---\na: 1\n")]),
            ("a: 1\n--- # next\nb: 2\n", &[(0, "a: 1\n"), (2, "b: 2\n")]),
            ("# licence\n---\na: 1\n", &[(0, "# licence\n"), (2, "a: 1\n")]),
            ("a: 1\n---\n---\nb: 2", &[(0, "a: 1\n"), (2, "---\nb: 2")]),
            ("a: 1\n--- b\n", &[(0, "a: 1\n--- b\n")]),
            ("", &[]),
        ] {
            let found: Vec<_> = chunks(text)
                .iter()
                .map(|chunk| (chunk.before, chunk.text))
                .collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn lines_are_those_of_the_file() {
        let document = Document::read("x.yaml", b"---\nkind: A\nspec:\n  a: 1\n---\nkind: B\n").unwrap();
        assert_eq!(document.kind(), "A");
        assert_eq!(document.others.len(), 1);
        assert_eq!(document.places().nearest("/spec/a"), (4, 3));
        let unreadable = Document::read("x.yaml", b"a: 1\nb: \xff\n").unwrap_err();
        assert_eq!((unreadable.line, unreadable.message.contains("UTF-8")), (2, true));
        let unreadable = Document::read("x.yaml", b"a: 1\nb: [\n").unwrap_err();
        assert!(unreadable.line >= 2, "{unreadable:?}");
        assert_eq!(Document::read("x.yaml", b"").unwrap_err().message, "it is empty");
    }

    #[test]
    fn versions_of_apis_have_two_parts_at_most() {
        assert_eq!(group_version("v1"), ("", "v1"));
        assert_eq!(group_version("apps/v1"), ("apps", "v1"));
        assert_eq!(group_version("a/b/c"), ("", ""));
    }
}

//! The tables of keys in the book and in the derive's documentation, made of the structs that the derive
//! parses into: a key is one documented field, and its row is that field.
//!
//! `KOPR_BLESS=1 cargo test -p kopr-model` writes them anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use super::{
    ColumnAttribute, ExternalDocs, FieldAttributes, KindAttributes, KindUi, Marks, NameAttribute,
    PrintColumn, RelatedAttribute, RuleAttribute, ScaleAttribute, SchemaAttributes, UiAttribute,
    WebhookAttribute,
};
use crate::descriptor::WORDS;

/// Fields of the structs that the macros fill, and nobody writes.
const NOT_WRITTEN: &str = "Not a key";

/// The tables by name. Words that stand on every place have a table of their own.
fn tables() -> Vec<(&'static str, String)> {
    let words = keys::<Marks>(&[]);
    let shared: Vec<String> = words.iter().map(|key| key.name.clone()).collect();
    let mut tables = vec![
        ("kind", table(&keys::<KindAttributes>(&shared))),
        ("type", table(&keys::<SchemaAttributes>(&shared))),
        ("field", table(&keys::<FieldAttributes>(&shared))),
        ("words", table(&words)),
    ];
    tables.extend([
        ("printcolumn", table(&keys::<PrintColumn>(&[]))),
        ("scale", table(&keys::<ScaleAttribute>(&[]))),
        ("name", table(&keys::<NameAttribute>(&[]))),
        ("conversion", table(&keys::<WebhookAttribute>(&[]))),
        ("ui of a kind", table(&keys::<KindUi>(&[]))),
        ("resource", table(&keys::<RelatedAttribute>(&[]))),
        ("ui", table(&keys::<UiAttribute>(&[]))),
        ("column", table(&keys::<ColumnAttribute>(&[]))),
        ("rule", table(&keys::<RuleAttribute>(&[]))),
        ("external_docs", table(&keys::<ExternalDocs>(&[]))),
    ]);
    tables
}

/// The words for x-descriptors.
fn descriptors() -> String {
    let heads = [
        "word",
        "URN in a spec",
        "URN in a status",
        "on",
        "derived words",
        "meaning",
    ];
    let mut out = format!("| {} |\n|{}\n", heads.join(" | "), " --- |".repeat(heads.len()));
    for word in WORDS {
        let urn = |urn: Option<&str>| urn.map_or_else(|| "–".to_owned(), |urn| format!("`{urn}`"));
        let on = word.fits.types().map_or("anything", |(_, name)| name);
        let derived = if word.beside { "stay" } else { "go" };
        writeln!(
            out,
            "| `{}` | {} | {} | {on} | {derived} | {} |",
            word.written,
            urn(word.spec),
            urn(word.status),
            word.about
        )
        .expect("texts grow");
    }
    out
}

struct Key {
    name: String,
    takes: String,
    meaning: String,
}

/// The keys of one struct, but for those.
fn keys<T: JsonSchema>(without: &[String]) -> Vec<Key> {
    let schema = schema_for!(T).to_value();
    let properties = schema["properties"].as_object().expect("a struct has fields");
    properties
        .iter()
        .filter(|(name, _)| !without.contains(name))
        .filter_map(|(name, property)| {
            let meaning = property["description"]
                .as_str()
                .unwrap_or_else(|| panic!("`{name}` has a docstring"));
            (!meaning.starts_with(NOT_WRITTEN)).then(|| Key {
                name: name.clone(),
                takes: takes(name, property, &schema),
                meaning: meaning.replace('\n', " "),
            })
        })
        .collect()
}

/// How the key is written, by the type of its field.
fn takes(name: &str, property: &Value, root: &Value) -> String {
    let form = form(property, root);
    if property["type"] == "boolean" {
        return format!("`{name}`");
    }
    // What may be given several times is a list of what is given once.
    let form = if property["type"] == "array" {
        self::form(&property["items"], root)
    } else {
        form
    };
    form.split('\u{1f}')
        .map(|form| format!("`{name}{form}`"))
        .collect::<Vec<_>>()
        .join(" or ")
}

/// What follows the key; several forms are kept apart.
fn form(schema: &Value, root: &Value) -> String {
    let several = |schemas: &[Value]| {
        let forms: Vec<String> = schemas
            .iter()
            .filter(|schema| schema["type"] != "null")
            .map(|schema| form(schema, root))
            .collect();
        forms.join("\u{1f}")
    };
    if let Some(reference) = schema["$ref"].as_str() {
        let definition = root.pointer(reference.trim_start_matches('#'));
        return form(definition.expect("references lead somewhere"), root);
    }
    if let Some(schemas) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return several(schemas);
    }
    if let Some(word) = schema["const"].as_str() {
        return format!(" = \"{word}\"");
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|word| format!(" = {word}")).collect();
        return words.join("\u{1f}");
    }
    if schema.get("prefixItems").is_some() {
        return "(\"..\", \"..\")".to_owned();
    }
    let type_ = match &schema["type"] {
        // `Option<T>` is `T` or null.
        Value::Array(types) => types[0].as_str(),
        type_ => type_.as_str(),
    };
    match type_ {
        Some("string") => " = \"..\"".to_owned(),
        Some("integer") => " = 1".to_owned(),
        Some("boolean") if schema["type"].is_array() => " = true\u{1f} = false".to_owned(),
        Some("boolean") => String::new(),
        Some("null") => " = <expression>".to_owned(),
        Some("array") => "(\"..\", ..)".to_owned(),
        Some("object") => {
            let keys: Vec<&str> = schema["properties"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(key, _)| key.as_str())
                .collect();
            match keys.as_slice() {
                // A variant with its data: the data is what is written.
                [_] if schema["additionalProperties"] == false => {
                    let inner = schema["properties"].as_object().expect("just seen");
                    form(inner.values().next().expect("one"), root)
                }
                _ => "(..)".to_owned(),
            }
        }
        other => panic!("no way to write {other:?}: {schema}"),
    }
}

fn table(keys: &[Key]) -> String {
    let mut out = "| key | meaning |\n| --- | --- |\n".to_owned();
    for key in keys {
        writeln!(out, "| {} | {} |", key.takes, key.meaning.replace('|', "\\|")).expect("texts grow");
    }
    out
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The file with what is between its markers replaced by the tables.
fn filled(text: &str, tables: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut used = Vec::new();
    while let Some(at) = rest.find("<!-- keys: ") {
        let (before, after) = rest.split_at(at);
        let (marker, after) = after.split_once('\n').expect("a marker is a line");
        let name = marker.trim_start_matches("<!-- keys: ").trim_end_matches(" -->");
        let (_, table) = tables
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("there is no table `{name}`"));
        let (_, after) = after
            .split_once("<!-- end -->")
            .unwrap_or_else(|| panic!("the table `{name}` has no end"));
        write!(out, "{before}{marker}\n\n{table}\n<!-- end -->").expect("texts grow");
        used.push(name.to_owned());
        rest = after;
    }
    let missing: Vec<&str> = tables
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !used.iter().any(|used| used == name))
        .collect();
    assert!(missing.is_empty(), "tables without a place: {missing:?}");
    out + rest
}

#[test]
fn the_book_has_every_key() {
    let path = root().join("book/src/reference/attributes.md");
    let text = std::fs::read_to_string(&path).expect("the page is part of the book");
    hold(&path, &filled(&text, &tables()));
}

#[test]
fn the_book_has_every_word_for_descriptors() {
    let path = root().join("book/src/reference/descriptors.md");
    let text = std::fs::read_to_string(&path).expect("the page is part of the book");
    hold(&path, &filled(&text, &[("descriptors", descriptors())]));
}

#[test]
fn the_derives_document_every_key() {
    let tables = tables();
    let table = |name: &str| {
        let (_, table) = tables
            .iter()
            .find(|(known, _)| *known == name)
            .expect("it is one");
        table.clone()
    };
    let kind = format!(
        "# Keys of `#[kopr(..)]` on the type\n\n{}\n# Words on the schema, on type and field\n\n{}",
        table("kind"),
        table("words")
    );
    hold(&root().join("sdk-macros/src/doc/custom_resource.md"), &kind);
    let nested = format!(
        "# Keys of `#[kopr(..)]` on the type\n\n{}\n# On a field\n\n{}\n# Words on the schema, on type and field\n\n{}",
        table("type"),
        table("field"),
        table("words")
    );
    hold(&root().join("sdk-macros/src/doc/schema.md"), &nested);
}

#[test]
fn keys_as_they_are_written() {
    for (name, takes) in [
        ("group", "`group = \"..\"`"),
        ("namespaced", "`namespaced`"),
        ("shortname", "`shortname = \"..\"`"),
        ("annotation", "`annotation(\"..\", \"..\")`"),
        ("age", "`age = true` or `age = false`"),
        ("deprecated", "`deprecated` or `deprecated = \"..\"`"),
        ("conversion", "`conversion = \"none\"` or `conversion(..)`"),
        ("validation", "`validation = <expression>`"),
        ("scale", "`scale(..)`"),
        ("crate", "`crate = \"..\"`"),
    ] {
        let keys = keys::<KindAttributes>(&[]);
        let key = keys.iter().find(|key| key.name == name).expect(name);
        assert_eq!(key.takes, takes);
    }
    let keys = keys::<Marks>(&[]);
    let takes = |name: &str| {
        let key = keys.iter().find(|key| key.name == name).expect("it is one");
        key.takes.clone()
    };
    assert_eq!(takes("list_map_keys"), "`list_map_keys(\"..\", ..)`");
    assert_eq!(takes("at_most_one_of"), "`at_most_one_of(\"..\", ..)`");
    assert_eq!(takes("rule"), "`rule(..)`");
}

/// Compares a file with what it should be, or writes it.
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment, and writes a file of the sources"
)]
fn hold(path: &Path, expected: &str) {
    if std::env::var_os("KOPR_BLESS").is_some() {
        std::fs::write(path, expected).expect("the file can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == expected,
        "{} is behind the attribute structs; run KOPR_BLESS=1 cargo test -p kopr-model",
        path.display()
    );
}

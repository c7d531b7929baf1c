//! The book's page of settings, made of the structs that `kopr.toml` is read into and of what counts where nothing
//! is set: a key is one documented field, and its row is that field.
//!
//! `KOPR_BLESS=1 cargo test --workspace --lib config` writes it anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use schemars::schema_for;
use serde_json::Value;

use super::report::toml;
use super::tests::minimal;
use super::{DEFAULTS, Default};
use crate::emit::Input;
use crate::settings::Settings;

/// A value for each key that has none of its own.
const EXAMPLES: &[(&str, &str)] = &[
    ("operator.labels", r#"{ "example.com/team" = "caches" }"#),
    (
        "operator.annotations",
        r#"{ "example.com/owner" = "caches@example.com" }"#,
    ),
    (
        "image.digest",
        r#""sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef""#,
    ),
    ("image.pull-secrets", r#"["registry"]"#),
    ("deploy.class", r#""blue""#),
    ("deploy.node-selector", r#"{ "kubernetes.io/os" = "linux" }"#),
    (
        "deploy.tolerations",
        r#"[{ key = "dedicated", operator = "Equal", value = "infra", effect = "NoSchedule" }]"#,
    ),
    (
        "deploy.affinity",
        "{ podAntiAffinity = { preferredDuringSchedulingIgnoredDuringExecution = [] } }",
    ),
    (
        "deploy.topology-spread",
        r#"[{ maxSkew = 1, topologyKey = "kubernetes.io/hostname", whenUnsatisfiable = "ScheduleAnyway" }]"#,
    ),
    ("deploy.priority-class", r#""system-cluster-critical""#),
    ("deploy.env", r#"{ KOPR_LOG = "info,kopr=debug" }"#),
    ("deploy.labels", r#"{ team = "caches" }"#),
    (
        "deploy.annotations",
        r#"{ "example.com/owner" = "caches@example.com" }"#,
    ),
    (
        "service-account.annotations",
        r#"{ "example.com/identity" = "memcached" }"#,
    ),
    ("metrics.monitor-labels", r#"{ release = "prometheus" }"#),
    ("metrics.interval", r#""30s""#),
    ("metrics.tls.secret", r#""memcached-operator-metrics-tls""#),
    ("alerts.rule-labels", r#"{ release = "prometheus" }"#),
    ("alerts.labels", r#"{ team = "caches" }"#),
    ("alerts.runbook-url", r#""https://runbooks.example.com/""#),
    ("dashboard.annotations", r#"{ grafana_folder = "Operators" }"#),
    (
        "network-policy.metrics-from",
        r#"{ "kubernetes.io/metadata.name" = "monitoring" }"#,
    ),
    ("lint.allow", r#"["R4 pods/exec"]"#),
    ("package.summary", r#""Runs memcached""#),
    ("package.description", r#""Runs memcached, and scales it.""#),
    ("package.description-file", r#""README.md""#),
    ("package.icon", r#""icon.svg""#),
    ("package.provider.name", r#""Example""#),
    ("package.provider.url", r#""https://example.com""#),
    (
        "package.maintainers",
        r#"[{ name = "Somebody", email = "somebody@example.com" }]"#,
    ),
    (
        "package.links",
        r#"[{ name = "Handbook", url = "https://example.com/handbook" }]"#,
    ),
    ("package.keywords", r#"["cache", "memcached"]"#),
    ("package.categories", r#"["Database"]"#),
    ("package.replaces", r#""memcached-operator.v0.0.9""#),
    ("package.skips", r#"["memcached-operator.v0.0.8"]"#),
    ("package.skip-range", r#"">=0.0.1 <0.1.0""#),
    ("package.architectures", r#"["amd64", "arm64"]"#),
    (
        "package.related-images",
        r#"{ memcached = "registry.example.com/memcached:1.6" }"#,
    ),
    ("package.openshift-versions", r#""v4.14-v4.18""#),
    ("package.support", r#""Example""#),
    (
        "package.dependencies",
        r#"[{ package = "cert-manager", version = ">=1.14.0" }]"#,
    ),
    ("package.annotations", r#"{ certified = "false" }"#),
];

/// A key as the structs have it.
struct Key {
    takes: String,
    meaning: String,
}

/// What the structs say: the keys, and a sentence for each table.
#[derive(Default)]
struct Reference {
    keys: BTreeMap<String, Key>,
    tables: BTreeMap<String, String>,
}

fn reference() -> Reference {
    let root = schema_for!(Settings).to_value();
    let mut reference = Reference::default();
    collect("", &root, &root, &mut reference);
    reference
}

fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let schema = schema["anyOf"]
        .as_array()
        .and_then(|all| all.iter().find(|one| one["type"] != "null"))
        .unwrap_or(schema);
    match schema["$ref"].as_str() {
        Some(reference) => root
            .pointer(reference.trim_start_matches('#'))
            .expect("references lead somewhere"),
        None => schema,
    }
}

fn collect(path: &str, schema: &Value, root: &Value, reference: &mut Reference) {
    for (name, property) in schema["properties"].as_object().expect("a struct has fields") {
        let key = if path.is_empty() {
            name.clone()
        } else {
            format!("{path}.{name}")
        };
        let inner = resolved(property, root);
        let meaning = |schema: &Value| {
            let text = schema["description"].as_str();
            text.unwrap_or_else(|| panic!("`{key}` has a docstring"))
                .replace('\n', " ")
        };
        if inner.get("properties").is_some() {
            reference.tables.insert(key.clone(), meaning(inner));
            collect(&key, inner, root, reference);
        } else {
            let takes = takes(property, root);
            let meaning = meaning(property);
            reference.keys.insert(key, Key { takes, meaning });
        }
    }
}

/// What a key takes, in words.
fn takes(schema: &Value, root: &Value) -> String {
    let inner = resolved(schema, root);
    if let Some(title) = inner["title"].as_str().filter(|title| title.contains('`')) {
        return title.to_owned();
    }
    if let Some(words) = inner["enum"].as_array() {
        let words: Vec<String> = words
            .iter()
            .filter(|word| !word.is_null())
            .map(|word| format!("`{word}`"))
            .collect();
        let (last, first) = words.split_last().expect("an enum has variants");
        return format!("{} or {last}", first.join(", "));
    }
    let name = schema.to_string();
    let name = name
        .split("#/$defs/")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let type_ = match &inner["type"] {
        // `Option<T>` is `T` or null.
        Value::Array(types) => types[0].as_str(),
        type_ => type_.as_str(),
    };
    match (type_, name) {
        (Some("string"), Some(name)) if inner.get("$ref").is_none() && schema["type"].is_null() => {
            spelled(name)
        }
        (Some("string"), _) => "text".to_owned(),
        (Some("integer"), _) => "whole number".to_owned(),
        (Some("boolean"), _) => "`true` or `false`".to_owned(),
        (Some("array"), _) => format!("list of {}", plural(&takes(&inner["items"], root))),
        (Some("object"), _) => match &inner["additionalProperties"] {
            Value::Object(_) => format!(
                "table of {}",
                plural(&takes(&inner["additionalProperties"], root))
            ),
            _ => "table".to_owned(),
        },
        other => panic!("no words for {other:?}: {inner}"),
    }
}

/// `LabelValue` -> `label value`.
fn spelled(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

fn plural(words: &str) -> String {
    words
        .strip_suffix('y')
        .map_or_else(|| format!("{words}s"), |stem| format!("{stem}ies"))
}

/// The value that the page shows, if the key has one of its own, and else an example.
fn value(default: &Default, input: &Input<'_>) -> (Option<String>, String) {
    let own = (default.value)(input);
    let own = (!own.is_null() && own.as_object().is_none_or(|fields| !fields.is_empty())).then(|| toml(&own));
    let example = EXAMPLES
        .iter()
        .find(|(key, _)| *key == default.key)
        .map(|(_, value)| (*value).to_owned());
    assert!(
        own.is_some() != example.is_some(),
        "`{}` needs a default or an example, not both",
        default.key
    );
    let shown = own.clone().or(example).unwrap_or_default();
    (own, shown)
}

fn page() -> String {
    let reference = reference();
    let operator = minimal();
    let settings = Settings::default();
    let input = Input {
        operator: &operator,
        settings: &settings,
    };
    let mut out = String::new();
    let mut tables: Vec<&str> = Vec::new();
    for default in DEFAULTS {
        let (table, _) = default.key.split_once('.').expect("keys stand in tables");
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    for table in tables {
        // "`[image]`: the container image."
        let about = |name: &str| {
            let (_, about) = reference.tables[name]
                .split_once(": ")
                .expect("a table has a sentence");
            let mut letters = about.chars();
            letters
                .next()
                .into_iter()
                .flat_map(char::to_uppercase)
                .chain(letters)
                .collect::<String>()
        };
        writeln!(out, "## `[{table}]`\n\n{}\n", about(table)).expect("texts grow");
        out.push_str("| key | takes | unless set | |\n| --- | --- | --- | --- |\n");
        let mut example = format!("[{table}]\n");
        for default in DEFAULTS {
            let Some(name) = default.key.strip_prefix(&format!("{table}.")) else {
                continue;
            };
            let Key { takes, meaning } = &reference.keys[default.key];
            let (own, shown) = value(default, &input);
            let unless_set = match (own, default.from) {
                (None, _) => String::new(),
                (Some(value), "default") => format!("`{value}`"),
                (Some(value), from) => format!("`{value}`: {from}"),
            };
            // The column says it already.
            let meaning: Vec<&str> = meaning
                .split_inclusive(". ")
                .filter(|sentence| !sentence.trim_end_matches(['.', ' ']).ends_with(" unless set"))
                .collect();
            let row = format!(
                "| `{name}` | {takes} | {unless_set} | {} |",
                meaning.concat().trim_end()
            );
            writeln!(out, "{row}").expect("texts grow");
            writeln!(example, "{name} = {shown}").expect("texts grow");
        }
        out.push('\n');
        for (inner, _) in reference
            .tables
            .iter()
            .filter(|(name, _)| name.starts_with(&format!("{table}.")))
        {
            writeln!(out, "`[{inner}]`: {}\n", about(inner)).expect("texts grow");
        }
        writeln!(out, "```toml\n{example}```\n").expect("texts grow");
    }
    out.push_str("## Forms of values\n\n| | |\n| --- | --- |\n");
    let root = schema_for!(Settings).to_value();
    for (name, schema) in root["$defs"].as_object().expect("there are types") {
        if schema["type"] == "string" && schema.get("enum").is_none() {
            let about = schema["description"].as_str().unwrap_or_default();
            writeln!(out, "| {} | {about} |", spelled(name)).expect("texts grow");
        }
    }
    out
}

#[test]
fn every_key_has_its_row() {
    let reference = reference();
    let keys: Vec<&str> = reference.keys.keys().map(String::as_str).collect();
    let mut rows: Vec<&str> = DEFAULTS.iter().map(|default| default.key).collect();
    rows.sort_unstable();
    assert_eq!(rows, keys);
}

#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment, and writes a page of the book"
)]
fn the_book_has_every_key() {
    const END: &str = "<!-- end -->";
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/reference/kopr-toml.md");
    let text = std::fs::read_to_string(&path).expect("the page is part of the book");
    let (before, rest) = text
        .split_once("<!-- keys -->\n")
        .expect("there is a place for keys");
    let (_, after) = rest.split_once(END).expect("the place ends");
    let expected = format!("{before}<!-- keys -->\n\n{}\n{END}{after}", page());
    if std::env::var_os("KOPR_BLESS").is_some() {
        std::fs::write(&path, &expected).expect("the page can be written");
    } else {
        assert!(
            text == expected,
            "{} is behind the settings; run KOPR_BLESS=1 cargo test --workspace --lib config",
            path.display()
        );
    }
}

#[test]
fn examples_in_the_book_are_read() {
    let page = page();
    let blocks: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(blocks.len() >= 9, "{blocks:?}");
    for block in blocks {
        Settings::parse(block, "kopr.toml", None).unwrap_or_else(|error| panic!("{block}\n{error:?}"));
    }
}

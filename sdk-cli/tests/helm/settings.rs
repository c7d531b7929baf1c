//! From values of a chart to the settings that they stand for.

use kopr_cli::emit::{Body, Input, render};
use kopr_cli::helm::{ChartValue, Kind, VALUES};
use kopr_cli::settings::Settings;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::chart::{Chart, Objects, by_name};

/// What the emitters give for the settings that these values stand for.
pub(crate) fn expected(chart: &Chart, release: &str, namespace: &str, values: &Value) -> Objects {
    let settings = equivalent(chart, release, namespace, values);
    let input = Input {
        operator: &chart.operator,
        settings: &settings,
    };
    let flag = |key: &str| at(values, key).and_then(Value::as_bool).unwrap_or(true);
    let mut objects = Vec::new();
    for artefact in render(&input, &[]).unwrap_or_else(|e| panic!("{e:?}")) {
        let is_crd = artefact.path.starts_with("deploy/crds");
        let is_wanted = is_crd && flag("crds.install") && settings.helm.crds != Some(false)
            || artefact.path.starts_with("deploy/operator")
            || artefact.path.starts_with("deploy/monitoring");
        let Body::Objects(all) = artefact.body else {
            continue;
        };
        for mut object in all {
            if !is_wanted || object["kind"] == "Kustomization" {
                continue;
            }
            if is_crd && flag("crds.keep") {
                object["metadata"]["annotations"]["helm.sh/resource-policy"] = json!("keep");
            }
            objects.push(object);
        }
    }
    by_name(objects)
}

/// The name of the copy, by the rules that the book gives.
pub(crate) fn full_name(chart: &Chart, release: &str, values: &Value) -> String {
    let text = |key: &str| {
        at(values, key)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
    };
    if let Some(name) = text("fullnameOverride") {
        return name.to_owned();
    }
    let name = text("nameOverride").unwrap_or(&chart.operator.name);
    let mut full = release.replace('.', "-");
    if !full.contains(name) {
        full = format!("{full}-{name}");
    }
    if full.starts_with(|c: char| c.is_ascii_digit()) {
        full = format!("r-{full}");
    }
    if full.len() > 63 {
        let hash = format!("{:x}", Sha256::digest(&full));
        full = format!("{}-{}", &full[..54], &hash[..8]);
    }
    full
}

fn equivalent(chart: &Chart, release: &str, namespace: &str, values: &Value) -> Settings {
    let base = chart.settings();
    let input = Input {
        operator: &chart.operator,
        settings: &base,
    };
    let mut toml: Value =
        serde_json::to_value(chart.toml.parse::<toml::Table>().expect("it is TOML")).expect("it is JSON too");
    for row in VALUES.iter().filter(|row| row.setting.is_some()) {
        if let Some(given) = at(values, row.key) {
            apply(&mut toml, row, &merged((row.default)(&input), given));
        }
    }
    watch(&mut toml, values);
    put(
        &mut toml,
        "operator.instance",
        json!(full_name(chart, release, values)),
    );
    put(&mut toml, "deploy.namespace", json!(namespace));
    put(&mut toml, "deploy.create-namespace", json!(false));
    let toml: toml::Table = serde_json::from_value(toml).expect("JSON without null is TOML");
    Settings::parse(&toml.to_string(), "kopr.toml", None).unwrap_or_else(|e| panic!("{e:?}\n{toml}"))
}

fn apply(toml: &mut Value, row: &ChartValue, value: &Value) {
    let setting = row.setting.unwrap_or_default();
    let is_unset = value.is_null() || matches!(row.kind, Kind::MaybeText(_)) && *value == "";
    match setting {
        // Two values stand for it.
        "deploy.watch" => {}
        "metrics.tls.secret" if is_unset => remove(toml, "metrics.tls"),
        _ if is_unset => remove(toml, setting),
        _ => put(toml, setting, value.clone()),
    }
}

fn watch(toml: &mut Value, values: &Value) {
    let scope = at(values, "watch.scope").and_then(Value::as_str);
    let namespaces = at(values, "watch.namespaces");
    match (scope, namespaces) {
        (Some("list") | None, Some(namespaces)) => put(toml, "deploy.watch", namespaces.clone()),
        (Some("list") | None, None) => {}
        (Some(word), _) => put(toml, "deploy.watch", json!(word)),
    }
}

/// What Helm makes of a default and a value.
fn merged(default: Value, given: &Value) -> Value {
    match (default, given) {
        (Value::Object(mut fields), Value::Object(given)) => {
            for (key, value) in given {
                let value = merged(fields.remove(key).unwrap_or_default(), value);
                if !value.is_null() {
                    fields.insert(key.clone(), value);
                }
            }
            Value::Object(fields)
        }
        (_, given) => given.clone(),
    }
}

fn at<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    key.split('.').try_fold(value, |value, word| value.get(word))
}

fn put(toml: &mut Value, key: &str, value: Value) {
    let mut table = toml;
    for word in key.split('.') {
        table = &mut table[word];
    }
    *table = value;
}

fn remove(toml: &mut Value, key: &str) {
    let (table, word) = key.rsplit_once('.').expect("settings are in tables");
    let table = table.split('.').try_fold(toml, |table, word| table.get_mut(word));
    if let Some(Value::Object(table)) = table {
        table.remove(word);
    }
}

//! The JSON Schemas for editors say of an object what the API server says.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::BTreeMap;

#[path = "support/kinds.rs"]
mod kinds;

use jsonschema::Validator;
use kopr_cli::emit::{Body, Input};
use kopr_cli::json_schema::EMITTER;
use kopr_cli::objects::sample;
use kopr_cli::schema::value::{breaches, with_defaults};
use kopr_cli::settings::Settings;
use kopr_model::{Operator, Resource};
use serde_json::{Value, json};

/// The schemas by file name.
fn schemas(operator: &Operator) -> BTreeMap<String, Value> {
    let settings = Settings::default();
    let input = Input {
        operator,
        settings: &settings,
    };
    let files = (EMITTER.emit)(&input).expect("it renders");
    let schemas = files.into_iter().filter_map(|file| match file.body {
        Body::Json(schema) => Some((file.path.file_name().expect("a file").to_owned(), schema)),
        _ => None,
    });
    schemas.collect()
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft7::meta::validate(schema).unwrap_or_else(|error| panic!("{error}"));
    jsonschema::draft7::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The samples of a kind, each with its schema's file.
fn samples(operator: &Operator) -> Vec<(String, Value, &Resource)> {
    let mut all = Vec::new();
    for resource in &operator.resources {
        for version in &resource.versions {
            if version.served {
                let sample = sample::of_version(resource, version, "sample");
                let kind = resource.kind.to_lowercase();
                let alike = operator
                    .resources
                    .iter()
                    .filter(|other| other.kind.to_lowercase() == kind)
                    .count();
                let group = if alike > 1 {
                    format!("{}_", resource.group)
                } else {
                    String::new()
                };
                all.push((format!("{group}{kind}_{}.json", version.name), sample, resource));
            }
        }
    }
    all
}

/// All places in a value, as JSON pointers.
fn places(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, child) in fields {
                places(child, format!("{at}/{}", kopr_cli::schema::escaped(name)), all);
            }
        }
        Value::Array(items) => {
            for (index, child) in items.iter().enumerate() {
                places(child, format!("{at}/{index}"), all);
            }
        }
        _ => {}
    }
    all.push(at);
}

/// The object with one thing changed, in every way.
fn mutants(object: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let mut pointers = Vec::new();
    places(object, String::new(), &mut pointers);
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(3),
        json!(2.5),
        json!(""),
        json!("x"),
        json!("a|b"),
        json!("a rather long text"),
        json!("2026-01-01T00:00:00Z"),
        json!([]),
        json!(["x", "x"]),
        json!([[9]]),
        json!({}),
        json!({ "unknown": 1 }),
        json!({ "a": "1", "b": "2" }),
        json!({ "a": "1" }),
    ];
    for pointer in &pointers {
        for value in &values {
            let mut mutant = object.clone();
            *mutant.pointer_mut(pointer).expect("the place is there") = value.clone();
            all.push((format!("{pointer} = {value}"), mutant));
        }
        let mut mutant = object.clone();
        if let Some(fields) = mutant.pointer_mut(pointer).and_then(Value::as_object_mut) {
            fields.insert("unknownField".to_owned(), json!(1));
            all.push((format!("{pointer} + unknownField"), mutant));
        }
        if let Some((around, name)) = pointer.rsplit_once('/') {
            let mut mutant = object.clone();
            if let Some(fields) = mutant.pointer_mut(around).and_then(Value::as_object_mut) {
                fields.remove(&name.replace("~1", "/").replace("~0", "~"));
                all.push((format!("- {pointer}"), mutant));
            }
        }
    }
    all
}

/// An object of the awkward kind that has all fields.
fn full() -> Value {
    serde_json::from_str(include_str!("support/thing.object.json")).expect("it is JSON")
}

/// Whether the rules that are a port of the server's take it; what is the same in all objects aside.
fn is_taken(schema: &Value, object: &Value) -> bool {
    let mut schema = schema.clone();
    for name in ["apiVersion", "kind", "metadata"] {
        schema["properties"][name] = json!({ "x-kubernetes-preserve-unknown-fields": true });
    }
    // JSON Schema has no word for the keys of a list, so an editor does not see when two items have the same.
    let unsaid = "two items have the same keys";
    let all = breaches(&schema, &with_defaults(&schema, object), "");
    all.iter().all(|breach| breach.message == unsaid)
}

#[test]
fn an_editor_takes_what_the_server_takes_and_marks_what_it_refuses_or_drops() {
    let (mut taken, mut refused) = (0, 0);
    for (case, operator) in kinds::operators() {
        let schemas = schemas(&operator);
        let mut objects = samples(&operator);
        if case == "awkward" {
            objects.push(("thing_v1.json".to_owned(), full(), &operator.resources[0]));
        }
        for (file, object, resource) in objects {
            let validator = validator(&schemas[&file]);
            let errors: Vec<String> = validator
                .iter_errors(&object)
                .map(|error| error.to_string())
                .collect();
            assert!(errors.is_empty(), "{case} {file}: {errors:?}\n{object:#}");
            let version = resource
                .versions
                .iter()
                .find(|version| file.ends_with(&format!("_{}.json", version.name)));
            let schema = &version.expect("the version is there").schema;
            for (what, mutant) in mutants(&object) {
                // What all objects have is not in the schema, and has a test of its own; an embedded object's is the
                // server's too. Formats and a null without a type are compared with a real server (`against_server`).
                let around = [
                    "/spec/when",
                    "/spec/any",
                    "/apiVersion",
                    "/kind",
                    "/metadata",
                    "/spec/object",
                    " =",
                    "+",
                    "- /apiVersion",
                    "- /kind",
                    "- /metadata",
                    "- /spec/object",
                ];
                let root = what.starts_with(' ');
                if root || around.iter().any(|start| what.starts_with(start)) && !what.starts_with('+') {
                    continue;
                }
                let expected = is_taken(schema, &mutant);
                let found = validator.is_valid(&mutant);
                assert_eq!(found, expected, "{case} {file}: {what}");
                if expected { taken += 1 } else { refused += 1 }
            }
        }
    }
    assert!(taken > 100 && refused > 1000, "{taken} taken, {refused} refused");
}

#[test]
fn what_every_object_has_is_looked_at() {
    let schemas = schemas(&kinds::awkward());
    let validator = validator(&schemas["thing_v1.json"]);
    for (over, expected) in [
        (json!({}), true),
        (json!({ "apiVersion": "odd.example.com/v2" }), false),
        (json!({ "kind": "Other" }), false),
        (json!({ "metadata": null }), false),
        (json!({ "metadata": {} }), false),
        (json!({ "metadata": { "generateName": "x-" } }), true),
        (json!({ "metadata": { "name": "x", "namespace": "y" } }), true),
        (json!({ "metadata": { "name": "Not A Name" } }), false),
        (
            json!({ "metadata": { "name": "longer-than-twenty-characters" } }),
            false,
        ),
        (json!({ "metadata": { "name": "x", "lables": {} } }), false),
        (
            json!({ "metadata": { "name": "x", "labels": { "a": "b" } } }),
            true,
        ),
        (
            json!({ "metadata": { "name": "x", "labels": { "a": 1 } } }),
            false,
        ),
        (json!({ "metadata": { "name": "x", "annotations": null } }), true),
        (
            json!({ "metadata": { "name": "x", "ownerReferences": [{ "name": "y" }] } }),
            false,
        ),
        (json!({ "specc": {} }), false),
        (json!({ "status": {} }), true),
    ] {
        let mut object = full();
        for (key, value) in over.as_object().expect("an object") {
            object[key] = value.clone();
        }
        assert_eq!(validator.is_valid(&object), expected, "{over}");
    }
}

#[test]
fn the_index_finds_the_schema_of_an_object() {
    for (case, operator) in kinds::operators() {
        let schemas = schemas(&operator);
        let Some(all) = schemas.get("all.json") else {
            assert!(operator.resources.is_empty(), "{case}");
            continue;
        };
        // An editor reads the files that the index names; here they are put in.
        let mut all = all.clone();
        for rule in all["allOf"].as_array_mut().expect("rules") {
            if let Some(file) = rule.pointer("/then/$ref").and_then(Value::as_str) {
                rule["then"] = schemas[file].clone();
            }
        }
        let validator = validator(&all);
        for (file, sample, _) in samples(&operator) {
            assert!(validator.is_valid(&sample), "{case} {file}");
            for (key, value) in [("kind", json!("Typo")), ("specc", json!({})), ("spec", json!(1))] {
                let mut wrong = sample.clone();
                wrong[key] = value;
                assert!(!validator.is_valid(&wrong), "{case} {file}: {key}");
            }
            let mut wrong = sample.clone();
            let group = sample["apiVersion"]
                .as_str()
                .and_then(|text| text.split('/').next())
                .expect("a group");
            wrong["apiVersion"] = json!(format!("{group}/v77"));
            assert!(!validator.is_valid(&wrong), "{case} {file}: no such version");
        }
        let other = json!({ "apiVersion": "v1", "kind": "ConfigMap", "data": {} });
        assert!(validator.is_valid(&other), "{case}: objects of others pass");
    }
}

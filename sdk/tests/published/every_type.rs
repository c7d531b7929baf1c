//! Every type of `k8s_openapi` that has a schema becomes one that the API server takes.

use std::collections::BTreeSet;

use futures::StreamExt;
use kopr::schema::structural;
use kopr::schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{checker, roots, server};

/// Types that contain themselves, where a structural schema ends.
const RECURSIVE: &[&str] = &["CompositePodGroupTemplate", "JSONSchemaProps"];

/// All definitions, by their names in OpenAPI.
fn definitions() -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    roots::add(&mut generator);
    generator.take_definitions(true)
}

/// A spec with a member of that type.
fn spec(name: &str, definitions: &Map<String, Value>) -> Value {
    let mut needed = BTreeSet::new();
    reach(name, definitions, &mut needed);
    let needed: Map<String, Value> = needed
        .into_iter()
        .map(|name| (name.to_owned(), definitions[name].clone()))
        .collect();
    json!({
        "type": "object",
        "properties": { "value": { "$ref": format!("#/$defs/{name}") } },
        "$defs": needed,
    })
}

/// The types that are in a type, with itself.
fn reach<'a>(name: &str, definitions: &'a Map<String, Value>, found: &mut BTreeSet<&'a str>) {
    fn references(value: &Value, out: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                    out.insert(reference.replace("#/$defs/", ""));
                }
                fields.values().for_each(|value| references(value, out));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, out)),
            _ => {}
        }
    }
    let (name, definition) = definitions.get_key_value(name).expect("the type is defined");
    if found.insert(name) {
        let mut names = BTreeSet::new();
        references(definition, &mut names);
        for name in &names {
            reach(name, definitions, found);
        }
    }
}

#[test]
fn every_type_is_legal() {
    let definitions = definitions();
    assert!(definitions.len() > 700, "{} types", definitions.len());
    let mut wrong = Vec::new();
    for name in definitions.keys() {
        let found = structural(&spec(name, &definitions), ".spec");
        let recursive = |reason: &str| reason.contains("contains itself");
        let losses: Vec<&str> = found.losses.iter().map(|loss| loss.reason.as_str()).collect();
        let offences = checker::offences(&found.schema);
        if !(offences.is_empty() && found.problems.is_empty() && losses.iter().all(|loss| recursive(loss))) {
            wrong.push(format!("{name}: {offences:?} {:?} {losses:?}", found.problems));
        }
        if !losses.is_empty() {
            let mut inside = BTreeSet::new();
            reach(name, &definitions, &mut inside);
            let known = inside
                .iter()
                .any(|name| RECURSIVE.iter().any(|known| name.ends_with(known)));
            assert!(known, "{name}: {losses:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is published of a member arrives at it, but for the lists whose keys a CRD's server does not fill
/// in: these are one value.
#[test]
fn what_is_published_arrives() {
    const WITHOUT_KEYS: &[&str] = &[
        "io.k8s.api.core.v1.ServiceAccount secrets list=map:name",
        "io.k8s.api.resource.v1.ResourceClaimStatus devices list=map:driver,device,pool,shareID",
        "io.k8s.api.resource.v1beta1.ResourceClaimStatus devices list=map:driver,device,pool,shareID",
        "io.k8s.api.resource.v1beta2.ResourceClaimStatus devices list=map:driver,device,pool,shareID",
    ];
    // What is in these is free, and bytes are a list in Go but a string on the wire.
    const OTHERWISE: &[&str] = &[
        ".JSONSchemaProps",
        ".ObjectMeta managedFields",
        ".ObjectMeta ownerReferences",
        "caBundle",
    ];
    let definitions = definitions();
    let table = include_str!("../../src/schema/known/published.txt");
    let mut type_ = (String::new(), Value::Null);
    let mut missing = Vec::new();
    let mut members = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.trim().split(' ');
        let name = words.next().unwrap_or_default();
        let place = if line.starts_with(' ') {
            members += 1;
            type_.1["properties"][name].clone()
        } else {
            let schema = structural(&spec(name, &definitions), ".spec").schema;
            type_ = (name.to_owned(), schema["properties"]["value"].clone());
            type_.1.clone()
        };
        for fact in words {
            let arrived = match fact.split_once('=') {
                Some(("map", map)) => place["x-kubernetes-map-type"] == map,
                Some(("list", list)) => match list.strip_prefix("map:") {
                    Some(keys) => {
                        let keys: Vec<&str> = keys.split(',').collect();
                        place["x-kubernetes-list-type"] == "map"
                            && place["x-kubernetes-list-map-keys"] == json!(keys)
                    }
                    None => place["x-kubernetes-list-type"] == list,
                },
                Some(("default", default)) => {
                    serde_json::from_str(default).is_ok_and(|default: Value| place["default"] == default)
                }
                _ => false,
            };
            let fact = format!("{} {}", type_.0, line.trim());
            if !arrived && !OTHERWISE.iter().any(|part| fact.contains(part)) {
                missing.push(fact);
            }
        }
    }
    assert_eq!(missing, WITHOUT_KEYS);
    assert!(members > 400, "{members} members");
}

/// An API server takes each of them, and warns of nothing.
#[tokio::test(flavor = "multi_thread")]
async fn every_type_is_taken() {
    let client = server::client().await;
    let definitions = definitions();
    let answers = futures::stream::iter(definitions.keys().enumerate())
        .map(|(nth, name)| {
            let found = structural(&spec(name, &definitions), ".spec").schema;
            let crd = server::crd(&format!("Type{nth}"), &found);
            let client = client.clone();
            async move { (name, server::create(&client, &server::crds(true), &crd).await) }
        })
        .buffered(8);
    let refused: Vec<_> = answers
        .filter(|(_, answer)| std::future::ready(*answer != Ok(Vec::new())))
        .collect()
        .await;
    assert!(refused.is_empty(), "{refused:#?}");
}

//! What controller-gen makes of a `JobTemplateSpec`, and what kopr makes of it.
//!
//! `KOPR_SHARED_DATA` names the folder that holds controller-tools' test data; without it there is
//! nothing to compare with.

use std::path::PathBuf;

use kopr::k8s_openapi::api::batch::v1::JobTemplateSpec;
use kopr::schema::{json_schema, structural};
use serde_json::Value;

use crate::compare::{differences, score};

/// Fields of Kubernetes that are newer than the golden: not counted. The end of a pointer.
const NEWER: &[&str] = &[
    "/properties/bindMountOptions",
    "/properties/defaultUser",
    "/properties/emptyDir/properties/mode",
    "/properties/evictionResponders",
    "/properties/grpc/properties/mode",
    "/properties/httpGet/properties/protocol",
    "/properties/scheduling",
    "/properties/user",
    "/onPodConditions/items/properties/status/default",
];

/// Where kopr says something else on purpose. The end of a pointer, and why.
const OTHERWISE: &[(&str, &str)] = &[
    (
        "/properties/metadata/properties",
        "labels and annotations of a bare object are dropped",
    ),
    (
        "/properties/metadata/x-kubernetes-preserve-unknown-fields",
        "so is all else in it",
    ),
    (
        "Ref/x-kubernetes-map-type",
        "Kubernetes publishes no map type for a source of variables; controller-gen takes that of the struct embedded in it",
    ),
    (
        "/properties/configMap/x-kubernetes-map-type",
        "likewise, for a volume",
    ),
    (
        "/properties/secret/x-kubernetes-map-type",
        "likewise, for a volume",
    ),
    (
        "/properties/azureDisk/properties/cachingMode/default",
        "Kubernetes publishes it; controller-gen does not follow the constant that it is given by",
    ),
    ("/properties/azureDisk/properties/kind/default", "likewise"),
];

fn data() -> Option<PathBuf> {
    #[allow(
        clippy::disallowed_methods,
        reason = "where the data is can only be said from outside"
    )]
    std::env::var_os("KOPR_SHARED_DATA").map(PathBuf::from)
}

#[test]
fn job_template_of_controller_gen() {
    let Some(data) = data() else {
        println!("skipped: KOPR_SHARED_DATA is not set");
        return;
    };
    let golden = data.join("controller-tools/pkg/crd/testdata/testdata.kubebuilder.io_cronjobs.yaml");
    let golden = std::fs::read_to_string(&golden).expect("the golden is there");
    let golden: Value = serde_yaml::from_str(&golden).expect("it is YAML");
    let versions = golden["spec"]["versions"].as_array().expect("a CRD has versions");
    let v1 = versions
        .iter()
        .find(|version| version["name"] == "v1")
        .expect("one is v1");
    let theirs = &v1["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["jobTemplate"];
    let ours = structural(&json_schema::<JobTemplateSpec>(), ".spec").schema;

    let mut ours = ours;
    let mut otherwise = ours.clone();
    let mut unexplained = Vec::new();
    for (pointer, mine, other) in differences(&ours.clone(), theirs) {
        if NEWER.iter().any(|end| pointer.ends_with(end)) {
            remove(&mut ours, &pointer);
            remove(&mut otherwise, &pointer);
        } else if let Some((_, reason)) = OTHERWISE.iter().find(|(end, _)| pointer.ends_with(end)) {
            println!("{pointer}: {reason}");
            match other {
                Some(other) => insert(&mut otherwise, &pointer, other),
                None => remove(&mut otherwise, &pointer),
            }
        } else {
            let show = |value: Option<Value>| value.map_or("nothing".to_owned(), |value| value.to_string());
            unexplained.push(format!("{pointer}: {} instead of {}", show(mine), show(other)));
        }
    }
    let (equal, all) = score(&ours, theirs);
    println!("jobTemplate: {equal} of {all} pointers are equal, newer fields left out");
    let (equal, all) = score(&otherwise, theirs);
    println!("jobTemplate: {equal} of {all} pointers are equal, what is meant otherwise left out too");
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    assert_eq!(equal, all);
}

/// The object that a pointer leads into, and the last key.
fn place<'a>(
    schema: &'a mut Value,
    pointer: &str,
) -> Option<(&'a mut serde_json::Map<String, Value>, String)> {
    let (outer, key) = pointer.rsplit_once('/')?;
    let outer = schema.pointer_mut(outer)?.as_object_mut()?;
    Some((outer, key.replace("~1", "/").replace("~0", "~")))
}

fn remove(schema: &mut Value, pointer: &str) {
    if let Some((outer, key)) = place(schema, pointer) {
        outer.remove(&key);
    }
}

fn insert(schema: &mut Value, pointer: &str, value: Value) {
    if let Some((outer, key)) = place(schema, pointer) {
        outer.insert(key, value);
    }
}

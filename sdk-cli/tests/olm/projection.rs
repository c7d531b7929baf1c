//! A bundle says what the manifests say: every object, every right, every member of the Deployment.

use std::collections::{BTreeMap, BTreeSet};

use kopr_cli::emit::{Body, Input, render};
use kopr_cli::olm::{self, Facts};
use kopr_cli::settings::Watch;
use kopr_model::Operator;
use serde_json::{Value, json};

use crate::bundles::{csv, facts, files, objects, parsed};
use crate::cases::{Case, cases};

/// What the manifests hold for the settings that bundles are made with.
fn manifests(case: &Case) -> Vec<(String, Value)> {
    let settings = olm::settings(&case.settings);
    let input = Input {
        operator: &case.operator,
        settings: &settings,
    };
    render(&input, &[])
        .expect("it renders")
        .into_iter()
        .filter(|artefact| {
            ["deploy/operator", "deploy/crds"]
                .iter()
                .any(|folder| artefact.path.starts_with(folder))
        })
        .flat_map(|artefact| match artefact.body {
            Body::Objects(objects) => objects
                .into_iter()
                .map(|object| (artefact.path.to_string(), object))
                .collect(),
            _ => Vec::new(),
        })
        .filter(|(_, object)| object["kind"] != "Kustomization")
        .collect()
}

type Tuples = BTreeSet<(String, String, String, String)>;

fn tuples<'a, I: Iterator<Item = &'a Value>>(rules: I) -> Tuples {
    let list = |rule: &Value, key: &str| -> Vec<String> {
        let words = rule[key].as_array().into_iter().flatten();
        words
            .map(|word| word.as_str().expect("a word").to_owned())
            .collect()
    };
    let mut tuples = Tuples::new();
    for rule in rules {
        let mut names = list(rule, "resourceNames");
        if names.is_empty() {
            names.push(String::new());
        }
        for group in list(rule, "apiGroups") {
            for resource in list(rule, "resources") {
                for name in &names {
                    for verb in list(rule, "verbs") {
                        tuples.insert((group.clone(), resource.clone(), name.clone(), verb));
                    }
                }
            }
        }
    }
    tuples
}

#[test]
fn rights_are_those_of_the_roles() {
    for case in cases() {
        let csv = csv(&case, &facts());
        let manifests = manifests(&case);
        let mut checked = 0;
        for (kind, list) in [("ClusterRole", "clusterPermissions"), ("Role", "permissions")] {
            let roles = manifests
                .iter()
                .filter(|(path, object)| path == "deploy/operator/rbac.yaml" && object["kind"] == kind);
            let expected = tuples(roles.flat_map(|(_, role)| role["rules"].as_array().into_iter().flatten()));
            let entries: Vec<&Value> = csv["spec"]["install"]["spec"][list]
                .as_array()
                .into_iter()
                .flatten()
                .collect();
            let found = tuples(
                entries
                    .iter()
                    .flat_map(|entry| entry["rules"].as_array().expect("rules")),
            );
            assert_eq!(found, expected, "{}: {list}", case.name);
            checked += found.len();
            for entry in entries {
                assert_eq!(
                    entry["serviceAccountName"],
                    csv["spec"]["install"]["spec"]["deployments"][0]["spec"]["template"]["spec"]["serviceAccountName"],
                    "{}",
                    case.name
                );
            }
        }
        assert!(
            checked > 0 || case.operator.controllers.is_empty(),
            "{}",
            case.name
        );
    }
}

/// Nothing is dropped: what stands in no file is a part of the CSV, or made by OLM.
#[test]
fn every_object_has_its_place() {
    for case in cases() {
        let objects = objects(&case, &facts());
        let csv = csv(&case, &facts());
        for (path, mut object) in manifests(&case) {
            let kind = object["kind"].as_str().expect("a kind").to_owned();
            let name = object["metadata"]["name"].clone();
            match kind.as_str() {
                // OLM makes the account; the namespace is the suggestion.
                "ServiceAccount" => {
                    let pods = &csv["spec"]["install"]["spec"]["deployments"][0]["spec"]["template"]["spec"];
                    assert_eq!(pods["serviceAccountName"], name, "{}", case.name);
                }
                "Namespace" => {
                    let annotations = &csv["metadata"]["annotations"];
                    assert_eq!(
                        annotations["operatorframework.io/suggested-namespace"], name,
                        "{}",
                        case.name
                    );
                }
                "Deployment" => deployment(&case, &csv, &object),
                _ if path == "deploy/operator/rbac.yaml" => {}
                _ => {
                    object["metadata"]
                        .as_object_mut()
                        .expect("metadata")
                        .remove("namespace");
                    assert!(
                        objects.values().any(|known| *known == object),
                        "{}: {kind} {name} is in no file",
                        case.name
                    );
                }
            }
        }
    }
}

/// The Deployment is the manifests' own but for the namespaces, which OLM chooses.
fn deployment(case: &Case, csv: &Value, object: &Value) {
    let made = &csv["spec"]["install"]["spec"]["deployments"];
    assert_eq!(made.as_array().map(Vec::len), Some(1), "{}", case.name);
    assert_eq!(made[0]["name"], object["metadata"]["name"], "{}", case.name);
    assert_eq!(made[0]["label"], object["metadata"]["labels"], "{}", case.name);
    let mut expected = object["spec"].clone();
    if *case.settings.deploy.watch() != Watch::All {
        let variables = expected
            .pointer_mut("/template/spec/containers/0/env")
            .expect("variables");
        for variable in variables.as_array_mut().expect("a list") {
            if variable["name"] == "WATCH_NAMESPACE" {
                let field = json!({ "fieldPath": "metadata.annotations['olm.targetNamespaces']" });
                *variable = json!({ "name": "WATCH_NAMESPACE", "valueFrom": { "fieldRef": field } });
            }
        }
    }
    assert_eq!(made[0]["spec"], expected, "{}", case.name);
}

#[test]
fn owned_kinds_are_those_of_the_crds() {
    for case in cases() {
        let objects = objects(&case, &facts());
        let csv = csv(&case, &facts());
        let mut served = BTreeSet::new();
        for crd in objects
            .values()
            .filter(|object| object["kind"] == "CustomResourceDefinition")
        {
            for version in crd["spec"]["versions"].as_array().expect("versions") {
                if version["served"] == true {
                    served.insert((crd["metadata"]["name"].to_string(), version["name"].to_string()));
                }
            }
        }
        let owned = csv["spec"]["customresourcedefinitions"]["owned"].as_array();
        let owned: Vec<(String, String)> = owned
            .into_iter()
            .flatten()
            .map(|entry| (entry["name"].to_string(), entry["version"].to_string()))
            .collect();
        assert_eq!(
            owned.iter().cloned().collect::<BTreeSet<_>>(),
            served,
            "{}",
            case.name
        );
        assert_eq!(owned.len(), served.len(), "{}: one stands there twice", case.name);
    }
}

#[test]
fn install_modes_follow_the_watched_namespaces() {
    for (name, expected) in [
        ("watch-all", ["AllNamespaces"].as_slice()),
        ("watch-own", &["OwnNamespace"]),
        (
            "watch-list",
            &["OwnNamespace", "SingleNamespace", "MultiNamespace"],
        ),
    ] {
        let case = crate::cases::case(name);
        let csv = csv(&case, &facts());
        let modes = csv["spec"]["installModes"].as_array().expect("modes");
        assert_eq!(modes.len(), 4);
        let supported: Vec<&str> = modes
            .iter()
            .filter(|mode| mode["supported"] == true)
            .filter_map(|mode| mode["type"].as_str())
            .collect();
        assert_eq!(supported, expected, "{name}");
    }
}

/// Catalogs read the labels of the image or the annotations of the bundle, and get the same.
#[test]
fn labels_of_the_image_are_the_annotations() {
    for case in cases() {
        let files = files(&case, &case.operator, &facts());
        let annotations = parsed(&files["bundle/metadata/annotations.yaml"]);
        let annotations: BTreeMap<String, String> = annotations["annotations"]
            .as_object()
            .expect("annotations")
            .iter()
            .map(|(key, value)| (key.clone(), value.as_str().expect("a text").to_owned()))
            .collect();
        let labels: BTreeMap<String, String> = files["bundle.Dockerfile"]
            .lines()
            .filter_map(|line| line.strip_prefix("LABEL ")?.split_once('='))
            .map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned()))
            .collect();
        assert_eq!(labels, annotations, "{}", case.name);
        let channels = &annotations["operators.operatorframework.io.bundle.channels.v1"];
        let default = &annotations["operators.operatorframework.io.bundle.channel.default.v1"];
        assert!(
            channels.split(',').any(|channel| channel == default),
            "{}",
            case.name
        );
    }
}

#[test]
fn the_order_of_a_description_does_not_matter() {
    for case in cases() {
        let mut operator: Operator = case.operator.clone();
        operator.resources.reverse();
        operator.controllers.reverse();
        operator.ports.reverse();
        for resource in &mut operator.resources {
            resource.versions.reverse();
        }
        for controller in &mut operator.controllers {
            controller.watches.reverse();
            controller.handlers.reverse();
        }
        let (one, other) = (
            files(&case, &case.operator, &Facts::default()),
            files(&case, &operator, &Facts::default()),
        );
        for (path, text) in &one {
            assert_eq!(Some(text), other.get(path), "{}: {path}", case.name);
        }
        assert_eq!(one.len(), other.len(), "{}", case.name);
    }
}

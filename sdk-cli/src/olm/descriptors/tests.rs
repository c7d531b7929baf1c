//! What follows from a schema, what code says, and both on the models of operators.

use camino::Utf8Path;
use kopr_model::{Controller, Description, Operator, Outcome, Resource};
use serde_json::{Value, json};

use super::owned;
use crate::bundle::scorecard::{self, State};
use crate::bundle::{Asked, Entry, Files, Selector, load, validate};
use crate::schema::path::resolve;

/// A kind with these schemas of spec and status.
fn resource(spec: &Value, status: &Value, rest: &Value) -> Resource {
    let mut version = json!({
        "name": "v1",
        "served": true,
        "storage": true,
        "status": true,
        "schema": {
            "type": "object",
            "description": "A [`Cache`] of things.\n\nMore of it.",
            "properties": {
                "spec": { "type": "object", "properties": spec },
                "status": { "type": "object", "properties": status },
            },
        },
        "source": { "item": "Cache" },
    });
    for (key, value) in rest.as_object().expect("an object") {
        version[key] = value.clone();
    }
    let resource = json!({
        "group": "example.com",
        "kind": "BigCache",
        "plural": "bigcaches",
        "singular": "bigcache",
        "scope": "Namespaced",
        "versions": [version],
        "reconciled": true,
    });
    serde_json::from_value(resource).expect("it is a resource")
}

fn entry(resource: &Resource) -> Value {
    owned(&Operator::default(), resource, &resource.versions[0])
}

/// The x-descriptors that a field gets by its schema, without what all begin with.
#[track_caller]
fn check(part: &str, name: &str, schema: &Value, expected: &[&str]) {
    let none = json!({});
    let fields = json!({ name: schema });
    let (spec, status) = if part == "spec" {
        (&fields, &none)
    } else {
        (&none, &fields)
    };
    let rest =
        json!({ "scale": { "specReplicasPath": ".spec.size", "statusReplicasPath": ".status.ready" } });
    let entry = entry(&resource(spec, status, &rest));
    let descriptor = &entry[format!("{part}Descriptors")][0];
    assert_eq!(descriptor["path"], name);
    let found: Vec<&str> = descriptor["x-descriptors"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|urn| {
            urn.as_str()
                .expect("a text")
                .trim_start_matches("urn:alm:descriptor:")
        })
        .map(|urn| urn.trim_start_matches("com.tectonic.ui:"))
        .collect();
    assert_eq!(found, expected, "{part}.{name}");
}

#[test]
fn what_follows_from_the_schema() {
    let text = json!({ "type": "string" });
    let number = json!({ "type": "integer", "format": "int32" });
    let condition = json!({ "lastTransitionTime": text, "status": text, "type": text });
    let conditions = json!({ "type": "array", "items": { "type": "object", "properties": condition } });
    for (part, name, schema, expected) in [
        ("spec", "on", json!({ "type": "boolean" }), &["booleanSwitch"][..]),
        ("spec", "count", number.clone(), &["number"]),
        ("spec", "ratio", json!({ "type": "number" }), &["number"]),
        ("spec", "size", number.clone(), &["podCount"]),
        ("spec", "name", text.clone(), &[]),
        (
            "spec",
            "mode",
            json!({ "type": "string", "enum": ["fast", "slow"] }),
            &["select:fast", "select:slow"],
        ),
        (
            "spec",
            "pull",
            json!({ "type": "string", "enum": ["Always", "Never", "IfNotPresent"] }),
            &["imagePullPolicy"],
        ),
        ("spec", "imagePullPolicy", text.clone(), &["imagePullPolicy"]),
        (
            "spec",
            "secret",
            json!({ "type": "string", "format": "password" }),
            &["password"],
        ),
        (
            "spec",
            "resources",
            json!({ "type": "object", "properties": { "claims": {}, "limits": {}, "requests": {} } }),
            &["resourceRequirements"],
        ),
        (
            "spec",
            "limits",
            json!({ "type": "object", "properties": { "limits": {} } }),
            &[],
        ),
        ("spec", "port", json!({ "x-kubernetes-int-or-string": true }), &[]),
        ("spec", "phase", text.clone(), &[]),
        ("spec", "conditions", conditions.clone(), &[]),
        ("status", "conditions", conditions, &["io.kubernetes.conditions"]),
        (
            "status",
            "list",
            json!({ "type": "array", "items": { "type": "string" } }),
            &[],
        ),
        ("status", "phase", text.clone(), &["io.kubernetes.phase"]),
        ("status", "ready", number.clone(), &["podCount"]),
        // These have no form: nobody writes a status.
        ("status", "count", number, &[]),
        ("status", "on", json!({ "type": "boolean" }), &[]),
        ("status", "mode", json!({ "type": "string", "enum": ["a"] }), &[]),
    ] {
        check(part, name, &schema, expected);
    }
}

#[test]
fn what_code_says_comes_first() {
    let spec = json!({
        "on": { "type": "boolean", "description": "Whether it\nis on.\n\nMore." },
        "debug": { "type": "boolean" },
        "internal": { "type": "boolean" },
        "readyReplicas": { "type": "integer" },
        "ports": { "type": "array", "items": { "type": "object", "properties": {
            "open": { "type": "boolean", "description": "See [`Port`]." },
        } } },
    });
    let said = json!({
        "displayName": "Cache",
        "description": "Keeps things.",
        "resources": [{ "kind": "Pod", "version": "v1" }],
        "spec": [
            { "path": "ports[0].open", "xDescriptors": ["urn:x:open"] },
            { "path": "on", "displayName": "Power", "xDescriptors": ["urn:x:on"], "replaces": true },
            { "path": "debug", "description": "For us.", "xDescriptors": ["urn:x:debug"] },
            { "path": "internal", "skip": true },
        ],
    });
    let resource = resource(&spec, &json!({}), &json!({ "descriptors": said }));
    assert_eq!(
        entry(&resource),
        json!({
            "name": "bigcaches.example.com",
            "kind": "BigCache",
            "version": "v1",
            "displayName": "Cache",
            "description": "Keeps things.",
            "resources": [{ "kind": "Pod", "name": "", "version": "v1" }],
            "specDescriptors": [
                {
                    "path": "debug",
                    "displayName": "Debug",
                    "description": "For us.",
                    "x-descriptors": ["urn:alm:descriptor:com.tectonic.ui:booleanSwitch", "urn:x:debug"],
                },
                { "path": "on", "displayName": "Power", "description": "Whether it is on.", "x-descriptors": ["urn:x:on"] },
                { "path": "ports", "displayName": "Ports" },
                {
                    "path": "ports[0].open",
                    "displayName": "Open",
                    "description": "See `Port`.",
                    "x-descriptors": ["urn:alm:descriptor:com.tectonic.ui:booleanSwitch", "urn:x:open"],
                },
                {
                    "path": "readyReplicas",
                    "displayName": "Ready Replicas",
                    "x-descriptors": ["urn:alm:descriptor:com.tectonic.ui:number"],
                },
            ],
        })
    );
}

/// A kind alone is shown with itself; texts come from the schema.
#[test]
fn what_nobody_says() {
    assert_eq!(
        entry(&resource(&json!({}), &json!({}), &json!({}))),
        json!({
            "name": "bigcaches.example.com",
            "kind": "BigCache",
            "version": "v1",
            "displayName": "Big Cache",
            "description": "A `Cache` of things.",
            "resources": [{ "kind": "BigCache", "name": "", "version": "v1" }],
        })
    );
}

#[test]
fn kinds_that_controllers_touch() {
    let rule = |group: &str, resource: &str, verb: &str| {
        json!({
            "group": group, "resource": resource, "verbs": [verb], "scope": "watched",
            "origin": { "handler": "f", "argument": "A" },
        })
    };
    let kind = |group: &str, version: &str, kind: &str, plural: &str| json!({ "group": group, "version": version, "kind": kind, "plural": plural, "scope": "Namespaced" });
    let watch =
        |kind: &Value, relation: &str| json!({ "kind": kind, "relation": relation, "scope": "watched" });
    let own = kind("example.com", "v1", "BigCache", "bigcaches");
    let secret = kind("", "v1", "Secret", "secrets");
    let deployment = kind("apps", "v1", "Deployment", "deployments");
    let certificate = kind("cert-manager.io", "v1", "Certificate", "certificates");
    let controller = |name: &str, primary: &Value, watches: Value, rules: Value| -> Controller {
        let controller = json!({
            "name": name,
            "primary": primary,
            "handlers": [{
                "role": "reconcile",
                "source": { "item": "f" },
                "arguments": [{ "type": "A", "rules": rules, "kinds": [secret] }],
            }],
            "watches": watches,
        });
        serde_json::from_value(controller).expect("it is a controller")
    };
    let resource = resource(&json!({}), &json!({}), &json!({}));
    let operator = Operator {
        controllers: vec![
            controller(
                "caches",
                &own,
                json!([watch(&own, "primary"), watch(&deployment, "owned")]),
                json!([
                    rule("example.com", "bigcaches", "patch"),
                    rule("example.com", "bigcaches/status", "patch"),
                    rule("", "secrets", "create"),
                    rule("", "configmaps", "get"),
                    rule("apps", "deployments", "create"),
                    rule("cert-manager.io", "certificates", "patch"),
                    rule("unknown.io", "unknowns", "patch"),
                    rule("events.k8s.io", "events", "create"),
                ]),
            ),
            controller(
                "others",
                &certificate,
                json!([watch(&certificate, "primary")]),
                json!([rule("", "pods", "create")]),
            ),
        ],
        resources: vec![resource.clone()],
        ..Operator::default()
    };
    let kinds: Vec<String> = owned(&operator, &resource, &resource.versions[0])["resources"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|kind| {
            format!(
                "{}/{}",
                kind["version"].as_str().unwrap_or_default(),
                kind["kind"].as_str().unwrap_or_default()
            )
        })
        .collect();
    assert_eq!(kinds, ["v1/Certificate", "v1/Deployment", "v1/Secret"]);
}

/// The operator of a model of the tests.
fn model(path: &str) -> Operator {
    let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path);
    let text = fs_err::read_to_string(path).expect("the model is part of the tests");
    let description: Description = serde_json::from_str(&text).expect("it is a model");
    match description.outcome {
        Outcome::Operator(operator) => *operator,
        Outcome::Failure(failure) => panic!("{}", failure.message),
    }
}

/// That of the example, as it is.
#[test]
fn of_the_example() {
    let operator = model("cmd/docs.in/model.json");
    let resource = &operator.resources[0];
    assert_eq!(
        owned(&operator, resource, &resource.versions[0]),
        json!({
            "name": "memcacheds.cache.example.com",
            "kind": "Memcached",
            "version": "v1alpha1",
            "displayName": "Memcached",
            "description": "A memcached cluster.",
            "resources": [
                { "kind": "ConfigMap", "name": "", "version": "v1" },
                { "kind": "Deployment", "name": "", "version": "v1" },
            ],
            "specDescriptors": [
                {
                    "path": "argumentsFrom",
                    "displayName": "Arguments From",
                    "description": "Name of a ConfigMap in the same namespace whose key `args` holds further arguments of memcached.",
                },
                { "path": "image", "displayName": "Image", "description": "Image that the pods run." },
                {
                    "path": "size",
                    "displayName": "Size",
                    "description": "How many memcached pods run.",
                    "x-descriptors": ["urn:alm:descriptor:com.tectonic.ui:number"],
                },
            ],
            "statusDescriptors": [
                {
                    "path": "conditions",
                    "displayName": "Conditions",
                    "description": "Conditions: `Ready`.",
                    "x-descriptors": ["urn:alm:descriptor:io.kubernetes.conditions"],
                },
                {
                    "path": "observedGeneration",
                    "displayName": "Observed Generation",
                    "description": "Generation of the spec that this status is about; kopr keeps it.",
                },
                { "path": "ready", "displayName": "Ready", "description": "How many of the pods are ready." },
            ],
        })
    );
}

/// In a bundle no rule and no test of the scorecard has anything to say against them.
#[test]
fn in_a_bundle() {
    for path in [
        "cmd/docs.in/model.json",
        "cmd/config.in/model.json",
        "cmd/findings.in/versions.json",
    ] {
        let operator = model(path);
        let mut files = Files::new("bundle");
        let mut put = |path: &str, value: &Value| {
            files.put(path, Entry::File(value.to_string().into_bytes()));
        };
        let mut entries = Vec::new();
        let mut examples = Vec::new();
        for resource in &operator.resources {
            put(
                &format!("manifests/{}.yaml", resource.crd_name()),
                &kopr_model::crd(resource),
            );
            for version in &resource.versions {
                let entry = owned(&operator, resource, version);
                for (list, part) in [("specDescriptors", "spec"), ("statusDescriptors", "status")] {
                    for descriptor in entry[list].as_array().into_iter().flatten() {
                        let path = format!(".{part}.{}", descriptor["path"].as_str().expect("a text"));
                        resolve(&version.schema, &path).unwrap_or_else(|why| panic!("{path}: {why}"));
                    }
                }
                entries.push(entry);
                let of = |part: &str| {
                    let members = version.schema["properties"][part]["properties"].as_object();
                    members
                        .into_iter()
                        .flatten()
                        .map(|(name, _)| (name.clone(), json!(1)))
                        .collect::<Value>()
                };
                examples.push(json!({
                    "apiVersion": format!("{}/{}", resource.group, version.name),
                    "kind": resource.kind,
                    "metadata": { "name": "a" },
                    "spec": of("spec"),
                    "status": of("status"),
                }));
            }
        }
        put(
            "manifests/operator.clusterserviceversion.yaml",
            &json!({
                "apiVersion": "operators.coreos.com/v1alpha1",
                "kind": "ClusterServiceVersion",
                "metadata": {
                    "name": "operator.v1.0.0",
                    "annotations": { "alm-examples": Value::from(examples).to_string() },
                },
                "spec": { "version": "1.0.0", "customresourcedefinitions": { "owned": entries } },
            }),
        );
        put(
            "metadata/annotations.yaml",
            &json!({ "annotations": {
                "operators.operatorframework.io.bundle.mediatype.v1": "registry+v1",
                "operators.operatorframework.io.bundle.manifests.v1": "manifests/",
                "operators.operatorframework.io.bundle.metadata.v1": "metadata/",
                "operators.operatorframework.io.bundle.package.v1": "operator",
                "operators.operatorframework.io.bundle.channels.v1": "stable",
            } }),
        );
        let bundle = load(files).unwrap_or_else(|findings| panic!("{path}: {findings:?}"));
        let asked = Asked {
            strict: true,
            ..Asked::default()
        };
        let about: Vec<String> = validate(&asked, &bundle)
            .iter()
            .filter(|finding| {
                finding
                    .place
                    .pointer
                    .starts_with("/spec/customresourcedefinitions")
            })
            .map(|finding| format!("{} {} {}", finding.rule, finding.place.pointer, finding.message))
            .collect();
        assert!(about.is_empty(), "{path}: {about:#?}");
        let config = scorecard::config(&bundle, None).expect("there is none");
        for test in scorecard::run(&bundle, &config, &Selector::default()) {
            let result = test.result.expect("it ran");
            if [
                "olm-crds-have-resources",
                "olm-spec-descriptors",
                "olm-status-descriptors",
            ]
            .contains(&result.name.as_str())
            {
                assert_eq!(result.state, State::Pass, "{path}: {:?}", result.errors);
            }
        }
    }
}

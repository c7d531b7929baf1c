//! What patches do to objects, and what is said about those that do not fit.

use serde_json::{Value, json};

use super::{Fit, Patches, apply, fits};
use crate::yaml;

const DEPLOYMENT: &str = "
apiVersion: apps/v1
kind: Deployment
metadata:
  name: op
  namespace: ops
  labels: { a: '1', b: '2' }
  finalizers: [one, two]
spec:
  replicas: 1
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1 } }
  template:
    spec:
      tolerations: [{ key: a }, { key: b }]
      imagePullSecrets: [{ name: x }]
      containers:
      - name: operator
        image: a:1
        args: [-v]
        env: [{ name: A, value: '1' }, { name: B, value: '2' }]
        ports: [{ name: health, containerPort: 8081 }]
        volumeMounts: [{ mountPath: /tmp, name: tmp }]
      volumes:
      - name: tmp
        emptyDir: {}
";

const ROLE: &str = "
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: op, namespace: ops }
rules:
- { apiGroups: [apps], resources: [deployments], verbs: [get, list] }
";

const MONITOR: &str = "
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: { name: op, namespace: ops, labels: { a: '1' } }
spec: { endpoints: [{ port: metrics, path: /metrics }] }
";

fn objects(text: &str) -> Vec<Value> {
    yaml::parse(text, "objects").unwrap()
}

fn patches(texts: &[String]) -> Patches {
    let files: Vec<_> = texts
        .iter()
        .enumerate()
        .map(|(at, text)| (format!("patches/{at}.yaml"), text.clone()))
        .collect();
    Patches::parse(&files).unwrap()
}

/// The beginning of a patch for an object.
fn header(object: &str) -> String {
    let lines: Vec<&str> = object.lines().skip(1).take(2).collect();
    format!("{}\nmetadata:\n  name: op\n", lines.join("\n"))
}

#[test]
fn merges_are_those_of_kubernetes() {
    // the object, what is put behind its name in the patch, a pointer, what is there afterwards
    let cases: &[(&str, &str, &str, Value)] = &[
        (DEPLOYMENT, "spec: { replicas: 3 }", "/spec/replicas", json!(3)),
        (
            DEPLOYMENT,
            "  labels: { b: null, c: '3' }",
            "/metadata/labels",
            json!({ "a": "1", "c": "3" }),
        ),
        (
            DEPLOYMENT,
            "  labels: { $patch: replace, c: '3' }",
            "/metadata/labels",
            json!({ "c": "3" }),
        ),
        (
            DEPLOYMENT,
            "  labels: { $patch: delete }",
            "/metadata/labels",
            Value::Null,
        ),
        (
            DEPLOYMENT,
            "  finalizers: [two, three]",
            "/metadata/finalizers",
            json!(["one", "two", "three"]),
        ),
        (
            DEPLOYMENT,
            "  $deleteFromPrimitiveList/finalizers: [one]",
            "/metadata/finalizers",
            json!(["two"]),
        ),
        (
            DEPLOYMENT,
            "spec: { strategy: { $retainKeys: [type], type: Recreate } }",
            "/spec/strategy",
            json!({ "type": "Recreate" }),
        ),
        (
            DEPLOYMENT,
            "spec: { template: { spec: { tolerations: [{ key: c }] } } }",
            "/spec/template/spec/tolerations",
            json!([{ "key": "c" }]),
        ),
        (
            DEPLOYMENT,
            "spec: { template: { spec: { imagePullSecrets: [{ name: z }] } } }",
            "/spec/template/spec/imagePullSecrets",
            json!([{ "name": "z" }, { "name": "x" }]),
        ),
        (
            DEPLOYMENT,
            "spec: { template: { spec: { containers: [{ name: operator, env: [{ name: B, value: '3' }, { name: C, value: '4' }, { name: A, $patch: delete }] }] } } }",
            "/spec/template/spec/containers/0/env",
            json!([{ "name": "B", "value": "3" }, { "name": "C", "value": "4" }]),
        ),
        (
            DEPLOYMENT,
            "spec: { template: { spec: { containers: [{ name: operator, env: [{ $patch: replace }, { name: C, value: '4' }] }] } } }",
            "/spec/template/spec/containers/0/env",
            json!([{ "name": "C", "value": "4" }]),
        ),
        (
            DEPLOYMENT,
            "spec: { template: { spec: { containers: [{ name: operator, args: [-q] }] } } }",
            "/spec/template/spec/containers/0/args",
            json!(["-q"]),
        ),
        (
            DEPLOYMENT,
            "spec: { template: { spec: { containers: [{ name: operator, ports: [{ containerPort: 8081, name: h }, { containerPort: 9 }] }] } } }",
            "/spec/template/spec/containers/0/ports",
            json!([{ "name": "h", "containerPort": 8081 }, { "containerPort": 9 }]),
        ),
        (
            DEPLOYMENT,
            "spec: { template: { spec: { containers: [{ name: sidecar, image: b }], volumes: [{ name: tmp, emptyDir: { sizeLimit: 1Gi } }] } } }",
            "/spec/template/spec/containers/0",
            json!({ "name": "sidecar", "image": "b" }),
        ),
        (
            DEPLOYMENT,
            "spec: { template: { spec: { volumes: [{ name: tmp, emptyDir: { sizeLimit: 1Gi } }] } } }",
            "/spec/template/spec/volumes",
            json!([{ "name": "tmp", "emptyDir": { "sizeLimit": "1Gi" } }]),
        ),
        (
            ROLE,
            "rules: [{ apiGroups: [''], resources: [pods], verbs: [get] }]",
            "/rules",
            json!([{ "apiGroups": [""], "resources": ["pods"], "verbs": ["get"] }]),
        ),
        // Of a kind that is not Kubernetes' own, a list has no keys, and null takes a key away.
        (
            MONITOR,
            "spec: { endpoints: [{ port: other }] }",
            "/spec/endpoints",
            json!([{ "port": "other" }]),
        ),
        (MONITOR, "  labels: { a: null }", "/metadata/labels", json!({})),
    ];
    for (object, patch, pointer, expected) in cases {
        let mut all = objects(object);
        let patches = patches(&[header(object) + patch]);
        let said: Vec<_> = fits(&all, &patches)
            .into_iter()
            .map(|(_, fit)| fit)
            .filter(|fit| !matches!(fit, Fit::Rights { .. }))
            .collect();
        assert_eq!(said, [], "{patch}");
        apply(&mut all, &patches);
        let found = all[0].pointer(pointer).unwrap_or(&Value::Null);
        assert_eq!(found, expected, "{patch}");
    }
}

#[test]
fn what_does_not_fit_is_said() {
    let elsewhere = ROLE.replace("namespace: ops", "namespace: other");
    let all = objects(&[DEPLOYMENT, ROLE, &elsewhere, MONITOR].join("---"));
    let before = all.clone();
    // a patch, and what is said about it
    let role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n";
    let deployment = "apiVersion: apps/v1\nkind: Deployment\n";
    let cases: &[(String, &str)] = &[
        (format!("{deployment}metadata: {{ name: opp }}"), "Nothing: did you mean `op`?"),
        (
            "apiVersion: apps/v1\nkind: Deploymnt\nmetadata: { name: op }".to_owned(),
            "Nothing: of kinds, did you mean `Deployment`?",
        ),
        (
            "apiVersion: apps/v2\nkind: Deployment\nmetadata: { name: op }".to_owned(),
            "Nothing: its `apiVersion` is `apps/v1`",
        ),
        (
            format!("{deployment}metadata: {{ name: op, namespace: x }}"),
            "Nothing: it is in the namespace `ops`",
        ),
        (format!("{role}metadata: {{ name: op }}"), "Several: ops, other"),
        (format!("{deployment}metadata: {{ name: op }}\nspec: {{ replicas: 1 }}"), "Idle"),
        (
            format!("{deployment}metadata: {{ name: op }}\n$patch: delete"),
            "Refused: a patch changes parts of an object, not the whole of it",
        ),
        (
            format!("{deployment}metadata: {{ name: op, $patch: replace }}"),
            "Refused: the patch would make Deployment `op` of it",
        ),
        (
            format!("{deployment}metadata: {{ name: op }}\nspec: {{ $setElementOrder/x: [] }}"),
            "Refused: `$setElementOrder/x` at `spec` is no word of patches here",
        ),
        (
            format!("{deployment}metadata: {{ name: op }}\nspec: {{ $patch: merg }}"),
            "Refused: `$patch` at `spec` is \"merg\"",
        ),
        (
            format!("{deployment}metadata: {{ name: op }}\nspec: {{ template: {{ spec: {{ containers: [{{ image: x }}] }} }} }}"),
            "Refused: an item of `spec.template.spec.containers` has no `name`",
        ),
        (
            "apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: { name: op }\nspec: { $patch: replace }"
                .to_owned(),
            "Refused: `$patch` at `spec` means nothing to the kind ServiceMonitor",
        ),
        (
            format!("{role}metadata: {{ name: op, namespace: ops }}\nrules: [{{ apiGroups: [apps], resources: [deployments/scale], verbs: [get] }}]"),
            "Rights: + get deployments.apps/scale, - get deployments.apps, - list deployments.apps",
        ),
    ];
    for (patch, expected) in cases {
        let patches = patches(std::slice::from_ref(patch));
        let found = fits(&all, &patches);
        let [(patch, fit)] = found.as_slice() else {
            panic!("{patch}: {found:?}")
        };
        assert_eq!(patch.place(), "patches/0.yaml:1");
        let said = match fit {
            Fit::Nothing { help } => format!("Nothing: {help}"),
            Fit::Several { namespaces } => format!("Several: {}", namespaces.join(", ")),
            Fit::Refused { message, .. } => format!("Refused: {message}"),
            Fit::Idle => "Idle".to_owned(),
            Fit::Rights { changes } => format!("Rights: {}", changes.join(", ")),
        };
        assert!(said.starts_with(expected), "{said}\n{expected}");
    }
    assert_eq!(all, before, "looking changes nothing");
}

#[test]
fn patches_are_laid_on_in_order_on_every_copy_of_an_object() {
    let mut all = objects(&[DEPLOYMENT, DEPLOYMENT].join("---"));
    let patch = |replicas: u32| header(DEPLOYMENT) + &format!("spec: {{ replicas: {replicas} }}");
    let patches = patches(&[patch(2), patch(3)]);
    assert_eq!(fits(&all, &patches), [], "one object in two files is one");
    apply(&mut all, &patches);
    assert!(
        all.iter().all(|object| object["spec"]["replicas"] == 3),
        "{all:?}"
    );
}

#[test]
fn a_patch_says_what_it_is_about() {
    for (text, expected) in [
        (
            "kind: A\nmetadata: { name: a }",
            "a.yaml:1: a patch needs `apiVersion`",
        ),
        (
            "apiVersion: v1\nmetadata: { name: a }",
            "a.yaml:1: a patch needs `kind`",
        ),
        (
            "apiVersion: v1\nkind: A\n---\napiVersion: v1\nkind: B\n",
            "a.yaml:1: a patch needs `metadata.name`",
        ),
        ("a: [", "a.yaml:1: "),
    ] {
        let error = Patches::parse(&[("a.yaml".to_owned(), text.to_owned())])
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

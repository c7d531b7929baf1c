//! Bundles for OLM: each rule on a bundle that breaks it, broken inputs, and the verdicts that the tests of
//! operator-framework expect of their own data.
//!
//! That data stays outside of this project; with `KOPR_SHARED_DATA` the comparison prints its table.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use camino::Utf8Path;
use kopr_cli::bundle::scorecard::{self, State};
use kopr_cli::bundle::{Asked, Entry, FAMILIES, Files, Finding, Profile, Selector, load, read, validate};
use serde_json::{Value, json};

const CSV: &str = "manifests/small.clusterserviceversion.yaml";
const CRD: &str = "manifests/things.yaml";
const SERVICE: &str = "manifests/service.yaml";
const ANNOTATIONS: &str = "metadata/annotations.yaml";

fn small() -> Files {
    let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundle/small");
    read(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn value(files: &Files, path: &str) -> Value {
    let text = std::str::from_utf8(files.bytes(path).expect("the file is there")).expect("it is text");
    serde_yaml::from_str(text).expect("it is YAML")
}

/// The small bundle with one member of a file replaced; null takes it away.
fn with(path: &str, pointer: &str, new: Value) -> Files {
    let mut files = small();
    let mut document = value(&files, path);
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
    let name = name.replace("~1", "/");
    match document.pointer_mut(parent).expect("the place is there") {
        Value::Object(fields) if new.is_null() => drop(fields.remove(&name)),
        Value::Object(fields) => drop(fields.insert(name, new)),
        Value::Array(items) => items[name.parse::<usize>().expect("an item has a number")] = new,
        other => panic!("{pointer} leads into {other}"),
    }
    files.put(path, Entry::File(document.to_string().into_bytes()));
    files
}

fn findings(asked: &Asked, files: Files) -> Vec<Finding> {
    match load(files) {
        Ok(bundle) => validate(asked, &bundle),
        Err(findings) => findings,
    }
}

/// Level, rule and pointer of each finding, once.
fn verdict(asked: &Asked, files: Files) -> Vec<String> {
    let found: BTreeSet<String> = findings(asked, files)
        .iter()
        .map(|one| format!("{} {} {}", one.level.as_str(), one.rule, one.place.pointer))
        .collect();
    found.into_iter().collect()
}

fn head() -> Asked {
    Asked {
        profile: Profile::ApiHead,
        ..Asked::default()
    }
}

fn optional(name: &str) -> Asked {
    Asked {
        optional: Some(Selector::parse(name).expect("it is a selector")),
        ..head()
    }
}

fn strict() -> Asked {
    Asked {
        strict: true,
        ..head()
    }
}

fn v1() -> Asked {
    Asked {
        profile: Profile::OlmV1,
        ..Asked::default()
    }
}

#[test]
fn the_small_bundle_has_no_findings_anywhere() {
    for profile in Profile::ALL {
        let asked = Asked {
            profile: *profile,
            strict: true,
            optional: Some(Selector::parse("suite=operatorframework").expect("it is a selector")),
            ..Asked::default()
        };
        assert_eq!(
            verdict(&asked, small()),
            Vec::<String>::new(),
            "{}",
            profile.name()
        );
    }
}

/// What is asked, the file, the place, what is put there, and what is found.
type Case = (
    fn() -> Asked,
    &'static str,
    &'static str,
    Value,
    &'static [&'static str],
);

#[test]
fn each_rule_finds_what_breaks_it() {
    let long = format!("{}.v0.1.0", "a".repeat(60));
    let owned = "/spec/customresourcedefinitions/owned/0";
    let _ = owned;
    let cases: Vec<Case> = vec![
        (
            head,
            ANNOTATIONS,
            "/annotations/operators.operatorframework.io.bundle.package.v1",
            json!(null),
            &["error OLM-F4 /annotations/operators.operatorframework.io.bundle.package.v1"],
        ),
        (
            head,
            ANNOTATIONS,
            "/annotations/operators.operatorframework.io.bundle.mediatype.v1",
            json!("helm"),
            &["error OLM-F5 /annotations/operators.operatorframework.io.bundle.mediatype.v1"],
        ),
        (
            head,
            ANNOTATIONS,
            "/annotations/operators.operatorframework.io.bundle.channel.default.v1",
            json!(""),
            &["error OLM-F6 /annotations/operators.operatorframework.io.bundle.channel.default.v1"],
        ),
        (head, ANNOTATIONS, "/annotations", json!(null), &["error OLM-L1 "]),
        (
            head,
            ANNOTATIONS,
            "/annotations/operators.operatorframework.io.bundle.manifests.v1",
            json!("../x"),
            &["error OLM-L2 "],
        ),
        (head, CSV, "/kind", json!("Secret"), &["error OLM-L3 "]),
        (
            head,
            CSV,
            "/spec/version",
            json!("one"),
            &["error OLM-L5 /spec/version"],
        ),
        (
            head,
            CSV,
            "/spec/version",
            json!(1.5),
            &["error OLM-L5 /spec/version"],
        ),
        (
            head,
            CSV,
            "/spec/installModes",
            json!({}),
            &["error OLM-L5 /spec/installModes"],
        ),
        (
            head,
            CRD,
            "/apiVersion",
            json!("apiextensions.k8s.io/v2"),
            &["error OLM-L5 /apiVersion"],
        ),
        (
            head,
            CRD,
            "/spec/versions/0/schema/openAPIV3Schema/properties/spec/type",
            json!([]),
            &["error OLM-L5 /spec/versions/0/schema/openAPIV3Schema/properties/spec/type"],
        ),
        (
            head,
            CSV,
            "/spec/customresourcedefinitions/owned/0/version",
            json!("v2"),
            &[
                "error OLM-B2 /spec/customresourcedefinitions/owned/0",
                "error OLM-B3 /spec/versions/0",
                "error OLM-C6 /metadata/annotations/alm-examples",
                "warning OLM-C7 /spec/customresourcedefinitions/owned/0",
            ],
        ),
        (
            head,
            SERVICE,
            "/kind",
            json!("Deployment"),
            &["error OLM-O1 /kind"],
        ),
        (head, SERVICE, "/kind", json!("PodMonitor"), &[]),
        (
            Asked::default,
            SERVICE,
            "/kind",
            json!("PodMonitor"),
            &["error OLM-O1 /kind"],
        ),
        (
            head,
            SERVICE,
            "/metadata",
            json!({ "name": "small", "namespace": "x" }),
            &["error OLM-O2 /metadata/namespace"],
        ),
        (
            head,
            SERVICE,
            "/metadata/name",
            json!(null),
            &["error OLM-O2 /metadata/name"],
        ),
        (
            head,
            CSV,
            "/spec/relatedImages/0/image",
            json!("Not an image"),
            &["error OLM-B8 /spec/relatedImages/0/image"],
        ),
        (
            Asked::default,
            CSV,
            "/spec/relatedImages/0/image",
            json!("Not an image"),
            &[],
        ),
        (
            head,
            CSV,
            "/spec/release",
            json!("1"),
            &["error OLM-B7 /metadata/name"],
        ),
        (
            head,
            CSV,
            "/metadata/name",
            json!(long),
            &["error OLM-C1 /metadata/name"],
        ),
        (
            head,
            CSV,
            "/spec/replaces",
            json!("A"),
            &["error OLM-C2 /spec/replaces"],
        ),
        (
            head,
            CSV,
            "/metadata/annotations",
            json!(null),
            &["warning OLM-C3 /metadata"],
        ),
        (
            head,
            CSV,
            "/metadata/annotations/olm.examples",
            json!("[]"),
            &["warning OLM-C3 /metadata/annotations/olm.examples"],
        ),
        (
            head,
            CSV,
            "/metadata/annotations/alm-examples",
            json!("[1,]"),
            &["error OLM-C4 /metadata/annotations/alm-examples"],
        ),
        (
            head,
            CSV,
            "/metadata/annotations/alm-examples",
            json!("[{}]"),
            &["error OLM-C4 /metadata/annotations/alm-examples"],
        ),
        (
            head,
            CSV,
            "/metadata/annotations/alm-examples",
            json!(""),
            &["warning OLM-C7 /spec/customresourcedefinitions/owned/0"],
        ),
        (
            head,
            CSV,
            "/spec/installModes",
            json!(null),
            &["error OLM-C8 /spec/installModes"],
        ),
        (
            head,
            CSV,
            "/spec/installModes/0/supported",
            json!(false),
            &["error OLM-C8 /spec/installModes"],
        ),
        (
            head,
            CSV,
            "/spec/minKubeVersion",
            json!("1.21"),
            &["error OLM-C10 /spec/minKubeVersion"],
        ),
        (
            head,
            CSV,
            "/spec/minKubeVersion",
            json!(1.21),
            &["error OLM-C10 /spec/minKubeVersion"],
        ),
        (
            head,
            CSV,
            "/spec/minKubeVersion",
            json!(" "),
            &["warning OLM-C10 /spec/minKubeVersion"],
        ),
        (
            head,
            CSV,
            "/spec/displayName",
            json!(null),
            &["error OLM-C11 /spec/displayName"],
        ),
        (
            head,
            CSV,
            "/spec/install/strategy",
            json!(null),
            &["error OLM-C11 /spec/install/strategy"],
        ),
        (
            head,
            CSV,
            "/metadata/annotations/olm.skiprange",
            json!("<1.0.0"),
            &["error OLM-C12 /metadata/annotations/olm.skiprange"],
        ),
        (
            head,
            CSV,
            "/metadata/annotations/olm.properties",
            json!("[]"),
            &["warning OLM-C13 /metadata/annotations/olm.properties"],
        ),
        (
            head,
            CSV,
            "/apiVersion",
            json!(null),
            &["error OLM-C14 /apiVersion"],
        ),
        (
            head,
            CRD,
            "/metadata/name",
            json!("things.example.com"),
            &["error OLM-D1 /metadata/name"],
        ),
        (
            head,
            CRD,
            "/spec/scope",
            json!("World"),
            &["error OLM-D2 /spec/scope"],
        ),
        (
            head,
            CRD,
            "/spec/versions/0/storage",
            json!(false),
            &["error OLM-D3 /spec/versions"],
        ),
        (
            head,
            CRD,
            "/spec/names/shortNames",
            json!(["T"]),
            &["error OLM-D4 /spec/names/shortNames/0"],
        ),
        (
            head,
            CRD,
            "/spec/versions/0/additionalPrinterColumns",
            json!([{ "name": "A", "type": "text", "jsonPath": "a" }]),
            &[
                "error OLM-D6 /spec/versions/0/additionalPrinterColumns/0/jsonPath",
                "error OLM-D6 /spec/versions/0/additionalPrinterColumns/0/type",
            ],
        ),
        (
            head,
            CRD,
            "/spec/versions/0/selectableFields",
            json!([{ "jsonPath": ".spec.size" }, { "jsonPath": ".spec.x" }]),
            &["error OLM-D6 /spec/versions/0/selectableFields/1/jsonPath"],
        ),
        (
            head,
            CRD,
            "/spec/conversion",
            json!({ "strategy": "Webhook", "webhook": { "clientConfig": { "url": "http://a" } } }),
            &[
                "error OLM-D7 /spec/conversion/webhook/clientConfig/url",
                "error OLM-D7 /spec/conversion/webhook/conversionReviewVersions",
            ],
        ),
        (
            head,
            CRD,
            "/spec/preserveUnknownFields",
            json!(true),
            &["error OLM-D8 /spec/preserveUnknownFields"],
        ),
        (
            head,
            CRD,
            "/spec/versions/0/deprecationWarning",
            json!("old"),
            &["error OLM-D9 /spec/versions/0/deprecationWarning"],
        ),
        (
            || optional("name=operatorhubv2"),
            CSV,
            "/spec/provider/name",
            json!(" "),
            &["error OLM-H1 /spec/provider/name"],
        ),
        (
            || optional("name=operatorhubv2"),
            CSV,
            "/spec/maintainers/0/email",
            json!("nobody"),
            &["error OLM-H2 /spec/maintainers/0/email"],
        ),
        (
            || optional("name=operatorhubv2"),
            CSV,
            "/spec/links/0/url",
            json!("example.com"),
            &["error OLM-H3 /spec/links/0/url"],
        ),
        (
            || optional("name=operatorhubv2"),
            CSV,
            "/spec/version",
            json!("0.0.0"),
            &["error OLM-H4 /spec/version"],
        ),
        (
            || optional("name=operatorhubv2"),
            CSV,
            "/spec/icon",
            json!([]),
            &["error OLM-H5 /spec/icon"],
        ),
        (
            || optional("name=operatorhubv2"),
            CSV,
            "/spec/icon",
            json!(null),
            &["warning OLM-H5 /spec/icon"],
        ),
        (
            || optional("name=operatorhub"),
            CSV,
            "/metadata/annotations/capabilities",
            json!("Most"),
            &[
                "error OLM-K1 /metadata/annotations/capabilities",
                "warning OLM-H7 ",
            ],
        ),
        (
            || optional("name=categories"),
            CSV,
            "/metadata/annotations/categories",
            json!("Database,Toys"),
            &["error OLM-G1 /metadata/annotations/categories"],
        ),
        (
            || optional("name=alpha-deprecated-apis"),
            SERVICE,
            "/apiVersion",
            json!("policy/v1beta1"),
            &[],
        ),
        (
            || optional("name=good-practices"),
            CSV,
            "/spec/install/spec/deployments/0/spec/template/spec/containers/0/resources",
            json!({}),
            &["warning OLM-P2 /spec/install/spec/deployments/0/spec/template/spec/containers/0/resources"],
        ),
        (
            || optional("name=good-practices"),
            CSV,
            "/spec/customresourcedefinitions/owned/0/description",
            json!(""),
            &["warning OLM-P3 /spec/customresourcedefinitions/owned/0/description"],
        ),
        (
            || optional("name=good-practices"),
            CSV,
            "/spec/install/spec/clusterPermissions/0/rules/0",
            json!({ "apiGroups": ["apiextensions.k8s.io"], "resources": ["*"], "verbs": ["patch"] }),
            &["warning OLM-P4 /spec/install/spec/clusterPermissions/0/rules/0"],
        ),
        (
            || optional("name=good-practices"),
            CSV,
            "/metadata/name",
            json!("small-0.1"),
            &["warning OLM-P5 /metadata/name", "warning OLM-P6 /metadata/name"],
        ),
        (
            || optional("name=multiarch"),
            CSV,
            "/metadata/labels",
            json!({}),
            &["warning OLM-R1 ", "warning OLM-R5 "],
        ),
        (
            v1,
            CSV,
            "/spec/installModes/0/type",
            json!("OwnNamespace"),
            &["error OLM-V1 /spec/installModes"],
        ),
        (
            v1,
            CSV,
            "/spec/apiservicedefinitions",
            json!({ "required": [{ "kind": "A" }] }),
            &["error OLM-V3 /spec/apiservicedefinitions/required"],
        ),
        (
            v1,
            CSV,
            "/spec/install/spec/deployments/0/name",
            json!("Small"),
            &["error OLM-V4 /spec/install/spec/deployments/0/name"],
        ),
        (v1, SERVICE, "/kind", json!("ClusterRole"), &[]),
        (
            v1,
            CSV,
            "/spec/webhookdefinitions",
            json!([{ "generateName": "a.b", "type": "ValidatingAdmissionWebhook", "deploymentName": "x", "rules": [{ "apiGroups": ["*"] }] }]),
            &[
                "error OLM-V11 /spec/webhookdefinitions/0/rules/0",
                "error OLM-V8 /spec/webhookdefinitions/0/deploymentName",
            ],
        ),
        (
            strict,
            CSV,
            "/spec/webhookdefinitions",
            json!([{ "generateName": "a", "deploymentName": "small", "targetPort": 1 }]),
            &["error OLM-X4 /spec/webhookdefinitions/0/targetPort"],
        ),
        (
            strict,
            CSV,
            "/spec/relatedImages",
            json!(null),
            &["warning OLM-X6 /spec/install/spec/deployments/0/spec/template/spec/containers/0/image"],
        ),
        (
            strict,
            CSV,
            "/spec/customresourcedefinitions/owned/0/specDescriptors/0/path",
            json!("sise"),
            &["warning OLM-X8 /spec/customresourcedefinitions/owned/0/specDescriptors/0/path"],
        ),
        (
            strict,
            CRD,
            "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/type",
            json!("string"),
            &["error OLM-X9 /metadata/annotations/alm-examples"],
        ),
        (
            strict,
            CSV,
            "/spec/install/spec/clusterPermissions/0/rules/0/verbs",
            json!(["*"]),
            &["warning OLM-X11 /spec/install/spec/clusterPermissions/0/rules/0/verbs"],
        ),
        (
            strict,
            CSV,
            "/spec/dispalyName",
            json!("x"),
            &["warning OLM-X12 /spec/dispalyName"],
        ),
        (
            strict,
            ANNOTATIONS,
            "/annotations/operators.operatorframework.io.bundle.channel.default.v1",
            json!("beta"),
            &[
                "warning OLM-X20 /annotations/operators.operatorframework.io.bundle.channel.default.v1",
                "warning OLM-X23 /annotations/operators.operatorframework.io.bundle.channels.v1",
            ],
        ),
    ];
    let known: BTreeSet<&str> = FAMILIES
        .iter()
        .flat_map(|family| family.rules)
        .map(|rule| rule.id)
        .collect();
    let mut wrong = Vec::new();
    for (asked, path, pointer, new, expected) in cases {
        let found = verdict(&asked(), with(path, pointer, new.clone()));
        for line in &found {
            assert!(
                known.contains(line.split(' ').nth(1).unwrap_or_default()),
                "{line} is in no table"
            );
        }
        if found != expected {
            wrong.push(format!(
                "{path} {pointer} = {new}: {found:?}, expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn removed_apis_are_errors_where_the_version_says_so() {
    let files = || with(SERVICE, "/kind", json!("PodDisruptionBudget"));
    let files = || {
        let mut files = files();
        let mut document = value(&files, SERVICE);
        document["apiVersion"] = json!("policy/v1beta1");
        files.put(SERVICE, Entry::File(document.to_string().into_bytes()));
        files
    };
    for (version, expected) in [
        ("1.24", "error OLM-A1 /apiVersion"),
        ("1.25", "error OLM-A1 /apiVersion"),
    ] {
        let asked = Asked {
            kubernetes: version.to_owned(),
            ..optional("name=alpha-deprecated-apis")
        };
        // The bundle's own `minKubeVersion` is 1.27.
        assert_eq!(verdict(&asked, files()), [expected], "{version}");
    }
    let asked = Asked {
        kubernetes: "latest".to_owned(),
        ..optional("name=alpha-deprecated-apis")
    };
    assert_eq!(verdict(&asked, small()), ["error OLM-A3 "]);
}

/// Each node of a document by its pointer.
fn nodes(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Value::Object(fields) => {
            for (name, child) in fields {
                nodes(child, &format!("{pointer}/{}", name.replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            for (at, child) in items.iter().enumerate() {
                nodes(child, &format!("{pointer}/{at}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn wrong_types_anywhere_end_in_a_finding_with_a_place() {
    let asked = Asked {
        optional: Some(Selector::parse("").expect("everything is selected")),
        ..strict()
    };
    for path in [CSV, CRD] {
        let mut pointers = Vec::new();
        nodes(&value(&small(), path), "", &mut pointers);
        for pointer in pointers.iter().filter(|pointer| !pointer.is_empty()) {
            for new in [
                json!([]),
                json!({}),
                json!("x"),
                json!(-1),
                json!(true),
                json!([[null]]),
                json!({ "": {} }),
            ] {
                for finding in findings(&asked, with(path, pointer, new)) {
                    assert!(!finding.message.is_empty());
                    if finding.rule == "OLM-L5" {
                        assert_eq!(finding.place.file, path, "{finding:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn broken_files_end_in_a_line() {
    let text = String::from_utf8(small().bytes(CSV).expect("it is there").to_vec()).expect("it is text");
    let deep = format!("kind: A\na: {}", "[".repeat(100_000));
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("truncated", text.as_bytes()[..text.len() - 200].to_vec()),
        ("truncated in a list", b"kind: A\nspec: [1, 2\n".to_vec()),
        ("not UTF-8", b"kind: A\n\xff\xfe\n".to_vec()),
        ("deep", deep.into_bytes()),
        ("tabs", b"kind:\tA\n\tb: c\n".to_vec()),
        ("a list", b"- a\n- b\n".to_vec()),
        ("a text", b"hello\n".to_vec()),
        ("empty", Vec::new()),
        ("twice", b"kind: A\nkind: B\n".to_vec()),
        ("bomb", b"a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e]\ng: &g [*f, *f, *f, *f, *f, *f, *f, *f]\nkind: [*g, *g, *g]\n".to_vec()),
    ];
    for (name, bytes) in cases {
        let mut files = small();
        files.put("manifests/broken.yaml", Entry::File(bytes));
        let found = findings(&head(), files);
        if name == "truncated" {
            // Cut at some place it may still be YAML: then it is a second CSV.
            assert!(!found.is_empty(), "{name}");
            continue;
        }
        assert!(
            found
                .iter()
                .any(|one| one.rule == "OLM-L5" && one.place.file == "manifests/broken.yaml"),
            "{name}: {found:?}"
        );
    }
}

fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, bytes) in entries {
        let mut header = [0_u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..107].copy_from_slice(b"0000644");
        header[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        header[156] = b'0';
        header[257..263].copy_from_slice(b"ustar\0");
        header[148..156].copy_from_slice(b"        ");
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        archive.extend_from_slice(&header);
        archive.extend_from_slice(bytes);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    archive
}

fn written(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join(name);
    let mut file = fs_err::File::create(&path).expect("it can be made");
    file.write_all(bytes).expect("it can be written");
    (folder, path)
}

fn read_at(path: &Path) -> Result<Files, String> {
    read(Utf8Path::from_path(path).expect("it is UTF-8")).map_err(|error| error.to_string())
}

#[test]
fn archives_are_read_and_do_not_lead_out() {
    let files = small();
    let entries: Vec<(String, Vec<u8>)> = files
        .below("")
        .iter()
        .map(|(path, _)| {
            (
                (*path).to_owned(),
                files.bytes(path).expect("it is a file").to_vec(),
            )
        })
        .collect();
    let packed = |prefix: &str| {
        let named: Vec<(String, &[u8])> = entries
            .iter()
            .map(|(path, bytes)| (format!("{prefix}{path}"), bytes.as_slice()))
            .collect();
        tar(&named
            .iter()
            .map(|(path, bytes)| (path.as_str(), *bytes))
            .collect::<Vec<_>>())
    };
    for prefix in ["", "./", "small/"] {
        let (_folder, path) = written("small.tar", &packed(prefix));
        let read = read_at(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(verdict(&head(), read), Vec::<String>::new(), "{prefix}");
    }
    for name in ["../x", "/etc/x", "a/../../x"] {
        let (_folder, path) = written("x.tar", &tar(&[(name, b"x")]));
        let error = read_at(&path).expect_err("it leads out");
        assert!(error.contains("leads out of it"), "{error}");
    }
    // Archives that are cut or changed end in an error or in findings, whatever the place.
    let whole = packed("");
    let mut state: u32 = 7;
    for _ in 0..200 {
        let mut broken = whole.clone();
        for _ in 0..8 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = usize::try_from(state).unwrap_or_default() % broken.len();
            broken[at] = state.to_be_bytes()[1];
        }
        broken.truncate(broken.len() - usize::try_from(state % 4096).unwrap_or_default());
        let (_folder, path) = written("x.tar", &broken);
        if let Ok(files) = read_at(&path) {
            let _ = findings(&strict(), files);
        }
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    let files = small();
    for (path, _) in files.below("") {
        let at = folder.path().join("b").join(path);
        fs_err::create_dir_all(at.parent().expect("it has one")).expect("it can be made");
        let mut file = fs_err::File::create(&at).expect("it can be made");
        file.write_all(files.bytes(path).expect("it is a file"))
            .expect("it can be written");
    }
    let at = folder.path().join("b/manifests/link.yaml");
    std::os::unix::fs::symlink("/etc/hostname", &at).expect("it can be made");
    let files = read_at(&folder.path().join("b")).expect("it is a folder");
    let found = findings(&head(), files);
    let rules: Vec<_> = found
        .iter()
        .map(|one| (one.rule, one.place.file.as_str()))
        .collect();
    assert_eq!(rules, [("OLM-L6", "manifests/link.yaml")]);
}

#[test]
fn the_scorecard_says_what_the_original_says() {
    let run = |files: Files| {
        let bundle = load(files).expect("it is a bundle");
        let config = scorecard::config(&bundle, None).expect("there is none");
        scorecard::run(&bundle, &config, &Selector::default())
    };
    let states = |files: Files| -> Vec<(String, State, usize)> {
        let tests = run(files);
        let results = tests.iter().filter_map(|test| test.result.as_ref());
        results
            .map(|result| (result.name.clone(), result.state, result.suggestions.len()))
            .collect()
    };
    let names = [
        "basic-check-spec",
        "olm-bundle-validation",
        "olm-crds-have-validation",
        "olm-crds-have-resources",
        "olm-spec-descriptors",
        "olm-status-descriptors",
    ];
    let all = |changed: &[(usize, State, usize)]| -> Vec<(String, State, usize)> {
        let mut rows: Vec<_> = names
            .iter()
            .map(|name| ((*name).to_owned(), State::Pass, 0))
            .collect();
        // Its example has no status.
        rows[5].2 = 1;
        for (at, state, suggestions) in changed {
            rows[*at].1 = *state;
            rows[*at].2 = *suggestions;
        }
        rows
    };
    assert_eq!(states(small()), all(&[]));
    let examples = |text: &str| with(CSV, "/metadata/annotations/alm-examples", json!(text));
    let thing = |rest: Value| {
        let mut thing =
            json!({ "apiVersion": "small.example.com/v1", "kind": "Thing", "metadata": { "name": "a" } });
        for (key, value) in rest.as_object().expect("it is an object") {
            thing[key] = value.clone();
        }
        examples(&json!([thing]).to_string())
    };
    for (files, changed) in [
        (
            examples("[1"),
            &[
                (0, State::Fail, 0),
                (1, State::Fail, 0),
                (2, State::Error, 0),
                (4, State::Error, 0),
                (5, State::Error, 0),
            ][..],
        ),
        (thing(json!({})), &[(0, State::Pass, 1), (4, State::Fail, 0)]),
        (
            thing(json!({ "spec": { "size": 1, "x": 2 } })),
            &[(2, State::Fail, 1), (4, State::Fail, 1)],
        ),
        (
            thing(json!({ "spec": { "size": 1 }, "status": { "ready": true } })),
            &[(5, State::Fail, 1)],
        ),
        (
            with(
                CSV,
                "/spec/customresourcedefinitions/owned/0/resources",
                json!([]),
            ),
            &[(3, State::Fail, 0)],
        ),
    ] {
        assert_eq!(states(files), all(changed));
    }
}

/// Whether blessing was asked for.
fn blesses() -> bool {
    #[allow(
        clippy::disallowed_methods,
        reason = "blessing is asked for through the environment"
    )]
    std::env::var_os("KOPR_BLESS").is_some()
}

#[test]
fn the_book_has_every_rule() {
    let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/reference/bundle-rules.md");
    let mut text = String::from(
        "# Rules for bundles\n\nWhat `kopr bundle validate` looks at; see [Bundles](../guide/bundles.md). `all` stands for \
         the profiles `sdk-1.42`, `api-head` and `olmv1`. This page is made from the rules themselves.\n",
    );
    for family in FAMILIES {
        text.push_str(&format!(
            "\n## `{}` ({:?})\n\n| rule | level | profiles | what has to hold |\n| --- | --- | --- | --- |\n",
            family.name, family.phase
        ));
        for rule in family.rules {
            let profiles: Vec<&str> = rule.profiles.iter().map(|profile| profile.name()).collect();
            let profiles = if rule.profiles.len() == Profile::ALL.len() {
                "all".to_owned()
            } else {
                profiles.join(", ")
            };
            text.push_str(&format!(
                "| {} | {} | {profiles} | {} |\n",
                rule.id,
                rule.level,
                rule.about.replace('|', "\\|")
            ));
        }
    }
    if blesses() {
        fs_err::OpenOptions::new()
            .create(true)
            .truncate(true)
            .write(true)
            .open(&path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .expect("it can be written");
    }
    let book = fs_err::read_to_string(&path).unwrap_or_default();
    assert!(
        book == text,
        "`{path}` is behind the rules: run this test with KOPR_BLESS=1"
    );
}

/// A bundle or file of the data, what is asked, and the rules that the validators of operator-framework/api report
/// for it, all of them together; its own tests ask one validator each and look at the first error.
struct Expected {
    path: &'static str,
    asked: fn() -> Asked,
    rules: &'static [&'static str],
}

const fn expect(path: &'static str, asked: fn() -> Asked, rules: &'static [&'static str]) -> Expected {
    Expected { path, asked, rules }
}

const API: &str = "operator-framework-api/pkg/validation/internal/testdata";

fn deprecated(version: &str) -> Asked {
    Asked {
        kubernetes: version.to_owned(),
        ..optional("name=alpha-deprecated-apis")
    }
}

static EXPECTED: &[Expected] = &[
    expect("operator-framework-api/pkg/manifests/testdata/invalid_bundle_with_hidden", head, &["error OLM-L4"]),
    expect("operator-framework-api/pkg/manifests/testdata/invalid_bundle_with_subdir", head, &["error OLM-L4"]),
    expect("operator-framework-api/pkg/validation/testdata/valid_bundle", head, &["error OLM-D8", "warning OLM-C13"]),
    expect("operator-framework-api/pkg/validation/testdata/invalid_bundle", head, &["error OLM-B2", "error OLM-D8"]),
    expect("internal/invalid_bundle", head, &["error OLM-B2", "error OLM-D8"]),
    expect("internal/invalid_bundle_3", head, &["error OLM-B1", "error OLM-C11", "error OLM-D8"]),
    expect("internal/valid_bundle_2", head, &["error OLM-C11", "error OLM-D8"]),
    expect("internal/valid_bundle_v1beta1", head, &["error OLM-D8"]),
    expect("internal/valid_bundle_custom_categories", || optional("name=categories"), &["error OLM-D8", "error OLM-G1"]),
    expect("internal/invalid_bundle_operatorhub", || optional("name in (operatorhubv2, capabilities, categories)"), &[
        "error OLM-C6", "error OLM-D8", "error OLM-G1", "error OLM-H1", "error OLM-H2", "error OLM-H3", "error OLM-H4",
        "error OLM-H5", "error OLM-K1", "warning OLM-A1",
    ]),
    expect("internal/valid_bundle_v1beta1", || deprecated("1.22"), &["error OLM-A1", "error OLM-D8"]),
    expect("internal/removed_api_1_25", || deprecated("1.25"), &["error OLM-A1", "error OLM-O1"]),
    expect("internal/removed_api_1_25", || deprecated(""), &["error OLM-O1", "warning OLM-A1"]),
    expect("internal/removed_api_1_26", || deprecated("1.26"), &["error OLM-A1", "error OLM-O1"]),
    expect("internal/removed_api_1_26", || deprecated(""), &["error OLM-O1", "warning OLM-A1"]),
    expect("internal/deprecated_api_1_25", || deprecated(""), &["error OLM-O1", "warning OLM-A1", "warning OLM-A2"]),
    expect("internal/bundle_with_deprecated_resources", || deprecated(""), &[
        "error OLM-B4", "error OLM-O1", "warning OLM-A1",
    ]),
    expect("internal/badName.csv.yaml", head, &["error OLM-C1"]),
    expect("internal/badAnnotationNames.csv.yaml", head, &["error OLM-C12"]),
    expect("internal/noInstallMode.csv.yaml", head, &["error OLM-C8"]),
    expect("internal/invalid.alm-examples.csv.yaml", head, &["error OLM-C4"]),
    expect("internal/correct.csv.yaml", head, &[]),
    expect("internal/correct.csv.empty.example.yaml", head, &["error OLM-C11", "warning OLM-C7"]),
    expect("internal/correct.csv.with.conversion.webhook.yaml", head, &[]),
    expect("internal/incorrect.csv.with.conversion.webhook.yaml", head, &["error OLM-C9"]),
    expect("internal/correct.csv.olm.properties.annotation.yaml", head, &[
        "error OLM-C11", "error OLM-C6", "warning OLM-C13",
    ]),
    expect("internal/invalid_min_kube_version.csv.yaml", head, &["error OLM-C10"]),
    expect("internal/dataTypeMismatch.csv.yaml", head, &["error OLM-L5"]),
    expect("internal/v1.crd.yaml", head, &[]),
    expect("internal/v1beta1.crd.yaml", head, &[]),
    expect("internal/duplicateVersions.crd.yaml", head, &["error OLM-D3", "error OLM-D8"]),
    expect("internal/deprecatedVersion.crd.yaml", head, &["error OLM-D3"]),
    expect("internal/noConversionReviewVersions.crd.yaml", head, &["error OLM-D7"]),
    expect("operator-sdk/testdata/go/v4/memcached-operator/bundle", head, &[]),
    expect("operator-sdk/internal/scorecard/testdata/bundle", head, &[]),
];

/// The files of an entry as a bundle: what is no bundle yet gets metadata, and a CRD the small CSV beside it.
fn wrapped(path: &Utf8Path) -> Files {
    if path.join("metadata").is_dir() {
        return read(path).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut files = small();
    for path in [CSV, CRD, SERVICE] {
        files.remove(path);
    }
    if path.is_dir() {
        let inner = read(path).unwrap_or_else(|error| panic!("{error}"));
        for (path, entry) in inner.below("") {
            files.put(&format!("manifests/{path}"), entry.clone());
        }
        return files;
    }
    let bytes = fs_err::read(path).unwrap_or_else(|error| panic!("{error}"));
    let is_crd = String::from_utf8_lossy(&bytes).contains("kind: CustomResourceDefinition");
    files.put("manifests/it.yaml", Entry::File(bytes));
    if is_crd {
        let csv = small().bytes(CSV).expect("it is there").to_vec();
        files.put(CSV, Entry::File(csv));
    }
    files
}

#[test]
fn verdicts_are_those_of_operator_framework() {
    #[allow(
        clippy::disallowed_methods,
        reason = "where the data is can only be said from outside"
    )]
    let Some(data) = std::env::var_os("KOPR_SHARED_DATA") else {
        return;
    };
    let data = PathBuf::from(data);
    let data = Utf8Path::from_path(&data).expect("it is UTF-8");
    let mut wrong = 0;
    for Expected { path, asked, rules } in EXPECTED {
        let full = path
            .strip_prefix("internal/")
            .map_or_else(|| (*path).to_owned(), |rest| format!("{API}/{rest}"));
        let is_one_file = full.ends_with(".yaml");
        let is_crd = full.ends_with(".crd.yaml");
        let found: BTreeSet<String> = findings(&asked(), wrapped(&data.join(&full)))
            .iter()
            .map(|one| format!("{} {}", one.level.as_str(), one.rule))
            // A file alone is no bundle: only the rules about it count.
            .filter(|line| !is_one_file || !line.contains("OLM-B"))
            .filter(|line| !is_crd || line.contains("OLM-D") || line.contains("OLM-L"))
            // Nor does the missing version of Kubernetes, which most of this data has.
            .filter(|line| line != "warning OLM-C10" && line != "warning OLM-H6" && line != "warning OLM-H5")
            .filter(|line| {
                line != "warning OLM-C3" && (rules.contains(&line.as_str()) || line != "warning OLM-C7")
            })
            .collect();
        let expected: BTreeSet<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
        let is_same = found == expected;
        println!(
            "{}  {path}: {}",
            if is_same { "same     " } else { "DIFFERENT" },
            found.iter().cloned().collect::<Vec<_>>().join(", ")
        );
        if !is_same {
            println!("           expected {}", rules.join(", "));
            wrong += 1;
        }
    }
    println!("{} of {} as expected", EXPECTED.len() - wrong, EXPECTED.len());
    for (what, why) in ON_PURPOSE {
        println!("on purpose: {what}: {why}");
    }
    assert_eq!(wrong, 0, "verdicts differ");
}

/// Where kopr differs from the original, and why.
const ON_PURPOSE: [(&str, &str); 6] = [
    (
        "a key that stands twice",
        "an error of reading; there the last one counts, which nobody sees",
    ),
    (
        "members in other capitals",
        "unknown and lost; there Go's reader takes them",
    ),
    ("`icon: []`", "an error; there a panic"),
    (
        "set `community` without `index-path`",
        "errors are not said a second time as warnings",
    ),
    (
        "images of the set `multiarch`",
        "not pulled: as if they could not be inspected, unless `images=FILE` says more",
    ),
    ("constraints in CEL", "read, but their types are not checked"),
];

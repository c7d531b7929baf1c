//! Each rule on a bundle that breaks it.

use std::collections::BTreeSet;

use kopr_cli::bundle::{Asked, Entry, FAMILIES, Profile, Selector};
use serde_json::{Value, json};

use crate::{
    ANNOTATIONS, CRD, CSV, SERVICE, findings, head, optional, small, strict, v1, value, verdict, with,
};

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

/// What is said of the rule of one constraint.
fn of_constraint(value: &Value) -> Vec<(String, String, Option<String>)> {
    let mut files = small();
    let dependencies = json!({ "dependencies": [{ "type": "olm.constraint", "value": value }] });
    files.put(
        "metadata/dependencies.yaml",
        Entry::File(dependencies.to_string().into_bytes()),
    );
    findings(&head(), files)
        .into_iter()
        .map(|one| {
            let place = format!("{} {}", one.rule, one.place.pointer);
            (place, one.message, one.help)
        })
        .collect()
}

#[test]
fn constraints_are_checked_against_what_they_know() {
    // The cases of `TestCelConstraintValidation` of operator-registry, and what its checker says of others.
    let right = json!({ "cel": { "rule": "properties.exists(p, p.type == 'a' && semver_compare(p.value, '1.0.0') == 0)" } });
    assert_eq!(of_constraint(&right), []);
    let rule = "/dependencies/0/value/cel/rule";
    for (value, place, message, help) in [
        (
            json!({}),
            "/dependencies/0/value",
            "only constraints in `cel` are taken, and it has none",
            None,
        ),
        (json!({ "cel": { "rule": "" } }), rule, "the rule is empty", None),
        (
            json!({ "cel": { "rule": "properties.exists(p, semver_compared(p.value, '1.0.0') == 0)" } }),
            rule,
            "the rule is wrong: column 37: there is no function `semver_compared`",
            Some("did you mean `semver_compare`?"),
        ),
        (
            json!({ "cel": { "rule": "1" } }),
            rule,
            "the rule is wrong: column 1: it gives a value of type int, not bool",
            Some("compare the value with something"),
        ),
        (
            json!({ "cel": { "rule": "property.exists(p, true)" } }),
            rule,
            "the rule is wrong: column 1: `property` is not known",
            Some("did you mean `properties`?"),
        ),
        (
            json!({ "cel": { "rule": "properties['a'] == 1" } }),
            rule,
            "the rule is wrong: column 11: a value of type list(map(string, dyn)) has no `[string]`",
            Some("there is: `list(any) [] int`, `map(any, any) [] any`"),
        ),
    ] {
        let expected = (
            format!("OLM-F7 {place}"),
            message.to_owned(),
            help.map(str::to_owned),
        );
        assert_eq!(of_constraint(&value), [expected], "{value}");
    }
}

//! Several versions of one kind.

use serde_json::{Value, json};

use super::{PLACE, findings, found, kind, operator};

/// `v1`, which is stored, and `v1alpha1`; what is given is laid over each.
fn two(alpha: Value, stable: Value) -> Value {
    let mut versions = Vec::new();
    for (mut base, over) in [
        (
            json!({ "name": "v1alpha1", "storage": false, "source": { "item": "demo::alpha::Spec" } }),
            alpha,
        ),
        (json!({}), stable),
    ] {
        super::merge(&mut base, over);
        let mut kind = kind(json!({ "version": base }));
        versions.push(kind["versions"][0].take());
    }
    kind(json!({ "versions": versions }))
}

fn field(schema: &Value) -> Value {
    json!({ "schema": { "properties": { "spec": { "properties": { "field": schema } } } } })
}

#[test]
fn versions_are_told_apart_and_one_is_stored() {
    // alpha, stable, how the first finding begins
    for (alpha, stable, says) in [
        (json!({}), json!({}), None),
        (
            json!({ "storage": true }),
            json!({}),
            Some(
                "V1: PLACE: more than one version is stored: `v1` (`demo::MemcachedSpec`), `v1alpha1` (`demo::alpha::Spec`)",
            ),
        ),
        (
            json!({}),
            json!({ "storage": false }),
            Some(
                "V1: PLACE: no version is stored of `v1` (`demo::MemcachedSpec`), `v1alpha1` (`demo::alpha::Spec`)",
            ),
        ),
        (
            json!({ "name": "v1" }),
            json!({}),
            Some(
                "V2: PLACE: there are two versions `v1` (`demo::alpha::Spec`), `v1` (`demo::MemcachedSpec`)",
            ),
        ),
        (json!({ "served": false }), json!({}), None),
        (
            json!({ "served": false }),
            json!({ "served": false }),
            Some(
                "V4: PLACE: no version is served of `v1` (`demo::MemcachedSpec`), `v1alpha1` (`demo::alpha::Spec`)",
            ),
        ),
    ] {
        let found = findings(&operator(&[two(alpha.clone(), stable)]), "");
        match says {
            None => assert_eq!(found, Vec::<String>::new(), "{alpha}"),
            Some(says) => {
                let says = format!("error {}", says.replace("PLACE", PLACE));
                assert!(found[0].starts_with(&says), "{says}\n{found:#?}");
            }
        }
    }
    let twice = findings(
        &operator(&[kind(json!({})), kind(json!({ "kind": "Memcacheds" }))]),
        "",
    );
    assert!(
        twice[0].starts_with(&format!("error O4: {PLACE}: two kinds are called `{PLACE}`")),
        "{twice:?}"
    );
}

#[test]
fn without_a_conversion_schemas_are_the_same() {
    let text = || json!({ "type": "string" });
    // alpha's field, stable's field, place and message
    for (alpha, stable, says) in [
        (text(), text(), None),
        (
            json!({ "type": "string", "description": "a", "title": "b" }),
            text(),
            None,
        ),
        (
            json!({ "type": "string", "enum": ["a", "b"] }),
            json!({ "type": "string", "enum": ["b", "a"] }),
            None,
        ),
        (
            text(),
            Value::Null,
            Some(
                "v1alpha1 .spec.field: `v1`, which is stored, has no such field, and nothing converts: what is written in `v1alpha1` is lost",
            ),
        ),
        (
            Value::Null,
            text(),
            Some(
                "v1 .spec.field: `v1alpha1` has no such field, and nothing converts: who writes an object in `v1alpha1` removes it",
            ),
        ),
        (
            text(),
            json!({ "type": "integer" }),
            Some(
                "v1alpha1 .spec.field: it is of type `string`, and of type `integer` in `v1`, which is stored, and nothing converts",
            ),
        ),
        (
            json!({ "type": "object", "additionalProperties": text() }),
            json!({ "type": "object" }),
            Some("v1alpha1 .spec.field: it is a map, and of type `object` in `v1`"),
        ),
        (
            json!({ "type": "array", "items": text() }),
            json!({ "type": "array", "items": { "x-kubernetes-int-or-string": true } }),
            Some("v1alpha1 .spec.field[]: it is of type `string`, and an integer or a string in `v1`"),
        ),
        (
            json!({ "type": "string", "maxLength": 5 }),
            text(),
            Some("v1alpha1 .spec.field: `maxLength` is another one than in `v1`"),
        ),
        (
            json!({ "type": "object", "properties": { "a": text() } }),
            json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true }),
            Some("v1alpha1 .spec.field: `x-kubernetes-preserve-unknown-fields` is another one than in `v1`"),
        ),
    ] {
        let all = findings(&operator(&[two(field(&alpha), field(&stable))]), "");
        match says {
            None => assert_eq!(all, Vec::<String>::new(), "{alpha} {stable}"),
            Some(says) => {
                let says = format!("error V5: {PLACE} {says}");
                assert_eq!(all.len(), 1, "{all:#?}");
                assert!(all[0].starts_with(&says), "{says}\n{all:#?}");
            }
        }
    }
    // Nobody reads what is not served, and who converts keeps all.
    let differ = |over: Value| {
        let mut alpha = field(&text());
        super::merge(&mut alpha, over);
        two(alpha, json!({}))
    };
    assert_eq!(
        findings(&operator(&[differ(json!({ "served": false }))]), ""),
        Vec::<String>::new()
    );
    let mut converted = differ(json!({}));
    converted["conversion"] = json!({ "url": "https://a.example.com", "reviewVersions": ["v1"] });
    assert_eq!(findings(&operator(&[converted]), ""), Vec::<String>::new());
}

#[test]
fn a_finding_leads_into_the_crd_and_to_the_nearest_item() {
    let source = |item: &str| json!({ "item": item, "file": "src/api.rs", "line": 9 });
    let alpha = json!({
        "schema": { "properties": { "spec": { "properties": {
            "field": { "type": "array" },
            "size": { "type": "integer", "format": "uint8", "x-kubernetes-list-type": "set" },
        } } } },
        "columns": [{ "name": "A", "jsonPath": "a", "type": "string" }],
        "sources": {
            "/properties/spec": source("demo::alpha::Spec"),
            "/properties/spec/properties/size": source("demo::alpha::Spec::size"),
        },
    });
    let mut alpha = two(alpha, json!({}));
    alpha["versions"][0]["served"] = json!(false);
    let found = found(&operator(&[alpha]), "");
    let found: Vec<_> = found
        .iter()
        .map(|finding| {
            let item = finding
                .source
                .as_ref()
                .map(|source| source.item.as_str())
                .unwrap_or_default();
            format!(
                "{} {} {item}",
                finding.rule,
                finding.pointer.as_deref().unwrap_or_default()
            )
        })
        .collect();
    // `v1alpha1` was registered first and comes second in the CRD.
    let schema = "/spec/versions/1/schema/openAPIV3Schema/properties/spec/properties";
    assert_eq!(
        found,
        [
            format!("S7 {schema}/field demo::alpha::Spec"),
            format!("X1 {schema}/size/x-kubernetes-list-type demo::alpha::Spec::size"),
            "S11 /spec/versions/1/additionalPrinterColumns/0/jsonPath demo::alpha::Spec".to_owned(),
            format!("S18 {schema}/size/format demo::alpha::Spec::size"),
        ]
    );
}

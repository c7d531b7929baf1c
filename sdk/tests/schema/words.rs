//! Kubernetes' own words on fields and types: where they arrive, and what is said when they do not fit.

use std::collections::BTreeMap;

use kopr::Schema;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;
use kopr::schema::{json_schema, structural};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{check, convert};

#[test]
fn words_on_fields() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Port {
        name: String,
        #[serde(default)]
        number: i32,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Words {
        #[kopr(immutable)]
        fixed: String,
        #[kopr(
            rule(cel = "self > 1", message = "more than one", reason = "FieldValueForbidden"),
            rule = "self < 9"
        )]
        ruled: i32,
        #[kopr(rule(
            cel = "!oldSelf.hasValue() || self >= oldSelf.value()",
            message_expr = "'was ' + string(oldSelf)",
            field_path = ".x",
            optional_old
        ))]
        grows: i32,
        #[kopr(list_map_keys("name", "number"))]
        ports: Vec<Port>,
        #[kopr(list_type = "set")]
        names: Vec<String>,
        #[kopr(list_type = atomic)]
        order: Vec<i32>,
        #[kopr(map_type = "atomic")]
        labels: BTreeMap<String, String>,
        #[kopr(int_or_string)]
        number_or_text: Value,
        #[kopr(preserve_unknown)]
        open: Port,
        #[kopr(embedded_resource)]
        object: Value,
        #[kopr(nullable)]
        null: String,
        #[kopr(
            title = "A title",
            external_docs(url = "https://example.com", description = "More")
        )]
        told: String,
        #[kopr(example = vec!["a", "b"], external_docs = "https://example.com")]
        shown: Vec<String>,
    }
    let port = json!({ "type": "object", "required": ["name"], "properties": {
        "name": { "type": "string" },
        "number": { "type": "integer", "format": "int32", "default": 0 },
    }});
    let mut open = port.clone();
    open["x-kubernetes-preserve-unknown-fields"] = json!(true);
    check::<Words>(json!({
        "type": "object",
        "properties": {
            "fixed": { "type": "string", "x-kubernetes-validations": [
                { "rule": "self == oldSelf", "message": "field is immutable" },
            ]},
            "ruled": { "type": "integer", "format": "int32", "x-kubernetes-validations": [
                { "rule": "self > 1", "message": "more than one", "reason": "FieldValueForbidden" },
                { "rule": "self < 9" },
            ]},
            "grows": { "type": "integer", "format": "int32", "x-kubernetes-validations": [{
                "rule": "!oldSelf.hasValue() || self >= oldSelf.value()",
                "messageExpression": "'was ' + string(oldSelf)",
                "fieldPath": ".x",
                "optionalOldSelf": true,
            }]},
            "ports": { "type": "array", "items": port,
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name", "number"] },
            "names": { "type": "array", "items": { "type": "string" }, "x-kubernetes-list-type": "set" },
            "order": { "type": "array", "items": { "type": "integer", "format": "int32" },
                "x-kubernetes-list-type": "atomic" },
            "labels": { "type": "object", "additionalProperties": { "type": "string" },
                "x-kubernetes-map-type": "atomic" },
            "number_or_text": { "x-kubernetes-int-or-string": true,
                "anyOf": [{ "type": "integer" }, { "type": "string" }] },
            "open": open,
            "object": { "type": "object", "x-kubernetes-embedded-resource": true,
                "x-kubernetes-preserve-unknown-fields": true },
            "null": { "type": "string", "nullable": true },
            "told": { "type": "string", "title": "A title",
                "externalDocs": { "url": "https://example.com", "description": "More" } },
            "shown": { "type": "array", "items": { "type": "string" }, "example": ["a", "b"],
                "externalDocs": { "url": "https://example.com" } },
        },
        "required": ["fixed", "grows", "labels", "names", "null", "number_or_text", "object", "open", "order",
            "ports", "ruled", "shown", "told"],
    }));
}

#[test]
fn words_on_types_hold_wherever_the_type_is_used() {
    #[derive(Schema, Serialize, Deserialize)]
    #[kopr(
        rule(cel = "self.a != self.b", message = "they differ"),
        at_most_one_of("c", "d-e"),
        struct_type = "atomic"
    )]
    struct Pair {
        a: i32,
        b: i32,
        c: Option<i32>,
        #[serde(rename = "d-e")]
        d: Option<i32>,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[kopr(exactly_one_of("left", "right"), at_least_one_of = ["left", "right"])]
    struct Used {
        #[kopr(immutable)]
        left: Option<Pair>,
        right: Option<Vec<Pair>>,
    }
    let rules = json!([
        { "rule": "self.a != self.b", "message": "they differ" },
        { "rule": "(has(self.c)?1:0)+(has(self.d__dash__e)?1:0) <= 1",
          "message": "at most one of the fields in [c d-e] may be set" },
    ]);
    let found = convert::<Used>().schema;
    assert_eq!(
        found["properties"]["right"]["items"]["x-kubernetes-validations"],
        rules
    );
    assert_eq!(
        found["properties"]["right"]["items"]["x-kubernetes-map-type"],
        "atomic"
    );
    let mut with_own = rules.as_array().cloned().unwrap_or_default();
    with_own.push(json!({ "rule": "self == oldSelf", "message": "field is immutable" }));
    assert_eq!(
        found["properties"]["left"]["x-kubernetes-validations"],
        json!(with_own)
    );
    assert_eq!(
        found["x-kubernetes-validations"],
        json!([
            { "rule": "(has(self.left)?1:0)+(has(self.right)?1:0) == 1",
              "message": "exactly one of the fields in [left right] must be set" },
            { "rule": "has(self.left)||has(self.right)",
              "message": "at least one of the fields in [left right] must be set" },
            { "rule": "!has(oldSelf.left) || has(self.left)", "message": "field left is immutable once set" },
        ])
    );
}

#[test]
fn words_of_a_flattened_type_join_those_of_the_outer_one() {
    #[derive(Schema, Serialize, Deserialize)]
    #[kopr(rule = "self.a > 0")]
    struct Inner {
        a: i32,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[kopr(rule = "self.b > 0")]
    struct Outer {
        b: i32,
        #[serde(flatten)]
        inner: Inner,
    }
    let found = convert::<Outer>().schema;
    assert_eq!(
        found["x-kubernetes-validations"],
        json!([{ "rule": "self.a > 0" }, { "rule": "self.b > 0" }])
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Item {
        name: Option<String>,
        parts: Vec<String>,
        maybe: String,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[kopr(at_most_one_of("text", "nothing"))]
    struct Wrong<T> {
        #[kopr(list_type = "set")]
        text: Option<String>,
        #[kopr(list_type = "set")]
        set: Vec<T>,
        #[kopr(list_map_keys("nam"))]
        misspelt: Vec<T>,
        #[kopr(list_map_keys("name"))]
        optional: Vec<T>,
        #[kopr(list_map_keys("parts"))]
        list: Vec<T>,
        #[kopr(map_type = "atomic")]
        scalar: String,
        #[kopr(embedded_resource)]
        object: String,
        #[kopr(selectable)]
        selected: Vec<String>,
    }
    let found = structural(&json_schema::<Wrong<Item>>(), ".spec");
    let problems: Vec<String> = found
        .problems
        .iter()
        .map(|problem| {
            let source = problem.source.as_ref().expect("each is of a field or type");
            let item = source.item.rsplit("::").next().unwrap_or_default();
            assert!(source.line > 0 && source.file.ends_with("words.rs"));
            format!("{item}: {problem}")
        })
        .collect();
    let expected = [
        "text: `.spec.text` has a `list_type`, and is no list but of the type string (at /properties/spec/properties/text)",
        "set: `.spec.set` is of the list type \"set\", and only scalars can be told apart, or objects that are one value: put `#[kopr(struct_type = \"atomic\")]` on the item's type, or take \"map\" or \"atomic\" (S10) (at /properties/spec/properties/set)",
        "misspelt: `.spec.misspelt` has the list map key `nam`, which its items do not have; they have `maybe`, `name`, `parts` (S9) (at /properties/spec/properties/misspelt)",
        "optional: `.spec.optional` has the list map key `name`, which may be null: take an `Option` off it, or let serde skip it when it is `None` (S9) (at /properties/spec/properties/optional)",
        "list: `.spec.list` has the list map key `parts`, which is no scalar (S9) (at /properties/spec/properties/list)",
        "scalar: `.spec.scalar` has a `map_type`, and is no object but of the type string (at /properties/spec/properties/scalar)",
        "object: `.spec.object` is an `embedded_resource`, and no object but of the type string (at /properties/spec/properties/object)",
        "selected: `.spec.selected` cannot be `selectable`: its type is array, and only a string, an integer or a boolean will do (at /properties/spec/properties/selected)",
        "Wrong: `.spec` has no member `nothing` for `at_most_one_of`; it has `list`, `misspelt`, `object`, `optional`, `scalar`, `selected`, `set`, `text` (at /properties/spec)",
    ];
    assert_eq!(problems, expected);
}

#[test]
fn each_node_knows_its_code() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Inner {
        a: i32,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Outer {
        inner: Vec<Inner>,
        #[serde(rename = "x/y")]
        map: BTreeMap<String, Inner>,
    }
    let sources: Vec<String> = convert::<Outer>()
        .sources
        .iter()
        .map(|(pointer, source)| {
            let item = source.item.rsplit("words::").next().unwrap_or_default();
            format!("{pointer} {item}")
        })
        .collect();
    assert_eq!(
        sources,
        [
            "/properties/spec Outer",
            "/properties/spec/properties/inner Outer::inner",
            "/properties/spec/properties/inner/items Inner",
            "/properties/spec/properties/inner/items/properties/a Inner::a",
            "/properties/spec/properties/x~1y Outer::map",
            "/properties/spec/properties/x~1y/additionalProperties Inner",
            "/properties/spec/properties/x~1y/additionalProperties/properties/a Inner::a",
        ]
    );
}

#[test]
fn docs_are_kept_cut_or_left_out() {
    /// Inner.
    ///
    /// More.
    #[derive(Schema, Serialize, Deserialize)]
    struct Inner {
        /// A.
        ///
        /// More.
        a: i32,
    }
    /// Outer.
    #[derive(Schema, Serialize, Deserialize)]
    struct Outer {
        /// Full.
        full: Inner,
        /// Short.
        ///
        /// More.
        #[kopr(docs = "short")]
        short: Inner,
        /// None.
        #[kopr(docs = none)]
        none: Vec<Inner>,
        list: Vec<Inner>,
        /// A selector.
        selector: LabelSelector,
        #[kopr(docs = "full")]
        told: LabelSelector,
    }
    let found = convert::<Outer>().schema;
    let text = |pointer: &str| {
        found
            .pointer(&format!("{pointer}/description"))
            .and_then(Value::as_str)
            .unwrap_or("-")
    };
    for (pointer, expected) in [
        ("", "Outer."),
        ("/properties/full", "Full."),
        ("/properties/full/properties/a", "A.\n\nMore."),
        ("/properties/short", "Short."),
        ("/properties/short/properties/a", "A."),
        ("/properties/none", "-"),
        ("/properties/none/items", "-"),
        ("/properties/none/items/properties/a", "-"),
        ("/properties/list/items", "Inner.\n\nMore."),
        ("/properties/selector", "A selector."),
        ("/properties/selector/properties/matchExpressions", "-"),
        (
            "/properties/told/properties/matchExpressions",
            "matchExpressions is a list of label selector requirements. The requirements are ANDed.",
        ),
    ] {
        assert_eq!(text(pointer), expected, "{pointer}");
    }
}

#[test]
fn members_that_no_rule_can_reach() {
    #[derive(Schema, Serialize, Deserialize)]
    #[kopr(at_least_one_of("a b", "c"))]
    struct Odd {
        #[serde(rename = "a b")]
        #[kopr(immutable)]
        a: Option<i32>,
        c: Option<i32>,
    }
    let found = structural(&json_schema::<Odd>(), ".spec");
    let problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "`.spec` has `a b` in `at_least_one_of`, and no rule in CEL can reach a member of that name (at /properties/spec)",
            "`.spec.a\\ b` is `immutable`, and no rule in CEL can reach a member of that name to keep it from being taken away: make it required, or rename it (at /properties/spec)",
        ]
    );
}

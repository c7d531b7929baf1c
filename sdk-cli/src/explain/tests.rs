//! Names that find their field, and those that do not, with what is then said.

use kopr_model::Operator;
use miette::Diagnostic as _;
use serde_json::json;

use super::{find, text};

fn operator() -> Operator {
    let kind = |group: &str, kind: &str, plural: &str, short: &str| {
        let schema = json!({ "type": "object", "required": ["spec"], "properties": {
            "apiVersion": { "type": "string" }, "kind": { "type": "string" }, "metadata": { "type": "object" },
            "spec": { "type": "object", "required": ["size"], "properties": {
                "size": { "type": "integer", "format": "int32", "minimum": 1, "maximum": 9, "description": "How many." },
                "a.b": { "type": "string", "enum": ["x", "y"], "default": "x" },
                "rules": { "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
                    "items": { "type": "object", "required": ["name"], "properties": {
                        "name": { "type": "string", "maxLength": 5 },
                        "match": { "type": "object", "additionalProperties": { "type": "object", "properties": {
                            "key": { "x-kubernetes-int-or-string": true,
                                "anyOf": [{ "type": "integer" }, { "type": "string" }] },
                        }}},
                    },
                    "x-kubernetes-validations": [{ "rule": "self.name != 'a'", "message": "not a" }],
                }},
            }},
        }});
        json!({
            "group": group, "kind": kind, "plural": plural, "singular": kind.to_lowercase(), "shortNames": [short],
            "scope": "Namespaced",
            "versions": [
                { "name": "v1", "served": true, "storage": true, "status": false, "schema": schema,
                  "source": { "item": "demo::Spec", "file": "src/api.rs", "line": 7 },
                  "sources": { "/properties/spec/properties/size":
                      { "item": "demo::Spec::size", "file": "src/api.rs", "line": 9 } } },
                { "name": "v1alpha1", "served": true, "storage": false, "status": false,
                  "schema": { "type": "object" }, "source": { "item": "demo::alpha::Spec" } },
            ],
        })
    };
    serde_json::from_value(json!({
        "name": "demo", "domain": "example.com", "package": { "name": "demo", "version": "0.1.0" },
        "resources": [
            kind("example.com", "Widget", "widgets", "w"),
            kind("other.example.com", "Widget", "widgets", "ow"),
            kind("example.com", "Gadget", "gadgets", "g"),
        ],
    }))
    .unwrap()
}

#[test]
fn names_find_their_field() {
    let operator = operator();
    for (name, api_version, expected) in [
        ("Gadget", None, "example.com Gadget v1 "),
        ("gadget", None, "example.com Gadget v1 "),
        ("GADGETS", None, "example.com Gadget v1 "),
        ("g.spec", None, "example.com Gadget v1 .spec"),
        (
            "gadgets.example.com.spec.size",
            None,
            "example.com Gadget v1 .spec.size",
        ),
        (
            "widgets.other.example.com.spec",
            None,
            "other.example.com Widget v1 .spec",
        ),
        ("ow", None, "other.example.com Widget v1 "),
        ("v1alpha1/Gadget", None, "example.com Gadget v1alpha1 "),
        (
            "other.example.com/v1/widget",
            None,
            "other.example.com Widget v1 ",
        ),
        (
            "widget",
            Some("other.example.com/v1"),
            "other.example.com Widget v1 ",
        ),
        ("gadget", Some("v1alpha1"), "example.com Gadget v1alpha1 "),
        (
            "gadget.spec.rules.name",
            None,
            "example.com Gadget v1 .spec.rules[].name",
        ),
        (
            "gadget.spec.rules[].name",
            None,
            "example.com Gadget v1 .spec.rules[].name",
        ),
        (
            "gadget.spec.rules.match.key",
            None,
            "example.com Gadget v1 .spec.rules[].match{}.key",
        ),
        ("gadget.spec.a.b", None, "example.com Gadget v1 .spec[\"a.b\"]"),
    ] {
        let found = find(&operator, name, api_version).unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = format!(
            "{} {} {} {}",
            found.resource.group, found.resource.kind, found.version.name, found.field.node.path
        );
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn what_is_not_found_is_said() {
    let operator = operator();
    for (name, says) in [
        (
            "gadgte",
            "the operator has no kind `gadgte`: did you mean `Gadget`? There are: `Gadget`, `Widget`",
        ),
        (
            "zzz.spec",
            "the operator has no kind `zzz`: there are: `Gadget`, `Widget`",
        ),
        (
            "widget.spec",
            "`widget` is the name of more than one kind: say which one: `widgets.example.com`, `widgets.other.example.com`",
        ),
        (
            "v2/gadget",
            "`Gadget` has no version `v2`: there are: `v1`, `v1alpha1`",
        ),
        (
            "gadget.spec.sise",
            "`.spec` has no field `sise`: did you mean `size`? There are: `a.b`, `rules`, `size`",
        ),
        (
            "gadget.spec.rules.nam",
            "`.spec.rules[]` has no field `nam`: did you mean `name`? There are: `match`, `name`",
        ),
        (
            "gadget.spec.size.x",
            "`.spec.size` has no field `x`: there are none",
        ),
        (
            "gadget.specs",
            "`Gadget` has no field `specs`: did you mean `spec`? There are: `spec`",
        ),
        (
            "gadget.metadata.name",
            "`metadata.name` is the same in every kind, and no part of the schema: ask a cluster: `kubectl explain gadgets.metadata.name`",
        ),
    ] {
        let error = find(&operator, name, None).map(|_| ()).expect_err(name);
        let help = error.help().map(|help| help.to_string()).unwrap_or_default();
        assert_eq!(format!("{error}: {help}"), says, "{name}");
    }
}

#[test]
fn a_field_says_what_holds() {
    let operator = operator();
    let shown = |name: &str, recursive| text(&find(&operator, name, None).unwrap(), recursive);
    assert_eq!(
        shown("g.spec.size", false),
        "GROUP:    example.com\nKIND:     Gadget\nVERSION:  v1\nFIELD:    spec.size <integer> required\n\
         SOURCE:   `demo::Spec::size` (src/api.rs:9)\n\nDESCRIPTION:\n  How many.\n\nWHAT HOLDS:\n  format: int32\n  \
         value: 1 to 9\n"
    );
    let rules = shown("g.spec.rules", false);
    for part in [
        "FIELD:    spec.rules <[]Object>\n",
        "DESCRIPTION:\n  none\n",
        "  list type: map, keyed by name\n",
        "  each item: rule: self.name != 'a'\n  each item:   says: not a\n",
        "FIELDS:\n  match <map[string]Object>\n\n  name <string> required\n    characters: at most 5\n",
    ] {
        assert!(rules.contains(part), "{part}\n{rules}");
    }
    assert!(shown("g", true).ends_with(
        "FIELDS:\n  apiVersion <string>\n  kind <string>\n  metadata <ObjectMeta>\n  spec <Object> required\n    \
         a.b <string>\n    rules <[]Object>\n      match <map[string]Object>\n        key <integer or string>\n      \
         name <string> required\n    size <integer> required\n"
    ));
}

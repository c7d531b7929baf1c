//! Rules on schemas, without a server: what is said and where, what is proposed, what a rule costs.

use serde_json::{Value, json};

use super::check::Scope;
use super::cost::{Assumed, estimate};
use super::declare::declare;
use super::problems;
use crate::check::Level;

/// A schema with one rule, and all that is said of it: level, place, message and help.
fn check(schema: &Value, rule: &str, expected: &[&str]) {
    let mut schema = schema.clone();
    schema["x-kubernetes-validations"] = json!([{ "rule": rule }]);
    let schema = json!({ "type": "object", "properties": { "spec": schema } });
    let said: Vec<String> = problems(&schema)
        .into_iter()
        .map(|problem| {
            let level = problem.level.as_str();
            format!("{level} {}: {}; {}", problem.path, problem.message, problem.help)
        })
        .collect();
    assert_eq!(said, expected, "{rule}");
}

#[test]
fn mistakes_are_placed_and_come_with_a_way_out() {
    let schema = json!({ "type": "object", "properties": {
        "size": { "type": "integer" },
        "namespace": { "type": "string" },
        "x-y": { "type": "integer" },
    }});
    for (rule, expected) in [
        ("self.size > 0", &[][..]),
        (
            "self.size > 0 && self.sise < 3",
            &[
                "error .spec: rule `self.size > 0 && self.sise < 3`, column 22: `.spec` has no field `sise`; did you mean `size`?",
            ],
        ),
        (
            "self.namespace != ''",
            &[
                "warning .spec: rule `self.namespace != ''`, column 5: servers before Kubernetes 1.32 do not know the field `namespace` by this name; write `__namespace__`, which all servers know",
            ],
        ),
        (
            "self.x-y > 0",
            &[
                "error .spec: rule `self.x-y > 0`, column 7: `x-y` is read as a subtraction; the field `x-y` is written `x__dash__y`",
            ],
        ),
        (
            "'größe' == self.sise",
            &[
                "error .spec: rule `'größe' == self.sise`, column 16: `.spec` has no field `sise`; did you mean `size`?",
            ],
        ),
        (
            "self.sise > 0 || self.size == 'a'",
            &[
                "error .spec: rule `self.sise > 0 || self.size == 'a'`, column 5: `.spec` has no field `sise`; did you mean `size`?",
                "error .spec: rule `self.sise > 0 || self.size == 'a'`, column 28: `==` does not go between int and string; both sides have to be of one type; convert one with `string(..)`, `int(..)` or `double(..)`",
            ],
        ),
    ] {
        check(&schema, rule, expected);
    }
}

#[test]
fn names_of_metadata_are_told() {
    let schema = json!({ "type": "object", "x-kubernetes-validations": [{ "rule": "self.metadata.namespace == 'prod'" }] });
    let said = problems(&schema);
    assert_eq!(said.len(), 1);
    assert_eq!(
        said[0].message,
        "rule `self.metadata.namespace == 'prod'`, column 14: rules cannot reach `metadata.namespace`"
    );
    assert_eq!(
        said[0].help,
        "of `metadata`, rules see only `name` and `generateName`"
    );
}

#[test]
fn bounds_are_asked_for_only_where_they_are_missing() {
    let rule = "self.hosts.all(h, self.hosts.exists_one(g, g == h))";
    let with = |list: Value, item: Value| {
        let mut items = json!({ "type": "string" });
        items["maxLength"] = item;
        let mut hosts = json!({ "type": "array", "items": items });
        hosts["maxItems"] = list;
        json!({ "type": "object", "properties": { "hosts": hosts } })
    };
    for (list, item, expected) in [
        (json!(16), json!(63), None),
        (
            json!(16),
            Value::Null,
            Some(
                "may cost 8.1 times what the server allows for one; `.spec.hosts[]` has no `maxLength`; with 1024 it fits: `#[schemars(inner(length(max = 1024)))]` is the `maxLength` of `.spec.hosts[]`",
            ),
        ),
        (
            Value::Null,
            json!(63),
            Some(
                "may cost more than 100 times what the server allows for one; `.spec.hosts` has no `maxItems`; with 512 it fits: `#[schemars(length(max = 512))]` is the `maxItems` of `.spec.hosts`",
            ),
        ),
        (
            Value::Null,
            Value::Null,
            Some(
                "may cost more than 100 times what the server allows for one; `.spec.hosts` has no `maxItems`, `.spec.hosts[]` has no `maxLength`; with 256 each it fits: `#[schemars(inner(length(max = 256)))]` is the `maxLength` of `.spec.hosts[]`, `#[schemars(length(max = 256))]` is the `maxItems` of `.spec.hosts`",
            ),
        ),
    ] {
        let expected: Vec<String> = expected
            .map(|expected| format!("error .spec: the rule `{rule}` {expected}"))
            .into_iter()
            .collect();
        check(
            &with(list, item),
            rule,
            &expected.iter().map(String::as_str).collect::<Vec<_>>(),
        );
    }
}

#[test]
fn all_rules_of_a_version_have_one_budget() {
    // Each is well below the limit for one: a million times about six.
    let rule = json!({ "rule": "self.list.all(x, x != '')" });
    let with = |count: usize| {
        json!({ "type": "object", "properties": { "spec": {
            "type": "object",
            "properties": { "list": { "type": "array", "items": { "type": "string" } } },
            "x-kubernetes-validations": vec![rule.clone(); count],
        }}})
    };
    assert_eq!(problems(&with(20)), []);
    let said = problems(&with(30));
    assert_eq!(said.len(), 1);
    assert!(
        said[0].message.starts_with("all rules together may cost 1.") && said[0].help.contains("at `.spec`"),
        "{said:?}"
    );
}

#[test]
fn costs_are_those_of_the_server() {
    let schema = json!({ "type": "object", "properties": {
        "a": { "type": "string" },
        "s": { "type": "string", "maxLength": 20 },
        "e": { "type": "string", "enum": ["x", "yyyy"] },
        "n": { "type": "integer" },
        "p": { "x-kubernetes-int-or-string": true },
        "l": { "type": "array", "maxItems": 10, "items": { "type": "string", "maxLength": 5 } },
        "u": { "type": "array", "items": { "type": "string" } },
        "o": { "type": "array", "maxItems": 10, "items": { "type": "object", "properties": {
            "k": { "type": "string", "maxLength": 3 },
            "h": { "type": "array", "maxItems": 100, "items": { "type": "string", "maxLength": 4 } },
        }}},
        "m": { "type": "object", "maxProperties": 7, "additionalProperties": { "type": "string", "maxLength": 6 } },
    }});
    let decl = declare(&schema, "", false).expect("an object");
    let scope = Scope::of_schema(decl.ty(), decl.ty());
    // What Kubernetes 1.37 computes.
    for (rule, cost) in [
        ("self.n > 0", 3),
        ("has(self.n) && self.n > 0", 4),
        ("self.a == self.s", 12),
        ("self.a.contains('abc')", 314_575),
        ("self.s.matches('^[a-z]+$')", 20),
        ("self.s.startsWith('abcdefghijk') || self.e == self.a", 9),
        ("self.n > 1 ? self.s == 'a' : self.a == 'b'", 6),
        ("self.s in ['a', 'b', 'c']", 15),
        ("'a' in self.u", 1_048_577),
        ("self.l.all(x, x != '')", 43),
        ("self.u.all(x, x.size() < 5)", 6_291_453),
        ("self.l.exists_one(x, self.l.all(y, x != y))", 754),
        ("self.l.map(x, x + 'a').size() > 1", 175),
        ("self.l.filter(x, x != self.s) == self.l", 196),
        ("self.m.all(k, v, k != v)", 38),
        ("self.m.all(k, self.m[k].startsWith('a'))", 59),
        ("self.m.transformMap(k, v, v + k).size() > 1", 91),
        ("self.o.all(x, x.h.all(y, y != 'abcd'))", 5_063),
        ("self.o.all(x, x.h.all(y, y != x.k))", 1_023),
        (
            "self.l.isSorted() && self.l.min() < self.l.max()",
            1_844_674_407_370_955_360,
        ),
        ("self.l.join(',').size() > 3", 25),
        ("self.s.split(',').all(x, x != '')", 339),
        ("self.s.replace('a', 'bcd').contains('b')", 42),
        ("self.s.findAll('[a-z]').size() > 1", 22),
        ("self.l.sort() == self.l.distinct()", 446),
        ("sets.intersects(self.l, self.u)", 10_485_755),
        ("self.l.slice(1, 3).size() > 1", 17),
        ("quantity(self.s).isGreaterThan(quantity('1'))", 12),
        ("url(self.s) == url('https://example.com')", 14),
        ("cidr('10.0.0.0/8').containsIP(self.s)", 15),
        ("format.dns1123Label().validate(self.s).hasValue()", 260),
        (
            "self.?s.optMap(x, x + 'a').orValue('') == 'a'",
            1_844_674_407_370_955_284,
        ),
        ("self.l.sortBy(x, x.size()) == self.l", 379),
        ("'%s'.format([self.s]) == self.s", 23),
        ("{'a': self.n}.a > 1", 34),
        ("dyn(self.s) == self.p", 13),
        ("string(bytes(self.s)) == self.s", 52),
        ("self == oldSelf", 2),
    ] {
        let parsed = super::parse::parse(rule).unwrap_or_else(|error| panic!("{rule}: {error:?}"));
        let checked = super::check::check(&parsed.root, &scope);
        assert_eq!(checked.mistakes, [], "{rule}");
        let seen = estimate(&parsed.root, &checked, &decl, &Assumed::new());
        assert_eq!(seen.cost, cost, "{rule}");
    }
}

#[test]
fn rules_may_nest_and_be_long() {
    let nested = |depth: usize| format!("{}self.n > 0{}", "(".repeat(depth), ")".repeat(depth));
    let schema = json!({ "type": "object", "properties": { "spec": {
        "type": "object",
        "properties": { "n": { "type": "integer" } },
    }}});
    let said = |rule: String| {
        let mut schema = schema.clone();
        schema["properties"]["spec"]["x-kubernetes-validations"] = json!([{ "rule": rule }]);
        problems(&schema)
    };
    assert_eq!(said(nested(200)), []);
    assert_eq!(said(vec!["self.n > 0"; 500].join(" && ")), []);
    assert_eq!(said(format!("{} > 2", vec!["self.n"; 500].join(" + "))), []);
    let too_deep = said(nested(300));
    assert!(
        too_deep[0]
            .message
            .ends_with("it nests deeper than 250 levels, which the server does not take")
    );
    let too_long = said(format!("self.n > 0 // {}", "a".repeat(100_000)));
    assert!(
        too_long[0]
            .message
            .ends_with("it has more than 100000 letters, which the server does not take")
    );
}

#[test]
fn broken_text_is_refused_and_breaks_nothing() {
    let whole = "has(self.l) && self.l.all(x, x.optMap(y, [y, {'a': 1}['a']]).orValue([1u])[0] == b'a' ? true : 1.5 in [2])";
    let schema = |rule: &str| json!({ "type": "object", "x-kubernetes-validations": [{ "rule": rule, "message": "a" }] });
    let ends = whole.char_indices().map(|(at, _)| at).skip(1);
    for end in ends {
        for rule in [&whole[..end], &whole[end..]] {
            let said = problems(&schema(rule));
            assert!(
                said.iter().any(|problem| problem.level == Level::Error),
                "{rule} is taken"
            );
            assert_eq!(said, problems(&schema(rule)), "{rule}");
        }
    }
}

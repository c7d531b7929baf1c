//! Constraints of OLM (`olm.constraint`): rules on the properties of the bundles that could be installed.
//!
//! They are CEL as it was before Kubernetes added to it.

use super::check::{Scope, check};
use super::functions::CONSTRAINT;
use super::mistakes::Mistake;
use super::parse::{line_and_column, parse_plain};
use super::rules::{is_deep_text, on_a_large_stack, position};
use super::types::Type;

/// All that is wrong with a constraint, each with its way out; lower case, no full stop.
pub fn constraint(text: &str) -> Vec<(String, String)> {
    if is_deep_text(text) {
        return on_a_large_stack(|| wrong(text));
    }
    wrong(text)
}

fn wrong(text: &str) -> Vec<(String, String)> {
    let parsed = match parse_plain(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let place = position(text, error.line, error.column);
            let help = "look for a missing operand, bracket or quote".to_owned();
            return vec![(format!("{place}: {}", error.message), help)];
        }
    };
    let scope = Scope {
        names: vec![("properties", Type::list(Type::map(Type::String, Type::Dyn)))],
        functions: &CONSTRAINT,
        about: "a constraint knows `properties` and the names of its own loops; text stands in quotes",
        about_functions: "a constraint knows CEL's own functions and `semver_compare`",
        elsewhere: |_| None,
    };
    let checked = check(&parsed.root, &scope);
    let mut mistakes = checked.mistakes.clone();
    let ty = checked.ty(&parsed.root);
    if mistakes.is_empty() && *ty != Type::Bool {
        mistakes.push(Mistake::error(
            parsed.root.id,
            format!("it gives a value of type {ty}, not bool"),
            "compare the value with something".to_owned(),
        ));
    }
    let mut placed: Vec<_> = mistakes
        .into_iter()
        .map(|mistake| {
            let offset = parsed
                .places
                .offset_for(mistake.node)
                .map_or(0, |(start, _)| start as usize);
            (line_and_column(text, offset), mistake.message, mistake.help)
        })
        .collect();
    // What is called wrongly comes before the names that are therefore not known.
    placed.sort_by_key(|(place, _, _)| *place);
    placed
        .into_iter()
        .map(|((line, column), message, help)| (format!("{}: {message}", position(text, line, column)), help))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::constraint;

    /// What is said first of a constraint; nothing where it is right.
    fn check(text: &str, expected: Option<&str>) {
        let said = constraint(text);
        assert_eq!(
            said.first().map(|(message, _)| message.as_str()),
            expected,
            "{text}"
        );
    }

    #[test]
    fn constraints_that_the_original_takes() {
        for text in [
            "properties.exists(p, p.type == 'olm.test' && (semver_compare(p.value, '1.0.0') == 0))",
            "semver_compare(1, 2) == 0",
            "semver_compare(true, properties) == 0",
            "properties.all(p, p.value)",
            "properties.exists(p, p.value > 1)",
            "properties.exists(p, p.value < 1u)",
            "properties.exists(p, p.type.startsWith('olm'))",
            "properties.exists_one(p, p.type == 'a')",
            "properties.exists(p, p.value.a.b[0] == 'x')",
            "properties.exists(properties, properties.type == 'a')",
            "properties.map(p, p.type == 'a', p).size() > 0",
            "properties.filter(p, p.type == 'a').size() == 1",
            "properties.all(p, has(p.value) && p.value.startsWith('a'))",
            "properties + properties == []",
            "properties[dyn(1)] == {}",
            "'a'.matches('[')",
            "['a', 1].size() > 0",
            "{'a': true}.a",
            "true < false",
            "type(properties) == list",
            "string(null) == ''",
            "google.protobuf.Duration == type(duration('1s'))",
            "timestamp('a').getFullYear('UTC') == 2000",
            "google.protobuf.BoolValue{value: true} == true",
            "r'a' == 'a' // yes",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn constraints_that_the_original_refuses() {
        for (text, message) in [
            (
                "properties.exists(p, doesnt_exist(p.value, '1.0.0') == 0)",
                "column 34: there is no function `doesnt_exist`",
            ),
            ("1", "column 1: it gives a value of type int, not bool"),
            (
                "properties",
                "column 1: it gives a value of type list(map(string, dyn)), not bool",
            ),
            ("dyn(true)", "column 4: it gives a value of type dyn, not bool"),
            ("self.size > 0", "column 1: `self` is not known"),
            ("property.exists(p, true)", "column 1: `property` is not known"),
            (
                "properties.exists(p, p)",
                "column 22: a side of `||` is of type map(string, dyn), not bool",
            ),
            (
                "properties['a'].value == 1",
                "column 11: a value of type list(map(string, dyn)) has no `[string]`",
            ),
            (
                "properties[1u] == {}",
                "column 11: a value of type list(map(string, dyn)) has no `[uint]`",
            ),
            (
                "properties.exists(p, 1 in p)",
                "column 24: `in` does not go between int and map(string, dyn)",
            ),
            (
                "properties == null",
                "column 12: `==` does not go between list(map(string, dyn)) and null",
            ),
            (
                "properties[0].value || 1",
                "column 24: a side of `||` is of type int, not bool",
            ),
            ("1u < 1", "column 4: `<` does not go between uint and int"),
            ("1 < 2.0", "column 3: `<` does not go between int and double"),
            ("1u == 1", "column 4: `==` does not go between uint and int"),
            (
                "semver_compare('a') == 0",
                "column 15: `semver_compare` does not go with these types: semver_compare(string)",
            ),
            (
                "'1'.semver_compare('2') == 0",
                "column 19: `semver_compare` does not go with these types: string.semver_compare(string)",
            ),
            (
                "properties.exists(p, isIP(p.value))",
                "column 26: there is no function `isIP`",
            ),
            (
                "properties.exists(p, p.value.lowerAscii() == 'a')",
                "column 40: there is no function `lowerAscii`",
            ),
            ("net.IP == net.IP", "column 1: `net` is not known"),
            (
                "optional_type == optional_type",
                "column 1: `optional_type` is not known",
            ),
            ("optional.of(1).hasValue()", "column 1: `optional` is not known"),
            (
                "properties.exists(p, p.?value == 1)",
                "column 23: there is no `.?` here",
            ),
            ("properties[?0] == {}", "column 11: there is no function `[?]`"),
            (
                "[?properties].size() == 1",
                "column 3: no part of a literal can be missing here",
            ),
            (
                "properties.exists(i, p, i == 0)",
                "column 18: `exists` is not called in this way",
            ),
            (
                "properties.existsOne(p, p.type == 'a')",
                "column 21: there is no function `existsOne`",
            ),
            (
                "properties.transformList(i, p, p).size() > 0",
                "column 25: there is no function `transformList`",
            ),
            (
                "cel.bind(x, properties, size(x) > 0)",
                "column 1: `cel` is not known",
            ),
            (
                "properties.exists(p, p.type == 'x'",
                "column 35: the rule ends too early",
            ),
            ("namespace == 'a'", "column 1: reserved identifier: namespace"),
        ] {
            check(text, Some(message));
        }
    }

    #[test]
    fn deep_constraints_end_in_an_answer() {
        let deep = |depth: usize| format!("{}true{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(constraint(&deep(100)), []);
        assert_eq!(constraint(&deep(5_000)).len(), 1);
    }
}

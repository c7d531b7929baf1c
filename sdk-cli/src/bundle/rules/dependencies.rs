//! OLM-F7: what `metadata/dependencies.yaml` asks for.

use serde_json::Value;

use super::format::metadata;
use super::{Asked, Family};
use crate::bundle::load::{Bundle, annotations_of};
use crate::bundle::ports::range::Range;
use crate::bundle::{Finding, Phase, Rule};

pub(super) const FAMILY: Family = Family {
    name: "dependencies",
    phase: Phase::Format,
    rules: &[Rule::error(
        "OLM-F7",
        "each dependency has a type that is known and the values of that type",
    )],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    if bundle
        .files
        .folders_in("")
        .iter()
        .filter(|name| matches!(**name, "manifests" | "metadata"))
        .count()
        < 2
    {
        return;
    }
    let has_annotations = |value: &Value| annotations_of(value).is_ok() && value["annotations"].is_object();
    let mut is_annotated = false;
    for document in metadata(bundle) {
        if !is_annotated && has_annotations(&document.value) {
            is_annotated = true;
            continue;
        }
        let Some(dependencies) = document.value["dependencies"]
            .as_array()
            .filter(|list| !list.is_empty())
        else {
            continue;
        };
        for (at, dependency) in dependencies.iter().enumerate() {
            for problem in problems(dependency) {
                let place = document.at(format!("/dependencies/{at}{}", problem.member));
                let mut finding = Finding::error("OLM-F7", place, problem.message).original(problem.original);
                finding.help = problem.help.or(finding.help);
                found.push(finding);
            }
        }
        // The first file with dependencies counts.
        return;
    }
}

/// What is wrong with a dependency.
struct Problem {
    /// The pointer into it.
    member: &'static str,
    /// The original's words.
    original: String,
    /// Ours.
    message: String,
    /// The way out, where there is more to say.
    help: Option<String>,
}

impl Problem {
    fn new(member: &'static str, original: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            member,
            original: original.into(),
            message: message.into(),
            help: None,
        }
    }
}

fn problems(dependency: &Value) -> Vec<Problem> {
    let kind = dependency["type"].as_str().unwrap_or_default();
    let value = &dependency["value"];
    let members: &[(&'static str, &str, &str)] = match kind {
        "olm.gvk" => &[
            ("/value/group", "group", "API Group is empty"),
            ("/value/version", "version", "API Version is empty"),
            ("/value/kind", "kind", "API Kind is empty"),
        ],
        "olm.package" => &[
            ("/value/packageName", "packageName", "Package name is empty"),
            ("/value/version", "version", "Package version is empty"),
        ],
        "olm.label" => &[("/value/label", "label", "Label information is missing")],
        "olm.constraint" => return constraint(value),
        _ => &[],
    };
    let fits = |member: &str| value[member].is_string() || value[member].is_null();
    if members.is_empty() || !value.is_object() || !members.iter().all(|(_, member, _)| fits(member)) {
        return vec![Problem::new(
            "",
            format!("couldn't parse dependency of type {kind}"),
            format!("a dependency of the type `{kind}` cannot be read"),
        )];
    }
    let mut found: Vec<_> = members
        .iter()
        .filter(|(_, member, _)| value[member].as_str().is_none_or(str::is_empty))
        .map(|(pointer, member, original)| Problem::new(pointer, *original, format!("`{member}` is empty")))
        .collect();
    let range = value["version"]
        .as_str()
        .filter(|range| kind == "olm.package" && !range.is_empty());
    if let Some(Err(why)) = range.map(Range::parse) {
        found.push(Problem::new(
            "/value/version",
            "Invalid semver format version",
            format!("the range of versions cannot be read: {why}"),
        ));
    }
    found
}

/// Only constraints in CEL are known to the format, which is a fault of the original; it says so of all others.
fn constraint(value: &Value) -> Vec<Problem> {
    let rule = match &value["cel"] {
        Value::Null => {
            return vec![Problem::new(
                "/value",
                "The CEL field is missing",
                "only constraints in `cel` are taken, and it has none",
            )];
        }
        cel => cel["rule"].as_str().unwrap_or_default(),
    };
    if rule.is_empty() {
        return vec![Problem::new(
            "/value/cel/rule",
            "The CEL expression is missing",
            "the rule is empty",
        )];
    }
    let mut wrong = crate::cel::constraint(rule).into_iter();
    let Some((first, help)) = wrong.next() else {
        return Vec::new();
    };
    let all = wrong.fold(first, |all, (message, _)| format!("{all}; {message}"));
    vec![Problem {
        help: Some(help).filter(|help| !help.is_empty()),
        ..Problem::new(
            "/value/cel/rule",
            format!("Invalid CEL expression: {all}"),
            format!("the rule is wrong: {all}"),
        )
    }]
}

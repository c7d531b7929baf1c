//! The settings that count, and that what is said of a default is so.

use kopr_model::{Description, Operator, Outcome};
use serde_json::Value;

use super::report::toml;
use super::{DEFAULTS, effective, text};
use crate::emit::{Input, render};
use crate::olm::{self, Facts};
use crate::patch::Patches;
use crate::settings::Settings;

const MODELS: [&str; 4] = [
    include_str!("../../tests/golden/minimal/model.json"),
    include_str!("../../tests/golden/everything/model.json"),
    include_str!("../../tests/golden/bare/model.json"),
    include_str!("../../tests/golden/cluster-scoped/model.json"),
];

fn operators() -> impl Iterator<Item = Operator> {
    MODELS.into_iter().map(|text| {
        let description: Description = serde_json::from_str(text).expect("the case is a description");
        match description.outcome {
            Outcome::Operator(operator) => *operator,
            Outcome::Failure(_) => panic!("the case is an operator"),
        }
    })
}

pub(super) fn minimal() -> Operator {
    operators().next().expect("there is one")
}

fn files(operator: &Operator, settings: &Settings) -> String {
    let input = Input { operator, settings };
    let mut artefacts = render(&input, &[]).expect("it renders");
    artefacts.extend(olm::bundle(&input, &Facts::default()).expect("it renders"));
    let texts = artefacts
        .iter()
        .map(|artefact| format!("{}\n{}", artefact.path, artefact.text().expect("it is text")));
    texts.collect()
}

/// So that the table of defaults can say nothing that builders do not do.
#[test]
fn setting_a_key_to_its_default_changes_nothing() {
    let mut count = 0;
    for operator in operators() {
        let unset = Settings::default();
        let input = Input {
            operator: &operator,
            settings: &unset,
        };
        let expected = files(&operator, &unset);
        for default in DEFAULTS {
            let value = (default.value)(&input);
            if value.is_null() || value.as_object().is_some_and(serde_json::Map::is_empty) {
                continue;
            }
            let line = format!("{} = {}", default.key, toml(&value));
            let set =
                Settings::parse(&line, "kopr.toml", None).unwrap_or_else(|error| panic!("{line}: {error:?}"));
            assert!(set != unset, "{line}");
            assert!(
                files(&operator, &set) == expected,
                "{line} is not the default of {}",
                operator.name
            );
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}

#[test]
fn each_value_says_where_it_comes_from() {
    let file = r#"
[operator]
instance = "blue"
[deploy]
replicas = 1
labels = { team = "a", "example.com/x" = "1" }
watch = ["b", "a"]
[profile.prod.deploy]
replicas = 3
labels.team = "b"
resources.requests = { cpu = "1" }
[profile.dev.metrics]
interval = "5s"
"#;
    let operator = minimal();
    let shown = |profile: Option<&str>| {
        let (settings, origins) = Settings::parse_with_origins(file, "kopr.toml", profile).unwrap();
        let input = Input {
            operator: &operator,
            settings: &settings,
        };
        text(&effective(&input, &origins), &Patches::default())
    };
    // A key and, with blanks made one, what is said of it; with and without the profile.
    for (profile, lines) in [
        (
            None,
            vec![
                r#"operator.instance "blue" kopr.toml:3"#,
                "operator.labels - not set",
                r#"image.repository "memcached-operator" name of the operator"#,
                r#"image.tag "0.1.0" version in Cargo.toml"#,
                r#"deploy.namespace "blue-system" from `operator.instance`"#,
                "deploy.replicas 1 kopr.toml:5",
                r#"deploy.watch ["b", "a"] kopr.toml:7"#,
                r#"deploy.labels."example.com/x" "1" kopr.toml:6"#,
                r#"deploy.labels.team "a" kopr.toml:6"#,
                r#"deploy.resources.requests.memory "64Mi" default"#,
                "rbac.aggregate false default",
                "metrics.interval - not set",
            ],
        ),
        (
            Some("prod"),
            vec![
                "deploy.replicas 3 profile prod, kopr.toml:9",
                r#"deploy.labels."example.com/x" "1" kopr.toml:6"#,
                r#"deploy.labels.team "b" profile prod, kopr.toml:10"#,
                r#"deploy.resources.requests.cpu "1" profile prod, kopr.toml:11"#,
                r#"deploy.resources.limits.memory "128Mi" default"#,
            ],
        ),
        (
            Some("dev"),
            vec![r#"metrics.interval "5s" profile dev, kopr.toml:13"#],
        ),
    ] {
        let text = shown(profile);
        let found: Vec<String> = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        for line in lines {
            assert!(found.iter().any(|found| found == line), "no {line:?} in\n{text}");
        }
        if profile == Some("prod") {
            assert!(
                !text.contains("64Mi"),
                "what is set replaces the default as a whole:\n{text}"
            );
        }
    }
}

#[test]
fn values_are_written_as_in_the_file() {
    for (json, expected) in [
        ("null", "-"),
        (r#""a \"b\"""#, r#""a \"b\"""#),
        (
            r#"{"a": 1, "b.c": [true, "x"]}"#,
            r#"{ a = 1, "b.c" = [true, "x"] }"#,
        ),
    ] {
        let value: Value = serde_json::from_str(json).unwrap();
        assert_eq!(toml(&value), expected);
    }
}

//! Rules in CEL: our verdict on each of a table of rules is that of a real API server.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::path::Path;

use kopr_cli::cel::problems;
use kopr_cli::check::Level;
use kopr_cluster::Options;
use kube::api::{Api, ApiResource, DynamicObject, PostParams};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Rules on one schema.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Topic {
    about: String,
    /// Whether the schema is that of the whole resource, not of its `spec`.
    #[serde(default)]
    root: bool,
    schema: Value,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// A rule that the server takes.
    takes: Option<String>,
    /// A rule that it refuses.
    refuses: Option<String>,
    /// What stands beside the rule.
    #[serde(default)]
    with: Map<String, Value>,
    /// A part of what we say of it.
    says: Option<String>,
    /// A part of what we warn of.
    warns: Option<String>,
}

impl Case {
    fn rule(&self) -> Value {
        let text = self
            .takes
            .as_ref()
            .or(self.refuses.as_ref())
            .expect("`takes` or `refuses`");
        let mut rule = self.with.clone();
        rule.insert("rule".to_owned(), json!(text));
        Value::Object(rule)
    }
}

fn topics() -> Vec<Topic> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cel");
    let mut topics = Vec::new();
    for file in ["types", "rules", "libraries", "costs"] {
        let path = folder.join(format!("{file}.yaml"));
        let text = std::fs::read_to_string(&path).expect("the table is there");
        let read: Vec<Topic> = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        topics.extend(read);
    }
    topics
}

/// The schema with the rule put where `rules` stands.
fn placed(schema: &Value, rule: &Value) -> Value {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| match (key.as_str(), value.as_str()) {
                ("rules", Some("here")) => ("x-kubernetes-validations".to_owned(), json!([rule])),
                _ => (key.clone(), placed(value, rule)),
            })
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(|item| placed(item, rule)).collect(),
        other => other.clone(),
    }
}

fn whole(topic: &Topic, case: &Case) -> Value {
    let schema = placed(&topic.schema, &case.rule());
    if topic.root {
        schema
    } else {
        json!({ "type": "object", "properties": { "spec": schema } })
    }
}

/// What we say: errors and warnings, each with its way out.
fn ours(schema: &Value) -> (Vec<String>, Vec<String>) {
    let (errors, warnings): (Vec<_>, Vec<_>) = problems(schema)
        .into_iter()
        .partition(|problem| problem.level == Level::Error);
    let shown = |problems: Vec<kopr_cli::cel::Problem>| {
        problems
            .into_iter()
            .map(|problem| format!("{}; {}", problem.message, problem.help))
            .collect()
    };
    (shown(errors), shown(warnings))
}

#[test]
fn what_is_said_of_each_rule() {
    let mut wrong = Vec::new();
    for topic in topics() {
        for case in &topic.cases {
            let (errors, warnings) = ours(&whole(&topic, case));
            let mut complain = |what: String| {
                wrong.push(format!("{}: {}\n    {what}", topic.about, case.rule()));
            };
            if case.takes.is_some() != errors.is_empty() {
                complain(format!("we say {errors:#?}"));
            } else if let Some(part) = &case.says
                && !errors.iter().any(|error| error.contains(part))
            {
                complain(format!("we say {errors:#?}\n    and not {part}"));
            } else if case.refuses.is_some() && case.says.is_none() {
                complain(format!("what we say is not in the table: {errors:#?}"));
            }
            match &case.warns {
                Some(part) if !warnings.iter().any(|warning| warning.contains(part)) => {
                    complain(format!("we warn of {warnings:#?}\n    and not of {part}"));
                }
                None if !warnings.is_empty() => complain(format!("we warn of {warnings:#?}")),
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{} rules:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test]
async fn the_server_says_the_same() {
    let cluster = kopr_cluster::shared(&Options::default())
        .await
        .expect("a control plane");
    let client = cluster.client().await.expect("a client");
    let kind = ApiResource::from_gvk(&kube::api::GroupVersionKind::gvk(
        "apiextensions.k8s.io",
        "v1",
        "CustomResourceDefinition",
    ));
    let api: Api<DynamicObject> = Api::all_with(client, &kind);
    let only_look = PostParams {
        dry_run: true,
        ..PostParams::default()
    };
    let (mut seen, mut wrong) = (0, Vec::new());
    for topic in topics() {
        for case in &topic.cases {
            seen += 1;
            let schema = whole(&topic, case);
            let crd = json!({
                "apiVersion": "apiextensions.k8s.io/v1",
                "kind": "CustomResourceDefinition",
                "metadata": { "name": "things.cel.example.com" },
                "spec": {
                    "group": "cel.example.com",
                    "scope": "Namespaced",
                    "names": { "kind": "Thing", "plural": "things" },
                    "versions": [{
                        "name": "v1", "served": true, "storage": true,
                        "schema": { "openAPIV3Schema": schema },
                    }],
                },
            });
            let crd: DynamicObject = serde_json::from_value(crd).expect("an object");
            let answer = api.create(&only_look, &crd).await;
            let (errors, _) = ours(&schema);
            let said = match &answer {
                Ok(_) => "the server takes it".to_owned(),
                Err(kube::Error::Api(status)) => status.message.clone(),
                Err(other) => panic!("{}: {other}", case.rule()),
            };
            // A server that refuses something else would agree by chance.
            let about_rules = answer.is_ok() || said.contains("x-kubernetes-validations");
            if answer.is_ok() != errors.is_empty() || !about_rules {
                wrong.push(format!(
                    "{}: {}\n    we: {errors:?}\n    server: {said}",
                    topic.about,
                    case.rule()
                ));
            }
        }
    }
    assert!(seen >= 90, "{seen} rules");
    assert!(
        wrong.is_empty(),
        "{} of {seen} rules:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

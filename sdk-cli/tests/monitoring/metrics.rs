//! Alerts and dashboard ask for metrics of the table, by labels that those have.

use std::collections::BTreeSet;

use kopr_cli::objects::{alerts, dashboard, rbac, service};
use kopr_model::metrics;
use serde_json::Value;

use crate::query::{self, Labels};
use crate::{for_each_input, operator, settings};

/// Names between `{{ $labels.` and the next character that is none of a name.
fn labels_in_template(text: &str) -> Vec<String> {
    text.split("$labels.")
        .skip(1)
        .map(|rest| {
            rest.chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect()
        })
        .collect()
}

/// Names between braces.
fn labels_in_legend(text: &str) -> Vec<String> {
    text.split("{{")
        .skip(1)
        .map(|rest| rest.split("}}").next().unwrap_or_default().to_owned())
        .collect()
}

fn known(labels: &Labels, used: Vec<String>, place: &str) {
    for label in used {
        assert!(
            labels.contains(&label),
            "{place}: the answer has no `{label}`, but {labels:?}"
        );
    }
}

#[test]
fn alerts_ask_for_what_there_is() {
    for_each_input(|input, place| {
        let Some(rule) = alerts::rule(input) else {
            assert!(service::port(input).is_none(), "{place}");
            return;
        };
        let rules = rule["spec"]["groups"][0]["rules"].as_array().expect("rules");
        let mut names = BTreeSet::new();
        for rule in rules {
            let place = format!("{place}: {}", rule["alert"]);
            let asked = query::read(rule["expr"].as_str().expect("an expression"))
                .unwrap_or_else(|error| panic!("{place}: {error}"));
            for key in ["summary", "description"] {
                let text = rule["annotations"][key].as_str().expect("a text");
                assert!(
                    text.ends_with('.') && !text.contains("{operator}"),
                    "{place}: {text}"
                );
                known(&asked.labels, labels_in_template(text), &place);
            }
            assert!(asked.labels.contains("job"), "{place} does not say whose it is");
            let electing = asked.metrics.contains(metrics::LEADER.name);
            assert!(!electing || rbac::elects(input), "{place}: nobody is elected");
            assert!(
                names.insert(rule["alert"].to_string()),
                "{place}: the name is taken"
            );
        }
        assert_eq!(
            rules.iter().any(|rule| rule["expr"]
                .as_str()
                .expect("an expression")
                .contains(metrics::LEADER.name)),
            rbac::elects(input),
            "{place}"
        );
    });
}

#[test]
fn the_dashboard_asks_for_what_there_is() {
    let all = std::cell::RefCell::new(BTreeSet::new());
    for_each_input(|input, place| {
        let Some(dashboard) = dashboard::dashboard(input) else {
            assert!(service::port(input).is_none(), "{place}");
            return;
        };
        let mut ids = BTreeSet::new();
        let mut places = BTreeSet::new();
        for panel in dashboard["panels"].as_array().expect("panels") {
            let place = format!("{place}: {}", panel["title"]);
            assert!(
                ids.insert(panel["id"].as_u64().expect("an id")),
                "{place}: the id is taken"
            );
            let at = |key: &str| panel["gridPos"][key].as_u64().expect("a number");
            assert!(
                at("w") > 0 && at("x") + at("w") <= 24,
                "{place} is out of the page"
            );
            for x in at("x")..at("x") + at("w") {
                for y in at("y")..at("y") + at("h") {
                    assert!(places.insert((x, y)), "{place} lies on another panel");
                }
            }
            for target in panel["targets"].as_array().into_iter().flatten() {
                let asked = query::read(target["expr"].as_str().expect("an expression"))
                    .unwrap_or_else(|error| panic!("{place}: {error}"));
                let legend = target["legendFormat"].as_str().expect("a legend");
                known(&asked.labels, labels_in_legend(legend), &place);
                all.borrow_mut().extend(asked.metrics);
            }
        }
        let variables = dashboard["templating"]["list"].as_array().expect("variables");
        let names: BTreeSet<_> = variables
            .iter()
            .map(|variable| variable["name"].as_str().expect("a name"))
            .collect();
        let text = dashboard["panels"].to_string();
        for part in text.split('$').skip(1) {
            let name: String = part
                .trim_start_matches('{')
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            assert!(
                name == "__rate_interval" || names.contains(name.as_str()),
                "{place}: no variable `{name}`"
            );
        }
        for variable in variables.iter().filter(|variable| variable["type"] == "query") {
            labels_of_variable(variable, place);
        }
    });
    let table: BTreeSet<_> = metrics::ALL.iter().map(|metric| metric.name).collect();
    assert_eq!(all.into_inner(), table, "the dashboard shows every metric");
}

/// A variable asks for the values of a label that a series has.
fn labels_of_variable(variable: &Value, place: &str) {
    let query = variable["query"]["query"].as_str().expect("a query");
    let (series, label) = query
        .strip_prefix("label_values(")
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|rest| rest.rsplit_once(", "))
        .unwrap_or_else(|| panic!("{place}: {query}"));
    let asked = query::read(series).unwrap_or_else(|error| panic!("{place}: {query}: {error}"));
    known(&asked.labels, vec![label.to_owned()], place);
}

#[test]
fn settings_of_alerts_are_honoured() {
    let operator = operator("minimal");
    let settings = settings(
        r#"
        [metrics]
        monitor-labels = { release = "one" }
        [alerts]
        labels = { severity = "page", team = "a b" }
        runbook-url = "https://example.com/books#"
        "#,
    );
    let input = kopr_cli::emit::Input {
        operator: &operator,
        settings: &settings,
    };
    let rule = alerts::rule(&input).expect("there are alerts");
    assert_eq!(rule["metadata"]["labels"]["release"], "one");
    for alert in rule["spec"]["groups"][0]["rules"].as_array().expect("rules") {
        assert_eq!(alert["labels"]["severity"], "page");
        assert_eq!(alert["labels"]["team"], "a b");
        assert_eq!(
            alert["annotations"]["runbook_url"],
            format!(
                "https://example.com/books#{}",
                alert["alert"].as_str().expect("a name")
            )
        );
    }
}

//! Who asks for a right, and what comes near.

use kopr_model::{AccessScope, Argument, Controller, Handler, HandlerRole, Operator, Rule, Source, Verb};
use serde_json::Value;

use super::{Answer, Wanted, answer, json, roles, text};
use crate::emit::{Body, Input, render};
use crate::settings::Settings;

/// An operator with one controller whose arguments ask for these rights.
pub(crate) fn operator(rules: &[(&str, &str, &str, &[Verb], AccessScope)]) -> Operator {
    let arguments = rules
        .iter()
        .map(|(type_, group, resource, verbs, scope)| Argument {
            type_: (*type_).to_owned(),
            rules: vec![Rule {
                group: (*group).to_owned(),
                resource: (*resource).to_owned(),
                resource_names: Vec::new(),
                verbs: verbs.to_vec(),
                scope: *scope,
                via: None,
                origin: kopr_model::Origin {
                    handler: "x::reconcile".to_owned(),
                    argument: (*type_).to_owned(),
                },
            }],
            ..Argument::default()
        })
        .collect();
    Operator {
        name: "x-operator".to_owned(),
        domain: "example.com".to_owned(),
        controllers: vec![Controller {
            name: "x".to_owned(),
            primary: kopr_model::KindRef {
                group: "example.com".to_owned(),
                version: "v1".to_owned(),
                kind: "X".to_owned(),
                plural: "xs".to_owned(),
                scope: kopr_model::Scope::Namespaced,
            },
            handlers: vec![Handler {
                role: HandlerRole::Reconcile,
                source: Source {
                    item: "x::reconcile".to_owned(),
                    file: "src/x.rs".to_owned(),
                    line: 7,
                },
                arguments,
            }],
            watches: Vec::new(),
        }],
        ..Operator::default()
    }
}

/// All rendered objects.
pub(crate) fn objects(input: &Input<'_>) -> Vec<Value> {
    let artefacts = render(input, &[]).unwrap();
    let bodies = artefacts.into_iter().flat_map(|artefact| match artefact.body {
        Body::Objects(objects) => objects,
        _ => Vec::new(),
    });
    bodies.collect()
}

fn check(settings: &str, right: &[&str], look: impl FnOnce(&Answer<'_>)) {
    use AccessScope::{Everywhere, Here, Watched};
    let operator = operator(&[
        ("Arc<X>", "example.com", "xs", &[Verb::List, Verb::Watch], Watched),
        (
            "Owned<Deployment>",
            "apps",
            "deployments",
            &[Verb::Create, Verb::Patch],
            Watched,
        ),
        ("Status<X>", "example.com", "xs/status", &[Verb::Patch], Watched),
        ("Read<Secret, Here>", "", "secrets", &[Verb::List], Here),
        ("Read<Node>", "", "nodes", &[Verb::List], Everywhere),
    ]);
    let settings = Settings::parse(settings, "kopr.toml", None).unwrap();
    let input = Input {
        operator: &operator,
        settings: &settings,
    };
    let wanted = match right {
        [verb, resource] => Some(Wanted::parse(&input, Some(verb), resource)),
        [resource] => Some(Wanted::parse(&input, None, resource)),
        _ => None,
    };
    let granted = roles(&input, &objects(&input));
    look(&answer(&input, wanted, &granted));
}

#[test]
fn rights_lead_to_their_arguments_and_roles() {
    for (settings, right, expected) in [
        (
            "",
            &["patch", "deployments"][..],
            "ClusterRole x-operator-cluster",
        ),
        (
            "",
            &["PATCH", "deployments.apps"],
            "ClusterRole x-operator-cluster",
        ),
        ("", &["patch", "xs/status"], "ClusterRole x-operator-cluster"),
        (
            "",
            &["patch", "xs.example.com/status"],
            "ClusterRole x-operator-cluster",
        ),
        (
            "",
            &["patch", "xs/status.example.com"],
            "ClusterRole x-operator-cluster",
        ),
        (
            "",
            &["list", "secrets"],
            "Role x-operator-here of x-operator-system",
        ),
        (
            "[deploy]\nwatch = \"own\"",
            &["patch", "deployments"],
            "Role x-operator-here of x-operator-system",
        ),
        (
            "[deploy]\nwatch = \"own\"",
            &["list", "nodes"],
            "ClusterRole x-operator-cluster",
        ),
        (
            "[deploy]\nwatch = [\"a\", \"b\"]",
            &["patch", "deployments"],
            "Role x-operator-watched of a, Role x-operator-watched of b",
        ),
        (
            "",
            &["create", "leases"],
            "Role x-operator-leader-election of x-operator-system",
        ),
        (
            "",
            &["delete", "deployments"],
            "nobody: create deployments.apps, patch deployments.apps",
        ),
        (
            "",
            &["patch", "deployments.extensions"],
            "nobody: create deployments.apps, patch deployments.apps",
        ),
        (
            "",
            &["patch", "deployment"],
            "nobody: create deployments.apps, patch deployments.apps",
        ),
        ("", &["patch", "zzz"], "nobody: "),
    ] {
        check(settings, right, |answer| {
            let places: Vec<String> = answer
                .found
                .iter()
                .flat_map(|(_, roles)| roles)
                .map(|role| match &role.holds_in {
                    Some(namespace) => format!("{} of {namespace}", role.title()),
                    None => role.title(),
                })
                .collect();
            let found = if answer.found.is_empty() {
                format!("nobody: {}", answer.near.join(", "))
            } else {
                places.join(", ")
            };
            assert_eq!(found, expected, "{settings} {right:?}");
        });
    }
}

#[test]
fn all_rights_have_a_role_in_each_scope() {
    for settings in ["", "[deploy]\nwatch = \"own\"", "[deploy]\nwatch = [\"a\"]"] {
        check(settings, &[], |answer| {
            assert!(answer.found.len() > 8, "{answer:?}");
            for (ask, roles) in &answer.found {
                assert_eq!(roles.len(), 1, "{settings}: {}", ask.title());
            }
            assert_eq!(text(answer).lines().count(), answer.found.len() + 1);
            let json = json(answer);
            assert_eq!(json["rights"].as_array().unwrap().len(), answer.found.len());
        });
    }
    check("[rbac]\ncreate = false", &[], |answer| {
        let without = answer.found.iter().filter(|(_, roles)| roles.is_empty()).count();
        let roles_are_made = without == 0;
        assert!(roles_are_made || without == answer.found.len(), "all or none");
    });
}

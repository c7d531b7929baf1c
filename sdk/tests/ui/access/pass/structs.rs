//! Structs of extractors: plain, nested, generic.

use kopr::k8s_openapi::api::apps::v1::{Deployment, StatefulSet};
use kopr::k8s_openapi::api::core::v1::{ConfigMap, Namespace, Secret};
use kopr::prelude::*;

/// One argument that stands for its fields.
#[derive(Access)]
pub struct Children {
    pub deployments: Owned<Deployment>,
    pub sets: Owned<StatefulSet, Delete>,
    more: Inputs,
}

#[derive(Access)]
struct Inputs {
    configs: Read<ConfigMap>,
    secrets: Read<Secret, Here>,
}

/// The kind of the children is chosen by who uses it.
#[derive(Access)]
struct Each<C: kopr::Kind, X = kopr::extract::Keep>
where
    X: kopr::extract::MayDelete,
{
    owned: Owned<C, X>,
    events: Events,
}

#[derive(Access)]
struct Nothing {}

async fn reconcile(
    _config: Arc<ConfigMap>,
    children: Children,
    each: Each<Secret>,
    _all: Each<Deployment, Delete>,
    _nothing: Nothing,
) -> Result<Action> {
    children.sets.delete("old").await?;
    let _ = children.deployments.list().await?;
    let _ = children.more.configs.get("one").await?;
    let _ = children.more.secrets.list().await?;
    let _ = each.owned.list().await?;
    each.events.normal("Done", "all is well").await?;
    Ok(Action::await_change())
}

async fn of_a_namespace(_namespace: Arc<Namespace>, _each: Each<Namespace>) -> Result<()> {
    Ok(())
}

#[test]
fn a_struct_needs_what_its_fields_need() {
    let model = Operator::new("config-operator")
        .controller(reconcile)
        .controller(of_a_namespace)
        .describe()
        .expect("a struct of extractors is an extractor");
    let arguments = &model.controllers[0].handlers[0].arguments;
    let found: Vec<(&str, Vec<String>)> = arguments
        .iter()
        .map(|argument| {
            let rules = argument.rules.iter().map(|rule| {
                let verbs: Vec<_> = rule.verbs.iter().map(|verb| verb.as_str()).collect();
                format!("{} {}", rule.resource, verbs.join(","))
            });
            (argument.type_.as_str(), rules.collect())
        })
        .collect();
    let rules = |rules: &[&str]| rules.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        found,
        [
            ("Arc<ConfigMap>", rules(&["configmaps list,watch"])),
            (
                "Children",
                rules(&[
                    "deployments list,watch",
                    "deployments create,patch",
                    "statefulsets list,watch",
                    "statefulsets create,patch",
                    "statefulsets delete",
                    "configmaps list,watch",
                    "secrets list,watch",
                ])
            ),
            (
                "Each<Secret>",
                rules(&[
                    "secrets list,watch",
                    "secrets create,patch",
                    "events create,patch"
                ])
            ),
            (
                "Each<Deployment, Delete>",
                rules(&[
                    "deployments list,watch",
                    "deployments create,patch",
                    "deployments delete",
                    "events create,patch",
                ])
            ),
            ("Nothing", rules(&[])),
        ]
    );
}

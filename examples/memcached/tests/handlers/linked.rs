//! Linked children: in another namespace and in the cluster they are made, kept and deleted like owned ones, and their
//! owner stays until they are gone.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::core::v1::{ConfigMap, Namespace};
use kopr::k8s_openapi::api::scheduling::v1::PriorityClass;
use kopr::kube::api::{Patch, PatchParams};
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::json;

use crate::runs::Runs;

/// Something with a PriorityClass, and a ConfigMap in another namespace.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "linked.example.com", version = "v1", kind = "Team", namespaced)]
pub struct TeamSpec {
    text: String,
    /// Where the ConfigMap is; nowhere unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
}

async fn reconcile(
    team: Arc<Team>,
    classes: Linked<PriorityClass>,
    configs: Linked<ConfigMap, Everywhere>,
    runs: State<Runs>,
) -> Result<()> {
    let name = format!("{}-{}", team.namespace().unwrap_or_default(), team.name_any());
    let class = PriorityClass {
        metadata: ObjectMeta {
            name: Some(name.clone()),
            ..ObjectMeta::default()
        },
        description: Some(team.spec.text.clone()),
        value: Some(1000),
        ..PriorityClass::default()
    };
    classes.apply(class).await?;
    assert!(classes.get(&name).await?.is_some(), "what was applied is found");
    for config in configs.list().await? {
        let place = config.namespace().unwrap_or_default();
        if team.spec.place.as_ref() != Some(&place) {
            configs.delete_in(&place, &config.name_any()).await?;
        }
    }
    if let Some(place) = &team.spec.place {
        let config = ConfigMap {
            metadata: ObjectMeta {
                name: Some("shared".to_owned()),
                namespace: Some(place.clone()).filter(|place| !place.is_empty()),
                ..ObjectMeta::default()
            },
            data: Some(BTreeMap::from([("text".to_owned(), team.spec.text.clone())])),
            ..ConfigMap::default()
        };
        configs.apply(config).await?;
        assert!(
            configs.get_in(place, "shared").await?.is_some(),
            "what was applied is found"
        );
    }
    runs.note(&team.name_any());
    Ok(())
}

fn team(name: &str, text: &str, place: Option<&str>) -> Team {
    Team::new(
        name,
        TeamSpec {
            text: text.to_owned(),
            place: place.map(str::to_owned),
        },
    )
}

fn text(config: &ConfigMap) -> &str {
    let data = config.data.as_ref();
    data.and_then(|data| data.get("text")).map_or("", String::as_str)
}

#[tokio::test(flavor = "multi_thread")]
async fn children_beyond_owner_references() -> Result<()> {
    let runs = Runs::default();
    let operator = Operator::new("linked").controller(reconcile).state(runs.clone());
    let test = Sandbox::of(operator).start().await?;
    let far = format!("{}-far", test.namespace());
    let mut namespace = Namespace::default();
    namespace.metadata.name = Some(far.clone());
    test.create(namespace).await?;
    let class = format!("{}-a", test.namespace());
    let configs = test.api_in::<ConfigMap>(&far);
    let params = PatchParams::default();
    let patch = async |patch| configs.patch("shared", &params, &Patch::Merge(patch)).await;

    // Labels and an annotation say whose they are, and the owner holds the finalizer.
    test.create(team("a", "one", Some(&far))).await?;
    let config = test.wait_in(&far, "shared", |_: &ConfigMap| true).await?;
    let owner = test.wait("a", |_: &Team| true).await?;
    assert_eq!(
        owner.finalizers(),
        ["linked.example.com/linked"],
        "it is there before the children are"
    );
    assert_eq!(config.metadata.owner_references, None);
    let labels = [
        ("linked.example.com/linked-by".to_owned(), "linked".to_owned()),
        (
            "linked.example.com/linked-uid".to_owned(),
            owner.uid().unwrap_or_default(),
        ),
    ];
    assert_eq!(config.labels(), &BTreeMap::from(labels.clone()));
    assert_eq!(
        config.annotations()["linked.example.com/linked-to"],
        format!("Team.linked.example.com/{}/a", test.namespace())
    );
    test.wait(&class, |class: &PriorityClass| {
        class.labels() == &BTreeMap::from(labels.clone())
    })
    .await?;

    // A run that changes nothing writes nothing.
    runs.wait("a", 1).await?;
    let (writes, before) = (test.writes()?.len(), runs.of("a"));
    test.patch::<Team>("a", json!({ "metadata": { "annotations": { "again": "1" } } }))
        .await?;
    runs.wait("a", before + 1).await?;
    assert_eq!(test.writes()?.len(), writes, "{:?}", test.writes()?);

    // What others do to a child is undone, be it the label that the watch asks for.
    for others in [
        json!({ "data": { "text": "two" } }),
        json!({ "metadata": { "labels": { "linked.example.com/linked-by": null } } }),
        json!({ "metadata": { "labels": { "linked.example.com/linked-uid": "x" } } }),
        json!({ "metadata": { "annotations": { "linked.example.com/linked-to": null } } }),
    ] {
        let changed = patch(others).await?;
        test.until(&changed, |config: &ConfigMap| {
            text(config) == "one"
                && config.labels() == &BTreeMap::from(labels.clone())
                && config.annotations().contains_key("linked.example.com/linked-to")
        })
        .await?;
    }
    configs.delete("shared", &Default::default()).await?;
    test.wait_in(&far, "shared", |again: &ConfigMap| again.uid() != config.uid())
        .await?;

    // A change of the owner reaches them.
    test.patch::<Team>("a", json!({ "spec": { "text": "three" } }))
        .await?;
    test.wait_in(&far, "shared", |config: &ConfigMap| text(config) == "three")
        .await?;
    test.wait(&class, |class: &PriorityClass| {
        class.description.as_deref() == Some("three")
    })
    .await?;

    // Nobody else takes them, and one without a namespace is refused.
    for (name, place, expected) in [
        (
            "thief",
            far.as_str(),
            format!(
                "the ConfigMap `{far}/shared` is linked to `Team.linked.example.com/{}/a` already",
                test.namespace()
            ),
        ),
        (
            "lost",
            "",
            "a linked ConfigMap needs a namespace: name it".to_owned(),
        ),
    ] {
        test.create(team(name, "x", Some(place))).await?;
        test.wait_log(&expected).await?;
        test.delete::<Team>(name).await?;
        test.wait_gone::<Team>(name).await?;
        test.wait_gone::<PriorityClass>(&format!("{}-{name}", test.namespace()))
            .await?;
    }
    test.wait_in(&far, "shared", |config: &ConfigMap| text(config) == "three")
        .await?;

    // One is deleted because its owner no longer wants it.
    test.patch::<Team>("a", json!({ "spec": { "place": null } }))
        .await?;
    test.wait_gone_in::<ConfigMap>(&far, "shared").await?;
    test.patch::<Team>("a", json!({ "spec": { "place": far } }))
        .await?;
    test.wait_in(&far, "shared", |_: &ConfigMap| true).await?;

    // The owner goes after its children: one that somebody holds holds it too.
    patch(json!({ "metadata": { "finalizers": ["test.example.com/held"] } })).await?;
    test.delete::<Team>("a").await?;
    test.wait_gone::<PriorityClass>(&class).await?;
    test.wait_in(&far, "shared", |config: &ConfigMap| {
        config.metadata.deletion_timestamp.is_some()
    })
    .await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let owner = test.wait("a", |_: &Team| true).await?;
    assert_eq!(owner.finalizers(), ["linked.example.com/linked"]);
    patch(json!({ "metadata": { "finalizers": null } })).await?;
    test.wait_gone_in::<ConfigMap>(&far, "shared").await?;
    test.wait_gone::<Team>("a").await?;
    test.finish().await
}

/// With a cleanup handler that still finds them, and after a start at which the owner is going already.
#[tokio::test(flavor = "multi_thread")]
async fn children_of_an_owner_that_cleans_up() -> Result<()> {
    async fn reconcile(note: Arc<Note>, classes: Linked<PriorityClass>) -> Result<()> {
        let mut class = PriorityClass::default();
        class.metadata.name = Some(format!("{}-note", note.namespace().unwrap_or_default()));
        classes.apply(class).await?;
        Ok(())
    }
    async fn cleanup(_note: Arc<Note>, classes: Linked<PriorityClass>, runs: State<Runs>) -> Result<()> {
        let found = classes.list().await?.len();
        runs.note(&format!("with {found}"));
        Ok(())
    }
    let runs = Runs::default();
    let operator = |runs: &Runs| {
        Operator::new("linked-notes")
            .state(runs.clone())
            .controller(Controller::new(reconcile).cleanup(cleanup))
    };
    let mut test = Sandbox::of(operator(&runs)).start().await?;
    let class = format!("{}-note", test.namespace());
    test.create(Note::new("a", NoteSpec {})).await?;
    test.wait(&class, |_: &PriorityClass| true).await?;
    test.stop().await?;
    test.delete::<Note>("a").await?;
    test.start_again(operator(&runs)).await?;
    test.wait_gone::<Note>("a").await?;
    assert!(runs.of("with 1") >= 1, "the handler found it");
    assert!(test.api::<PriorityClass>().get_opt(&class).await?.is_none());
    test.finish().await
}

/// Something that cleans up after itself.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "linked.example.com", version = "v1", kind = "Note", namespaced)]
pub struct NoteSpec {}

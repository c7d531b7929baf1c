//! What cannot be owned is refused before anything is sent, with the reason in the log.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;
use kopr::testing::Sandbox;

/// Something with a ConfigMap of that name in that namespace.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "children.example.com", version = "v1", kind = "Parent", namespaced)]
pub struct ParentSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    child: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<String>,
}

async fn reconcile(parent: Arc<Parent>, configs: Owned<ConfigMap, Delete>) -> Result<()> {
    let child = ConfigMap {
        metadata: ObjectMeta {
            name: parent.spec.child.clone(),
            namespace: parent.spec.namespace.clone(),
            ..ObjectMeta::default()
        },
        data: Some(BTreeMap::from([("of".to_owned(), parent.name_any())])),
        ..ConfigMap::default()
    };
    configs.apply(child).await?;
    // Of two children of which only one is its own, it deletes that one.
    configs.delete("first-child").await
}

fn parent(name: &str, child: Option<&str>, namespace: Option<&str>) -> Parent {
    Parent::new(
        name,
        ParentSpec {
            child: child.map(str::to_owned),
            namespace: namespace.map(str::to_owned),
        },
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_owned_is_refused() -> Result<()> {
    let operator = Operator::new("children").controller(reconcile);
    let test = Sandbox::of(operator).start().await?;
    test.create(parent("owner", Some("shared-child"), None)).await?;
    test.wait("shared-child", |_: &ConfigMap| true).await?;
    for (name, child, namespace, expected) in [
        (
            "thief",
            Some("shared-child"),
            None,
            format!(
                "the ConfigMap `{}/shared-child` belongs to the Parent `owner` already",
                test.namespace()
            ),
        ),
        (
            "stranger",
            Some("far-child"),
            Some("elsewhere"),
            format!(
                "a ConfigMap in the namespace `elsewhere` cannot be owned by a Parent in `{}`: Kubernetes would delete it",
                test.namespace()
            ),
        ),
        (
            "forgetful",
            None,
            None,
            "a ConfigMap without a name cannot be applied".to_owned(),
        ),
    ] {
        test.create(parent(name, child, namespace)).await?;
        test.wait_log(&expected).await?;
        let line = test.log(&expected).remove(0);
        assert!(line.contains(&format!("name=\"{name}\"")), "{line}");
    }
    let child = test.wait("shared-child", |_: &ConfigMap| true).await?;
    assert_eq!(child.data.unwrap_or_default()["of"], "owner");
    // The one child, and nothing of what was refused.
    assert_eq!(test.writes()?.len(), 1, "{:?}", test.writes()?);

    // A child goes when its owner no longer wants it.
    test.create(parent("fickle", Some("first-child"), None)).await?;
    for _ in 0..400 {
        // Made and deleted.
        if test.writes()?.len() == 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    test.wait_gone::<ConfigMap>("first-child").await?;
    test.finish().await
}

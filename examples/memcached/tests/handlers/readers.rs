//! A change of an object that was read runs exactly its readers: those that read it by name, whether it was
//! there or not, and those that listed its kind, for as long as they do.

use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::kube::api::{Patch, PatchParams};
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::json;

use crate::runs::Runs;

/// Something that is made from ConfigMaps.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "readers.example.com", version = "v1", kind = "Page", namespaced)]
pub struct PageSpec {
    /// The ConfigMap that is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// All ConfigMaps are read.
    #[serde(default)]
    all: bool,
}

async fn reconcile(page: Arc<Page>, configs: Read<ConfigMap>, runs: State<Runs>) -> Result<()> {
    if let Some(source) = &page.spec.source {
        configs.get(source).await?;
    }
    if page.spec.all {
        configs.list().await?;
    }
    runs.note(&page.name_any());
    Ok(())
}

fn page(name: &str, source: Option<&str>, all: bool) -> Page {
    let source = source.map(str::to_owned);
    Page::new(name, PageSpec { source, all })
}

enum Step {
    Write(&'static str, &'static str),
    Remove(&'static str),
    Point(&'static str, &'static str),
    Unlist(&'static str),
    Drop(&'static str),
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_runs_exactly_its_readers() -> Result<()> {
    let runs = Runs::default();
    let operator = Operator::new("readers").controller(reconcile).state(runs.clone());
    let test = Sandbox::of(operator).start().await?;
    let names = ["reads-x", "reads-y", "reads-all", "reads-none"];
    test.create(page(names[0], Some("x"), false)).await?;
    test.create(page(names[1], Some("y"), false)).await?;
    test.create(page(names[2], None, true)).await?;
    test.create(page(names[3], None, false)).await?;
    for name in names {
        runs.wait(name, 1).await?;
    }
    let steps = [
        ("x appears", Step::Write("x", "1"), "reads-x reads-all"),
        ("x changes", Step::Write("x", "2"), "reads-x reads-all"),
        ("y appears", Step::Write("y", "1"), "reads-y reads-all"),
        ("x goes", Step::Remove("x"), "reads-x reads-all"),
        ("reads-x turns to y", Step::Point("reads-x", "y"), "reads-x"),
        (
            "x is not read by name any more",
            Step::Write("x", "3"),
            "reads-all",
        ),
        (
            "y has two readers",
            Step::Write("y", "2"),
            "reads-x reads-y reads-all",
        ),
        (
            "reads-all reads nothing any more",
            Step::Unlist("reads-all"),
            "reads-all",
        ),
        ("so it is left out", Step::Write("y", "3"), "reads-x reads-y"),
        ("a reader is deleted", Step::Drop("reads-y"), ""),
        ("and is left out", Step::Write("y", "4"), "reads-x"),
    ];
    for (what, step, expected) in steps {
        let before = names.map(|name| runs.of(name));
        match step {
            Step::Write(name, text) => {
                let config = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": name }, "data": { "text": text } });
                test.api::<ConfigMap>()
                    .patch(name, &PatchParams::apply("test"), &Patch::Apply(config))
                    .await?;
            }
            Step::Remove(name) => test.delete::<ConfigMap>(name).await?,
            Step::Point(name, source) => {
                test.patch::<Page>(name, json!({ "spec": { "source": source } }))
                    .await?;
            }
            Step::Unlist(name) => {
                test.patch::<Page>(name, json!({ "spec": { "all": false } }))
                    .await?;
            }
            Step::Drop(name) => test.delete::<Page>(name).await?,
        }
        let ran = |name: &str| usize::from(expected.split(' ').any(|reader| reader == name));
        for (name, before) in names.iter().zip(before) {
            runs.wait(name, before + ran(name)).await?;
        }
        // Whoever runs without a reason does so about now.
        tokio::time::sleep(Duration::from_millis(150)).await;
        for (name, before) in names.iter().zip(before) {
            assert_eq!(runs.of(name), before + ran(name), "{what}: runs of {name}");
        }
    }
    test.finish().await
}

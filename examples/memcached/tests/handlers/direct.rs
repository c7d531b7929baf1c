//! Single objects, subresources and a client: each argument may do what it says and no more, and says so before the API
//! server has to.

use kopr::extract::{Any, Evicted, Eviction, GetScale, Grant, Log, Raw, Rules, Scale, Token};
use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::{ConfigMap, Pod, Secret, Service, ServiceAccount};
use kopr::k8s_openapi::api::policy::v1::PodDisruptionBudget;
use kopr::kube::Api;
use kopr::model::Verb;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// One thing that is tried.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "direct.example.com",
    version = "v1",
    kind = "Attempt",
    namespaced,
    status = "AttemptStatus"
)]
pub struct AttemptSpec {
    /// What to do, and with which object.
    what: String,
}

/// What came of it.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct AttemptStatus {
    #[serde(default)]
    said: String,
}

kopr::names!(
    /// What every pod trusts.
    pub struct Bundle = ["bundle", "bundle-next"];
    /// An account of the operator's own.
    pub struct Robot = ["robot"];
);

/// Services are listed.
struct Services;

impl Rules for Services {
    const RULES: &'static [Grant] = &[Grant::new("", "services", &[Verb::List])];
}

#[derive(Access)]
struct Reached {
    secrets: Get<Secret>,
    bundles: Get<ConfigMap, Bundle, Here>,
    evictions: Sub<Pod, Eviction>,
    scale: Sub<Deployment, Scale>,
    scales: Sub<Deployment, GetScale>,
    logs: Sub<Pod, Log, Any>,
    tokens: Sub<ServiceAccount, Token, Robot>,
    services: Raw<Services>,
}

impl Reached {
    async fn attempt(&self, namespace: &str, words: &[&str]) -> Result<String> {
        let found = |found| if found { "found" } else { "none" }.to_owned();
        Ok(match words {
            ["secret", name] => found(self.secrets.get(name).await?.is_some()),
            ["secret", place, name] => found(self.secrets.get_in(place, name).await?.is_some()),
            ["bundle", name] => found(self.bundles.get(name).await?.is_some()),
            ["bundle", place, name] => found(self.bundles.get_in(place, name).await?.is_some()),
            ["evict", name] => match self.evictions.evict(name).await? {
                Evicted::Refused(why) => format!("refused: {why}"),
                other => format!("{other:?}"),
            },
            ["scale", name] => {
                self.scale.scale(name, 3).await?;
                "scaled".to_owned()
            }
            ["scales", name] => match self.scales.get(name).await? {
                Some(scale) => format!("{:?}", scale.spec.and_then(|spec| spec.replicas)),
                None => "none".to_owned(),
            },
            ["log", name] => format!("{} bytes", self.logs.log(name, 10).await?.len()),
            ["token", name] => {
                let hour = Duration::from_secs(3600);
                let token = self.tokens.token(name, &["somebody"], hour).await?;
                format!("{} parts", token.token.split('.').count())
            }
            ["token", place, name] => {
                let there = self.tokens.in_namespace(*place);
                let hour = Duration::from_secs(3600);
                there.token(name, &[], hour).await.map(|token| token.token)?
            }
            ["services"] => {
                let services: Api<Service> = Api::namespaced(self.services.client().clone(), namespace);
                format!("{}", services.list(&Default::default()).await?.items.len())
            }
            other => format!("cannot {other:?}"),
        })
    }
}

async fn reconcile(attempt: Arc<Attempt>, reached: Reached, status: Status<Attempt>) -> Result<()> {
    let words: Vec<&str> = attempt.spec.what.split(' ').collect();
    let namespace = attempt.namespace().unwrap_or_default();
    let said = match reached.attempt(&namespace, &words).await {
        Ok(said) => said,
        Err(error) => format!("error: {error}"),
    };
    status.update(|status| status.said = said).await
}

fn object<T: DeserializeOwned>(object: Value) -> Result<T> {
    Ok(serde_json::from_value(object)?)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_may_do_what_it_says_and_no_more() -> Result<()> {
    let test = Sandbox::of(Operator::new("direct").controller(reconcile))
        .start()
        .await?;
    let own = test.own_namespace().to_owned();
    let pod = |name: &str| {
        object::<Pod>(json!({
            "metadata": { "name": name, "labels": { "app": name } },
            "spec": { "containers": [{ "name": "main", "image": "example.com/none" }] },
        }))
    };
    test.create(object::<Secret>(json!({ "metadata": { "name": "key" } }))?)
        .await?;
    test.create(object::<ConfigMap>(
        json!({ "metadata": { "name": "bundle", "namespace": own } }),
    )?)
    .await?;
    test.create(object::<ServiceAccount>(
        json!({ "metadata": { "name": "robot" } }),
    )?)
    .await?;
    test.create(object::<Deployment>(json!({
        "metadata": { "name": "web" },
        "spec": { "replicas": 1, "selector": { "matchLabels": { "app": "web" } }, "template": {
            "metadata": { "labels": { "app": "web" } },
            "spec": { "containers": [{ "name": "main", "image": "example.com/none" }] } } },
    }))?)
    .await?;
    test.create(object::<Service>(
        json!({ "metadata": { "name": "web" }, "spec": { "ports": [{ "port": 80 }] } }),
    )?)
    .await?;
    // One pod that waits may go, one that runs is held by a budget.
    test.create(pod("waits")?).await?;
    test.create(pod("runs")?).await?;
    test.create(object::<PodDisruptionBudget>(json!({
        "metadata": { "name": "runs" },
        "spec": { "minAvailable": 1, "selector": { "matchLabels": { "app": "runs" } } },
    }))?)
    .await?;
    let running = json!({ "status": { "phase": "Running" } });
    test.api::<Pod>()
        .patch_status(
            "runs",
            &Default::default(),
            &kopr::kube::api::Patch::Merge(running),
        )
        .await?;

    for (number, (what, expected)) in [
        ("secret key", "found"),
        ("secret other", "none"),
        (
            "secret elsewhere key",
            "error: the Secret `elsewhere/key` is in a namespace that is not watched",
        ),
        ("bundle bundle", "found"),
        ("bundle bundle-next", "none"),
        (
            "bundle other",
            "error: `Get<ConfigMap, Bundle, Here>` may not get the ConfigMap `other`: its type does not name it",
        ),
        (
            "bundle elsewhere bundle",
            "error: the ConfigMap `elsewhere/bundle` is not in the operator's own namespace",
        ),
        ("evict waits", "Yes"),
        ("evict nobody", "Gone"),
        ("evict runs", "refused: Cannot evict pod"),
        ("scales web", "Some(1)"),
        ("scale web", "scaled"),
        ("scales web", "Some(3)"),
        ("scales other", "none"),
        // It is bound to no node, so nobody has written anything.
        ("log runs", "0 bytes"),
        (
            "log nobody",
            "error: the log of the Pod `NAMESPACE/nobody` failed: pods \"nobody\" not found (404)",
        ),
        ("token robot", "3 parts"),
        (
            "token other",
            "error: `Sub<ServiceAccount, Token, Robot>` may not reach the ServiceAccount `other`: its type does not name it",
        ),
        (
            "token elsewhere robot",
            "error: the ServiceAccount `elsewhere/robot` is in a namespace that is not watched",
        ),
        ("services", "1"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("attempt-{number}");
        let what = what.to_owned();
        test.create(Attempt::new(&name, AttemptSpec { what: what.clone() }))
            .await?;
        let said = |attempt: &Attempt| attempt.status.clone().unwrap_or_default().said;
        let attempt = test.wait(&name, |attempt| !said(attempt).is_empty()).await?;
        let said = said(&attempt).replace(test.namespace(), "NAMESPACE");
        assert!(said.starts_with(expected), "{what}: {said}");
    }
    let deployment = test.wait("web", |_: &Deployment| true).await?;
    assert_eq!(deployment.spec.replicas, Some(3));
    test.wait_gone::<Pod>("waits").await?;
    test.finish().await
}

//! The API server that all lines share, and requests to it whose warnings are seen.

use std::sync::LazyLock;

use kopr::kube::Client;
use kopr::kube::api::{DeleteParams, GetParams, ListParams, PostParams};
use kopr::kube::client::Body;
use kopr::kube::core::Request;
use kopr_cluster::Options;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

/// How many requests are on their way at once.
const AT_ONCE: usize = 32;
const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
/// On each CRD of a zoo, so that those of a run that was killed are found.
const LABEL: &str = "zoo.kopr.dev/run";

/// One runtime and one client for all tests of this program.
pub(crate) static SERVER: LazyLock<Server> = LazyLock::new(Server::start);

/// The API server.
pub(crate) struct Server {
    pub(crate) runtime: Runtime,
    client: Client,
    /// The API group of this run.
    pub(crate) group: String,
    open: Semaphore,
}

/// What the API server answered.
pub(crate) struct Answer {
    pub(crate) code: u16,
    pub(crate) body: Value,
    pub(crate) warnings: Vec<String>,
}

impl Answer {
    /// Whether it took the request.
    pub(crate) fn is_good(&self) -> bool {
        (200..300).contains(&self.code)
    }

    /// Why it did not.
    pub(crate) fn message(&self) -> String {
        format!(
            "{} {}",
            self.code,
            self.body["message"].as_str().unwrap_or_default()
        )
    }
}

impl Server {
    fn start() -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime can be had");
        let client = runtime.block_on(async {
            let cluster = kopr_cluster::shared(&Options::default())
                .await
                .expect("the shared control plane starts");
            cluster.client().await.expect("it has a kubeconfig")
        });
        let server = Self {
            client,
            group: format!("run-{}.zoo.kopr.dev", std::process::id()),
            open: Semaphore::new(AT_ONCE),
            runtime,
        };
        server.runtime.block_on(server.sweep());
        server
    }

    /// Removes what a killed run has left: CRDs of a process that is gone.
    async fn sweep(&self) {
        let selector = ListParams::default().labels(LABEL);
        let request = Request::new(CRDS).list(&selector).expect("a list is a request");
        let left = self.ask(request).await;
        for crd in left.body["items"].as_array().into_iter().flatten() {
            let run = crd["metadata"]["labels"][LABEL].as_str().unwrap_or_default();
            if !std::path::Path::new("/proc").join(run).exists() {
                self.remove(crd["metadata"]["name"].as_str().unwrap_or_default())
                    .await;
            }
        }
    }

    /// Makes the CRD.
    pub(crate) async fn define(&self, crd: &Value) -> Answer {
        let mut crd = crd.clone();
        crd["metadata"]["labels"] = json!({ LABEL: std::process::id().to_string() });
        let body = serde_json::to_vec(&crd).expect("it is JSON");
        let request = Request::new(CRDS)
            .create(&PostParams::default(), body)
            .expect("it is a request");
        self.ask(request).await
    }

    /// Removes the CRD of that name, with its objects.
    pub(crate) async fn remove(&self, name: &str) {
        let request = Request::new(CRDS)
            .delete(name, &DeleteParams::background())
            .expect("it is a request");
        self.ask(request).await;
    }

    /// Makes an object, for good or to see what would become of it: read, pruned, defaulted and validated, but
    /// not stored.
    pub(crate) async fn create(&self, plural: &str, object: Vec<u8>, dry_run: bool) -> Answer {
        let parameters = PostParams {
            dry_run,
            ..PostParams::default()
        };
        let request = Request::new(format!("/apis/{}/v1/{plural}", self.group))
            .create(&parameters, object)
            .expect("it is a request");
        self.ask(request).await
    }

    /// Reads an object.
    pub(crate) async fn get(&self, plural: &str, name: &str) -> Answer {
        let request = Request::new(format!("/apis/{}/v1/{plural}", self.group))
            .get(name, &GetParams::default())
            .expect("it is a request");
        self.ask(request).await
    }

    async fn ask(&self, request: http::Request<Vec<u8>>) -> Answer {
        let _open = self.open.acquire().await.expect("it is never closed");
        let answer = self
            .client
            .send(request.map(Body::from))
            .await
            .expect("the API server answers");
        let warnings = answer.headers().get_all("warning").iter();
        let warnings = warnings
            .map(|text| String::from_utf8_lossy(text.as_bytes()).into_owned())
            .collect();
        let code = answer.status().as_u16();
        let bytes = answer.into_body().collect_bytes().await.expect("the answer ends");
        Answer {
            code,
            body: serde_json::from_slice(&bytes)
                .unwrap_or_else(|_| json!({ "message": String::from_utf8_lossy(&bytes) })),
            warnings,
        }
    }
}

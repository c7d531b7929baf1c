//! The loop on a real API server, over a network that fails in the ways in which networks fail.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use hyper::Request;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kopr_cluster::Options;
use kube::Client;
use kube::api::{DeleteParams, DynamicObject, PostParams};
use kube::client::{Body, ClientBuilder};
use kube::core::ApiResource;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::{BoxError, Layer, Service};

use super::*;
use crate::runtime::raw::{Ours, Raw};

/// What a loop has told.
#[derive(Default)]
struct Told {
    /// Names of the objects that are there.
    objects: BTreeSet<String>,
    listed: BTreeSet<String>,
    lists: usize,
    /// Times at which something was heard.
    heard: usize,
    ends: Vec<(String, Phase)>,
}

/// A sink that others can look into.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Told>>);

impl Seen {
    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn wait(&self, what: &str, condition: impl Fn(&Told) -> bool) {
        for _ in 0..1200 {
            if condition(&self.told()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let told = self.told();
        panic!(
            "{what}: {:?}, {} lists, {:?}",
            told.objects, told.lists, told.ends
        );
    }

    async fn objects(&self, names: &[&str]) {
        let names: BTreeSet<String> = names.iter().map(|name| (*name).to_owned()).collect();
        self.wait(&format!("{names:?}"), |told| told.objects == names)
            .await;
    }
}

fn name(object: &Watched) -> String {
    let raw = Raw::parse(object.json.get(), &Ours::default()).unwrap();
    raw.key.name.to_string()
}

impl Sink for Seen {
    fn heard(&mut self) {
        self.told().heard += 1;
    }
    fn begin(&mut self) {
        self.told().listed.clear();
    }
    fn listed(&mut self, object: &Watched) {
        self.told().listed.insert(name(object));
    }
    fn end(&mut self) {
        let mut told = self.told();
        told.lists += 1;
        told.objects = std::mem::take(&mut told.listed);
    }
    fn works(&mut self) {}
    fn put(&mut self, object: &Watched) {
        self.told().objects.insert(name(object));
    }
    fn delete(&mut self, object: &Watched) {
        self.told().objects.remove(&name(object));
    }
    fn failed(&mut self, end: &End, next: Phase, _: Duration) {
        self.told().ends.push((end.to_string(), next));
    }
}

/// A way to the API server that can fail. Connections are numbered; those up to `cut` are ended, those up to
/// `frozen` stay open, and nothing passes any more.
struct Network {
    address: std::net::SocketAddr,
    state: watch::Sender<State>,
}

#[derive(Clone, Copy, Default)]
struct State {
    opened: u64,
    cut: u64,
    frozen: u64,
}

impl Network {
    async fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = watch::Sender::new(State::default());
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                shared.send_modify(|state| state.opened += 1);
                let number = shared.borrow().opened;
                let far = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(pass(near, far, number, shared.subscribe()));
            }
        });
        Self { address, state }
    }

    fn cut(&self) {
        self.state.send_modify(|state| state.cut = state.opened);
    }

    fn freeze(&self) {
        self.state.send_modify(|state| state.frozen = state.opened);
    }
}

async fn pass(mut near: TcpStream, mut far: TcpStream, number: u64, mut state: watch::Receiver<State>) {
    let mut others = state.clone();
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => return,
        _ = state.wait_for(|state| number <= state.cut || number <= state.frozen) => {}
    }
    // Both ends stay open until they are cut.
    let _ = others.wait_for(|state| number <= state.cut).await;
}

/// What happens to requests before they are sent.
#[derive(Clone, Default)]
struct Gate {
    shut: Arc<AtomicBool>,
    /// The next watch asks for a version that is long gone.
    rewind: Arc<AtomicBool>,
    requests: Arc<Mutex<BTreeMap<&'static str, usize>>>,
}

impl Gate {
    fn requests(&self, what: &str) -> usize {
        self.requests
            .lock()
            .unwrap()
            .get(what)
            .copied()
            .unwrap_or_default()
    }
}

impl<S> Layer<S> for Gate {
    type Service = Gated<S>;
    fn layer(&self, inner: S) -> Gated<S> {
        Gated {
            inner,
            gate: self.clone(),
        }
    }
}

struct Gated<S> {
    inner: S,
    gate: Gate,
}

impl<S> Service<Request<Body>> for Gated<S>
where
    S: Service<Request<Body>, Error = BoxError>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<S::Response, BoxError>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let target = request.uri().to_string();
        let watches = target.contains("watch=true");
        let what = if watches { "watch" } else { "list" };
        *self.gate.requests.lock().unwrap().entry(what).or_default() += 1;
        if self.gate.shut.load(Ordering::SeqCst) {
            return Box::pin(async { Err("the network is down".into()) });
        }
        if watches && self.gate.rewind.swap(false, Ordering::SeqCst) {
            let (path, query) = target.split_once('?').unwrap();
            let query = query.split('&').map(|pair| match pair.split_once('=') {
                Some(("resourceVersion", _)) => "resourceVersion=1",
                _ => pair,
            });
            let target = format!("{path}?{}", query.collect::<Vec<_>>().join("&"));
            *request.uri_mut() = target.parse().unwrap();
        }
        Box::pin(self.inner.call(request))
    }
}

/// A kind of the test's own, so that the API server remembers nothing from before, and a loop over its objects.
struct Scene {
    kind: ApiResource,
    client: Client,
    network: Network,
    gate: Gate,
    seen: Seen,
    running: tokio::task::JoinHandle<()>,
}

impl Scene {
    /// `test` is a word.
    async fn begin(test: &str, limits: Limits) -> Self {
        let cluster = kopr_cluster::shared(&Options::default()).await.unwrap();
        let client = cluster.client().await.unwrap();
        let group = format!("{test}{}.list-watch.test", std::process::id());
        let kind = ApiResource {
            api_version: format!("{group}/v1"),
            group,
            version: "v1".to_owned(),
            kind: "Thing".to_owned(),
            plural: "things".to_owned(),
        };
        let mut config = cluster.config().await.unwrap();
        let server = config.cluster_url.authority().unwrap().to_string();
        let network = Network::to(server).await;
        config.cluster_url = format!("https://{}", network.address).parse().unwrap();
        let gate = Gate::default();
        let through = ClientBuilder::try_from(config).unwrap().with_layer(&gate).build();
        let objects = Objects {
            api: Api::all_with(through, &kind),
            selector: None,
            limits,
        };
        let seen = Seen::default();
        let mut sink = seen.clone();
        Self {
            kind,
            client,
            network,
            gate,
            seen,
            running: tokio::spawn(async move { follow(objects, &mut sink).await }),
        }
    }

    /// The same, with the CRD of the kind and the object `a`, and the first watch begun.
    async fn watching(test: &str, limits: Limits) -> Self {
        let scene = Self::begin(test, limits).await;
        scene.serve().await;
        scene.create("a").await;
        scene.seen.objects(&["a"]).await;
        // What was heard are lists of one page, and watches.
        scene.seen.wait("a watch", |told| told.heard > told.lists).await;
        scene.seen.told().ends.clear();
        scene
    }

    fn crds(&self) -> Api<CustomResourceDefinition> {
        Api::all(self.client.clone())
    }

    fn crd(&self) -> String {
        format!("things.{}", self.kind.group)
    }

    /// Makes the CRD, and waits until the kind is served.
    async fn serve(&self) {
        let crd: CustomResourceDefinition = serde_json::from_value(json!({
            "metadata": {"name": self.crd()},
            "spec": {
                "group": self.kind.group, "scope": "Cluster",
                "names": {"kind": "Thing", "plural": "things", "singular": "thing"},
                "versions": [{
                    "name": "v1", "served": true, "storage": true,
                    "schema": {"openAPIV3Schema": {"type": "object"}}
                }]
            }
        }))
        .unwrap();
        self.crds().create(&PostParams::default(), &crd).await.unwrap();
        self.seen.wait("a list", |told| told.lists == 1).await;
    }

    fn things(&self) -> Api<DynamicObject> {
        Api::all_with(self.client.clone(), &self.kind)
    }

    async fn create(&self, name: &str) {
        let thing = DynamicObject::new(name, &self.kind);
        self.things()
            .create(&PostParams::default(), &thing)
            .await
            .unwrap();
    }

    async fn delete(&self, name: &str) {
        self.things()
            .delete(name, &DeleteParams::default())
            .await
            .unwrap();
    }

    /// Ends the connections, and lets no request through, until `meanwhile` is done.
    async fn without_network(&self, meanwhile: impl Future<Output = ()>) {
        self.gate.shut.store(true, Ordering::SeqCst);
        self.network.cut();
        self.seen
            .wait("a failure", |told| ends(told, "the network is down") > 0)
            .await;
        meanwhile.await;
        self.gate.shut.store(false, Ordering::SeqCst);
    }

    async fn end(self) {
        self.running.abort();
        let crd = self.crd();
        self.crds().delete(&crd, &DeleteParams::default()).await.unwrap();
    }
}

/// How often an end was told whose text has that part.
fn ends(told: &Told, part: &str) -> usize {
    told.ends.iter().filter(|(text, _)| text.contains(part)).count()
}

#[tokio::test]
async fn a_version_that_is_gone_takes_one_list_that_tells_what_was_deleted_meanwhile() {
    let scene = Scene::watching("gone", Limits::default()).await;
    let changes = async {
        scene.delete("a").await;
        scene.create("b").await;
        scene.gate.rewind.store(true, Ordering::SeqCst);
    };
    scene.without_network(changes).await;
    scene.seen.objects(&["b"]).await;
    scene.create("c").await;
    scene.seen.objects(&["b", "c"]).await;
    {
        let told = scene.seen.told();
        assert_eq!(told.lists, 2, "{:?}", told.ends);
        assert_eq!(ends(&told, "(410 "), 1, "{:?}", told.ends);
        let last = told.ends.last().unwrap();
        assert_eq!(last.1, Phase::List, "the 410 was the last failure: {last:?}");
    }
    scene.end().await;
}

#[tokio::test]
async fn a_connection_that_is_cut_is_taken_up_where_it_was() {
    let scene = Scene::watching("cut", Limits::default()).await;
    let changes = async {
        scene.delete("a").await;
        scene.create("b").await;
    };
    scene.without_network(changes).await;
    scene.seen.objects(&["b"]).await;
    assert_eq!(scene.seen.told().lists, 1, "both were told by the watch");
    scene.end().await;
}

#[tokio::test]
async fn a_connection_that_was_dropped_in_silence_is_replaced() {
    let limits = Limits {
        idle: Duration::from_secs(2),
        ..Limits::default()
    };
    let scene = Scene::watching("silence", limits).await;
    scene.network.freeze();
    scene.delete("a").await;
    scene.create("b").await;
    scene.seen.objects(&["b"]).await;
    {
        let told = scene.seen.told();
        assert_eq!(told.lists, 1, "both were told by the new watch");
        assert!(told.ends.is_empty(), "a new watch was to be had: {:?}", told.ends);
    }
    scene.end().await;
}

#[tokio::test]
async fn watches_that_the_server_ends_go_on_without_a_list_and_without_a_failure() {
    let limits = Limits {
        serve: Duration::from_secs(2),
        ..Limits::default()
    };
    let scene = Scene::watching("served", limits).await;
    for name in ["b", "c", "d"] {
        let before = scene.gate.requests("watch");
        scene.create(name).await;
        scene.seen.wait(name, |told| told.objects.contains(name)).await;
        scene
            .seen
            .wait("the next watch", |_| scene.gate.requests("watch") > before)
            .await;
    }
    {
        let told = scene.seen.told();
        assert_eq!((told.lists, &told.ends), (1, &Vec::new()));
    }
    scene.end().await;
}

#[tokio::test]
async fn a_kind_that_comes_late_is_waited_for_in_peace() {
    let scene = Scene::begin("late", Limits::default()).await;
    scene
        .seen
        .wait("two tries", |told| ends(told, "is its CRD there?") == 2)
        .await;
    // Pauses of at least 0.8 and 1.6 seconds: two tries, and no third one at once.
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(scene.gate.requests("list"), 2);
    scene.serve().await;
    scene.create("a").await;
    scene.seen.objects(&["a"]).await;
    scene.end().await;
}

#[test]
fn silence_is_limited_as_is_said() {
    let seconds = |limits: Limits| [limits.idle, limits.serve, limits.stale()].map(|limit| limit.as_secs());
    for (text, expected) in [
        (None, [75, 290, 120]),
        (Some("30s"), [30, 24, 48]),
        (Some("2m"), [120, 290, 192]),
    ] {
        assert_eq!(seconds(Limits::with_idle(text).unwrap()), expected, "{text:?}");
    }
    for (text, expected) in [
        ("soon", "is no duration"),
        ("1s", "between 5s and 600s"),
        ("11m", "between"),
    ] {
        let error = Limits::with_idle(Some(text)).unwrap_err().to_string();
        assert!(
            error.starts_with("KOPR_WATCH_IDLE is `") && error.contains(expected),
            "{error}"
        );
    }
}

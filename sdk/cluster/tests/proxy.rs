//! The fault proxy in front of a real API server: what a client sees of each fault, and what is noted.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how a test fails, also in its helpers"
)]

use std::collections::BTreeMap;
use std::pin::pin;
use std::time::{Duration, Instant};

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kopr_cluster::proxy::{Fault, Filter, Proxy};
use kopr_cluster::{Options, Program};
use kube::api::{Api, DeleteParams, ListParams, ObjectMeta, PostParams, WatchEvent, WatchParams};
use kube::client::Body;
use kube::{Client, Error};
use tokio::time::timeout;

/// Long enough to be sure that nothing comes.
const SILENT: Duration = Duration::from_millis(500);
/// For what does come, also on a busy machine.
const SOON: Duration = Duration::from_secs(20);

struct Bench {
    proxy: Proxy,
    /// Through the proxy.
    maps: Api<ConfigMap>,
    /// Not through the proxy.
    direct: Api<ConfigMap>,
    label: String,
}

impl Bench {
    async fn new(name: &str) -> Self {
        let cluster = kopr_cluster::shared(&Options::default()).await.unwrap();
        let proxy = Proxy::start(&cluster).await.unwrap();
        Self {
            maps: Api::default_namespaced(proxy.client().await.unwrap()),
            direct: Api::default_namespaced(cluster.client().await.unwrap()),
            proxy,
            label: format!("{name}-{}", std::process::id()),
        }
    }

    fn map(&self, number: usize) -> ConfigMap {
        ConfigMap {
            metadata: ObjectMeta {
                name: Some(format!("{}-{number}", self.label)),
                labels: Some(BTreeMap::from([("test".to_owned(), self.label.clone())])),
                ..ObjectMeta::default()
            },
            data: Some(BTreeMap::from([("text".to_owned(), "x".repeat(2000))])),
            ..ConfigMap::default()
        }
    }

    fn list(&self) -> ListParams {
        ListParams::default().labels(&format!("test={}", self.label))
    }

    fn watch(&self) -> WatchParams {
        WatchParams::default()
            .labels(&format!("test={}", self.label))
            .disable_bookmarks()
    }

    /// Makes an object past the proxy.
    async fn make(&self, number: usize) {
        self.direct
            .create(&PostParams::default(), &self.map(number))
            .await
            .unwrap();
    }

    async fn clear(&self) {
        self.direct
            .delete_collection(&DeleteParams::default(), &self.list())
            .await
            .unwrap();
    }
}

fn code(answer: Result<impl Sized, Error>) -> u16 {
    match answer {
        Ok(_) => 200,
        Err(Error::Api(status)) => status.code,
        // No answer at all.
        Err(_) => 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_pass_and_are_noted() {
    let bench = Bench::new("pass").await;
    bench
        .maps
        .create(&PostParams::default(), &bench.map(1))
        .await
        .unwrap();
    assert_eq!(bench.maps.list(&bench.list()).await.unwrap().items.len(), 1);
    assert_eq!(code(bench.maps.get("is-not-there").await), 404);
    let maps = Filter::all().resource("configmaps");
    for (filter, count) in [
        (maps.clone(), 3),
        (maps.clone().writes(), 1),
        (maps.clone().verb("create").code(201), 1),
        (maps.clone().verbs(&["get", "list"]), 2),
        (maps.clone().code(404).path("is-not-there"), 1),
        (maps.clone().agent("nobody"), 0),
        (Filter::all().resource("pods"), 0),
    ] {
        assert_eq!(
            bench.proxy.count(&filter),
            count,
            "{filter:?}: {:?}",
            bench.proxy.requests()
        );
    }
    let mark = bench.proxy.seen();
    assert_eq!(bench.proxy.count_since(mark, &maps), 0);
    let missing = bench
        .proxy
        .wait_for(mark, &maps, 1, Duration::from_millis(50))
        .await;
    assert!(missing.unwrap_err().to_string().contains("0 of 1 requests came"));
    // By its kubeconfig too.
    let kubeconfig = kube::config::Kubeconfig::read_from(bench.proxy.kubeconfig_path()).unwrap();
    let server = kubeconfig.clusters[0].cluster.as_ref().unwrap().server.clone();
    assert_eq!(server.as_deref(), Some(bench.proxy.url()));
    bench.clear().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_of_one_request() {
    let bench = Bench::new("faults").await;
    bench.make(1).await;
    let (maps, list) = (&bench.maps, bench.list());
    let lists = Filter::all().verb("list");
    for (fault, expected) in [
        (Fault::answer(500), 500),
        (Fault::answer(410), 410),
        (Fault::reset(), 0),
        (Fault::cut(100), 0),
        (Fault::truncate(100), 0),
    ] {
        bench.proxy.fault(fault.clone().on(lists.clone()).times(1));
        assert_eq!(code(maps.list(&list).await), expected, "{fault:?}");
        assert_eq!(code(maps.list(&list).await), 200, "after {fault:?}");
    }
    let names: Vec<_> = bench
        .proxy
        .requests()
        .iter()
        .filter_map(|request| request.fault)
        .collect();
    assert_eq!(names, ["answer", "answer", "reset", "cut", "truncation"]);

    // Nothing comes, and nothing ends.
    for fault in [Fault::silence(), Fault::lost_answer()] {
        bench
            .proxy
            .fault(fault.clone().on(Filter::all().verb("create")).times(1));
        let number = 10 + bench.proxy.seen();
        let map = bench.map(number);
        let made = timeout(SILENT, maps.create(&PostParams::default(), &map)).await;
        assert!(made.is_err(), "{fault:?}: {made:?}");
        let there = bench
            .direct
            .get_opt(&map.metadata.name.unwrap())
            .await
            .unwrap()
            .is_some();
        assert_eq!(there, format!("{fault:?}").contains("LoseAnswer"), "{fault:?}");
    }

    // Slow ones add up.
    bench
        .proxy
        .fault(Fault::delay(Duration::from_millis(300)).on(lists.clone()));
    bench.proxy.fault(Fault::pace(4000).on(lists.clone()));
    let begun = Instant::now();
    assert_eq!(code(maps.list(&list).await), 200);
    assert!(
        begun.elapsed() > Duration::from_millis(700),
        "{:?}",
        begun.elapsed()
    );
    bench.proxy.heal();
    let begun = Instant::now();
    assert_eq!(code(maps.list(&list).await), 200);
    assert!(
        begun.elapsed() < Duration::from_millis(300),
        "{:?}",
        begun.elapsed()
    );
    bench.clear().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_told_to_wait() {
    let bench = Bench::new("wait").await;
    bench.proxy.fault(Fault::answer(429).retry_after(7).times(1));
    let mut config = bench.proxy.config().await.unwrap();
    // Else it would wait and ask again by itself.
    config.default_retry = false;
    let request = http::Request::get("/api/v1/nodes").body(Body::empty()).unwrap();
    let response = Client::try_from(config).unwrap().send(request).await.unwrap();
    assert_eq!(response.status(), 429);
    assert_eq!(response.headers()["retry-after"], "7");
    let text = response.into_body().collect_bytes().await.unwrap();
    let status: serde_json::Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(status["details"]["retryAfterSeconds"], 7);
    let codes: Vec<_> = bench
        .proxy
        .requests()
        .iter()
        .map(|request| request.code)
        .collect();
    assert_eq!(codes, [Some(429)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_of_open_watches() {
    let bench = Bench::new("watch").await;
    let watches = Filter::all().verb("watch");
    for (fault, ends) in [
        (Fault::freeze(), "nothing"),
        (Fault::watch_error(410), "error 410"),
        (Fault::reset(), "broken"),
        (Fault::cut(0), "broken"),
    ] {
        bench.clear().await;
        let mut events = Box::pin(bench.maps.watch(&bench.watch(), "0").await.unwrap());
        bench.make(1).await;
        let mut seen = Vec::new();
        // Events may be left of the round before.
        while !seen.contains(&"added") {
            match timeout(SOON, events.next()).await.unwrap().unwrap().unwrap() {
                WatchEvent::Added(_) => seen.push("added"),
                WatchEvent::Deleted(_) => seen.push("deleted"),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(bench.proxy.open(&watches), 1);
        assert_eq!(bench.proxy.strike(fault.clone().on(watches.clone())), 1);
        bench.make(2).await;
        let end = match timeout(SILENT, events.next()).await {
            Err(_) => "nothing".to_owned(),
            Ok(Some(Ok(WatchEvent::Error(status)))) => format!("error {}", status.code),
            Ok(Some(Err(_)) | None) => "broken".to_owned(),
            Ok(other) => panic!("{fault:?}: {other:?}"),
        };
        assert_eq!(end, ends, "{fault:?}");
        // Whoever goes is noticed, also from a frozen connection.
        drop(events);
        let until = Instant::now() + SOON;
        while bench.proxy.open(&watches) > 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(bench.proxy.open(&watches), 0, "{fault:?}");
    }
    // At the beginning.
    bench.proxy.fault(Fault::watch_error(410).times(1));
    let mut events = pin!(bench.maps.watch(&bench.watch(), "0").await.unwrap());
    let event = timeout(SOON, events.next()).await.unwrap().unwrap().unwrap();
    assert!(matches!(event, WatchEvent::Error(status) if status.reason == "Expired"));
    bench.clear().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partition_holds_everything_until_it_is_healed() {
    let bench = Bench::new("partition").await;
    let mut events = pin!(bench.maps.watch(&bench.watch(), "0").await.unwrap());
    bench.proxy.partition();
    bench.make(1).await;
    assert!(timeout(SILENT, events.next()).await.is_err());
    let list = bench.list();
    let mut listed = pin!(bench.maps.list(&list));
    assert!(timeout(SILENT, &mut listed).await.is_err());
    let other: Api<ConfigMap> = Api::default_namespaced(bench.proxy.client().await.unwrap());
    assert!(timeout(SILENT, other.list(&list)).await.is_err());
    bench.proxy.heal();
    let event = timeout(SOON, events.next()).await.unwrap().unwrap().unwrap();
    assert!(matches!(event, WatchEvent::Added(_)));
    assert_eq!(timeout(SOON, listed).await.unwrap().unwrap().items.len(), 1);
    bench.clear().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_api_server_is_killed_and_started_again_on_its_data() {
    let cluster = kopr_cluster::start(&Options::ephemeral()).await.unwrap();
    let proxy = Proxy::start(&cluster).await.unwrap();
    let maps = |client: Client| -> Api<ConfigMap> { Api::default_namespaced(client) };
    let through = maps(proxy.client().await.unwrap());
    let map = ConfigMap {
        metadata: ObjectMeta {
            name: Some("kept".to_owned()),
            ..ObjectMeta::default()
        },
        ..ConfigMap::default()
    };
    through.create(&PostParams::default(), &map).await.unwrap();
    let before = cluster.processes();
    let outage = cluster.interrupt(Program::ApiServer).await.unwrap();
    assert_eq!(code(through.list(&ListParams::default()).await), 0);
    let left: Vec<_> = cluster.processes().iter().map(|(program, _)| *program).collect();
    assert_eq!(left, [Program::Etcd]);
    outage.over().await.unwrap();
    let after = cluster.processes();
    assert_eq!(after[0], before[0]);
    assert_ne!(after[1], before[1]);
    assert_eq!(code(through.get("kept").await), 200);
}

//! Traces: what a collector of OpenTelemetry gets of a reconcile.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Mutex;

use kopr::prelude::*;
use kopr::testing::Sandbox;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value};
use prost::Message as _;

use crate::objects::memcached;
use crate::process::{Program, free_address, wait_ready};

/// A span, as far as it matters here.
#[derive(Clone, Debug)]
struct Span {
    name: String,
    id: Vec<u8>,
    parent: Vec<u8>,
    attributes: BTreeMap<String, String>,
    service: BTreeMap<String, String>,
}

fn attributes(from: &[KeyValue]) -> BTreeMap<String, String> {
    let value = |one: &KeyValue| match one.value.as_ref()?.value.as_ref()? {
        any_value::Value::StringValue(text) => Some(text.clone()),
        other => Some(format!("{other:?}")),
    };
    from.iter()
        .filter_map(|one| Some((one.key.clone(), value(one)?)))
        .collect()
}

/// A collector that keeps all spans.
struct Collector {
    url: String,
    spans: Arc<Mutex<Vec<Span>>>,
}

impl Collector {
    fn start() -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let url = format!("http://{}", listener.local_addr()?);
        let spans = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&spans);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(|stream| stream.ok()) {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || take(stream, &kept));
            }
        });
        Ok(Self { url, spans })
    }

    async fn wait(&self, wanted: impl Fn(&Span) -> bool) -> Span {
        for _ in 0..400 {
            if let Some(span) = self.all().into_iter().find(|span| wanted(span)) {
                return span;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("there is no such span: {:#?}", self.all());
    }

    fn all(&self) -> Vec<Span> {
        self.spans.lock().expect("nothing panics with it").clone()
    }
}

/// Answers the requests of one connection.
fn take(stream: TcpStream, kept: &Mutex<Vec<Span>>) {
    let mut reader = BufReader::new(stream);
    loop {
        let (mut length, mut line, mut path) = (0, String::new(), String::new());
        loop {
            line.clear();
            if reader.read_line(&mut line).unwrap_or_default() == 0 {
                return;
            }
            let text = line.trim().to_ascii_lowercase();
            if path.is_empty() {
                path = text;
            } else if let Some(value) = text.strip_prefix("content-length:") {
                length = value.trim().parse().expect("it is a number");
            } else if text.is_empty() {
                break;
            }
        }
        assert!(path.starts_with("post /v1/traces "), "{path}");
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("the body is whole");
        let request = ExportTraceServiceRequest::decode(&*body).expect("it is a request");
        for resource in request.resource_spans {
            let service = attributes(&resource.resource.unwrap_or_default().attributes);
            for span in resource.scope_spans.into_iter().flat_map(|scope| scope.spans) {
                let span = Span {
                    name: span.name,
                    id: span.span_id,
                    parent: span.parent_span_id,
                    attributes: attributes(&span.attributes),
                    service: service.clone(),
                };
                kept.lock().expect("nothing panics with it").push(span);
            }
        }
        let answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
        if reader.get_mut().write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_shows_a_reconcile_and_its_requests() -> Result<()> {
    let collector = Collector::start()?;
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .install()
        .await?;
    let health = free_address()?;
    let mut program = Program::start(
        &test.kubeconfig()?,
        &[
            ("POD_NAME", "pod"),
            ("POD_NAMESPACE", test.own_namespace()),
            ("WATCH_NAMESPACE", test.namespace()),
            ("KOPR_HEALTH_ADDRESS", &health),
            ("KOPR_METRICS_ADDRESS", "off"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url),
            ("OTEL_BSP_SCHEDULE_DELAY", "200"),
        ],
    )?;
    wait_ready(&health).await?;
    test.create(memcached("traced", 2)).await?;
    let reconcile = collector
        .wait(|span| {
            span.name == "reconcile" && span.attributes.get("name").is_some_and(|name| name == "traced")
        })
        .await;
    assert_eq!(reconcile.attributes["kind"], "Memcached");
    assert_eq!(reconcile.attributes["namespace"], test.namespace());
    assert_eq!(reconcile.service["service.name"], "memcached-operator");
    assert_eq!(reconcile.service["k8s.pod.name"], "pod");
    let request = collector.wait(|span| span.parent == reconcile.id).await;
    assert!(
        request.attributes.values().any(|value| value.contains("/apis/")),
        "{request:?}"
    );
    // What is under way at the end is sent too.
    test.create(memcached("last", 2)).await?;
    test.wait("last", |_: &kopr::k8s_openapi::api::apps::v1::Deployment| true)
        .await?;
    program.terminate()?;
    assert!(program.ended(Duration::from_secs(10)).await?.success());
    collector
        .wait(|span| span.attributes.get("name").is_some_and(|name| name == "last"))
        .await;
    // The log is as it is without traces.
    assert!(!program.log().contains("opentelemetry"), "{}", program.log());
    test.discard().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_is_told_of_and_stops_nothing() -> Result<()> {
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .install()
        .await?;
    let (health, nobody) = (free_address()?, format!("http://{}", free_address()?));
    let mut program = Program::start(
        &test.kubeconfig()?,
        &[
            ("POD_NAME", "pod"),
            ("POD_NAMESPACE", test.own_namespace()),
            ("WATCH_NAMESPACE", test.namespace()),
            ("KOPR_HEALTH_ADDRESS", &health),
            ("KOPR_METRICS_ADDRESS", "off"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &nobody),
            ("OTEL_BSP_SCHEDULE_DELAY", "200"),
        ],
    )?;
    wait_ready(&health).await?;
    test.create(memcached("untraced", 2)).await?;
    test.wait("untraced", |_: &kopr::k8s_openapi::api::apps::v1::Deployment| {
        true
    })
    .await?;
    for _ in 0..400 {
        if program.log().contains("opentelemetry") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert!(program.log().contains("opentelemetry"), "{}", program.log());
    program.terminate()?;
    assert!(program.ended(Duration::from_secs(10)).await?.success());
    test.discard().await
}

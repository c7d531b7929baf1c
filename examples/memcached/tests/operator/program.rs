//! The program as a cluster runs it: probes, metrics, log, signals and exit codes.

use std::net::{Ipv4Addr, TcpListener};
use std::time::Instant;

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use memcached_operator::api::v1alpha1::Memcached;
use memcached_operator::controllers::memcached::desired;
use serde_json::json;

use crate::objects::{is_observed, memcached, without};
use crate::process::{Program, free_address, get, wait_ready};

#[tokio::test(flavor = "multi_thread")]
async fn a_life_from_start_to_sigterm() -> Result<()> {
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .edit(without("create", "deployments"))
        .install()
        .await?;
    let (health, metrics) = (free_address()?, free_address()?);
    let mut program = Program::start(
        &test.kubeconfig()?,
        &[
            ("WATCH_NAMESPACE", test.namespace()),
            ("POD_NAMESPACE", test.own_namespace()),
            ("KOPR_HEALTH_ADDRESS", &health),
            ("KOPR_METRICS_ADDRESS", &metrics),
        ],
    )?;

    // Alive, but not ready, and the log says why.
    let line = program
        .line("the role lacks \"create\" on \"deployments\" (apps)")
        .await;
    assert_eq!(
        (&line["level"], &line["controller"]),
        (&json!("error"), &json!("memcached"))
    );
    assert_eq!(
        program.line("started").await["watched"],
        json!(test.namespace()),
        "{}",
        program.log()
    );
    assert_eq!(get(&health, "/healthz")?, (200, "ok".to_owned()));
    let why = "not ready:\nthe controller `memcached` waits for its permissions: see the log\n";
    assert_eq!(get(&health, "/readyz")?, (503, why.to_owned()));
    assert!(
        get(&metrics, "/metrics")?
            .1
            .contains("kopr_missing_permissions{controller=\"memcached\"} 1")
    );

    test.restore_manifests().await?;
    wait_ready(&health).await?;
    test.create(memcached("good", 1)).await?;
    test.wait("good", is_observed).await?;
    assert_eq!(get(&health, "/readyz")?, (200, "ok".to_owned()));

    // Something goes wrong with one object: its log line carries the object.
    let mut taken = desired(&memcached("bad", 1), Vec::new());
    taken.metadata.owner_references = Some(serde_json::from_value(json!([{
        "apiVersion": "v1", "kind": "ConfigMap", "name": "other", "uid": "1", "controller": true,
    }]))?);
    test.create(taken).await?;
    test.create(memcached("bad", 1)).await?;
    let line = program.line("belongs to the ConfigMap `other` already").await;
    for (name, expected) in [
        ("controller", "memcached"),
        ("kind", "Memcached"),
        ("namespace", test.namespace()),
        ("name", "bad"),
        ("level", "warn"),
    ] {
        assert_eq!(line[name], json!(expected), "{name}: {line}");
    }
    assert!(
        line["time"].as_str().is_some_and(|time| time.ends_with('Z')),
        "{line}"
    );

    let (code, text) = get(&metrics, "/metrics")?;
    assert_eq!(code, 200);
    for name in [
        "controller_runtime_reconcile_total{controller=\"memcached\",result=\"success\"}",
        "controller_runtime_reconcile_errors_total{controller=\"memcached\"}",
        "controller_runtime_reconcile_time_seconds_bucket{",
        "controller_runtime_max_concurrent_reconciles{controller=\"memcached\"} 16",
        "controller_runtime_active_workers{controller=\"memcached\"} 0",
        "workqueue_depth{name=\"memcached\",controller=\"memcached\"} 0",
        "workqueue_retries_total{name=\"memcached\",controller=\"memcached\"}",
        "workqueue_queue_duration_seconds_count{",
        "kopr_writes_total{controller=\"memcached\",what=\"apply\"} 1",
        // What is good is said in its status, and that what is bad is tried again.
        "kopr_writes_total{controller=\"memcached\",what=\"status\"} 2",
        "kopr_missing_permissions{controller=\"memcached\"} 0",
        "kopr_controller_ready{controller=\"memcached\"} 1",
    ] {
        assert!(text.contains(name), "{name}\n{text}");
    }

    test.delete::<Deployment>("bad").await?;
    test.wait("bad", is_observed).await?;
    test.delete::<Memcached>("bad").await?;
    test.wait_gone::<Memcached>("bad").await?;
    let asked = Instant::now();
    program.terminate()?;
    let status = program.ended(Duration::from_secs(5)).await?;
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    assert_eq!(status.code(), Some(0));
    program.line("stopped").await;
    test.finish_without(&[(
        "patch events.events.k8s.io",
        "an event is patched only when it repeats",
    )])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_can_be_off_or_taken() -> Result<()> {
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .install()
        .await?;
    let kubeconfig = test.kubeconfig()?;
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = taken.local_addr()?.to_string();
    let mut program = Program::start(
        &kubeconfig,
        &[
            ("WATCH_NAMESPACE", test.namespace()),
            ("KOPR_HEALTH_ADDRESS", "off"),
            ("KOPR_METRICS_ADDRESS", &address),
        ],
    )?;
    let status = program.ended(Duration::from_secs(10)).await?;
    assert_eq!(status.code(), Some(1));
    let line = program
        .line(&format!("cannot listen on `{address}`: Address already in use"))
        .await;
    assert_eq!(line["level"], json!("error"));

    let health = free_address()?;
    let mut program = Program::start(
        &kubeconfig,
        &[
            ("WATCH_NAMESPACE", test.namespace()),
            ("KOPR_HEALTH_ADDRESS", &health),
            ("KOPR_METRICS_ADDRESS", "off"),
            ("KOPR_LOG_FORMAT", "pretty"),
        ],
    )?;
    wait_ready(&health).await?;
    assert_eq!(get(&health, "/metrics")?.0, 404);
    assert!(program.log().contains(" INFO "), "{}", program.log());
    // It does not know where its lease would be.
    let said = "POD_NAMESPACE is not set, so no leader is elected";
    assert!(program.log().contains(said), "{}", program.log());
    program.terminate()?;
    assert!(program.ended(Duration::from_secs(5)).await?.success());
    test.discard().await
}

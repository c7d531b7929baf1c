//! Ways to a cluster: what a kubeconfig may hold, and what becomes of it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::{Value, json};

use crate::objects::without;
use crate::process::{Program, free_address, get};

/// Replaces a file whole: the program may be about to read it.
fn write(path: &Path, text: &str) -> Result<()> {
    use std::io::Write as _;
    let new = path.with_extension("new");
    std::fs::File::create(&new)?.write_all(text.as_bytes())?;
    Ok(std::fs::rename(new, path)?)
}

/// A kubeconfig like the operator's own, with another user.
fn kubeconfig(own: &Path, name: &str, user: Value) -> Result<PathBuf> {
    let mut config: Value = serde_json::from_str(&std::fs::read_to_string(own)?)?;
    config["users"][0]["user"] = user;
    let path = own.with_extension(format!("{name}.json"));
    write(&path, &config.to_string())?;
    Ok(path)
}

fn token(own: &Path) -> Result<String> {
    let config: Value = serde_json::from_str(&std::fs::read_to_string(own)?)?;
    let token = config["users"][0]["user"]["token"].as_str();
    Ok(token.expect("the ServiceAccount has one").to_owned())
}

fn start(test: &Sandbox, kubeconfig: &Path, health: &str) -> Result<Program> {
    let environment = [
        ("POD_NAME", "pod"),
        ("POD_NAMESPACE", test.own_namespace()),
        ("WATCH_NAMESPACE", test.namespace()),
        ("KOPR_HEALTH_ADDRESS", health),
        ("KOPR_METRICS_ADDRESS", "off"),
    ];
    Program::start(kubeconfig, &environment)
}

async fn ready(health: &str, within: Duration, program: &Program) -> Result<()> {
    let begun = Instant::now();
    while get(health, "/readyz")?.0 != 200 {
        assert!(begun.elapsed() < within, "not ready:\n{}", program.log());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

async fn install() -> Result<Sandbox> {
    Sandbox::builder(memcached_operator::operator(), "deploy")
        .install()
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_come_from_plugins_and_providers() -> Result<()> {
    let test = install().await?;
    let own = test.kubeconfig()?;
    let token = token(&own)?;
    let credential = json!({
        "apiVersion": "client.authentication.k8s.io/v1",
        "kind": "ExecCredential",
        "status": { "token": token },
    });
    for (name, user) in [
        (
            "exec",
            json!({ "exec": {
                "apiVersion": "client.authentication.k8s.io/v1",
                "command": "/bin/sh",
                "args": ["-c", format!("echo '{credential}'")],
                "interactiveMode": "Never",
            } }),
        ),
        (
            "oidc",
            json!({ "auth-provider": { "name": "oidc", "config": {
                "client-id": "x", "idp-issuer-url": "https://issuer.example.com", "id-token": token,
            } } }),
        ),
    ] {
        let (path, health) = (kubeconfig(&own, name, user)?, free_address()?);
        let mut program = start(&test, &path, &health)?;
        ready(&health, Duration::from_secs(10), &program).await?;
        program.terminate()?;
        assert!(program.ended(Duration::from_secs(10)).await?.success());
        std::fs::remove_file(path)?;
    }
    test.discard().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_in_a_file_may_be_exchanged() -> Result<()> {
    let test = install().await?;
    let own = test.kubeconfig()?;
    let file = own.with_extension("token");
    write(&file, "expired")?;
    let path = kubeconfig(&own, "file", json!({ "tokenFile": file }))?;
    let health = free_address()?;
    let mut program = start(&test, &path, &health)?;
    program.line("the permissions cannot be asked for").await;
    assert_eq!(get(&health, "/readyz")?.0, 503);
    write(&file, &token(&own)?)?;
    // The file is read once a minute, and permissions are asked for twice.
    ready(&health, Duration::from_secs(120), &program).await?;
    program.terminate()?;
    assert!(program.ended(Duration::from_secs(10)).await?.success());
    std::fs::remove_file(path)?;
    std::fs::remove_file(file)?;
    test.discard().await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_impersonates_has_the_rights_of_the_other_alone() -> Result<()> {
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .edit(without("create", "deployments"))
        .install()
        .await?;
    let own = test.kubeconfig()?;
    let admin: Value = serde_yaml::from_str(&std::fs::read_to_string(test.cluster().kubeconfig_path())?)
        .expect("it is YAML");
    let mut config: Value = serde_json::from_str(&std::fs::read_to_string(&own)?)?;
    let account = config["users"][0]["user"]["token"].take();
    assert!(account.is_string());
    let manifests = std::fs::read_to_string("deploy/operator/service-account.yaml")?;
    let account: Value = serde_yaml::from_str(&manifests).expect("it is YAML");
    let namespace = test.own_namespace();
    // The sandbox gives names of its own by a suffix.
    let suffix = namespace
        .strip_prefix("memcached-operator-system")
        .expect("it is the namespace of the manifests, with a suffix");
    let name = format!(
        "{}{suffix}",
        account["metadata"]["name"].as_str().expect("it has a name")
    );
    let mut user = admin["users"][0]["user"].clone();
    user["as"] = json!(format!("system:serviceaccount:{namespace}:{name}"));
    user["as-groups"] = json!(["system:authenticated"]);
    let (path, health) = (kubeconfig(&own, "as", user)?, free_address()?);
    let mut program = start(&test, &path, &health)?;
    program.line("impersonates").await;
    program
        .line("the role lacks \"create\" on \"deployments\" (apps)")
        .await;
    test.restore_manifests().await?;
    ready(&health, Duration::from_secs(40), &program).await?;
    program.terminate()?;
    assert!(program.ended(Duration::from_secs(10)).await?.success());
    std::fs::remove_file(path)?;
    test.discard().await
}

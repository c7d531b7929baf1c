//! A real Prometheus scrapes the program as `deploy/` says, and evaluates the alerts and the dashboard of `deploy/`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::{Value, json};

use crate::objects::{is_observed, memcached};
use crate::process::{Program, free_address, wait_ready};

const INSTALL: &str =
    "install Prometheus, on Debian with `apt-get install --no-install-recommends prometheus`";

/// All objects of a folder of `deploy/`.
fn objects(folder: &str) -> Result<Vec<Value>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    let mut objects = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path)?;
        for document in serde_yaml::Deserializer::from_str(&text) {
            objects.push(serde::Deserialize::deserialize(document).expect("it is YAML"));
        }
    }
    Ok(objects)
}

fn of_kind<'a>(objects: &'a [Value], kind: &str) -> &'a Value {
    let mut found = objects.iter().filter(|object| object["kind"] == kind);
    let object = found.next().unwrap_or_else(|| panic!("there is a {kind}"));
    assert_eq!(found.next(), None, "there is only one {kind}");
    object
}

fn selects(selector: &Value, labels: &Value) -> bool {
    let wanted = selector.as_object().expect("a selector has labels");
    !wanted.is_empty() && wanted.iter().all(|(key, value)| labels.get(key) == Some(value))
}

/// What the Prometheus Operator makes of a ServiceMonitor, with the pod's address replaced: the chain of selectors
/// and ports from the monitor to the container is followed here.
fn scrape_config(address: &str) -> Result<Value> {
    let (operator, monitoring) = (objects("operator")?, objects("monitoring")?);
    let monitor = &of_kind(&monitoring, "ServiceMonitor")["spec"];
    let endpoint = &monitor["endpoints"][0];
    let services: Vec<_> = operator
        .iter()
        .filter(|object| object["kind"] == "Service")
        .filter(|object| {
            let namespaces = monitor["namespaceSelector"]["matchNames"]
                .as_array()
                .expect("namespaces");
            namespaces.contains(&object["metadata"]["namespace"])
                && selects(&monitor["selector"]["matchLabels"], &object["metadata"]["labels"])
        })
        .collect();
    let [service] = services[..] else {
        panic!("the monitor selects {services:#?}")
    };
    let named = |ports: &Value, name: &Value| {
        let mut ports = ports.as_array().expect("ports").iter();
        let port = ports.find(|port| port["name"] == *name);
        port.cloned().expect("a port of that name")
    };
    let port = named(&service["spec"]["ports"], &endpoint["port"]);
    let deployment = of_kind(&operator, "Deployment");
    let pod = &deployment["spec"]["template"];
    assert_eq!(
        deployment["metadata"]["namespace"],
        service["metadata"]["namespace"]
    );
    assert!(selects(&service["spec"]["selector"], &pod["metadata"]["labels"]));
    let container = &pod["spec"]["containers"][0];
    let container_port = named(&container["ports"], &port["targetPort"]);
    assert_eq!(container_port["protocol"], "TCP");

    let service_name = &service["metadata"]["name"];
    Ok(json!({
        "job_name": "operator",
        "metrics_path": endpoint["path"],
        "scheme": endpoint.get("scheme").unwrap_or(&json!("http")),
        "honor_labels": endpoint["honorLabels"],
        "static_configs": [{
            "targets": [address],
            "labels": {
                "job": service_name,
                "service": service_name,
                "namespace": service["metadata"]["namespace"],
                "endpoint": endpoint["port"],
                "container": container["name"],
                "pod": format!("{}-0", deployment["metadata"]["name"].as_str().expect("a name")),
            },
        }],
    }))
}

/// A running Prometheus; its folder goes with it.
struct Prometheus {
    child: Child,
    address: String,
    folder: PathBuf,
}

impl Prometheus {
    #[allow(clippy::disallowed_methods, reason = "a test's own folder")]
    fn start(scrape: &Value, rules: &Value) -> Result<Self> {
        let address = free_address()?;
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("prometheus-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        // JSON is YAML.
        std::fs::write(folder.join("rules.yaml"), rules.to_string())?;
        let config = json!({
            "global": { "scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s" },
            "scrape_configs": [scrape],
            "rule_files": [folder.join("rules.yaml")],
        });
        std::fs::write(folder.join("prometheus.yaml"), config.to_string())?;
        let child = Command::new("prometheus")
            .arg(format!(
                "--config.file={}",
                folder.join("prometheus.yaml").display()
            ))
            .arg(format!("--storage.tsdb.path={}", folder.join("data").display()))
            .arg(format!("--web.listen-address={address}"))
            .stderr(Stdio::from(std::fs::File::create(folder.join("log"))?))
            .spawn()
            .unwrap_or_else(|error| panic!("`prometheus` does not start ({error}): {INSTALL}"));
        Ok(Self {
            child,
            address,
            folder,
        })
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// The answer to a request; none while nobody answers.
    fn get(&self, path: &str) -> Result<Option<Value>> {
        let Ok(mut stream) = TcpStream::connect(&self.address) else {
            return Ok(None);
        };
        // Version 1.0 knows no chunks.
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let body = answer
            .split_once("\r\n\r\n")
            .map(|(_, body)| body)
            .unwrap_or_default();
        Ok(serde_json::from_str(body).ok())
    }

    /// What a query gives now.
    fn query(&self, query: &str) -> Result<Vec<Value>> {
        let query: String = query.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let answer = self
            .get(&format!("/api/v1/query?query={query}"))?
            .unwrap_or_default();
        assert_eq!(answer["status"], "success", "{answer}");
        Ok(answer["data"]["result"].as_array().cloned().unwrap_or_default())
    }

    /// Waits until that holds; the last text says what was missing.
    async fn until(
        &self,
        what: &str,
        holds: impl Fn() -> Result<std::result::Result<(), String>>,
    ) -> Result<()> {
        let mut missing = String::new();
        for _ in 0..240 {
            match holds()? {
                Ok(()) => return Ok(()),
                Err(why) => missing = why,
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        panic!("{what}: {missing}\n{}", self.log());
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Names of the metrics in a query: in what is generated, labels follow each.
fn metrics(query: &str) -> Vec<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let mut parts: Vec<&str> = query.split('{').collect();
    parts.pop();
    let names = parts
        .into_iter()
        .map(|part| part.rsplit(|c| !is_name(c)).next().unwrap_or_default());
    names.map(str::to_owned).collect()
}

/// The queries of the dashboard by panel, with its variables as they are at first.
fn panels() -> Result<BTreeMap<String, Vec<String>>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/monitoring/dashboard.json");
    let dashboard: Value = serde_json::from_str(&std::fs::read_to_string(path)?).expect("it is JSON");
    let variables = dashboard["templating"]["list"]
        .as_array()
        .expect("it has variables");
    let chosen = |query: &str| {
        let mut query = query.replace("$__rate_interval", "30s");
        for variable in variables {
            let name = variable["name"].as_str().expect("it has a name");
            let value = variable["current"]["value"][0].as_str().unwrap_or_default();
            query = query.replace(&format!("${name}"), if value == "$__all" { ".+" } else { value });
        }
        assert!(!query.contains('$'), "{query}");
        query
    };
    let panels = dashboard["panels"].as_array().expect("it has panels").iter();
    Ok(panels
        .map(|panel| {
            let targets = panel["targets"].as_array().into_iter().flatten();
            let queries = targets.map(|target| chosen(target["expr"].as_str().expect("a query")));
            (panel["title"].to_string(), queries.collect())
        })
        .collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prometheus_finds_all_that_alerts_and_dashboard_ask_for() -> Result<()> {
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .install()
        .await?;
    let (health, address) = (free_address()?, free_address()?);
    let mut program = Program::start(
        &test.kubeconfig()?,
        &[
            ("WATCH_NAMESPACE", test.namespace()),
            ("POD_NAMESPACE", test.own_namespace()),
            ("POD_NAME", "memcached-operator-0"),
            ("KOPR_HEALTH_ADDRESS", &health),
            ("KOPR_METRICS_ADDRESS", &address),
        ],
    )?;
    wait_ready(&health).await?;
    let rule = of_kind(&objects("monitoring")?, "PrometheusRule")["spec"].clone();
    let prometheus = Prometheus::start(&scrape_config(&address)?, &rule)?;

    // Its target is up, under the labels that the alerts look for.
    prometheus
        .until("the operator is not scraped", || {
            let targets = prometheus.get("/api/v1/targets")?.unwrap_or_default();
            let target = &targets["data"]["activeTargets"][0];
            Ok(if target["health"] == "up" {
                Ok(())
            } else {
                Err(target.to_string())
            })
        })
        .await?;
    // Something to count.
    test.create(memcached("counted", 1)).await?;
    test.wait("counted", is_observed).await?;

    let rules = rule["groups"][0]["rules"].as_array().expect("it has rules");
    let panels = panels()?;
    let queries = rules
        .iter()
        .map(|rule| rule["expr"].as_str().expect("it has an expression"))
        .chain(panels.values().flatten().map(String::as_str));
    let asked: BTreeSet<String> = queries.flat_map(metrics).collect();
    assert!(asked.len() >= 20, "{asked:?}");
    prometheus
        .until("metrics are asked for that are not in the scrape", || {
            let names = prometheus
                .get("/api/v1/label/__name__/values")?
                .unwrap_or_default();
            let names: BTreeSet<String> = serde_json::from_value(names["data"].clone()).unwrap_or_default();
            let missing: Vec<_> = asked.difference(&names).collect();
            Ok(if missing.is_empty() {
                Ok(())
            } else {
                Err(format!("{missing:?}"))
            })
        })
        .await?;

    // Each panel has something to show: rates need two scrapes.
    for (panel, queries) in panels {
        for query in queries {
            prometheus
                .until(&format!("the panel {panel} is empty"), || {
                    let found = !prometheus.query(&query)?.is_empty();
                    Ok(if found { Ok(()) } else { Err(query.clone()) })
                })
                .await?;
        }
    }

    // Each rule is evaluated without an error, and nothing is wrong. Before the first scrape the operator was absent.
    prometheus
        .until("a rule is not well", || {
            let answer = prometheus.get("/api/v1/rules")?.unwrap_or_default();
            let groups = answer["data"]["groups"].as_array().cloned().unwrap_or_default();
            let found: Vec<Value> = groups
                .iter()
                .flat_map(|group| group["rules"].as_array().cloned().unwrap_or_default())
                .collect();
            let bad: Vec<_> = found
                .iter()
                .filter(|rule| rule["health"] != "ok" || rule["state"] != "inactive")
                .map(ToString::to_string)
                .collect();
            let all = found.len() == rules.len();
            Ok(if all && bad.is_empty() {
                Ok(())
            } else {
                Err(bad.join("\n"))
            })
        })
        .await?;
    let firing = prometheus.query("ALERTS{alertstate=\"firing\"}")?;
    assert_eq!(firing, Vec::<Value>::new(), "while all is well");

    program.terminate()?;
    assert!(program.ended(Duration::from_secs(5)).await?.success());
    test.discard().await
}

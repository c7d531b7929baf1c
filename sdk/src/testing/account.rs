//! The operator's `ServiceAccount`, as which it runs.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use k8s_openapi::api::authentication::v1::{TokenRequest, TokenRequestSpec};
use k8s_openapi::api::core::v1::ServiceAccount;
use kopr_cluster::Cluster;
use kube::api::{Api, PostParams};
use kube::client::ClientBuilder;
use kube::config::AuthInfo;
use kube::{Client, Config};
use serde_json::{Value, json};

use super::record::Record;
use crate::error::{Error, Result};

/// The operator's `ServiceAccount`.
pub(crate) struct Account {
    pub(crate) namespace: String,
    pub(crate) name: String,
    token: String,
    /// Kubeconfigs that were written.
    written: Mutex<BTreeSet<PathBuf>>,
}

impl Account {
    /// The one in the manifests, with a token for an hour.
    ///
    /// # Errors
    /// Manifests without one; the API server's answer.
    pub(crate) async fn of(manifests: &[Value], admin: &Client) -> Result<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let (namespace, name) = manifests
            .iter()
            .find(|object| object["kind"] == "ServiceAccount")
            .and_then(|account| {
                Some((
                    text(&account["metadata"]["namespace"])?,
                    text(&account["metadata"]["name"])?,
                ))
            })
            .ok_or_else(|| Error::message("the manifests have no ServiceAccount with a namespace"))?;
        let api: Api<ServiceAccount> = Api::namespaced(admin.clone(), &namespace);
        let request = TokenRequest {
            spec: Some(TokenRequestSpec {
                expiration_seconds: Some(3600),
                ..TokenRequestSpec::default()
            }),
            ..TokenRequest::default()
        };
        let answer = api
            .create_token_request(&name, &PostParams::default(), &request)
            .await?;
        Ok(Self {
            namespace,
            name,
            token: answer.status.and_then(|status| status.token).unwrap_or_default(),
            written: Mutex::default(),
        })
    }

    /// How the API server calls it.
    pub(crate) fn user(&self) -> String {
        format!("system:serviceaccount:{}:{}", self.namespace, self.name)
    }

    /// A client that is the `ServiceAccount` and reaches the API server at `url`, with every request recorded.
    ///
    /// # Errors
    /// A client that cannot be made.
    pub(crate) async fn client(&self, cluster: &Cluster, url: &str, record: &Record) -> Result<Client> {
        let mut config: Config = cluster.config().await?;
        config.cluster_url = url
            .parse()
            .map_err(|error| Error::message(format!("`{url}` is no address: {error}")))?;
        // As the program itself does.
        config.default_retry = false;
        config.auth_info = AuthInfo {
            token: Some(self.token.clone().into()),
            ..AuthInfo::default()
        };
        Ok(ClientBuilder::try_from(config)?.with_layer(record).build())
    }

    /// Writes a kubeconfig that is the `ServiceAccount` and leads to `url`.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn kubeconfig(&self, cluster: &Cluster, url: &str) -> Result<PathBuf> {
        let config = json!({
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{ "name": "test", "cluster": {
                "server": url, "certificate-authority": cluster.ca_path(),
            } }],
            "users": [{ "name": "operator", "user": { "token": self.token } }],
            "contexts": [{ "name": "test", "context": {
                "cluster": "test", "user": "operator", "namespace": self.namespace,
            } }],
            "current-context": "test",
        });
        let port = url.rsplit(':').next().unwrap_or_default();
        let path = std::env::temp_dir().join(format!("kopr-{}-{}-{port}.json", self.namespace, self.name));
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let file = std::fs::File::create(&path)?;
        serde_json::to_writer(file, &config)?;
        written.insert(path.clone());
        Ok(path)
    }

    pub(crate) fn remove_kubeconfigs(&self) {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        for path in written.iter() {
            // The test may have removed it.
            let _ = std::fs::remove_file(path);
        }
    }
}

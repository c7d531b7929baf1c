//! The ServiceAccount of the operator, and a kubeconfig that is it.

use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use k8s_openapi::api::authentication::v1::{TokenRequest, TokenRequestSpec};
use k8s_openapi::api::core::v1::ServiceAccount;
use kube::Client;
use kube::api::{Api, PostParams};
use serde_json::json;
use tempfile::TempDir;

use super::error::RunError;
use super::target::Target;
use crate::emit::Input;
use crate::objects::{metadata, service_account};
use crate::write;

/// How long a token is asked to hold; a server may give less.
const TOKEN: Duration = Duration::from_hours(1);

/// The ServiceAccount that the operator runs as.
#[derive(Clone, Debug)]
pub(super) struct Account {
    /// Its namespace, which is the operator's own.
    pub(super) namespace: String,
    /// Its name.
    pub(super) name: String,
}

impl Account {
    /// The one of this copy, whoever makes it.
    pub(super) fn of(input: &Input<'_>) -> Self {
        Self {
            namespace: metadata::namespace(input),
            name: service_account::name(input),
        }
    }

    /// Its name as a user.
    pub(super) fn user(&self) -> String {
        format!("system:serviceaccount:{}:{}", self.namespace, self.name)
    }
}

/// A folder with a kubeconfig and a token that is kept fresh; gone with this value.
pub(super) struct Session {
    folder: TempDir,
    client: Client,
    account: Account,
}

impl Session {
    /// Gets the first token and writes the kubeconfig, readable for nobody else.
    pub(super) async fn begin(target: &Target, client: Client, account: &Account) -> Result<Self, RunError> {
        // The folder is made with mode 0700.
        let session = Self {
            folder: tempfile::tempdir()?,
            client,
            account: account.clone(),
        };
        session.refresh().await?;
        let mut cluster = json!({ "server": target.config.cluster_url.to_string() });
        match &target.config.root_cert {
            Some(certificates) if !certificates.is_empty() => {
                cluster["certificate-authority"] = json!(session.write_authority(certificates)?);
            }
            _ => {}
        }
        if target.config.accept_invalid_certs {
            cluster["insecure-skip-tls-verify"] = json!(true);
        }
        if let Some(name) = &target.config.tls_server_name {
            cluster["tls-server-name"] = json!(name);
        }
        let kubeconfig = json!({
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{ "name": "target", "cluster": cluster }],
            "users": [{ "name": "operator", "user": { "tokenFile": session.path("token")? } }],
            "contexts": [{ "name": "operator", "context": {
                "cluster": "target", "user": "operator", "namespace": account.namespace,
            } }],
            "current-context": "operator",
        });
        write::secret(&session.path("kubeconfig")?, kubeconfig.to_string().as_bytes())?;
        Ok(session)
    }

    /// Path of the kubeconfig.
    pub(super) fn kubeconfig(&self) -> Result<Utf8PathBuf, RunError> {
        self.path("kubeconfig")
    }

    /// Gets new tokens in good time, for ever. A token that cannot be had is asked for again.
    pub(super) async fn keep_fresh(&self) {
        loop {
            tokio::time::sleep(TOKEN / 2).await;
            if let Err(error) = self.refresh().await {
                write::note(&format!("warning: {error}"));
            }
        }
    }

    async fn refresh(&self) -> Result<(), RunError> {
        let api: Api<ServiceAccount> = Api::namespaced(self.client.clone(), &self.account.namespace);
        let seconds = i64::try_from(TOKEN.as_secs()).unwrap_or(i64::MAX);
        let request = TokenRequest {
            spec: Some(TokenRequestSpec {
                expiration_seconds: Some(seconds),
                ..TokenRequestSpec::default()
            }),
            ..TokenRequest::default()
        };
        let answer = api
            .create_token_request(&self.account.name, &PostParams::default(), &request)
            .await
            .map_err(|source| RunError::Token {
                account: self.account.user(),
                source: Box::new(source),
            })?;
        let token = answer.status.and_then(|status| status.token).unwrap_or_default();
        Ok(write::secret(&self.path("token")?, token.as_bytes())?)
    }

    fn write_authority(&self, certificates: &[Vec<u8>]) -> Result<Utf8PathBuf, RunError> {
        let path = self.path("ca.crt")?;
        let pem: Vec<String> = certificates
            .iter()
            .map(|der| pem::encode(&pem::Pem::new("CERTIFICATE", der.clone())))
            .collect();
        write::secret(&path, pem.concat().as_bytes())?;
        Ok(path)
    }

    fn path(&self, name: &str) -> Result<Utf8PathBuf, RunError> {
        let folder = Utf8Path::from_path(self.folder.path()).ok_or_else(|| {
            std::io::Error::other("the folder for temporary files has a name that is not UTF-8")
        })?;
        Ok(folder.join(name))
    }
}

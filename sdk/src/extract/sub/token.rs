//! `Token`: tokens of service accounts.

use std::time::Duration;

use k8s_openapi::api::authentication::v1::{TokenRequest, TokenRequestStatus};
use k8s_openapi::api::core::v1::ServiceAccount;
use kopr_model::Verb;
use serde_json::json;

use super::{AccessScopeKind, Names, Sub, Subresource};
use crate::error::{Error, Result};

/// Marker: tokens of service accounts are made.
pub struct Token;

impl Subresource<ServiceAccount> for Token {
    const NAME: &'static str = "token";
    const VERBS: &'static [Verb] = &[Verb::Create];
}

impl<N: Names, W: AccessScopeKind> Sub<ServiceAccount, Token, N, W> {
    /// A token of the service account of that name, for these audiences (none for the API server itself), that ends
    /// after that time. The API server takes no less than ten minutes, and may give less time than was asked for.
    ///
    /// # Errors
    /// The API server's answer: there is no such account, or the time is too short.
    pub async fn token(
        &self,
        name: &str,
        audiences: &[&str],
        expires_in: Duration,
    ) -> Result<TokenRequestStatus> {
        let place = self.place(name)?;
        let body = json!({
            "apiVersion": "authentication.k8s.io/v1",
            "kind": "TokenRequest",
            "spec": { "audiences": audiences, "expirationSeconds": expires_in.as_secs() },
        });
        let text = self.run.post_to(&place, Token::NAME, &body).await?;
        let answer: TokenRequest = serde_json::from_str(&text)?;
        answer
            .status
            .ok_or_else(|| Error::message(format!("no token came for the ServiceAccount `{name}`")))
    }
}

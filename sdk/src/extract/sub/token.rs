//! `Token`: tokens of service accounts.

use std::time::Duration;

use k8s_openapi::api::authentication::v1::TokenRequest;
use k8s_openapi::api::core::v1::ServiceAccount;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
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

/// A token, and until when it holds. It is not printed with `{:?}`.
#[derive(Clone)]
pub struct IssuedToken {
    /// The token.
    pub token: String,
    /// Until when it holds.
    pub expires_at: Time,
}

impl std::fmt::Debug for IssuedToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IssuedToken")
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

impl<N: Names, W: AccessScopeKind> Sub<ServiceAccount, Token, N, W> {
    /// A token of the service account of that name, for these audiences (none for the API server itself), that ends
    /// after that time. The API server takes no less than ten minutes, and may give less time than was asked for.
    ///
    /// # Errors
    /// The API server's answer: there is no such account, or the time is too short.
    pub async fn token(&self, name: &str, audiences: &[&str], expires_in: Duration) -> Result<IssuedToken> {
        let place = self.place(name)?;
        let body = json!({
            "apiVersion": "authentication.k8s.io/v1",
            "kind": "TokenRequest",
            "spec": { "audiences": audiences, "expirationSeconds": expires_in.as_secs() },
        });
        let answer = self.run.post_to(&place, Token::NAME, &body).await;
        let text = answer.map_err(|error| place.failed(Token::NAME, error))?;
        let answer: TokenRequest = serde_json::from_str(&text)?;
        let issued = answer.status.and_then(|status| {
            Some(IssuedToken {
                token: status.token?,
                expires_at: status.expiration_timestamp?,
            })
        });
        issued.ok_or_else(|| Error::message(format!("no token came for the ServiceAccount `{name}`")))
    }
}

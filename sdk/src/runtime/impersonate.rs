//! Impersonation that a kubeconfig asks for (`as`, `as-uid`, `as-groups`, `as-user-extra`).
//!
//! kube reads these and sends nothing of them, so that an operator would work with the rights of whoever started it.

use hyper::Request;
use hyper::header::{HeaderName, HeaderValue};
use kube::client::Body;
use kube::config::AuthInfo;

use crate::error::{Error, Result};

/// The headers, in the order of the kubeconfig's members; none where nobody is impersonated.
///
/// # Errors
/// Names that no header can carry; groups and the like without a user, which the API server refuses.
pub(crate) fn headers(auth: &AuthInfo) -> Result<Vec<(HeaderName, HeaderValue)>> {
    let groups = auth.impersonate_groups.iter().flatten();
    let extra = auth.impersonate_user_extra.iter().flatten();
    let mut named: Vec<(String, &str)> = Vec::new();
    named.extend(
        auth.impersonate
            .iter()
            .map(|user| ("impersonate-user".to_owned(), user.as_str())),
    );
    named.extend(
        auth.impersonate_uid
            .iter()
            .map(|uid| ("impersonate-uid".to_owned(), uid.as_str())),
    );
    named.extend(groups.map(|group| ("impersonate-group".to_owned(), group.as_str())));
    let mut extra: Vec<(String, &str)> = extra
        .flat_map(|(key, values)| {
            let name = format!("impersonate-extra-{}", escaped(key));
            values.iter().map(move |value| (name.clone(), value.as_str()))
        })
        .collect();
    extra.sort();
    named.extend(extra);
    if auth.impersonate.is_none() && !named.is_empty() {
        return Err(Error::message(
            "the kubeconfig impersonates groups without a user: set `as` too",
        ));
    }
    named
        .into_iter()
        .map(|(name, value)| {
            let wrong = || {
                Error::message(format!(
                    "the kubeconfig asks for `{name}: {value}`, which is no header"
                ))
            };
            let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
            Ok((header, HeaderValue::from_str(value).map_err(|_| wrong())?))
        })
        .collect()
}

/// A key as a part of a header's name: small letters, and `%` with two digits for what no name may have.
fn escaped(key: &str) -> String {
    use std::fmt::Write as _;
    key.to_lowercase().bytes().fold(String::new(), |mut name, byte| {
        if byte.is_ascii_alphanumeric() || b"!#$&'*+-.^_`|~".contains(&byte) {
            name.push(char::from(byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(name, "%{byte:02X}");
        }
        name
    })
}

/// A request with these headers.
pub(crate) fn with(headers: &[(HeaderName, HeaderValue)], mut request: Request<Body>) -> Request<Body> {
    for (name, value) in headers {
        request.headers_mut().append(name.clone(), value.clone());
    }
    request
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn sent(user: Value) -> Result<Vec<String>> {
        let headers = headers(&serde_json::from_value(user)?)?;
        let text = |(name, value): &(HeaderName, HeaderValue)| format!("{name}: {}", value.to_str().unwrap());
        Ok(headers.iter().map(text).collect())
    }

    #[test]
    fn what_a_kubeconfig_asks_for() {
        assert_eq!(sent(json!({ "token": "x" })).unwrap(), [""; 0]);
        let all = json!({
            "as": "jane", "as-uid": "7", "as-groups": ["b", "a"],
            "as-user-extra": { "example.com/Scopes": ["x", "y"] },
        });
        assert_eq!(
            sent(all).unwrap(),
            [
                "impersonate-user: jane",
                "impersonate-uid: 7",
                "impersonate-group: b",
                "impersonate-group: a",
                "impersonate-extra-example.com%2fscopes: x",
                "impersonate-extra-example.com%2fscopes: y",
            ]
        );
        for (wrong, expected) in [
            (json!({ "as-groups": ["a"] }), "without a user"),
            (json!({ "as": "a\nb" }), "no header"),
        ] {
            let error = sent(wrong).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}

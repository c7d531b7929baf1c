//! The API server's audit log: what a ServiceAccount did, whatever client it used.

use std::collections::BTreeSet;
use std::path::Path;

use http::{Method, StatusCode};
use serde::Deserialize;

use super::access::Use;
use super::record::{RequestLine, uses};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    verb: String,
    #[serde(rename = "requestURI")]
    request_uri: String,
    user: User,
    response_status: Option<Answer>,
}

#[derive(Deserialize)]
struct User {
    username: String,
}

#[derive(Deserialize)]
struct Answer {
    code: Option<u16>,
}

/// Size of the log: where lines that are written later begin. 0 where there is none yet.
pub(crate) fn end(log: &Path) -> usize {
    std::fs::metadata(log)
        .map(|metadata| usize::try_from(metadata.len()).unwrap_or(usize::MAX))
        .unwrap_or_default()
}

/// What a user used in the lines from `start` (in bytes), and what was refused.
///
/// # Errors
/// A log that cannot be read.
pub(crate) fn seen(log: &Path, start: usize, user: &str) -> std::io::Result<(BTreeSet<Use>, BTreeSet<Use>)> {
    let text = std::fs::read(log)?;
    let (mut used, mut denied) = (BTreeSet::new(), BTreeSet::new());
    for line in text.get(start..).unwrap_or_default().split(|byte| *byte == b'\n') {
        // The first line may begin, and the last may end, in the middle.
        let Ok(line) = serde_json::from_slice::<Line>(line) else {
            continue;
        };
        if line.user.username != user {
            continue;
        }
        let status = line.response_status.and_then(|answer| answer.code).unwrap_or(200);
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
        let (path, query) = line
            .request_uri
            .split_once('?')
            .unwrap_or((&line.request_uri, ""));
        let method = match line.verb.as_str() {
            "create" => Method::POST,
            "update" => Method::PUT,
            "patch" => Method::PATCH,
            "delete" | "deletecollection" => Method::DELETE,
            _ => Method::GET,
        };
        // A patch that made the object can only have been an apply.
        let request = RequestLine {
            method,
            path: path.to_owned(),
            query: query.to_owned(),
            apply: true,
        };
        if status == StatusCode::FORBIDDEN {
            denied.extend(uses(&request, status));
        } else {
            used.extend(uses(&request, status));
        }
    }
    Ok((used, denied))
}

//! The API server's audit log: what a `ServiceAccount` did, whatever client it used.

use std::collections::BTreeSet;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use http::{Method, StatusCode};
use serde::Deserialize;

use super::access::Use;
use super::record::{RequestLine, uses};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    stage: String,
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

/// One write that the API server has answered well.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WriteSeen {
    /// Verb: `create`, `update`, `patch` or `delete`.
    pub verb: String,
    /// Path of the request, without its query.
    pub path: String,
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
pub(crate) fn seen(
    log: &Path,
    start: usize,
    account: &str,
) -> std::io::Result<(BTreeSet<Use>, BTreeSet<Use>)> {
    let (mut used, mut denied) = (BTreeSet::new(), BTreeSet::new());
    for line in lines(log, start, account)? {
        let status = line.status();
        if status == StatusCode::FORBIDDEN {
            denied.extend(uses(&line.request(), status));
        } else {
            used.extend(uses(&line.request(), status));
        }
    }
    Ok((used, denied))
}

/// Writes of a user in the lines from `start` (in bytes) that were answered well, in their order. Reviews of
/// its own rights are none.
///
/// # Errors
/// A log that cannot be read.
pub(crate) fn writes(log: &Path, start: usize, account: &str) -> std::io::Result<Vec<WriteSeen>> {
    let lines = lines(log, start, account)?.into_iter();
    Ok(lines
        .filter(|line| line.status().is_success() && line.stage == "ResponseComplete")
        .filter(|line| {
            matches!(
                line.method(),
                Method::POST | Method::PUT | Method::PATCH | Method::DELETE
            )
        })
        .filter(|line| !uses(&line.request(), line.status()).is_empty())
        .map(|line| WriteSeen {
            path: line.request().path,
            verb: line.verb,
        })
        .collect())
}

fn lines(log: &Path, start: usize, account: &str) -> std::io::Result<Vec<Line>> {
    let mut file = std::fs::File::open(log)?;
    file.seek(SeekFrom::Start(start as u64))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(text
        .split(|byte| *byte == b'\n')
        // The first line may begin, and the last may end, in the middle.
        .filter_map(|line| serde_json::from_slice::<Line>(line).ok())
        .filter(|line| line.user.username == account)
        .collect())
}

impl Line {
    fn status(&self) -> StatusCode {
        let code = self.response_status.as_ref().and_then(|answer| answer.code);
        StatusCode::from_u16(code.unwrap_or(200)).unwrap_or(StatusCode::OK)
    }

    fn method(&self) -> Method {
        match self.verb.as_str() {
            "create" => Method::POST,
            "update" => Method::PUT,
            "patch" => Method::PATCH,
            "delete" | "deletecollection" => Method::DELETE,
            _ => Method::GET,
        }
    }

    fn request(&self) -> RequestLine {
        let (path, query) = self
            .request_uri
            .split_once('?')
            .unwrap_or((&self.request_uri, ""));
        RequestLine {
            method: self.method(),
            path: path.to_owned(),
            query: query.to_owned(),
            // A patch that made the object can only have been an apply.
            apply: true,
        }
    }
}

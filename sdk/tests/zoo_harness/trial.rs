//! The trial of one line on the API server.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures::future::join_all;
use kopr::schema::{Structural, structural};
use serde_json::{Value, json};

use super::line::{Line, Trip};
use super::server::{Answer, SERVER};
use super::{sample, seed};

/// How many random values of a type are tried.
const VALUES: u64 = 50;

/// What is wrong with the lines, which are tried all at once.
pub(crate) async fn wrong(lines: Vec<Line>) -> Vec<String> {
    let trials = lines.into_iter().map(|line| async move {
        let mut wrong = Vec::new();
        trial(&line, &mut wrong).await;
        let named = wrong.into_iter().map(|text| format!("{}: {text}", line.name));
        named.collect::<Vec<_>>()
    });
    join_all(trials).await.concat()
}

async fn trial(line: &Line, wrong: &mut Vec<String>) {
    let found = structural(&line.schema, ".spec");
    noticed(line, &found, wrong);
    // A type with a problem gets no CRD: the description fails.
    if !found.problems.is_empty() {
        return;
    }
    let kind = Kind::new();
    let defined = SERVER.define(&kind.crd(&found.schema)).await;
    if !defined.is_good() {
        wrong.push(format!(
            "the CRD is refused: {}\n{}",
            defined.message(),
            pretty(&found.schema)
        ));
        return;
    }
    for warning in &defined.warnings {
        wrong.push(format!(
            "the CRD is warned of: {warning}\n{}",
            pretty(&found.schema)
        ));
    }
    let before = wrong.len();
    values(line, &kind, wrong).await;
    if wrong.len() > before {
        wrong.push(format!("its schema: {}", pretty(&found.schema)));
    }
    SERVER.remove(&format!("{}.{}", kind.plural, SERVER.group)).await;
}

/// The losses and problems are those that the line names.
fn noticed(line: &Line, found: &Structural, wrong: &mut Vec<String>) {
    let losses: Vec<String> = found
        .losses
        .iter()
        .map(|loss| format!("{}: {}", loss.path, loss.reason))
        .collect();
    for loss in &losses {
        if !line.unseen && !line.loses.iter().any(|text| loss.starts_with(text)) {
            wrong.push(format!("a loss that the line does not name: {loss}"));
        }
    }
    for text in &line.loses {
        if !losses.iter().any(|loss| loss.starts_with(text)) {
            wrong.push(format!("no loss begins with: {text}"));
        }
    }
    let problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    for problem in &problems {
        if !line.problems.iter().any(|text| problem.contains(text)) {
            wrong.push(format!("a problem that the line does not name: {problem}"));
        }
    }
    for text in &line.problems {
        if !problems.iter().any(|problem| problem.contains(text)) {
            wrong.push(format!("no problem has: {text}"));
        }
    }
}

async fn values(line: &Line, kind: &Kind, wrong: &mut Vec<String>) {
    let mut trips = Vec::new();
    for value in &line.accepts {
        match (line.parse)(value) {
            Ok(trip) => trips.push(trip),
            Err(error) => wrong.push(format!("serde does not take {value}: {error}")),
        }
        // As the user writes it, without serde's hand in it.
        if let Some(text) = kind.accepted(value, value).await {
            wrong.push(text);
        }
    }
    for (of, value) in &line.keeps {
        if let Some(text) = kind.accepted(of, value).await {
            wrong.push(text);
        }
    }
    let seed = seed();
    let random = (0..VALUES * 3)
        .filter_map(|n| (line.random)(&sample::bytes(seed, line.name, n)))
        .take(usize::try_from(VALUES).unwrap_or(usize::MAX));
    trips.extend(random);
    let enough = match (line.one_way, line.unseen) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => usize::try_from(VALUES).unwrap_or(usize::MAX),
    };
    if trips.len() < enough {
        wrong.push(format!("only {} values could be made", trips.len()));
    }
    // A few are enough to see what is wrong.
    let kept = join_all(trips.iter().map(|trip| kind.kept(trip, true))).await;
    wrong.extend(kept.into_iter().flatten().take(3));
    if let Some(last) = trips.iter().max_by_key(|trip| trip.written.len()) {
        wrong.extend(kind.kept(last, false).await);
    }
    let refused = join_all(line.refuses.iter().map(|value| kind.refused(value))).await;
    wrong.extend(refused.into_iter().flatten());
}

/// The kind that is made for a line.
struct Kind {
    kind: String,
    plural: String,
}

impl Kind {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Self {
            kind: format!("Animal{number}"),
            plural: format!("animal{number}s"),
        }
    }

    fn crd(&self, schema: &Value) -> Value {
        json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": { "name": format!("{}.{}", self.plural, SERVER.group) },
            "spec": {
                "group": SERVER.group,
                "names": { "kind": self.kind, "plural": self.plural, "singular": self.kind.to_lowercase() },
                "scope": "Cluster",
                "versions": [{
                    "name": "v1", "served": true, "storage": true,
                    "schema": { "openAPIV3Schema": {
                        "type": "object", "properties": { "spec": schema }, "required": ["spec"],
                    } },
                }],
            },
        })
    }

    fn object(&self, name: &str, spec: &[u8]) -> Vec<u8> {
        // As text, since a tree of JSON would round some numbers before the API server sees them.
        let head = format!(
            r#"{{"apiVersion":"{}/v1","kind":"{}","metadata":{{"name":"{name}"}},"spec":"#,
            SERVER.group, self.kind
        );
        [head.as_bytes(), spec, b"}"].concat()
    }

    /// The answer to an object, as soon as the kind is served.
    async fn create(&self, spec: &[u8], dry_run: bool) -> Answer {
        let name = if dry_run { "tried" } else { "stored" };
        for _ in 0..1000 {
            let answer = SERVER
                .create(&self.plural, self.object(name, spec), dry_run)
                .await;
            if answer.code != 404 {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        panic!("{} is not served", self.kind);
    }

    /// What is wrong with what comes back of a value.
    async fn kept(&self, trip: &Trip, dry_run: bool) -> Option<String> {
        let text = String::from_utf8_lossy(&trip.written).into_owned();
        let mut answer = self.create(&trip.written, dry_run).await;
        if !answer.is_good() {
            return Some(format!(
                "serde writes {text}\n    which is refused: {}",
                answer.message()
            ));
        }
        if !dry_run {
            answer = SERVER.get(&self.plural, "stored").await;
        }
        let read = &answer.body["spec"];
        let written: Value = serde_json::from_slice(&trip.written).unwrap_or_default();
        let what = match sample::lost(&written, read, "") {
            Some(lost) => Err(lost),
            None => (trip.same)(read),
        };
        what.err()
            .map(|what| format!("serde writes {text}\n    the API server keeps {read}\n    {what}"))
    }

    /// What is wrong with a value that is to be taken, and to become another.
    async fn accepted(&self, value: &Value, expected: &Value) -> Option<String> {
        let answer = self.create(value.to_string().as_bytes(), true).await;
        if !answer.is_good() {
            return Some(format!("{value} is refused: {}", answer.message()));
        }
        let read = &answer.body["spec"];
        let lost = sample::lost(expected, read, "")?;
        Some(format!("{value} becomes {read}: {lost}"))
    }

    /// What is wrong with a value that is to be refused.
    async fn refused(&self, value: &Value) -> Option<String> {
        let answer = self.create(value.to_string().as_bytes(), true).await;
        match answer.code {
            400 | 422 => None,
            200 | 201 => Some(format!("{value} is taken, as {}", answer.body["spec"])),
            _ => Some(format!("{value}: {}", answer.message())),
        }
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

//! What changes, told by objects instead of lines. Pure.
//!
//! Roles by the permissions they grant, other objects by the paths of their fields, items of lists by their names.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Change, ChangeKind};
use crate::objects::rbac::rights;
use crate::report::count;
use crate::yaml;

/// Lines about one object that are shown; the diff has all.
const LINES: usize = 20;
/// Characters of a value that are shown.
const WIDTH: usize = 60;

/// A line for each thing that changes, by object. Files that hold no objects are told as files.
pub fn summary(changes: &[Change]) -> Vec<String> {
    let mut objects: BTreeMap<Identity, Vec<Pair>> = BTreeMap::new();
    let mut files = Vec::new();
    for change in changes {
        match (
            objects_of(change, &change.before),
            objects_of(change, &change.after),
        ) {
            (Some(before), Some(after)) => {
                if change.kind == ChangeKind::Update && before == after {
                    files.push(format!(
                        "~ {}: the same objects, written differently",
                        change.path
                    ));
                }
                collect(change, before, after, &mut objects);
            }
            _ => files.push(format!("{} {}", sign(change.kind), change.path)),
        }
    }
    let mut lines = Vec::new();
    for (identity, pairs) in &objects {
        let alike = objects
            .keys()
            .filter(|other| other.kind == identity.kind && other.name == identity.name);
        let title = identity.title(alike.count() > 1);
        lines.extend(of_object(&title, pairs));
    }
    lines.extend(files);
    lines
}

/// What tells objects apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Identity {
    kind: String,
    name: String,
    namespace: String,
    api_version: String,
}

/// An object in one file, before and after.
#[derive(Debug)]
struct Pair {
    path: String,
    before: Option<Value>,
    after: Option<Value>,
}

impl Identity {
    fn of(object: &Value) -> Option<Self> {
        let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        let kind = text("/kind")?;
        Some(Self {
            // A kustomization has no name of its own.
            name: text("/metadata/name").unwrap_or_default(),
            namespace: text("/metadata/namespace").unwrap_or_default(),
            api_version: text("/apiVersion")?,
            kind,
        })
    }

    fn title(&self, with_namespace: bool) -> String {
        let Self {
            kind,
            name,
            namespace,
            ..
        } = self;
        match (name.as_str(), namespace.as_str()) {
            ("", _) => kind.clone(),
            (name, "") => format!("{kind} {name}"),
            (name, namespace) if with_namespace => format!("{kind} {namespace}/{name}"),
            (name, _) => format!("{kind} {name}"),
        }
    }
}

fn sign(kind: ChangeKind) -> char {
    match kind {
        ChangeKind::Create => '+',
        ChangeKind::Update => '~',
        ChangeKind::Delete => '-',
    }
}

/// The objects of one side; none where the file holds something else.
fn objects_of(change: &Change, text: &str) -> Option<BTreeMap<Identity, Value>> {
    if change.path.extension() != Some("yaml") {
        return None;
    }
    let documents = yaml::parse(text, change.path.as_str()).ok()?;
    documents
        .into_iter()
        .map(|object| {
            let mut identity = Identity::of(&object)?;
            if identity.name.is_empty() {
                // Each file of this kind is one of its own.
                change.path.as_str().clone_into(&mut identity.name);
            }
            Some((identity, object))
        })
        .collect()
}

fn collect(
    change: &Change,
    mut before: BTreeMap<Identity, Value>,
    mut after: BTreeMap<Identity, Value>,
    objects: &mut BTreeMap<Identity, Vec<Pair>>,
) {
    let all: BTreeSet<Identity> = before.keys().chain(after.keys()).cloned().collect();
    for identity in all {
        let pair = Pair {
            path: change.path.to_string(),
            before: before.remove(&identity),
            after: after.remove(&identity),
        };
        if pair.before != pair.after {
            objects.entry(identity).or_default().push(pair);
        }
    }
}

/// An object often stands in two files; what happens to it in both is said once.
fn of_object(title: &str, pairs: &[Pair]) -> Vec<String> {
    let gone = pairs.iter().find(|pair| pair.after.is_none());
    let new = pairs.iter().find(|pair| pair.before.is_none());
    let mut lines = BTreeSet::new();
    match (gone, new) {
        (Some(gone), Some(new)) => {
            lines.insert(format!("~ {title}: moves from {} to {}", gone.path, new.path));
            lines.extend(differences(title, gone.before.as_ref(), new.after.as_ref()));
        }
        (Some(_), None) => {
            lines.insert(format!("- {title}"));
        }
        (None, Some(_)) => {
            lines.insert(format!("+ {title}"));
        }
        (None, None) => {}
    }
    for pair in pairs {
        if let (Some(before), Some(after)) = (&pair.before, &pair.after) {
            lines.extend(differences(title, Some(before), Some(after)));
        }
    }
    let more = lines.len().saturating_sub(LINES);
    let mut lines: Vec<String> = lines.into_iter().take(LINES).collect();
    if more > 0 {
        lines.push(format!(
            "{title}: and {}",
            count(more, "more change", "more changes")
        ));
    }
    lines
}

fn differences(title: &str, before: Option<&Value>, after: Option<&Value>) -> Vec<String> {
    let (Some(before), Some(after)) = (before, after) else {
        return Vec::new();
    };
    let (old, new) = (rights::granted(before), rights::granted(after));
    let mut lines: Vec<String> = Vec::new();
    lines.extend((&new - &old).iter().map(|right| format!("+ {right}")));
    lines.extend((&old - &new).iter().map(|right| format!("- {right}")));
    let mut fields = Vec::new();
    compare(before, after, "", &mut fields);
    // Told already, by what they grant.
    let is_rights = |line: &&String| {
        let path = line.trim_start_matches(['+', '-', ' ']);
        ["rules", "subjects", "roleRef", "aggregationRule"]
            .iter()
            .any(|part| path.starts_with(part))
    };
    let kind = before["kind"].as_str().unwrap_or_default();
    let is_role = kind.contains("Role");
    if is_role && lines.is_empty() && fields.iter().any(|line| is_rights(&line)) {
        lines.push("the same permissions, written differently".to_owned());
    }
    lines.extend(fields.into_iter().filter(|line| !is_role || !is_rights(&line)));
    lines.into_iter().map(|line| format!("{title}: {line}")).collect()
}

fn compare(before: &Value, after: &Value, path: &str, lines: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for key in keys {
                let inner = join(path, key);
                one(old.get(key), new.get(key), &inner, lines);
            }
        }
        (Value::Array(old), Value::Array(new)) => items(old, new, path, lines),
        (old, new) if old == new => {}
        (old, new) => lines.push(format!("{path} {} -> {}", shown(old), shown(new))),
    }
}

fn one(before: Option<&Value>, after: Option<&Value>, path: &str, lines: &mut Vec<String>) {
    match (before, after) {
        (Some(before), Some(after)) => compare(before, after, path, lines),
        (None, Some(after)) => lines.push(format!("+ {path} {}", shown(after))),
        (Some(before), None) => lines.push(format!("- {path} {}", shown(before))),
        (None, None) => {}
    }
}

fn items(old: &[Value], new: &[Value], path: &str, lines: &mut Vec<String>) {
    if old == new {
        return;
    }
    if let (Some(old_names), Some(new_names)) = (names(old), names(new)) {
        let all: BTreeSet<&str> = old_names.iter().chain(&new_names).copied().collect();
        let find = |names: &[&str], items: &'_ [Value], name: &str| {
            names
                .iter()
                .position(|other| *other == name)
                .map(|at| items[at].clone())
        };
        let before = lines.len();
        for name in all {
            let (a, b) = (find(&old_names, old, name), find(&new_names, new, name));
            one(a.as_ref(), b.as_ref(), &format!("{path}[{name}]"), lines);
        }
        if lines.len() == before {
            lines.push(format!("{path} in another order"));
        }
        return;
    }
    if old
        .iter()
        .chain(new)
        .all(|item| !item.is_object() && !item.is_array())
    {
        let missing = |from: &[Value], these: &[Value]| {
            these
                .iter()
                .filter(|item| !from.contains(item))
                .map(shown)
                .collect::<Vec<_>>()
        };
        let (added, removed) = (missing(old, new), missing(new, old));
        if added.is_empty() && removed.is_empty() {
            lines.push(format!("{path} in another order"));
        }
        lines.extend(added.iter().map(|item| format!("+ {path} {item}")));
        lines.extend(removed.iter().map(|item| format!("- {path} {item}")));
        return;
    }
    for at in 0..old.len().max(new.len()) {
        one(old.get(at), new.get(at), &format!("{path}[{at}]"), lines);
    }
}

/// The names of items, where each has one of its own.
fn names(items: &[Value]) -> Option<Vec<&str>> {
    let names: Vec<&str> = items
        .iter()
        .map(|item| item["name"].as_str())
        .collect::<Option<_>>()?;
    let distinct: BTreeSet<&&str> = names.iter().collect();
    (distinct.len() == names.len()).then_some(names)
}

fn join(path: &str, key: &str) -> String {
    let key = if key.contains(['.', '/']) {
        format!("[{key}]")
    } else if path.is_empty() {
        key.to_owned()
    } else {
        format!(".{key}")
    };
    format!("{path}{key}")
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= WIDTH {
        return text;
    }
    let start: String = text.chars().take(WIDTH).collect();
    format!("{start}…")
}

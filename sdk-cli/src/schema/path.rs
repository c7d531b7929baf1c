//! What a JSON path of a column, a scale subresource or a field selector points at.

use serde_json::Value;

use super::{INT_OR_STRING, PRESERVE, fields, flag, property, word};

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    String,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// An integer or a string.
    IntOrString,
    /// A map or an object.
    Object,
    /// A list.
    Array,
    /// The schema does not say, because fields there are kept as they are.
    Open,
}

/// Why a path points at nothing; lower case, to follow "`.spec.x`: ".
pub type Missing = String;

enum Step {
    Field(String),
    Item,
}

/// Follows a path through a schema. `Open` where the schema or the path says too little to tell.
pub fn resolve(schema: &Value, path: &str) -> Result<Kind, Missing> {
    let Some(steps) = parse(path) else {
        return Ok(Kind::Open);
    };
    if let Some(Step::Field(first)) = steps.first() {
        match (first.as_str(), steps.get(1)) {
            ("apiVersion" | "kind", None) => return Ok(Kind::String),
            ("metadata", Some(Step::Field(field))) => return metadata(field, steps.len()),
            ("metadata", _) => return Ok(Kind::Object),
            _ => {}
        }
    }
    let mut at = schema;
    let mut walked = String::new();
    for step in &steps {
        at = match step {
            Step::Field(name) => {
                let known = property(at, name)
                    .or_else(|| at.get("additionalProperties").filter(|schema| schema.is_object()));
                match known {
                    Some(child) => child,
                    None if flag(at, PRESERVE) => return Ok(Kind::Open),
                    None => return Err(no_field(at, name, &walked)),
                }
            }
            Step::Item => match at.get("items") {
                Some(item) => item,
                None if flag(at, PRESERVE) => return Ok(Kind::Open),
                None => return Err(format!("`{walked}` is not a list")),
            },
        };
        match step {
            Step::Field(name) => walked = super::join(&walked, name),
            Step::Item => walked.push_str("[]"),
        }
    }
    Ok(kind(at))
}

/// What a node of a schema takes.
pub fn kind(schema: &Value) -> Kind {
    if flag(schema, INT_OR_STRING) {
        return Kind::IntOrString;
    }
    match word(schema, "type") {
        Some("string") => Kind::String,
        Some("integer") => Kind::Integer,
        Some("number") => Kind::Number,
        Some("boolean") => Kind::Boolean,
        Some("object") => Kind::Object,
        Some("array") => Kind::Array,
        _ => Kind::Open,
    }
}

fn metadata(field: &str, steps: usize) -> Result<Kind, Missing> {
    let text = [
        "name",
        "generateName",
        "namespace",
        "uid",
        "resourceVersion",
        "selfLink",
        "creationTimestamp",
        "deletionTimestamp",
    ];
    let deeper = [
        "labels",
        "annotations",
        "ownerReferences",
        "finalizers",
        "managedFields",
    ];
    match field {
        "generation" | "deletionGracePeriodSeconds" => Ok(Kind::Integer),
        field if text.contains(&field) => Ok(Kind::String),
        "labels" | "annotations" if steps > 2 => Ok(Kind::String),
        field if deeper.contains(&field) => Ok(if steps > 2 { Kind::Open } else { Kind::Object }),
        other => Err(format!("metadata has no field `{other}`")),
    }
}

fn no_field(at: &Value, name: &str, walked: &str) -> Missing {
    let place = if walked.is_empty() {
        "the object".to_owned()
    } else {
        format!("`{walked}`")
    };
    let names: Vec<&str> = fields(at, "properties").map(|(name, _)| name.as_str()).collect();
    match crate::suggest::nearest(name, names.iter().copied()) {
        Some(near) => format!("{place} has no field `{name}`; did you mean `{near}`?"),
        None if names.is_empty() => format!("{place} has no field `{name}`"),
        None => format!("{place} has no field `{name}`; it has `{}`", names.join("`, `")),
    }
}

/// Fields, indexes and filters of a path; none where it has other parts (`..`, slices, functions).
fn parse(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('[') {
            let end = closing(after)?;
            let inner = &after[..end];
            rest = &after[end + 1..];
            let quoted = |quote: char| {
                inner
                    .strip_prefix(quote)
                    .and_then(|inner| inner.strip_suffix(quote))
            };
            if let Some(name) = quoted('\'').or_else(|| quoted('"')) {
                steps.push(Step::Field(name.to_owned()));
            } else if inner == "*" || inner.starts_with('?') || inner.parse::<i64>().is_ok() {
                steps.push(Step::Item);
            } else {
                return None;
            }
        } else {
            let after = rest.strip_prefix('.')?;
            let mut name = String::new();
            let mut chars = after.char_indices().peekable();
            let mut end = after.len();
            while let Some((at, c)) = chars.next() {
                match c {
                    '\\' => name.push(chars.next()?.1),
                    '.' | '[' => {
                        end = at;
                        break;
                    }
                    c => name.push(c),
                }
            }
            if name.is_empty() || name == "*" {
                // A lone `.` before `[` is the root; anything else here is beyond this reader.
                if !(name.is_empty() && steps.is_empty() && after.starts_with('[')) {
                    return None;
                }
            } else {
                steps.push(Step::Field(name));
            }
            rest = &after[end..];
        }
    }
    Some(steps)
}

/// Where the bracket ends that was opened before `text`, quotes and inner brackets respected.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') if depth == 0 => return Some(at),
            (None, ']') => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Kind, resolve};

    #[test]
    fn paths_find_their_nodes() {
        let schema = json!({ "type": "object", "properties": {
            "spec": { "type": "object", "properties": {
                "size": { "type": "integer" },
                "a.b": { "type": "boolean" },
                "free": { "x-kubernetes-preserve-unknown-fields": true },
                "map": { "type": "object", "additionalProperties": { "type": "number" } },
            }},
            "status": { "type": "object", "properties": {
                "readyReplicas": { "type": "integer" },
                "conditions": { "type": "array", "items": { "type": "object", "properties": {
                    "status": { "type": "string" },
                }}},
            }},
        }});
        let missing = |text: &str| Err(text.to_owned());
        for (path, expected) in [
            (".spec.size", Ok(Kind::Integer)),
            (".spec.a\\.b", Ok(Kind::Boolean)),
            (".spec['a.b']", Ok(Kind::Boolean)),
            (".spec.map.any", Ok(Kind::Number)),
            (".spec.free.x.y", Ok(Kind::Open)),
            (".spec", Ok(Kind::Object)),
            (".status.conditions", Ok(Kind::Array)),
            (".status.conditions[0].status", Ok(Kind::String)),
            (
                ".status.conditions[?(@.type==\"Re]ady\")].status",
                Ok(Kind::String),
            ),
            ("..size", Ok(Kind::Open)),
            (".metadata.creationTimestamp", Ok(Kind::String)),
            (".metadata.labels.app", Ok(Kind::String)),
            (".kind", Ok(Kind::String)),
            (
                ".status.ready_replicas",
                missing("`.status` has no field `ready_replicas`; did you mean `readyReplicas`?"),
            ),
            (".spec.size.x", missing("`.spec.size` has no field `x`")),
            (".spec[0]", missing("`.spec` is not a list")),
            (".metadata.size", missing("metadata has no field `size`")),
            (
                ".zzz",
                missing("the object has no field `zzz`; it has `spec`, `status`"),
            ),
        ] {
            assert_eq!(resolve(&schema, path), expected, "{path}");
        }
    }
}

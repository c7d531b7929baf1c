//! `fieldPath`: which field a failed rule is said to be about.

use serde_json::Value;

use super::declare::values;
use crate::schema::{fields, property};
use crate::suggest;

/// Why a path is refused, in words that follow "the field path `..`".
pub(super) fn check(schema: &Value, path: &str) -> Result<(), String> {
    let mut at = schema;
    let mut rest = path;
    while !rest.is_empty() {
        let name;
        if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[', ']']).unwrap_or(after.len());
            name = after[..end].to_owned();
            rest = &after[end..];
        } else if let Some(after) = rest.strip_prefix("['") {
            (name, rest) = quoted(after)
                .ok_or_else(|| "has a bracket that does not hold one name in single quotes".to_owned())?;
        } else if rest.starts_with('[') {
            return Err("has an index; it can only name fields and keys, the latter as `['key']`".to_owned());
        } else {
            return Err("does not begin with a dot; write `.field` or `['key']`".to_owned());
        }
        if name.is_empty() {
            return Err("names nothing after a dot".to_owned());
        }
        at = step(at, &name)?;
    }
    Ok(())
}

/// A name up to its closing quote and bracket, and what follows.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => name.push(match chars.next()?.1 {
                escaped @ ('\'' | '\\') => escaped,
                'a' => '\x07',
                'b' => '\x08',
                'f' => '\x0c',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\x0b',
                _ => return None,
            }),
            '\'' => return Some((name, text[at + 1..].strip_prefix(']')?)),
            c => name.push(c),
        }
    }
    None
}

fn step<'a>(at: &'a Value, name: &str) -> Result<&'a Value, String> {
    let known: Vec<&str> = fields(at, "properties").map(|(name, _)| name.as_str()).collect();
    if known.is_empty() {
        return values(at).ok_or_else(|| format!("names `{name}` in what has no fields"));
    }
    property(at, name).ok_or_else(|| match suggest::nearest(name, known.iter().copied()) {
        Some(near) => format!("names the field `{name}`, which is not there; did you mean `{near}`?"),
        None => format!(
            "names the field `{name}`, which is not there; there are `{}`",
            known.join("`, `")
        ),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::check;

    #[test]
    fn paths_are_followed_from_the_node_of_the_rule() {
        let schema = json!({ "type": "object", "properties": {
            "size": { "type": "integer" },
            "a.b": { "type": "string" },
            "inner": { "type": "object", "properties": { "x": { "type": "string" } } },
            "map": { "type": "object", "additionalProperties": { "type": "object", "properties": { "y": { "type": "string" } } } },
            "list": { "type": "array", "items": { "type": "string" } },
        }});
        for (path, expected) in [
            (".size", None),
            (".inner.x", None),
            ("['a.b']", None),
            (".map.key", None),
            (".map['a key'].y", None),
            (
                ".sise",
                Some("names the field `sise`, which is not there; did you mean `size`?"),
            ),
            (".size.x", Some("names `x` in what has no fields")),
            (
                "size",
                Some("does not begin with a dot; write `.field` or `['key']`"),
            ),
            (
                ".list[0]",
                Some("has an index; it can only name fields and keys, the latter as `['key']`"),
            ),
            (".", Some("names nothing after a dot")),
            (
                "['a.b'",
                Some("has a bracket that does not hold one name in single quotes"),
            ),
        ] {
            assert_eq!(check(&schema, path).err().as_deref(), expected, "{path}");
        }
    }
}

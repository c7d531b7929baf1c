//! Fields that are columns of `kubectl get`.

use kopr_model::attribute::ColumnAttribute;
use kopr_model::names::heading;
use kopr_model::{Column, ColumnType};
use serde_json::{Map, Value};

/// The path of a member, in the JSON path that columns take.
pub(super) fn join(path: &str, name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if name.chars().all(plain) {
        format!("{path}.{name}")
    } else {
        let escaped: String = name
            .chars()
            .flat_map(|c| (!plain(c)).then_some('\\').into_iter().chain([c]))
            .collect();
        format!("{path}.{escaped}")
    }
}

/// The column of a field, from its node and its own text (that of its type would explain `Time`); or why
/// it cannot be one.
pub(super) fn column(
    attribute: &ColumnAttribute,
    description: Option<&str>,
    node: &Map<String, Value>,
    path: &str,
) -> Result<Column, String> {
    let text = |key: &str| node.get(key).and_then(Value::as_str).map(str::to_owned);
    let type_ = match (text("type").as_deref(), text("format").as_deref()) {
        (Some("string"), Some("date" | "date-time")) => ColumnType::Date,
        (Some("object"), _) => return Err("it is an object; put `column` on a field inside it".to_owned()),
        (Some("array"), _) => return Err("it is a list".to_owned()),
        (Some(word), _) => ColumnType::parse(word).unwrap_or(ColumnType::String),
        (None, _) if node.contains_key("x-kubernetes-int-or-string") => ColumnType::String,
        (None, _) => return Err("its type is open".to_owned()),
    };
    let format = match type_ {
        ColumnType::Integer | ColumnType::Number => text("format"),
        _ => None,
    };
    Ok(Column {
        name: attribute.name.clone().unwrap_or_else(|| heading(&last(path))),
        json_path: path.to_owned(),
        type_,
        format: attribute.format.clone().or(format),
        description: description.map(first_paragraph),
        priority: attribute.priority.unwrap_or_default(),
    })
}

/// The last member of a path, unescaped.
fn last(path: &str) -> String {
    let mut name = String::new();
    let mut escaped = false;
    for c in path.chars() {
        match c {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '.' if !escaped => name.clear(),
            c => name.push(c),
        }
        escaped = false;
    }
    name
}

fn first_paragraph(text: &str) -> String {
    text.split("\n\n").next().unwrap_or_default().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        assert_eq!(join(".spec", "size"), ".spec.size");
        assert_eq!(join(".spec", "a.b"), ".spec.a\\.b");
        assert_eq!(last(".spec.size"), "size");
        assert_eq!(last(".spec.a\\.b"), "a.b");
    }
}

//! A kind or a field for programs.

use serde_json::{Value, json};

use super::{Field, Subject, facts, fields};
use crate::schema::word;

/// The answer; `recursive` has the fields of fields too.
pub fn json(subject: &Subject<'_>, recursive: bool) -> Value {
    let field = &subject.field;
    let mut value = describe(subject, field);
    value["group"] = json!(subject.resource.group);
    value["kind"] = json!(subject.resource.kind);
    value["version"] = json!(subject.version.name);
    value["schema"] = field.node.schema.clone();
    value["fields"] = below(subject, field, recursive);
    value
}

fn below(subject: &Subject<'_>, field: &Field<'_>, recursive: bool) -> Value {
    fields(&field.node)
        .iter()
        .map(|child| {
            let mut value = describe(subject, child);
            value["name"] = json!(child.name);
            if recursive {
                value["fields"] = below(subject, child, true);
            }
            value
        })
        .collect()
}

fn describe(subject: &Subject<'_>, field: &Field<'_>) -> Value {
    json!({
        "path": field.node.path,
        "pointer": field.node.pointer,
        "type": facts::type_of(field.node.schema),
        "required": field.required,
        "description": word(field.node.schema, "description"),
        "facts": facts::of_field(subject, field),
        "source": subject.source(&field.node),
    })
}

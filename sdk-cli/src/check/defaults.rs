//! S17: default values.

use serde_json::Value;

use super::{Family, Rule, Subject, Version};
use crate::schema::{flag, nodes, value::breaches};

pub(super) const FAMILY: Family = Family {
    name: "defaults",
    rules: &[Rule {
        id: "S17",
        about: "a default obeys its schema, holds no null and no field that would be dropped",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        let Some(default) = node.schema.get("default") else {
            continue;
        };
        if node.root {
            version.error("S17", "", "the root has a default", "give defaults to fields");
            continue;
        }
        if default.is_null() && !flag(node.schema, "nullable") {
            version.error(
                "S17",
                &node.path,
                "the default is null",
                "leave the default out: an absent field is `None`",
            );
            continue;
        }
        // Defaults of fields inside are filled in before the server looks at the outer one.
        for breach in breaches(node.schema, &filled(node.schema, default), &node.path) {
            let message = format!("the default does not obey its schema: {}", breach.message);
            version.error(
                "S17",
                &breach.path,
                message,
                "change the default, or the bounds of the type",
            );
        }
    }
}

/// A value with the defaults of its missing fields.
fn filled(schema: &Value, value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields = fields.clone();
            for (name, child) in crate::schema::fields(schema, "properties") {
                match (fields.get(name), child.get("default")) {
                    (Some(value), _) => {
                        let value = filled(child, value);
                        fields.insert(name.clone(), value);
                    }
                    (None, Some(default)) => {
                        fields.insert(name.clone(), filled(child, default));
                    }
                    (None, None) => {}
                }
            }
            Value::Object(fields)
        }
        Value::Array(items) => match schema.get("items") {
            Some(item) => items.iter().map(|value| filled(item, value)).collect(),
            None => value.clone(),
        },
        other => other.clone(),
    }
}

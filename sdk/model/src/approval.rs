//! The shape of a description is a contract: changing it needs a decision about its version.
//!
//! `approved/<version>.json` holds the JSON Schema of that version. A changed shape fails here until
//! [`SCHEMA_VERSION`] is raised; then `KOPR_BLESS=1 cargo test -p kopr-model` writes the new file.
//! An approved file is never overwritten.

use std::path::Path;

use serde_json::Value;

use crate::{Description, SCHEMA_VERSION};

fn shape() -> String {
    let mut schema = schemars::schema_for!(Description).to_value();
    strip_texts(&mut schema);
    let mut text = serde_json::to_string_pretty(&schema).expect("a JSON value is serialisable");
    text.push('\n');
    text
}

/// Texts may change freely; only the shape counts.
fn strip_texts(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.get("description").is_some_and(Value::is_string) {
                fields.remove("description");
            }
            fields.values_mut().for_each(strip_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_texts),
        _ => {}
    }
}

#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment"
)]
fn a_changed_shape_needs_a_new_version() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("approved/{SCHEMA_VERSION}.json"));
    let found = shape();
    match std::fs::read_to_string(&path) {
        Ok(approved) => assert!(
            approved == found,
            "the shape of `Description` differs from the approved {SCHEMA_VERSION}: raise the minor \
             version of SCHEMA_VERSION if fields were only added, else the major one, then run \
             KOPR_BLESS=1 cargo test -p kopr-model"
        ),
        Err(_) if std::env::var_os("KOPR_BLESS").is_some() => {
            std::fs::write(&path, found).expect("the folder `approved` exists");
        }
        Err(error) => panic!(
            "no approved shape for {SCHEMA_VERSION} ({}: {error}): review the change, then run \
             KOPR_BLESS=1 cargo test -p kopr-model",
            path.display()
        ),
    }
}

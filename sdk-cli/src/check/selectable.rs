//! S13: fields that `--field-selector` may name.

use super::{Family, Rule, Subject, Version};
use crate::schema::path::{Kind, resolve};

pub(super) const FAMILY: Family = Family {
    name: "selectable",
    rules: &[Rule {
        id: "S13",
        about: "a selectable field is a string, boolean or integer outside of metadata",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for (at, path) in version.version.selectable.iter().enumerate() {
        let place = format!("selectable field `{path}`");
        let pointer = format!("/selectableFields/{at}/jsonPath");
        if !path.starts_with('.') || path.starts_with(".metadata") || path.contains(['[', '*', '\\']) {
            version.error_at(
                "S13",
                &pointer,
                &place,
                "it is not a path of dots outside of metadata",
                "write a path such as `.spec.size`; names and namespaces can be selected anyway",
            );
            continue;
        }
        if version.version.selectable[..at].contains(path) {
            version.error_at(
                "S13",
                &pointer,
                &place,
                "it is named twice",
                "name each field once",
            );
        }
        match resolve(&version.version.schema, path) {
            Err(missing) => version.error_at(
                "S13",
                &pointer,
                &place,
                format!("it points at nothing: {missing}"),
                "use JSON names",
            ),
            Ok(Kind::String | Kind::Boolean | Kind::Integer) => {}
            Ok(_) => version.error_at(
                "S13",
                &pointer,
                &place,
                "it is neither a string nor a boolean nor an integer",
                "point at one of those",
            ),
        }
    }
    let count = version.version.selectable.len();
    if count > 8 {
        version.error_at(
            "S13",
            "/selectableFields",
            "selectable fields",
            format!("there are {count} of them"),
            "8 are the limit",
        );
    }
}

//! S11: columns of `kubectl get`.

use kopr_model::{Column, ColumnType};

use super::{Family, Rule, Subject, Version};
use crate::schema::path::{Kind, resolve};

pub(super) const FAMILY: Family = Family {
    name: "columns",
    rules: &[Rule {
        id: "S11",
        about: "the path of a column begins with a dot and points at a field of its type",
    }],
    on: Subject::Version(check),
};

/// Formats that the server takes for columns.
const FORMATS: [&str; 8] = [
    "byte",
    "date",
    "date-time",
    "double",
    "float",
    "int32",
    "int64",
    "password",
];

fn check(version: &mut Version<'_>) {
    for (at, column) in version.version.columns.iter().enumerate() {
        let place = format!("column `{}`", column.name);
        let pointer = |key: &str| format!("/additionalPrinterColumns/{at}/{key}");
        if !column.json_path.starts_with('.') {
            let help = format!("write `.{}`", column.json_path);
            version.error_at(
                "S11",
                &pointer("jsonPath"),
                &place,
                format!("its path `{}` does not begin with a dot", column.json_path),
                help,
            );
            continue;
        }
        if let Some(format) = column
            .format
            .as_deref()
            .filter(|format| !FORMATS.contains(format))
        {
            version.error_at(
                "S11",
                &pointer("format"),
                &place,
                format!("the format `{format}` is refused"),
                format!("there are: `{}`", FORMATS.join("`, `")),
            );
        }
        match resolve(&version.version.schema, &column.json_path) {
            Err(missing) => version.error_at(
                "S11",
                &pointer("jsonPath"),
                &place,
                format!("its path `{}` points at nothing: {missing}", column.json_path),
                "columns are found by JSON names, not by Rust names",
            ),
            Ok(kind) if !shows(column, kind) => version.error_at(
                "S11",
                &pointer("type"),
                &place,
                format!("it has another type than the field at `{}`", column.json_path),
                "give the column the type of the field, or `string`",
            ),
            Ok(_) => {}
        }
    }
}

/// Whether kubectl shows a field of that kind in the column, rather than an empty cell.
fn shows(column: &Column, kind: Kind) -> bool {
    match (column.type_, kind) {
        (_, Kind::Open) | (ColumnType::String, _) => true,
        (ColumnType::Integer, kind) => matches!(kind, Kind::Integer | Kind::IntOrString),
        (ColumnType::Number, kind) => matches!(kind, Kind::Integer | Kind::Number),
        (ColumnType::Boolean, kind) => kind == Kind::Boolean,
        (ColumnType::Date, kind) => kind == Kind::String,
    }
}

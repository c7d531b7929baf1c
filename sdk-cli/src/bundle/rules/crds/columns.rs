//! OLM-D6: columns, the scale subresource and selectable fields.

use crate::bundle::crd::{Column, SelectableField, Subresources, Validation};
use crate::bundle::rules::object_metadata::{FieldError, Kind};
use crate::schema::path::{Kind as Type, resolve};

pub(super) fn scale(subresources: Option<&Subresources>, path: &str, real: &str) -> Vec<FieldError> {
    let Some(scale) = subresources.and_then(|subresources| subresources.scale.as_ref()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let field = |name: &str| format!("{path}.subresources.scale.{name}");
    let at = |name: &str| format!("{real}/subresources/scale/{name}");
    let name = "specReplicasPath";
    let text = scale.spec_replicas_path.as_str();
    if text.is_empty() {
        found.push(FieldError::required(field(name), "").at(at(name)));
    } else if let Some(detail) = simple_path(text) {
        found.push(FieldError::invalid(field(name), text, detail).at(at(name)));
    } else if !text.starts_with(".spec.") {
        found.push(FieldError::invalid(field(name), text, "should be a json path under .spec").at(at(name)));
    }
    // Errors about `statusReplicasPath` are dropped: the field has `status` in its name.
    let name = "labelSelectorPath";
    if let Some(text) = scale
        .label_selector_path
        .as_deref()
        .filter(|text| !text.is_empty())
    {
        if let Some(detail) = simple_path(text) {
            found.push(FieldError::invalid(field(name), text, detail).at(at(name)));
        } else if !text.starts_with(".spec.") && !text.starts_with(".status.") {
            let detail = "should be a json path under either .spec or .status";
            found.push(FieldError::invalid(field(name), text, detail).at(at(name)));
        }
    }
    found
}

fn simple_path(path: &str) -> Option<&'static str> {
    match path.chars().next() {
        None => Some("must not be empty"),
        Some('.') => None,
        Some(_) => Some("must be a simple json path starting with ."),
    }
}

pub(super) fn columns(columns: &[Column], path: &str, real: &str) -> Vec<FieldError> {
    const TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
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
    let mut found = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        let field = |name: &str| format!("{path}.additionalPrinterColumns[{at}].{name}");
        let place = |name: &str| format!("{real}/additionalPrinterColumns/{at}/{name}");
        let types = format!("must be one of {}", TYPES.join(","));
        if column.name.is_empty() {
            found.push(FieldError::required(field("name"), "").at(place("name")));
        }
        if column.r#type.is_empty() {
            found.push(FieldError::required(field("type"), &types).at(place("type")));
        } else if !TYPES.contains(&column.r#type.as_str()) {
            found.push(FieldError::invalid(field("type"), column.r#type.as_str(), types).at(place("type")));
        }
        if !column.format.is_empty() && !FORMATS.contains(&column.format.as_str()) {
            let detail = format!("must be one of {}", FORMATS.join(","));
            found.push(
                FieldError::invalid(field("format"), column.format.as_str(), detail).at(place("format")),
            );
        }
        if column.json_path.is_empty() {
            found.push(FieldError::required(field("JSONPath"), "").at(place("jsonPath")));
        } else if let Some(detail) = simple_path(&column.json_path) {
            let error = FieldError::invalid(field("JSONPath"), column.json_path.as_str(), detail);
            found.push(error.at(place("jsonPath")));
        }
    }
    found
}

/// Fields that one list can be selected by.
const SELECTABLE_MAX: usize = 8;

pub(super) fn selectable(
    fields: &[SelectableField],
    schema: Option<&Validation>,
    path: &str,
    real: &str,
) -> Vec<FieldError> {
    let mut found = Vec::new();
    let Some(schema) = schema.and_then(|validation| validation.schema.as_ref()) else {
        if !fields.is_empty() {
            let detail = "may only be set when `version.schema.openAPIV3Schema` is not included";
            let error = FieldError::invalid(format!("{path}.selectableFields"), "", detail);
            found.push(error.at(format!("{real}/selectableFields")));
        }
        return found;
    };
    let mut seen: Vec<&str> = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let text = field.json_path.as_str();
        let name = format!("{path}.selectableFields[{at}].jsonPath");
        let place = format!("{real}/selectableFields/{at}/jsonPath");
        if text.is_empty() {
            found.push(FieldError::required(name, "").at(place));
            continue;
        }
        let kind = match resolve(&schema.0, text) {
            _ if !text.starts_with('.') || text.contains('[') => Err("it is no simple path".to_owned()),
            kind => kind,
        };
        let detail = match kind {
            Err(why) => {
                let detail = format!("is an invalid path: {why}");
                found.push(FieldError::invalid(name, text, detail).at(place));
                continue;
            }
            Ok(_) if text.starts_with(".metadata") => Some("must not point to fields in metadata"),
            Ok(Type::String | Type::Boolean | Type::Integer) => None,
            Ok(_) => Some(
                "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.",
            ),
        };
        if let Some(detail) = detail {
            found.push(FieldError::invalid(name.clone(), text, detail).at(place.clone()));
        }
        if seen.contains(&text) {
            found.push(FieldError::new(Kind::Duplicate, name, text, "").at(place));
        } else {
            seen.push(text);
        }
    }
    if seen.len() > SELECTABLE_MAX {
        let detail = format!("must have at most {SELECTABLE_MAX} items");
        let error = FieldError::new(
            Kind::TooMany,
            format!("{path}.selectableFields"),
            seen.len(),
            detail,
        );
        found.push(error.at(format!("{real}/selectableFields")));
    }
    found
}

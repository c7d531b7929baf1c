//! What the API server says of the metadata of any object, and how it says it.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::{ObjectMeta, OwnerReference};
use serde_json::{Value, json};

use crate::bundle::document::group_version;
use crate::bundle::ports::go::quoted;
use crate::bundle::ports::names::{dns_1123_subdomain, label_value, qualified_name};
use crate::schema::escaped;

/// An error about a field, as the API server has them.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::bundle) struct FieldError {
    kind: Kind,
    /// Path of the field, as the server writes it.
    pub(super) field: String,
    /// Where it is in the file.
    pub(super) pointer: String,
    value: Value,
    detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Required,
    Invalid,
    Forbidden,
    NotSupported,
    Duplicate,
    TooMany,
    TooLong,
}

impl FieldError {
    pub(super) fn new(
        kind: Kind,
        field: impl Into<String>,
        value: impl Into<Value>,
        detail: impl Into<String>,
    ) -> Self {
        let field = field.into();
        Self {
            kind,
            pointer: pointer_of(&field),
            field,
            value: value.into(),
            detail: detail.into(),
        }
    }

    pub(super) fn required(field: impl Into<String>, detail: &str) -> Self {
        Self::new(Kind::Required, field, "", detail)
    }

    pub(super) fn invalid(
        field: impl Into<String>,
        value: impl Into<Value>,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(Kind::Invalid, field, value, detail)
    }

    pub(super) fn forbidden(field: impl Into<String>, detail: &str) -> Self {
        Self::new(Kind::Forbidden, field, "", detail)
    }

    /// The same at another place in the file.
    pub(super) fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = pointer.into();
        self
    }

    /// The value as `%v` prints it.
    pub(super) fn value(&self) -> String {
        crate::bundle::ports::go::plain(&self.value)
    }

    /// The whole message.
    pub(super) fn message(&self) -> String {
        format!("{}: {}", self.field, self.body())
    }

    /// The message without the field.
    pub(super) fn body(&self) -> String {
        let (title, has_value) = match self.kind {
            Kind::Required => ("Required value", false),
            Kind::Invalid => ("Invalid value", true),
            Kind::Forbidden => ("Forbidden", false),
            Kind::NotSupported => ("Unsupported value", true),
            Kind::Duplicate => ("Duplicate value", true),
            Kind::TooMany => ("Too many", true),
            Kind::TooLong => ("Too long", false),
        };
        let value = match &self.value {
            _ if !has_value => String::new(),
            Value::String(text) => format!(": {}", quoted(text)),
            other => format!(": {other}"),
        };
        let detail = if self.detail.is_empty() {
            String::new()
        } else {
            format!(": {}", self.detail)
        };
        format!("{title}{value}{detail}")
    }
}

/// `spec.versions[0].name` as a pointer; keys in brackets are members.
fn pointer_of(field: &str) -> String {
    let mut pointer = String::new();
    let mut rest = field;
    while !rest.is_empty() {
        rest = rest.strip_prefix('.').unwrap_or(rest);
        let (part, after) = match rest.strip_prefix('[') {
            Some(inner) => inner.split_once(']').unwrap_or((inner, "")),
            None => rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len())),
        };
        pointer.push('/');
        pointer.push_str(&escaped(part));
        rest = after;
    }
    pointer
}

/// Everything that is wrong with the metadata of an object outside of namespaces.
pub(super) fn problems(metadata: &ObjectMeta) -> Vec<FieldError> {
    let mut found = Vec::new();
    if metadata.name.as_deref().unwrap_or_default().is_empty() {
        found.push(FieldError::required(
            "metadata.name",
            "name or generateName is required",
        ));
    }
    if metadata
        .namespace
        .as_deref()
        .is_some_and(|namespace| !namespace.is_empty())
    {
        found.push(FieldError::forbidden(
            "metadata.namespace",
            "not allowed on this type",
        ));
    }
    if let Some(generation) = metadata.generation.filter(|generation| *generation < 0) {
        let detail = "must be greater than or equal to 0";
        found.push(FieldError::invalid("metadata.generation", generation, detail));
    }
    for (key, value) in metadata.labels.iter().flatten() {
        let pointer = format!("/metadata/labels/{}", escaped(key));
        let keys = qualified_name(key).into_iter().map(|why| (key, why));
        for (wrong, why) in keys.chain(label_value(value).into_iter().map(|why| (value, why))) {
            found.push(FieldError::invalid("metadata.labels", wrong.as_str(), why).at(pointer.clone()));
        }
    }
    let mut size = 0;
    for (key, value) in metadata.annotations.iter().flatten() {
        size += key.len() + value.len();
        let pointer = format!("/metadata/annotations/{}", escaped(key));
        for why in qualified_name(&key.to_lowercase()) {
            found.push(FieldError::invalid("metadata.annotations", key.as_str(), why).at(pointer.clone()));
        }
    }
    if size > ANNOTATIONS_MAX {
        let detail = format!("may not be more than {ANNOTATIONS_MAX} bytes");
        found.push(FieldError::new(Kind::TooLong, "metadata.annotations", "", detail));
    }
    owners(
        metadata.owner_references.as_deref().unwrap_or_default(),
        &mut found,
    );
    let finalizers = metadata.finalizers.as_deref().unwrap_or_default();
    for (at, finalizer) in finalizers.iter().enumerate() {
        for why in qualified_name(finalizer) {
            let pointer = format!("/metadata/finalizers/{at}");
            found.push(FieldError::invalid("metadata.finalizers", finalizer.as_str(), why).at(pointer));
        }
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| finalizer == name);
    if has("orphan") && has("foregroundDeletion") {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        found.push(FieldError::invalid(
            "metadata.finalizers",
            json!(finalizers),
            detail,
        ));
    }
    managed(metadata, &mut found);
    found
}

/// Bytes of all annotations together.
const ANNOTATIONS_MAX: usize = 256 * 1024;

fn owners(owners: &[OwnerReference], found: &mut Vec<FieldError>) {
    let mut controller = None;
    for (at, owner) in owners.iter().enumerate() {
        let field = format!("metadata.ownerReferences[{at}]");
        let (group, version) = group_version(&owner.api_version);
        if owner.api_version.is_empty() {
            found.push(FieldError::required(
                format!("{field}.apiVersion"),
                "must not be empty",
            ));
        } else if version.is_empty() {
            let detail = "must be <group>/<version> or <version>";
            found.push(FieldError::invalid(
                format!("{field}.apiVersion"),
                owner.api_version.as_str(),
                detail,
            ));
        }
        for (member, value) in [("kind", &owner.kind), ("name", &owner.name), ("uid", &owner.uid)] {
            if value.is_empty() {
                found.push(FieldError::required(
                    format!("{field}.{member}"),
                    "must not be empty",
                ));
            }
        }
        if (group, version, owner.kind.as_str()) == ("", "v1", "Event") {
            let detail = "/v1, Kind=Event is disallowed from being an owner";
            found.push(FieldError::invalid(field, json!(owner), detail));
        }
        if owner.controller == Some(true) {
            let name = format!("{}/{}", owner.kind, owner.name);
            match &controller {
                Some(first) => {
                    let detail = format!(
                        "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {name}"
                    );
                    found.push(FieldError::invalid(
                        "metadata.ownerReferences",
                        json!(owners),
                        detail,
                    ));
                }
                None => controller = Some(name),
            }
        }
    }
}

fn managed(metadata: &ObjectMeta, found: &mut Vec<FieldError>) {
    for (at, entry) in metadata.managed_fields.iter().flatten().enumerate() {
        let field = format!("metadata.managedFields[{at}]");
        let operation = entry.operation.as_deref().unwrap_or_default();
        if !matches!(operation, "Apply" | "Update") {
            let detail = "must be `Apply` or `Update`";
            found.push(FieldError::invalid(
                format!("{field}.operation"),
                operation,
                detail,
            ));
        }
        let fields = entry.fields_type.as_deref().unwrap_or_default();
        if !fields.is_empty() && fields != "FieldsV1" {
            found.push(FieldError::invalid(
                format!("{field}.fieldsType"),
                fields,
                "must be `FieldsV1`",
            ));
        }
        let manager = entry.manager.as_deref().unwrap_or_default();
        if manager.len() > 128 {
            let detail = "may not be more than 128 bytes";
            found.push(FieldError::new(
                Kind::TooLong,
                format!("{field}.fieldManager"),
                "",
                detail,
            ));
        }
    }
}

/// The name of an object outside of namespaces that is a DNS subdomain.
pub(super) fn name_problems(name: &str, also: Option<String>) -> Vec<FieldError> {
    if name.is_empty() {
        return Vec::new();
    }
    let messages = dns_1123_subdomain(name).into_iter().chain(also);
    messages
        .map(|why| FieldError::invalid("metadata.name", name, why))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{FieldError, Kind, pointer_of, problems};

    #[test]
    fn fields_lead_to_places() {
        for (field, expected) in [
            ("spec", "/spec"),
            ("spec.versions[1].name", "/spec/versions/1/name"),
            ("metadata.annotations[a/b.c]", "/metadata/annotations/a~1b.c"),
        ] {
            assert_eq!(pointer_of(field), expected);
        }
    }

    #[test]
    fn messages_are_those_of_the_server() {
        for (error, expected) in [
            (FieldError::required("a.b", ""), "a.b: Required value"),
            (
                FieldError::invalid("a", "x", "is bad"),
                "a: Invalid value: \"x\": is bad",
            ),
            (FieldError::forbidden("a", "not here"), "a: Forbidden: not here"),
            (
                FieldError::new(Kind::TooMany, "a", 9, "must have at most 8 items"),
                "a: Too many: 9: must have at most 8 items",
            ),
        ] {
            assert_eq!(error.message(), expected);
        }
    }

    #[test]
    fn metadata_is_looked_at_as_the_server_does() {
        for (metadata, expected) in [
            (json!({ "name": "a" }), &[][..]),
            (json!({}), &["metadata.name"]),
            (json!({ "generateName": "a-" }), &["metadata.name"]),
            (json!({ "name": "a", "namespace": "b" }), &["metadata.namespace"]),
            (
                json!({ "name": "a", "labels": { "x/y/z": "1", "a": "-" } }),
                &["metadata.labels", "metadata.labels"],
            ),
            (json!({ "name": "a", "annotations": { "A.b/C": "" } }), &[]),
            (
                json!({ "name": "a", "annotations": { "": "x" } }),
                &["metadata.annotations", "metadata.annotations"],
            ),
            (
                json!({ "name": "a", "annotations": { "x": "y".repeat(300_000) } }),
                &["metadata.annotations"],
            ),
            (
                json!({ "name": "a", "ownerReferences": [{ "apiVersion": "v1", "kind": "Event", "name": "e", "uid": "" }] }),
                &["metadata.ownerReferences[0].uid", "metadata.ownerReferences[0]"],
            ),
            (
                json!({ "name": "a", "finalizers": ["orphan", "foregroundDeletion"] }),
                &["metadata.finalizers"],
            ),
        ] {
            let found = problems(&serde_json::from_value(metadata.clone()).unwrap());
            let fields: Vec<&str> = found.iter().map(|error| error.field.as_str()).collect();
            assert_eq!(fields, expected, "{metadata}");
        }
    }
}

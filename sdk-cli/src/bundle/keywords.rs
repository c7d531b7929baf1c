//! Types of a schema's keywords, looked at without keeping anything: the schemas of a bundle are most of its bytes.
//!
//! The members are those of `JSONSchemaProps` in `apiextensions.k8s.io/v1`.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IgnoredAny, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};

/// A schema all of whose keywords have their types.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", expecting = "a schema")]
#[allow(dead_code, reason = "that they can be read is all that counts")]
pub(super) struct Keywords {
    #[serde(rename = "$ref")]
    reference: Option<Text>,
    #[serde(rename = "$schema")]
    schema: Option<Text>,
    additional_items: Option<SchemaOr<bool>>,
    additional_properties: Option<SchemaOr<bool>>,
    all_of: Option<List<Keywords>>,
    any_of: Option<List<Keywords>>,
    default: Option<IgnoredAny>,
    definitions: Option<Each<Keywords>>,
    dependencies: Option<Each<SchemaOr<List<Text>>>>,
    description: Option<Text>,
    #[serde(rename = "enum")]
    values: Option<List<IgnoredAny>>,
    example: Option<IgnoredAny>,
    exclusive_maximum: Option<bool>,
    exclusive_minimum: Option<bool>,
    external_docs: Option<Docs>,
    format: Option<Text>,
    id: Option<Text>,
    items: Option<SchemaOr<List<Keywords>>>,
    max_items: Option<i64>,
    max_length: Option<i64>,
    max_properties: Option<i64>,
    maximum: Option<f64>,
    min_items: Option<i64>,
    min_length: Option<i64>,
    min_properties: Option<i64>,
    minimum: Option<f64>,
    multiple_of: Option<f64>,
    not: Option<One<Keywords>>,
    nullable: Option<bool>,
    one_of: Option<List<Keywords>>,
    pattern: Option<Text>,
    pattern_properties: Option<Each<Keywords>>,
    properties: Option<Each<Keywords>>,
    required: Option<List<Text>>,
    title: Option<Text>,
    #[serde(rename = "type")]
    type_: Option<Text>,
    unique_items: Option<bool>,
    #[serde(rename = "x-kubernetes-embedded-resource")]
    embedded_resource: Option<bool>,
    #[serde(rename = "x-kubernetes-int-or-string")]
    int_or_string: Option<bool>,
    #[serde(rename = "x-kubernetes-list-map-keys")]
    list_map_keys: Option<List<Text>>,
    #[serde(rename = "x-kubernetes-list-type")]
    list_type: Option<Text>,
    #[serde(rename = "x-kubernetes-map-type")]
    map_type: Option<Text>,
    #[serde(rename = "x-kubernetes-preserve-unknown-fields")]
    preserve_unknown_fields: Option<bool>,
    #[serde(rename = "x-kubernetes-validations")]
    validations: Option<List<Validation>>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "that they can be read is all that counts")]
struct Docs {
    description: Option<Text>,
    url: Option<Text>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "that they can be read is all that counts")]
struct Validation {
    field_path: Option<Text>,
    message: Option<Text>,
    message_expression: Option<Text>,
    optional_old_self: Option<bool>,
    reason: Option<Text>,
    rule: Option<Text>,
}

/// A text.
struct Text;

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: Error>(self, _: &str) -> Result<Text, E> {
                Ok(Text)
            }
        }
        deserializer.deserialize_str(Reader)
    }
}

/// A list of values of a form.
struct List<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Collection(PhantomData::<T>))?;
        Ok(Self(PhantomData))
    }
}

/// An object whose members all have a form.
struct Each<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Each<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Collection(PhantomData::<T>))?;
        Ok(Self(PhantomData))
    }
}

struct Collection<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Collection<T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a collection")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element::<T>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while members.next_entry::<IgnoredAny, T>()?.is_some() {}
        Ok(())
    }
}

/// A schema in a schema, which a type cannot hold by itself.
struct One<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for One<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer)?;
        Ok(Self(PhantomData))
    }
}

/// A schema, or what else may stand there: a truth value, or a list.
struct SchemaOr<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SchemaOr<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a schema")
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
                T::deserialize(value.into_deserializer()).map(drop)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
                T::deserialize(SeqAccessDeserializer::new(items)).map(drop)
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
                Keywords::deserialize(MapAccessDeserializer::new(members)).map(drop)
            }
        }
        deserializer.deserialize_any(Reader(PhantomData::<T>))?;
        Ok(Self(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::JSONSchemaProps;
    use serde::Deserialize as _;
    use serde_json::{Value, json};

    use super::Keywords;

    /// It takes what the type of Kubernetes' own takes, and refuses what that refuses.
    #[test]
    fn verdicts_are_those_of_the_api() {
        let forms = [
            json!(true),
            json!(1),
            json!(-1.5),
            json!("text"),
            json!([]),
            json!(["a"]),
            json!([1]),
            json!([{}]),
            json!([{ "type": 1 }]),
            json!([{ "rule": "self" }]),
            json!([{ "rule": 1 }]),
            json!({}),
            json!({ "a": {} }),
            json!({ "a": { "type": 1 } }),
            json!({ "a": ["b"] }),
            json!({ "a": [1] }),
            json!({ "type": "object" }),
            json!({ "type": 1 }),
            json!({ "url": 1 }),
        ];
        let api = serde_json::to_value(all()).expect("it is JSON");
        let keywords: Vec<String> = api.as_object().expect("it has members").keys().cloned().collect();
        assert!(keywords.len() >= 40, "{keywords:?}");
        for keyword in &keywords {
            for form in &forms {
                let schema = json!({ keyword.as_str(): form });
                let theirs = JSONSchemaProps::deserialize(&schema).is_ok();
                let ours = Keywords::deserialize(&schema).is_ok();
                assert_eq!(ours, theirs, "{schema}");
                let deep = json!({ "properties": { "a": { "items": schema } } });
                assert_eq!(Keywords::deserialize(&deep).is_ok(), theirs, "{deep}");
            }
        }
        assert!(Keywords::deserialize(&json!([])).is_err());
        assert!(Keywords::deserialize(&Value::Null).is_err());
    }

    /// A schema with every keyword that the type has.
    fn all() -> Value {
        let mut all = json!({});
        for keyword in [
            "$ref",
            "$schema",
            "additionalItems",
            "additionalProperties",
            "allOf",
            "anyOf",
            "default",
            "definitions",
            "dependencies",
            "description",
            "enum",
            "example",
            "exclusiveMaximum",
            "exclusiveMinimum",
            "externalDocs",
            "format",
            "id",
            "items",
            "maxItems",
            "maxLength",
            "maxProperties",
            "maximum",
            "minItems",
            "minLength",
            "minProperties",
            "minimum",
            "multipleOf",
            "not",
            "nullable",
            "oneOf",
            "pattern",
            "patternProperties",
            "properties",
            "required",
            "title",
            "type",
            "uniqueItems",
            "unknown",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-list-type",
            "x-kubernetes-map-type",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-validations",
        ] {
            all[keyword] = json!(null);
        }
        all
    }
}

//! What a type that is called `ByteString` means: derived code asks at the concrete type.
//!
//! Kubernetes' has no schema, and only its own crate could give it one.

use std::borrow::Cow;
use std::marker::PhantomData;

use k8s_openapi::ByteString;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::HasSchema;

/// Names a type without being it.
pub struct Probe<T>(PhantomData<T>);

impl<T> Probe<T> {
    /// The probe of the type.
    pub const NEW: Self = Self(PhantomData);
}

/// It is Kubernetes' own.
pub trait Kubernetes {
    /// Found first by a method call on a reference to the probe.
    fn meaning(&self) -> PhantomData<Bytes> {
        PhantomData
    }
}

impl Kubernetes for Probe<ByteString> {}

/// It is another type of that name.
pub trait AnyOther {
    /// The type.
    type Type;

    /// Found only through one more reference, and so second.
    fn meaning(&self) -> PhantomData<Self::Type> {
        PhantomData
    }
}

impl<T> AnyOther for &Probe<T> {
    type Type = T;
}

/// The schema of what the probe found.
pub fn schema<T: HasSchema>(_: PhantomData<T>, generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T::Type>()
}

/// Bytes, as base64.
pub enum Bytes {}

impl JsonSchema for Bytes {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ByteString".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "byte" })
    }
}

//! What a type that is called `ByteString` means: derived code asks at the concrete type.
//!
//! Kubernetes' has no schema, and only its own crate could give it one.

use std::marker::PhantomData;

use k8s_openapi::ByteString;
use schemars::{Schema, SchemaGenerator, json_schema};

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
    fn meaning(&self) -> Bytes {
        Bytes
    }
}

impl Kubernetes for Probe<ByteString> {}

/// It is another type of that name.
pub trait AnyOther {
    /// The type.
    type Type;

    /// Found only through one more reference, and so second.
    fn meaning(&self) -> Itself<Self::Type> {
        Itself(PhantomData)
    }
}

impl<T> AnyOther for &Probe<T> {
    type Type = T;
}

/// Bytes, as base64.
pub struct Bytes;

/// A type with the schema that it says.
pub struct Itself<T>(PhantomData<T>);

/// What has a schema, once it is known which of the two it is.
pub trait Meaning {
    /// The schema.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

impl Meaning for Bytes {
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "byte" })
    }
}

impl<T: HasSchema> Meaning for Itself<T> {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T::Type>()
    }
}

/// The schema of what the probe found.
#[allow(
    clippy::needless_pass_by_value,
    reason = "the value is only there to name its type"
)]
pub fn schema<M: Meaning>(_: M, generator: &mut SchemaGenerator) -> Schema {
    M::schema(generator)
}

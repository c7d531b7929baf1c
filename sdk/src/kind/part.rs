//! What the type of a spec or a status has to be able to do.

use std::fmt::Debug;

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What the type of a spec or a status has to be able to do.
///
/// The code that is derived for a kind is made of these calls. Were it made of those to `Clone` and the
/// others, each that is missing on the spec would be reported at each place that needs it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a kind",
    label = "not all of `Serialize`, `Deserialize`, `Clone` and `Debug` are there",
    note = "derive what is missing of them: `#[derive(Serialize, Deserialize, Clone, Debug)]`; it also has to be `Send` and `Sync`"
)]
pub trait Part: Sized {
    /// The type itself.
    type Type: DeserializeOwned;
    /// A clone.
    #[must_use]
    fn copy(&self) -> Self;
    /// For `Debug` of the object.
    fn debug(&self) -> &dyn Debug;
    /// Writes it as that member of the object.
    ///
    /// # Errors
    /// The serializer's.
    fn write<M: SerializeMap>(&self, member: &'static str, map: &mut M) -> Result<(), M::Error>;
    /// Reads an object with it as the spec; `S` is the status, or `serde::de::IgnoredAny`.
    ///
    /// # Errors
    /// The deserializer's.
    fn read<'de, D, S>(deserializer: D) -> Result<(ObjectMeta, Self, Option<S>), D::Error>
    where
        D: Deserializer<'de>,
        S: DeserializeOwned;
    /// Writes an object whose root it is: its fields stand beside `metadata`. The type is its `apiVersion`
    /// and `kind`.
    ///
    /// # Errors
    /// The serializer's.
    fn write_flat<W, S>(
        &self,
        type_: (&'static str, &'static str),
        metadata: &ObjectMeta,
        status: Option<&S>,
        serializer: W,
    ) -> Result<W::Ok, W::Error>
    where
        W: Serializer,
        S: Serialize;
    /// Reads such an object.
    ///
    /// # Errors
    /// The deserializer's.
    fn read_flat<'de, D, S>(deserializer: D) -> Result<(ObjectMeta, Self, Option<S>), D::Error>
    where
        D: Deserializer<'de>,
        S: DeserializeOwned;
}

#[diagnostic::do_not_recommend]
impl<T> Part for T
where
    T: Serialize + DeserializeOwned + Clone + Debug + Send + Sync + 'static,
{
    type Type = T;

    fn copy(&self) -> Self {
        self.clone()
    }

    fn debug(&self) -> &dyn Debug {
        self
    }

    fn write<M: SerializeMap>(&self, member: &'static str, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry(member, self)
    }

    fn read<'de, D, S>(deserializer: D) -> Result<(ObjectMeta, Self, Option<S>), D::Error>
    where
        D: Deserializer<'de>,
        S: DeserializeOwned,
    {
        let object = Object::<T, S>::deserialize(deserializer)?;
        Ok((object.metadata, object.spec, object.status))
    }

    fn write_flat<W, S>(
        &self,
        (api_version, kind): (&'static str, &'static str),
        metadata: &ObjectMeta,
        status: Option<&S>,
        serializer: W,
    ) -> Result<W::Ok, W::Error>
    where
        W: Serializer,
        S: Serialize,
    {
        let object = FlatRef {
            api_version,
            kind,
            metadata,
            spec: self,
            status,
        };
        object.serialize(serializer)
    }

    fn read_flat<'de, D, S>(deserializer: D) -> Result<(ObjectMeta, Self, Option<S>), D::Error>
    where
        D: Deserializer<'de>,
        S: DeserializeOwned,
    {
        let object = Flat::<T, S>::deserialize(deserializer)?;
        Ok((object.metadata, object.spec, object.status))
    }
}

/// Reads an object whose spec may be missing; then it is the default one.
///
/// # Errors
/// The deserializer's.
pub fn read_or_default<'de, T, D, S>(deserializer: D) -> Result<(ObjectMeta, T, Option<S>), D::Error>
where
    T: Part + DeserializeOwned + Default,
    D: Deserializer<'de>,
    S: DeserializeOwned,
{
    let object = Object::<Option<T>, S>::deserialize(deserializer)?;
    Ok((object.metadata, object.spec.unwrap_or_default(), object.status))
}

/// The wire form of an object without a `spec`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FlatRef<'a, P, S> {
    api_version: &'static str,
    kind: &'static str,
    metadata: &'a ObjectMeta,
    #[serde(flatten)]
    spec: &'a P,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a S>,
}

/// The same, read. What every object has is taken out here, so that the fields see only their own.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", bound = "P: DeserializeOwned, S: DeserializeOwned")]
struct Flat<P, S> {
    #[serde(default, rename = "apiVersion")]
    _api_version: IgnoredAny,
    #[serde(default, rename = "kind")]
    _kind: IgnoredAny,
    #[serde(default)]
    metadata: ObjectMeta,
    #[serde(flatten)]
    spec: P,
    #[serde(default = "Option::default")]
    status: Option<S>,
}

/// The wire form of an object. `apiVersion` and `kind` are known from where it was asked for.
#[derive(Deserialize)]
#[serde(bound = "P: DeserializeOwned, S: DeserializeOwned")]
struct Object<P, S> {
    #[serde(default)]
    metadata: ObjectMeta,
    spec: P,
    #[serde(default = "Option::default")]
    status: Option<S>,
}

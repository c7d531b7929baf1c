//! What the type of a spec or a status has to be able to do.

use std::fmt::Debug;

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize};

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

//! `Scale` and `GetScale`: how many replicas there should be.

use k8s_openapi::api::autoscaling::v1::Scale as ScaleObject;
use kopr_model::Verb;
use serde_json::json;

use super::{AccessScopeKind, Names, Sub, Subresource};
use crate::error::Result;
use crate::kind::Kind;

/// Marker: the number of replicas is set, and nothing else of the object.
pub struct Scale;

/// Marker: the number of replicas is asked for, and nothing else of the object.
pub struct GetScale;

impl<C: Kind> Subresource<C> for Scale {
    const NAME: &'static str = "scale";
    const VERBS: &'static [Verb] = &[Verb::Patch];
}

impl<C: Kind> Subresource<C> for GetScale {
    const NAME: &'static str = "scale";
    const VERBS: &'static [Verb] = &[Verb::Get];
}

impl<C: Kind, N: Names, W: AccessScopeKind> Sub<C, Scale, N, W> {
    /// Sets the number of replicas of the object of that name.
    ///
    /// # Errors
    /// The API server's answer: there is no such object, or its kind cannot be scaled.
    pub async fn scale(&self, name: &str, replicas: i32) -> Result<()> {
        let place = self.place(name)?;
        let body = json!({ "spec": { "replicas": replicas } });
        self.run.patch_of(&place, "scale", &body).await
    }
}

impl<C: Kind, N: Names, W: AccessScopeKind> Sub<C, GetScale, N, W> {
    /// How many replicas the object of that name should have and has; nothing if there is no such object.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn get(&self, name: &str) -> Result<Option<ScaleObject>> {
        let place = self.place(name)?;
        let text = self.run.get_of(&place, "scale").await?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    }
}

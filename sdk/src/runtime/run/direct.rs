//! Requests that go straight to the API server: single objects, their subresources, and the client itself.

use std::sync::Arc;

use kopr_model::{AccessScope, KindRef};
use kube::api::{LogParams, Patch, PatchParams};
use serde_json::Value;

use super::Run;
use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::runtime::api;
use crate::runtime::raw::{Key, Raw};

/// Where one object is.
pub(crate) struct Place {
    kind: KindRef,
    key: Key,
}

impl Place {
    /// Its namespace, if its kind has any.
    pub(crate) fn namespace(&self) -> Option<&str> {
        self.key.namespace.as_deref()
    }

    fn parts(&self) -> (Option<&str>, &str) {
        (self.namespace(), &self.key.name)
    }

    /// The error of a request on a subresource.
    pub(crate) fn failed(&self, subresource: &str, error: kube::Error) -> Error {
        let doing = format!(
            "the {subresource} of the {} `{}` failed",
            self.kind.kind, self.key
        );
        Error::of_request(error, doing)
    }
}

impl Run {
    /// The client; whoever has it does what it likes.
    pub(crate) fn client(&self) -> kube::Client {
        self.core.client.clone()
    }

    /// One object of a kind, if it is where the scope reaches: elsewhere the API server would refuse what is asked.
    pub(crate) fn single(
        &self,
        kind: KindRef,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Place> {
        let key = self.place(&kind, scope, namespace, name)?;
        let reached = self.core.namespaces.of(scope, kind.scope);
        if reached
            .iter()
            .any(|reached| reached.is_none() || *reached == key.namespace)
        {
            return Ok(Place { kind, key });
        }
        let why = match scope {
            AccessScope::Here => "not in the operator's own namespace",
            AccessScope::Watched | AccessScope::Everywhere => "in a namespace that is not watched",
        };
        Err(Error::message(format!("the {} `{key}` is {why}", kind.kind)))
    }

    /// The object as it is now, if there is one.
    pub(crate) async fn get<C: Kind>(
        &self,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Arc<C>>> {
        let place = self.single(C::kind_ref(), scope, namespace, name)?;
        let asked = self.get_text(&place, None).await.map_err(|error| {
            let doing = format!("the {} `{}` cannot be read", place.kind.kind, place.key);
            Error::of_request(error, doing)
        });
        match asked? {
            Some(text) => Ok(Some(Raw::parse(&text, &self.core.ours)?.typed()?)),
            None => Ok(None),
        }
    }

    /// A subresource of an object, if there is such an object.
    pub(crate) async fn get_of(&self, place: &Place, subresource: &str) -> Result<Option<String>> {
        let asked = self.get_text(place, Some(subresource)).await;
        asked.map_err(|error| place.failed(subresource, error))
    }

    async fn get_text(
        &self,
        place: &Place,
        subresource: Option<&str>,
    ) -> std::result::Result<Option<String>, kube::Error> {
        match api::get(&self.core.client, &place.kind, place.parts(), subresource).await {
            Ok(text) => Ok(Some(text)),
            Err(kube::Error::Api(status)) if status.code == 404 => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Posts to a subresource of an object.
    pub(crate) async fn post_to(
        &self,
        place: &Place,
        subresource: &'static str,
        body: &Value,
    ) -> std::result::Result<String, kube::Error> {
        let answer = api::post(&self.core.client, &place.kind, place.parts(), subresource, body).await?;
        self.wrote(place, subresource);
        Ok(answer)
    }

    /// Changes a subresource of an object.
    pub(crate) async fn patch_of(
        &self,
        place: &Place,
        subresource: &'static str,
        body: &Value,
    ) -> Result<()> {
        let params = PatchParams {
            field_manager: Some(self.running()?.manager.clone()),
            ..PatchParams::default()
        };
        let (client, body) = (&self.core.client, Patch::Merge(body));
        let sent = api::patch(
            client,
            &place.kind,
            place.parts(),
            Some(subresource),
            &params,
            &body,
        )
        .await;
        sent.map_err(|error| place.failed(subresource, error))?;
        self.wrote(place, subresource);
        Ok(())
    }

    /// What a pod has written.
    pub(crate) async fn log_of(&self, place: &Place, params: &LogParams) -> Result<String> {
        let asked = api::log(&self.core.client, &place.kind, place.parts(), params).await;
        asked.map_err(|error| place.failed("log", error))
    }

    fn wrote(&self, place: &Place, what: &'static str) {
        if let Ok(controller) = self.running() {
            self.core.metrics.write(&controller.name, what);
        }
        let Place { kind, key } = place;
        self.notes
            .wrote(|| format!("the {what} of the {} `{key}`", kind.kind));
    }
}

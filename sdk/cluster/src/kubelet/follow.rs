//! Lists and watches a kind, and has each object attended to.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use kube::api::{Api, ApiResource, DynamicObject, ListParams, WatchEvent, WatchParams};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::Context;

/// Objects that are attended to at the same time.
const TOGETHER: usize = 16;
/// Before everything is listed again, after the API server has not answered or a watch has ended.
const PAUSE: Duration = Duration::from_millis(200);
/// How long a watch may say nothing before another is begun.
const IDLE: Duration = Duration::from_secs(30);

/// A kind by its names, at version v1.
pub(super) fn resource(group: &str, kind: &str, plural: &str) -> ApiResource {
    ApiResource {
        group: group.to_owned(),
        version: "v1".to_owned(),
        api_version: if group.is_empty() {
            "v1".to_owned()
        } else {
            format!("{group}/v1")
        },
        kind: kind.to_owned(),
        plural: plural.to_owned(),
    }
}

/// Requests on a kind, in a namespace or in all.
pub(super) fn api(context: &Context, resource: &ApiResource, namespace: Option<&str>) -> Api<DynamicObject> {
    match namespace {
        Some(namespace) => Api::namespaced_with(context.client.clone(), namespace, resource),
        None => Api::all_with(context.client.clone(), resource),
    }
}

/// For ever. What goes wrong is told, and tried again with the next list or change.
pub(super) async fn follow<F>(
    context: Arc<Context>,
    resource: ApiResource,
    namespace: Option<String>,
    attend: impl Fn(Arc<Context>, DynamicObject) -> F,
) where
    F: Future<Output = kube::Result<()>> + Send + 'static,
{
    let api = api(&context, &resource, namespace.as_deref());
    let seats = Arc::new(Semaphore::new(TOGETHER));
    let mut under_way = JoinSet::new();
    let mut begin = |object: DynamicObject| {
        while under_way.try_join_next().is_some() {}
        let (work, seats) = (attend(Arc::clone(&context), object), Arc::clone(&seats));
        under_way.spawn(async move {
            let _seat = seats.acquire().await;
            match work.await {
                // Somebody was faster, or it is gone: the watch tells.
                Err(kube::Error::Api(status)) if matches!(status.code, 404 | 409) => {}
                Err(error) => tracing::warn!("the fake kubelet: {error}"),
                Ok(()) => {}
            }
        });
    };
    loop {
        match api.list(&ListParams::default()).await {
            Ok(list) => {
                let version = list.metadata.resource_version.unwrap_or_default();
                list.items.into_iter().for_each(&mut begin);
                let params = WatchParams::default();
                if let Ok(events) = api.watch(&params, &version).await {
                    let mut events = pin!(events);
                    while let Ok(Some(Ok(event))) = tokio::time::timeout(IDLE, events.next()).await {
                        match event {
                            WatchEvent::Added(object) | WatchEvent::Modified(object) => begin(object),
                            WatchEvent::Deleted(_) | WatchEvent::Bookmark(_) => {}
                            WatchEvent::Error(_) => break,
                        }
                    }
                }
            }
            Err(error) => tracing::debug!("the fake kubelet cannot list: {error}"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

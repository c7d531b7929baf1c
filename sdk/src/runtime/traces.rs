//! Traces for a collector of OpenTelemetry: one span a reconcile, with the requests that it made and what it logged.
//!
//! They are on where the usual `OTEL_` variables name a collector and the feature `otlp` is built in. The exporter reads
//! the other variables (headers, timeout, sampler, attributes of the resource) itself.

use crate::env::Environment;

#[cfg(feature = "otlp")]
pub(crate) use on::Traces;

#[cfg(not(feature = "otlp"))]
pub(crate) use off::Traces;

/// The reconcile that runs just now has failed.
pub(crate) fn failed(error: &dyn std::fmt::Display) {
    #[cfg(feature = "otlp")]
    {
        use opentelemetry::trace::Status;
        use tracing_opentelemetry::OpenTelemetrySpanExt as _;
        tracing::Span::current().set_status(Status::error(error.to_string()));
    }
    #[cfg(not(feature = "otlp"))]
    let _ = error;
}

/// What to say where a collector is named and nothing would be sent to it.
fn complaint(environment: &Environment, built_in: bool) -> Option<String> {
    (environment.traces && !built_in).then(|| {
        format!(
            "{} names a collector, but nothing is sent to it: build the operator with the feature `otlp` of kopr",
            kopr_model::env::OTLP_ENDPOINT
        )
    })
}

#[cfg(not(feature = "otlp"))]
mod off {
    use kopr_model::Package;
    use tracing_subscriber::layer::Identity;

    use crate::env::Environment;

    /// No traces.
    pub(crate) struct Traces;

    impl Traces {
        pub(crate) fn start(environment: &Environment, _: &Package) -> (Self, Option<String>) {
            (Self, super::complaint(environment, false))
        }

        #[expect(clippy::unused_self, reason = "as with the feature")]
        pub(crate) fn layer(&self) -> Identity {
            Identity::new()
        }

        pub(crate) fn end(self) {}
    }
}

#[cfg(feature = "otlp")]
mod on {
    use std::time::Duration;

    use http_body_util::{BodyExt as _, Full, Limited};
    use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
    use hyper_util::client::legacy::connect::HttpConnector;
    use hyper_util::rt::TokioExecutor;
    use kopr_model::Package;
    use opentelemetry::KeyValue;
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
    use opentelemetry_otlp::{SpanExporter, WithHttpConfig as _};
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tokio::runtime::Handle;
    use tracing::Subscriber;
    use tracing_subscriber::Layer;
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::registry::LookupSpan;

    use crate::env::Environment;

    /// How long a collector may take to answer.
    const ANSWER: Duration = Duration::from_secs(10);
    /// Longest answer of a collector that is read, in bytes.
    const LONGEST: usize = 64 * 1024;
    /// How long the last spans may take to be sent when the program ends.
    const LAST: Duration = Duration::from_secs(3);

    /// Where spans go, if they go anywhere.
    pub(crate) struct Traces(Option<SdkTracerProvider>);

    impl Traces {
        /// Starts traces if the environment names a collector. Within a runtime, which sends them. With it comes what
        /// is to be said about it.
        pub(crate) fn start(environment: &Environment, package: &Package) -> (Self, Option<String>) {
            if !environment.traces {
                return (Self(None), super::complaint(environment, true));
            }
            match exporter() {
                Ok(exporter) => {
                    let provider = SdkTracerProvider::builder()
                        .with_resource(resource(environment, package))
                        .with_batch_exporter(exporter)
                        .build();
                    (Self(Some(provider)), None)
                }
                Err(error) => (Self(None), Some(format!("no traces are sent: {error}"))),
            }
        }

        /// What gives spans to the exporter: kopr's and the operator's own, and the requests of the client.
        pub(crate) fn layer<S>(&self) -> Option<impl Layer<S> + use<S>>
        where
            S: Subscriber + for<'a> LookupSpan<'a>,
        {
            let targets = Targets::new()
                .with_default(LevelFilter::INFO)
                .with_target("kube_client", LevelFilter::DEBUG)
                // The exporter's own would make ever more.
                .with_targets(
                    ["opentelemetry", "hyper", "h2", "tower"].map(|target| (target, LevelFilter::OFF)),
                );
            let tracer = self.0.as_ref()?.tracer("kopr");
            let layer = tracing_opentelemetry::layer()
                .with_tracer(tracer)
                .with_threads(false)
                .with_location(false);
            Some(layer.with_filter(targets))
        }

        /// Sends what is left.
        pub(crate) fn end(self) {
            if let Some(provider) = self.0
                && let Err(error) = provider.shutdown_with_timeout(LAST)
            {
                tracing::warn!("the last traces could not be sent: {error}");
            }
        }
    }

    fn exporter() -> Result<SpanExporter, Box<dyn std::error::Error>> {
        let connector = HttpsConnectorBuilder::new()
            .with_native_roots()?
            .https_or_http()
            .enable_http1()
            .build();
        let client = Client {
            runtime: Handle::try_current()?,
            client: hyper_util::client::legacy::Client::builder(TokioExecutor::new()).build(connector),
        };
        Ok(SpanExporter::builder()
            .with_http()
            .with_http_client(client)
            .build()?)
    }

    fn resource(environment: &Environment, package: &Package) -> Resource {
        let attributes = [
            ("service.version", Some(&package.version)),
            ("k8s.namespace.name", environment.pod_namespace.as_ref()),
            ("k8s.pod.name", environment.pod_name.as_ref()),
        ];
        let attributes = attributes
            .into_iter()
            .filter_map(|(name, value)| Some(KeyValue::new(name, value?.clone())));
        let name = environment.service_name.as_ref().unwrap_or(&package.name);
        Resource::builder()
            .with_attributes(attributes)
            .with_service_name(name.clone())
            .build()
    }

    /// An HTTP client that can be called from the exporter's own thread, which is in no runtime.
    #[derive(Debug)]
    struct Client {
        runtime: Handle,
        client: hyper_util::client::legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    }

    #[async_trait::async_trait]
    impl HttpClient for Client {
        async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
            let answer = self.client.request(request.map(Full::new));
            let sent = self.runtime.spawn(async move {
                let (head, body) = answer.await?.into_parts();
                let body = Limited::new(body, LONGEST).collect().await?;
                Ok::<_, HttpError>(Response::from_parts(head, body.to_bytes()))
            });
            // The timer is the runtime's, too.
            let limited = self
                .runtime
                .spawn(async move { tokio::time::timeout(ANSWER, sent).await });
            limited.await???
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_that_gets_nothing_is_told_of() {
        let named = Environment {
            traces: true,
            ..Environment::default()
        };
        assert!(complaint(&named, false).unwrap().contains("feature `otlp`"));
        assert_eq!(complaint(&named, true), None);
        assert_eq!(complaint(&Environment::default(), false), None);
    }
}

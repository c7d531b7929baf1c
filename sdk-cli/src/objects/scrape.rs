//! What both kinds of monitor say in the same way, and the labels by which alerts know what they find.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::labels::{self, Labels};
use crate::objects::{metadata, service};
use crate::settings::{Monitor, ScrapeInterval};

/// How long a Prometheus waits for an answer unless it is told otherwise, in milliseconds.
const DEFAULT_TIMEOUT: u64 = 10_000;

/// How a Prometheus finds the metrics.
pub fn monitor(input: &Input<'_>) -> Monitor {
    input.settings.metrics.monitor.unwrap_or_default()
}

/// The label `job` of what is scraped, as the Prometheus Operator sets it: the Service's name, or namespace and name
/// of the PodMonitor. Somebody else's way of scraping is taken to go through the Service too.
pub fn job(input: &Input<'_>) -> String {
    match monitor(input) {
        Monitor::Service | Monitor::None => service::name(input),
        Monitor::Pod => format!("{}/{}", metadata::namespace(input), metadata::instance(input)),
    }
}

/// Metadata of a monitor: labels too that the owner of a Prometheus chose, who selects monitors by them.
pub(super) fn metadata(input: &Input<'_>) -> Value {
    let mut labels: Labels = labels::common(input);
    labels.extend(labels::chosen(&input.settings.metrics.monitor_labels));
    metadata::with_labels(
        input,
        metadata::instance(input),
        &metadata::namespace(input),
        &labels,
    )
}

/// The endpoint of a monitor: both kinds have it in the same form. Files of the Prometheus' own container (tokens,
/// certificates) are not used: clusters that let users bring monitors refuse them.
pub(super) fn endpoint(input: &Input<'_>, port: &kopr_model::Port) -> Value {
    let settings = &input.settings.metrics;
    let mut endpoint = json!({
        "port": port.name,
        "path": "/metrics",
        // The operator's own labels (`namespace` of what is watched) win over those of the scrape.
        "honorLabels": true,
    });
    if let Some(interval) = &settings.interval {
        endpoint["interval"] = json!(interval);
        // A timeout above the interval is refused.
        if milliseconds(interval) < DEFAULT_TIMEOUT {
            endpoint["scrapeTimeout"] = json!(interval);
        }
    }
    if let Some(tls) = &settings.tls {
        endpoint["scheme"] = json!("https");
        endpoint["tlsConfig"] = json!({
            "ca": { "secret": { "name": tls.secret, "key": "ca.crt" } },
            // The name in the certificate; pods are asked by address.
            "serverName": format!("{}.{}.svc", service::name(input), metadata::namespace(input)),
        });
    }
    endpoint
}

/// An interval that has passed its check: numbers with units.
fn milliseconds(interval: &ScrapeInterval) -> u64 {
    let mut rest = interval.as_str();
    let mut total: u64 = 0;
    while let Some(digits) = rest.find(|c: char| !c.is_ascii_digit()) {
        let (number, after) = rest.split_at(digits);
        let unit = &after[..after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len())];
        let factor = match unit {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            "d" => 86_400_000,
            "w" => 604_800_000,
            _ => 31_536_000_000,
        };
        let number: u64 = number.parse().unwrap_or(u64::MAX);
        total = total.saturating_add(number.saturating_mul(factor));
        rest = &after[unit.len()..];
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_compared_with_the_timeout() {
        for (text, expected) in [
            ("500ms", 500),
            ("9s", 9_000),
            ("1m30s", 90_000),
            ("1h1m1s1ms", 3_661_001),
            ("1y2w3d", 31_536_000_000 + 1_209_600_000 + 259_200_000),
            ("99999999999999999999999s", u64::MAX),
        ] {
            let interval = ScrapeInterval::try_from(text.to_owned()).unwrap();
            assert_eq!(milliseconds(&interval), expected, "{text}");
        }
    }
}

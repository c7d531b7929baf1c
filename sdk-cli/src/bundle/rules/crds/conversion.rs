//! OLM-D7: how versions become each other.

use super::one_of;
use crate::bundle::crd::Spec;
use crate::bundle::ports::names::{dns_1035_label, dns_1123_subdomain};
use crate::bundle::ports::url::Url;
use crate::bundle::rules::object_metadata::FieldError;

pub(super) fn conversion(spec: &Spec, is_v1: bool) -> Vec<FieldError> {
    let mut found = Vec::new();
    let Some(conversion) = &spec.conversion else {
        return found;
    };
    let inside = if is_v1 {
        "/spec/conversion/webhook"
    } else {
        "/spec/conversion"
    };
    let config_at = if is_v1 {
        format!("{inside}/clientConfig")
    } else {
        format!("{inside}/webhookClientConfig")
    };
    let versions_at = format!("{inside}/conversionReviewVersions");
    if conversion.strategy != "None" && spec.preserve_unknown_fields == Some(true) {
        let detail = "must be None if spec.preserveUnknownFields is true";
        found.push(FieldError::invalid(
            "spec.conversion.strategy",
            conversion.strategy.as_str(),
            detail,
        ));
    }
    found.extend(one_of(
        "spec.conversion.strategy",
        &conversion.strategy,
        &["None", "Webhook"],
    ));
    let config = "spec.conversion.webhookClientConfig";
    let review = "spec.conversion.conversionReviewVersions";
    if conversion.strategy != "Webhook" {
        let detail = "should not be set when strategy is not set to Webhook";
        if conversion.webhook_client_config.is_some() {
            found.push(FieldError::forbidden(config, detail).at(config_at));
        }
        if !conversion.conversion_review_versions.is_empty() {
            found.push(FieldError::forbidden(review, detail).at(versions_at));
        }
        return found;
    }
    match &conversion.webhook_client_config {
        None => {
            found.push(FieldError::required(config, "required when strategy is set to Webhook").at(inside));
        }
        Some(client) => match (&client.url, &client.service) {
            (Some(url), None) => found.extend(web_address(
                &format!("{config}.url"),
                url,
                &format!("{config_at}/url"),
            )),
            (None, Some(service)) => {
                let field = format!("{config}.service");
                let at = |member: &str| format!("{config_at}/service/{member}");
                for (member, value) in [("name", &service.name), ("namespace", &service.namespace)] {
                    if value.is_empty() {
                        found.push(FieldError::required(format!("{field}.{member}"), "").at(at(member)));
                    }
                }
                let port = service.port.unwrap_or(443);
                if !(1..=65_535).contains(&port) {
                    let detail = "port is not valid: must be between 1 and 65535, inclusive";
                    found.push(FieldError::invalid(format!("{field}.port"), port, detail).at(at("port")));
                }
                if let Some(path) = &service.path {
                    let details = path_problems(path);
                    found.extend(details.into_iter().map(|detail| {
                        FieldError::invalid(format!("{field}.path"), path.as_str(), detail).at(at("path"))
                    }));
                }
            }
            _ => found.push(
                FieldError::required(config, "exactly one of url or service is required").at(config_at),
            ),
        },
    }
    found.extend(review_versions(
        review,
        &conversion.conversion_review_versions,
        &versions_at,
    ));
    found
}

fn review_versions(field: &str, versions: &[String], at: &str) -> Vec<FieldError> {
    if versions.is_empty() {
        return vec![FieldError::required(field, "").at(at)];
    }
    let mut found = Vec::new();
    for (index, version) in versions.iter().enumerate() {
        let name = format!("{field}[{index}]");
        let place = format!("{at}/{index}");
        if versions[..index].contains(version) {
            found.push(FieldError::invalid(name, version.as_str(), "duplicate version").at(place));
            continue;
        }
        for why in dns_1035_label(version) {
            found.push(FieldError::invalid(name.clone(), version.as_str(), why).at(place.clone()));
        }
    }
    if !versions
        .iter()
        .any(|version| matches!(version.as_str(), "v1" | "v1beta1"))
    {
        let detail = "must include at least one of v1, v1beta1";
        found.push(FieldError::invalid(field, serde_json::json!(versions), detail).at(at));
    }
    found
}

fn web_address(field: &str, text: &str, at: &str) -> Vec<FieldError> {
    const FORM: &str = "; desired format: https://host[/path]";
    let url = match Url::parse(text) {
        Ok(url) => url,
        Err(why) => {
            let detail = format!("url must be a valid URL: {why}{FORM}");
            return vec![FieldError::required(field, &detail).at(at)];
        }
    };
    let wrong = [
        (
            url.scheme != "https",
            url.scheme.as_str(),
            format!("'https' is the only allowed URL scheme{FORM}"),
        ),
        (url.host.is_empty(), "", format!("host must be specified{FORM}")),
        (
            url.has_user,
            "",
            "user information is not permitted in the URL".to_owned(),
        ),
        (
            !url.fragment.is_empty(),
            url.fragment.as_str(),
            "fragments are not permitted in the URL".to_owned(),
        ),
        (
            !url.query.is_empty(),
            url.query.as_str(),
            "query parameters are not permitted in the URL".to_owned(),
        ),
    ];
    wrong
        .into_iter()
        .filter(|(is_wrong, ..)| *is_wrong)
        .map(|(_, value, detail)| FieldError::invalid(field, value, detail).at(at))
        .collect()
}

/// What is wrong with the path of a webhook.
fn path_problems(path: &str) -> Vec<String> {
    if matches!(path, "" | "/") {
        return Vec::new();
    }
    if path == "//" {
        return vec!["segment[0] may not be empty".to_owned()];
    }
    let mut found = Vec::new();
    if !path.starts_with('/') {
        found.push("must start with a '/'".to_owned());
    }
    // The first letter is passed over, slash or not.
    let rest: String = path.chars().skip(1).collect();
    let rest = rest.strip_suffix('/').unwrap_or(&rest);
    for (at, step) in rest.split('/').enumerate() {
        if step.is_empty() {
            found.push(format!("segment[{at}] may not be empty"));
            continue;
        }
        let wrong = dns_1123_subdomain(step);
        found.extend(wrong.into_iter().map(|why| format!("segment[{at}]: {why}")));
    }
    found
}

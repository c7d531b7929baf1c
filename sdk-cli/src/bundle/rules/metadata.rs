//! OLM-X20 to OLM-X23: metadata that no other tool compares (`--strict`).

use super::format::{CHANNELS, DEFAULT_CHANNEL, PACKAGE};
use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::{Finding, Phase, Place, Rule};
use crate::schema::escaped;

pub(super) const FAMILY: Family = Family {
    name: "metadata",
    phase: Phase::Strict,
    rules: &[
        Rule::warning("OLM-X20", "the default channel is one of the channels"),
        Rule::warning("OLM-X21", "the name of the CSV begins with the package's"),
        Rule::warning(
            "OLM-X22",
            "the Dockerfile beside the bundle has the labels that the annotations have",
        ),
        Rule::warning(
            "OLM-X23",
            "channels begin with `candidate`, `fast` or `stable`; the original never gets to look",
        ),
    ],
    check,
};

fn check(asked: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let value = |key: &str| bundle.annotations.get(key).map_or("", String::as_str);
    let at = |key: &str| Place {
        pointer: format!("/annotations/{}", escaped(key)),
        ..Place::file("metadata/annotations.yaml")
    };
    let channels: Vec<&str> = value(CHANNELS)
        .split(',')
        .map(str::trim)
        .filter(|channel| !channel.is_empty())
        .collect();
    let default = value(DEFAULT_CHANNEL);
    if !default.is_empty() && !channels.contains(&default) {
        let message = format!(
            "the default channel `{default}` is none of `{}`",
            channels.join("`, `")
        );
        found.push(Finding::warning("OLM-X20", at(DEFAULT_CHANNEL), message));
    }
    let package = value(PACKAGE);
    if !package.is_empty() && !bundle.name().starts_with(&format!("{package}.")) {
        let message = format!("the package is `{package}`, the CSV `{}`", bundle.name());
        found.push(Finding::warning(
            "OLM-X21",
            bundle.at_csv("/metadata/name"),
            message,
        ));
    }
    for channel in channels.iter().copied().chain(
        [default]
            .into_iter()
            .filter(|default| !channels.contains(default)),
    ) {
        if !channel.is_empty()
            && !["candidate", "fast", "stable"]
                .iter()
                .any(|word| channel.starts_with(word))
        {
            found.push(
                Finding::warning(
                    "OLM-X23",
                    at(CHANNELS),
                    format!("`{channel}` is no usual name of a channel"),
                )
                .help("see https://olm.operatorframework.io/docs/best-practices/channel-naming"),
            );
        }
    }
    let Some((path, Ok(text))) = &asked.dockerfile else {
        return;
    };
    for (key, value) in &bundle.annotations {
        let line = text
            .lines()
            .find(|line| line.trim_start().starts_with("LABEL") && line.contains(&format!("{key}=")));
        let label = line
            .and_then(|line| line.split_once(&format!("{key}=")))
            .map(|(_, label)| label.trim());
        if label.map(|label| label.trim_matches(['"', '\''])) != Some(value.as_str()) {
            let message = match label {
                Some(label) => format!("`{path}` has `{label}` for it"),
                None => format!("`{path}` has no such label"),
            };
            found.push(Finding::warning("OLM-X22", at(key), message));
        }
    }
}

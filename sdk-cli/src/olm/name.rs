//! Names and version of a bundle.

use crate::emit::Input;

/// Name of the package: what catalogs list.
pub fn package(input: &Input<'_>) -> String {
    let chosen = input.settings.package.name.as_ref();
    chosen.map_or_else(|| input.operator.name.clone(), ToString::to_string)
}

/// Version of the bundle.
pub fn version(input: &Input<'_>) -> String {
    let chosen = input.settings.package.version.as_ref();
    chosen.map_or_else(|| input.operator.package.version.clone(), ToString::to_string)
}

/// Name of the `ClusterServiceVersion`.
pub fn csv_name(input: &Input<'_>) -> String {
    format!("{}.v{}", package(input), version(input))
}

/// What people call the operator: `memcached-operator` is `Memcached Operator`.
pub fn display_name(input: &Input<'_>) -> String {
    if let Some(chosen) = &input.settings.package.display_name {
        return chosen.to_string();
    }
    let words: Vec<String> = input
        .operator
        .name
        .split('-')
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        })
        .collect();
    words.join(" ")
}

/// Channels, the one that is taken unless somebody chooses first.
pub fn channels(input: &Input<'_>) -> (Vec<String>, String) {
    let settings = &input.settings.package;
    let channels: Vec<String> = match &settings.channels {
        Some(chosen) if !chosen.is_empty() => chosen.iter().map(ToString::to_string).collect(),
        _ if is_finished(&version(input)) => vec!["stable".to_owned()],
        _ => vec!["candidate".to_owned()],
    };
    let default = match &settings.default_channel {
        Some(chosen) => chosen.to_string(),
        None => channels.first().cloned().unwrap_or_default(),
    };
    (channels, default)
}

/// Whether a version is 1.0.0 or later, and no release on the way to it.
fn is_finished(version: &str) -> bool {
    !version.starts_with("0.") && !version.contains('-')
}

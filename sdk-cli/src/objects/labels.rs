//! Labels of what we generate.

use std::collections::BTreeMap;

use crate::emit::Input;
use crate::objects::metadata;
use crate::settings::{LabelKey, LabelValue};

/// Name of the operator.
pub const NAME: &str = "app.kubernetes.io/name";
/// Name of this copy of the operator.
pub const INSTANCE: &str = "app.kubernetes.io/instance";
/// Version of the operator.
pub const VERSION: &str = "app.kubernetes.io/version";
/// The tool that looks after the object.
pub const MANAGED_BY: &str = "app.kubernetes.io/managed-by";
/// Part of the operator; only the metrics Service carries it, so that a monitor can tell it apart.
pub const COMPONENT: &str = "app.kubernetes.io/component";

/// Labels that settings may not change: selectors and other objects rely on them.
pub const RESERVED: [&str; 5] = [NAME, INSTANCE, VERSION, MANAGED_BY, COMPONENT];

/// Labels, sorted by key.
pub type Labels = BTreeMap<String, String>;

/// What selects the operator's pods. It never changes during the life of a copy: a Deployment's
/// selector cannot be changed.
pub fn selector(input: &Input<'_>) -> Labels {
    [
        (NAME, input.operator.name.as_str()),
        (INSTANCE, metadata::instance(input)),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .into()
}

/// What everything carries that belongs to one copy.
pub fn common(input: &Input<'_>) -> Labels {
    let mut labels = selector(input);
    labels.extend(shared(input));
    labels
}

/// What everything carries that all copies in a cluster share, such as CRDs: no instance, or the
/// copies would undo each other's labels.
pub fn shared(input: &Input<'_>) -> Labels {
    let mut labels = chosen(&input.settings.operator.labels);
    labels.extend(
        [
            (NAME, input.operator.name.clone()),
            (VERSION, metadata::version(input)),
            (MANAGED_BY, "kopr".to_owned()),
        ]
        .map(|(key, value)| (key.to_owned(), value)),
    );
    labels
}

/// Labels from settings.
pub fn chosen(labels: &BTreeMap<LabelKey, LabelValue>) -> Labels {
    labels
        .iter()
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect()
}

//! Names, namespace and metadata of what we generate.

use kopr_model::names;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::emit::Input;
use crate::objects::labels::{self, Labels};

/// Name of this copy of the operator; the stem of the names of its objects.
pub fn instance<'a>(input: &Input<'a>) -> &'a str {
    input
        .settings
        .operator
        .instance
        .as_ref()
        .map_or(&input.operator.name, |name| name.as_str())
}

/// The operator's own namespace.
pub fn namespace(input: &Input<'_>) -> String {
    match &input.settings.deploy.namespace {
        Some(namespace) => namespace.to_string(),
        None => named(input, "system"),
    }
}

/// Name of an object of this copy in a namespace: the instance and what the object is for.
pub fn named(input: &Input<'_>, what: &str) -> String {
    fitting(input, format!("{}-{what}", instance(input)))
}

/// Name of an object of this copy that lives in the cluster. Copies of one name in two namespaces meet there, so
/// the name tells the namespace too, unless it is the one that goes with the instance.
pub fn cluster_named(input: &Input<'_>, what: &str) -> String {
    let (instance, namespace) = (instance(input), namespace(input));
    if namespace == named(input, "system") {
        fitting(input, format!("{instance}-{what}"))
    } else {
        fitting(input, format!("{instance}-{what}-{}", hash(&namespace)))
    }
}

/// The name as it will be, unless somebody else sees to its length.
fn fitting(input: &Input<'_>, name: String) -> String {
    if input.settings.uncut_names {
        name
    } else {
        shortened(name)
    }
}

/// A name of at most 63 characters: a longer one is cut, and ends in the hash of the whole. The Helm chart does
/// the same in its own language.
pub fn shortened(name: String) -> String {
    if name.len() <= names::LABEL_MAX {
        return name;
    }
    let hash = hash(&name);
    let mut end = names::LABEL_MAX - hash.len() - 1;
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}-{hash}", &name[..end])
}

/// Eight hexadecimal digits of SHA-256.
pub fn hash(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))[..8].to_owned()
}

/// The operator's version in a form that labels and image tags take: `+` stands in neither.
pub fn version(input: &Input<'_>) -> String {
    input.operator.package.version.replace('+', "_")
}

/// Metadata of an object of the cluster.
pub fn cluster(input: &Input<'_>, name: &str) -> Value {
    annotated(input, json!({ "name": name, "labels": labels::common(input) }))
}

/// Metadata of an object in a namespace.
pub fn namespaced(input: &Input<'_>, name: &str, namespace: &str) -> Value {
    with_labels(input, name, namespace, &labels::common(input))
}

/// Metadata of an object in a namespace with labels of its own.
pub fn with_labels(input: &Input<'_>, name: &str, namespace: &str, labels: &Labels) -> Value {
    annotated(
        input,
        json!({ "name": name, "namespace": namespace, "labels": labels }),
    )
}

/// Metadata with the deployer's annotations, which all that is generated carries. Annotations that are there
/// already count.
pub fn annotated(input: &Input<'_>, mut metadata: Value) -> Value {
    for (key, value) in &input.settings.operator.annotations {
        if metadata["annotations"].get(key.as_str()).is_none() {
            metadata["annotations"][key.as_str()] = json!(value);
        }
    }
    metadata
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        let long = "a".repeat(63);
        assert_eq!(shortened(long.clone()), long);
        let (one, two) = (shortened(format!("{long}-x")), shortened(format!("{long}-y")));
        assert_eq!(one.len(), 63);
        assert_ne!(one, two);
        assert!(one.starts_with(&"a".repeat(54)));
    }
}

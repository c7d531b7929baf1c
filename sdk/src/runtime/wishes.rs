//! What people ask of the operator by annotations on an object: `<domain>/paused` and `<domain>/skip-cleanup`.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;

/// Names of the annotations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    /// Leaves the object as it is.
    pub(crate) paused: String,
    /// Lets the object go without its cleanup.
    pub(crate) skip_cleanup: String,
}

/// What is asked for an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wishes {
    pub(crate) paused: bool,
    pub(crate) skip_cleanup: bool,
}

impl Asked {
    /// The annotations of an operator with that domain.
    pub(crate) fn new(domain: &str) -> Self {
        Self {
            paused: format!("{domain}/paused"),
            skip_cleanup: format!("{domain}/skip-cleanup"),
        }
    }

    /// What an object's metadata asks for. `"false"` is the same as nothing; any other value asks, since whoever has
    /// written `"yes"` or nothing at all wants it.
    pub(crate) fn of(&self, metadata: &ObjectMeta) -> Wishes {
        let asks = |name: &String| {
            let value = metadata.annotations.as_ref().and_then(|all| all.get(name));
            value.is_some_and(|value| value != "false")
        };
        Wishes {
            paused: asks(&self.paused),
            skip_cleanup: asks(&self.skip_cleanup),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn what_is_asked_for() {
        let asked = Asked::new("d.example");
        let wishes = |paused, skip_cleanup| Wishes { paused, skip_cleanup };
        for (name, value, expected) in [
            ("d.example/paused", "true", wishes(true, false)),
            ("d.example/paused", "", wishes(true, false)),
            ("d.example/paused", "false", wishes(false, false)),
            ("d.example/skip-cleanup", "true", wishes(false, true)),
            ("other.example/paused", "true", wishes(false, false)),
        ] {
            let metadata = ObjectMeta {
                annotations: Some(BTreeMap::from([(name.to_owned(), value.to_owned())])),
                ..ObjectMeta::default()
            };
            assert_eq!(asked.of(&metadata), expected, "{name}: {value:?}");
        }
        assert_eq!(asked.of(&ObjectMeta::default()), Wishes::default());
    }
}

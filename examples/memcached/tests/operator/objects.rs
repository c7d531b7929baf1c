//! Objects of the tests.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use memcached_operator::api::v1alpha1::{Memcached, MemcachedSpec};
use serde_json::{Value, json};

pub fn memcached(name: &str, size: i32) -> Memcached {
    let spec = MemcachedSpec {
        size,
        image: "memcached:1.6".to_owned(),
        arguments_from: None,
    };
    Memcached::new(name, spec)
}

/// A Memcached in that namespace.
pub fn memcached_in(namespace: &str, name: &str) -> Memcached {
    let mut memcached = memcached(name, 1);
    memcached.metadata.namespace = Some(namespace.to_owned());
    memcached
}

/// Whether kopr is through with a Memcached.
pub fn is_observed(memcached: &Memcached) -> bool {
    let status = memcached.status.as_ref();
    status.is_some_and(|status| status.observed_generation == memcached.metadata.generation)
}

pub fn there(_: &Deployment) -> bool {
    true
}

/// Takes one verb on a resource out of all roles.
pub fn without(verb: &'static str, resource: &'static str) -> impl Fn(&mut Value) + Send {
    move |object: &mut Value| {
        for rule in object["rules"].as_array_mut().into_iter().flatten() {
            let has = |list: &Value| {
                list.as_array()
                    .is_some_and(|list| list.contains(&json!(resource)))
            };
            if has(&rule["resources"])
                && let Some(verbs) = rule["verbs"].as_array_mut()
            {
                verbs.retain(|one| one != verb);
            }
        }
        if let Some(rules) = object["rules"].as_array_mut() {
            rules.retain(|rule| rule["verbs"] != json!([]));
        }
        // A look at `rules` of an object that has none leaves a `null`.
        if let Some(fields) = object.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
    }
}

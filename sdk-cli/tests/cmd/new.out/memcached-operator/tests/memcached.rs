//! What the operator declares and what it asks for. Neither needs a cluster.

use std::collections::BTreeSet;

use memcached_operator::api::v1alpha1;
use memcached_operator::controllers::memcached::desired;
use memcached_operator::operator;

#[test]
fn the_arguments_are_the_permissions() {
    let model = operator().describe().expect("it can be described");
    let rules = model.controllers.iter().flat_map(|one| one.rules());
    let resources: BTreeSet<&str> = rules.map(|rule| &*rule.resource).collect();
    let kind = "memcacheds";
    let status = format!("{kind}/status");
    assert_eq!(resources, BTreeSet::from(["deployments", kind, &status]));
}

#[test]
fn the_size_is_the_number_of_replicas() {
    let spec = v1alpha1::MemcachedSpec {
        size: 3,
        image: "example:1".to_owned(),
    };
    let object = v1alpha1::Memcached::new("one", spec);
    let deployment = desired(&object);
    assert_eq!(deployment.spec.replicas, Some(3));
}

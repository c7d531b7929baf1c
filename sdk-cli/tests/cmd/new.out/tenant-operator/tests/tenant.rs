//! What the operator declares and what it asks for. Neither needs a cluster.

use std::collections::BTreeSet;

use tenant_operator::api::one;
use tenant_operator::controllers::tenant::desired;
use tenant_operator::operator;

#[test]
fn the_arguments_are_the_permissions() {
    let model = operator().describe().expect("it can be described");
    let rules = model.controllers.iter().flat_map(|one| one.rules());
    let resources: BTreeSet<&str> = rules.map(|rule| &*rule.resource).collect();
    let kind = "tenants";
    let status = format!("{kind}/status");
    assert_eq!(resources, BTreeSet::from(["deployments", kind, &status]));
}

#[test]
fn the_size_is_the_number_of_replicas() {
    let spec = one::TenantSpec {
        namespace: "web".to_owned(),
        size: 3,
        image: "example:1".to_owned(),
    };
    let object = one::Tenant::new("one", spec);
    let deployment = desired(&object);
    let namespace = deployment.metadata.namespace;
    assert_eq!(namespace.as_deref(), Some("web"));
    assert_eq!(deployment.spec.replicas, Some(3));
}

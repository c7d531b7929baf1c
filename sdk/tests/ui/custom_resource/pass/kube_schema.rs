//! kube's own `KubeSchema`, whose attribute is its own business, beside kopr's derive.

use kopr::CustomResource;
use kopr::schemars::_private::serde_json::{self, json};
use kube::{CustomResourceExt as _, KubeSchema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, KubeSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "clux.dev",
    version = "v1",
    kind = "Foo",
    namespaced,
    validation = "self.metadata.name != 'forbidden'",
    validation = Rule::new("self.spec.name == oldSelf.spec.name").message("the name is fixed").reason(Reason::FieldValueForbidden),
    cel
)]
#[x_kube(validation = "self.name != ''")]
#[serde(rename_all = "camelCase")]
pub struct FooSpec {
    #[x_kube(validation = Rule::new("self != 'no'").message("not that one"))]
    name: String,
    #[x_kube(merge_strategy = ListMerge::Set)]
    host_names: Vec<String>,
}

#[test]
fn rules_arrive() {
    let crd = serde_json::to_value(Foo::crd()).expect("a CRD is serialisable");
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert_eq!(
        schema["x-kubernetes-validations"],
        json!([
            { "rule": "self.metadata.name != 'forbidden'" },
            { "rule": "self.spec.name == oldSelf.spec.name", "message": "the name is fixed",
              "reason": "FieldValueForbidden" },
        ])
    );
    let spec = &schema["properties"]["spec"];
    assert_eq!(
        spec["x-kubernetes-validations"],
        json!([{ "rule": "self.name != ''" }])
    );
    assert_eq!(
        spec["properties"]["name"]["x-kubernetes-validations"],
        json!([{ "rule": "self != 'no'", "message": "not that one" }])
    );
    assert_eq!(spec["properties"]["hostNames"]["x-kubernetes-list-type"], "set");
}

#[test]
fn rules_can_be_tried() {
    let foo = |object: &str, name: &str| {
        Foo::new(
            object,
            FooSpec {
                name: name.to_owned(),
                host_names: Vec::new(),
            },
        )
    };
    assert!(foo("one", "a").validate_cel().is_ok());
    assert!(foo("one", "no").validate_cel().is_err());
    assert!(foo("forbidden", "a").validate_cel().is_err());
    assert!(foo("one", "a").validate_cel_update(&foo("one", "a")).is_ok());
    assert!(foo("one", "b").validate_cel_update(&foo("one", "a")).is_err());
}

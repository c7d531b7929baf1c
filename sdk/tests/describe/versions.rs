//! Several versions of one kind: their order, which one is stored, and what they have to share.

use kopr::model::Resource;
use kopr::prelude::*;

use crate::offences;

/// Kinds in a module each, all with the same names.
macro_rules! kinds {
    ($($module:ident $version:literal $kind:literal [$($more:tt)*];)*) => {
        $(
            mod $module {
                use kopr::prelude::*;

                #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
                #[kopr(group = "order.example.com", version = $version, kind = $kind, root = "Root", namespaced, $($more)*)]
                pub(super) struct RootSpec {
                    size: i32,
                }
            }
        )*
    };
}

kinds! {
    v1 "v1" "Foo" [];
    v2 "v2" "Foo" [storage = false];
    v10 "v10" "Foo" [storage = false];
    v1beta1 "v1beta1" "Foo" [storage = false];
    v1beta2 "v1beta2" "Foo" [storage = false];
    v2alpha1 "v2alpha1" "Foo" [storage = false];
    odd "preview" "Foo" [storage = false];
    stored "v3" "Foo" [];
    annotated "v4" "Foo" [storage = false, annotation("a", "b"), label("c", "d")];
    converted "v5" "Foo" [storage = false, conversion(url = "https://convert.example.com")];
    plural "v1" "Fo" [plural = "foos"];
}

async fn reconcile<K: kopr::Primary>(_object: Arc<K>) -> Result<()> {
    Ok(())
}

fn only(operator: &Operator) -> Resource {
    let [resource] = operator
        .describe()
        .expect("it can be described")
        .resources
        .try_into()
        .expect("one kind");
    resource
}

/// Whatever the order of registration; the stored version is the one that says so, not the first.
#[test]
fn sorted_by_priority() {
    let forth = Operator::new("order-operator")
        .controller(reconcile::<v1::Root>)
        .crd::<odd::Root>()
        .crd::<v2alpha1::Root>()
        .crd::<v1beta1::Root>()
        .crd::<v10::Root>()
        .crd::<v2::Root>()
        .crd::<v1beta2::Root>();
    let back = Operator::new("order-operator")
        .crd::<v1beta2::Root>()
        .crd::<v2::Root>()
        .crd::<v10::Root>()
        .crd::<v1beta1::Root>()
        .crd::<v2alpha1::Root>()
        .crd::<odd::Root>()
        .controller(reconcile::<v1::Root>);
    for operator in [forth, back] {
        let resource = only(&operator);
        let versions: Vec<&str> = resource
            .versions
            .iter()
            .map(|version| version.name.as_str())
            .collect();
        assert_eq!(
            versions,
            ["v10", "v2", "v1", "v1beta2", "v1beta1", "v2alpha1", "preview"]
        );
        assert_eq!(
            resource.storage_version().map(|version| version.name.as_str()),
            Some("v1")
        );
        assert!(resource.reconciled);
    }
}

#[test]
fn stored_in_two_versions() {
    let operator = Operator::new("order-operator")
        .crd::<v1::Root>()
        .crd::<v2::Root>()
        .crd::<stored::Root>();
    assert_eq!(
        offences(&operator),
        [
            "RootSpec: `foos.order.example.com` can be stored in one version only, and these say that they are: `v3` (`describe::versions::stored::RootSpec`), `v1` (`describe::versions::v1::RootSpec`); put `storage = false` on all but one"
        ]
    );
}

#[test]
fn stored_in_none() {
    let operator = Operator::new("order-operator")
        .crd::<v2::Root>()
        .crd::<v1beta1::Root>();
    assert_eq!(
        offences(&operator),
        [
            "RootSpec: no version of `foos.order.example.com` is stored: take `storage = false` away from one of `v2` (`describe::versions::v2::RootSpec`), `v1beta1` (`describe::versions::v1beta1::RootSpec`)"
        ]
    );
}

#[test]
fn what_a_kind_says_once() {
    let operator = Operator::new("order-operator")
        .crd::<v1::Root>()
        .crd::<annotated::Root>()
        .crd::<converted::Root>();
    let differ = |what: &str| {
        format!(
            "RootSpec: the versions of `foos.order.example.com` differ in `{what}`: make it equal to that of `v1` (`describe::versions::v1::RootSpec`)"
        )
    };
    assert_eq!(
        offences(&operator),
        [differ("annotation"), differ("label"), differ("conversion")]
    );
}

/// The name of a CRD is made of the plural.
#[test]
fn two_kinds_of_one_plural() {
    let operator = Operator::new("order-operator")
        .crd::<v1::Root>()
        .crd::<plural::Root>();
    assert_eq!(
        offences(&operator),
        [
            "RootSpec: the kinds `Fo` and `Foo` are both called `foos.order.example.com`; give one of them another `plural`"
        ]
    );
}

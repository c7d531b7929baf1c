//! Two versions of one kind, each in a module of its own, with a controller on one of them.

use kopr::prelude::*;

pub mod v1alpha1 {
    use kopr::prelude::*;

    /// A cache.
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(
        group = "versions.example.com",
        version = "v1alpha1",
        kind = "Cache",
        namespaced,
        storage = false,
        deprecated = "use v1"
    )]
    pub struct CacheSpec {
        pub size: i32,
    }
}

pub mod v1 {
    use kopr::prelude::*;

    /// A cache.
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(group = "versions.example.com", version = "v1", kind = "Cache", namespaced)]
    pub struct CacheSpec {
        pub size: i32,
    }
}

async fn reconcile(_: Arc<v1::Cache>) -> Result<Action> {
    Ok(Action::await_change())
}

#[test]
fn they_are_one_kind() {
    let both = Operator::new("cache-operator")
        .crd::<v1alpha1::Cache>()
        .crd::<v1::Cache>();
    let one = Operator::new("cache-operator")
        .crd::<v1alpha1::Cache>()
        .controller(reconcile);
    for operator in [both, one] {
        let model = operator.describe().expect("the versions agree");
        let [resource] = model.resources.as_slice() else {
            panic!("one kind")
        };
        let versions: Vec<_> = resource
            .versions
            .iter()
            .map(|version| (version.name.as_str(), version.storage))
            .collect();
        assert_eq!(versions, [("v1", true), ("v1alpha1", false)]);
    }
}

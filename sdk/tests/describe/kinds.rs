//! Kinds: where they come from, their versions, and what two versions have to agree on.

use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::model::{Resource, Scope};
use kopr::prelude::*;

use crate::offences;

/// The same kind in three versions, and once with another plural.
macro_rules! versions {
    ($($module:ident $version:literal [$($more:tt)*];)*) => {
        $(
            mod $module {
                use kopr::prelude::*;

                /// A memcached cluster.
                #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
                #[kopr(group = "cache.example.com", version = $version, kind = "Memcached", namespaced, $($more)*)]
                pub(super) struct MemcachedSpec {
                    #[kopr(column)]
                    size: i32,
                }
            }
        )*
    };
}

versions! {
    v1 "v1" [shortname = "mc"];
    v1beta1 "v1beta1" [shortname = "mc", storage = false];
    v1alpha1 "v1alpha1" [shortname = "mc", storage = false, served = false, deprecated = "use v1"];
    odd "v2" [shortname = "m", plural = "memcachedes", storage = false];
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "other.example.com", version = "v1", kind = "Other", cluster, foreign)]
struct OtherSpec {}

async fn reconcile<K: kopr::Primary>(_object: Arc<K>) -> Result<()> {
    Ok(())
}

fn resources(operator: &Operator) -> Vec<Resource> {
    operator.describe().expect("it can be described").resources
}

#[test]
fn versions_are_one_kind() {
    let operator = Operator::new("memcached-operator")
        .controller(reconcile::<v1::Memcached>)
        .crd::<v1beta1::Memcached>()
        .crd::<v1alpha1::Memcached>();
    let [resource] = resources(&operator).try_into().expect("one kind");
    assert_eq!(resource.crd_name(), "memcacheds.cache.example.com");
    assert_eq!((resource.scope, resource.reconciled), (Scope::Namespaced, true));
    assert_eq!(resource.short_names, ["mc"]);
    let versions: Vec<_> = resource
        .versions
        .iter()
        .map(|version| {
            (
                version.name.as_str(),
                version.served,
                version.storage,
                version.deprecation_warning.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        versions,
        [
            ("v1", true, true, None),
            ("v1beta1", true, false, None),
            ("v1alpha1", false, false, Some("use v1")),
        ]
    );
    assert_eq!(resource.kind_ref().version, "v1");
}

/// A version is where its own type is.
#[test]
fn sources() {
    let operator = Operator::new("memcached-operator").crd::<v1::Memcached>();
    let [resource] = resources(&operator).try_into().expect("one kind");
    let source = &resource.versions[0].source;
    assert!(source.item.ends_with("kinds::v1::MemcachedSpec"), "{source}");
    assert_eq!(source.file, "sdk/tests/describe/kinds.rs");
    assert!(source.line > 0);
    assert!(!resource.reconciled);
}

#[test]
fn versions_that_differ() {
    let operator = Operator::new("memcached-operator")
        .crd::<v1::Memcached>()
        .crd::<odd::Memcached>();
    assert_eq!(
        offences(&operator),
        [
            "MemcachedSpec: the versions of `memcachedes.cache.example.com` differ in `plural`: make it equal to that of `v1` (`describe::kinds::v1::MemcachedSpec`)",
            "MemcachedSpec: the versions of `memcachedes.cache.example.com` differ in `shortname`: make it equal to that of `v1` (`describe::kinds::v1::MemcachedSpec`)",
        ]
    );
}

#[test]
fn the_same_version_twice() {
    mod again {
        use kopr::prelude::*;

        #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
        #[kopr(
            group = "cache.example.com",
            version = "v1",
            kind = "Memcached",
            namespaced,
            shortname = "mc"
        )]
        pub(super) struct MemcachedSpec {}
    }
    let operator = Operator::new("memcached-operator")
        .crd::<v1::Memcached>()
        .crd::<again::Memcached>();
    let offences = offences(&operator);
    assert_eq!(offences.len(), 1, "{offences:?}");
    assert!(
        offences[0].contains("`memcacheds.cache.example.com` has the version `v1` twice; the other is"),
        "{offences:?}"
    );
    // The same type twice is no second version.
    let operator = Operator::new("memcached-operator")
        .controller(reconcile::<v1::Memcached>)
        .crd::<v1::Memcached>()
        .crd::<v1::Memcached>();
    assert_eq!(resources(&operator)[0].versions.len(), 1);
}

/// Kinds of Kubernetes and of other operators have no CRD here.
#[test]
fn kinds_of_others() {
    let operator = Operator::new("other-operator")
        .controller(reconcile::<ConfigMap>)
        .controller(reconcile::<Other>);
    let model = operator.describe().expect("both can be reconciled");
    assert!(model.resources.is_empty());
    let primaries: Vec<_> = model
        .controllers
        .iter()
        .map(|controller| controller.primary.plural.as_str())
        .collect();
    assert_eq!(primaries, ["configmaps", "others"]);
    assert_eq!(model.domain, "other.example.com");
}

/// What is wrong in a schema is said with the place of the field.
#[test]
fn a_schema_that_cannot_be() {
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(group = "cache.example.com", version = "v1", kind = "Wide", namespaced)]
    struct WideSpec {
        // What stands for another type is looked at only here, not by the compiler.
        #[kopr(column)]
        #[schemars(with = "Vec<String>")]
        list: Vec<String>,
        big: u128,
    }
    let offences = offences(&Operator::new("wide-operator").crd::<Wide>());
    assert_eq!(offences.len(), 2, "{offences:?}");
    assert!(
        offences[0].contains("big: `.spec.big` is an integer of 128 bits"),
        "{offences:?}"
    );
    assert!(
        offences[1].contains("list: `.spec.list` cannot be a column: it is a list"),
        "{offences:?}"
    );
}

/// What a structural schema cannot say is noted in the version that it is about.
#[test]
fn losses() {
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(
        group = "cache.example.com",
        version = "v1",
        kind = "Mixed",
        namespaced,
        status = "MixedStatus"
    )]
    struct MixedSpec {
        pair: (String, i32),
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    struct MixedStatus {
        pair: (String, i32),
    }
    let [resource] = resources(&Operator::new("mixed-operator").crd::<Mixed>())
        .try_into()
        .expect("one kind");
    let paths: Vec<_> = resource.versions[0]
        .losses
        .iter()
        .map(|loss| loss.path.as_str())
        .collect();
    assert_eq!(paths, [".spec.pair[]", ".status.pair[]"]);
}

/// The user's columns, then the age; none at all where there is none, since kubectl shows the age itself.
#[test]
fn columns() {
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(group = "columns.example.com", version = "v1", kind = "None", namespaced)]
    struct NoneSpec {}
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(
        group = "columns.example.com",
        version = "v1",
        kind = "Own",
        namespaced,
        printcolumn(name = "Age", type_ = "date", json_path = ".spec.since")
    )]
    struct OwnSpec {
        #[kopr(column)]
        size: i32,
        since: String,
    }
    let operator = Operator::new("columns-operator")
        .crd::<None>()
        .crd::<Own>()
        .crd::<v1::Memcached>();
    let found: Vec<Vec<String>> = resources(&operator)
        .iter()
        .map(|resource| {
            let columns = &resource.versions[0].columns;
            columns
                .iter()
                .map(|column| format!("{} {}", column.name, column.json_path))
                .collect()
        })
        .collect();
    let expected: [&[&str]; 3] = [
        &["Size .spec.size", "Age .metadata.creationTimestamp"],
        &[],
        &["Size .spec.size", "Age .spec.since"],
    ];
    assert_eq!(found, expected);
}

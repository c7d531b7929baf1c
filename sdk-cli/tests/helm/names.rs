//! Two releases in one cluster.

use std::collections::BTreeSet;

use serde_json::json;

use crate::chart::Chart;

#[test]
fn releases_of_one_name_in_two_namespaces_share_nothing_in_the_cluster() {
    for case in ["everything", "minimal", "watch-list"] {
        let chart = Chart::of_case(case);
        let of_cluster = |namespace: &str| -> BTreeSet<(String, String, String)> {
            chart
                .template("r", namespace, &json!({}))
                .into_keys()
                .filter(|(kind, namespace, _)| {
                    namespace != "a" && namespace != "b" && kind != "CustomResourceDefinition"
                })
                .collect()
        };
        let (one, other) = (of_cluster("a"), of_cluster("b"));
        assert!(!one.is_empty(), "{case} has nothing in the cluster");
        assert_eq!(one.intersection(&other).next(), None, "{case}");
    }
}

#[test]
fn names_are_short_enough_for_any_release() {
    let chart = Chart::of_case("everything");
    for release in ["a".repeat(53), format!("{}.{}", "a".repeat(26), "b".repeat(26))] {
        for (kind, _, name) in chart.template(&release, "x", &json!({})).into_keys() {
            assert!(
                kind == "CustomResourceDefinition" || name.len() <= 63,
                "{kind} {name}"
            );
        }
    }
}

#[test]
fn crds_are_kept_unless_told_otherwise() {
    let chart = Chart::of_case("minimal");
    for (values, policy) in [
        (json!({}), json!("keep")),
        (json!({ "crds": { "keep": false } }), json!(null)),
    ] {
        let crds: Vec<_> = chart
            .template("r", "x", &values)
            .into_values()
            .filter(|object| object["kind"] == "CustomResourceDefinition")
            .collect();
        assert!(!crds.is_empty());
        for crd in crds {
            assert_eq!(crd["metadata"]["annotations"]["helm.sh/resource-policy"], policy);
        }
    }
}

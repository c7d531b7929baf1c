//! The life of releases on a real API server: two of one name in two namespaces, upgraded, uninstalled and installed
//! again.

use kopr_cluster::Options;
use serde_json::{Value, json};

use crate::chart::Chart;
use crate::kubectl::Kubectl;

#[tokio::test]
async fn releases_live_beside_each_other_and_crds_outlive_them() {
    let kubectl = Kubectl::with(&Options::ephemeral().with_controller_manager()).await;
    let chart = Chart::of_case("minimal");
    let kubeconfig = kubectl.kubeconfig();
    let helm = |words: &str| {
        let run = chart.helm(&format!("{words} --kubeconfig {kubeconfig}"), &json!({}));
        assert_eq!(run.code, Some(0), "{words}: {}", run.stderr);
        run.stdout
    };
    let crd = "memcacheds.cache.example.com";
    let owner = || {
        let crd = kubectl.quietly(&["get", "crd", crd, "-o", "json"]);
        let crd: Value = serde_json::from_str(&crd).expect("it is JSON");
        crd["metadata"]["annotations"]["meta.helm.sh/release-namespace"].clone()
    };

    let said = helm("install a CHART --namespace one --create-namespace");
    assert!(!said.contains("belongs to"), "{said}");
    // The CRD is there once in a cluster; the second release says whose it is, and what is to be done.
    let said = helm("install a CHART --namespace two --create-namespace");
    assert!(
        said.contains(&format!(
            "The CRD {crd} belongs to the release a in the namespace one, and was left as it is."
        )),
        "{said}"
    );
    assert_eq!(owner(), "one");

    // A CRD that is among the templates is upgraded with them.
    let team = || kubectl.quietly(&["get", "crd", crd, "-o", "jsonpath={.metadata.labels.team}"]);
    assert_eq!(team(), "");
    helm("upgrade a CHART --namespace one --set replicas=2,commonLabels.team=blue");
    assert_eq!(team(), "blue");
    let disruptions = kubectl.quietly(&["get", "pdb", "--namespace", "one", "-o", "name"]);
    assert!(!disruptions.is_empty(), "two replicas have a disruption budget");
    helm("upgrade a CHART --namespace two");

    helm("uninstall a --namespace one");
    assert_eq!(owner(), "one", "the CRD stays, and with it all objects");
    let said = helm("install a CHART --namespace one");
    assert!(!said.contains("belongs to"), "it is taken over again: {said}");
    assert_eq!(
        kubectl
            .quietly(&[
                "get",
                "deployments",
                "-A",
                "-l",
                "app.kubernetes.io/name=memcached-operator",
                "-o",
                "name"
            ])
            .lines()
            .count(),
        2
    );
}

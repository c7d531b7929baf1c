//! What controller-gen makes of a `JobTemplateSpec`, and what kopr makes of it.
//!
//! `KOPR_SHARED_DATA` names the folder that holds controller-tools' test data; without it there is
//! nothing to compare with.

use std::path::PathBuf;

use kopr::k8s_openapi::api::batch::v1::JobTemplateSpec;
use kopr::schema::{json_schema, structural};
use serde_json::Value;

use crate::compare::{differences, score};

/// Where the two differ, and why; the beginning of a pointer.
const DEVIATIONS: &[(&str, &str)] = &[];

fn data() -> Option<PathBuf> {
    #[allow(
        clippy::disallowed_methods,
        reason = "where the data is can only be said from outside"
    )]
    std::env::var_os("KOPR_SHARED_DATA").map(PathBuf::from)
}

#[test]
fn job_template_of_controller_gen() {
    let Some(data) = data() else {
        println!("skipped: KOPR_SHARED_DATA is not set");
        return;
    };
    let golden = data.join("controller-tools/pkg/crd/testdata/testdata.kubebuilder.io_cronjobs.yaml");
    let golden = std::fs::read_to_string(&golden).expect("the golden is there");
    let golden: Value = serde_yaml::from_str(&golden).expect("it is YAML");
    let versions = golden["spec"]["versions"].as_array().expect("a CRD has versions");
    let v1 = versions.iter().find(|version| version["name"] == "v1").expect("one is v1");
    let theirs = &v1["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["jobTemplate"];
    let ours = structural(&json_schema::<JobTemplateSpec>(), ".spec").schema;

    let mut unexplained = Vec::new();
    for (pointer, ours, theirs) in differences(&ours, theirs) {
        let reason = DEVIATIONS.iter().find(|(part, _)| pointer.contains(part));
        let show = |value: Option<Value>| value.map_or("nothing".to_owned(), |value| value.to_string());
        let (ours, theirs) = (show(ours), show(theirs));
        println!("{pointer}: {ours} instead of {theirs}");
        if reason.is_none() {
            unexplained.push(pointer);
        }
    }
    let (equal, all) = score(&ours, theirs);
    println!("jobTemplate: {equal} of {all} pointers are equal");
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    assert!(equal * 100 >= all * 99, "{equal} of {all} pointers are equal");
}

//! The dashboard's two files hold the same bytes, and each copy of an operator has a dashboard of its own.

use std::collections::BTreeSet;

use kopr_cli::emit::{Artefact, Body, Input, render};
use kopr_cli::objects::dashboard;

use crate::{for_each_input, operator, settings};

#[test]
fn file_and_config_map_hold_the_same_bytes() {
    for_each_input(|input, place| {
        let names = ["dashboard", "dashboard-config-map"].map(str::to_owned);
        let artefacts = render(input, &names).expect("it renders");
        let [file, map]: [Artefact; 2] = match artefacts.try_into() {
            Ok(both) => both,
            Err(none) => return assert_eq!(none, [], "{place}"),
        };
        let Body::Objects(objects) = &map.body else {
            panic!("{place}: a ConfigMap is an object")
        };
        let data = objects[0]["data"].as_object().expect("it has data");
        let texts: Vec<_> = data.values().collect();
        assert_eq!(texts, [&file.text().expect("it is JSON")], "{place}");
    });
}

#[test]
fn each_copy_has_a_dashboard_of_its_own() {
    let operator = operator("minimal");
    let uids: BTreeSet<_> = [
        "",
        "[operator]\ninstance = \"blue\"",
        "[deploy]\nnamespace = \"elsewhere\"",
    ]
    .into_iter()
    .map(|text| {
        let settings = settings(text);
        let input = Input {
            operator: &operator,
            settings: &settings,
        };
        dashboard::uid(&input)
    })
    .collect();
    assert_eq!(uids.len(), 3, "{uids:?}");
    assert!(
        uids.iter().all(|uid| uid.len() <= 40),
        "Grafana takes no more: {uids:?}"
    );
}

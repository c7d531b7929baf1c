//! The size of what Helm stores.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use kopr_cli::check::{Level, check_chart};
use kopr_cli::emit::Input;
use serde_json::{Value, json};

use crate::chart::Chart;

#[test]
fn the_estimate_is_near_to_what_helm_stores() {
    for case in ["everything", "minimal", "versions"] {
        let chart = Chart::of_case(case);
        let run = chart.helm(
            "install r CHART --namespace x --dry-run=client --output json",
            &json!({}),
        );
        assert_eq!(run.code, Some(0), "{case}: {}", run.stderr);
        let release: Value = serde_json::from_str(&run.stdout).expect("a release is JSON");
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed
            .write_all(release.to_string().as_bytes())
            .expect("it is written to memory");
        let stored = packed.finish().expect("it is memory").len().div_ceil(3) * 4;
        let estimate = chart.rendered().release_bytes;
        assert!(
            estimate * 10 > stored * 8 && estimate * 10 < stored * 13,
            "{case}: {estimate} instead of {stored}"
        );
    }
}

#[test]
fn charts_that_are_too_big_are_found() {
    let chart = Chart::of_case("everything");
    let settings = chart.settings();
    let input = Input {
        operator: &chart.operator,
        settings: &settings,
    };
    for (bytes, level) in [
        (900_000, None),
        (900_001, Some(Level::Warning)),
        (1_048_576, Some(Level::Warning)),
        (1_048_577, Some(Level::Error)),
    ] {
        let findings = check_chart(&input, bytes);
        assert_eq!(findings.first().map(|finding| finding.level), level, "{bytes}");
        for finding in findings {
            let text = finding.to_string();
            for resource in &chart.operator.resources {
                assert!(text.contains(&format!("`{}` (", resource.crd_name())), "{text}");
            }
            assert!(text.contains("crds = false"), "{text}");
        }
    }
}

#[test]
fn crds_can_be_left_out() {
    let mut chart = Chart::of_case("minimal");
    let with = chart.rendered().release_bytes;
    chart.toml.push_str("\n[helm]\ncrds = false\n");
    let chart = Chart::new(chart.operator, chart.toml);
    assert!(chart.rendered().release_bytes < with);
    let made = chart.template("r", "x", &json!({}));
    assert!(made.keys().all(|(kind, ..)| kind != "CustomResourceDefinition"));
    assert!(
        !fs_err::read_to_string(chart.path().join("values.yaml"))
            .expect("it is there")
            .contains("crds:")
    );
}

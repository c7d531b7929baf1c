//! OLM-C10: the oldest Kubernetes that the operator runs on.

use super::Family;
use crate::bundle::load::Bundle;
use crate::bundle::ports::semver::Version;
use crate::bundle::{Finding, Phase, Profile, Rule};

pub(super) const FAMILY: Family = Family {
    name: "minimum",
    phase: Phase::Csv,
    rules: &[Rule::new(
        "OLM-C10",
        "error or warning",
        "`spec.minKubeVersion` is three numbers; absent it is a warning",
        Profile::ALL,
    )],
    check: |_, bundle, found| check("OLM-C10", bundle, found),
};

/// What the original says where it is missing.
const ABSENT: &str = "csv.Spec.minKubeVersion is not informed. It is recommended you provide this information. Otherwise, it would mean that your operator project can be distributed and installed in any cluster version available, which is not necessarily the case for all projects.";

/// Two sets of rules look at it.
pub(super) fn check(rule: &'static str, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    let version = &csv.spec.min_kube_version;
    let place = bundle.at_csv("/spec/minKubeVersion");
    if version.trim().is_empty() {
        found.push(
            Finding::warning(rule, place, "`minKubeVersion` is not set: any cluster would do")
                .of_csv(csv.name(), ABSENT),
        );
    } else if let Err(why) = Version::parse(version) {
        found.push(
            Finding::error(rule, place, format!("`{version}` is no version: {why}"))
                .help("write three numbers, such as `1.27.0`")
                .of_csv(
                    csv.name(),
                    &format!("csv.Spec.MinKubeVersion has an invalid value: {version}"),
                ),
        );
    }
}

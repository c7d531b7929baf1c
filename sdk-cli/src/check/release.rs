//! Z2: the size of a chart.

use super::{Family, Finding, Level, Rule, Subject};
use crate::helm::{LIMIT, NEAR};

pub(super) const FAMILY: Family = Family {
    name: "release",
    rules: &[Rule {
        id: "Z2",
        about: "what Helm stores of a release of the chart fits into a Secret",
    }],
    on: Subject::Chart(check),
};

fn check(crds: &[(String, usize)], bytes: usize, findings: &mut Vec<Finding>) {
    let (level, limit) = match bytes {
        ..=NEAR => return,
        ..=LIMIT => (Level::Warning, format!("not far from the {LIMIT} that a Secret takes")),
        _ => (Level::Error, format!("{LIMIT} are the limit of a Secret")),
    };
    let mut crds: Vec<_> = crds.iter().collect();
    crds.sort_by(|(a, bytes_of_a), (b, bytes_of_b)| (bytes_of_b, a).cmp(&(bytes_of_a, b)));
    let crds: Vec<String> = crds
        .iter()
        .map(|(name, bytes)| format!("`{name}` ({bytes} bytes)"))
        .collect();
    let message = if crds.is_empty() {
        format!("Helm would store {bytes} bytes of each release; {limit}")
    } else {
        format!("Helm would store {bytes} bytes of each release; {limit}; the CRDs are {}", crds.join(", "))
    };
    findings.push(Finding {
        level,
        place: "chart".to_owned(),
        rule: "Z2",
        message,
        help: Some(
            "set `crds = false` under `[helm]` in kopr.toml and apply deploy/crds with `kubectl apply --server-side`; \
             or leave descriptions out with `docs = \"none\"`, or cut them with `docs = \"short\"`"
                .to_owned(),
        ),
        source: None,
        pointer: None,
    });
}

//! Z2 and Z3: what a chart cannot take.

use super::{Family, Finding, Level, Rule, Subject};
use crate::emit::Input;
use crate::helm::{LIMIT, NEAR};
use crate::objects::crd;

pub(super) const FAMILY: Family = Family {
    name: "release",
    rules: &[
        Rule {
            id: "Z2",
            about: "what Helm stores of a release of the chart fits into a Secret",
        },
        Rule {
            id: "Z3",
            about: "patches are not lost on a chart",
        },
    ],
    on: Subject::Chart(check),
};

fn check(input: &Input<'_>, bytes: usize, findings: &mut Vec<Finding>) {
    let mut report = |level, place: &str, rule, message, help: &str| {
        findings.push(Finding::of(level, rule, place, message, help));
    };
    if !input.settings.patches.is_empty() {
        report(
            Level::Warning,
            "patches",
            "Z3",
            "a chart has names of its own for objects, so patches do not change it".to_owned(),
            "patch what Helm renders, with `--post-renderer`",
        );
    }
    if bytes <= NEAR {
        return;
    }
    let (level, limit) = if bytes > LIMIT {
        (Level::Error, format!("{LIMIT} are the limit of a Secret"))
    } else {
        let limit = format!("not far from the {LIMIT} that a Secret takes");
        (Level::Warning, limit)
    };
    let is_there = input.settings.helm.crds != Some(false);
    let mut crds: Vec<(String, usize)> = input
        .operator
        .resources
        .iter()
        .filter(|_| is_there)
        .map(|resource| (resource.crd_name(), crd::bytes(input, resource)))
        .collect();
    crds.sort_by(|(a, bytes_of_a), (b, bytes_of_b)| (bytes_of_b, a).cmp(&(bytes_of_a, b)));
    let crds: Vec<String> = crds
        .iter()
        .map(|(name, bytes)| format!("`{name}` ({bytes} bytes)"))
        .collect();
    let message = if crds.is_empty() {
        format!("Helm would store {bytes} bytes of each release; {limit}")
    } else {
        format!(
            "Helm would store {bytes} bytes of each release; {limit}; the CRDs are {}",
            crds.join(", ")
        )
    };
    report(
        level,
        "chart",
        "Z2",
        message,
        "set `crds = false` under `[helm]` in kopr.toml and apply deploy/crds with `kubectl apply --server-side`; or \
         leave descriptions out with `docs = \"none\"`, or cut them with `docs = \"short\"`",
    );
}

//! OLM-C1, OLM-C2: the name of a CSV is the value of a label too.

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::quoted;
use crate::bundle::ports::names::{dns_1123_subdomain, label_value};
use crate::bundle::{Finding, Phase, Rule};

pub(super) const FAMILY: Family = Family {
    name: "names",
    phase: Phase::Csv,
    rules: &[
        Rule::error(
            "OLM-C1",
            "the name of the CSV is a DNS subdomain of at most 63 characters",
        ),
        Rule::error("OLM-C2", "so is the name in `spec.replaces`"),
    ],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    for (rule, pointer, field, name) in [
        ("OLM-C1", "/metadata/name", "metadata.name", csv.name()),
        ("OLM-C2", "/spec/replaces", "spec.replaces", &csv.spec.replaces),
    ] {
        if rule == "OLM-C2" && name.is_empty() {
            continue;
        }
        let mut messages = dns_1123_subdomain(name);
        messages.extend(label_value(name));
        if !messages.is_empty() {
            let why = messages.join(",");
            found.push(
                Finding::error(
                    rule,
                    bundle.at_csv(pointer),
                    format!("the name `{name}` is refused: {why}"),
                )
                .of_csv(csv.name(), &format!("{field} {} is invalid: {why}", quoted(name))),
            );
        }
    }
}

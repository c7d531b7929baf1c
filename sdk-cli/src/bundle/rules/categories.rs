//! OLM-G1, OLM-G2: categories (optional set `categories`).

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::quoted;
use crate::bundle::{Finding, Phase, Rule};
use crate::suggest;

pub(super) const FAMILY: Family = Family {
    name: "categories",
    phase: Phase::Optional,
    rules: &[
        Rule::error(
            "OLM-G1",
            "each item of the annotation `categories` is a category that is known",
        ),
        Rule::error(
            "OLM-G2",
            "the file of categories that the environment names can be read",
        ),
    ],
    check,
};

const CATEGORIES: [&str; 16] = [
    "AI/Machine Learning",
    "Application Runtime",
    "Big Data",
    "Cloud Provider",
    "Database",
    "Developer Tools",
    "Integration & Delivery",
    "Logging & Tracing",
    "Modernization & Migration",
    "Monitoring",
    "Networking",
    "Observability",
    "OpenShift Optional",
    "Security",
    "Storage",
    "Streaming & Messaging",
];

fn check(asked: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    let Some(categories) = csv.annotation("categories") else {
        return;
    };
    let place = || bundle.at_csv("/metadata/annotations/categories");
    let (known, words): (Vec<&str>, _) = match &asked.categories {
        None => (CATEGORIES.to_vec(), "standard"),
        Some(Ok(custom)) => (custom.iter().map(String::as_str).collect(), "custom"),
        Some(Err(why)) => {
            found.push(
                Finding::error("OLM-G2", place(), format!("the categories cannot be read: {why}")).of_csv(
                    csv.name(),
                    &format!(
                        "could not extract custom categories from categories map[string]struct {{}}(nil): {why}"
                    ),
                ),
            );
            return;
        }
    };
    for category in categories.split(',') {
        if known.contains(&category.trim()) {
            continue;
        }
        found.push(
            Finding::error("OLM-G1", place(), format!("`{}` is no category", category.trim()))
                .help(suggest::help(category.trim(), &known))
                .of_csv(
                    csv.name(),
                    &format!(
                        "csv.Metadata.Annotations[\"categories\"] value {} is not in the set of {words} categories",
                        quoted(category)
                    ),
                ),
        );
    }
}

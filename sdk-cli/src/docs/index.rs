//! The page that lists all kinds.

use std::fmt::Write as _;

use kopr_model::Operator;

use super::{markdown, page};
use crate::schema::word;

/// The page; a folder's `README.md` is what code hosts and mdBook show for it.
pub(super) fn index(operator: &Operator) -> String {
    let mut text = format!("# API of {}\n\n", markdown::text(&operator.name));
    if operator.resources.is_empty() {
        text.push_str("This operator brings no kinds along.\n");
        return text;
    }
    text.push_str("| kind | group | versions | scope | description |\n| --- | --- | --- | --- | --- |\n");
    let mut resources: Vec<_> = operator.resources.iter().collect();
    resources.sort_by_key(|resource| (&resource.group, &resource.kind));
    for resource in resources {
        let file = page::file(resource);
        let versions: Vec<String> = resource
            .by_priority()
            .iter()
            .map(|version| format!("[{0}]({file}#{0})", version.name))
            .collect();
        let description = resource
            .storage_version()
            .and_then(|version| word(&version.schema, "description"))
            .unwrap_or_default();
        // The first paragraph is the summary, as in Rust's own documentation.
        let summary = description.split("\n\n").next().unwrap_or_default();
        let _ = writeln!(
            text,
            "| [{}]({file}) | {} | {} | {} | {} |",
            resource.kind,
            markdown::code(&resource.group),
            versions.join(", "),
            resource.scope.as_str(),
            markdown::cell(summary)
        );
    }
    text
}

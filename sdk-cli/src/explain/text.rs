//! A kind or a field for people, in the manner of `kubectl explain`.

use super::{Field, Subject, facts, fields};
use crate::schema::word;

/// The answer; `recursive` shows all fields below as a tree.
pub fn text(subject: &Subject<'_>, recursive: bool) -> String {
    let field = &subject.field;
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    line(&format!("GROUP:    {}", subject.resource.group));
    line(&format!("KIND:     {}", subject.resource.kind));
    line(&format!("VERSION:  {}", subject.version.name));
    if !field.node.root {
        let path = field.node.path.trim_start_matches('.');
        line(&format!("FIELD:    {path} {}", mark(field)));
    }
    if let Some(source) = subject.source(&field.node) {
        line(&format!("SOURCE:   {source}"));
    }
    line("");
    line("DESCRIPTION:");
    let description = word(field.node.schema, "description").unwrap_or("none");
    for text in description.lines() {
        line(&format!("  {text}"));
    }

    let hold = facts::of_field(subject, field);
    if !hold.is_empty() {
        line("");
        line("WHAT HOLDS:");
        for fact in &hold {
            line(&format!("  {fact}"));
        }
    }
    let below = fields(&field.node);
    if !below.is_empty() || field.node.root {
        line("");
        line("FIELDS:");
        if field.node.root {
            for name in ["apiVersion <string>", "kind <string>", "metadata <ObjectMeta>"] {
                line(&format!("  {name}"));
            }
        }
        for (at, child) in below.iter().enumerate() {
            if recursive {
                tree(child, 1, &mut line);
            } else {
                if at > 0 || field.node.root {
                    line("");
                }
                one(subject, child, &mut line);
            }
        }
    }
    out
}

/// Type, and whether it has to be there.
fn mark(field: &Field<'_>) -> String {
    let required = if field.required { " required" } else { "" };
    format!("<{}>{required}", facts::type_of(field.node.schema))
}

fn one(subject: &Subject<'_>, field: &Field<'_>, line: &mut impl FnMut(&str)) {
    line(&format!("  {} {}", field.name, mark(field)));
    if let Some(description) = word(field.node.schema, "description") {
        for text in description.lines() {
            line(&format!("    {text}"));
        }
    }
    for fact in facts::of_field(subject, field) {
        line(&format!("    {fact}"));
    }
    // A line only where it says more than the one at the head.
    let source = subject.source(&field.node);
    if let Some(source) = source.filter(|_| source != subject.source(&subject.field.node)) {
        line(&format!("    from {source}"));
    }
}

fn tree(field: &Field<'_>, depth: usize, line: &mut impl FnMut(&str)) {
    line(&format!("{}{} {}", "  ".repeat(depth), field.name, mark(field)));
    for child in fields(&field.node) {
        tree(&child, depth + 1, line);
    }
}

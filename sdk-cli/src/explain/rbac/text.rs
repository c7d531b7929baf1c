//! The answer for people: a table of all rights, or who asks for one.

use std::fmt::Write as _;

use kopr_model::AccessScope;

use super::ask;
use super::{Answer, Ask, Role};

/// The answer.
pub fn text(answer: &Answer<'_>) -> String {
    if answer.wanted.is_none() {
        return table(&answer.found);
    }
    let mut out = String::new();
    let mut last = String::new();
    for (ask, roles) in &answer.found {
        if ask.title() != last {
            if !out.is_empty() {
                out.push('\n');
            }
            last = ask.title();
            out.push_str(&last);
            out.push('\n');
        }
        out.push_str(&one(ask, roles));
    }
    out
}

fn one(ask: &Ask<'_>, roles: &[Role]) -> String {
    let from = match ask.by.source {
        Some(source) => source.to_string(),
        None => ask.by.handler.clone(),
    };
    let mut lines = vec![format!("  {}", ask.by.argument), format!("    in {from}")];
    lines.push(format!("    needed {}", place(ask.scope)));
    if ask.via.is_some() {
        lines.push("    only admission asks for it, so that no request shows it".to_owned());
    }
    if roles.is_empty() {
        lines.push("    in no role: with these settings none is made".to_owned());
    }
    lines.extend(
        roles
            .iter()
            .map(|role| format!("    in the {}", with_place(role))),
    );
    lines.join("\n") + "\n"
}

fn place(scope: AccessScope) -> &'static str {
    match scope {
        AccessScope::Watched => "in the watched namespaces",
        AccessScope::Here => "in the operator's own namespace",
        AccessScope::Everywhere => "in the whole cluster",
    }
}

/// The word of a scope.
pub(super) fn scope(scope: AccessScope) -> &'static str {
    match scope {
        AccessScope::Watched => "watched",
        AccessScope::Here => "here",
        AccessScope::Everywhere => "everywhere",
    }
}

fn with_place(role: &Role) -> String {
    match &role.holds_in {
        Some(namespace) => format!("{} of {namespace}", role.title()),
        None => role.title(),
    }
}

/// The function and its module, which tell a handler in most programs.
fn function(path: &str) -> &str {
    let mut ends = path.rmatch_indices("::");
    match (ends.next(), ends.next()) {
        (Some(_), Some((at, _))) => &path[at + 2..],
        _ => path,
    }
}

fn table(found: &[(Ask<'_>, Vec<Role>)]) -> String {
    let mut rows = vec![["VERB", "RESOURCE", "SCOPE", "ASKED FOR BY", "ROLE"].map(str::to_owned)];
    for (one, roles) in found {
        let right = &one.right;
        let name = right
            .name
            .as_ref()
            .map(|name| format!(" {name}"))
            .unwrap_or_default();
        let by = match one.by.controller {
            Some(_) => format!("{} of {}", one.by.argument, function(&one.by.handler)),
            None => one.by.argument.clone(),
        };
        let roles: Vec<String> = roles.iter().map(with_place).collect();
        rows.push([
            right.verb.to_owned(),
            format!("{}{name}", ask::resource(&right.group, &right.resource)),
            scope(one.scope).to_owned(),
            by,
            if roles.is_empty() {
                "none".to_owned()
            } else {
                roles.join(", ")
            },
        ]);
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths = [width(0), width(1), width(2), width(3)];
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(line, "{cell:<width$}  ");
        }
        line.push_str(&row[4]);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

//! Text and code as Markdown that code hosts and mdBook read alike, inside of tables too.
//!
//! A table ends where a line ends and a cell where a `|` stands, `<` opens HTML, and mdBook takes `{{#` for an
//! order of its own, even inside code. What could be any of these becomes an entity.

use std::fmt::Write as _;

/// What means something to Markdown, HTML or mdBook.
const SPECIAL: &str = "\\`*_{}[]<>|&~#!$^\"";

/// A value as code.
pub(super) fn code(value: &str) -> String {
    // Blanks are kept, unless they are how lines of code are set in.
    let joined = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = if value.contains(['\n', '\r', '\t']) {
        &joined
    } else {
        value
    };
    if !line.is_empty() && !line.contains(['`', '|', '{', '}', '<', '>', '&', '\\']) {
        return format!("`{line}`");
    }
    // Entities mean nothing between backticks, and everything between tags.
    format!("<code>{}</code>", entities(line))
}

/// Text that means only itself.
pub(super) fn text(value: &str) -> String {
    entities(value.split_whitespace().collect::<Vec<_>>().join(" ").as_str())
}

fn entities(value: &str) -> String {
    let escaped = |c: char| match c {
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        c if SPECIAL.contains(c) && c != '"' => format!("&#{};", u32::from(c)),
        c => c.to_string(),
    };
    value.chars().map(escaped).collect()
}

/// A description, which is Markdown, inside of a cell: paragraphs and items become lines.
pub(super) fn cell(description: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut new_line = true;
    let mut fence = false;
    for line in description.lines() {
        let line = line.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            fence = !fence;
            new_line = true;
            continue;
        }
        if line.is_empty() || is_reference(line) {
            new_line = true;
            continue;
        }
        if fence {
            lines.push(code(line));
            continue;
        }
        let item = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark));
        let heading = line.trim_start_matches('#').trim();
        let shown = match item {
            Some(item) => format!("• {}", inline(item)),
            None if line.starts_with('#') && !heading.is_empty() => format!("**{}**", inline(heading)),
            None => inline(line),
        };
        if new_line || item.is_some() || shown.starts_with("**") {
            lines.push(shown);
        } else if let Some(last) = lines.last_mut() {
            last.push(' ');
            last.push_str(&shown);
        }
        new_line = line.starts_with('#');
    }
    lines.join("<br>").replace('|', "\\|")
}

/// A description, which is Markdown, as paragraphs of its own; headings become bold, so that they do not get
/// between the page's own.
pub(super) fn block(description: &str) -> String {
    let mut out = String::new();
    let mut fence = false;
    for line in description.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            out.push_str(if fence {
                "</code></pre>\n\n"
            } else {
                "\n<pre><code>"
            });
            fence = !fence;
            continue;
        }
        if fence {
            out.push_str(&entities(line));
        } else if is_reference(trimmed) {
            continue;
        } else if trimmed.starts_with('#') {
            let _ = writeln!(out, "**{}**", inline(trimmed.trim_start_matches('#').trim()));
        } else if !trimmed.is_empty() && trimmed.chars().all(|c| "-=".contains(c)) {
            // It would make a heading of the line above.
            let _ = write!(out, "\\{trimmed}");
        } else {
            out.push_str(&inline(line));
        }
        out.push('\n');
    }
    if fence {
        out.push_str("</code></pre>\n");
    }
    out
}

/// A block of code.
pub(super) fn fenced(language: &str, code: &str) -> String {
    if code.contains("{{") || code.contains("```") {
        format!("<pre><code>{}</code></pre>\n", entities(code))
    } else {
        format!("```{language}\n{code}```\n")
    }
}

/// `[name]: target`, which Rust's documentation has for links into code.
fn is_reference(line: &str) -> bool {
    line.starts_with('[')
        && line
            .split_once("]: ")
            .is_some_and(|(_, target)| !target.starts_with("http"))
}

/// One line of a description: HTML becomes text, code stays code, links into Rust code lose their target.
fn inline(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        let ticks = rest[at..].chars().take_while(|c| *c == '`').count();
        let fence = "`".repeat(ticks);
        let after = &rest[at + ticks..];
        let Some(end) = after.find(&fence) else { break };
        out.push_str(&plain(&rest[..at]));
        out.push_str(&code(after[..end].trim()));
        rest = &after[end + ticks..];
    }
    out.push_str(&plain(rest).replace('`', "&#96;"));
    unlinked(&out)
}

fn plain(text: &str) -> String {
    text.replace('<', "&lt;")
        .replace('{', "&#123;")
        .replace('}', "&#125;")
}

/// Without targets that are no addresses: they lead into Rust code.
fn unlinked(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("](") {
        let after = &rest[at + 2..];
        let Some(end) = after.find(')') else { break };
        let target = &after[..end];
        let is_address = ["https://", "http://", "mailto:"]
            .iter()
            .any(|start| target.starts_with(start));
        out.push_str(&rest[..=at]);
        if is_address {
            let _ = write!(out, "({target})");
        }
        rest = &after[end + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{block, cell, code, text};

    #[test]
    fn code_is_safe_in_tables_and_in_mdbook() {
        for (value, expected) in [
            ("1m30s", "`1m30s`"),
            ("^a|b$", "<code>&#94;a&#124;b&#36;</code>"),
            (
                "{{#include x}}",
                "<code>&#123;&#123;&#35;include x&#125;&#125;</code>",
            ),
            ("a`b", "<code>a&#96;b</code>"),
            ("a\n  b", "`a b`"),
            ("a  b", "`a  b`"),
            ("", "<code></code>"),
        ] {
            assert_eq!(code(value), expected, "{value}");
        }
        assert_eq!(text("a_b <c>\nd"), "a&#95;b &lt;c&gt; d");
    }

    #[test]
    fn descriptions_fit_into_a_cell() {
        for (description, expected) in [
            ("One\nline.\n\nTwo.", "One line.<br>Two."),
            ("a | b", "a \\| b"),
            ("Either:\n- a\n- b\n  more", "Either:<br>• a<br>• b more"),
            ("A `Vec<T>` of <b>.", "A <code>Vec&lt;T&gt;</code> of &lt;b>."),
            ("# Head\nText", "**Head**<br>Text"),
            ("```\na | b\n```", "<code>a &#124; b</code>"),
            (
                "see [x](crate::X) and [y](https://y)",
                "see [x] and [y](https://y)",
            ),
            ("see [`X`].\n\n[`X`]: crate::X", "see [`X`]."),
            ("{{#include x}}", "&#123;&#123;#include x&#125;&#125;"),
            ("an open ` tick", "an open &#96; tick"),
        ] {
            assert_eq!(cell(description), expected, "{description}");
        }
    }

    #[test]
    fn descriptions_keep_their_paragraphs_and_make_no_headings() {
        for (description, expected) in [
            ("One\nline.\n\n- Two.", "One\nline.\n\n- Two.\n"),
            ("## Head\nText\n---", "**Head**\n\nText\n\\---\n"),
            (
                "```yaml\na: {{b}}\n\nc: 1\n```",
                "\n<pre><code>a: &#123;&#123;b&#125;&#125;\n\nc: 1\n</code></pre>\n\n",
            ),
        ] {
            assert_eq!(block(description), expected, "{description}");
        }
    }
}

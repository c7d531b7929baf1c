//! The reference of kinds in Markdown: each field is there once with all that holds of it, links lead somewhere, and
//! readers of Markdown see the tables that were meant.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::{BTreeMap, BTreeSet};

#[path = "support/kinds.rs"]
mod kinds;

use kopr_cli::docs::EMITTER;
use kopr_cli::emit::Input;
use kopr_cli::schema::core_types::core_type;
use kopr_cli::settings::Settings;
use kopr_model::{Operator, ResourceVersion};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

/// The pages by their file names.
fn pages(operator: &Operator) -> BTreeMap<String, String> {
    let settings = Settings::default();
    let input = Input {
        operator,
        settings: &settings,
    };
    let pages = (EMITTER.emit)(&input).expect("it renders");
    let named = pages.into_iter().map(|page| {
        let name = page.path.file_name().expect("a page is a file").to_owned();
        (name, page.text().expect("it is text"))
    });
    named.collect()
}

/// What a reader of Markdown sees.
#[derive(Default)]
struct Seen {
    anchors: Vec<String>,
    links: Vec<String>,
    /// The cells of all tables, each with its text.
    rows: Vec<Vec<String>>,
    /// Columns of each table, as its head has them, and of each row, as it is written.
    headings: Vec<String>,
}

fn see(page: &str) -> Seen {
    let mut seen = Seen::default();
    let mut text: Option<String> = None;
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => seen.links.push(dest_url.to_string()),
            Event::Start(Tag::TableRow | Tag::TableHead) => seen.rows.push(Vec::new()),
            Event::Start(Tag::TableCell | Tag::Heading { .. }) => text = Some(String::new()),
            Event::End(TagEnd::TableCell) => {
                let row = seen.rows.last_mut().expect("a cell is in a row");
                row.extend(text.take());
            }
            Event::End(TagEnd::Heading(_)) => seen.headings.extend(text.take()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(text) = &mut text {
                    text.push_str(&part);
                }
            }
            Event::InlineHtml(html) | Event::Html(html) => {
                if let Some(id) = html.strip_prefix("<a id=\"") {
                    seen.anchors
                        .push(id.split('"').next().unwrap_or_default().to_owned());
                    if let Some(text) = &mut text {
                        text.extend(["#", seen.anchors.last().expect("it was pushed"), "#"]);
                    }
                }
                let known = ["<a id=", "</a>", "<code>", "</code>", "<br>", "<pre>", "<!-- "];
                let is_known = known.iter().any(|tag| html.starts_with(tag)) || !html.starts_with('<');
                assert!(is_known, "HTML that nobody meant: {html}");
            }
            _ => {}
        }
    }
    seen
}

/// The number of cells of a row as it is written, where a `\|` is none.
fn cells(line: &str) -> usize {
    line.replace("\\|", "").matches('|').count() - 1
}

#[test]
fn tables_have_as_many_cells_as_columns_and_links_lead_somewhere() {
    for (case, operator) in kinds::operators() {
        let pages = pages(&operator);
        let anchors: BTreeMap<&String, Vec<String>> = pages
            .iter()
            .map(|(name, text)| (name, see(text).anchors))
            .collect();
        for (name, text) in &pages {
            let place = format!("{case} {name}");
            let seen = see(text);
            let unique: BTreeSet<_> = seen.anchors.iter().collect();
            assert_eq!(
                unique.len(),
                seen.anchors.len(),
                "{place}: an anchor stands twice"
            );
            for link in &seen.links {
                if link.starts_with("https://") {
                    continue;
                }
                let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
                let page = if page.is_empty() { name } else { page };
                let found = anchors
                    .iter()
                    .find(|(name, _)| name.as_str() == page)
                    .is_some_and(|(_, ids)| anchor.is_empty() || ids.iter().any(|id| id == anchor));
                assert!(found, "{place}: link to `{link}`");
            }
            let lines: Vec<&str> = text.lines().collect();
            let mut columns = None;
            for (at, line) in lines.iter().enumerate() {
                if !line.starts_with('|') {
                    columns = None;
                    continue;
                }
                let columns = *columns.get_or_insert_with(|| cells(line));
                assert_eq!(cells(line), columns, "{place}:{}: {line}", at + 1);
            }
            let written = lines
                .iter()
                .filter(|line| line.starts_with('|') && !line.starts_with("| ---"));
            assert_eq!(
                written.count(),
                seen.rows.len(),
                "{place}: a line is no row for a reader of Markdown"
            );
            // mdBook takes this for an order of its own.
            assert!(!text.contains("{{#"), "{place}");
            // Text that looks like a heading is none.
            assert!(
                !seen.headings.iter().any(|heading| heading.starts_with("Head")),
                "{place}"
            );
        }
    }
}

/// A field of a schema, found without the code that is tested.
struct Expected {
    id: String,
    /// Texts that its row has.
    texts: Vec<String>,
}

fn expected(version: &ResourceVersion) -> Vec<Expected> {
    let mut all = Vec::new();
    walk(&version.schema, &version.name, true, &mut all);
    all
}

fn walk(schema: &Value, id: &str, root: bool, all: &mut Vec<Expected>) {
    for (name, child) in schema["properties"].as_object().into_iter().flatten() {
        if root
            && (matches!(name.as_str(), "apiVersion" | "kind")
                || name == "metadata" && child["properties"].is_null())
        {
            continue;
        }
        let escaped: String = name
            .chars()
            .map(|c| match c {
                c if c.is_ascii_alphanumeric() || c == '_' || c == '-' => c.to_string(),
                c => format!("~{:x}~", u32::from(c)),
            })
            .collect();
        let id = format!("{id}.{escaped}");
        let mut texts = vec![name.clone()];
        if schema["required"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one == name))
        {
            texts.push("yes".to_owned());
        }
        // Of what is in lists and maps too, down to the next object with fields.
        let mut at = child;
        loop {
            for key in [
                "minimum",
                "maximum",
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
                "maxProperties",
                "multipleOf",
                "default",
            ] {
                texts.extend(at.get(key).map(Value::to_string));
            }
            for key in [
                "pattern",
                "format",
                "x-kubernetes-list-type",
                "x-kubernetes-map-type",
            ] {
                texts.extend(at.get(key).and_then(Value::as_str).map(str::to_owned));
            }
            for value in at["enum"].as_array().into_iter().flatten() {
                texts.push(value.to_string());
            }
            for key in at["x-kubernetes-list-map-keys"].as_array().into_iter().flatten() {
                texts.push(key.as_str().expect("a key is a name").to_owned());
            }
            for rule in at["x-kubernetes-validations"].as_array().into_iter().flatten() {
                texts.push(rule["rule"].as_str().expect("a rule is text").to_owned());
                texts.push(rule["message"].as_str().expect("these have messages").to_owned());
            }
            if at["nullable"] == true {
                texts.push("may be null".to_owned());
            }
            match at
                .get("items")
                .or(at.get("additionalProperties").filter(|inner| inner.is_object()))
            {
                Some(inner) => at = inner,
                None => break,
            }
        }
        if core_type(at).is_none() {
            walk(at, &id, false, all);
        }
        all.push(Expected { id, texts });
    }
}

#[test]
fn every_field_stands_once_with_all_that_holds_of_it() {
    let mut count = 0;
    for (case, operator) in kinds::operators() {
        let pages = pages(&operator);
        for resource in &operator.resources {
            let seen = see(&pages[&format!("{}.md", resource.crd_name())]);
            for version in &resource.versions {
                for Expected { id, texts } in expected(version) {
                    count += 1;
                    let times = seen.anchors.iter().filter(|anchor| **anchor == id).count();
                    assert_eq!(times, 1, "{case}: `{id}`");
                    // A field with a section of its own is linked, any other has its anchor in its row.
                    let (around, _) = id.rsplit_once('.').expect("a field is in something");
                    let name = &texts[0];
                    let rows: Vec<&Vec<String>> = seen
                        .rows
                        .iter()
                        .filter(|row| row[0] == format!("#{id}#{name}") || row[0] == *name)
                        .collect();
                    let whole = |row: &&Vec<String>| {
                        texts
                            .iter()
                            .all(|text| row.iter().any(|cell| cell.contains(text)))
                    };
                    assert!(
                        rows.iter().any(whole),
                        "{case}: {around}: {texts:?} in none of {rows:#?}"
                    );
                }
            }
        }
    }
    assert!(count > 100, "only {count} fields were looked at");
}

#[test]
fn pages_follow_only_from_the_description() {
    for (case, mut operator) in kinds::operators() {
        let before = pages(&operator);
        operator.resources.reverse();
        assert_eq!(pages(&operator), before, "{case}");
    }
}

#[test]
fn a_page_reads_like_this() {
    let pages = pages(&kinds::awkward());
    let page = &pages["things.odd.example.com.md"];
    for text in [
        "# Thing\n",
        "| short names | `t` |\n",
        "| [v1](#v1) | yes | yes | no |\n",
        "## Version v1 <a id=\"v1\"></a>\n",
        "A thing | with &#123;&#123;#include x&#125;&#125; and &lt;b>HTML&lt;/b>.\n",
        "```yaml\napiVersion: odd.example.com/v1\nkind: Thing\n",
        "### spec.things&#91;&#93;.limits&#123;&#125; <a id=\"v1.spec.things.limits\"></a>\n",
        "Appears in [spec.things&#91;&#93;](#v1.spec.things) as `limits`.\n",
        "| `things` | list of [object](#v1.spec.things) |  |  | The things.<br>list type: map, keyed by name<br>not in the schema:",
        "| [LabelSelector](https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#LabelSelector) |",
        "cannot be changed: `self == oldSelf`; says: field is immutable",
    ] {
        assert!(page.contains(text), "{text}\nis not in\n{page}");
    }
}

//! The book's page of monitoring has every alert with its expression, and every panel.

use camino::Utf8Path;
use kopr_cli::emit::Input;
use kopr_cli::objects::{alerts, dashboard};

use crate::{operator, settings};

fn page() -> String {
    let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/guide/monitoring.md");
    fs_err::read_to_string(path).expect("the page is there")
}

#[test]
fn every_alert_has_its_section_in_the_order_of_the_table() {
    let (operator, settings) = (operator("minimal"), settings(""));
    let input = Input {
        operator: &operator,
        settings: &settings,
    };
    let page = page();
    let (_, sections) = page.split_once("\n## Alerts\n").expect("there are alerts");
    let (sections, _) = sections.split_once("\n## ").expect("another section follows");
    let sections: Vec<&str> = sections.split("\n### ").skip(1).collect();
    assert_eq!(sections.len(), alerts::all().len());
    for (section, alert) in sections.iter().zip(alerts::all()) {
        let name = section.lines().next().unwrap_or_default();
        let after = alert.after.map_or("at once".to_owned(), |after| {
            format!("after {} minutes", after.trim_end_matches('m'))
        });
        let head = format!(
            "{}\n\n`{}`, {after}.\n\n```text\n{}\n```\n",
            alert.name,
            alert.severity.as_str(),
            alert.expr(&input)
        );
        assert!(section.starts_with(&head), "{name} begins otherwise:\n{head}");
        assert!(section.contains("\n- "), "{name} does not say what to do");
    }
}

#[test]
fn every_panel_has_its_line() {
    let rows = dashboard::rows().iter();
    let table: Vec<String> = rows
        .flat_map(|row| row.panels.iter().map(move |panel| (row.title, panel)))
        .map(|(row, panel)| format!("| {row} | {} | {} |\n", panel.title, panel.about))
        .collect();
    let page = page();
    let (_, found) = page
        .split_once("| row | panel | shows |\n| --- | --- | --- |\n")
        .expect("there is a table");
    assert_eq!(found, table.concat(), "the table is the end of the page");
}

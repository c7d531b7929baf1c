//! `README.md` of the chart, and the text of `values.yaml`: both from the table of values.

use serde_json::{Value as Json, json};

use super::schema::word;
use super::values::Value;
use super::{HelmError, has_crds};
use crate::emit::Input;
use crate::yaml;

/// Longest line of a comment.
const WIDTH: usize = 100;

/// The README.
pub(super) fn readme(input: &Input<'_>, values: &[&Value]) -> String {
    let operator = input.operator;
    let name = &operator.name;
    let mut text = format!("# {name}\n\n");
    if !operator.package.description.is_empty() {
        text.extend([format!("{}\n\n", operator.package.description)]);
    }
    text.extend([format!(
        "```sh\nhelm install {name} charts/{name} --namespace {name}-system --create-namespace\n```\n\n"
    )]);
    text.extend([if has_crds(input) {
        format!(
            "The CRDs are among the templates, so `helm upgrade` upgrades them. With `crds.keep` they stay when the \
             release is uninstalled, and with them all objects of their kinds; `kubectl delete -f` or `kubectl \
             delete crd` takes them away. Where `{name}` is installed twice in a cluster, one release has \
             `crds.install=false`.\n\n"
        )
    } else {
        "The CRDs are not in this chart: apply them first, and again with each new version.\n\n".to_owned()
    }]);
    text += "Objects for the Prometheus Operator are made where the cluster has its API \
             `monitoring.coreos.com/v1`. `helm template`, which asks no cluster, is told with \
             `--api-versions monitoring.coreos.com/v1`.\n\n";
    text += "Name and namespace are those of the release.\n\n## Values\n\n| value | default | |\n| --- | --- | --- |\n";
    for value in values {
        let default = match (value.default)(input) {
            Json::String(text) if text.is_empty() => String::new(),
            default => format!("`{default}`").replace('|', "\\|"),
        };
        text.extend([format!("| `{}` | {default} | {} |\n", value.key, value.about)]);
    }
    text
}

/// The defaults, with what each is for.
pub(super) fn values_file(input: &Input<'_>, values: &[&Value]) -> Result<String, HelmError> {
    level(input, values, 0)
}

fn level(input: &Input<'_>, values: &[&Value], depth: usize) -> Result<String, HelmError> {
    let blank = "  ".repeat(depth);
    let mut text = String::new();
    let mut rest = values;
    while let Some(first) = rest.first() {
        let key = word(first, depth);
        let count = rest.iter().take_while(|value| word(value, depth) == key).count();
        let (these, others) = rest.split_at(count);
        rest = others;
        if depth == 0 && !text.is_empty() {
            text.push('\n');
        }
        if first.key.split('.').count() > depth + 1 {
            text.extend([format!("{blank}{key}:\n{}", level(input, these, depth + 1)?)]);
            continue;
        }
        for line in wrapped(first.about, WIDTH - blank.len() - 2) {
            text.extend([format!("{blank}# {line}\n")]);
        }
        for line in yaml::to_string(&json!({ key: (first.default)(input) }))?.lines() {
            text.extend([format!("{blank}{line}\n")]);
        }
    }
    Ok(text)
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

//! Names, labels and variables.

use kopr_model::{env, names};

use super::checked::checked;
use super::error::HELP;
use crate::objects::labels;

fn refuse(text: &str, what: &str, check: Result<(), names::Refusal>) -> Result<(), String> {
    check.map_err(|why| format!("`{text}` is not {what}: {why}"))
}

checked!(
    /// A name of objects: at most 63 small letters, digits and `-`, with a letter first; a Service takes no other.
    Name,
    |text| refuse(text, "a name for Kubernetes objects", names::dns_1035_label(text))
);

checked!(
    /// Name of an object that is there already: small letters, digits, `-` and `.`.
    ObjectName,
    |text| refuse(text, "a name of an object", names::dns_subdomain(text))
);

checked!(
    /// Name of a namespace: at most 63 small letters, digits and `-`.
    Namespace,
    |text| refuse(text, "a namespace", names::dns_label(text))
);

checked!(
    /// Key of a label or annotation, none of those that kopr sets.
    LabelKey,
    |text| {
        qualified_name(text).map_err(|why| format!("`{text}` is not a label or annotation key: {why}"))?;
        if labels::RESERVED.contains(&text) {
            return Err(format!(
                "`{text}` is set by kopr{HELP}`operator.instance` chooses the instance; the others follow from the code"
            ));
        }
        Ok(())
    }
);

checked!(
    /// Value of a label: at most 63 letters, digits, `-`, `_` and `.`.
    LabelValue,
    |text| {
        let inner = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let edge = |c: char| c.is_ascii_alphanumeric();
        if text.len() <= names::LABEL_MAX
            && text.chars().all(inner)
            && text.chars().next().is_none_or(edge)
            && text.chars().last().is_none_or(edge)
        {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not a label value{HELP}a label value has at most {} letters, digits, `-`, `_` and `.`, and \
             begins and ends with a letter or digit",
            names::LABEL_MAX
        ))
    }
);

checked!(
    /// Name of a label of alerts, as Prometheus takes it.
    AlertLabel,
    |text| {
        let first = text.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if !first || !text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') || text.starts_with("__") {
            return Err(format!(
                "`{text}` is not a name of a label in Prometheus{HELP}it takes letters, digits and `_`, and begins with \
                 a letter"
            ));
        }
        if text == "alertname" {
            return Err(format!("`{text}` is set by Prometheus{HELP}it is the alert's own name"));
        }
        Ok(())
    }
);

checked!(
    /// Name of an environment variable, none of those that kopr sets.
    EnvName,
    |text| {
        let chosen = match text {
            env::WATCH_NAMESPACE => Some("`deploy.watch` chooses the namespaces"),
            env::CLASS => Some("`deploy.class` chooses the class"),
            env::INSTANCE => Some("`operator.instance` chooses the instance"),
            env::LEADER_ELECTION => Some("`deploy.leader-election` chooses it"),
            env::METRICS_TLS => Some("`metrics.tls` chooses it"),
            env::POD_NAMESPACE | env::POD_NAME | env::DESCRIBE => Some("it follows from the pod"),
            _ => None,
        };
        if let Some(chosen) = chosen {
            return Err(format!("`{text}` is set by kopr{HELP}{chosen}"));
        }
        let first = text.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if first && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not the name of an environment variable{HELP}it takes letters, digits and `_`, and begins \
             with no digit"
        ))
    }
);

/// An optional DNS subdomain and `/`, then at most 63 letters, digits, `-`, `_` and `.`.
pub(super) fn qualified_name(text: &str) -> Result<(), String> {
    let name = match text.split_once('/') {
        Some((prefix, name)) => {
            names::dns_subdomain(prefix).map_err(|why| format!("before the `/`, {why}"))?;
            name
        }
        None => text,
    };
    let edge = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    if name.is_empty() {
        return Err("the name is empty".to_owned());
    }
    if name.len() > names::LABEL_MAX {
        return Err(format!(
            "the name has {} characters, {} are the limit",
            name.len(),
            names::LABEL_MAX
        ));
    }
    if let Some(odd) = name
        .chars()
        .find(|c| !(c.is_ascii_alphanumeric() || "-_.".contains(*c)))
    {
        return Err(format!("`{odd}` is not a letter, digit, `-`, `_` or `.`"));
    }
    if edge(name.chars().next()) && edge(name.chars().last()) {
        Ok(())
    } else {
        Err("the name has to begin and end with a letter or digit".to_owned())
    }
}

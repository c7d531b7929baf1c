//! darling's errors in kopr's words: what is wrong, and the way out.

use darling::Error;
use proc_macro2::Span;

/// The errors of one key. What darling gave no place of its own is reported at the key.
pub(crate) fn reword(error: Error, key: Span) -> Vec<syn::Error> {
    let leaves: Vec<(Span, String)> = error
        .flatten()
        .into_iter()
        .map(|leaf| {
            let span = leaf.explicit_span().unwrap_or(key);
            let text = leaf.to_string();
            // Where darling says in its own path is what the span points at.
            let text = text.split(" at ").next().unwrap_or_default().to_owned();
            (span, text)
        })
        .collect();
    // A key that was misspelt is not also missing.
    let misspelt = leaves.iter().any(|(_, text)| !text.starts_with(MISSING));
    leaves
        .into_iter()
        .filter(|(_, text)| !(misspelt && text.starts_with(MISSING)))
        .map(|(span, text)| syn::Error::new(span, say(&text)))
        .collect()
}

const MISSING: &str = "Missing field ";

fn say(text: &str) -> String {
    if let Some(key) = text.strip_prefix(MISSING) {
        return format!("the key {key} is missing here");
    }
    if let Some(key) = text.strip_prefix("Duplicate field ") {
        return format!("{key} is given twice; take one of them out");
    }
    if let Some(rest) = text.strip_prefix("Unknown field: ") {
        if let Some((key, near)) = rest.split_once(". Did you mean ") {
            return format!("there is no key {key} here; did you mean {near}");
        }
        return match rest.split_once(". Available values: ") {
            Some((key, keys)) => format!("there is no key {key} here; the keys are {keys}"),
            None => format!("there is no key {rest} here"),
        };
    }
    if let Some(rest) = text.strip_prefix("Unknown value: ") {
        return match rest.split_once(". ") {
            Some((value, values)) if values.starts_with("Available values: ") => format!(
                "{value} is not a value that this key takes; write one of {}",
                values.trim_start_matches("Available values: ")
            ),
            Some((value, near)) => format!(
                "{value} is not a value that this key takes; {}",
                near.replacen("Did", "did", 1).trim_end_matches('?')
            ),
            None => format!("{rest} is not a value that this key takes; it is `true` or `false`"),
        };
    }
    if ["Unexpected type `string`", "Unexpected type `str`"].contains(&text) {
        return "a text is not what this key takes; write a number, `true` or `false`, or its own keys in parentheses"
            .to_owned();
    }
    if text.starts_with("Unexpected type ") {
        return "this value is not of the type that the key takes; write texts in double quotes".to_owned();
    }
    if text.starts_with("Unexpected meta-item format `literal`") {
        return "a value without its key; write `key = \"value\"`".to_owned();
    }
    if let Some(format) = text.strip_prefix("Unexpected meta-item format ") {
        return match format {
            "`word`" => "this key needs a value".to_owned(),
            "`name-value`" => "this key takes its own keys in parentheses, or none".to_owned(),
            _ => "this key takes no keys of its own; write `key = \"value\"`".to_owned(),
        };
    }
    if let Some(rest) = text.strip_prefix("Unknown literal value ") {
        return format!("{rest} is not a value that this key takes");
    }
    text.to_owned()
}

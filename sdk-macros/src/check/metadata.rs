//! Names of labels and annotations, as the API server takes them.

use kopr_model::names;

/// Longest label value, and longest name behind a prefix.
const MAX: usize = 63;

/// The name of a label or annotation: `example.com/name` or `name`.
pub(crate) fn key(key: &str) -> Result<(), names::Refusal> {
    let name = match key.split_once('/') {
        Some((prefix, name)) => {
            names::dns_subdomain(prefix).map_err(|refusal| format!("in front of `/`, {refusal}"))?;
            name
        }
        None => key,
    };
    if name.is_empty() {
        return Err("it is empty".to_owned());
    }
    word(name)
}

/// The value of a label.
pub(crate) fn label_value(value: &str) -> Result<(), names::Refusal> {
    if value.is_empty() { Ok(()) } else { word(value) }
}

fn word(word: &str) -> Result<(), names::Refusal> {
    if let Some(odd) = word
        .chars()
        .find(|c| !(c.is_ascii_alphanumeric() || "-_.".contains(*c)))
    {
        return Err(format!("`{odd}` is not a letter, a digit, `-`, `_` or `.`"));
    }
    let ends = |c: char| c.is_ascii_alphanumeric();
    if !(word.starts_with(ends) && word.ends_with(ends)) {
        return Err("it has to begin and end with a letter or digit".to_owned());
    }
    if word.len() > MAX {
        return Err(format!("it has {} characters, {MAX} are the limit", word.len()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        for good in [
            "a",
            "app.kubernetes.io/name",
            "helm.sh/resource-policy",
            "A_b.c-d",
        ] {
            assert_eq!(key(good), Ok(()), "{good}");
        }
        let long = "a".repeat(64);
        for (bad, reason) in [
            ("", "it is empty"),
            ("example.com/", "it is empty"),
            ("Example.com/a", "in front of `/`, `E` is a capital letter"),
            ("a/b/c", "`/` is not a letter, a digit, `-`, `_` or `.`"),
            ("a b", "` ` is not a letter, a digit, `-`, `_` or `.`"),
            ("-a", "it has to begin and end with a letter or digit"),
            (long.as_str(), "it has 64 characters, 63 are the limit"),
        ] {
            assert_eq!(key(bad), Err(reason.to_owned()), "{bad}");
        }
    }

    #[test]
    fn values() {
        for good in ["", "v1.2", "a_b"] {
            assert_eq!(label_value(good), Ok(()), "{good}");
        }
        assert!(label_value("a/b").is_err());
    }
}

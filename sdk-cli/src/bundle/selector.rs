//! Selectors of labels, as Kubernetes reads them: `a=b`, `a!=b`, `a in (b, c)`, `a notin (b)`, `a`, `!a`.

use std::collections::BTreeMap;

/// All of its conditions hold for what is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector(Vec<Condition>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    In(String, Vec<String>),
    NotIn(String, Vec<String>),
    Has(String),
    HasNot(String),
}

/// Why a selector cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the selector `{text}` cannot be read: {why}")]
pub struct SelectorError {
    text: String,
    why: String,
}

impl Selector {
    /// Reads a selector; an empty one selects everything.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        let mut conditions = Vec::new();
        for part in parts(text).into_iter().filter(|part| !part.trim().is_empty()) {
            conditions.push(condition(part.trim()).map_err(|why| SelectorError {
                text: text.to_owned(),
                why,
            })?);
        }
        Ok(Self(conditions))
    }

    /// Whether labels meet all conditions.
    pub fn matches(&self, labels: &BTreeMap<&str, &str>) -> bool {
        let is_one_of = |key: &str, values: &[String]| {
            labels
                .get(key)
                .is_some_and(|value| values.iter().any(|known| known == value))
        };
        self.0.iter().all(|condition| match condition {
            Condition::In(key, values) => is_one_of(key, values),
            Condition::NotIn(key, values) => !is_one_of(key, values),
            Condition::Has(key) => labels.contains_key(key.as_str()),
            Condition::HasNot(key) => !labels.contains_key(key.as_str()),
        })
    }
}

/// Cuts at commas outside of parentheses.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn condition(text: &str) -> Result<Condition, String> {
    if let Some(rest) = text.strip_prefix('!') {
        return key(rest).map(Condition::HasNot);
    }
    for (operator, is_in) in [("!=", false), ("==", true), ("=", true)] {
        if let Some((left, right)) = text.split_once(operator) {
            let (left, right) = (key(left)?, vec![right.trim().to_owned()]);
            return Ok(if is_in {
                Condition::In(left, right)
            } else {
                Condition::NotIn(left, right)
            });
        }
    }
    let mut words = text.splitn(2, char::is_whitespace);
    let (first, rest) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default().trim(),
    );
    if rest.is_empty() {
        return key(first).map(Condition::Has);
    }
    let (is_in, list) = match (rest.strip_prefix("notin"), rest.strip_prefix("in")) {
        (Some(list), _) => (false, list),
        (None, Some(list)) => (true, list),
        (None, None) => {
            return Err(format!(
                "`{rest}` follows `{first}`; it may be `in (…)` or `notin (…)`"
            ));
        }
    };
    let list = list.trim();
    let inner = list
        .strip_prefix('(')
        .and_then(|list| list.strip_suffix(')'))
        .ok_or_else(|| format!("`{list}` is no list in parentheses"))?;
    let values = inner.split(',').map(|value| value.trim().to_owned()).collect();
    let first = key(first)?;
    Ok(if is_in {
        Condition::In(first, values)
    } else {
        Condition::NotIn(first, values)
    })
}

fn key(text: &str) -> Result<String, String> {
    let text = text.trim();
    match super::ports::names::qualified_name(text).into_iter().next() {
        None => Ok(text.to_owned()),
        Some(why) => Err(format!("`{text}` is no key of a label: {why}")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Selector;

    #[test]
    fn labels_are_selected() {
        let labels = BTreeMap::from([("name", "operatorhub"), ("suite", "operatorframework")]);
        for (text, expected) in [
            ("", true),
            ("name=operatorhub", true),
            ("name==operatorhub,suite", true),
            ("name=community", false),
            ("name!=community", true),
            ("name in (a, operatorhub)", true),
            ("name notin (a,operatorhub)", false),
            ("!suite", false),
            ("!other", true),
        ] {
            assert_eq!(
                Selector::parse(text).unwrap().matches(&labels),
                expected,
                "{text}"
            );
        }
        for text in ["=x", "name in", "name in x", "a b c", "-=x"] {
            assert!(Selector::parse(text).is_err(), "{text}");
        }
    }
}

//! The record of a test run: which rights an operator used. Its tests write it, `kopr lint` reads it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The form of a record; a reader takes only its own.
pub const FORMAT: u32 = 1;

/// What an operator did in a test run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// The form: [`FORMAT`].
    #[serde(rename = "koprRecord")]
    pub format: u32,
    /// The operator's name.
    pub operator: String,
    /// Rights that requests used.
    pub used: BTreeSet<Right>,
    /// Rights that were refused.
    pub denied: BTreeSet<Right>,
}

/// A verb on a resource of a group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Right {
    /// API group; empty for the core group.
    pub group: String,
    /// Plural resource name, with `/subresource` where it is one.
    pub resource: String,
    /// Verb.
    pub verb: String,
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// Text that is none, or one of another form; in words.
    pub fn read(text: &str) -> Result<Self, String> {
        let record: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if record.format == FORMAT {
            Ok(record)
        } else {
            Err(format!(
                "its form is {}, and {FORMAT} is the one that is read",
                record.format
            ))
        }
    }
}

impl std::fmt::Display for Right {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            group,
            resource,
            verb,
        } = self;
        match (group.as_str(), resource.split_once('/')) {
            ("", _) => write!(f, "{verb} {resource}"),
            (_, Some((resource, sub))) => write!(f, "{verb} {resource}.{group}/{sub}"),
            (_, None) => write!(f, "{verb} {resource}.{group}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back_and_others_refused() {
        let right = |group: &str, resource: &str| Right {
            group: group.to_owned(),
            resource: resource.to_owned(),
            verb: "patch".to_owned(),
        };
        let record = Record {
            format: FORMAT,
            operator: "x".to_owned(),
            used: [
                right("apps", "deployments"),
                right("a.b", "cs/status"),
                right("", "pods"),
            ]
            .into(),
            denied: BTreeSet::new(),
        };
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(Record::read(&text).unwrap(), record);
        let names: Vec<String> = record.used.iter().map(ToString::to_string).collect();
        assert_eq!(
            names,
            ["patch pods", "patch cs.a.b/status", "patch deployments.apps"]
        );

        let newer = text.replace("\"koprRecord\":1", "\"koprRecord\":2");
        assert!(Record::read(&newer).unwrap_err().starts_with("its form is 2"));
        assert!(Record::read("{}").is_err());
    }
}

//! Which namespaces are watched.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::Namespace;
use super::error::HELP;

/// Which namespaces are watched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    /// All of them.
    #[default]
    All,
    /// The operator's own.
    Own,
    /// These; sorted, at least one.
    Namespaces(Vec<Namespace>),
}

impl<'de> Deserialize<'de> for Watch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WatchVisitor;
        impl<'de> Visitor<'de> for WatchVisitor {
            type Value = Watch;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`\"all\"`, `\"own\"` or a list of namespaces")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Watch, E> {
                match word {
                    "all" => Ok(Watch::All),
                    "own" => Ok(Watch::Own),
                    other => Err(E::custom(format!(
                        "`{other}` is neither `all` nor `own`{HELP}a list of namespaces is written `[\"{other}\"]`"
                    ))),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Watch, A::Error> {
                let mut namespaces: Vec<Namespace> = Vec::new();
                while let Some(namespace) = list.next_element()? {
                    if namespaces.contains(&namespace) {
                        return Err(A::Error::custom(format!("`{namespace}` stands there twice")));
                    }
                    namespaces.push(namespace);
                }
                if namespaces.is_empty() {
                    return Err(A::Error::custom(format!(
                        "the list is empty{HELP}`\"all\"` watches all namespaces"
                    )));
                }
                namespaces.sort();
                Ok(Watch::Namespaces(namespaces))
            }
        }
        deserializer.deserialize_any(WatchVisitor)
    }
}

// For the book, which says what a key takes.
#[cfg(test)]
impl schemars::JsonSchema for Watch {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Watch".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "title": "`\"all\"`, `\"own\"` or list of namespaces" })
    }
}

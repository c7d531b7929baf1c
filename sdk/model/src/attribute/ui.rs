//! Keys of `#[kopr(ui(..))]`: what a console shows of a kind and its fields.

use serde::{Deserialize, Serialize};

/// `ui(..)` on a field.
///
/// The words for x-descriptors are those of [`WORDS`](crate::descriptor::WORDS).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct UiAttribute {
    /// Name of the field for people; its JSON name in words unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// What the field is; the first paragraph of its doc comment unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The field has no descriptor.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skip: bool,
    /// An x-descriptor that has no word, such as `urn:alm:descriptor:com.example:map`; may be given several times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub urn: Vec<String>,
    /// Not a key that one writes: the words for x-descriptors, in the order of the code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<UiWord>,
}

/// A word for an x-descriptor, with what it was given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UiWord {
    /// The word.
    pub word: String,
    /// What it was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

/// `ui(..)` on a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct KindUi {
    /// Name of the kind for people; the kind in words unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// What the kind is; the first paragraph of its description unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// A kind that is shown with an object, beside those that its controllers touch; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resource: Vec<RelatedAttribute>,
}

/// `resource(kind = "Pod", version = "v1")`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RelatedAttribute {
    /// Kind, such as `Pod`. Required.
    pub kind: String,
    /// Version, such as `v1`. Required.
    pub version: String,
    /// Name of one object; all unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Parsing by the table of words.
#[cfg(feature = "attr")]
mod parse {
    use darling::ast::NestedMeta;
    use darling::{Error, FromMeta, Result};
    use syn::Meta;

    use super::{UiAttribute, UiWord};
    use crate::attribute::Words;
    use crate::descriptor::words::{Takes, WORDS, Word, find};

    /// Keys that are no words of the table.
    const OWN: [&str; 4] = ["description", "display_name", "skip", "urn"];

    impl FromMeta for UiAttribute {
        fn from_word() -> Result<Self> {
            Err(Error::custom(
                "this key takes its own keys in parentheses, such as `ui(display_name = \"Size\")`",
            ))
        }

        fn from_list(items: &[NestedMeta]) -> Result<Self> {
            let mut errors = Error::accumulator();
            let mut ui = Self::default();
            let mut seen = Vec::new();
            for item in items {
                let meta = match item {
                    NestedMeta::Meta(meta) => meta,
                    NestedMeta::Lit(literal) => {
                        errors.push(Error::unsupported_format("literal").with_span(literal));
                        continue;
                    }
                    // Its value is no expression at all; how, the reader of texts says.
                    NestedMeta::NameValueInvalidExpr(_) => {
                        errors.handle(String::from_nested_meta(item));
                        continue;
                    }
                };
                let name = meta
                    .path()
                    .get_ident()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                if name != "urn" && seen.contains(&name) {
                    errors.push(Error::duplicate_field(&name).with_span(meta.path()));
                    continue;
                }
                errors.handle(ui.take(&name, meta));
                seen.push(name);
            }
            errors.finish_with(ui)
        }
    }

    impl UiAttribute {
        fn take(&mut self, name: &str, meta: &Meta) -> Result<()> {
            match name {
                "display_name" => self.display_name = Some(String::from_meta(meta)?),
                "description" => self.description = Some(String::from_meta(meta)?),
                "skip" => self.skip = bool::from_meta(meta)?,
                "urn" => self.urn.push(String::from_meta(meta)?),
                _ => {
                    let Some(word) = find(name) else {
                        let known: Vec<&str> = WORDS.iter().map(|word| word.word).chain(OWN).collect();
                        return Err(Error::unknown_field_with_alts(name, &known).with_span(meta.path()));
                    };
                    self.words.push(UiWord {
                        word: name.to_owned(),
                        values: values(word, meta)?,
                    });
                }
            }
            Ok(())
        }
    }

    /// What a word was given.
    fn values(word: &Word, meta: &Meta) -> Result<Vec<String>> {
        let wrong = || {
            let text = match word.takes {
                Takes::Nothing => format!("`{}` takes nothing; write the word alone", word.word),
                _ => format!("write `{}`", word.written),
            };
            Error::custom(text).with_span(meta)
        };
        let given = match (word.takes, meta) {
            (Takes::Nothing | Takes::Values, Meta::Path(_)) => return Ok(Vec::new()),
            (Takes::Nothing, _) | (_, Meta::Path(_)) => return Err(wrong()),
            _ => Words::from_meta(meta)?.0,
        };
        let fits = match word.takes {
            Takes::Values => !given.is_empty(),
            Takes::Dependency => given.len() == 2,
            _ => given.len() == 1,
        };
        if fits { Ok(given) } else { Err(wrong()) }
    }
}

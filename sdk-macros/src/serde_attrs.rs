//! What serde's attributes say: everything that decides the form on the wire.
//!
//! schemars reads the same keys from its own attribute and lets those win, since they say what the schema
//! is to be; so does this.

use proc_macro2::Span;
use syn::{Attribute, LitStr, Token, meta::ParseNestedMeta, spanned::Spanned};

/// What serde's attributes say of a type, a variant or a field; keys that the place has not are unset.
#[derive(Clone, Default)]
pub(crate) struct Serde {
    /// `rename = ".."`: the name on the wire.
    pub(crate) rename: Option<String>,
    /// Names that differ for writing and reading: which, and where that is said.
    pub(crate) split: Vec<(Span, String)>,
    /// `rename_all = ".."`: of the fields of a struct, of the variants of an enum.
    pub(crate) rename_all: Option<Case>,
    /// `rename_all_fields = ".."`: of the fields of an enum's variants.
    pub(crate) rename_all_fields: Option<Case>,
    /// `default`, of the field or of all fields.
    pub(crate) defaulted: bool,
    /// Neither written nor read.
    pub(crate) skipped: bool,
    /// Read, and never written.
    pub(crate) skipped_writing: bool,
    /// Written, and never read.
    pub(crate) skipped_reading: bool,
    /// Left out when it is `None`.
    pub(crate) omits_none: bool,
    /// Its members stand beside its neighbours.
    pub(crate) flattened: bool,
    /// The type looks like its only field.
    pub(crate) transparent: bool,
    /// `tag = ".."`: the member that says which variant it is.
    pub(crate) tag: Option<String>,
    /// `content = ".."`: the member that holds the variant's data.
    pub(crate) content: Option<String>,
    /// Variants are told apart by their form.
    pub(crate) untagged: bool,
    /// Takes all names that no other variant has.
    pub(crate) other: bool,
    /// Further names that are read, and where they are said.
    pub(crate) aliases: Vec<(Span, String)>,
    /// Another form than the type's own: `with`, `from`, `into`, `remote`, or a schema given by hand.
    pub(crate) converted: bool,
    /// Fields that the type does not have are an error.
    pub(crate) deny_unknown_fields: bool,
}

impl Serde {
    /// Reads the attributes of one place.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut serde = Self::default();
        for name in ["serde", "schemars"] {
            for attribute in attributes
                .iter()
                .filter(|attribute| attribute.path().is_ident(name))
            {
                // Mistakes in their attributes are theirs to report.
                let _ = attribute.parse_nested_meta(|meta| serde.key(name == "schemars", &meta));
            }
        }
        serde.skipped |= serde.skipped_reading && serde.skipped_writing;
        serde
    }

    fn key(&mut self, schemars: bool, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let key = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        let span = meta.path.span();
        match key.as_str() {
            "rename" => {
                if let Some(name) = self.names(&key, meta)? {
                    self.rename = Some(name);
                }
            }
            "rename_all" => {
                if let Some(rule) = self.names(&key, meta)? {
                    self.rename_all = Case::parse(&rule);
                }
            }
            "rename_all_fields" => {
                if let Some(rule) = self.names(&key, meta)? {
                    self.rename_all_fields = Case::parse(&rule);
                }
            }
            "tag" => self.tag = text(meta)?,
            "content" => self.content = text(meta)?,
            "alias" => {
                if let Some(name) = text(meta)? {
                    self.aliases.push((span, name));
                }
            }
            "default" => {
                self.defaulted = true;
                rest(meta)?;
            }
            "skip" => self.skipped = true,
            "skip_serializing" => self.skipped_writing = true,
            "skip_deserializing" => self.skipped_reading = true,
            "skip_serializing_if" => {
                let condition = text(meta)?.unwrap_or_default();
                self.omits_none = condition.replace(' ', "").ends_with("Option::is_none");
            }
            "flatten" => self.flattened = true,
            "transparent" => self.transparent = true,
            "untagged" => self.untagged = true,
            "other" => self.other = true,
            "deny_unknown_fields" => self.deny_unknown_fields = true,
            // `extend` of schemars may say another type.
            "with" | "schema_with" | "serialize_with" | "deserialize_with" | "from" | "try_from" | "into"
            | "remote" | "transform" | "extend" => {
                // A function that writes a field says nothing of its schema, in schemars' eyes.
                self.converted = true;
                rest(meta)?;
            }
            "required" if schemars => rest(meta)?,
            _ => rest(meta)?,
        }
        Ok(())
    }

    /// `= "name"`, or `(serialize = "..", deserialize = "..")`: the name that is read, which is the one that
    /// the schema has. Names that differ are noted.
    fn names(&mut self, key: &str, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<String>> {
        if !meta.input.peek(syn::token::Paren) {
            return text(meta);
        }
        let (mut written, mut read) = (None, None);
        let span = meta.path.span();
        meta.parse_nested_meta(|meta| {
            let is_written = meta.path.is_ident("serialize");
            let name = text(&meta)?;
            if is_written {
                written = name;
            } else {
                read = read.take().or(name);
            }
            Ok(())
        })?;
        if written != read {
            let side = |name: &Option<String>| {
                name.as_ref()
                    .map_or_else(|| "its own name".to_owned(), |name| format!("`{name}`"))
            };
            self.split.push((
                span,
                format!("`{key}` writes {} and reads {}", side(&written), side(&read)),
            ));
        }
        Ok(read)
    }

    /// The name of a field on the wire, by its own attributes and the rule of what it is in.
    pub(crate) fn field_name(&self, ident: &syn::Ident, rule: Option<Case>) -> String {
        self.rename.clone().unwrap_or_else(|| {
            let name = plain(ident);
            rule.map_or(name.clone(), |rule| rule.field(&name))
        })
    }

    /// The name of a variant on the wire.
    pub(crate) fn variant_name(&self, ident: &syn::Ident, rule: Option<Case>) -> String {
        self.rename.clone().unwrap_or_else(|| {
            let name = plain(ident);
            rule.map_or(name.clone(), |rule| rule.variant(&name))
        })
    }
}

/// A name without `r#`.
fn plain(ident: &syn::Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}

/// The text behind `=`, if it is one.
fn text(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<String>> {
    if meta.input.peek(Token![=]) {
        let value: syn::Expr = meta.value()?.parse()?;
        return Ok(match value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some(LitStr::value(&text)),
            _ => None,
        });
    }
    rest(meta)?;
    Ok(None)
}

/// Reads over a value.
fn rest(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        let _: syn::Expr = meta.value()?.parse()?;
    } else if meta.input.peek(syn::token::Paren) {
        let _: proc_macro2::Group = meta.input.parse()?;
    }
    Ok(())
}

/// Ways to write names, as serde knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "snake_case" => Self::Snake,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// A field, whose own name is in `snake_case`.
    fn field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => {
                let mut out = String::new();
                let mut capital = true;
                for c in name.chars() {
                    if c == '_' {
                        capital = true;
                    } else if capital {
                        out.push(c.to_ascii_uppercase());
                        capital = false;
                    } else {
                        out.push(c);
                    }
                }
                out
            }
            Self::Camel => first_lower(&Self::Pascal.field(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// A variant, whose own name is in `PascalCase`.
    fn variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => first_lower(name),
            Self::Snake => {
                let mut out = String::new();
                for (at, c) in name.char_indices() {
                    if at > 0 && c.is_uppercase() {
                        out.push('_');
                    }
                    out.push(c.to_ascii_lowercase());
                }
                out
            }
            Self::ScreamingSnake => Self::Snake.variant(name).to_ascii_uppercase(),
            Self::Kebab => Self::Snake.variant(name).replace('_', "-"),
            Self::ScreamingKebab => Self::ScreamingSnake.variant(name).replace('_', "-"),
        }
    }
}

fn first_lower(name: &str) -> String {
    let mut out = name.to_owned();
    if let Some(first) = out.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    out
}

#[cfg(test)]
mod tests {
    use syn::{Fields, ItemEnum, ItemStruct};

    use super::*;

    /// The names of the fields of a struct.
    fn fields(item: &str) -> Vec<String> {
        let item: ItemStruct = syn::parse_str(item).expect("a struct");
        let rule = Serde::of(&item.attrs).rename_all;
        let Fields::Named(fields) = item.fields else {
            panic!("with named fields")
        };
        fields
            .named
            .iter()
            .map(|field| Serde::of(&field.attrs).field_name(field.ident.as_ref().expect("it is named"), rule))
            .collect()
    }

    #[test]
    fn names_of_fields() {
        let check = |rule: &str, expected: [&str; 3]| {
            let item = format!(
                "#[serde(rename_all = \"{rule}\")] struct S {{ a: u8, url_v2: u8, #[serde(rename = \"x-y\")] b: u8 }}"
            );
            assert_eq!(fields(&item), expected, "{rule}");
        };
        check("lowercase", ["a", "url_v2", "x-y"]);
        check("UPPERCASE", ["A", "URL_V2", "x-y"]);
        check("PascalCase", ["A", "UrlV2", "x-y"]);
        check("camelCase", ["a", "urlV2", "x-y"]);
        check("snake_case", ["a", "url_v2", "x-y"]);
        check("SCREAMING_SNAKE_CASE", ["A", "URL_V2", "x-y"]);
        check("kebab-case", ["a", "url-v2", "x-y"]);
        check("SCREAMING-KEBAB-CASE", ["A", "URL-V2", "x-y"]);
        assert_eq!(fields("struct S { r#type: u8 }"), ["type"]);
        // schemars' own word wins: it is the schema's.
        assert_eq!(
            fields("struct S { #[schemars(rename = \"s\")] #[serde(rename = \"d\")] a: u8 }"),
            ["s"]
        );
    }

    #[test]
    fn names_of_variants() {
        let check = |rule: &str, expected: &str| {
            let item = format!(
                "#[serde(rename_all = \"{rule}\")] enum E {{ TwoWords, #[serde(rename = \"x\")] B }}"
            );
            let item: ItemEnum = syn::parse_str(&item).expect("an enum");
            let rule = Serde::of(&item.attrs).rename_all;
            let names: Vec<String> = item
                .variants
                .iter()
                .map(|variant| Serde::of(&variant.attrs).variant_name(&variant.ident, rule))
                .collect();
            assert_eq!(names, [expected, "x"]);
        };
        check("lowercase", "twowords");
        check("UPPERCASE", "TWOWORDS");
        check("PascalCase", "TwoWords");
        check("camelCase", "twoWords");
        check("snake_case", "two_words");
        check("SCREAMING_SNAKE_CASE", "TWO_WORDS");
        check("kebab-case", "two-words");
        check("SCREAMING-KEBAB-CASE", "TWO-WORDS");
    }

    fn read(attributes: &str) -> Serde {
        let item: ItemStruct = syn::parse_str(&format!("{attributes} struct S;")).expect("an item");
        Serde::of(&item.attrs)
    }

    #[test]
    fn every_key() {
        let serde = read(
            r#"#[serde(tag = "t", content = "c", untagged, transparent, default, deny_unknown_fields, bound = "")]"#,
        );
        assert_eq!(
            (serde.tag.as_deref(), serde.content.as_deref()),
            (Some("t"), Some("c"))
        );
        assert!(serde.untagged && serde.transparent && serde.defaulted && serde.deny_unknown_fields);
        let serde = read(
            r#"#[serde(default = "f", flatten, other, alias = "a", alias = "b", skip_serializing_if = "Option::is_none")]"#,
        );
        assert!(serde.defaulted && serde.flattened && serde.other && serde.omits_none);
        let aliases: Vec<&str> = serde.aliases.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(aliases, ["a", "b"]);
        for converted in [
            r#"with = "m""#,
            r#"serialize_with = "f""#,
            r#"deserialize_with = "f""#,
            r#"from = "T""#,
            r#"try_from = "T""#,
            r#"into = "T""#,
            r#"remote = "T""#,
        ] {
            assert!(read(&format!("#[serde({converted})]")).converted, "{converted}");
        }
        assert!(read(r#"#[schemars(schema_with = "f", range(min = 1))]"#).converted);
        assert!(!read("#[schemars(range(min = 1), length(max = 2))]").converted);
    }

    #[test]
    fn skipping() {
        let check = |keys: &str, skipped, writing, reading| {
            let serde = read(&format!("#[serde({keys})]"));
            let found = (serde.skipped, serde.skipped_writing, serde.skipped_reading);
            assert_eq!(found, (skipped, writing, reading), "{keys}");
        };
        check("skip", true, false, false);
        check("skip_serializing", false, true, false);
        check("skip_deserializing", false, false, true);
        check("skip_serializing, skip_deserializing", true, true, true);
    }

    #[test]
    fn names_that_differ() {
        let check = |keys: &str, name: Option<&str>, said: &[&str]| {
            let serde = read(&format!("#[serde({keys})]"));
            assert_eq!(serde.rename.as_deref(), name, "{keys}");
            let found: Vec<&str> = serde.split.iter().map(|(_, text)| text.as_str()).collect();
            assert_eq!(found, said, "{keys}");
        };
        check(r#"rename(serialize = "a", deserialize = "a")"#, Some("a"), &[]);
        check(
            r#"rename(serialize = "a", deserialize = "b")"#,
            Some("b"),
            &["`rename` writes `a` and reads `b`"],
        );
        check(
            r#"rename(serialize = "a")"#,
            None,
            &["`rename` writes `a` and reads its own name"],
        );
        check(
            r#"rename_all(serialize = "camelCase", deserialize = "snake_case")"#,
            None,
            &["`rename_all` writes `camelCase` and reads `snake_case`"],
        );
    }
}

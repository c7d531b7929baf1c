//! From the text of `kopr.toml` to settings: profiles are laid over the rest as tables, before anything is read.

use std::sync::Arc;

use miette::NamedSource;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::Mistake;
use super::origin::{Origins, leaves};
use super::spot::{path_of, spot, take_out};
use super::wording::reword;
use super::{Settings, SettingsError};
use crate::suggest;

/// Name of the table of profiles.
const PROFILE: &str = "profile";

/// Most mistakes that are looked for in one table: a guard against a file that is something else.
const MANY: usize = 50;

impl Settings {
    /// Reads `kopr.toml` and lays the named profile over it: tables are merged key by key, all else
    /// is replaced. Profiles that are not chosen are read too, so that a mistake in one is not found only
    /// when it is needed. `file_name` is for messages.
    ///
    /// # Errors
    /// Text that is not TOML, an unknown key, a value that its key does not take, an unknown profile: all that is
    /// wrong, not only the first.
    pub fn parse(text: &str, file_name: &str, profile: Option<&str>) -> Result<Self, SettingsError> {
        Self::parse_with_origins(text, file_name, profile).map(|(settings, _)| settings)
    }

    /// The same, and where each value that is set comes from.
    pub fn parse_with_origins(
        text: &str,
        file_name: &str,
        profile: Option<&str>,
    ) -> Result<(Self, Origins), SettingsError> {
        let mut reader = Reader {
            text: Arc::new(NamedSource::new(file_name, text.to_owned())),
            mistakes: Vec::new(),
        };
        let (file, wrong) = DeTable::parse_recoverable(text);
        for error in wrong {
            reader.mistake(error.message(), error.span(), "");
        }
        // What could be saved of a broken text may mean anything.
        if let Some(error) = SettingsError::of(std::mem::take(&mut reader.mistakes), file_name) {
            return Err(error);
        }
        let mut base = file;
        let profiles = match base.get_mut().remove(PROFILE) {
            Some(profiles) => reader.profiles(profiles),
            None => Vec::new(),
        };
        let mut settings = reader.read(&mut base);
        let mut chosen = None;
        for (name, over) in &profiles {
            let mut merged = base.clone();
            overlay(merged.get_mut(), over.get_ref().clone());
            let read = reader.read(&mut merged);
            if profile == Some(name.as_str()) {
                settings = read;
                chosen = Some((name.as_str(), over, merged));
            }
        }
        if let (Some(name), None) = (profile, &chosen) {
            let known: Vec<_> = profiles.iter().map(|(name, _)| name.as_str()).collect();
            reader.mistakes.push(Mistake::new(
                format!("`{file_name}` has no profile `{name}`"),
                Some(suggest::help(name, &known)),
                None,
                &reader.text,
            ));
        }
        let origins = match &chosen {
            Some((name, over, merged)) => Origins::new(
                leaves(merged.get_ref(), text),
                Some(&(name, leaves(over.get_ref(), text))),
                file_name,
            ),
            None => Origins::new(leaves(base.get_ref(), text), None, file_name),
        };
        match SettingsError::of(reader.mistakes, file_name) {
            Some(error) => Err(error),
            None => Ok((settings.unwrap_or_default(), origins)),
        }
    }

    /// The profiles of a `kopr.toml`, sorted; none where it cannot be read.
    pub fn profiles(text: &str) -> Vec<String> {
        let table: toml::Table = text.parse().unwrap_or_default();
        let profiles = table.get(PROFILE).and_then(toml::Value::as_table);
        profiles
            .into_iter()
            .flatten()
            .map(|(name, _)| name.clone())
            .collect()
    }
}

type Table<'i> = Spanned<DeTable<'i>>;

/// Reads tables and collects what is wrong.
struct Reader {
    text: Arc<NamedSource<String>>,
    mistakes: Vec<Mistake>,
}

impl Reader {
    /// What a table says. Each entry that is wrong is told, taken out, and the rest is read again.
    fn read(&mut self, table: &mut Table<'_>) -> Option<Settings> {
        for _ in 0..MANY {
            let deserializer = toml::de::Deserializer::from(table.clone());
            let error = match Settings::deserialize(deserializer) {
                Ok(settings) => return Some(settings),
                Err(error) => error,
            };
            let place = error.span().and_then(|span| spot(table.get_ref(), &span));
            let path = place.as_ref().map(|place| path_of(place)).unwrap_or_default();
            self.mistake(error.message(), error.span(), &path);
            if !place.is_some_and(|place| take_out(table.get_mut(), &place)) {
                return None;
            }
        }
        None
    }

    fn mistake(&mut self, message: &str, span: Option<std::ops::Range<usize>>, path: &str) {
        let (message, help) = reword(message, path);
        self.mistakes.push(Mistake::new(message, help, span, &self.text));
    }

    /// The profiles by name, sorted.
    fn profiles<'i>(&mut self, profiles: Spanned<DeValue<'i>>) -> Vec<(String, Table<'i>)> {
        let mut no_profile = |span| {
            self.mistakes.push(Mistake::new(
                "this is not a profile".to_owned(),
                Some("a profile is a table, such as `[profile.prod.deploy]`".to_owned()),
                Some(span),
                &self.text,
            ));
        };
        let span = profiles.span();
        let DeValue::Table(profiles) = profiles.into_inner() else {
            no_profile(span);
            return Vec::new();
        };
        let mut found = Vec::new();
        for (name, value) in profiles {
            let span = value.span();
            match value.into_inner() {
                DeValue::Table(table) => {
                    found.push((name.into_inner().into_owned(), Spanned::new(span, table)));
                }
                _ => no_profile(span),
            }
        }
        found
    }
}

fn overlay<'i>(base: &mut DeTable<'i>, over: DeTable<'i>) {
    for (key, value) in over {
        let both_tables = match (base.get_mut(key.get_ref().as_ref()), value.get_ref()) {
            (Some(base), DeValue::Table(_)) => match base.get_mut() {
                DeValue::Table(base) => Some(base),
                _ => None,
            },
            _ => None,
        };
        match (both_tables, value) {
            (Some(base), value) if value.get_ref().is_table() => {
                if let DeValue::Table(over) = value.into_inner() {
                    overlay(base, over);
                }
            }
            (_, value) => {
                // The key is taken along with the value: both are shown where the profile has them.
                base.remove(key.get_ref().as_ref());
                base.insert(key, value);
            }
        }
    }
}

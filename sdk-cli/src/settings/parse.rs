//! From the text of `kopr.toml` to settings: profiles are laid over the rest as tables, before anything is read.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Settings, SettingsError};

/// Name of the table of profiles.
const PROFILE: &str = "profile";

impl Settings {
    /// Reads `kopr.toml` and lays the named profile over it: tables are merged key by key, all else
    /// is replaced. Profiles that are not chosen are read too, so that a mistake in one is not found only
    /// when it is needed. `file_name` is for messages.
    ///
    /// # Errors
    /// Text that is not TOML, an unknown key, a value that its key does not take, an unknown profile.
    pub fn parse(text: &str, file_name: &str, profile: Option<&str>) -> Result<Self, SettingsError> {
        let wrong = |error: toml::de::Error| SettingsError::from_toml(&error, text, file_name);
        let mut file = DeTable::parse(text).map_err(wrong)?;
        let profiles = match file.get_mut().remove(PROFILE) {
            Some(profiles) => {
                tables(profiles).map_err(|span| SettingsError::no_profile(span, text, file_name))?
            }
            None => Vec::new(),
        };
        for (_, table) in &profiles {
            read(table.clone()).map_err(wrong)?;
        }
        let settings = read(file.clone()).map_err(wrong)?;
        let Some(name) = profile else {
            return Ok(settings);
        };
        let known: Vec<_> = profiles.iter().map(|(name, _)| name.as_str()).collect();
        match profiles.iter().find(|(known, _)| known == name) {
            Some((_, over)) => {
                overlay(file.get_mut(), over.get_ref().clone());
                read(file).map_err(wrong)
            }
            None => Err(SettingsError::unknown_profile(name, &known, text, file_name)),
        }
    }
}

type Table<'i> = Spanned<DeTable<'i>>;

fn read(table: Table<'_>) -> Result<Settings, toml::de::Error> {
    Settings::deserialize(toml::de::Deserializer::from(table))
}

/// The profiles by name, sorted; or the place of what is none.
fn tables(profiles: Spanned<DeValue<'_>>) -> Result<Vec<(String, Table<'_>)>, Range<usize>> {
    let span = profiles.span();
    let DeValue::Table(profiles) = profiles.into_inner() else {
        return Err(span);
    };
    profiles
        .into_iter()
        .map(|(name, value)| {
            let span = value.span();
            match value.into_inner() {
                DeValue::Table(table) => Ok((name.into_inner().into_owned(), Spanned::new(span, table))),
                _ => Err(span),
            }
        })
        .collect()
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

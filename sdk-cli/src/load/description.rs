//! A description's bytes -> an operator: the version first, everything else after.

use std::collections::BTreeSet;

use kopr_model::{Description, Failure, Operator, Outcome, SCHEMA_VERSION, SchemaVersion};
use serde::Deserialize as _;
use serde_json::Value;

use super::error::LoadError;

/// Where a description comes from.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// File or executable, for messages.
    pub name: String,
    /// Whether a program wrote it just now.
    pub by_program: bool,
    /// Who depends on which kopr.
    pub sdk: Sdk,
}

/// What is known about the operator's kopr, for the command that mends a mismatch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sdk {
    /// The operator's manifest.
    pub manifest: Option<String>,
    /// The checkout that it takes kopr from, where it does.
    pub checkout: Option<String>,
}

/// What a description says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Described {
    /// The operator, and warnings about what this version does not know.
    Operator(Box<Operator>, Vec<String>),
    /// The program's own report of why it cannot describe itself.
    Failure(Failure),
}

impl Origin {
    fn not_a_description(&self, reason: String) -> LoadError {
        LoadError::NotADescription {
            origin: self.name.clone(),
            reason,
            by_program: self.by_program,
        }
    }
}

/// Reads a description.
pub(super) fn read(bytes: &[u8], origin: &Origin) -> Result<Described, LoadError> {
    from_value(&parse(bytes, origin)?, origin)
}

/// Reads a description as JSON, before anything is known of its version.
pub(super) fn parse(bytes: &[u8], origin: &Origin) -> Result<Value, LoadError> {
    serde_json::from_slice(bytes)
        .map_err(|error| origin.not_a_description(format!("it is not JSON ({error})")))
}

/// Reads a description from its JSON.
pub(super) fn from_value(value: &Value, origin: &Origin) -> Result<Described, LoadError> {
    let not = |reason: String| origin.not_a_description(reason);
    let found = version(value).ok_or_else(|| not("it has no `kopr_model` version".to_owned()))?;
    let sdk = value
        .get("kopr")
        .and_then(Value::as_str)
        .unwrap_or("of an unknown version")
        .to_owned();
    let mismatch = |found| LoadError::Version {
        origin: origin.name.clone(),
        found,
        sdk: sdk.clone(),
        mend: mend(found, &sdk, &origin.sdk),
    };
    if found.major != SCHEMA_VERSION.major {
        return Err(mismatch(found));
    }
    let newer = found.minor > SCHEMA_VERSION.minor;
    let description: Description = match Description::deserialize(value) {
        Ok(description) => description,
        // A newer minor only adds fields, so the way out is the same as for another major.
        Err(_) if newer => return Err(mismatch(found)),
        Err(error) => return Err(not(error.to_string())),
    };
    let mut warnings = Vec::new();
    if newer {
        warnings.push(newer_warning(value, &description, found, &sdk, origin));
    }
    Ok(match description.outcome {
        Outcome::Operator(operator) => Described::Operator(operator, warnings),
        Outcome::Failure(failure) => Described::Failure(failure),
    })
}

fn version(value: &Value) -> Option<SchemaVersion> {
    let version = value.get("kopr_model")?;
    let part = |name: &str| u32::try_from(version.get(name)?.as_u64()?).ok();
    Some(SchemaVersion {
        major: part("major")?,
        minor: part("minor")?,
    })
}

fn newer_warning(
    value: &Value,
    description: &Description,
    found: SchemaVersion,
    sdk: &str,
    origin: &Origin,
) -> String {
    let mut unknown = BTreeSet::new();
    if let Ok(known) = serde_json::to_value(description) {
        unknown_fields(value, &known, "", &mut unknown);
    }
    let fields = if unknown.is_empty() {
        "no field in it is unknown".to_owned()
    } else {
        let list = unknown
            .iter()
            .map(|field| format!("`{field}`"))
            .collect::<Vec<_>>()
            .join(", ");
        format!("not understood and left out: {list}")
    };
    format!(
        "`{}` describes itself in version {found}, newer than {SCHEMA_VERSION}, which this kopr reads; {fields}; {}",
        origin.name,
        mend(found, sdk, &origin.sdk)
    )
}

/// Paths of fields that hold something and that reading left out.
fn unknown_fields(found: &Value, known: &Value, path: &str, unknown: &mut BTreeSet<String>) {
    match (found, known) {
        (Value::Object(found), Value::Object(known)) => {
            for (key, value) in found {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                match known.get(key) {
                    Some(known) => unknown_fields(value, known, &path, unknown),
                    // Writing leaves out what is empty, so an absent empty value was not lost.
                    None if is_empty(value) => {}
                    None => {
                        unknown.insert(path);
                    }
                }
            }
        }
        (Value::Array(found), Value::Array(known)) => {
            for (found, known) in found.iter().zip(known) {
                unknown_fields(found, known, &format!("{path}[]"), unknown);
            }
        }
        _ => {}
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
    }
}

/// The command that brings both sides together.
fn mend(found: SchemaVersion, sdk: &str, operator: &Sdk) -> String {
    let cli_is_older = (found.major, found.minor) > (SCHEMA_VERSION.major, SCHEMA_VERSION.minor);
    let command = match (cli_is_older, &operator.checkout) {
        (true, Some(checkout)) => format!("cargo install --locked --path {checkout}/sdk-cli"),
        (true, None) => format!("cargo install --locked kopr-cli --version ={sdk}"),
        (false, Some(checkout)) => {
            return format!(
                "bring the operator's kopr up to date: it comes from the checkout `{checkout}`, which is older than this kopr {}",
                env!("CARGO_PKG_VERSION")
            );
        }
        (false, None) => {
            let manifest = operator
                .manifest
                .as_ref()
                .map(|path| format!(" --manifest-path {path}"));
            format!(
                "cargo add kopr@{}{}",
                env!("CARGO_PKG_VERSION"),
                manifest.unwrap_or_default()
            )
        }
    };
    let side = if cli_is_older {
        "this command"
    } else {
        "the operator's kopr"
    };
    format!("bring {side} up to date: `{command}`")
}

#[cfg(test)]
#[path = "description_tests.rs"]
mod tests;

//! The file that an operator writes when it is asked to describe itself.

use serde::{Deserialize, Serialize};

use crate::{Operator, Source};

/// Version of the shape of a [`Description`].
///
/// A new optional field raises the minor version; anything else that changes the shape raises the
/// major version. A test compares the shape with the approved one and fails until this is decided.
pub const SCHEMA_VERSION: SchemaVersion = SchemaVersion { major: 1, minor: 3 };

/// Major and minor version of the description's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SchemaVersion {
    /// Readers and writers of different majors do not understand each other.
    pub major: u32,
    /// A newer minor only adds fields.
    pub minor: u32,
}

impl std::fmt::Display for SchemaVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The whole file: version first, so that it can be checked before anything else is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Description {
    /// Version of the shape.
    pub kopr_model: SchemaVersion,
    /// Version of the SDK that wrote it, for messages.
    pub kopr: String,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// A description, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// The operator.
    Operator(Box<Operator>),
    /// Why the program could not describe itself.
    Failure(Failure),
}

/// Why a program could not describe itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// Kind of failure.
    pub kind: FailureKind,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The places that are wrong, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offences: Vec<Offence>,
}

/// One place that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Offence {
    /// Where.
    pub source: Source,
    /// What.
    pub message: String,
}

/// Kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// Nothing was registered.
    Empty,
    /// Types were derived in the operator's package and registered nowhere.
    Unregistered,
    /// What was registered cannot be described (names that clash, schemas that cannot be made).
    Invalid,
    /// The operator's own code panicked.
    Panic,
    /// The operator's own code returned an error.
    Error,
}

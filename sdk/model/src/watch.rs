//! Kinds that are listed and watched.

use serde::{Deserialize, Serialize};

use crate::{AccessScope, Scope};

/// A kind as it is named in requests.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct KindRef {
    /// API group; empty for the core group.
    pub group: String,
    /// API version.
    pub version: String,
    /// Kind.
    pub kind: String,
    /// Plural resource name.
    pub plural: String,
    /// Where its objects live.
    pub scope: Scope,
}

impl KindRef {
    /// `group/version`, or only the version for the core group.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() {
            self.version.clone()
        } else {
            format!("{}/{}", self.group, self.version)
        }
    }
}

/// How a change of a watched object finds the object to reconcile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Relation {
    /// It is the object.
    Primary,
    /// Its controlling owner reference names the object.
    Owned,
    /// The object's reconcile has read it.
    Read,
    /// Its labels name the object, where no owner reference can.
    Linked,
}

/// How much of the objects is fetched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Form {
    /// Whole objects.
    #[default]
    Full,
    /// Only metadata.
    Metadata,
}

/// A kind that a controller lists and watches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Watch {
    /// What is watched.
    pub kind: KindRef,
    /// How a change finds its object.
    pub relation: Relation,
    /// Where it is watched.
    pub scope: AccessScope,
    /// Label selector, where the watch is narrowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// How much of the objects is fetched.
    #[serde(default)]
    pub form: Form,
}

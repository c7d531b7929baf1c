//! Rules: what an argument needs to be allowed.

use serde::{Deserialize, Serialize};

/// A verb of the Kubernetes API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words are the API's own")]
pub enum Verb {
    Bind,
    Create,
    Delete,
    DeleteCollection,
    Escalate,
    Get,
    Impersonate,
    List,
    Patch,
    Update,
    Watch,
}

impl Verb {
    /// The word that a role takes.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bind => "bind",
            Self::Create => "create",
            Self::Delete => "delete",
            Self::DeleteCollection => "deletecollection",
            Self::Escalate => "escalate",
            Self::Get => "get",
            Self::Impersonate => "impersonate",
            Self::List => "list",
            Self::Patch => "patch",
            Self::Update => "update",
            Self::Watch => "watch",
        }
    }
}

/// Where a rule has to hold. Which namespaces are watched is chosen at deploy time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AccessScope {
    /// In the watched namespaces.
    #[default]
    Watched,
    /// In the operator's own namespace.
    Here,
    /// In the whole cluster, whatever is watched; also what cluster-scoped kinds need.
    Everywhere,
}

/// Marks rules that no request of the program shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Via {
    /// Only admission checks it (bind, escalate, finalizers where ownership is enforced).
    Admission,
}

/// The argument that asks for a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// Path of the handler function, or of the part of the runtime that needs it.
    pub handler: String,
    /// The argument's type as one would write it, such as `Owned<Deployment>`.
    pub argument: String,
}

/// Verbs on one resource in one scope.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// API group; empty for the core group.
    pub group: String,
    /// Plural resource name, with `/subresource` where it is one.
    pub resource: String,
    /// Object names; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resource_names: Vec<String>,
    /// Verbs, sorted, never empty.
    pub verbs: Vec<Verb>,
    /// Where it has to hold.
    pub scope: AccessScope,
    /// Set where no request shows the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
    /// Who asks for it.
    pub origin: Origin,
}

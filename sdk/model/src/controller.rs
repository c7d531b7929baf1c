//! Controllers and their handlers.

use serde::{Deserialize, Serialize};

use crate::{KindRef, Rule, Source, Watch};

/// A primary kind and the functions that look after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Controller {
    /// Name, unique in the operator: the lower-cased kind unless set in code. Part of the field manager.
    pub name: String,
    /// The kind that it reconciles.
    pub primary: KindRef,
    /// Its handlers: reconcile first, then cleanup if there is one.
    pub handlers: Vec<Handler>,
    /// Everything it watches, sorted and without doubles.
    pub watches: Vec<Watch>,
}

impl Controller {
    /// All rules of all arguments, in the order of the code.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.handlers
            .iter()
            .flat_map(|handler| handler.arguments.iter().flat_map(|argument| &argument.rules))
    }
}

/// What a handler is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum HandlerRole {
    /// Makes the world match the object.
    Reconcile,
    /// Runs before the object goes; holds a finalizer.
    Cleanup,
}

/// A function that the operator's author wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Handler {
    /// What it is for.
    pub role: HandlerRole,
    /// Where it was registered; the item is the function's path.
    pub source: Source,
    /// Its arguments; the primary object is the first.
    pub arguments: Vec<Argument>,
}

/// One argument of a handler.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Argument {
    /// Its type as one would write it, such as `Owned<Deployment>`.
    #[serde(rename = "type")]
    pub type_: String,
    /// What it needs to be allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// What it watches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watches: Vec<Watch>,
    /// It hands out a client: its rules are what somebody has listed, and nothing holds its requests to them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub client: bool,
    /// Kinds other than the primary that it works on, sorted: rules name only their resources.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindRef>,
}

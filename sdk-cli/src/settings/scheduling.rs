//! Where pods may run, in Kubernetes' own spelling.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::HELP;

/// A taint that is tolerated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[non_exhaustive]
pub struct Toleration {
    /// Key of the taint; empty with `Exists` means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// How the taint's value is compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<TolerationOperator>,
    /// Value of the taint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Effect of the taint; all where it is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<TaintEffect>,
    /// How long `NoExecute` is tolerated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toleration_seconds: Option<i64>,
}

/// How a toleration compares values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the words are Kubernetes' own")]
pub enum TolerationOperator {
    Equal,
    Exists,
}

/// What a taint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the words are Kubernetes' own")]
pub enum TaintEffect {
    NoExecute,
    NoSchedule,
    PreferNoSchedule,
}

/// Affinity of the pods. It is passed on as it is; only its first level is checked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "Map<String, Value>")]
pub struct Affinity(Map<String, Value>);

impl Affinity {
    /// The object.
    pub fn to_value(&self) -> Value {
        Value::Object(self.0.clone())
    }
}

impl TryFrom<Map<String, Value>> for Affinity {
    type Error = String;

    fn try_from(map: Map<String, Value>) -> Result<Self, String> {
        let known = ["nodeAffinity", "podAffinity", "podAntiAffinity"];
        match map.keys().find(|key| !known.contains(&key.as_str())) {
            Some(odd) => Err(format!(
                "`{odd}` is not an affinity{HELP}{}",
                crate::suggest::help(odd, &known)
            )),
            None => Ok(Self(map)),
        }
    }
}

/// A rule by which pods spread over the cluster. It is passed on as it is, but for the selector, which is the
/// operator's own; only its keys are checked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "Map<String, Value>")]
pub struct TopologySpread(Map<String, Value>);

impl TopologySpread {
    /// The object, without a selector.
    pub fn to_value(&self) -> Value {
        Value::Object(self.0.clone())
    }
}

impl TryFrom<Map<String, Value>> for TopologySpread {
    type Error = String;

    fn try_from(map: Map<String, Value>) -> Result<Self, String> {
        let known = [
            "matchLabelKeys",
            "maxSkew",
            "minDomains",
            "nodeAffinityPolicy",
            "nodeTaintsPolicy",
            "topologyKey",
            "whenUnsatisfiable",
        ];
        if let Some(odd) = map.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!(
                "`{odd}` is no part of a topology spread{HELP}{}",
                crate::suggest::help(odd, &known)
            ));
        }
        match ["maxSkew", "topologyKey", "whenUnsatisfiable"]
            .into_iter()
            .find(|key| !map.contains_key(*key))
        {
            Some(missing) => Err(format!(
                "a topology spread needs `{missing}`{HELP}such as `{{ maxSkew = 1, topologyKey = \
                 \"kubernetes.io/hostname\", whenUnsatisfiable = \"ScheduleAnyway\" }}`"
            )),
            None => Ok(Self(map)),
        }
    }
}

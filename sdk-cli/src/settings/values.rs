//! Values that are checked where they are read, so that a wrong one is shown at its place.

use std::borrow::Borrow;
use std::fmt;

use kopr_model::{env, names};
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::HELP;
use crate::objects::labels;

/// A text that has passed its check.
macro_rules! checked {
    ($(#[$doc:meta])* $name:ident, $check:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(into = "String")]
        pub struct $name(String);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                let check: fn(&str) -> Result<(), String> = $check;
                check(&text)?;
                Ok(Self(text))
            }
        }

        // By a visitor, so that the error is made where the value is read and marks just it, in a list too.
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a string")
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<$name, E> {
                        $name::try_from(text.to_owned()).map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

fn refuse(text: &str, what: &str, check: Result<(), names::Refusal>) -> Result<(), String> {
    check.map_err(|why| format!("`{text}` is not {what}: {why}"))
}

checked!(
    /// A name of objects: a DNS-1035 label, because a Service takes nothing else.
    Name,
    |text| refuse(text, "a name for Kubernetes objects", names::dns_1035_label(text))
);

checked!(
    /// A namespace.
    Namespace,
    |text| refuse(text, "a namespace", names::dns_label(text))
);

checked!(
    /// Key of a label or annotation, none of those that kopr sets.
    LabelKey,
    |text| {
        qualified_name(text).map_err(|why| format!("`{text}` is not a label or annotation key: {why}"))?;
        if labels::RESERVED.contains(&text) {
            return Err(format!(
                "`{text}` is set by kopr{HELP}`operator.instance` chooses the instance; the others follow from the code"
            ));
        }
        Ok(())
    }
);

checked!(
    /// Value of a label.
    LabelValue,
    |text| {
        let inner = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let edge = |c: char| c.is_ascii_alphanumeric();
        if text.len() <= names::LABEL_MAX
            && text.chars().all(inner)
            && text.chars().next().is_none_or(edge)
            && text.chars().last().is_none_or(edge)
        {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not a label value{HELP}a label value has at most {} letters, digits, `-`, `_` and `.`, and \
             begins and ends with a letter or digit",
            names::LABEL_MAX
        ))
    }
);

checked!(
    /// Name of an environment variable, none of those that kopr sets.
    EnvName,
    |text| {
        if [env::WATCH_NAMESPACE, env::POD_NAMESPACE, env::POD_NAME, env::DESCRIBE].contains(&text) {
            return Err(format!(
                "`{text}` is set by kopr{HELP}`deploy.watch` chooses the namespaces; the others follow from the pod"
            ));
        }
        let first = text.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if first && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not the name of an environment variable{HELP}it takes letters, digits and `_`, and begins \
             with no digit"
        ))
    }
);

checked!(
    /// Registry and path of an image, without tag and digest.
    Repository,
    |text| repository(text)
);

checked!(
    /// Tag of an image.
    Tag,
    |text| {
        let first = text.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        let rest = text.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c));
        if first && rest && text.len() <= 128 {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not an image tag{HELP}a tag has at most 128 letters, digits, `_`, `.` and `-`, and begins \
             with neither `.` nor `-`"
        ))
    }
);

checked!(
    /// Digest of an image.
    Digest,
    |text| {
        let hex = |digits: &str, count| {
            digits.len() == count && digits.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
        };
        match text.split_once(':') {
            Some(("sha256", digits)) if hex(digits, 64) => Ok(()),
            Some(("sha512", digits)) if hex(digits, 128) => Ok(()),
            _ => Err(format!("`{text}` is not an image digest{HELP}it is `sha256:` and 64 hexadecimal digits")),
        }
    }
);

checked!(
    /// Amount of a resource.
    Quantity,
    |text| {
        if quantity(text).is_some() {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not a quantity{HELP}it is a number and a unit, such as `100m` of CPU or `64Mi` of memory"
        ))
    }
);

impl Quantity {
    /// Its value, good enough to compare two of them.
    pub fn value(&self) -> f64 {
        quantity(&self.0).unwrap_or(0.0)
    }
}

checked!(
    /// Name of a resource of a container.
    ResourceName,
    |text| {
        let known = ["cpu", "memory", "ephemeral-storage"];
        if known.contains(&text) || text.starts_with("hugepages-") {
            return Ok(());
        }
        if !text.contains('/') {
            return Err(format!("`{text}` is not a resource{HELP}{}", crate::suggest::help(text, &known)));
        }
        qualified_name(text).map_err(|why| format!("`{text}` is not a resource: {why}"))
    }
);

checked!(
    /// A time as Prometheus writes it.
    ScrapeInterval,
    |text| {
        let mut rest = text;
        for unit in ["y", "w", "d", "h", "m", "s", "ms"] {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, after) = rest.split_at(digits);
            let is_unit = after.strip_prefix(unit).is_some_and(|rest| !(unit == "m" && rest.starts_with('s')));
            if !number.is_empty() && is_unit {
                rest = &after[unit.len()..];
            }
        }
        if rest.is_empty() && !text.is_empty() {
            return Ok(());
        }
        Err(format!("`{text}` is not a duration{HELP}write it as Prometheus does: `30s`, `1m30s`"))
    }
);

/// An optional DNS subdomain and `/`, then at most 63 letters, digits, `-`, `_` and `.`.
fn qualified_name(text: &str) -> Result<(), String> {
    let name = match text.split_once('/') {
        Some((prefix, name)) => {
            names::dns_subdomain(prefix).map_err(|why| format!("before the `/`, {why}"))?;
            name
        }
        None => text,
    };
    let edge = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    if name.is_empty() {
        return Err("the name is empty".to_owned());
    }
    if name.len() > names::LABEL_MAX {
        return Err(format!(
            "the name has {} characters, {} are the limit",
            name.len(),
            names::LABEL_MAX
        ));
    }
    if let Some(odd) = name
        .chars()
        .find(|c| !(c.is_ascii_alphanumeric() || "-_.".contains(*c)))
    {
        return Err(format!("`{odd}` is not a letter, digit, `-`, `_` or `.`"));
    }
    if edge(name.chars().next()) && edge(name.chars().last()) {
        Ok(())
    } else {
        Err("the name has to begin and end with a letter or digit".to_owned())
    }
}

fn repository(text: &str) -> Result<(), String> {
    if text.contains('@') {
        return Err(format!(
            "`{text}` carries a digest{HELP}put it into `image.digest`"
        ));
    }
    let (host, path) = match text.split_once('/') {
        Some((host, path)) if host.contains(['.', ':']) || host == "localhost" => (Some(host), path),
        _ => (None, text),
    };
    if path.contains(':') {
        return Err(format!("`{text}` carries a tag{HELP}put it into `image.tag`"));
    }
    if let Some(host) = host {
        let (name, port) = host
            .split_once(':')
            .map_or((host, None), |(name, port)| (name, Some(port)));
        names::dns_subdomain(name)
            .map_err(|why| format!("`{text}` is not an image repository: its host, {why}"))?;
        if port.is_some_and(|port| port.parse::<u16>().is_err()) {
            return Err(format!(
                "`{text}` is not an image repository: its port is not a number"
            ));
        }
    }
    let part = |part: &str| {
        let edge = |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        edge(part.chars().next())
            && edge(part.chars().last())
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c))
    };
    if path.split('/').all(part) {
        Ok(())
    } else {
        Err(format!(
            "`{text}` is not an image repository{HELP}its parts take small letters, digits, and `.`, `_`, `-` inside, \
             such as `registry.example.com/team/operator`"
        ))
    }
}

fn quantity(text: &str) -> Option<f64> {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    if number.starts_with('.') && number.len() == 1 {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    let power = |base: f64, exponent: i32| base.powi(exponent);
    let factor = match unit {
        "" => 1.0,
        "n" => power(10.0, -9),
        "u" => power(10.0, -6),
        "m" => power(10.0, -3),
        "k" => power(10.0, 3),
        "M" => power(10.0, 6),
        "G" => power(10.0, 9),
        "T" => power(10.0, 12),
        "P" => power(10.0, 15),
        "E" => power(10.0, 18),
        "Ki" => power(1024.0, 1),
        "Mi" => power(1024.0, 2),
        "Gi" => power(1024.0, 3),
        "Ti" => power(1024.0, 4),
        "Pi" => power(1024.0, 5),
        "Ei" => power(1024.0, 6),
        other => power(10.0, other.strip_prefix(['e', 'E'])?.parse().ok()?),
    };
    Some(number * factor)
}

/// When the kubelet pulls the image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words are Kubernetes' own")]
pub enum PullPolicy {
    Always,
    #[default]
    IfNotPresent,
    Never,
}

/// Which namespaces are watched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    /// All of them.
    #[default]
    All,
    /// The operator's own.
    Own,
    /// These; sorted, at least one.
    Namespaces(Vec<Namespace>),
}

impl<'de> Deserialize<'de> for Watch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WatchVisitor;
        impl<'de> Visitor<'de> for WatchVisitor {
            type Value = Watch;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`\"all\"`, `\"own\"` or a list of namespaces")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Watch, E> {
                match word {
                    "all" => Ok(Watch::All),
                    "own" => Ok(Watch::Own),
                    other => Err(E::custom(format!(
                        "`{other}` is neither `all` nor `own`{HELP}a list of namespaces is written `[\"{other}\"]`"
                    ))),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Watch, A::Error> {
                let mut namespaces: Vec<Namespace> = Vec::new();
                while let Some(namespace) = list.next_element()? {
                    if namespaces.contains(&namespace) {
                        return Err(A::Error::custom(format!("`{namespace}` stands there twice")));
                    }
                    namespaces.push(namespace);
                }
                if namespaces.is_empty() {
                    return Err(A::Error::custom(format!(
                        "the list is empty{HELP}`\"all\"` watches all namespaces"
                    )));
                }
                namespaces.sort();
                Ok(Watch::Namespaces(namespaces))
            }
        }
        deserializer.deserialize_any(WatchVisitor)
    }
}

/// A taint that is tolerated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[expect(missing_docs, reason = "the words are Kubernetes' own")]
pub enum TolerationOperator {
    Equal,
    Exists,
}

/// What a taint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words are Kubernetes' own")]
pub enum TaintEffect {
    NoExecute,
    NoSchedule,
    PreferNoSchedule,
}

/// Affinity of the pods. It is passed on as it is; only its first level is checked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
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

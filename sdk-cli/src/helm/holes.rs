//! Holes: values that the builders take for settings of a user, and that become template expressions in the
//! serialised text.

use serde_json::{Map, Value};

use super::HelmError;
use super::condition::nested;
use crate::objects::{labels, metadata};
use crate::settings::ResourceName;

/// What a hole stands for. `CHART` is the name of the chart in all expressions, and `$` its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The instance: alone, or with `-` and what the object is for.
    Name,
    /// A text.
    Text(&'static str),
    /// A text of the user's that others are put behind; it may hold anything.
    Free(&'static str),
    /// A number or word that is not quoted.
    Raw(&'static str),
    /// Entries of a map: the hole is a key.
    Entries {
        /// The map.
        of: &'static str,
        /// They count even where the key is there already.
        wins: bool,
        /// There are some: where there are none, a choice leaves out what is around them.
        sure: bool,
    },
    /// Items of a list: the hole is an item.
    Items(&'static str),
    /// An item that is repeated, or left out: the hole stands somewhere in it.
    Each {
        /// What the item is put into, up to an `end`.
        head: &'static str,
        /// The list or map that is walked through; the list around the item is left out where it is empty.
        of: Option<&'static str>,
        /// What stands at the hole.
        text: &'static str,
    },
}

macro_rules! holes {
    ($($name:ident = $letter:literal, $form:expr;)+) => {
        $(pub(super) const $name: char = $letter;)+

        /// All of them. Of two that give entries to one map, the later wins.
        const HOLES: &[(char, Form)] = &[$(($letter, $form)),+];
    };
}

holes! {
    INSTANCE = 'a', Form::Name;
    NAMESPACE = 'b', Form::Text("$.Release.Namespace");
    IMAGE = 'c', Form::Text(r#"include "CHART.image" $"#);
    REPLICAS = 'd', Form::Raw("int $.Values.replicas");
    PULL_POLICY = 'e', Form::Raw("$.Values.image.pullPolicy");
    ACCOUNT = 'f', Form::Text(r#"include "CHART.serviceAccountName" $"#);
    CLASS = 'g', Form::Text("$.Values.class");
    PRIORITY_CLASS = 'h', Form::Text("$.Values.priorityClass");
    INTERVAL = 'i', Form::Text("$.Values.metrics.interval");
    OWN_NAME = 'j', Form::Each {
        head: r#"if ne (include "CHART.fullname" $) "CHART""#,
        of: None,
        text: r#"include "CHART.fullname" $"#,
    };
    PULL_SECRET = 'k', Form::Each {
        head: "range $secret := $.Values.image.pullSecrets",
        of: Some("$.Values.image.pullSecrets"),
        text: "$secret",
    };
    VARIABLE = 'l', Form::Each {
        head: "range $name, $value := $.Values.env",
        of: Some("$.Values.env"),
        text: "$name",
    };
    VARIABLE_VALUE = 'm', Form::Text("$value");
    WATCHED = 'n', Form::Text(r#"include "CHART.watched" $"#);
    TLS_SECRET = 'o', Form::Text("$.Values.metrics.tls.secret");
    RUNBOOK = 'p', Form::Free("$.Values.alerts.runbookUrl");
    TOLERATION = 'q', Form::Items("$.Values.tolerations");
    SPREAD = 'r', Form::Each {
        head: "range $spread := $.Values.topologySpread",
        of: Some("$.Values.topologySpread"),
        text: "$spread",
    };
    SPREAD_KEYS = 's', Form::Entries { of: "$spread", wins: false, sure: true };
    NODE_SELECTOR = 't', Form::Entries { of: "$.Values.nodeSelector", wins: false, sure: false };
    AFFINITY = 'u', Form::Entries { of: "$.Values.affinity", wins: false, sure: false };
    REQUESTS = 'v', Form::Entries { of: "$.Values.resources.requests", wins: false, sure: false };
    LIMITS = 'w', Form::Entries { of: "$.Values.resources.limits", wins: false, sure: false };
    METRICS_FROM = 'x', Form::Entries { of: "$.Values.networkPolicy.metricsFrom", wins: false, sure: true };
    COMMON_LABELS = 'y', Form::Entries { of: "$.Values.commonLabels", wins: true, sure: false };
    COMMON_ANNOTATIONS = 'z', Form::Entries { of: "$.Values.commonAnnotations", wins: false, sure: false };
    POD_LABELS = 'A', Form::Entries { of: "$.Values.podLabels", wins: false, sure: false };
    POD_ANNOTATIONS = 'B', Form::Entries { of: "$.Values.podAnnotations", wins: true, sure: false };
    ACCOUNT_ANNOTATIONS = 'C', Form::Entries { of: "$.Values.serviceAccount.annotations", wins: false, sure: false };
    MONITOR_LABELS = 'D', Form::Entries { of: "$.Values.metrics.monitorLabels", wins: false, sure: false };
    RULE_LABELS = 'E', Form::Entries {
        of: r#"(ternary $.Values.metrics.monitorLabels $.Values.alerts.ruleLabels (kindIs "invalid" $.Values.alerts.ruleLabels))"#,
        wins: false,
        sure: false,
    };
    ALERT_LABELS = 'F', Form::Entries { of: "$.Values.alerts.labels", wins: true, sure: false };
    DASHBOARD_LABELS = 'G', Form::Entries { of: "$.Values.dashboard.labels", wins: false, sure: false };
    DASHBOARD_ANNOTATIONS = 'H', Form::Entries { of: "$.Values.dashboard.annotations", wins: false, sure: false };
}

/// Durations for [`INTERVAL`], which takes nothing else.
pub(super) const SHORT: &str = "4321ms";
pub(super) const LONG: &str = "7654321s";

/// What names of resources can begin with.
const PAGES: &str = "hugepages-";

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text as it is.
    Literal(String),
    /// The value of an expression.
    Hole(Form, String),
}

/// The holes of one chart.
#[derive(Debug)]
pub(super) struct Holes {
    chart: String,
    /// What every hole begins with; it stands nowhere in the model.
    prefix: String,
    /// What names of the cluster end in, made from the hole of the namespace.
    namespace_hash: String,
    /// What tells copies apart where there is no room for both names, made from the holes of namespace and instance.
    copy_hash: String,
}

impl Holes {
    /// Holes that can be told from all of this text.
    pub(super) fn new(chart: &str, text: &str) -> Self {
        let mut number = 0;
        let prefix = loop {
            let prefix = format!("q{number}z");
            if !text.contains(&prefix) {
                break prefix;
            }
            number += 1;
        };
        let mut holes = Self {
            chart: chart.to_owned(),
            prefix,
            namespace_hash: String::new(),
            copy_hash: String::new(),
        };
        let namespace = holes.text(NAMESPACE);
        holes.namespace_hash = format!("-{}", metadata::hash(&namespace));
        holes.copy_hash = metadata::hash(&format!("{namespace}/{}", holes.text(INSTANCE)));
        holes
    }

    /// The text of a hole.
    pub(super) fn text(&self, letter: char) -> String {
        format!("{}{letter}", self.prefix)
    }

    /// The hole as a setting of its type; every type takes its holes, which a test holds.
    pub(super) fn setting<T: TryFrom<String>>(&self, letter: char) -> Option<T> {
        T::try_from(self.text(letter)).ok()
    }

    /// The hole as the name of a resource, which takes few words.
    pub(super) fn resource(&self, letter: char) -> Option<ResourceName> {
        ResourceName::try_from(format!("{PAGES}{}", self.text(letter))).ok()
    }

    /// A duration that is taken for the hole of the interval.
    pub(super) fn interval<T: TryFrom<String>>(duration: &str) -> Option<T> {
        T::try_from(duration.to_owned()).ok()
    }

    /// Whether there is a hole in the value.
    pub(super) fn are_in(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.find(text).is_some(),
            Value::Array(items) => items.iter().any(|item| self.are_in(item)),
            Value::Object(fields) => fields
                .iter()
                .any(|(key, value)| key.contains(&self.prefix) || self.are_in(value)),
            _ => false,
        }
    }

    /// The hole that a key is.
    pub(super) fn key(&self, key: &str) -> Option<Form> {
        let mut letters = key.strip_prefix(&self.prefix)?.chars();
        let (letter, None) = (letters.next()?, letters.next()) else {
            return None;
        };
        HOLES
            .iter()
            .find(|(known, _)| *known == letter)
            .map(|(_, form)| *form)
    }

    /// Puts the name of the chart into an expression.
    pub(super) fn named(&self, expression: &str) -> String {
        expression.replace("CHART", &self.chart)
    }

    /// Takes a text apart.
    pub(super) fn pieces(&self, text: &str) -> Result<Vec<Piece>, HelmError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = self.find(rest) {
            let (before, hole) = rest.split_at(at);
            if !before.is_empty() {
                pieces.push(Piece::Literal(before.to_owned()));
            }
            if let Some(behind) = hole.strip_prefix(&self.copy_hash) {
                let names = self.named(r#"printf "%s/%s" $.Release.Namespace (include "CHART.fullname" $)"#);
                pieces.push(Piece::Hole(Form::Name, format!("sha256sum ({names}) | trunc 8")));
                rest = behind;
                continue;
            }
            let behind = &hole[self.prefix.len()..];
            let letter = behind.chars().next().unwrap_or_default();
            let Some((_, form)) = HOLES.iter().find(|(known, _)| *known == letter) else {
                return Err(HelmError::Hole {
                    text: text.to_owned(),
                });
            };
            rest = &behind[letter.len_utf8()..];
            let expression = match form {
                Form::Name => {
                    let length = self.what(rest);
                    let expression = self.name(&rest[..length]);
                    rest = &rest[length..];
                    expression
                }
                Form::Text(text) | Form::Free(text) | Form::Raw(text) | Form::Each { text, .. } => {
                    self.named(text)
                }
                Form::Entries { .. } | Form::Items(_) => {
                    return Err(HelmError::Hole {
                        text: text.to_owned(),
                    });
                }
            };
            pieces.push(Piece::Hole(*form, expression));
        }
        if !rest.is_empty() {
            pieces.push(Piece::Literal(rest.to_owned()));
        }
        Ok(pieces)
    }

    /// Where the next hole is.
    fn find(&self, text: &str) -> Option<usize> {
        let places = [&self.prefix, &self.copy_hash].map(|hole| text.find(hole.as_str()));
        places.into_iter().flatten().min()
    }

    /// How long the rest of a name is, which begins with `-`. It may have dots, but a dot may also be what follows
    /// the name, as in a host; that has a second hole.
    fn what(&self, text: &str) -> usize {
        let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !text.starts_with('-') {
            return 0;
        }
        if text.chars().all(|c| is_letter(c) || c == '.') && !text.contains(&self.prefix) {
            return text.len();
        }
        let end = text.find(|c| !is_letter(c)).unwrap_or(text.len());
        text[..end].trim_end_matches('-').len()
    }

    /// The name of an object: `what` is all behind the instance.
    fn name(&self, what: &str) -> String {
        let chart = &self.chart;
        let Some(what) = what.strip_prefix('-') else {
            return format!(r#"include "{chart}.fullname" $"#);
        };
        match what.strip_suffix(&self.namespace_hash) {
            Some(what) => format!(r#"include "{chart}.clusterNamed" (list $ "{what}")"#),
            None => format!(r#"include "{chart}.named" (list $ "{what}")"#),
        }
    }

    /// Puts holes where the builders have other types than text, or make more of a setting than it is.
    pub(super) fn shape(&self, value: &mut Value) {
        match value {
            Value::Array(items) => {
                for item in items {
                    if item["key"] == self.text(TOLERATION) {
                        *item = Value::String(self.text(TOLERATION));
                    }
                    self.shape(item);
                }
            }
            Value::Object(fields) => {
                self.shape_object(fields);
                for value in fields.values_mut() {
                    self.shape(value);
                }
            }
            Value::String(text) if [SHORT, LONG].contains(&text.as_str()) => *text = self.text(INTERVAL),
            _ => {}
        }
    }

    fn shape_object(&self, fields: &mut Map<String, Value>) {
        let is = |fields: &Map<String, Value>, key: &str, letter| {
            fields.get(key).is_some_and(|value| *value == self.text(letter))
        };
        let put = |fields: &mut Map<String, Value>, key: &str, letter| {
            if let Some(value) = fields.get_mut(key) {
                *value = Value::String(self.text(letter));
            }
        };
        for letter in [REQUESTS, LIMITS] {
            if let Some(amount) = fields.remove(&format!("{PAGES}{}", self.text(letter))) {
                fields.insert(self.text(letter), amount);
            }
        }
        if is(fields, "topologyKey", SPREAD) {
            for key in ["maxSkew", "topologyKey", "whenUnsatisfiable"] {
                fields.remove(key);
            }
            fields.insert(self.text(SPREAD_KEYS), Value::String(self.text(SPREAD)));
        }
        if is(fields, "nodeAffinity", AFFINITY) {
            fields.clear();
            fields.insert(self.text(AFFINITY), Value::Null);
        }
        if fields
            .get("name")
            .is_some_and(|name| name == kopr_model::env::INSTANCE)
        {
            put(fields, "value", OWN_NAME);
        }
        if fields.contains_key("imagePullPolicy") {
            put(fields, "imagePullPolicy", PULL_POLICY);
            put(fields, "image", IMAGE);
        }
        if fields.get("kind").is_some_and(|kind| kind == "Deployment")
            && let Some(Value::Object(spec)) = fields.get_mut("spec")
        {
            put(spec, "replicas", REPLICAS);
        }
    }
}

/// A key and the expression of a value that stand in a map in any case.
pub(super) type Entry<'a> = (&'a str, String);

/// The expression for all entries that holes give to a map, and the keys of the fixed entries that it has taken up:
/// those that a user may set anew. Other keys that are there anyway are left out of it.
pub(super) fn merged<'a>(
    holes: &Holes,
    keys: &[&str],
    fixed: &[Entry<'a>],
    others: &[&'a str],
) -> (String, Vec<&'a str>) {
    let given: Vec<(&str, bool)> = HOLES
        .iter()
        .filter(|(letter, _)| keys.contains(&holes.text(*letter).as_str()))
        .filter_map(|(_, form)| match form {
            Form::Entries { of, wins, .. } => Some((*of, *wins)),
            _ => None,
        })
        .collect();
    // The schema of the values refuses those that kopr sets.
    let is_free = |key: &str| !labels::RESERVED.contains(&key);
    let wins = given.iter().any(|(_, wins)| *wins);
    let mut taken = Vec::new();
    let mut first = "dict".to_owned();
    let mut kept: Vec<String> = Vec::new();
    for (key, value) in fixed.iter().filter(|(key, _)| is_free(key)) {
        if wins {
            first.extend([format!(" {key:?} {value}")]);
            taken.push(*key);
        } else {
            kept.push(format!("{key:?}"));
        }
    }
    kept.extend(
        others
            .iter()
            .filter(|key| is_free(key))
            .map(|key| format!("{key:?}")),
    );
    let maps: Vec<&str> = given.iter().map(|(of, _)| *of).collect();
    let all = match maps.as_slice() {
        [one] if taken.is_empty() => (*one).to_owned(),
        // The first map takes up the others, so it is a new one.
        many => format!("mergeOverwrite ({first}) {}", many.join(" ")),
    };
    if kept.is_empty() {
        (all, taken)
    } else {
        (format!("omit {} {}", nested(&all), kept.join(" ")), taken)
    }
}

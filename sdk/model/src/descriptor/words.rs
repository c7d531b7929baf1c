//! The words that `#[kopr(ui(..))]` takes for x-descriptors: the one table of them.
//!
//! The derives parse by it, the schema conversion makes URNs by it, the command derives by it, and the book
//! shows it. The URNs are those that the console of `OpenShift` knows.

use super::Part;

/// A word of `#[kopr(ui(..))]`.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub word: &'static str,
    /// How it is written.
    pub written: &'static str,
    /// Its URN in a spec, without values; none where it has no place there.
    pub spec: Option<&'static str>,
    /// Its URN in a status, without values; none where it has no place there.
    pub status: Option<&'static str>,
    /// What it takes.
    pub takes: Takes,
    /// What it can stand on.
    pub fits: Fits,
    /// Whether it stands beside what says how the field is shown, and does not say that itself.
    pub beside: bool,
    /// What it does.
    pub about: &'static str,
}

/// What a word takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A kind: `Kind` or `group:version:Kind`.
    Kind,
    /// A kind with group and version: `group:version:Kind`.
    FullKind,
    /// The name of a group of fields.
    Group,
    /// The JSON name of a field beside it, and a value.
    Dependency,
    /// Values, each with a URN of its own; those of the enum where none is given.
    Values,
}

/// What a word can stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fits {
    /// Anything.
    Anything,
    /// True or false.
    Boolean,
    /// A number.
    Number,
    /// Text.
    Text,
    /// A list.
    List,
    /// An object or a map.
    Object,
}

impl Fits {
    /// The types of JSON Schema that it takes, and how they are called together; nothing where all will do.
    pub fn types(self) -> Option<(&'static [&'static str], &'static str)> {
        match self {
            Self::Anything => None,
            Self::Boolean => Some((&["boolean"], "a boolean")),
            Self::Number => Some((&["integer", "number"], "a number")),
            Self::Text => Some((&["string"], "a string")),
            Self::List => Some((&["array"], "a list")),
            Self::Object => Some((&["object"], "an object")),
        }
    }
}

impl Word {
    /// The URN in a part, without values.
    pub fn urn(&self, part: Part) -> Option<&'static str> {
        match part {
            Part::Spec => self.spec,
            Part::Status => self.status,
        }
    }

    /// The URNs in a part with these values; none where it has no place there.
    pub fn urns(&self, part: Part, values: &[String]) -> Vec<String> {
        let Some(urn) = self.urn(part) else {
            return Vec::new();
        };
        match self.takes {
            Takes::Values => values.iter().map(|value| format!("{urn}{value}")).collect(),
            _ => vec![format!("{urn}{}", values.join(":"))],
        }
    }
}

/// The word of that name, if there is one.
pub fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.word == name)
}

/// The URN of a word that takes nothing, in a part.
pub fn urn(name: &str, part: Part) -> Option<String> {
    find(name)?.urn(part).map(str::to_owned)
}

macro_rules! ui {
    ($name:literal) => {
        concat!("urn:alm:descriptor:com.tectonic.ui:", $name)
    };
}

/// A word of a spec that takes nothing.
const fn spec(word: &'static str, urn: &'static str, fits: Fits, about: &'static str) -> Word {
    Word {
        word,
        written: word,
        spec: Some(urn),
        status: None,
        takes: Takes::Nothing,
        fits,
        beside: false,
        about,
    }
}

/// A word of a status that takes nothing.
const fn status(word: &'static str, urn: &'static str, fits: Fits, about: &'static str) -> Word {
    Word {
        spec: None,
        status: Some(urn),
        ..spec(word, urn, fits, about)
    }
}

/// A word of both that takes nothing.
const fn both(word: &'static str, urn: &'static str, fits: Fits, about: &'static str) -> Word {
    Word {
        status: Some(urn),
        ..spec(word, urn, fits, about)
    }
}

/// The same with values.
const fn with(takes: Takes, written: &'static str, word: Word) -> Word {
    Word {
        written,
        takes,
        ..word
    }
}

/// The same beside what says how the field is shown.
const fn beside(word: Word) -> Word {
    Word { beside: true, ..word }
}

/// The words, by name.
pub static WORDS: &[Word] = &[
    beside(spec(
        "advanced",
        ui!("advanced"),
        Fits::Anything,
        "The field is among the advanced ones, which are folded away.",
    )),
    beside(with(
        Takes::Group,
        "array_field_group = \"ports\"",
        spec(
            "array_field_group",
            ui!("arrayFieldGroup:"),
            Fits::Anything,
            "The field is of an item of the list of that name. For consoles before OpenShift 4.5; later ones see it in the schema.",
        ),
    )),
    spec("boolean_switch", ui!("booleanSwitch"), Fits::Boolean, "A switch."),
    spec("checkbox", ui!("checkbox"), Fits::Boolean, "A check box."),
    status(
        "conditions",
        "urn:alm:descriptor:io.kubernetes.conditions",
        Fits::List,
        "A table of conditions.",
    ),
    spec(
        "endpoint_list",
        ui!("endpointList"),
        Fits::List,
        "A list of endpoints with port and scheme.",
    ),
    beside(with(
        Takes::Dependency,
        "field_dependency(\"tls\", \"true\")",
        spec(
            "field_dependency",
            ui!("fieldDependency:"),
            Fits::Anything,
            "The field is shown when the field of that JSON name beside it has that value.",
        ),
    )),
    beside(with(
        Takes::Group,
        "field_group = \"storage\"",
        spec(
            "field_group",
            ui!("fieldGroup:"),
            Fits::Anything,
            "The field is of the object of that name. For consoles before OpenShift 4.5; later ones see it in the schema.",
        ),
    )),
    beside(both(
        "hidden",
        ui!("hidden"),
        Fits::Anything,
        "The field is not shown.",
    )),
    spec(
        "image_pull_policy",
        ui!("imagePullPolicy"),
        Fits::Text,
        "A choice between `Always`, `Never` and `IfNotPresent`.",
    ),
    with(
        Takes::Kind,
        "kind = \"Secret\"",
        both(
            "kind",
            "urn:alm:descriptor:io.kubernetes:",
            Fits::Anything,
            "The name of an object of that kind: a list to choose from, or a link. Kinds that are not Kubernetes' own with group and version: `group:version:Kind`.",
        ),
    ),
    spec("label", ui!("label"), Fits::Anything, "A label."),
    status("link", "urn:alm:descriptor:org.w3:link", Fits::Text, "A link."),
    spec(
        "namespace_selector",
        ui!("namespaceSelector"),
        Fits::Object,
        "A choice of namespaces.",
    ),
    spec(
        "node_affinity",
        ui!("nodeAffinity"),
        Fits::Object,
        "A form for node affinity.",
    ),
    spec("number", ui!("number"), Fits::Number, "A number."),
    both(
        "password",
        ui!("password"),
        Fits::Text,
        "A text that is not shown.",
    ),
    status(
        "phase",
        "urn:alm:descriptor:io.kubernetes.phase",
        Fits::Text,
        "The phase that the object is in, with an icon.",
    ),
    status(
        "phase_reason",
        "urn:alm:descriptor:io.kubernetes.phase:reason",
        Fits::Text,
        "Why it is in this phase.",
    ),
    spec(
        "pod_affinity",
        ui!("podAffinity"),
        Fits::Object,
        "A form for pod affinity.",
    ),
    spec(
        "pod_anti_affinity",
        ui!("podAntiAffinity"),
        Fits::Object,
        "A form for pod anti-affinity.",
    ),
    both(
        "pod_count",
        ui!("podCount"),
        Fits::Number,
        "A number of pods, with buttons for more and fewer.",
    ),
    status(
        "pod_statuses",
        ui!("podStatuses"),
        Fits::Object,
        "A ring of pods by state, from a map of states to names.",
    ),
    status(
        "prometheus_endpoint",
        "urn:alm:descriptor:prometheusEndpoint",
        Fits::Text,
        "The address of a Prometheus.",
    ),
    spec(
        "resource_requirements",
        ui!("resourceRequirements"),
        Fits::Object,
        "A form for requests and limits.",
    ),
    with(
        Takes::Values,
        "select` or `select(\"a\", \"b\")",
        spec(
            "select",
            ui!("select:"),
            Fits::Text,
            "A choice between these values; between all of the enum unless they are given.",
        ),
    ),
    with(
        Takes::FullKind,
        "selector = \"core:v1:Pod\"",
        spec(
            "selector",
            ui!("selector:"),
            Fits::Anything,
            "A choice of objects of that kind by their labels.",
        ),
    ),
    Word {
        status: Some("urn:alm:descriptor:text"),
        ..spec("text", ui!("text"), Fits::Anything, "A text.")
    },
    spec(
        "update_strategy",
        ui!("updateStrategy"),
        Fits::Object,
        "A form for an update strategy.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_whole() {
        for pair in WORDS.windows(2) {
            assert!(pair[0].word < pair[1].word, "{}", pair[1].word);
        }
        for word in WORDS {
            assert!(word.spec.or(word.status).is_some(), "{}", word.word);
            assert!(word.written.starts_with(word.word), "{}", word.word);
            for urn in [word.spec, word.status].into_iter().flatten() {
                assert!(urn.starts_with("urn:alm:descriptor:"), "{urn}");
                assert_eq!(urn.ends_with(':'), word.takes != Takes::Nothing, "{urn}");
            }
        }
    }

    #[test]
    fn urns_with_values() {
        let check = |name: &str, part: Part, values: &[&str], expected: &[&str]| {
            let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            assert_eq!(find(name).expect("a word").urns(part, &values), expected);
        };
        check(
            "pod_count",
            Part::Status,
            &[],
            &["urn:alm:descriptor:com.tectonic.ui:podCount"],
        );
        check(
            "text",
            Part::Spec,
            &[],
            &["urn:alm:descriptor:com.tectonic.ui:text"],
        );
        check("text", Part::Status, &[], &["urn:alm:descriptor:text"]);
        check("link", Part::Spec, &[], &[]);
        check(
            "kind",
            Part::Spec,
            &["Secret"],
            &["urn:alm:descriptor:io.kubernetes:Secret"],
        );
        check(
            "field_dependency",
            Part::Spec,
            &["tls.on", "true"],
            &["urn:alm:descriptor:com.tectonic.ui:fieldDependency:tls.on:true"],
        );
        check(
            "select",
            Part::Spec,
            &["a", "b"],
            &[
                "urn:alm:descriptor:com.tectonic.ui:select:a",
                "urn:alm:descriptor:com.tectonic.ui:select:b",
            ],
        );
    }
}

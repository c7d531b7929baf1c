//! Structs and enums with random serde attributes, as source text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::fields::{FieldType, field_type};
use crate::random::Random;

/// A type that was made, as far as others have to know it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    /// Its source.
    pub(crate) source: String,
    /// Whether it has a `Default`.
    pub(crate) default: bool,
    /// Whether its schema is an enumeration of texts.
    pub(crate) words: bool,
    /// The names of its members, where they may stand among those of another type.
    pub(crate) members: Option<BTreeSet<String>>,
    /// Whether it takes members that it does not name.
    pub(crate) open: bool,
    /// How many enums stand among its members.
    pub(crate) unions: usize,
}

const CASES: &[&str] = &[
    "camelCase",
    "kebab-case",
    "SCREAMING_SNAKE_CASE",
    "PascalCase",
    "snake_case",
];
const DOCS: &[&str] = &[
    "What it is.",
    "Quoted \"words\": and a # sign.",
    "- a list",
    "{{ .Values.x }}",
    "ä 👍",
];

/// Makes types one after another; each name in them is used once, so that flattened ones do not meet.
pub(crate) struct Types {
    pub(crate) random: Random,
    pub(crate) known: Vec<Known>,
    count: usize,
}

impl Types {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            random: Random(seed),
            known: Vec::new(),
            count: 0,
        }
    }

    /// One more type.
    pub(crate) fn make(&mut self) {
        let known = match self.random.below(10) {
            0..=4 => self.structure(),
            5 => self.tuple(),
            _ => self.enumeration(),
        };
        self.known.push(known);
    }

    fn number(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    fn doc(&mut self, out: &mut String) {
        if self.random.once_in(5) {
            let _ = writeln!(out, "    /// {}", self.random.one(DOCS));
        }
    }

    fn structure(&mut self) -> Known {
        let name = format!("T{}", self.number());
        let mut body = String::new();
        let mut members = BTreeSet::new();
        let (mut default, mut flattened, mut open) = (true, false, false);
        let mut unions = 0;
        let strict = self.random.once_in(8);
        let flattens = !strict && self.random.once_in(2);
        for _ in 0..=self.random.below(4) {
            if flattens
                && !open
                && self.random.once_in(3)
                && let Some((text, brought)) = self.flattened(&members, !flattened)
            {
                let _ = write!(body, "    {text}");
                members.extend(brought.members.unwrap_or_default());
                unions += brought.unions;
                (default, flattened, open) = (false, true, open | brought.open);
                continue;
            }
            let (text, has_default) = self.field(&mut members);
            body.push_str(&text);
            default &= has_default;
        }
        let mut attributes = Vec::new();
        if self.random.once_in(3) {
            attributes.push(format!("rename_all = \"{}\"", self.random.one(CASES)));
        }
        let mut head = String::new();
        self.doc(&mut head);
        if default {
            head.push_str("    #[derive(Default)]\n");
            if self.random.once_in(5) {
                attributes.push("default".to_owned());
            }
        }
        if strict {
            attributes.push("deny_unknown_fields".to_owned());
        }
        if !attributes.is_empty() {
            let _ = writeln!(head, "    #[serde({})]", attributes.join(", "));
        }
        Known {
            source: format!("{head}    struct {name} {{\n{body}    }}\n"),
            name,
            default,
            words: false,
            members: (!strict).then_some(members),
            open,
            unions,
        }
    }

    /// A named field with its attributes, and whether it has a default.
    fn field(&mut self, members: &mut BTreeSet<String>) -> (String, bool) {
        let number = self.number();
        let type_ = field_type(&mut self.random, &self.known, 3);
        let mut out = String::new();
        self.doc(&mut out);
        let attributes = self.attributes(&type_, number);
        if !attributes.is_empty() {
            let _ = writeln!(out, "    #[serde({})]", attributes.join(", "));
        }
        let _ = writeln!(out, "    some_field{number}: {},", type_.text);
        members.insert(number.to_string());
        (out, type_.default)
    }

    fn attributes(&mut self, type_: &FieldType, number: usize) -> Vec<String> {
        let mut all = Vec::new();
        if self.random.once_in(6) {
            let form = self.random.one(&["x-", "a.b/", "$", "type", "ü"]);
            all.push(format!("rename = \"{form}{number}\""));
        }
        // A null is refused where there is an enumeration; the conversion says so, and here it is heeded.
        if type_.option && (type_.words || self.random.once_in(2)) {
            all.push("skip_serializing_if = \"Option::is_none\"".to_owned());
            if self.random.once_in(2) {
                all.push("default".to_owned());
            }
        } else if type_.list && self.random.once_in(3) {
            all.push("default, skip_serializing_if = \"Vec::is_empty\"".to_owned());
        } else if type_.default {
            match self.random.below(14) {
                0..=2 => all.push("default".to_owned()),
                3 => all.push("skip".to_owned()),
                4 => all.push("default, skip_serializing".to_owned()),
                6 => all.push(format!("alias = \"old{number}\"")),
                _ => {}
            }
        }
        all
    }

    /// A flattened field, and the type that it brings.
    fn flattened(&mut self, members: &BTreeSet<String>, first: bool) -> Option<(String, Known)> {
        let number = self.number();
        if first && self.random.once_in(4) {
            let value = self.random.one(&["String", "i32", "Any", "Vec<bool>"]);
            let map = Known {
                name: format!("BTreeMap<String, {value}>"),
                source: String::new(),
                default: true,
                words: false,
                members: None,
                open: true,
                unions: 0,
            };
            return Some((format!("#[serde(flatten)] rest{number}: {},\n", map.name), map));
        }
        let fitting: Vec<&Known> = self
            .known
            .iter()
            .filter(|known| {
                let disjoint = known
                    .members
                    .as_ref()
                    .is_some_and(|more| more.is_disjoint(members));
                disjoint && (first || !known.open)
            })
            .collect();
        let known = (*fitting.get(self.random.below(fitting.len()))?).clone();
        // Of an option with two enums among its members schemars does not say that it may be none.
        let option = known.unions < 2 && self.random.once_in(3);
        let text = if option {
            format!("#[serde(flatten)] more{number}: Option<{}>,\n", known.name)
        } else {
            format!("#[serde(flatten)] more{number}: {},\n", known.name)
        };
        Some((text, known))
    }

    fn tuple(&mut self) -> Known {
        let name = format!("T{}", self.number());
        let count = 1 + self.random.below(3);
        let types: Vec<FieldType> = (0..count)
            .map(|_| field_type(&mut self.random, &self.known, 2))
            .collect();
        let texts: Vec<&str> = types.iter().map(|type_| type_.text.as_str()).collect();
        Known {
            source: format!("    struct {name}({});\n", texts.join(", ")),
            name,
            default: false,
            words: count == 1 && types[0].words,
            members: None,
            open: false,
            unions: 0,
        }
    }

    fn enumeration(&mut self) -> Known {
        let number = self.number();
        let name = format!("T{number}");
        let form = self.random.below(5);
        let mut attributes = match form {
            0 | 1 => Vec::new(),
            2 => vec![format!("tag = \"tag{number}\"")],
            3 => vec![format!("tag = \"tag{number}\", content = \"content{number}\"")],
            _ => vec!["untagged".to_owned()],
        };
        if self.random.once_in(3) {
            attributes.push(format!("rename_all = \"{}\"", self.random.one(CASES)));
        }
        let words = form == 0 && self.random.once_in(2);
        let mut members = BTreeSet::from([format!("tag{number}"), format!("content{number}")]);
        let mut body = String::new();
        let (mut objects, mut open, mut numbers) = (true, false, false);
        let (mut units, mut has_unit) = (form < 2, false);
        let count = 1 + self.random.below(4);
        for at in 0..count {
            let variant = self.number();
            self.doc(&mut body);
            if self.random.once_in(8) {
                let _ = writeln!(body, "    #[serde(rename = \"v-{variant}\")]");
            }
            let _ = write!(body, "    Variant{variant}");
            members.insert(format!("Variant{variant}"));
            let shape = if words { 0 } else { self.random.below(4) };
            units &= shape == 0;
            has_unit |= shape == 0;
            match (form, shape) {
                // One null among variants without a tag is enough.
                (4, 0) if at > 0 => body.push_str(" {}"),
                (4, 0) => objects = false,
                (_, 0) => {}
                (2, 1) => {
                    let fitting: Vec<&Known> = self
                        .known
                        .iter()
                        .filter(|known| known.members.is_some())
                        .collect();
                    if let Some(known) = fitting.get(self.random.below(fitting.len())) {
                        let _ = write!(body, "({})", known.name);
                        members.extend(known.members.clone().unwrap_or_default());
                        open |= known.open;
                    }
                }
                (_, 1) => {
                    let type_ = field_type(&mut self.random, &self.known, 2);
                    // `1.0` comes back as `1`, which would be another variant.
                    let is_number = type_.text.starts_with(['i', 'u'])
                        || ["Finite", "Count", "Any"].contains(&type_.text.as_str());
                    if form == 4 && is_number && std::mem::replace(&mut numbers, true) {
                        body.push_str("(String)");
                    } else {
                        let _ = write!(body, "({})", type_.text);
                    }
                    objects &= form != 4;
                }
                (0 | 1 | 3 | 4, 2) => {
                    let (a, b) = (
                        field_type(&mut self.random, &self.known, 1),
                        field_type(&mut self.random, &self.known, 1),
                    );
                    let _ = write!(body, "({}, {})", a.text, b.text);
                    objects &= form != 4;
                }
                _ => {
                    body.push_str(" {\n");
                    for _ in 0..=self.random.below(2) {
                        let (text, _) = self.field(&mut members);
                        body.push_str(&text);
                    }
                    body.push_str("    }");
                }
            }
            body.push_str(",\n");
        }
        let mut head = String::new();
        self.doc(&mut head);
        if form < 2 && !units && has_unit {
            head.push_str("    #[kopr(preserve_unknown)]\n");
        }
        if !attributes.is_empty() {
            let _ = writeln!(head, "    #[serde({})]", attributes.join(", "));
        }
        Known {
            source: format!("{head}    enum {name} {{\n{body}    }}\n"),
            name,
            default: false,
            words: units,
            members: objects.then_some(members),
            open,
            unions: 1,
        }
    }
}

//! Every rule that a CRD or another object must keep; the only place that knows them.
//!
//! One family of rules a file, one row a table. What breaks a rule of the API server is an error,
//! what the server only warns of or silently drops is a warning. The rules of schemas, kinds and versions hold for
//! any CRD, whoever wrote it; `report` says what was found.

mod bundle;
mod columns;
mod conversions;
mod defaults;
mod definition;
mod extensions;
mod formats;
mod items;
mod junctors;
mod keywords;
mod lists;
mod losses;
mod maps;
mod names;
mod objects;
mod patches;
mod patterns;
mod release;
mod root;
mod samples;
mod scale;
mod selectable;
mod settings;
mod size;
mod types;
mod validations;
mod versions;

use kopr_model::{Resource, ResourceVersion, Source};
use serde_json::Value;

use crate::emit::Input;
use crate::objects::{crd, definition as reader};
use crate::olm::{Facts, Objects};
use crate::schema::{Node, escaped, pointer_of};
use crate::settings::Apply;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The API server or Kubernetes itself would refuse it.
    Error,
    /// It works, and something is lost or comes out differently.
    Warning,
    /// It works, and has to be known.
    Note,
}

impl Level {
    /// The word for messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// Where: a resource, its version, a JSON path.
    pub place: String,
    /// The rule, such as `S1`.
    pub rule: &'static str,
    /// What is wrong; lower case, no full stop.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
    /// The code that it comes from.
    pub source: Option<Source>,
    /// Where in the CRD: a JSON pointer such as `/spec/versions/0/schema/openAPIV3Schema/properties/spec`. The
    /// object as a whole is the empty pointer; what is about no CRD has none.
    pub pointer: Option<String>,
}

impl Finding {
    /// A finding about what stands in no CRD.
    fn of(level: Level, rule: &'static str, place: &str, message: String, help: &str) -> Self {
        Self {
            level,
            place: place.to_owned(),
            rule,
            message,
            help: Some(help.to_owned()),
            source: None,
            pointer: None,
        }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            level,
            place,
            rule,
            message,
            ..
        } = self;
        write!(f, "{} {rule}: {place}: {message}", level.as_str())?;
        if let Some(source) = &self.source {
            write!(f, "\n  from {source}")?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

/// A rule with its text, for messages and the book.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its id.
    pub id: &'static str,
    /// What has to hold.
    pub about: &'static str,
}

/// Rules that are checked together.
#[derive(Debug)]
pub struct Family {
    /// Name of the file.
    pub name: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
    /// Where they are applied.
    pub on: Subject,
}

/// What a family looks at.
#[derive(Debug)]
pub enum Subject {
    /// The text of a CRD that somebody else wrote.
    Object(fn(&Value, &mut Vec<Finding>)),
    /// Each version of each kind.
    Version(fn(&mut Version<'_>)),
    /// Each kind.
    Kind(fn(&mut Kind<'_>)),
    /// All that is generated.
    Whole(fn(&Input<'_>, &mut Vec<Finding>)),
    /// A chart, with the bytes that Helm stores of a release.
    Chart(fn(&Input<'_>, usize, &mut Vec<Finding>)),
    /// A bundle, with its objects.
    Bundle(fn(&Input<'_>, &Facts, &Objects, &mut Vec<Finding>)),
}

/// Who wrote a CRD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// This program, from an operator's code.
    Kopr,
    /// Somebody else: the rules are those of Kubernetes, and the ways out are not kopr's.
    Other,
}

/// Every family, by name.
pub static FAMILIES: &[Family] = &[
    bundle::FAMILY,
    columns::FAMILY,
    conversions::FAMILY,
    defaults::FAMILY,
    definition::FAMILY,
    extensions::FAMILY,
    formats::FAMILY,
    items::FAMILY,
    junctors::FAMILY,
    keywords::FAMILY,
    lists::FAMILY,
    losses::FAMILY,
    maps::FAMILY,
    names::FAMILY,
    objects::FAMILY,
    patches::FAMILY,
    patterns::FAMILY,
    release::FAMILY,
    root::FAMILY,
    samples::FAMILY,
    scale::FAMILY,
    selectable::FAMILY,
    settings::FAMILY,
    size::FAMILY,
    types::FAMILY,
    validations::FAMILY,
    versions::FAMILY,
];

/// A kind, and what was found there.
pub struct Kind<'a> {
    /// The kind.
    pub resource: &'a Resource,
    /// Bytes of its CRD as compact JSON.
    pub bytes: usize,
    /// How CRDs get into the cluster.
    pub apply: Apply,
    /// Who wrote it.
    pub author: Author,
    findings: &'a mut Vec<Finding>,
}

impl Kind<'_> {
    /// A finding about the kind as a whole; `pointer` leads into its CRD.
    fn report(
        &mut self,
        level: Level,
        rule: &'static str,
        pointer: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.findings.push(Finding {
            level,
            place: self.resource.crd_name(),
            rule,
            message: message.into(),
            help: Some(help.into()).filter(|help| !help.is_empty()),
            source: self
                .resource
                .storage_version()
                .and_then(|version| known(&version.source)),
            pointer: Some(pointer.into()),
        });
    }

    fn error(
        &mut self,
        rule: &'static str,
        pointer: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report(Level::Error, rule, pointer, message, help);
    }

    /// Looks at one of its versions, by its place in the CRD.
    fn version(&mut self, index: usize) -> Option<Version<'_>> {
        Some(Version {
            resource: self.resource,
            version: self.resource.versions.get(index)?,
            index,
            findings: self.findings,
        })
    }
}

/// One version of a kind, and what was found there.
pub struct Version<'a> {
    /// The kind.
    pub resource: &'a Resource,
    /// The version.
    pub version: &'a ResourceVersion,
    /// Its place among the versions of the CRD.
    index: usize,
    findings: &'a mut Vec<Finding>,
}

impl Version<'_> {
    /// A finding about a node of the schema, which `path` begins with, or about the version as a whole.
    fn report(
        &mut self,
        level: Level,
        rule: &'static str,
        path: &str,
        message: String,
        help: impl Into<String>,
    ) {
        let node = pointer_of(&self.version.schema, path);
        self.report_at(level, rule, &format!("{SCHEMA}{node}"), path, message, help);
    }

    /// A finding at a pointer into the version.
    fn report_at(
        &mut self,
        level: Level,
        rule: &'static str,
        pointer: &str,
        path: &str,
        message: String,
        help: impl Into<String>,
    ) {
        let place = format!("{} {}", self.resource.crd_name(), self.version.name);
        let node = pointer.strip_prefix(SCHEMA).unwrap_or_default();
        self.findings.push(Finding {
            level,
            place: if path.is_empty() {
                place
            } else {
                format!("{place} {path}")
            },
            rule,
            message,
            help: Some(help.into()).filter(|help| !help.is_empty()),
            source: known(self.version.source_of(node)),
            pointer: Some(format!("/spec/versions/{}{pointer}", self.index)),
        });
    }

    fn error(&mut self, rule: &'static str, path: &str, message: impl Into<String>, help: impl Into<String>) {
        self.report(Level::Error, rule, path, message.into(), help);
    }

    fn warn(&mut self, rule: &'static str, path: &str, message: impl Into<String>, help: impl Into<String>) {
        self.report(Level::Warning, rule, path, message.into(), help);
    }

    /// An error about one keyword of a node.
    fn error_in(
        &mut self,
        rule: &'static str,
        node: &Node<'_>,
        keyword: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let pointer = format!("{SCHEMA}{}/{}", node.pointer, escaped(keyword));
        self.report_at(Level::Error, rule, &pointer, &node.path, message.into(), help);
    }

    /// A warning about one keyword of a node.
    fn warn_in(
        &mut self,
        rule: &'static str,
        node: &Node<'_>,
        keyword: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let pointer = format!("{SCHEMA}{}/{}", node.pointer, escaped(keyword));
        self.report_at(Level::Warning, rule, &pointer, &node.path, message.into(), help);
    }

    /// An error about something beside the schema, such as a column; `pointer` leads into the version.
    fn error_at(
        &mut self,
        rule: &'static str,
        pointer: &str,
        place: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report_at(Level::Error, rule, pointer, place, message.into(), help);
    }
}

/// Where the schema is in a version.
const SCHEMA: &str = "/schema/openAPIV3Schema";

/// A place, if it is one: CRDs from files have none in Rust.
fn known(source: &Source) -> Option<Source> {
    Some(source.clone()).filter(|source| *source != Source::default())
}

/// All findings about what is generated, errors first, then by place.
pub fn check(input: &Input<'_>) -> Vec<Finding> {
    let apply = input.settings.deploy.apply.unwrap_or_default();
    let mut findings = Vec::new();
    for resource in &input.operator.resources {
        let bytes = crd::bytes(input, resource);
        kind(&in_order(resource), bytes, apply, Author::Kopr, &mut findings);
    }
    for family in FAMILIES {
        if let Subject::Whole(check) = family.on {
            check(input, &mut findings);
        }
    }
    sorted(findings)
}

/// All findings about a chart, with the bytes that Helm stores of a release.
pub fn check_chart(input: &Input<'_>, bytes: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    for family in FAMILIES {
        if let Subject::Chart(check) = family.on {
            check(input, bytes, &mut findings);
        }
    }
    sorted(findings)
}

/// All findings about a bundle, with the objects that it is made of.
pub fn check_bundle(input: &Input<'_>, facts: &Facts, objects: &Objects) -> Vec<Finding> {
    let mut findings = Vec::new();
    for family in FAMILIES {
        if let Subject::Bundle(check) = family.on {
            check(input, facts, objects, &mut findings);
        }
    }
    sorted(findings)
}

/// All findings about a CRD that somebody else wrote.
pub fn check_object(object: &Value, apply: Apply) -> Vec<Finding> {
    let mut findings = Vec::new();
    for family in FAMILIES {
        if let Subject::Object(check) = family.on {
            check(object, &mut findings);
        }
    }
    // Of another version the members are others.
    if definition::is_readable(object) {
        let bytes = object.to_string().len();
        kind(
            &reader::resource(object),
            bytes,
            apply,
            Author::Other,
            &mut findings,
        );
    }
    sorted(findings)
}

fn kind(resource: &Resource, bytes: usize, apply: Apply, author: Author, findings: &mut Vec<Finding>) {
    for family in FAMILIES {
        let mut kind = Kind {
            resource,
            bytes,
            apply,
            author,
            findings,
        };
        match family.on {
            Subject::Kind(check) => check(&mut kind),
            Subject::Version(check) => {
                for index in 0..resource.versions.len() {
                    if let Some(mut version) = kind.version(index) {
                        check(&mut version);
                    }
                }
            }
            Subject::Object(_) | Subject::Whole(_) | Subject::Chart(_) | Subject::Bundle(_) => {}
        }
    }
}

/// The resource with its versions where its CRD has them.
fn in_order(resource: &Resource) -> Resource {
    Resource {
        versions: resource.by_priority().into_iter().cloned().collect(),
        ..resource.clone()
    }
}

fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort();
    findings.dedup();
    findings
}

#[cfg(test)]
mod tests;

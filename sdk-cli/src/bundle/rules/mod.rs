//! Every rule for bundles; the only place that knows them. One family of rules a file, one row a table.

mod accounts;
mod annotations;
mod capabilities;
mod categories;
mod community;
mod crds;
mod dependencies;
mod examples;
mod fields;
mod format;
mod good_practices;
mod images;
mod metadata;
mod minimum;
mod modes;
mod multiarch;
mod names;
mod object_metadata;
mod objects;
mod operatorhub;
mod owned;
mod removed;
mod size;
mod strict;
mod v1;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use object_metadata::FieldError;
pub use objects::takes;

use super::load::Bundle;
use super::{Finding, Phase, Profile, Rule, Selector};

/// What is asked beside the bundle.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Whose verdict.
    pub profile: Profile,
    /// Whether rules are applied that no other tool has.
    pub strict: bool,
    /// Optional sets of rules; none without a selector.
    pub optional: Option<Selector>,
    /// The version of Kubernetes that removed APIs are measured by; what was given, right or wrong.
    pub kubernetes: String,
    /// The categories that are allowed instead of the standard ones, or why they cannot be read.
    pub categories: Option<Result<BTreeSet<String>, String>>,
    /// Path and text of the Dockerfile of the bundle, or why it cannot be read.
    pub dockerfile: Option<(String, Result<String, String>)>,
    /// Platforms of images, as far as they are known.
    pub platforms: BTreeMap<String, BTreeSet<Platform>>,
    /// What is said of the tool for images.
    pub container_tool: String,
}

/// What a program runs on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Platform {
    /// Operating system.
    pub os: String,
    /// Processor.
    pub architecture: String,
}

impl std::fmt::Display for Platform {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.os, self.architecture)
    }
}

/// Rules that are checked together.
#[derive(Debug)]
pub struct Family {
    /// Name of the file.
    pub name: &'static str,
    /// When they are applied.
    pub phase: Phase,
    /// The rules.
    pub rules: &'static [Rule],
    /// Looks at a bundle.
    pub(super) check: fn(&Asked, &Bundle, &mut Vec<Finding>),
}

/// Every family, in the order in which they are applied.
pub static FAMILIES: &[Family] = &[
    super::load::FAMILY,
    format::FAMILY,
    dependencies::FAMILY,
    owned::FAMILY,
    accounts::FAMILY,
    size::FAMILY,
    images::FAMILY,
    names::FAMILY,
    examples::FAMILY,
    modes::FAMILY,
    minimum::FAMILY,
    fields::FAMILY,
    annotations::FAMILY,
    crds::FAMILY,
    objects::FAMILY,
    operatorhub::FAMILY,
    operatorhub::OLD,
    capabilities::FAMILY,
    categories::FAMILY,
    removed::FAMILY,
    good_practices::FAMILY,
    community::FAMILY,
    multiarch::FAMILY,
    v1::FAMILY,
    strict::FAMILY,
    metadata::FAMILY,
];

/// A set of rules that is applied on demand.
#[derive(Debug)]
pub struct Optional {
    /// Its name, which is a label too.
    pub name: &'static str,
    /// Whether it belongs to the suite `operatorframework`.
    pub in_suite: bool,
    /// What it is about.
    pub about: &'static str,
    families: &'static [&'static Family],
}

impl Optional {
    /// What selectors look at.
    pub fn labels(&self) -> BTreeMap<&'static str, &'static str> {
        let suite = self.in_suite.then_some(("suite", "operatorframework"));
        [("name", self.name)].into_iter().chain(suite).collect()
    }
}

/// All sets, in the order of the original.
pub static OPTIONAL: &[Optional] = &[
    Optional {
        name: "operatorhubv2",
        in_suite: true,
        about: "what OperatorHub.io needs to list the operator",
        families: &[&operatorhub::FAMILY, &removed::FAMILY],
    },
    Optional {
        name: "capabilities",
        in_suite: true,
        about: "the capability level is one of the five",
        families: &[&capabilities::FAMILY],
    },
    Optional {
        name: "categories",
        in_suite: true,
        about: "the categories are those of OperatorHub.io",
        families: &[&categories::FAMILY],
    },
    Optional {
        name: "operatorhub",
        in_suite: false,
        about: "deprecated: operatorhubv2, capabilities and categories together",
        families: &[
            &operatorhub::FAMILY,
            &capabilities::FAMILY,
            &categories::FAMILY,
            &removed::FAMILY,
            &operatorhub::OLD,
        ],
    },
    Optional {
        name: "community",
        in_suite: false,
        about: "deprecated: bundles with APIs that OpenShift 4.9 removed say so",
        families: &[&community::FAMILY],
    },
    Optional {
        name: "alpha-deprecated-apis",
        in_suite: true,
        about: "no APIs that Kubernetes 1.22, 1.25 or 1.26 removed",
        families: &[&removed::FAMILY],
    },
    Optional {
        name: "good-practices",
        in_suite: true,
        about: "requests for resources, descriptions, names, no rights on CRDs",
        families: &[&good_practices::FAMILY],
    },
    Optional {
        name: "multiarch",
        in_suite: false,
        about: "images, labels and affinities name the same platforms",
        families: &[&multiarch::FAMILY],
    },
];

/// Everything that is wrong with a bundle, in the order of the original.
pub fn validate(asked: &Asked, bundle: &Bundle) -> Vec<Finding> {
    let mut found = Vec::new();
    for family in FAMILIES {
        let applies = match family.phase {
            Phase::Load | Phase::Optional => false,
            Phase::OlmV1 => asked.profile == Profile::OlmV1,
            Phase::Strict => asked.strict,
            // The content of charts is not looked at.
            Phase::Format => true,
            _ => bundle.media_type != "helm",
        };
        if applies {
            run(family, asked, bundle, &mut found);
        }
    }
    if let Some(selector) = &asked.optional {
        for set in OPTIONAL.iter().filter(|set| selector.matches(&set.labels())) {
            for family in set.families {
                run(family, asked, bundle, &mut found);
            }
        }
    }
    found
}

/// Rules that a scorecard test runs: format, bundle, CSV and CRDs, but no other objects.
pub(super) fn standard(asked: &Asked, bundle: &Bundle) -> Vec<Finding> {
    let mut found = Vec::new();
    for family in FAMILIES {
        if matches!(
            family.phase,
            Phase::Format | Phase::Bundle | Phase::Csv | Phase::Crd
        ) {
            run(family, asked, bundle, &mut found);
        }
    }
    found
}

fn run(family: &Family, asked: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let mut own = Vec::new();
    (family.check)(asked, bundle, &mut own);
    let holds = |finding: &Finding| {
        let rule = family.rules.iter().find(|rule| rule.id == finding.rule);
        rule.is_none_or(|rule| rule.profiles.contains(&asked.profile))
    };
    found.extend(own.into_iter().filter(holds));
}

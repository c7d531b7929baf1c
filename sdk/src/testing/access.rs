//! What was declared against what was used.

use std::collections::BTreeSet;

use kopr_model::Operator;
use kopr_model::record::Right;

/// One use of a right: a verb on a resource of a group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// API group; empty for the core group.
    pub group: String,
    /// Plural resource name, with `/subresource` where it is one.
    pub resource: String,
    /// Verb.
    pub verb: String,
}

impl Use {
    pub(crate) fn new(group: &str, resource: &str, verb: &str) -> Self {
        Self {
            group: group.to_owned(),
            resource: resource.to_owned(),
            verb: verb.to_owned(),
        }
    }

    /// The same for a record.
    pub(crate) fn into_right(self) -> Right {
        Right {
            group: self.group,
            resource: self.resource,
            verb: self.verb,
        }
    }
}

impl std::fmt::Display for Use {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.verb, self.resource)?;
        if self.group.is_empty() {
            Ok(())
        } else {
            write!(f, ".{}", self.group)
        }
    }
}

/// What was declared against what was used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Used without being declared: a client made by hand, or a fault in an extractor's description.
    pub undeclared: BTreeSet<Use>,
    /// Declared and not used in this test.
    pub unexercised: BTreeSet<Use>,
    /// Refused by the API server.
    pub denied: BTreeSet<Use>,
}

impl Access {
    /// Compares the rules of an operator with what it did.
    pub(crate) fn compare(operator: &Operator, used: &BTreeSet<Use>, denied: BTreeSet<Use>) -> Self {
        let rules = operator
            .controllers
            .iter()
            .flat_map(kopr_model::Controller::rules);
        // No request shows a rule that only admission checks.
        let declared: BTreeSet<Use> = rules
            .filter(|rule| rule.via.is_none())
            .flat_map(|rule| {
                rule.verbs
                    .iter()
                    .map(|verb| Use::new(&rule.group, &rule.resource, verb.as_str()))
            })
            .collect();
        Self {
            undeclared: used.difference(&declared).cloned().collect(),
            unexercised: declared.difference(used).cloned().collect(),
            denied,
        }
    }

    /// Whether exactly what was declared was used, and nothing refused.
    pub fn is_exact(&self) -> bool {
        self.undeclared.is_empty() && self.unexercised.is_empty() && self.denied.is_empty()
    }
}

impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (title, uses) in [
            ("used but not declared", &self.undeclared),
            ("declared but not used in this test", &self.unexercised),
            ("refused by the API server", &self.denied),
        ] {
            if !uses.is_empty() {
                writeln!(f, "{title}:")?;
                for one in uses {
                    writeln!(f, "  {one}")?;
                }
            }
        }
        Ok(())
    }
}

//! What was granted against what was used.

use std::collections::BTreeSet;

use kopr_model::Operator;
use kopr_model::record::Right;
use serde_json::Value;

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

/// What was granted against what was used. The manifests grant what the handlers declare and what it takes to be
/// elected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Used without being granted by the manifests: a client made by hand, or a fault in an extractor's
    /// description.
    pub undeclared: BTreeSet<Use>,
    /// Granted and not used in this test.
    pub unexercised: BTreeSet<Use>,
    /// Refused by the API server.
    pub denied: BTreeSet<Use>,
}

impl Access {
    /// Compares what an operator was granted with what it did.
    pub(crate) fn compare(
        operator: &Operator,
        granted: &BTreeSet<Use>,
        used: &BTreeSet<Use>,
        denied: BTreeSet<Use>,
    ) -> Self {
        // No request shows a rule that only admission checks.
        let (shown, admission): (Vec<_>, Vec<_>) = operator
            .controllers
            .iter()
            .flat_map(kopr_model::Controller::rules)
            .flat_map(|rule| rule.verbs.iter().map(move |verb| (rule, verb)))
            .map(|(rule, verb)| {
                (
                    rule.via.is_none(),
                    Use::new(&rule.group, &rule.resource, verb.as_str()),
                )
            })
            .partition(|(shown, _)| *shown);
        let shown: BTreeSet<Use> = shown.into_iter().map(|(_, one)| one).collect();
        let mut declared = granted.clone();
        for (_, one) in admission {
            if !shown.contains(&one) {
                declared.remove(&one);
            }
        }
        Self {
            undeclared: used.difference(&declared).cloned().collect(),
            unexercised: declared.difference(used).cloned().collect(),
            denied,
        }
    }

    /// Whether exactly what was granted was used, and nothing refused.
    pub fn is_exact(&self) -> bool {
        self.undeclared.is_empty() && self.unexercised.is_empty() && self.denied.is_empty()
    }
}

impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (title, uses) in [
            ("used but not granted", &self.undeclared),
            ("granted but not used in this test", &self.unexercised),
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

/// What the manifests grant the `ServiceAccount` of that namespace and name, through whichever binding.
pub(crate) fn granted(manifests: &[Value], (namespace, name): (&str, &str)) -> BTreeSet<Use> {
    let texts = |list: &Value| -> Vec<String> {
        let list = list.as_array().into_iter().flatten();
        list.filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let is_bound = |binding: &&Value| {
        let subjects = binding["subjects"].as_array().into_iter().flatten();
        binding["roleRef"].is_object()
            && subjects.into_iter().any(|subject| {
                subject["kind"] == "ServiceAccount"
                    && subject["name"] == name
                    && subject["namespace"] == namespace
            })
    };
    let roles = manifests.iter().filter(is_bound).flat_map(|binding| {
        let role = &binding["roleRef"];
        manifests.iter().filter(move |object| {
            object["kind"] == role["kind"]
                && object["metadata"]["name"] == role["name"]
                && (role["kind"] == "ClusterRole"
                    || object["metadata"]["namespace"] == binding["metadata"]["namespace"])
        })
    });
    let mut granted = BTreeSet::new();
    for rule in roles.flat_map(|role| role["rules"].as_array().into_iter().flatten()) {
        for group in texts(&rule["apiGroups"]) {
            for resource in texts(&rule["resources"]) {
                let verbs = texts(&rule["verbs"]);
                granted.extend(verbs.iter().map(|verb| Use::new(&group, &resource, verb)));
            }
        }
    }
    granted
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_manifests_grant() {
        let account = json!([{ "kind": "ServiceAccount", "name": "op", "namespace": "own" }]);
        let role = |kind: &str, namespace: Option<&str>, name: &str, verbs: &[&str]| {
            json!({
                "kind": kind, "metadata": { "name": name, "namespace": namespace },
                "rules": [{ "apiGroups": ["", "apps"], "resources": ["things"], "verbs": verbs }],
            })
        };
        let binding = |namespace: &str, kind: &str, name: &str, subjects: &Value| {
            json!({
                "kind": "RoleBinding", "metadata": { "name": "b", "namespace": namespace },
                "roleRef": { "kind": kind, "name": name }, "subjects": subjects,
            })
        };
        let others = json!([{ "kind": "ServiceAccount", "name": "op", "namespace": "other" }]);
        let manifests = [
            role("ClusterRole", None, "all", &["list"]),
            role("ClusterRole", None, "for-people", &["delete"]),
            role("Role", Some("own"), "here", &["get"]),
            role("Role", Some("other"), "here", &["update"]),
            role("Role", Some("other"), "theirs", &["patch"]),
            binding("own", "ClusterRole", "all", &account),
            binding("own", "Role", "here", &account),
            binding("other", "Role", "theirs", &others),
        ];
        let granted = granted(&manifests, ("own", "op"));
        let texts: Vec<String> = granted.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            ["get things", "list things", "get things.apps", "list things.apps"]
        );
    }
}

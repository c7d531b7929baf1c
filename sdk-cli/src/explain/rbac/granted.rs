//! The roles that are bound to the operator, read back from the objects.

use kopr_model::AccessScope;
use serde_json::Value;

use super::Ask;
use crate::emit::Input;
use crate::objects::{metadata, service_account};
use crate::schema::words;
use crate::settings::Watch;

/// A role that is bound to the operator.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Role {
    /// `Role` or `ClusterRole`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The namespace in which it holds; none for the whole cluster.
    pub holds_in: Option<String>,
    /// What it grants.
    pub grants: Vec<Grant>,
}

/// One right that a role grants; each part may be `*`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grant {
    /// API group.
    pub group: String,
    /// Resource, with its subresource.
    pub resource: String,
    /// One object; none for all.
    pub name: Option<String>,
    /// Verb.
    pub verb: String,
}

impl Role {
    /// Kind and name.
    pub fn title(&self) -> String {
        format!("{} {}", self.kind, self.name)
    }

    /// Whether it grants what an argument asks for.
    pub fn grants(&self, ask: &Ask<'_>) -> bool {
        self.grants.iter().any(|grant| grant.covers(ask))
    }
}

impl Grant {
    /// Whether what an argument asks for is in it.
    pub fn covers(&self, ask: &Ask<'_>) -> bool {
        let right = &ask.right;
        let fits = |granted: &str, asked: &str| granted == "*" || granted == asked;
        fits(&self.group, &right.group)
            && fits(&self.resource, &right.resource)
            && fits(&self.verb, right.verb)
            && (self.name.is_none() || self.name == right.name)
    }
}

/// The roles that these objects bind to the operator's `ServiceAccount`.
pub fn roles(input: &Input<'_>, objects: &[Value]) -> Vec<Role> {
    let account = service_account::name(input);
    let namespace = metadata::namespace(input);
    let is_ours = |subject: &Value| {
        subject["kind"] == "ServiceAccount"
            && subject["name"] == *account
            && subject["namespace"] == *namespace
    };
    let mut roles = Vec::new();
    for binding in objects {
        let holds_in = match binding["kind"].as_str() {
            Some("ClusterRoleBinding") => None,
            Some("RoleBinding") => Some(text(&binding["metadata"]["namespace"])),
            _ => continue,
        };
        let subjects = binding["subjects"].as_array();
        if !subjects.into_iter().flatten().any(is_ours) {
            continue;
        }
        let bound = &binding["roleRef"];
        let role = objects.iter().find(|object| {
            object["kind"] == bound["kind"]
                && object["metadata"]["name"] == bound["name"]
                && (object["kind"] == "ClusterRole"
                    || object["metadata"]["namespace"] == binding["metadata"]["namespace"])
        });
        roles.push(Role {
            kind: text(&bound["kind"]),
            name: text(&bound["name"]),
            holds_in,
            grants: role.map(grants).unwrap_or_default(),
        });
    }
    roles.sort();
    roles.dedup();
    roles
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn grants(role: &Value) -> Vec<Grant> {
    let mut grants = Vec::new();
    for rule in role["rules"].as_array().into_iter().flatten() {
        let mut names: Vec<Option<&str>> = words(rule, "resourceNames").map(Some).collect();
        if names.is_empty() {
            names.push(None);
        }
        for group in words(rule, "apiGroups") {
            for resource in words(rule, "resources") {
                for name in &names {
                    for verb in words(rule, "verbs") {
                        grants.push(Grant {
                            group: group.to_owned(),
                            resource: resource.to_owned(),
                            name: name.map(str::to_owned),
                            verb: verb.to_owned(),
                        });
                    }
                }
            }
        }
    }
    grants.sort();
    grants.dedup();
    grants
}

/// The namespaces where a right has to hold with these settings; none stands for the whole cluster.
pub fn needed(input: &Input<'_>, scope: AccessScope) -> Vec<Option<String>> {
    let watch = input.settings.deploy.watch.as_ref().unwrap_or(&Watch::All);
    match (scope, watch) {
        (AccessScope::Everywhere, _) | (AccessScope::Watched, Watch::All) => vec![None],
        (AccessScope::Here, _) | (AccessScope::Watched, Watch::Own) => vec![Some(metadata::namespace(input))],
        (AccessScope::Watched, Watch::Namespaces(namespaces)) => {
            namespaces.iter().map(|one| Some(one.to_string())).collect()
        }
    }
}

/// The roles in which what an argument asks for ends up.
pub fn roles_of(input: &Input<'_>, ask: &Ask<'_>, roles: &[Role]) -> Vec<Role> {
    let mut found = Vec::new();
    for place in needed(input, ask.scope) {
        let here = roles
            .iter()
            .filter(|role| role.holds_in == place && role.grants(ask));
        found.extend(here.cloned());
    }
    found
}

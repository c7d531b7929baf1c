//! The self-check: every declared rule is asked of the API server before any work.
//!
//! One rules review per namespace answers for all namespaced rules in it. A review does not say whether
//! a rule comes from a binding in the namespace or in the cluster, so rules that have to hold in the
//! whole cluster are asked for one by one; there are few of them. Nor does a review know what authorizers
//! other than RBAC grant, so what it does not name is asked for before it is said to be missing.

use std::collections::BTreeMap;

use k8s_openapi::api::authorization::v1::{
    ResourceAttributes, ResourceRule, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec,
    SelfSubjectRulesReview, SelfSubjectRulesReviewSpec,
};
use kopr_model::{AccessScope, Rule, Verb};
use kube::api::{Api, PostParams};

use super::watches::Namespaces;

/// A right that the role lacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Missing {
    pub(crate) verb: Verb,
    pub(crate) group: String,
    pub(crate) resource: String,
    /// `None` is the whole cluster.
    pub(crate) namespace: Option<String>,
    /// Who asks for it.
    pub(crate) by: String,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the role lacks \"{}\" on \"{}\"",
            self.verb.as_str(),
            self.resource
        )?;
        if !self.group.is_empty() {
            write!(f, " ({})", self.group)?;
        }
        match &self.namespace {
            Some(namespace) => write!(f, " in the namespace `{namespace}`")?,
            None => write!(f, " in the cluster")?,
        }
        write!(
            f,
            ", which {} needs: apply the manifests of this version",
            self.by
        )
    }
}

/// Rights that the role lacks, sorted.
///
/// # Errors
/// The API server's answer to the reviews themselves.
pub(crate) async fn missing(
    client: &kube::Client,
    rules: &[Rule],
    namespaces: &Namespaces,
) -> Result<Vec<Missing>, kube::Error> {
    let mut in_namespace: BTreeMap<&str, Vec<&Rule>> = BTreeMap::new();
    let mut in_cluster: Vec<&Rule> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.via.is_none()) {
        match rule.scope {
            AccessScope::Watched if !namespaces.watched.is_empty() => {
                for namespace in &namespaces.watched {
                    in_namespace.entry(namespace).or_default().push(rule);
                }
            }
            AccessScope::Here => {
                if let Some(namespace) = &namespaces.own {
                    in_namespace.entry(namespace).or_default().push(rule);
                }
            }
            AccessScope::Watched | AccessScope::Everywhere => in_cluster.push(rule),
        }
    }
    let mut missing = Vec::new();
    for (namespace, rules) in in_namespace {
        let granted = review(client, namespace).await?;
        for rule in rules {
            for verb in rule
                .verbs
                .iter()
                .filter(|verb| !granted.iter().any(|granted| grants(granted, rule, **verb)))
            {
                if !access(client, rule, *verb, Some(namespace)).await? {
                    missing.push(lacks(rule, *verb, Some(namespace)));
                }
            }
        }
    }
    let mut asked: BTreeMap<(&str, &str, &[String], Verb), bool> = BTreeMap::new();
    for rule in in_cluster {
        for verb in &rule.verbs {
            let question = (
                rule.group.as_str(),
                rule.resource.as_str(),
                &*rule.resource_names,
                *verb,
            );
            let allowed = match asked.get(&question) {
                Some(allowed) => *allowed,
                None => access(client, rule, *verb, None).await?,
            };
            asked.insert(question, allowed);
            if !allowed {
                missing.push(lacks(rule, *verb, None));
            }
        }
    }
    missing.sort();
    missing.dedup_by(|a, b| {
        (a.verb, &a.group, &a.resource, &a.namespace) == (b.verb, &b.group, &b.resource, &b.namespace)
    });
    Ok(missing)
}

fn lacks(rule: &Rule, verb: Verb, namespace: Option<&str>) -> Missing {
    Missing {
        verb,
        group: rule.group.clone(),
        resource: rule.resource.clone(),
        namespace: namespace.map(str::to_owned),
        by: format!("`{}` of `{}`", rule.origin.argument, rule.origin.handler),
    }
}

fn grants(granted: &ResourceRule, rule: &Rule, verb: Verb) -> bool {
    let has = |list: Option<&Vec<String>>, wanted: &str| {
        list.into_iter()
            .flatten()
            .any(|item| item == "*" || item == wanted)
    };
    // A rule that names objects grants nothing on the kind as a whole.
    let limited = granted.resource_names.as_ref().filter(|names| !names.is_empty());
    let covers_names = match limited {
        None => true,
        Some(names) => {
            !rule.resource_names.is_empty() && rule.resource_names.iter().all(|name| names.contains(name))
        }
    };
    covers_names
        && has(granted.api_groups.as_ref(), &rule.group)
        && has(granted.resources.as_ref(), &rule.resource)
        && has(Some(&granted.verbs), verb.as_str())
}

async fn review(client: &kube::Client, namespace: &str) -> Result<Vec<ResourceRule>, kube::Error> {
    let review = SelfSubjectRulesReview {
        spec: SelfSubjectRulesReviewSpec {
            namespace: Some(namespace.to_owned()),
        },
        ..SelfSubjectRulesReview::default()
    };
    let answer = Api::all(client.clone())
        .create(&PostParams::default(), &review)
        .await?;
    Ok(answer
        .status
        .map(|status| status.resource_rules)
        .unwrap_or_default())
}

/// Asks for one verb of a rule: on the kind, or on each of the objects that the rule names.
async fn access(
    client: &kube::Client,
    rule: &Rule,
    verb: Verb,
    namespace: Option<&str>,
) -> Result<bool, kube::Error> {
    if rule.resource_names.is_empty() {
        return access_to(client, rule, verb, namespace, None).await;
    }
    for name in &rule.resource_names {
        if !access_to(client, rule, verb, namespace, Some(name)).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn access_to(
    client: &kube::Client,
    rule: &Rule,
    verb: Verb,
    namespace: Option<&str>,
    name: Option<&str>,
) -> Result<bool, kube::Error> {
    let (resource, subresource) = match rule.resource.split_once('/') {
        Some((resource, subresource)) => (resource, Some(subresource.to_owned())),
        None => (rule.resource.as_str(), None),
    };
    let review = SelfSubjectAccessReview {
        spec: SelfSubjectAccessReviewSpec {
            resource_attributes: Some(ResourceAttributes {
                group: Some(rule.group.clone()),
                resource: Some(resource.to_owned()),
                subresource,
                verb: Some(verb.as_str().to_owned()),
                namespace: namespace.map(str::to_owned),
                name: name.map(str::to_owned),
                ..ResourceAttributes::default()
            }),
            ..SelfSubjectAccessReviewSpec::default()
        },
        ..SelfSubjectAccessReview::default()
    };
    let answer = Api::all(client.clone())
        .create(&PostParams::default(), &review)
        .await?;
    Ok(answer.status.is_some_and(|status| status.allowed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kopr_model::Origin;

    fn rule(resource: &str) -> Rule {
        Rule {
            group: "apps".to_owned(),
            resource: resource.to_owned(),
            resource_names: Vec::new(),
            verbs: vec![Verb::List],
            scope: AccessScope::Watched,
            via: None,
            origin: Origin {
                handler: "h".to_owned(),
                argument: "A".to_owned(),
            },
        }
    }

    fn granted(groups: &[&str], resources: &[&str], verbs: &[&str], names: &[&str]) -> ResourceRule {
        let owned = |list: &[&str]| list.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>();
        ResourceRule {
            api_groups: Some(owned(groups)),
            resources: Some(owned(resources)),
            resource_names: (!names.is_empty()).then(|| owned(names)),
            verbs: owned(verbs),
        }
    }

    #[test]
    fn what_grants() {
        let deployments = rule("deployments");
        for (granted, expected) in [
            (granted(&["apps"], &["deployments"], &["list"], &[]), true),
            (granted(&["*"], &["*"], &["*"], &[]), true),
            (granted(&[""], &["deployments"], &["list"], &[]), false),
            (granted(&["apps"], &["deployments/status"], &["list"], &[]), false),
            (granted(&["apps"], &["deployments"], &["get"], &[]), false),
            (granted(&["apps"], &["deployments"], &["list"], &["one"]), false),
        ] {
            assert_eq!(
                grants(&granted, &deployments, Verb::List),
                expected,
                "{granted:?}"
            );
        }
    }

    #[test]
    fn the_text_names_the_way_out() {
        assert_eq!(
            lacks(&rule("deployments"), Verb::List, Some("n")).to_string(),
            "the role lacks \"list\" on \"deployments\" (apps) in the namespace `n`, which `A` of `h` needs: \
             apply the manifests of this version"
        );
    }
}

//! Merging of rules: as few as can be, and not one permission more.

use std::collections::{BTreeMap, BTreeSet};

use kopr_model::Rule;
use serde::Serialize;

/// One permission: a verb on a resource, or on one object of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tuple {
    /// API group.
    pub group: String,
    /// Resource, with its subresource.
    pub resource: String,
    /// One object; none for all.
    pub name: Option<String>,
    /// Verb.
    pub verb: &'static str,
}

/// A rule as a role takes it. It grants each verb on each resource (and each name).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PolicyRule {
    /// API groups.
    pub api_groups: Vec<String>,
    /// Resources.
    pub resources: Vec<String>,
    /// Objects; empty for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resource_names: Vec<String>,
    /// Verbs.
    pub verbs: Vec<&'static str>,
}

/// The permissions that rules ask for.
pub fn tuples(rules: &[&Rule]) -> BTreeSet<Tuple> {
    let mut tuples = BTreeSet::new();
    for rule in rules {
        let names: Vec<Option<String>> = match rule.resource_names.as_slice() {
            [] => vec![None],
            names => names.iter().cloned().map(Some).collect(),
        };
        for name in names {
            for verb in &rule.verbs {
                tuples.insert(Tuple {
                    group: rule.group.clone(),
                    resource: rule.resource.clone(),
                    name: name.clone(),
                    verb: verb.as_str(),
                });
            }
        }
    }
    tuples
}

/// Rules that grant exactly these permissions.
///
/// Only what is equal in all other respects is put together, because a rule grants the product of
/// its lists: names that have the same verbs, then resources of a group that have the same verbs and
/// names.
pub fn compact(tuples: &BTreeSet<Tuple>) -> Vec<PolicyRule> {
    type Verbs = BTreeSet<&'static str>;
    let mut verbs: BTreeMap<(&str, &str, Option<&str>), Verbs> = BTreeMap::new();
    for Tuple {
        group,
        resource,
        name,
        verb,
    } in tuples
    {
        verbs
            .entry((group, resource, name.as_deref()))
            .or_default()
            .insert(verb);
    }
    // An empty set of names stands for all objects, so rules for all and for some stay apart.
    let mut names: BTreeMap<(&str, &str, bool, Verbs), BTreeSet<&str>> = BTreeMap::new();
    for ((group, resource, name), verbs) in verbs {
        names
            .entry((group, resource, name.is_some(), verbs))
            .or_default()
            .extend(name);
    }
    let mut resources: BTreeMap<(&str, Verbs, BTreeSet<&str>), BTreeSet<&str>> = BTreeMap::new();
    for ((group, resource, _, verbs), names) in names {
        resources
            .entry((group, verbs, names))
            .or_default()
            .insert(resource);
    }
    let owned = |set: BTreeSet<&str>| set.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let mut rules: Vec<PolicyRule> = resources
        .into_iter()
        .map(|((group, verbs, names), resources)| PolicyRule {
            api_groups: vec![group.to_owned()],
            resources: owned(resources),
            resource_names: owned(names),
            verbs: verbs.into_iter().collect(),
        })
        .collect();
    rules.sort();
    rules
}

#[cfg(test)]
mod tests {
    use kopr_model::{AccessScope, Origin, Verb};

    use super::*;

    const VERBS: [Verb; 6] = [
        Verb::Create,
        Verb::Delete,
        Verb::Get,
        Verb::List,
        Verb::Patch,
        Verb::Watch,
    ];

    /// A small generator of numbers with a fixed seed (xorshift): the same sets on every run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 % limit as u64).unwrap()
        }

        fn some_of<T: Copy>(&mut self, all: &[T]) -> Vec<T> {
            all.iter().copied().filter(|_| self.below(2) == 0).collect()
        }

        fn rule(&mut self) -> Rule {
            let mut verbs = self.some_of(&VERBS);
            verbs.push(VERBS[self.below(VERBS.len())]);
            verbs.sort();
            verbs.dedup();
            Rule {
                group: ["", "apps", "cache.example.com"][self.below(3)].to_owned(),
                resource: ["pods", "pods/log", "secrets", "deployments"][self.below(4)].to_owned(),
                resource_names: match self.below(3) {
                    0 => self
                        .some_of(&["a", "b", "c"])
                        .into_iter()
                        .map(str::to_owned)
                        .collect(),
                    _ => Vec::new(),
                },
                verbs,
                scope: AccessScope::Watched,
                via: None,
                origin: Origin::default(),
            }
        }
    }

    fn granted(rules: &[PolicyRule]) -> BTreeSet<Tuple> {
        let mut granted = BTreeSet::new();
        for rule in rules {
            let names: Vec<Option<String>> = match rule.resource_names.as_slice() {
                [] => vec![None],
                names => names.iter().cloned().map(Some).collect(),
            };
            for group in &rule.api_groups {
                for resource in &rule.resources {
                    for name in &names {
                        for verb in &rule.verbs {
                            granted.insert(Tuple {
                                group: group.clone(),
                                resource: resource.clone(),
                                name: name.clone(),
                                verb,
                            });
                        }
                    }
                }
            }
        }
        granted
    }

    #[test]
    fn merging_neither_widens_nor_narrows_nor_depends_on_order() {
        let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
        let mut merged_something = 0;
        for _ in 0..2_000 {
            let count = 1 + numbers.below(12);
            let mut rules: Vec<Rule> = (0..count).map(|_| numbers.rule()).collect();
            let asked = tuples(&rules.iter().collect::<Vec<_>>());
            let compacted = compact(&asked);
            assert_eq!(granted(&compacted), asked, "{rules:#?}");
            merged_something += usize::from(compacted.len() < rules.len());

            rules.reverse();
            let at = numbers.below(count);
            rules.rotate_left(at);
            assert_eq!(compact(&tuples(&rules.iter().collect::<Vec<_>>())), compacted);
        }
        assert!(
            merged_something > 1_000,
            "the generator rarely makes rules that can be merged"
        );
    }

    #[test]
    fn equal_verbs_share_a_rule() {
        let rule = |resource: &str, names: &[&str], verbs: &[Verb]| Rule {
            group: String::new(),
            resource: resource.to_owned(),
            resource_names: names.iter().map(|name| (*name).to_owned()).collect(),
            verbs: verbs.to_vec(),
            scope: AccessScope::Watched,
            via: None,
            origin: Origin::default(),
        };
        let rules = [
            rule("pods", &[], &[Verb::List, Verb::Watch]),
            rule("secrets", &[], &[Verb::List]),
            rule("secrets", &[], &[Verb::Watch]),
            rule("secrets", &["b"], &[Verb::Patch]),
            rule("secrets", &["a"], &[Verb::Patch]),
        ];
        let text = serde_json::to_string(&compact(&tuples(&rules.iter().collect::<Vec<_>>()))).unwrap();
        assert_eq!(
            text,
            concat!(
                r#"[{"apiGroups":[""],"resources":["pods","secrets"],"verbs":["list","watch"]},"#,
                r#"{"apiGroups":[""],"resources":["secrets"],"resourceNames":["a","b"],"verbs":["patch"]}]"#
            )
        );
    }
}

//! Wide grants: rights with which an operator that is taken over gets at more than its work needs.

use std::collections::{BTreeMap, BTreeSet};

use kopr_model::Source;

use super::{Family, Lint, Spot, Subject, rule};
use crate::check::Level;
use crate::explain::rbac::{Grant, Role};

pub(super) const FAMILY: Family = Family {
    name: "grants",
    rules: RULES,
    find,
};

const RULES: &[Lint] = &[
    rule(
        "R1",
        Level::Error,
        "no role of the operator grants `*`",
        "name the groups, resources and verbs: what is added to the cluster later is granted too",
    ),
    rule(
        "R2",
        Level::Warning,
        "the operator does not read the Secrets of the whole cluster",
        "read single ones with `Get<Secret>`, those of its own namespace with `Read<Secret, Here>`, or watch some \
         namespaces only: `deploy.watch`",
    ),
    rule(
        "R3",
        Level::Error,
        "the operator does not escalate, bind or impersonate without naming what",
        "name the objects with a `Named` type: without names the right is as good as all rights",
    ),
    rule(
        "R4",
        Level::Warning,
        "the operator does not get into pods, nor through proxies",
        "let the pods do it themselves, for instance in a sidecar or a Job; whoever has this right runs programs with \
         the rights of any pod",
    ),
    rule(
        "R5",
        Level::Warning,
        "the operator does not write roles or bindings",
        "the server lets it grant only what its own role holds: ask for those rights too, or for `bind` or `escalate` \
         on roles by name; where one role fits all, bind it by hand",
    ),
    rule(
        "R6",
        Level::Warning,
        "the operator does not write what leads to other rights",
        "where the operator cannot do without, limit it by name or namespace, and allow the finding in kopr.toml",
    ),
];

/// Rights of one kind.
struct Wide {
    rule: &'static str,
    /// Verbs; none for all.
    verbs: &'static [&'static str],
    group: &'static str,
    /// Resources; none for all, whatever the group.
    resources: &'static [&'static str],
    /// Whether only the whole cluster counts.
    in_cluster: bool,
    /// Whether a name makes it narrow.
    unnamed: bool,
    why: &'static str,
}

const WRITES: &[&str] = &["create", "patch", "update"];

const fn wide(
    rule: &'static str,
    verbs: &'static [&'static str],
    group: &'static str,
    resources: &'static [&'static str],
    why: &'static str,
) -> Wide {
    Wide {
        rule,
        verbs,
        group,
        resources,
        in_cluster: false,
        unnamed: false,
        why,
    }
}

const WIDE: &[Wide] = &[
    Wide {
        in_cluster: true,
        unnamed: true,
        ..wide(
            "R2",
            &["get", "list", "watch"],
            "",
            &["secrets"],
            "all Secrets of the cluster can be read with it",
        )
    },
    Wide {
        unnamed: true,
        ..wide(
            "R3",
            &["escalate", "bind", "impersonate"],
            "",
            &[],
            "it is as good as all rights",
        )
    },
    wide(
        "R4",
        &[],
        "",
        &[
            "pods/exec",
            "pods/attach",
            "pods/portforward",
            "pods/ephemeralcontainers",
        ],
        "any pod that it reaches can be entered with it",
    ),
    wide(
        "R4",
        &[],
        "",
        &["pods/proxy", "services/proxy"],
        "any port behind it can be called past the network's rules",
    ),
    wide(
        "R4",
        &[],
        "",
        &["nodes/proxy"],
        "the kubelet's API lies behind it, and with it every pod of the node",
    ),
    wide(
        "R5",
        WRITES,
        "rbac.authorization.k8s.io",
        &["roles", "rolebindings", "clusterroles", "clusterrolebindings"],
        "others get rights by it",
    ),
    wide(
        "R6",
        &["create"],
        "",
        &["serviceaccounts/token"],
        "tokens of other accounts can be had with it",
    ),
    wide(
        "R6",
        &["patch", "update"],
        "certificates.k8s.io",
        &[
            "certificatesigningrequests/approval",
            "certificatesigningrequests/status",
        ],
        "certificates of any user can be had with it",
    ),
    wide(
        "R6",
        WRITES,
        "admissionregistration.k8s.io",
        &[
            "mutatingadmissionpolicies",
            "mutatingadmissionpolicybindings",
            "mutatingwebhookconfigurations",
            "validatingwebhookconfigurations",
        ],
        "every request of the cluster can be read or changed with it",
    ),
    wide(
        "R6",
        WRITES,
        "apiregistration.k8s.io",
        &["apiservices"],
        "a whole API group can be answered by somebody else with it",
    ),
    wide(
        "R6",
        &["patch", "update", "delete", "deletecollection"],
        "apiextensions.k8s.io",
        &["customresourcedefinitions"],
        "all objects of a kind can be lost by it",
    ),
    wide(
        "R6",
        &["patch", "update"],
        "",
        &["namespaces"],
        "the labels of a Namespace are its pod security",
    ),
    wide(
        "R6",
        &["patch", "update", "delete"],
        "",
        &["nodes", "nodes/status"],
        "pods can be drawn to a node or driven from it",
    ),
    wide(
        "R6",
        WRITES,
        "",
        &["persistentvolumes"],
        "a volume may be any folder of a node",
    ),
];

impl Wide {
    fn is(&self, role: &Role, grant: &Grant) -> bool {
        let fits = |list: &[&str], word: &str| list.is_empty() || list.contains(&word);
        fits(self.verbs, &grant.verb)
            && (self.resources.is_empty() || self.group == grant.group)
            && fits(self.resources, &grant.resource)
            && !(self.in_cluster && role.holds_in.is_some())
            && !(self.unnamed && grant.name.is_some())
    }
}

/// Rule, place and reason.
type Which<'a> = (&'static str, String, &'a str);

fn find(subject: &Subject<'_>, spots: &mut Vec<Spot>) {
    // One finding for a resource of a role, whatever the number of verbs.
    let mut found: BTreeMap<Which<'_>, (BTreeSet<&str>, Option<Source>)> = BTreeMap::new();
    for role in &subject.roles {
        for grant in &role.grants {
            let place = format!("{} {}", role.title(), super::roles::resource(grant));
            let source = super::roles::source(subject, grant);
            if [&grant.group, &grant.resource, &grant.verb]
                .iter()
                .any(|part| part.contains('*'))
            {
                let entry = found
                    .entry(("R1", place, "what is not named is granted too"))
                    .or_default();
                entry.0.insert(&grant.verb);
                continue;
            }
            for wide in WIDE.iter().filter(|wide| wide.is(role, grant)) {
                let entry = found.entry((wide.rule, place.clone(), wide.why)).or_default();
                entry.0.insert(&grant.verb);
                entry.1 = entry.1.take().or(source.clone());
            }
        }
    }
    for ((rule, place, why), (verbs, source)) in found {
        let verbs: Vec<String> = verbs.iter().map(|verb| format!("`{verb}`")).collect();
        spots.push(Spot {
            rule,
            place,
            message: format!("{} is granted: {why}", verbs.join(", ")),
            source,
        });
    }
}

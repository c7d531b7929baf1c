//! M1-M4: patches fit the objects that are made, and do what is wanted.

use serde_json::Value;

use super::{Family, Finding, Level, Rule, Subject};
use crate::emit::{self, Body, EMITTERS, Input};
use crate::olm;
use crate::patch::{Fit, fits};

pub(super) const FAMILY: Family = Family {
    name: "patches",
    rules: &[
        Rule {
            id: "M1",
            about: "a patch is about exactly one object that is made",
        },
        Rule {
            id: "M2",
            about: "a patch can be merged, and leaves the object its name",
        },
        Rule {
            id: "M3",
            about: "a patch changes something",
        },
        Rule {
            id: "M4",
            about: "a patch does not change who may do what",
        },
    ],
    on: Subject::Whole(check),
};

fn check(input: &Input<'_>, findings: &mut Vec<Finding>) {
    let patches = &input.settings.patches;
    if patches.is_empty() {
        return;
    }
    // What an emitter cannot render is said by the run itself.
    let all: Vec<_> = EMITTERS.iter().collect();
    let Ok(artefacts) = emit::unpatched(&all, input) else {
        return;
    };
    let mut objects: Vec<Value> = artefacts
        .into_iter()
        .flat_map(|artefact| match artefact.body {
            Body::Objects(objects) => objects,
            _ => Vec::new(),
        })
        .collect();
    // It stands in a bundle alone, and is put together only where a patch asks for it.
    if patches.iter().any(|patch| patch.is_of("ClusterServiceVersion")) {
        objects.extend(olm::unpatched(input));
    }
    for (patch, fit) in fits(&objects, patches) {
        let target = patch.target();
        let (level, rule, message, help) = match fit {
            Fit::Nothing { help } => (Level::Error, "M1", format!("there is no {target} to patch"), help),
            Fit::Several { namespaces } => (
                Level::Error,
                "M1",
                format!("there are several objects like {target}"),
                format!("add `metadata.namespace`, one of: `{}`", namespaces.join("`, `")),
            ),
            Fit::Refused { message, help } => (Level::Error, "M2", format!("{target}: {message}"), help),
            Fit::Idle => (
                Level::Warning,
                "M3",
                format!("the patch changes nothing on {target}"),
                "take it away: what it says is so without it".to_owned(),
            ),
            Fit::Rights { changes } => (
                Level::Warning,
                "M4",
                format!("the patch changes what {target} grants: {}", changes.join(", ")),
                "rights follow from the handlers' arguments; what only a patch grants is in no description of the operator"
                    .to_owned(),
            ),
        };
        findings.push(Finding::of(level, rule, &patch.place(), message, &help));
    }
}

#[cfg(test)]
mod tests {
    use kopr_model::{Description, Outcome};

    use crate::check::check;
    use crate::emit::Input;
    use crate::patch::Patches;
    use crate::settings::Settings;

    #[test]
    fn every_rule_of_patches() {
        let text = include_str!("../../tests/golden/minimal/model.json");
        let description: Description = serde_json::from_str(text).unwrap();
        let Outcome::Operator(operator) = description.outcome else {
            panic!("the case is an operator")
        };
        let deployment = |rest: &str| {
            format!("apiVersion: apps/v1\nkind: Deployment\nmetadata: {{ name: memcached-operator }}\n{rest}")
        };
        let role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\n\
                    metadata: { name: memcached-operator-cluster }\n\
                    rules: [{ apiGroups: [''], resources: [pods], verbs: [get] }]";
        for (patch, says) in [
            (deployment("spec: { replicas: 4 }"), ""),
            (
                deployment("").replace("name: mem", "name: m"),
                "error M1: patches/a.yaml:1: there is no Deployment `mcached-operator` to patch",
            ),
            (
                deployment("$patch: delete"),
                "error M2: patches/a.yaml:1: Deployment `memcached-operator`: a patch changes parts",
            ),
            (
                deployment("spec: { replicas: 1 }"),
                "warning M3: patches/a.yaml:1: the patch changes nothing",
            ),
            (
                role.to_owned(),
                "warning M4: patches/a.yaml:1: the patch changes what ClusterRole `memcached-operator-cluster` grants: + get pods",
            ),
        ] {
            let settings = Settings {
                patches: Patches::parse(&[("patches/a.yaml".to_owned(), patch.clone())]).unwrap(),
                ..Settings::default()
            };
            let input = Input {
                operator: &operator,
                settings: &settings,
            };
            let found: Vec<String> = check(&input)
                .iter()
                .filter(|finding| finding.rule.starts_with('M'))
                .map(ToString::to_string)
                .collect();
            match (says, found.as_slice()) {
                ("", []) => {}
                (says, [one]) if !says.is_empty() => assert!(one.starts_with(says), "{one}"),
                _ => panic!("{patch}: {found:?}"),
            }
        }
    }
}

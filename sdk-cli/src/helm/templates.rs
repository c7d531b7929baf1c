//! The templates of the objects.

use serde_json::{Value, json};

use super::choices::{self, CHOICES, Choice, Variant};
use super::condition::Space;
use super::holes::Holes;
use super::{HelmError, has_crds, merge, print};
use crate::emit::Input;
use crate::objects::{self, PARTS, alerts, dashboard, namespace, pod_monitor, service_monitor};

/// Renders objects.
type Objects<'a> = Box<dyn Fn(&Input<'_>, &Variant) -> Vec<Value> + 'a>;

/// Objects that share a file.
struct Unit<'a> {
    file: String,
    /// The CRD that the file holds.
    crd: Option<String>,
    choices: Vec<&'static Choice>,
    objects: Objects<'a>,
}

/// An object of monitoring, where there is one.
type Monitoring = (&'static str, fn(&Input<'_>) -> Option<Value>);

/// The files of monitoring.
const MONITORING: [Monitoring; 4] = [
    ("alerts", alerts::rule),
    ("dashboard", dashboard::config_map),
    ("pod-monitor", pod_monitor::monitor),
    ("service-monitor", service_monitor::monitor),
];

/// The templates: name of the file without its folder, and text. One that is empty for every value is left out.
pub(super) fn templates(input: &Input<'_>, holes: &Holes) -> Result<Vec<(String, String)>, HelmError> {
    let mut templates = Vec::new();
    for unit in units(input) {
        let objects = render(input, holes, &unit);
        let mut text = print::documents(holes, &objects)?;
        if let Some(crd) = &unit.crd {
            let others = format!(r#"include "{}.othersCrd" (list $ "{crd}")"#, input.operator.name);
            text = format!("{{{{- if not ({others}) }}}}\n{text}{{{{- end }}}}\n");
        }
        if !text.is_empty() {
            templates.push((format!("{}.yaml", unit.file), text));
        }
    }
    Ok(templates)
}

fn units<'a>(input: &Input<'a>) -> Vec<Unit<'a>> {
    let mut units = Vec::new();
    let of_crds = |choice: &&Choice| choice.key.starts_with("crds.");
    let (crd_choices, choices): (Vec<_>, Vec<_>) = CHOICES.iter().partition(of_crds);
    // Helm makes the namespace.
    let is_namespace = |file: &str| file == namespace::PART.file;
    for part in PARTS.iter().filter(|part| !is_namespace(part.file)) {
        units.push(Unit {
            file: part.file.to_owned(),
            crd: None,
            choices: choices.clone(),
            objects: Box::new(|input, _| (part.objects)(input)),
        });
    }
    for (file, object) in MONITORING {
        units.push(Unit {
            file: file.to_owned(),
            crd: None,
            choices: choices.clone(),
            objects: Box::new(move |input, _| object(input).into_iter().collect()),
        });
    }
    if has_crds(input) {
        for resource in &input.operator.resources {
            units.push(Unit {
                file: format!("crd-{}", resource.crd_name()),
                crd: Some(resource.crd_name()),
                choices: crd_choices.clone(),
                objects: Box::new(|input, variant| {
                    if !variant.install_crds {
                        return Vec::new();
                    }
                    let mut crd = objects::crd::crd(input, resource);
                    if variant.keep_crds {
                        crd["metadata"]["annotations"]["helm.sh/resource-policy"] = json!("keep");
                    }
                    vec![crd]
                }),
            });
        }
    }
    units
}

/// Renders the unit in all states of the choices that matter to it, and merges the renderings.
fn render(input: &Input<'_>, holes: &Holes, unit: &Unit<'_>) -> Vec<merge::Branch> {
    let objects = |variant: &Variant| {
        let input = Input {
            operator: input.operator,
            settings: &variant.settings,
        };
        let mut objects = (unit.objects)(&input, variant);
        for object in &mut objects {
            // The words of a schema are not ours.
            if object["kind"] != "CustomResourceDefinition" {
                holes.shape(object);
            }
        }
        objects
    };
    let mut first = choices::open(input.settings, holes);
    for choice in CHOICES {
        (choice.states[0].set)(&mut first, holes);
    }
    let space = Space::new(matter(&unit.choices, &first, holes, &objects));
    let lists: Vec<Vec<Value>> = space
        .variants()
        .map(|states| {
            let mut variant = first.clone();
            for (choice, state) in states {
                (choice.states[state].set)(&mut variant, holes);
            }
            objects(&variant)
        })
        .collect();
    merge::merge(&space, holes, &lists)
}

/// The choices that make a difference, where most is there or where another choice has one of its other kinds.
fn matter(
    choices: &[&'static Choice],
    first: &Variant,
    holes: &Holes,
    objects: &dyn Fn(&Variant) -> Vec<Value>,
) -> Vec<&'static Choice> {
    let with = |from: &Variant, choice: &Choice, state: usize| {
        let mut variant = from.clone();
        (choice.states[state].set)(&mut variant, holes);
        variant
    };
    let matters = |base: &Variant, choice: &Choice| {
        let rendered = objects(base);
        (0..choice.states.len()).any(|state| objects(&with(base, choice, state)) != rendered)
    };
    let mut found: Vec<&'static Choice> = choices
        .iter()
        .copied()
        .filter(|choice| matters(first, choice))
        .collect();
    let kinds: Vec<Variant> = found
        .iter()
        .filter(|choice| !choice.alone && choice.states.len() > 2)
        .flat_map(|choice| (1..choice.states.len()).map(|state| with(first, choice, state)))
        .collect();
    for choice in choices {
        let is_known = found.iter().any(|known| known.key == choice.key);
        if !is_known && kinds.iter().any(|base| matters(base, choice)) {
            found.push(choice);
        }
    }
    found.sort_by_key(|choice| choice.key);
    found
}

#[cfg(test)]
mod tests {
    use super::choices::{CHOICES, open};
    use crate::helm::holes::Holes;
    use crate::settings::Settings;

    #[test]
    fn every_setting_takes_its_hole() {
        let holes = Holes::new("gate-operator", "");
        let mut variant = open(&Settings::default(), &holes);
        for choice in CHOICES {
            (choice.states[0].set)(&mut variant, &holes);
        }
        let settings = &variant.settings;
        let deploy = &settings.deploy;
        for (what, is_set) in [
            ("instance", settings.operator.instance.is_some()),
            ("labels", !settings.operator.labels.is_empty()),
            ("annotations", !settings.operator.annotations.is_empty()),
            ("pull secrets", !settings.image.pull_secrets.is_empty()),
            ("namespace", deploy.namespace.is_some()),
            ("class", deploy.class.is_some()),
            ("requests", deploy.resources.requests.is_some()),
            ("limits", deploy.resources.limits.is_some()),
            ("node selector", !deploy.node_selector.is_empty()),
            ("tolerations", deploy.tolerations.is_some()),
            ("affinity", deploy.affinity.is_some()),
            ("priority class", deploy.priority_class.is_some()),
            ("env", !deploy.env.is_empty()),
            ("deploy labels", !deploy.labels.is_empty()),
            ("deploy annotations", !deploy.annotations.is_empty()),
            ("account", settings.service_account.name.is_some()),
            (
                "account annotations",
                !settings.service_account.annotations.is_empty(),
            ),
            ("monitor labels", !settings.metrics.monitor_labels.is_empty()),
            ("interval", settings.metrics.interval.is_some()),
            ("tls", settings.metrics.tls.is_some()),
            (
                "rule labels",
                settings
                    .alerts
                    .rule_labels
                    .as_ref()
                    .is_some_and(|l| !l.is_empty()),
            ),
            ("alert labels", !settings.alerts.labels.is_empty()),
            (
                "dashboard labels",
                settings.dashboard.labels.as_ref().is_some_and(|l| !l.is_empty()),
            ),
            (
                "dashboard annotations",
                !settings.dashboard.annotations.is_empty(),
            ),
            ("metrics from", !settings.network_policy.metrics_from.is_empty()),
        ] {
            assert!(is_set, "{what}");
        }
        for choice in CHOICES {
            for (at, state) in choice.states.iter().enumerate() {
                let mut other = variant.clone();
                (state.set)(&mut other, &holes);
                assert_eq!(
                    other.settings == variant.settings
                        && other.install_crds == variant.install_crds
                        && other.keep_crds == variant.keep_crds,
                    at == 0,
                    "{} {}",
                    choice.key,
                    state.when
                );
            }
        }
    }
}

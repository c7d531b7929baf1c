//! Descriptions of operators and the files that they give.
//!
//! `golden/<case>/` holds a description, a `kopr.toml` and all files that come out. After a wanted
//! change: `KOPR_BLESS=1 cargo test -p kopr-cli --test golden`, and read the diff.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use kopr_cli::check::{Level, check};
use kopr_cli::emit::{Body, EMITTERS, Input, render};
use kopr_cli::settings::Settings;
use kopr_cli::yaml;
use kopr_model::{Description, Operator, Outcome};
use serde_json::Value;

struct Case {
    name: String,
    folder: Utf8PathBuf,
    operator: Operator,
    settings: Settings,
}

impl Case {
    fn read(folder: Utf8PathBuf) -> Self {
        let name = folder.file_name().expect("a case has a name").to_owned();
        let model = std::fs::read_to_string(folder.join("model.json")).expect("a case has a description");
        let description: Description = serde_json::from_str(&model).unwrap_or_else(|e| panic!("{name}: {e}"));
        let Outcome::Operator(operator) = description.outcome else {
            panic!("{name} describes a failure")
        };
        let text = std::fs::read_to_string(folder.join("kopr.toml")).expect("a case has settings");
        let settings = Settings::parse(&text, "kopr.toml", None).unwrap_or_else(|e| panic!("{name}: {e}"));
        Self {
            name,
            folder,
            operator: *operator,
            settings,
        }
    }

    /// Path and text of all files.
    fn files(&self, operator: &Operator) -> BTreeMap<Utf8PathBuf, String> {
        render(
            &Input {
                operator,
                settings: &self.settings,
            },
            &[],
        )
        .unwrap_or_else(|e| panic!("{}: {e:?}", self.name))
        .into_iter()
        .map(|artefact| {
            (
                artefact.path.clone(),
                artefact.text().expect("artefacts are YAML"),
            )
        })
        .collect()
    }

    fn objects(&self) -> Vec<Value> {
        render(
            &Input {
                operator: &self.operator,
                settings: &self.settings,
            },
            &[],
        )
        .expect("the case renders")
        .into_iter()
        .flat_map(|artefact| match artefact.body {
            Body::Objects(objects) => objects,
            _ => Vec::new(),
        })
        .collect()
    }
}

fn cases() -> Vec<Case> {
    let golden = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut folders: Vec<_> = golden
        .read_dir_utf8()
        .expect("the folder of cases exists")
        .map(|entry| entry.expect("it can be listed").into_path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    assert!(folders.len() >= 6, "cases are missing: {folders:?}");
    folders.into_iter().map(Case::read).collect()
}

/// All files below a folder, by relative path.
fn tree(folder: &Utf8Path) -> BTreeMap<Utf8PathBuf, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in at.read_dir_utf8().into_iter().flatten() {
            let path = entry.expect("it can be listed").into_path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).expect("golden files are text");
                files.insert(path.strip_prefix(folder).expect("it is below").to_owned(), text);
            }
        }
    }
    files
}

/// The header names the version of kopr; a release should not touch every golden file.
fn without_version(text: &str) -> String {
    text.replacen(concat!("kopr ", env!("CARGO_PKG_VERSION")), "kopr [VERSION]", 1)
}

#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment, and writes"
)]
fn descriptions_give_these_files() {
    for case in cases() {
        let expected = case.folder.join("expected");
        let made: BTreeMap<_, _> = case
            .files(&case.operator)
            .into_iter()
            .map(|(path, text)| (path, without_version(&text)))
            .collect();
        if std::env::var_os("KOPR_BLESS").is_some() {
            let _ = std::fs::remove_dir_all(&expected);
            for (path, text) in &made {
                let path = expected.join(path);
                std::fs::create_dir_all(path.parent().expect("files are in folders"))
                    .expect("it can be made");
                std::fs::write(path, text).expect("it can be written");
            }
        }
        let golden = tree(&expected);
        let names = |files: &BTreeMap<Utf8PathBuf, String>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&made), names(&golden), "{}: other files", case.name);
        for (path, text) in &made {
            snapbox::assert_data_eq!(text.clone(), snapbox::Data::text(golden[path].clone()).raw());
        }
    }
}

#[test]
fn cases_keep_every_rule() {
    for case in cases() {
        let errors: Vec<String> = check(&Input {
            operator: &case.operator,
            settings: &case.settings,
        })
        .iter()
        .filter(|finding| finding.level == Level::Error || finding.rule == "E1")
        .map(ToString::to_string)
        .collect();
        assert!(errors.is_empty(), "{}:\n{}", case.name, errors.join("\n"));
    }
}

#[test]
fn every_emitter_is_seen_at_work() {
    let all: Vec<Utf8PathBuf> = cases()
        .iter()
        .flat_map(|case| case.files(&case.operator).into_keys())
        .collect();
    for emitter in EMITTERS.iter() {
        assert!(
            all.iter().any(|path| path.as_str().starts_with(emitter.owns)),
            "nothing shows `{}`",
            emitter.name
        );
    }
    let owned = |path: &Utf8PathBuf| {
        EMITTERS
            .iter()
            .any(|emitter| path.as_str().starts_with(emitter.owns))
    };
    let stray: Vec<_> = all.iter().filter(|path| !owned(path)).collect();
    assert!(stray.is_empty(), "nobody owns {stray:?}");
}

#[test]
fn each_emitter_alone_gives_its_part_of_the_whole() {
    for case in cases() {
        let whole = case.files(&case.operator);
        let mut parts = BTreeMap::new();
        for emitter in EMITTERS.iter() {
            let input = Input {
                operator: &case.operator,
                settings: &case.settings,
            };
            for artefact in render(&input, &[emitter.name.to_owned()]).expect("the case renders") {
                assert!(
                    artefact.path.as_str().starts_with(emitter.owns),
                    "{} wrote {}",
                    emitter.name,
                    artefact.path
                );
                parts.insert(
                    artefact.path.clone(),
                    artefact.text().expect("artefacts are YAML"),
                );
            }
        }
        assert_eq!(parts, whole, "{}", case.name);
    }
}

#[test]
fn files_read_back_as_the_objects_that_were_written() {
    for case in cases() {
        let input = Input {
            operator: &case.operator,
            settings: &case.settings,
        };
        for artefact in render(&input, &[]).expect("the case renders") {
            let (place, text) = (
                format!("{}/{}", case.name, artefact.path),
                artefact.text().expect("it is YAML"),
            );
            let Body::Objects(objects) = &artefact.body else {
                panic!("{place} is no YAML")
            };
            assert_eq!(
                &yaml::parse(&text, &place).expect("we read what we write"),
                objects,
                "{place}"
            );
            // An independent reader, of YAML 1.2.
            assert_eq!(&read_elsewhere(&text), objects, "{place}");

            leave(&place.replace('/', "_"), &text, objects);

            assert!(text.starts_with("# Generated by kopr "), "{place}");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{place}");
            let separators = text.lines().filter(|line| *line == "---").count();
            // One text of the awkward case is `---` itself, but never alone on a line.
            assert_eq!(separators, objects.len() - 1, "{place}");
        }
    }
}

/// For `yaml11.py`, which reads it once more as YAML 1.1.
#[allow(clippy::disallowed_methods, reason = "a test's own folder")]
fn leave(name: &str, text: &str, objects: &[Value]) {
    let folder = Utf8Path::new(env!("CARGO_TARGET_TMPDIR")).join("yaml11");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join(format!("{name}.yaml")), text).expect("it can be written");
    let json = serde_json::to_string(objects).expect("JSON can be written");
    std::fs::write(folder.join(format!("{name}.json")), json).expect("it can be written");
}

/// All documents of a text, through `serde_yaml`.
fn read_elsewhere(text: &str) -> Vec<Value> {
    serde_yaml::Deserializer::from_str(text)
        .map(|document| serde::Deserialize::deserialize(document).expect("it is YAML"))
        .collect()
}

/// The description with everything turned round that carries no meaning by its order.
fn shuffled(operator: &Operator, round: usize) -> Operator {
    let mut other = operator.clone();
    let turn = |length: usize| if length == 0 { 0 } else { round % length };
    other.resources.reverse();
    let at = turn(other.resources.len());
    other.resources.rotate_left(at);
    other.controllers.reverse();
    let at = turn(other.controllers.len());
    other.controllers.rotate_left(at);
    other.ports.reverse();
    for controller in &mut other.controllers {
        controller.handlers.reverse();
        for handler in &mut controller.handlers {
            handler.arguments.reverse();
            let at = turn(handler.arguments.len());
            handler.arguments.rotate_left(at);
            for argument in &mut handler.arguments {
                argument.rules.reverse();
                argument
                    .rules
                    .iter_mut()
                    .for_each(|rule| rule.resource_names.reverse());
            }
        }
    }
    other
}

#[test]
fn order_in_the_description_does_not_show() {
    for case in cases() {
        let expected = case.files(&case.operator);
        for round in 0..6 {
            assert_eq!(
                case.files(&shuffled(&case.operator, round)),
                expected,
                "{} round {round}",
                case.name
            );
        }
    }
}

#[test]
fn kustomizations_name_the_files_that_are_there() {
    for case in cases() {
        let files = case.files(&case.operator);
        let mut listed: Vec<Utf8PathBuf> = Vec::new();
        for folder in ["deploy", "deploy/monitoring"] {
            let Some(text) = files.get(&Utf8Path::new(folder).join("kustomization.yaml")) else {
                continue;
            };
            let kustomization = yaml::parse(text, "kustomization.yaml")
                .expect("it is YAML")
                .remove(0);
            for path in kustomization["resources"].as_array().expect("it lists resources") {
                listed.push(Utf8Path::new(folder).join(path.as_str().expect("a path")));
            }
        }
        let wanted: Vec<_> = files
            .keys()
            .filter(|path| !path.ends_with("kustomization.yaml") && path.starts_with("deploy"))
            .filter(|path| !path.starts_with("deploy/samples"))
            .cloned()
            .collect();
        listed.sort();
        assert_eq!(listed, wanted, "{}", case.name);
        let root = &files[Utf8Path::new("deploy/kustomization.yaml")];
        assert!(
            !root.contains("monitoring") && !root.contains("samples"),
            "{root}"
        );
    }
}

#[test]
fn the_installer_holds_what_the_kustomization_does_in_an_order_that_can_be_applied() {
    let rank = |object: &Value| match object["kind"].as_str() {
        Some("Namespace") => 0,
        Some("CustomResourceDefinition") => 1,
        Some("ServiceAccount") => 2,
        Some("ClusterRole" | "ClusterRoleBinding" | "Role" | "RoleBinding") => 3,
        _ => 4,
    };
    for case in cases() {
        let files = case.files(&case.operator);
        let install = yaml::parse(&files[Utf8Path::new("dist/install.yaml")], "install").expect("it is YAML");
        let ranks: Vec<_> = install.iter().map(rank).collect();
        assert!(ranks.is_sorted(), "{}: {ranks:?}", case.name);

        let apart =
            |path: &Utf8PathBuf| path.starts_with("deploy/crds") || path.starts_with("deploy/operator");
        let mut whole: Vec<String> = files
            .iter()
            .filter(|(path, _)| apart(path))
            .flat_map(|(path, text)| yaml::parse(text, path.as_str()).expect("it is YAML"))
            .map(|object| object.to_string())
            .collect();
        let mut installed: Vec<String> = install.iter().map(ToString::to_string).collect();
        whole.sort();
        installed.sort();
        assert_eq!(installed, whole, "{}", case.name);
    }
}

fn find<'a>(objects: &'a [Value], kind: &str) -> Vec<&'a Value> {
    objects.iter().filter(|object| object["kind"] == kind).collect()
}

#[test]
fn bindings_name_roles_and_accounts_that_are_there() {
    for case in cases() {
        let objects = case.objects();
        let accounts = find(&objects, "ServiceAccount");
        for (binding, role) in [("ClusterRoleBinding", "ClusterRole"), ("RoleBinding", "Role")] {
            let roles = find(&objects, role);
            for role in &roles {
                assert!(
                    !role["rules"].as_array().expect("a role has rules").is_empty(),
                    "{role}"
                );
            }
            for binding in find(&objects, binding) {
                let found = roles.iter().any(|role| {
                    role["metadata"]["name"] == binding["roleRef"]["name"]
                        && role["metadata"]["namespace"] == binding["metadata"]["namespace"]
                        && role["kind"] == binding["roleRef"]["kind"]
                });
                assert!(found, "{}: {binding}", case.name);
                let subject = &binding["subjects"][0];
                let known = accounts.iter().any(|account| {
                    account["metadata"]["name"] == subject["name"]
                        && account["metadata"]["namespace"] == subject["namespace"]
                });
                assert!(known, "{}: {subject}", case.name);
            }
        }
    }
}

#[test]
fn one_name_stands_for_one_object() {
    for case in cases() {
        let input = Input {
            operator: &case.operator,
            settings: &case.settings,
        };
        let install = render(&input, &["install".to_owned()])
            .expect("the case renders")
            .remove(0);
        let Body::Objects(objects) = install.body else {
            panic!("the installer holds objects")
        };
        let mut names: Vec<String> = objects
            .iter()
            .map(|o| {
                format!(
                    "{} {} {}",
                    o["kind"], o["metadata"]["namespace"], o["metadata"]["name"]
                )
            })
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{}: {names:#?}", case.name);
    }
}

#[test]
fn the_chain_from_monitor_to_port_holds() {
    let selects = |selector: &Value, labels: &Value| {
        selector
            .as_object()
            .expect("a selector")
            .iter()
            .all(|(key, value)| labels.get(key) == Some(value))
    };
    let mut seen = 0;
    for case in cases() {
        let objects = case.objects();
        let Some(monitor) = find(&objects, "ServiceMonitor").pop() else {
            continue;
        };
        seen += 1;
        let selector = &monitor["spec"]["selector"]["matchLabels"];
        let services: Vec<_> = objects
            .iter()
            .filter(|object| {
                object["kind"] != "ServiceMonitor" && selects(selector, &object["metadata"]["labels"])
            })
            .collect();
        // The installer holds it a second time; nothing else carries these labels.
        assert_eq!(services.len(), 2, "{}: {services:#?}", case.name);
        let service = services[0];
        assert_eq!(services[1], service);
        assert_eq!(
            monitor["spec"]["namespaceSelector"]["matchNames"][0],
            service["metadata"]["namespace"]
        );
        assert_eq!(
            monitor["spec"]["endpoints"][0]["port"],
            service["spec"]["ports"][0]["name"]
        );

        let deployment = find(&objects, "Deployment")[0];
        let pod = &deployment["spec"]["template"];
        assert!(
            selects(&service["spec"]["selector"], &pod["metadata"]["labels"]),
            "{}",
            case.name
        );
        assert!(selects(
            &deployment["spec"]["selector"]["matchLabels"],
            &pod["metadata"]["labels"]
        ));
        let ports = pod["spec"]["containers"][0]["ports"]
            .as_array()
            .expect("the container has ports");
        assert!(
            ports
                .iter()
                .any(|port| port["name"] == service["spec"]["ports"][0]["targetPort"])
        );
    }
    assert!(seen >= 5, "the cases have hardly any metrics");
}

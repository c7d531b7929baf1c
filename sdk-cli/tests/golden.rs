//! Descriptions of operators and the files that they give.
//!
//! `golden/<case>/` holds a description, a `kopr.toml` and the files that come out: all of them, or, where it takes
//! the description of another case, those that differ from that one's. After a wanted change: `KOPR_BLESS=1 cargo test -p kopr-cli --test golden`, and read the diff.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use kopr_cli::check::{Level, check};
use kopr_cli::emit::{Body, EMITTERS, render};
use kopr_cli::yaml;
use kopr_model::Operator;
use serde_json::Value;

use cases::{Case, case, cases, find, selects};

mod cases;

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

/// What a case shows: its files, or what sets them apart from those of the case that it takes after.
fn shown(of: &Case) -> BTreeMap<Utf8PathBuf, String> {
    let mut files: BTreeMap<_, _> = of
        .files()
        .into_iter()
        .map(|(path, text)| (path, without_version(&text)))
        .collect();
    let Some(like) = &of.like else {
        return files;
    };
    // That it holds what the others do has a test of its own.
    files.remove(Utf8Path::new("dist/install.yaml"));
    let mut gone = String::new();
    for (path, text) in case(like).files() {
        match files.get(&path) {
            Some(same) if *same == without_version(&text) => {
                files.remove(&path);
            }
            None if path != "dist/install.yaml" => gone.push_str(&format!("{path}\n")),
            _ => {}
        }
    }
    if !gone.is_empty() {
        files.insert("not-made.txt".into(), gone);
    }
    files
}

#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment, and writes"
)]
fn descriptions_give_these_files() {
    for case in cases() {
        let expected = case.folder.join("expected");
        let made = shown(&case);
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
        assert!(!made.is_empty(), "{} shows nothing", case.name);
        assert_eq!(names(&made), names(&golden), "{}: other files", case.name);
        for (path, text) in &made {
            snapbox::assert_data_eq!(text.clone(), snapbox::Data::text(golden[path].clone()).raw());
        }
    }
}

#[test]
fn cases_keep_every_rule() {
    for case in cases() {
        let errors: Vec<String> = check(&case.input())
            .iter()
            .filter(|finding| finding.level == Level::Error || finding.rule == "E1")
            .map(ToString::to_string)
            .collect();
        assert!(errors.is_empty(), "{}:\n{}", case.name, errors.join("\n"));
    }
}

#[test]
fn every_emitter_is_seen_at_work() {
    let all: Vec<Utf8PathBuf> = cases().iter().flat_map(|case| case.files().into_keys()).collect();
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
        let whole = case.files();
        let mut parts = BTreeMap::new();
        for emitter in EMITTERS.iter() {
            for artefact in render(&case.input(), &[emitter.name.to_owned()]).expect("the case renders") {
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
        for artefact in render(&case.input(), &[]).expect("the case renders") {
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
        let expected = case.files();
        // Settings reorder nothing.
        let rounds = if case.like.is_some() { 1 } else { 6 };
        for round in 0..rounds {
            assert_eq!(
                case.files_of(&shuffled(&case.operator, round)),
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
        let files = case.files();
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
            !root.contains("- monitoring/") && !root.contains("- samples/"),
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
        let files = case.files();
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

#[test]
fn bindings_name_roles_that_are_there_and_the_account_that_pods_run_as() {
    let mut seen = 0;
    for case in cases() {
        let objects = case.objects(&[]);
        let deployment = find(&objects, "Deployment")[0];
        let account = &deployment["spec"]["template"]["spec"]["serviceAccountName"];
        let namespace = &deployment["metadata"]["namespace"];
        let accounts = find(&objects, "ServiceAccount");
        assert_eq!(
            accounts.len(),
            usize::from(case.settings.service_account.create != Some(false))
        );
        for made in accounts {
            assert_eq!(
                (&made["metadata"]["name"], &made["metadata"]["namespace"]),
                (account, namespace),
                "{}",
                case.name
            );
        }
        for (binding, role) in [("ClusterRoleBinding", "ClusterRole"), ("RoleBinding", "Role")] {
            let roles = find(&objects, role);
            for role in &roles {
                assert!(
                    !role["rules"].as_array().expect("a role has rules").is_empty(),
                    "{role}"
                );
            }
            for binding in find(&objects, binding) {
                seen += 1;
                let found = roles.iter().any(|role| {
                    role["metadata"]["name"] == binding["roleRef"]["name"]
                        && role["metadata"]["namespace"] == binding["metadata"]["namespace"]
                        && role["kind"] == binding["roleRef"]["kind"]
                });
                assert!(found, "{}: {binding}", case.name);
                let subject = &binding["subjects"][0];
                assert_eq!(
                    (&subject["name"], &subject["namespace"]),
                    (account, namespace),
                    "{}: {subject}",
                    case.name
                );
            }
        }
    }
    assert!(seen > cases().len(), "the cases have hardly any bindings");
}

#[test]
fn one_name_stands_for_one_object() {
    for case in cases() {
        let objects = case.objects(&[]);
        let mut names: Vec<String> = objects
            .iter()
            .filter(|object| object["kind"] != "Kustomization")
            .map(|o| {
                let group = o["apiVersion"]
                    .as_str()
                    .and_then(|version| version.rsplit_once('/'));
                format!(
                    "{} {} {} {}",
                    group.map_or("", |(group, _)| group),
                    o["kind"],
                    o["metadata"]["namespace"],
                    o["metadata"]["name"]
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
    let mut seen = 0;
    for case in cases() {
        let objects = case.objects(&[]);
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
        // Nothing else carries these labels.
        assert_eq!(services.len(), 1, "{}: {services:#?}", case.name);
        let service = services[0];
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

//! What holds for the objects of every case: security, ports, roles, copies.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::{BTreeMap, BTreeSet};

use kopr_cli::settings::{Namespace, Settings, Watch};
use kopr_model::{AccessScope, leader};
use serde_json::{Value, json};

use cases::{Case, case, cases, find, list, selects};

mod cases;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn pod(objects: &[Value]) -> &Value {
    &find(objects, "Deployment")[0]["spec"]["template"]
}

#[test]
fn pods_keep_the_restricted_security_standard() {
    for case in cases() {
        let objects = case.installed();
        let spec = &pod(&objects)["spec"];
        assert_eq!(
            spec["securityContext"],
            json!({ "runAsNonRoot": true, "seccompProfile": { "type": "RuntimeDefault" } }),
            "{}",
            case.name
        );
        for container in list(&spec["containers"]) {
            assert_eq!(
                container["securityContext"],
                json!({
                    "allowPrivilegeEscalation": false, "capabilities": { "drop": ["ALL"] },
                    "readOnlyRootFilesystem": true,
                }),
                "{}",
                case.name
            );
        }
        for host in ["hostNetwork", "hostPID", "hostIPC"] {
            assert_eq!(spec.get(host), None, "{}", case.name);
        }
        for volume in list(&spec["volumes"]) {
            assert!(volume["secret"].is_object(), "{}: {volume}", case.name);
        }
        let Some(namespace) = find(&objects, "Namespace").pop() else {
            continue;
        };
        for mode in ["enforce", "audit", "warn"] {
            assert_eq!(
                namespace["metadata"]["labels"][format!("pod-security.kubernetes.io/{mode}")],
                "restricted"
            );
        }
    }
}

#[test]
fn images_are_pinned_by_tag_or_digest() {
    for case in cases() {
        let objects = case.installed();
        let image = text(&pod(&objects)["spec"]["containers"][0]["image"]);
        let last = image.rsplit('/').next().unwrap_or_default();
        assert!(last.contains([':', '@']), "{}: {image}", case.name);
        assert!(!image.ends_with(":latest"), "{}: {image}", case.name);
    }
}

#[test]
fn whatever_names_a_port_finds_it() {
    let mut policies = 0;
    for case in cases() {
        let objects = case.installed();
        let container = &pod(&objects)["spec"]["containers"][0];
        let ports: BTreeMap<&str, u64> = list(&container["ports"])
            .iter()
            .map(|port| {
                (
                    text(&port["name"]),
                    port["containerPort"].as_u64().expect("a number"),
                )
            })
            .collect();
        for name in ports.keys() {
            let is_word = name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            assert!(
                is_word && name.len() <= 15 && name.contains(|c: char| c.is_ascii_lowercase()),
                "{}: {name}",
                case.name
            );
        }
        for probe in ["startupProbe", "livenessProbe", "readinessProbe"] {
            let asked = container.get(probe).map(|probe| text(&probe["httpGet"]["port"]));
            assert_eq!(
                asked,
                ports.get("health").map(|_| "health"),
                "{}: {probe}",
                case.name
            );
        }
        for service in find(&objects, "Service") {
            for port in list(&service["spec"]["ports"]) {
                let number = ports.get(text(&port["targetPort"]));
                assert_eq!(number, port["port"].as_u64().as_ref(), "{}: {port}", case.name);
            }
        }
        for policy in find(&objects, "NetworkPolicy") {
            policies += 1;
            let open: BTreeSet<u64> = list(&policy["spec"]["ingress"])
                .iter()
                .flat_map(|rule| list(&rule["ports"]))
                .map(|port| port["port"].as_u64().expect("a number"))
                .collect();
            assert_eq!(open, ports.values().copied().collect(), "{}", case.name);
        }
    }
    assert!(policies > 20, "the cases have hardly any policies");
}

#[test]
fn what_selects_the_pods_selects_them() {
    for case in cases() {
        let objects = case.installed();
        let labels = &pod(&objects)["metadata"]["labels"];
        let spec = |kind: &str| find(&objects, kind).into_iter().map(|object| &object["spec"]);
        let selectors = spec("Deployment")
            .chain(spec("PodDisruptionBudget"))
            .map(|spec| &spec["selector"]["matchLabels"])
            .chain(spec("Service").map(|spec| &spec["selector"]))
            .chain(spec("NetworkPolicy").map(|spec| &spec["podSelector"]["matchLabels"]))
            .chain(
                list(&pod(&objects)["spec"]["topologySpreadConstraints"])
                    .iter()
                    .map(|constraint| &constraint["labelSelector"]["matchLabels"]),
            );
        for selector in selectors {
            assert!(selects(selector, labels), "{}: {selector}", case.name);
            // The version would change it, and a Deployment's cannot change.
            assert_eq!(selector.get("app.kubernetes.io/version"), None, "{}", case.name);
        }
    }
}

/// Group, resource, name, verb.
type Tuple = (String, String, Option<String>, String);

fn tuples(rule: &Value) -> Vec<Tuple> {
    let words = |key: &str| -> Vec<String> {
        list(&rule[key])
            .iter()
            .map(|word| text(word).to_owned())
            .collect()
    };
    let names: Vec<Option<String>> = match words("resourceNames") {
        names if names.is_empty() => vec![None],
        names => names.into_iter().map(Some).collect(),
    };
    let mut tuples = Vec::new();
    for group in words("apiGroups") {
        for resource in words("resources") {
            for name in &names {
                for verb in words("verbs") {
                    tuples.push((group.clone(), resource.clone(), name.clone(), verb));
                }
            }
        }
    }
    tuples
}

/// What the operator is granted by namespace; the empty one is the whole cluster. Only what a binding leads to.
fn granted(objects: &[Value]) -> BTreeSet<(String, Tuple)> {
    let mut granted = BTreeSet::new();
    for binding in find(objects, "ClusterRoleBinding")
        .into_iter()
        .chain(find(objects, "RoleBinding"))
    {
        let namespace = &binding["metadata"]["namespace"];
        let role = find(objects, text(&binding["roleRef"]["kind"]))
            .into_iter()
            .find(|role| {
                role["metadata"]["name"] == binding["roleRef"]["name"]
                    && role["metadata"]["namespace"] == *namespace
            })
            .expect("a binding leads to a role");
        for rule in list(&role["rules"]) {
            granted.extend(
                tuples(rule)
                    .into_iter()
                    .map(|tuple| (text(namespace).to_owned(), tuple)),
            );
        }
    }
    granted
}

/// What its arguments ask for, each where its scope says, and the lease.
fn asked(case: &Case, objects: &[Value]) -> BTreeSet<(String, Tuple)> {
    let own = text(&find(objects, "Deployment")[0]["metadata"]["namespace"]);
    let watched: Vec<&str> = match case.settings.deploy.watch.as_ref().unwrap_or(&Watch::All) {
        Watch::All => vec![""],
        Watch::Own => vec![own],
        Watch::Namespaces(namespaces) => namespaces.iter().map(Namespace::as_str).collect(),
    };
    let controllers = &case.operator.controllers;
    let mut rules: Vec<_> = controllers
        .iter()
        .flat_map(kopr_model::Controller::rules)
        .cloned()
        .collect();
    if !controllers.is_empty() && case.settings.deploy.leader_election != Some(false) {
        let instance = case.settings.operator.instance.as_ref();
        rules.extend(leader::rules(
            instance.map_or(&case.operator.name, |name| name.as_str()),
        ));
    }
    let mut asked = BTreeSet::new();
    for rule in rules {
        let places = match rule.scope {
            AccessScope::Everywhere => vec![""],
            AccessScope::Here => vec![own],
            AccessScope::Watched => watched.clone(),
        };
        let value = json!({
            "apiGroups": [rule.group], "resources": [rule.resource], "resourceNames": rule.resource_names,
            "verbs": rule.verbs.iter().map(|verb| verb.as_str()).collect::<Vec<_>>(),
        });
        for place in places {
            asked.extend(tuples(&value).into_iter().map(|tuple| (place.to_owned(), tuple)));
        }
    }
    asked
}

#[test]
fn what_is_granted_is_what_is_asked_for_where_it_is_asked_for() {
    for case in cases() {
        let objects = case.installed();
        if case.settings.rbac.create == Some(false) {
            assert_eq!(granted(&objects), BTreeSet::new(), "{}", case.name);
        } else {
            assert_eq!(granted(&objects), asked(&case, &objects), "{}", case.name);
        }
    }
}

#[test]
fn each_watch_scope_has_its_roles_and_tells_the_program() {
    let value = |name: &str| json!({ "name": "WATCH_NAMESPACE", "value": name });
    let unset = json!({ "name": "WATCH_NAMESPACE" });
    let own = json!({
        "name": "WATCH_NAMESPACE", "valueFrom": { "fieldRef": { "fieldPath": "metadata.namespace" } },
    });
    // case, what the program is told, roles that are bound
    for (name, told, roles) in [
        (
            "watch-all",
            unset.clone(),
            &[
                "ClusterRole /memcached-operator-cluster",
                "Role memcached-operator-system/memcached-operator-here",
                "Role memcached-operator-system/memcached-operator-leader-election",
            ][..],
        ),
        (
            "watch-own",
            own.clone(),
            &[
                "ClusterRole /memcached-operator-cluster",
                "Role memcached-operator-system/memcached-operator-here",
                "Role memcached-operator-system/memcached-operator-leader-election",
            ],
        ),
        (
            "watch-list",
            value("memcached-system,team-a,team-b"),
            &[
                "ClusterRole /memcached-operator-cluster-4075de49",
                "Role memcached-system/memcached-operator-here",
                "Role memcached-system/memcached-operator-leader-election",
                "Role memcached-system/memcached-operator-watched-4075de49",
                "Role team-a/memcached-operator-watched-4075de49",
                "Role team-b/memcached-operator-watched-4075de49",
            ],
        ),
        (
            "cluster-scoped",
            unset,
            &[
                "ClusterRole /tenant-operator-cluster",
                "Role tenant-operator-system/tenant-operator-leader-election",
            ],
        ),
        (
            "cluster-scoped-own",
            own,
            &[
                "ClusterRole /tenant-operator-cluster",
                "Role tenant-operator-system/tenant-operator-leader-election",
            ],
        ),
        (
            "cluster-scoped-list",
            value("team-a,team-b"),
            &[
                "ClusterRole /tenant-operator-cluster",
                "Role tenant-operator-system/tenant-operator-leader-election",
            ],
        ),
    ] {
        let objects = case(name).installed();
        let env = list(&pod(&objects)["spec"]["containers"][0]["env"]);
        assert!(env.contains(&told), "{name}: {env:#?}");
        let mut bound: Vec<String> = find(&objects, "ClusterRoleBinding")
            .into_iter()
            .chain(find(&objects, "RoleBinding"))
            .map(|binding| {
                format!(
                    "{} {}/{}",
                    text(&binding["roleRef"]["kind"]),
                    text(&binding["metadata"]["namespace"]),
                    text(&binding["roleRef"]["name"])
                )
            })
            .collect();
        bound.sort();
        assert_eq!(bound, roles, "{name}");
    }
    let everywhere = |name: &str| -> BTreeSet<String> {
        granted(&case(name).installed())
            .into_iter()
            .filter(|(namespace, _)| namespace.is_empty())
            .map(|(_, (group, resource, ..))| format!("{resource}.{group}"))
            .collect()
    };
    // Who watches a few namespaces gets nothing of others, but for what is in no namespace.
    for name in ["watch-own", "watch-list"] {
        assert_eq!(everywhere(name), BTreeSet::from(["nodes.".to_owned()]), "{name}");
    }
    assert_eq!(
        everywhere("secrets-by-name"),
        BTreeSet::new(),
        "no Secret is read in the whole cluster"
    );
}

#[test]
fn each_argument_gets_its_verbs_and_no_others() {
    let granted = granted(&case("arguments").installed());
    for (group, resource, name, verbs) in [
        ("", "configmaps", None, &["create", "list", "patch", "watch"][..]),
        (
            "batch",
            "jobs",
            None,
            &["create", "delete", "list", "patch", "watch"],
        ),
        (
            "rbac.authorization.k8s.io",
            "rolebindings",
            None,
            &["create", "delete", "list", "patch", "watch"],
        ),
        ("", "endpoints", None, &["list", "watch"]),
        ("discovery.k8s.io", "endpointslices", None, &["list", "watch"]),
        ("metrics.k8s.io", "pods", None, &["list", "watch"]),
        ("", "pods", None, &[]),
        ("", "secrets", None, &[]),
        ("", "secrets", Some("token"), &["get"]),
        (
            "apiextensions.k8s.io",
            "customresourcedefinitions",
            Some("gates.probe.example.com"),
            &["get"],
        ),
        ("networking.k8s.io", "networkpolicies", None, &["create", "patch"]),
        ("", "pods/eviction", None, &["create"]),
        // The finalizer is a patch of the object; the status is a patch of its own.
        ("probe.example.com", "gates", None, &["list", "patch", "watch"]),
        ("probe.example.com", "gates/status", None, &["patch"]),
        ("probe.example.com", "gates/finalizers", None, &[]),
        ("events.k8s.io", "events", None, &["create", "patch"]),
    ] {
        let found: Vec<&str> = granted
            .iter()
            .filter(|(_, (g, r, n, _))| g == group && r == resource && n.as_deref() == name)
            .map(|(_, (.., verb))| verb.as_str())
            .collect();
        assert_eq!(found, verbs, "{resource}.{group} {name:?}");
    }
}

#[test]
fn the_lease_is_granted_where_a_leader_is_elected_and_only_there() {
    for (name, rules, strategy, told) in [
        (
            "minimal",
            vec![
                json!({ "apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "verbs": ["create"] }),
                json!({
                    "apiGroups": ["coordination.k8s.io"], "resources": ["leases"],
                    "resourceNames": ["memcached-operator"], "verbs": ["get", "update"],
                }),
            ],
            "RollingUpdate",
            false,
        ),
        (
            "instance",
            vec![
                json!({ "apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "verbs": ["create"] }),
                json!({
                    "apiGroups": ["coordination.k8s.io"], "resources": ["leases"],
                    "resourceNames": ["second"], "verbs": ["get", "update"],
                }),
            ],
            "RollingUpdate",
            false,
        ),
        ("leader-election-off", vec![], "Recreate", true),
        ("types-only", vec![], "Recreate", false),
    ] {
        let objects = case(name).installed();
        let leases: Vec<Value> = find(&objects, "Role")
            .iter()
            .flat_map(|role| list(&role["rules"]))
            .filter(|rule| list(&rule["apiGroups"]).contains(&json!("coordination.k8s.io")))
            .cloned()
            .collect();
        assert_eq!(leases, rules, "{name}");
        let deployment = find(&objects, "Deployment")[0];
        assert_eq!(deployment["spec"]["strategy"]["type"], strategy, "{name}");
        let env = list(&pod(&objects)["spec"]["containers"][0]["env"]);
        let off = json!({ "name": "KOPR_LEADER_ELECTION", "value": "off" });
        assert_eq!(env.contains(&off), told, "{name}");
    }
}

#[test]
fn rules_name_groups_resources_and_verbs_that_there_are() {
    let built_in = [
        "",
        "apiextensions.k8s.io",
        "apps",
        "batch",
        "coordination.k8s.io",
        "discovery.k8s.io",
        "events.k8s.io",
        "metrics.k8s.io",
        "networking.k8s.io",
        "rbac.authorization.k8s.io",
    ];
    let verbs = [
        "create",
        "delete",
        "deletecollection",
        "get",
        "list",
        "patch",
        "update",
        "watch",
    ];
    for case in cases() {
        let objects = case.installed();
        let groups: Vec<&str> = find(&objects, "CustomResourceDefinition")
            .into_iter()
            .map(|crd| text(&crd["spec"]["group"]))
            .chain(built_in)
            .collect();
        for role in find(&objects, "ClusterRole")
            .into_iter()
            .chain(find(&objects, "Role"))
        {
            for rule in list(&role["rules"]) {
                assert_eq!(rule.get("nonResourceURLs"), None, "{}: {rule}", case.name);
                for key in ["apiGroups", "resources", "verbs"] {
                    assert!(!list(&rule[key]).is_empty(), "{}: {rule}", case.name);
                }
                let all = |key: &str, known: &[&str]| {
                    list(&rule[key]).iter().all(|word| known.contains(&text(word)))
                };
                assert!(
                    all("apiGroups", &groups) && all("verbs", &verbs),
                    "{}: {rule}",
                    case.name
                );
                for resource in list(&rule["resources"]) {
                    assert!(
                        !text(resource).contains('*') && *resource == text(resource).to_lowercase(),
                        "{}",
                        case.name
                    );
                }
            }
        }
    }
}

#[test]
fn people_get_more_from_viewer_to_editor_to_admin() {
    let mut seen = 0;
    for case in cases() {
        let objects = case.installed();
        let bound: Vec<&Value> = find(&objects, "ClusterRoleBinding")
            .iter()
            .map(|binding| &binding["roleRef"]["name"])
            .collect();
        let roles: Vec<&Value> = find(&objects, "ClusterRole")
            .into_iter()
            .filter(|role| !bound.contains(&&role["metadata"]["name"]))
            .collect();
        let wanted = case.settings.rbac.user_roles != Some(false) && !case.operator.resources.is_empty();
        assert_eq!(
            roles.len(),
            if wanted {
                case.operator.resources.len() * 3
            } else {
                0
            },
            "{}",
            case.name
        );
        for levels in roles.chunks(3) {
            seen += 1;
            let allowed: Vec<BTreeSet<Tuple>> = levels
                .iter()
                .map(|role| list(&role["rules"]).iter().flat_map(tuples).collect())
                .collect();
            assert!(
                allowed[0].is_subset(&allowed[1]) && allowed[1].is_subset(&allowed[2]),
                "{}: {levels:#?}",
                case.name
            );
            assert!(allowed[0].len() < allowed[1].len() && allowed[1].len() < allowed[2].len());
            let only_reads = |(.., verb): &Tuple| matches!(verb.as_str(), "get" | "list" | "watch");
            assert!(allowed[0].iter().all(only_reads), "{}", case.name);
            assert!(
                allowed[1]
                    .iter()
                    .filter(|(_, resource, ..)| resource.ends_with("/status"))
                    .all(only_reads),
                "{}",
                case.name
            );
            for (role, to) in levels.iter().zip(["view", "edit", "admin"]) {
                let labels = role["metadata"]["labels"].as_object().expect("there are labels");
                let added: Vec<&str> = labels
                    .keys()
                    .filter_map(|key| key.strip_prefix("rbac.authorization.k8s.io/aggregate-to-"))
                    .collect();
                let wanted: &[&str] = if case.settings.rbac.aggregate == Some(true) {
                    &[to]
                } else {
                    &[]
                };
                assert_eq!(added, wanted, "{}", case.name);
            }
        }
    }
    assert!(seen > 40, "the cases have hardly any roles for people");
}

/// Kind, namespace and name of an object.
fn identity(object: &Value) -> String {
    format!(
        "{} {}/{}",
        text(&object["kind"]),
        text(&object["metadata"]["namespace"]),
        text(&object["metadata"]["name"])
    )
}

#[test]
fn two_copies_in_one_cluster_share_nothing_but_crds() {
    let beside = "deploy.namespace = \"shared\"\ndeploy.create-namespace = false";
    // settings of the two
    for (one, two) in [
        ("", "operator.instance = \"b\""),
        ("operator.instance = \"a\"", "operator.instance = \"b\""),
        (
            &format!("operator.instance = \"a\"\n{beside}"),
            &format!("operator.instance = \"b\"\n{beside}"),
        ),
        ("", "deploy.namespace = \"elsewhere\""),
        (
            "deploy.watch = [\"x\"]",
            "deploy = { namespace = \"elsewhere\", watch = [\"x\"] }",
        ),
        (
            "deploy.watch = \"own\"\ndeploy.replicas = 2",
            "deploy = { namespace = \"elsewhere\", watch = \"own\", replicas = 2 }",
        ),
        (
            &format!("operator.instance = \"a\"\n{beside}\ndeploy.watch = [\"x\", \"shared\"]"),
            &format!("operator.instance = \"b\"\n{beside}\ndeploy.watch = [\"x\", \"shared\"]"),
        ),
    ] {
        for name in [
            "watch-list",
            "cluster-scoped",
            "everything",
            "two-groups-one-plural",
            "long-names",
        ] {
            let objects = |settings: &str| {
                let mut case = case(name);
                case.settings =
                    Settings::parse(settings, "kopr.toml", None).unwrap_or_else(|e| panic!("{e:?}"));
                let mut objects = case.objects(&[]);
                objects.retain(|object| {
                    let group = text(&object["apiVersion"]).split('/').next().unwrap_or_default();
                    object["kind"] != "Kustomization" && !group.ends_with(".example.com")
                });
                objects
            };
            let (one_objects, two_objects) = (objects(one), objects(two));
            let others: BTreeMap<String, &Value> = two_objects
                .iter()
                .map(|object| (identity(object), object))
                .collect();
            for object in &one_objects {
                let Some(other) = others.get(&identity(object)) else {
                    continue;
                };
                assert_eq!(
                    object["kind"],
                    "CustomResourceDefinition",
                    "{name}: {} is in both of\n{one}\n{two}",
                    identity(object)
                );
                assert_eq!(&object, other, "{name}: a CRD that differs");
            }
            // Nor does one take the pods of the other for its own.
            let selector = &find(&one_objects, "Deployment")[0]["spec"]["selector"]["matchLabels"];
            let same_namespace = find(&one_objects, "Deployment")[0]["metadata"]["namespace"]
                == find(&two_objects, "Deployment")[0]["metadata"]["namespace"];
            let taken = selects(selector, &pod(&two_objects)["metadata"]["labels"]);
            assert!(!(same_namespace && taken), "{name}: {selector}");
        }
    }
}

#[test]
fn every_object_carries_the_deployers_labels_and_annotations() {
    let case = case("labels-of-all");
    let objects = case.objects(&[]);
    let mut seen = 0;
    for object in objects.iter().filter(|object| {
        object["kind"] != "Kustomization" && !text(&object["apiVersion"]).contains(".example.com/")
    }) {
        seen += 1;
        let (labels, annotations) = (&object["metadata"]["labels"], &object["metadata"]["annotations"]);
        let (team, on) = match text(&object["kind"]) {
            "Deployment" => ("operators", "off"),
            "ServiceAccount" => ("caches", "account"),
            _ => ("caches", "on"),
        };
        assert_eq!(labels["team"], team, "{}", identity(object));
        assert_eq!(labels["example.com/cost-centre"], "17", "{}", identity(object));
        assert_eq!(
            labels["app.kubernetes.io/managed-by"],
            "kopr",
            "{}",
            identity(object)
        );
        assert_eq!(annotations["example.com/on"], on, "{}", identity(object));
        assert_eq!(
            annotations["example.com/contact"],
            "caches@example.com",
            "{}",
            identity(object)
        );
    }
    assert!(seen > 15, "{seen} objects");
    let metadata = &pod(&objects)["metadata"];
    assert_eq!(metadata["labels"]["team"], "operators");
    assert_eq!(
        metadata["annotations"],
        json!({ "example.com/on": "off", "kubectl.kubernetes.io/default-container": "operator" })
    );
}

/// Paths of values that the server does not keep.
fn empty(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Null => found.push(at.to_owned()),
        Value::String(text) if text.is_empty() && !at.contains(".apiGroups[") => found.push(at.to_owned()),
        Value::Array(items) if items.is_empty() => found.push(at.to_owned()),
        Value::Object(fields) if fields.is_empty() => found.push(at.to_owned()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                empty(item, &format!("{at}[{index}]"), found);
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                empty(value, &format!("{at}.{key}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn nothing_is_written_that_the_server_does_not_keep() {
    for case in cases() {
        for object in case.installed() {
            if object["kind"] == "CustomResourceDefinition" {
                continue;
            }
            let mut found = Vec::new();
            empty(&object, "", &mut found);
            assert!(found.is_empty(), "{}: {} {found:?}", case.name, identity(&object));
        }
    }
}

#[test]
fn names_and_labels_have_at_most_63_characters() {
    for case in cases() {
        for object in case.objects(&[]) {
            let name = text(&object["metadata"]["name"]);
            let is_free = matches!(
                text(&object["kind"]),
                "CustomResourceDefinition" | "Kustomization"
            );
            assert!(is_free || (1..=63).contains(&name.len()), "{}: {name}", case.name);
            for value in object["metadata"]["labels"]
                .as_object()
                .into_iter()
                .flat_map(|labels| labels.values())
            {
                assert!(text(value).len() <= 63, "{}: {value}", case.name);
            }
        }
    }
}

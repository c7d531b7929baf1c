//! Each argument: which verbs on which resource it needs where, and what it watches. The table of the
//! architecture page.

use kopr::extract::{Any, Eviction, Extract, GetScale, Grant, Keep, Log, Names, Raw, Rules, Scale, Token};
use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::{ConfigMap, Namespace, Pod, Secret, ServiceAccount};
use kopr::model::{AccessScope, Argument, HandlerRole, Relation, Verb};
use kopr::prelude::*;
use kopr::{Kind, Primary};

use crate::offences;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus"
)]
struct MemcachedSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Region",
    cluster,
    status = "MemcachedStatus"
)]
struct RegionSpec {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct MemcachedStatus {}

/// A handler with one argument after the object.
async fn with<K: Primary, A: Extract<K>>(_object: Arc<K>, _argument: A) -> Result<()> {
    Ok(())
}

/// Compares what the argument needs in a handler of `K`, one line for each rule and watch.
#[track_caller]
fn check<K: Primary, A: Extract<K>>(type_: &str, expected: &[&str]) {
    let operator = Operator::new("test-operator")
        .state(5_u8)
        .controller(with::<K, A>);
    let model = operator.describe().expect("it can be described");
    let handler = &model.controllers[0].handlers[0];
    assert_eq!(handler.arguments.len(), 2);
    let argument = &handler.arguments[1];
    assert_eq!(argument.type_, type_);
    assert_eq!(
        lines(argument),
        expected,
        "{type_} in a handler of {}",
        kind::<K>()
    );
    for rule in &argument.rules {
        assert_eq!(rule.origin.argument, type_);
        assert!(rule.origin.handler.contains("::with<"), "{}", rule.origin.handler);
    }
    for watch in &argument.watches {
        assert!(model.controllers[0].watches.contains(watch));
    }
}

fn kind<K: Kind>() -> String {
    K::kind_ref().kind
}

fn lines(argument: &Argument) -> Vec<String> {
    let scope = |scope: AccessScope| match scope {
        AccessScope::Watched => "watched namespaces",
        AccessScope::Here => "own namespace",
        AccessScope::Everywhere => "cluster",
    };
    let rules = argument.rules.iter().map(|rule| {
        let verbs: Vec<&str> = rule.verbs.iter().map(|verb| verb.as_str()).collect();
        let group = if rule.group.is_empty() {
            "core"
        } else {
            &rule.group
        };
        let names = match rule.resource_names.as_slice() {
            [] => String::new(),
            names => format!(" called {}", names.join(", ")),
        };
        format!(
            "{} {} ({group}){names} in {}",
            verbs.join(", "),
            rule.resource,
            scope(rule.scope)
        )
    });
    let watches = argument.watches.iter().map(|watch| {
        let relation = match watch.relation {
            Relation::Primary => "the object",
            Relation::Owned => "its children",
            Relation::Read => "what is read",
            Relation::Linked => "what is linked",
        };
        format!(
            "watches {relation}: {} in {}",
            watch.kind.kind,
            scope(watch.scope)
        )
    });
    rules.chain(watches).collect()
}

#[test]
fn of_a_namespaced_object() {
    type K = Memcached;
    check::<K, Owned<Deployment>>(
        "Owned<Deployment>",
        &[
            "list, watch deployments (apps) in watched namespaces",
            "create, patch deployments (apps) in watched namespaces",
            "watches its children: Deployment in watched namespaces",
        ],
    );
    check::<K, Owned<Deployment, Delete>>(
        "Owned<Deployment, Delete>",
        &[
            "list, watch deployments (apps) in watched namespaces",
            "create, patch deployments (apps) in watched namespaces",
            "delete deployments (apps) in watched namespaces",
            "watches its children: Deployment in watched namespaces",
        ],
    );
    check::<K, Status<K>>(
        "Status<Memcached>",
        &["patch memcacheds/status (cache.example.com) in watched namespaces"],
    );
    check::<K, Events>(
        "Events",
        &["create, patch events (events.k8s.io) in watched namespaces"],
    );
}

/// Children that no owner reference reaches: the object holds a finalizer for them.
#[test]
fn linked() {
    type K = Memcached;
    check::<K, Linked<Namespace>>(
        "Linked<Namespace>",
        &[
            "list, watch namespaces (core) in cluster",
            "create, delete, patch namespaces (core) in cluster",
            "patch memcacheds (cache.example.com) in watched namespaces",
            "watches what is linked: Namespace in cluster",
        ],
    );
    check::<K, Linked<ConfigMap>>(
        "Linked<ConfigMap>",
        &[
            "list, watch configmaps (core) in watched namespaces",
            "create, delete, patch configmaps (core) in watched namespaces",
            "patch memcacheds (cache.example.com) in watched namespaces",
            "watches what is linked: ConfigMap in watched namespaces",
        ],
    );
    check::<K, Linked<ConfigMap, Everywhere>>(
        "Linked<ConfigMap, Everywhere>",
        &[
            "list, watch configmaps (core) in cluster",
            "create, delete, patch configmaps (core) in cluster",
            "patch memcacheds (cache.example.com) in watched namespaces",
            "watches what is linked: ConfigMap in cluster",
        ],
    );
}

#[test]
fn of_a_cluster_scoped_object() {
    type K = Region;
    check::<K, Owned<Deployment>>(
        "Owned<Deployment>",
        &[
            "list, watch deployments (apps) in cluster",
            "create, patch deployments (apps) in cluster",
            "watches its children: Deployment in cluster",
        ],
    );
    check::<K, Owned<Namespace, Delete>>(
        "Owned<Namespace, Delete>",
        &[
            "list, watch namespaces (core) in cluster",
            "create, patch namespaces (core) in cluster",
            "delete namespaces (core) in cluster",
            "watches its children: Namespace in cluster",
        ],
    );
    check::<K, Status<K>>(
        "Status<Region>",
        &["patch regions/status (cache.example.com) in cluster"],
    );
    check::<K, Events>("Events", &["create, patch events (events.k8s.io) in cluster"]);
}

/// What has a scope of its own needs the same whatever is reconciled.
#[test]
fn with_a_scope() {
    fn both<A: Extract<Memcached> + Extract<Region>>(type_: &str, expected: &[&str]) {
        check::<Memcached, A>(type_, expected);
        check::<Region, A>(type_, expected);
    }
    both::<Read<Secret>>(
        "Read<Secret>",
        &[
            "list, watch secrets (core) in watched namespaces",
            "watches what is read: Secret in watched namespaces",
        ],
    );
    both::<Read<Secret, Watched>>(
        "Read<Secret>",
        &[
            "list, watch secrets (core) in watched namespaces",
            "watches what is read: Secret in watched namespaces",
        ],
    );
    both::<Read<Secret, Here>>(
        "Read<Secret, Here>",
        &[
            "list, watch secrets (core) in own namespace",
            "watches what is read: Secret in own namespace",
        ],
    );
    both::<Read<ConfigMap, Everywhere>>(
        "Read<ConfigMap, Everywhere>",
        &[
            "list, watch configmaps (core) in cluster",
            "watches what is read: ConfigMap in cluster",
        ],
    );
    // What lives in the cluster is there whatever is said.
    both::<Read<Namespace>>(
        "Read<Namespace>",
        &[
            "list, watch namespaces (core) in cluster",
            "watches what is read: Namespace in cluster",
        ],
    );
    both::<Write<ConfigMap>>(
        "Write<ConfigMap>",
        &["create, patch configmaps (core) in watched namespaces"],
    );
    both::<Write<ConfigMap, Delete>>(
        "Write<ConfigMap, Delete>",
        &[
            "create, patch configmaps (core) in watched namespaces",
            "delete configmaps (core) in watched namespaces",
        ],
    );
    both::<Write<ConfigMap, Delete, Here>>(
        "Write<ConfigMap, Delete, Here>",
        &[
            "create, patch configmaps (core) in own namespace",
            "delete configmaps (core) in own namespace",
        ],
    );
    both::<Write<ConfigMap, Keep, Everywhere>>(
        "Write<ConfigMap, Keep, Everywhere>",
        &["create, patch configmaps (core) in cluster"],
    );
    both::<Write<Namespace>>(
        "Write<Namespace>",
        &["create, patch namespaces (core) in cluster"],
    );
    both::<State<u8>>("State<u8>", &[]);
}

kopr::names!(
    pub struct Bundles = ["next", "bundle", "bundle"];
);

struct Metrics;
impl Rules for Metrics {
    const RULES: &'static [Grant] = &[
        Grant::new("metrics.k8s.io", "pods", &[Verb::List, Verb::Get]),
        Grant::new("", "nodes/proxy", &[Verb::Get])
            .named(&["one"])
            .everywhere(),
        Grant::new("batch", "jobs", &[Verb::DeleteCollection]).here(),
    ];
}

/// What asks the API server each time: single objects, their subresources, and whatever a list says.
#[test]
fn direct() {
    fn both<A: Extract<Memcached> + Extract<Region>>(type_: &str, expected: &[&str]) {
        check::<Memcached, A>(type_, expected);
        check::<Region, A>(type_, expected);
    }
    both::<Get<Secret>>("Get<Secret>", &["get secrets (core) in watched namespaces"]);
    both::<Get<Namespace>>("Get<Namespace>", &["get namespaces (core) in cluster"]);
    both::<Get<Secret, Any, Everywhere>>("Get<Secret, Any, Everywhere>", &["get secrets (core) in cluster"]);
    both::<Get<Secret, Bundles>>(
        "Get<Secret, Bundles>",
        &["get secrets (core) called bundle, next in watched namespaces"],
    );
    both::<Get<ConfigMap, Bundles, Here>>(
        "Get<ConfigMap, Bundles, Here>",
        &["get configmaps (core) called bundle, next in own namespace"],
    );
    both::<Sub<Pod, Eviction>>(
        "Sub<Pod, Eviction>",
        &["create pods/eviction (core) in watched namespaces"],
    );
    both::<Sub<Pod, Log, Any, Here>>(
        "Sub<Pod, Log, Any, Here>",
        &["get pods/log (core) in own namespace"],
    );
    both::<Sub<Deployment, Scale, Any, Everywhere>>(
        "Sub<Deployment, Scale, Any, Everywhere>",
        &["patch deployments/scale (apps) in cluster"],
    );
    both::<Sub<Deployment, GetScale>>(
        "Sub<Deployment, GetScale>",
        &["get deployments/scale (apps) in watched namespaces"],
    );
    both::<Sub<ServiceAccount, Token, Bundles>>(
        "Sub<ServiceAccount, Token, Bundles>",
        &["create serviceaccounts/token (core) called bundle, next in watched namespaces"],
    );
    both::<Raw<Metrics>>(
        "Raw<Metrics>",
        &[
            "get, list pods (metrics.k8s.io) in watched namespaces",
            "get nodes/proxy (core) called one in cluster",
            "deletecollection jobs (batch) in own namespace",
        ],
    );
}

/// A client is said to be one, also inside of a struct.
#[test]
fn clients_are_told() {
    #[derive(Access)]
    #[allow(dead_code, reason = "it is only described")]
    struct Both {
        secrets: Get<Secret>,
        metrics: Raw<Metrics>,
    }
    fn client<A: Extract<Memcached>>() -> bool {
        let operator = Operator::new("test-operator").controller(with::<Memcached, A>);
        let model = operator.describe().expect("it can be described");
        model.controllers[0].handlers[0].arguments[1].client
    }
    assert!(client::<Raw<Metrics>>());
    assert!(client::<Both>());
    assert!(!client::<Get<Secret>>());
}

#[test]
fn what_cannot_work_is_refused() {
    struct Nobody;
    impl Names for Nobody {
        const NAMES: &'static [&'static str] = &[];
    }
    kopr::names!(
        struct Wrong = ["a/b", ""];
    );
    struct Nothing;
    impl Rules for Nothing {
        const RULES: &'static [Grant] = &[];
    }
    struct Half;
    impl Rules for Half {
        const RULES: &'static [Grant] = &[Grant::new("", "", &[])];
    }
    fn refused<K: Primary, A: Extract<K>>(expected: &[&str]) {
        let operator = Operator::new("test-operator").controller(with::<K, A>);
        let offences = offences(&operator);
        assert_eq!(offences.len(), expected.len(), "{offences:?}");
        for (offence, expected) in offences.iter().zip(expected) {
            assert!(offence.contains(expected), "{offence}");
        }
    }
    type K = Memcached;
    refused::<K, Get<Secret, Nobody>>(&[
        "argument `Get<Secret, Nobody>`: it names no object, which a role would take for all: list the names, or say `Any`",
    ]);
    refused::<K, Sub<Pod, Log, Wrong>>(&[
        "argument `Sub<Pod, Log, Wrong>`: no object can be called ``: it is empty",
        "argument `Sub<Pod, Log, Wrong>`: no object can be called `a/b`: `/` and `%` cannot be in a name",
    ]);
    refused::<K, Get<Namespace, Any, Here>>(&["`Namespace` lives in the cluster"]);
    refused::<K, Raw<Nothing>>(&["argument `Raw<Nothing>`: it lists no rules"]);
    refused::<K, Raw<Half>>(&[
        "argument `Raw<Half>`: a rule without resource: ",
        "argument `Raw<Half>`: a rule without verbs: ",
    ]);
    refused::<Region, Linked<Namespace>>(&[
        "argument `Linked<Namespace>`: a Region lives in the cluster, so it can own a Namespace wherever that is: \
         take `Owned<Namespace>`",
    ]);
}

#[test]
fn the_object_itself() {
    async fn plain<K: Primary>(_object: Arc<K>) -> Result<()> {
        Ok(())
    }
    fn found<K: Primary>() -> Vec<(HandlerRole, Vec<String>)> {
        let operator =
            Operator::new("test-operator").controller(Controller::new(plain::<K>).cleanup(plain::<K>));
        let model = operator.describe().expect("it can be described");
        let handlers = &model.controllers[0].handlers;
        handlers
            .iter()
            .map(|handler| (handler.role, lines(&handler.arguments[0])))
            .collect()
    }
    let [(reconcile, first), (cleanup, second)] = found::<Memcached>().try_into().expect("two handlers");
    assert_eq!(
        (reconcile, cleanup),
        (HandlerRole::Reconcile, HandlerRole::Cleanup)
    );
    assert_eq!(
        first,
        [
            "list, watch memcacheds (cache.example.com) in watched namespaces",
            "watches the object: Memcached in watched namespaces",
        ]
    );
    // The finalizer is put on and taken off by a patch.
    assert_eq!(
        second,
        [
            "list, watch memcacheds (cache.example.com) in watched namespaces",
            "patch memcacheds (cache.example.com) in watched namespaces",
            "watches the object: Memcached in watched namespaces",
        ]
    );
    let of_cluster = found::<Region>();
    assert_eq!(
        of_cluster[1].1,
        [
            "list, watch regions (cache.example.com) in cluster",
            "patch regions (cache.example.com) in cluster",
            "watches the object: Region in cluster",
        ]
    );
}

#[test]
fn own_namespace_of_what_lives_in_the_cluster() {
    let operator = Operator::new("test-operator").controller(with::<Memcached, Read<Namespace, Here>>);
    let offences = offences(&operator);
    assert_eq!(offences.len(), 1, "{offences:?}");
    assert!(
        offences[0].contains(
            "argument `Read<Namespace, Here>`: `Namespace` lives in the cluster, not in a namespace: take `Here` away"
        ),
        "{offences:?}"
    );
}

#[test]
fn state_that_was_not_given() {
    struct Clock;
    let operator = Operator::new("test-operator").controller(with::<Memcached, State<Clock>>);
    let offences = offences(&operator);
    assert_eq!(offences.len(), 1, "{offences:?}");
    assert!(
        offences[0].contains(
            "takes `State<Clock>`, but the operator was given no `Clock`; give it one with `.state(..)`"
        ),
        "{offences:?}"
    );
    assert!(operator.state(Clock).describe().is_ok());
}

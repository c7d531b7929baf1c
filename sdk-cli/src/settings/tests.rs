//! `kopr.toml` as people write it, and what is said where it is wrong.

use miette::{GraphicalReportHandler, GraphicalTheme};

use super::{Settings, SettingsError, Watch};

fn parse(text: &str) -> Settings {
    Settings::parse(text, "kopr.toml", None).unwrap_or_else(|error| panic!("{}", shown(&error)))
}

fn shown(error: &SettingsError) -> String {
    let mut out = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .render_report(&mut out, error)
        .unwrap();
    out
}

#[test]
fn every_key_is_read() {
    let settings = parse(
        r#"
        [operator]
        instance = "blue"
        [image]
        repository = "registry.example.com:5000/team/demo"
        tag = "1.2.3"
        digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
        pull-policy = "Always"
        [deploy]
        namespace = "ops"
        create-namespace = false
        replicas = 2
        watch = ["b", "a"]
        resources = { requests = { cpu = "100m", memory = "1Gi" }, limits = { "example.com/gpu" = "1" } }
        node-selector = { "kubernetes.io/os" = "linux" }
        tolerations = [{ key = "a", operator = "Exists", effect = "NoExecute", tolerationSeconds = 60 }]
        affinity = { nodeAffinity = {} }
        env = { RUST_BACKTRACE = "1" }
        labels = { team = "a" }
        annotations = { "example.com/note" = "any text" }
        [metrics]
        monitor-labels = { release = "prometheus" }
        interval = "1m30s"
        "#,
    );
    assert_eq!(settings.operator.instance.unwrap().as_str(), "blue");
    assert_eq!(
        settings.image.repository.unwrap().as_str(),
        "registry.example.com:5000/team/demo"
    );
    assert_eq!(settings.deploy.replicas, Some(2));
    let Some(Watch::Namespaces(namespaces)) = settings.deploy.watch else {
        panic!("a list was given")
    };
    assert_eq!(
        namespaces
            .iter()
            .map(super::Namespace::as_str)
            .collect::<Vec<_>>(),
        ["a", "b"]
    );
    assert_eq!(
        settings.deploy.tolerations.unwrap()[0].toleration_seconds,
        Some(60)
    );
    assert_eq!(settings.metrics.interval.unwrap().as_str(), "1m30s");

    assert_eq!(parse(""), Settings::default());
    assert_eq!(parse("[deploy]\nwatch = \"own\"").deploy.watch, Some(Watch::Own));
    assert_eq!(parse("[deploy]\nwatch = \"all\"").deploy.watch, Some(Watch::All));
}

#[test]
fn a_profile_is_laid_over_the_rest() {
    let text = r#"
        [image]
        tag = "1"
        [deploy]
        replicas = 1
        labels = { a = "1", b = "1" }
        watch = ["x", "y"]
        [profile.prod.deploy]
        replicas = 3
        labels = { b = "2" }
        watch = ["z"]
        [profile.dev]
        image = { pull-policy = "Never" }
    "#;
    let prod = Settings::parse(text, "kopr.toml", Some("prod")).unwrap();
    let flat = parse(
        r#"
        image = { tag = "1" }
        deploy = { replicas = 3, labels = { a = "1", b = "2" }, watch = ["z"] }
        "#,
    );
    assert_eq!(prod, flat);
    assert_eq!(parse(text).deploy.replicas, Some(1));

    let error = Settings::parse(text, "kopr.toml", Some("pro")).unwrap_err();
    assert_eq!(error.to_string(), "`kopr.toml` has no profile `pro`");
    assert!(
        shown(&error).contains("did you mean `prod`? There are: `dev`, `prod`"),
        "{}",
        shown(&error)
    );
}

#[test]
fn mistakes_are_shown_at_their_place() {
    // text, the exact words that are marked, message, help
    for (text, marked, message, help) in [
        (
            "[deploy]\nreplica = 1",
            "replica",
            "`replica` is not a setting",
            "did you mean `replicas`? There are: ",
        ),
        (
            "[deploi]\nreplicas = 1",
            "deploi",
            "`deploi` is not a setting",
            "did you mean `deploy`? There are: ",
        ),
        (
            "[operator]\ndomain = \"a.b\"",
            "domain",
            "`domain` is not a setting",
            "`instance`",
        ),
        ("[metrics]\ntsl = true", "tsl", "`tsl` is not a setting", ""),
        ("[rabc]\naggregate = true", "rabc", "`rabc` is not a setting", ""),
        (
            "[profile.x.deploy]\nreplica = 1",
            "replica",
            "`replica` is not a setting",
            "did you mean `replicas`?",
        ),
        (
            "[deploy]\nreplicas = -1",
            "-1",
            "`deploy.replicas` takes a whole number from 0 on, not `-1`",
            "",
        ),
        (
            "[deploy]\nreplicas = \"1\"",
            "\"1\"",
            "`deploy.replicas` takes a whole number from 0 on, not the text `\"1\"`",
            "",
        ),
        (
            "[deploy]\nreplicas = 1\nreplicas = 2",
            "replicas",
            "duplicate key",
            "",
        ),
        (
            "[deploy]\nnamespace = \"My_NS\"",
            "\"My_NS\"",
            "`My_NS` is not a namespace: `M` is a capital letter",
            "",
        ),
        (
            "[deploy]\nwatch = \"some\"",
            "\"some\"",
            "`some` is neither `all` nor `own`",
            "a list of namespaces is written `[\"some\"]`",
        ),
        (
            "[deploy]\napply = \"server\"",
            "\"server\"",
            "`server` is neither `client-side` nor `server-side`",
            "`kubectl apply --server-side` is written `\"server-side\"`",
        ),
        (
            "[deploy]\nwatch = []",
            "[]",
            "the list is empty",
            "`\"all\"` watches all namespaces",
        ),
        (
            "[deploy]\nwatch = [\"a\", \"a\"]",
            "[\"a\", \"a\"]",
            "`a` stands there twice",
            "",
        ),
        (
            "[deploy]\nwatch = [\"a\", \"B\"]",
            "\"B\"",
            "`B` is not a namespace: `B` is a capital letter",
            "",
        ),
        (
            "[operator]\ninstance = \"1a\"",
            "\"1a\"",
            "`1a` is not a name for Kubernetes objects: it begins with the digit `1`",
            "",
        ),
        (
            "[image]\nrepository = \"a:1\"",
            "\"a:1\"",
            "`a:1` carries a tag",
            "put it into `image.tag`",
        ),
        (
            "[image]\nrepository = \"a@sha256:1\"",
            "\"a@sha256:1\"",
            "`a@sha256:1` carries a digest",
            "put it into `image.digest`",
        ),
        (
            "[image]\nrepository = \"Team/a\"",
            "\"Team/a\"",
            "`Team/a` is not an image repository",
            "small letters",
        ),
        (
            "[image]\ntag = \"a b\"",
            "\"a b\"",
            "`a b` is not an image tag",
            "128",
        ),
        (
            "[image]\ndigest = \"sha256:12\"",
            "\"sha256:12\"",
            "`sha256:12` is not an image digest",
            "64 hexadecimal",
        ),
        (
            "[image]\npull-policy = \"always\"",
            "\"always\"",
            "`image.pull-policy` does not take `always`",
            "did you mean `Always`? There are: `Always`, `IfNotPresent`, `Never`",
        ),
        (
            "[alerts]\nlabels = { \"example.com/team\" = \"a\" }",
            "\"example.com/team\"",
            "`example.com/team` is not a name of a label in Prometheus",
            "letters, digits and `_`",
        ),
        (
            "[alerts]\nlabels = { alertname = \"a\" }",
            "alertname",
            "`alertname` is set by Prometheus",
            "the alert's own name",
        ),
        (
            "[deploy]\nenv = { A-B = \"1\" }",
            "A-B",
            "`A-B` is not the name of an environment variable",
            "letters, digits",
        ),
        (
            "[deploy]\nenv = { WATCH_NAMESPACE = \"a\" }",
            "WATCH_NAMESPACE",
            "`WATCH_NAMESPACE` is set by kopr",
            "`deploy.watch`",
        ),
        (
            "[deploy]\nlabels = { \"app.kubernetes.io/name\" = \"a\" }",
            "\"app.kubernetes.io/name\"",
            "`app.kubernetes.io/name` is set by kopr",
            "`operator.instance`",
        ),
        (
            "[deploy]\nlabels = { a = \"b c\" }",
            "\"b c\"",
            "`b c` is not a label value",
            "63",
        ),
        (
            "[deploy]\nlabels = { \"a b\" = \"c\" }",
            "\"a b\"",
            "`a b` is not a label or annotation key: ` ` is not a letter, digit, `-`, `_` or `.`",
            "",
        ),
        (
            "[deploy.resources]\nlimits = { memory = \"64MB\" }",
            "\"64MB\"",
            "`64MB` is not a quantity",
            "`64Mi`",
        ),
        (
            "[deploy.resources]\nlimits = { mem = \"64Mi\" }",
            "mem",
            "`mem` is not a resource",
            "did you mean `memory`?",
        ),
        (
            "[deploy]\ntolerations = [{ operator = \"Is\" }]",
            "\"Is\"",
            "`deploy.tolerations` does not take `Is`",
            "there are: `Equal`, `Exists`",
        ),
        (
            "[deploy]\naffinity = { nodes = {} }",
            "{ nodes = {} }",
            "`nodes` is not an affinity",
            "`nodeAffinity`",
        ),
        (
            "[metrics]\ninterval = \"90\"",
            "\"90\"",
            "`90` is not a duration",
            "`30s`",
        ),
        (
            "[metrics]\ntls = true",
            "true",
            "`metrics.tls` takes a table, not `true`",
            "`[metrics.tls]`",
        ),
        (
            "[metrics.tls]",
            "[metrics.tls]",
            "`metrics.tls` needs `secret`",
            "set `metrics.tls.secret`",
        ),
        ("image = 1", "1", "`image` takes a table, not `1`", "`[image]`"),
        (
            "[deploy]\nlabels = [\"a\"]",
            "[\"a\"]",
            "`deploy.labels` takes a table, not a list",
            "",
        ),
        (
            "[deploy]\ncreate-namespace = \"yes\"",
            "\"yes\"",
            "`deploy.create-namespace` takes `true` or `false`, not the text `\"yes\"`",
            "",
        ),
        (
            "[image]\ntag = 1.5",
            "1.5",
            "`image.tag` takes a text in quotes, not `1.5`",
            "",
        ),
        (
            "[image]\npull-secrets = \"a\"",
            "\"a\"",
            "`image.pull-secrets` takes a list, not the text `\"a\"`",
            "",
        ),
        (
            "[deploy]\nwatch = 1",
            "1",
            "`deploy.watch` takes `\"all\"`, `\"own\"` or a list of namespaces, not `1`",
            "",
        ),
        (
            "[deploy]\nreplicas = 99999999999",
            "99999999999",
            "`deploy.replicas` takes a whole number from 0 on, not `99999999999`",
            "",
        ),
        (
            "profile = 1",
            "1",
            "this is not a profile",
            "`[profile.prod.deploy]`",
        ),
        ("[deploy\n", "", "", ""),
    ] {
        let error = Settings::parse(text, "kopr.toml", None).expect_err(text);
        let message = if message.is_empty() {
            error.to_string()
        } else {
            message.to_owned()
        };
        assert_eq!(error.to_string(), message, "{text}");
        let shown = shown(&error);
        assert!(shown.contains("[kopr.toml:"), "{shown}");
        assert!(shown.contains(help), "`{help}` is not in {shown}");
        if !marked.is_empty() {
            let span = error.mistakes()[0].span().expect("the place is known");
            assert_eq!(&text[span], marked, "{shown}");
        }
    }
}

#[test]
fn all_mistakes_are_shown_at_once() {
    // a text, and the marked words and message of each mistake
    for (text, expected) in [
        (
            "[image]\ntagg = \"1\"\npull-policy = \"always\"\n[deploy]\nreplicas = \"2\"\nwatch = [\"A\", \"B\"]\n\
             [profile.prod.deploy]\nreplica = 3\nenv = { A-B = \"1\", C = 2 }\n",
            vec![
                ("tagg", "`tagg` is not a setting"),
                ("\"always\"", "`image.pull-policy` does not take `always`"),
                (
                    "\"2\"",
                    "`deploy.replicas` takes a whole number from 0 on, not the text `\"2\"`",
                ),
                ("\"A\"", "`A` is not a namespace: `A` is a capital letter"),
                ("\"B\"", "`B` is not a namespace: `B` is a capital letter"),
                ("replica", "`replica` is not a setting"),
                ("A-B", "`A-B` is not the name of an environment variable"),
                ("2", "`deploy.env.C` takes a text in quotes, not `2`"),
            ],
        ),
        // What a profile mends is whole only with it; what it breaks is told once.
        (
            "[metrics.tls]\n[profile.x.metrics.tls]\nsecret = \"s\"\n[profile.y.deploy]\nreplicas = -1\n",
            vec![
                ("[metrics.tls]", "`metrics.tls` needs `secret`"),
                ("-1", "`deploy.replicas` takes a whole number from 0 on, not `-1`"),
            ],
        ),
        (
            "[image]\ntag = \"1\"\ntag = \"2\"\n[deploy]\nreplicas = 1\nreplicas = 2\nreplica = 3\n",
            vec![("tag", "duplicate key"), ("replicas", "duplicate key")],
        ),
    ] {
        let error = Settings::parse(text, "kopr.toml", None).expect_err(text);
        let found: Vec<(&str, String)> = error
            .mistakes()
            .iter()
            .map(|mistake| (&text[mistake.span().expect("a place")], mistake.to_string()))
            .collect();
        let expected: Vec<(&str, String)> = expected
            .into_iter()
            .map(|(marked, message)| (marked, message.to_owned()))
            .collect();
        assert_eq!(found, expected, "{text}");
        let count = format!("`kopr.toml` has {} mistakes", found.len());
        let shown = shown(&error);
        assert!(shown.contains(&count), "{shown}");
        assert!(
            expected.iter().all(|(_, message)| shown.contains(message)),
            "{shown}"
        );
    }
    let error = Settings::parse("[image]\ntagg = 1", "kopr.toml", Some("prod")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`kopr.toml` has 2 mistakes",
        "{}",
        shown(&error)
    );
}

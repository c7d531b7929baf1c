//! Names that `kopr new` is given in the wild.

use super::*;

#[test]
fn packages() {
    let long = "a".repeat(70);
    let cut = "a".repeat(NAME_MAX);
    for (name, better) in [
        ("memcached-operator", None),
        ("x", None),
        ("operator2", None),
        (&*"a".repeat(NAME_MAX), None),
        ("KubeBuilder", Some("kube-builder")),
        ("My_Project", Some("my-project")),
        ("my_project", Some("my-project")),
        ("tutorial.probe.example", Some("tutorial-probe-example")),
        ("gate operator", Some("gate-operator")),
        ("1-2", Some("operator-1-2")),
        ("-x", Some("x")),
        ("x-", Some("x")),
        (&*long, Some(&*cut)),
        ("日本", Some("my-operator")),
        ("", Some("my-operator")),
        ("test", Some("test-operator")),
        ("std", Some("std-operator")),
        ("Std", Some("std-operator")),
        ("core", Some("core-operator")),
        ("proc-macro", Some("proc-macro-operator")),
        ("fn", Some("fn-operator")),
        ("gen", Some("gen-operator")),
        ("kopr", Some("kopr-operator")),
        ("serde", Some("serde-operator")),
        ("build", Some("build-operator")),
    ] {
        let found = package(name, false);
        assert_eq!(
            found.as_ref().err().map(|error| error.help.as_str()),
            better.map(|name| format!("try `--name {name}`")).as_deref(),
            "{name}"
        );
        if let Some(better) = better {
            assert_eq!(package(better, false), Ok(()), "the suggestion for `{name}`");
        }
    }
}

#[test]
fn a_folder_that_cannot_name_the_operator() {
    let error = package("My_Project", true).expect_err("it has capitals");
    assert_eq!(
        error.to_string(),
        "`My_Project` cannot be the name of an operator: `M` is a capital letter"
    );
    assert_eq!(
        error.help,
        "give the operator another name than its folder: `--name my-project`"
    );
}

#[test]
fn groups() {
    for (name, help) in [
        ("cache.example.com", None),
        ("a.b", None),
        ("web-app.example.com", None),
        ("1.example.com", None),
        ("type.example.com", None),
        ("cache", Some("cache.example.com")),
        ("web-app", Some("web-app.example.com")),
        ("Cache.example.com", Some("cache.example.com")),
        ("my_group.example.com", Some("my-group.example.com")),
        ("", Some("cache.example.com")),
        ("a..b", Some("cache.example.com")),
    ] {
        let found = group(name).err().map(|error| error.help);
        let expected =
            help.map(|group| format!("try `--group {group}`, with a domain of yours for `example.com`"));
        assert_eq!(found, expected, "{name}");
    }
    for reserved in ["k8s.io", "apps.k8s.io", "x.kubernetes.io"] {
        assert!(group(reserved).is_err(), "{reserved}");
    }
    assert!(group("notk8s.io").is_ok());
}

#[test]
fn kinds() {
    for (name, help) in [
        ("AWSCluster", None),
        ("HTTP2Route", None),
        ("DNS", None),
        ("Box", None),
        ("Option", None),
        ("Default", None),
        ("testKind", Some("try `--kind TestKind`")),
        ("memcached", Some("try `--kind Memcached`")),
        ("my-kind", Some("try `--kind MyKind`")),
        ("My_Kind", Some("try `--kind MyKind`")),
        ("Self", Some("choose another word, such as `--kind Instance`")),
        (
            "self",
            Some("use a name in PascalCase, such as `--kind Memcached`"),
        ),
        ("", Some("use a name in PascalCase, such as `--kind Memcached`")),
        (
            "日本",
            Some("use a name in PascalCase, such as `--kind Memcached`"),
        ),
        (
            "1st",
            Some("use a name in PascalCase, such as `--kind Memcached`"),
        ),
        (&*format!("A{}", "b".repeat(62)), Some("choose a shorter kind")),
    ] {
        assert_eq!(
            kind(name, "example.com").err().map(|error| error.help).as_deref(),
            help,
            "{name}"
        );
    }
    assert!(
        kind("Memcached", &"a".repeat(250)).is_err(),
        "the CRD's name would be too long"
    );
}

#[test]
fn versions() {
    for (name, sorts) in [
        ("v1", true),
        ("v1alpha1", true),
        ("v2beta3", true),
        ("one", false),
        ("v1-alpha", false),
        ("v1alpha", false),
    ] {
        assert_eq!(version(name), Ok(()), "{name}");
        assert_eq!(version_sorts(name), sorts, "{name}");
    }
    for name in ["1", "V1", "v0.1", "", "v1_1"] {
        assert!(version(name).is_err(), "{name}");
    }
}

#[test]
fn derived_names() {
    for (package, kind) in [
        ("memcached-operator", "Memcached"),
        ("cert-issuer-controller", "CertIssuer"),
        ("my-project", "MyProject"),
        ("operator", "Operator"),
        ("dns64", "Dns64"),
    ] {
        assert_eq!(kind_of_package(package), kind, "{package}");
    }
    for (kind, name) in [
        ("Memcached", "memcached"),
        ("HTTP2Route", "http2_route"),
        ("AWSCluster", "aws_cluster"),
        ("DNS", "dns"),
        ("MyKind", "my_kind"),
        ("Box", "box_"),
        ("Match", "match_"),
        ("Controllers", "controllers_"),
        ("Crate", "crate_"),
        ("V1Alpha1", "v1_alpha1"),
        ("v1-alpha", "v1_alpha"),
    ] {
        assert_eq!(module(kind), name, "{kind}");
    }
}

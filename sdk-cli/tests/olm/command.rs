//! `kopr gen bundle` on the command line: times, files, mistakes, and what OLM v1 cannot take.

use serde_json::{Value, json};

use crate::support::Project;

const CSV: &str = "bundle/manifests/memcached-operator.clusterserviceversion.yaml";

/// The description of a case and these settings.
fn project(settings: &str) -> Project {
    let project = Project::empty();
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/minimal/model.json");
    let model = fs_err::read_to_string(model).expect("the case is there");
    project.write("model.json", &model).write("kopr.toml", settings);
    project
}

/// The same with a kind of somebody else's that the operator works on.
fn with_foreign_kind(project: &Project) {
    with_argument(
        project,
        json!({
            "type": "Write<Certificate>",
            "rules": [{
                "group": "cert-manager.io", "resource": "certificates", "verbs": ["create", "patch"],
                "scope": "watched", "origin": { "handler": "reconcile", "argument": "Write<Certificate>" },
            }],
            "kinds": [{
                "group": "cert-manager.io", "version": "v1", "kind": "Certificate", "plural": "certificates",
                "scope": "Namespaced",
            }],
        }),
    );
}

/// The same with another argument.
fn with_argument(project: &Project, argument: Value) {
    let mut model: Value = serde_json::from_str(&project.read("model.json")).expect("it is JSON");
    let arguments = model
        .pointer_mut("/operator/controllers/0/handlers/0/arguments")
        .and_then(Value::as_array_mut)
        .expect("there are arguments");
    arguments.push(argument);
    project.write("model.json", &model.to_string());
}

#[test]
fn bundles_are_made_and_checked_like_manifests() {
    let project = project("");
    project
        .kopr("gen bundle --model model.json --check")
        .ends(1, &["`kopr gen bundle` mends it"]);
    project
        .kopr("gen bundle --model model.json")
        .ends(0, &[CSV, "bundle.Dockerfile"]);
    let before = project.files();
    assert!(
        before.keys().all(|path| !path.starts_with("deploy")),
        "{:?}",
        before.keys()
    );
    project
        .kopr("gen bundle --model model.json --check")
        .ends(0, &["everything is up to date"]);
    project.edit(CSV, "replicas: 1", "replicas: 2");
    let run = project.kopr("gen bundle --model model.json --check");
    run.ends(1, &[]);
    assert!(run.stdout.contains("replicas: 1"), "{}", run.stdout);

    // A manifest that is no longer made goes; one of somebody else's stays.
    let header = project.read(CSV).lines().next().expect("a header").to_owned();
    project
        .write("bundle/manifests/old.yaml", &format!("{header}\nkind: Old\n"))
        .write("bundle/manifests/mine.yaml", "kind: Mine\n");
    project
        .kopr("gen bundle --model model.json")
        .ends(0, &["delete bundle/manifests/old.yaml"]);
    assert!(project.path("bundle/manifests/mine.yaml").exists());
    project.remove("bundle/manifests/mine.yaml");
    assert!(project.files() == before, "a second run gives other bytes");
}

#[test]
fn another_folder_takes_the_dockerfile_along() {
    let project = project("");
    project
        .kopr("gen bundle --model model.json --output-dir olm/v0")
        .ends(0, &["olm/v0/manifests/", "olm/v0.Dockerfile"]);
    let dockerfile = project.read("olm/v0.Dockerfile");
    assert!(
        dockerfile.contains("COPY v0/manifests /manifests/"),
        "{dockerfile}"
    );
    project
        .kopr("gen bundle --model model.json --output-dir olm/v0 --check")
        .ends(0, &["everything is up to date"]);
    project.kopr("bundle validate olm/v0").ends(0, &["nothing found"]);
}

#[test]
fn the_time_is_that_of_the_last_change() {
    let mut project = project("");
    let time = |project: &Project| {
        let line = project.read(CSV);
        let line = line.lines().find(|line| line.trim().starts_with("createdAt:"));
        line.map(|line| {
            line.trim()
                .trim_start_matches("createdAt: ")
                .trim_matches('"')
                .to_owned()
        })
    };
    project
        .kopr("gen bundle --model model.json")
        .ends(0, &["the bundle has none"]);
    assert_eq!(time(&project), None);

    project.variable("SOURCE_DATE_EPOCH", Some("1000000000"));
    project.kopr("gen bundle --model model.json").ends(0, &["update"]);
    assert_eq!(time(&project).as_deref(), Some("2001-09-09T01:46:40Z"));

    // Nothing else has changed: the time stays.
    project.variable("SOURCE_DATE_EPOCH", Some("1100000000"));
    project
        .kopr("gen bundle --model model.json --check")
        .ends(0, &["everything is up to date"]);

    // Now it has, if only in another file.
    project.write("kopr.toml", "[package]\nchannels = [\"stable\"]\n");
    project.kopr("gen bundle --model model.json").ends(0, &["update"]);
    assert_eq!(time(&project).as_deref(), Some("2004-11-09T11:33:20Z"));

    // Without the variable the last time counts.
    project.variable("SOURCE_DATE_EPOCH", None);
    project.write("kopr.toml", "[package]\nchannels = [\"fast\"]\n");
    project.kopr("gen bundle --model model.json").ends(0, &["update"]);
    assert_eq!(time(&project).as_deref(), Some("2004-11-09T11:33:20Z"));

    project.variable("SOURCE_DATE_EPOCH", Some("yesterday"));
    project.kopr("gen bundle --model model.json").ends(
        2,
        &[
            "SOURCE_DATE_EPOCH is `yesterday`, which is not a time",
            "seconds since 1970",
        ],
    );
}

#[test]
fn mistakes_in_settings_are_told_at_their_place() {
    for (settings, says) in [
        (
            "version = \"v0.2.0\"",
            ["is not a version by semver", "write `0.2.0`"],
        ),
        (
            "version = \"0.2\"",
            ["is not a version by semver", "write `0.2.0`"],
        ),
        (
            "version = \"one\"",
            ["is not a version by semver", "three numbers"],
        ),
        ("name = \"Memcached\"", ["is not a package name", "small letters"]),
        (
            "channels = [\"alpha,stable\"]",
            ["is not a name of a channel", "[\"stable\", \"fast\"]"],
        ),
        (
            "skip-range = \"^1.0.0\"",
            ["is not a range of versions", "neither `^` nor `~`"],
        ),
        (
            "min-kube-version = \"1.28\"",
            ["is not a version of Kubernetes", "1.28.0"],
        ),
        (
            "replaces = \"V1\"",
            [
                "is not a name of a ClusterServiceVersion",
                "memcached-operator.v0.1.0",
            ],
        ),
        (
            "categories = [\"Databases\"]",
            ["does not take `Databases`", "did you mean `Database`?"],
        ),
        (
            "capability-level = \"Auto-Pilot\"",
            ["does not take `Auto-Pilot`", "did you mean `Auto Pilot`?"],
        ),
        (
            "maturity = \"finished\"",
            ["does not take `finished`", "`stable`"],
        ),
        (
            "architectures = [\"x86_64\"]",
            ["does not take `x86_64`", "amd64"],
        ),
        (
            "icon = \"../icon.png\"",
            ["is not a file of the project", "without `..`"],
        ),
        (
            "display-nam = \"X\"",
            ["`display-nam` is not a setting", "did you mean `display-name`?"],
        ),
        (
            "maintainers = [{ name = \"A\", email = \"a at b\" }]",
            ["`a at b` is not a mail address", "kopr.toml"],
        ),
        (
            "links = [{ name = \"A\", url = \"example.com\" }]",
            ["`example.com` is not", "https://"],
        ),
        ("maintainers = [{ name = \"A\" }]", ["needs `email`", "kopr.toml"]),
        (
            "related-images = { a = \"UPPER/case\" }",
            ["is not an image", "lowercase"],
        ),
        ("keywords = [\"\"]", ["the text is empty", "leave the key out"]),
    ] {
        let project = project(&format!("[package]\n{settings}\n"));
        project.kopr("gen bundle --model model.json").ends(2, &says);
        assert!(
            !project.path("bundle").exists(),
            "{settings}: something was written"
        );
    }
}

#[test]
fn what_does_not_fit_together_is_an_error() {
    let long = format!("name = \"{}\"", "a".repeat(60));
    for (settings, says) in [
        (long.as_str(), ["error B2: package.name", "63 are the limit"]),
        (
            "version = \"1.0.0+build.5\"",
            ["error B2: package.version", "names of Kubernetes take no `+`"],
        ),
        (
            "channels = [\"stable\"]\ndefault-channel = \"fast\"",
            [
                "error B2: package.default-channel",
                "`fast` is none of the channels",
            ],
        ),
        (
            "replaces = \"memcached-operator.v0.1.0\"",
            ["error B2: package.replaces", "is this very version"],
        ),
        (
            "description = \"a\"\ndescription-file = \"README.md\"",
            [
                "error B2: package.description-file",
                "nobody would see `README.md`",
            ],
        ),
        (
            "monitoring = true\n[metrics]\nmonitor = \"pod\"",
            ["error B1: PodMonitor", "`metrics.monitor = \"service\"`"],
        ),
    ] {
        let project = project(&format!("[package]\n{settings}\n"));
        project.write("README.md", "What it does.\n");
        project.kopr("gen bundle --model model.json").ends(1, &says);
        assert!(
            !project.path("bundle").exists(),
            "{settings}: something was written"
        );
    }
}

#[test]
fn what_a_bundle_has_no_place_for_is_told() {
    let project = project(
        "[rbac]\ncreate = false\n[service-account]\nannotations = { \"example.com/identity\" = \"a\" }\n\
         [deploy]\nannotations = { \"example.com/owner\" = \"a\" }\n",
    );
    project.kopr("gen bundle --model model.json").ends(
        0,
        &[
            "warning B3: rbac.create",
            "warning B3: service-account.annotations",
            "warning B3: deploy.annotations",
            "note B6: package: catalogs such as OperatorHub ask for `icon`",
        ],
    );
}

/// OLM's own doing, which nobody asked for.
#[test]
fn rights_that_olm_widens_are_told() {
    let project = project("[profile.own]\ndeploy.watch = \"own\"\n");
    with_argument(
        &project,
        json!({
            "type": "Read<Secret, Here>",
            "rules": [{
                "group": "", "resource": "secrets", "verbs": ["list", "watch"], "scope": "here",
                "origin": { "handler": "reconcile", "argument": "Read<Secret, Here>" },
            }],
        }),
    );
    project.kopr("gen bundle --model model.json").ends(
        0,
        &[
            "note B4: permissions",
            "in its own namespace alone: list, watch on secrets",
        ],
    );
    let own = project.kopr("gen bundle --model model.json --profile own --output-dir own");
    own.ends(0, &[]);
    assert!(!own.stderr.contains("B4"), "{}", own.stderr);
}

#[test]
fn files_are_read_by_what_is_in_them() {
    let project = project("[package]\nicon = \"icon.png\"\ndescription-file = \"README.md\"\n");
    project.kopr("gen bundle --model model.json").ends(
        2,
        &["`package.description-file` in kopr.toml names `README.md`, which cannot be read"],
    );
    project.write("README.md", "# Memcached\n\nRuns memcached.\n");
    project.kopr("gen bundle --model model.json").ends(
        2,
        &["`package.icon` in kopr.toml names `icon.png`, which cannot be read"],
    );
    project.write("icon.png", "text");
    project
        .kopr("gen bundle --model model.json")
        .ends(2, &["which is neither PNG, JPEG, GIF nor SVG"]);
    project.write("icon.png", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    project.kopr("gen bundle --model model.json").ends(0, &[CSV]);
    let csv = project.read(CSV);
    for text in ["mediatype: image/svg+xml", "# Memcached", "Runs memcached."] {
        assert!(csv.contains(text), "{text}: {csv}");
    }
    // Files of a bundle belong to bundles alone.
    project.remove("icon.png");
    project.kopr("gen manifests --model model.json").ends(0, &[]);
}

#[test]
fn kinds_of_others_are_dependencies() {
    let project = project("[package]\ndependencies = [{ package = \"other\", version = \">=1.0.0\" }]\n");
    with_foreign_kind(&project);
    project
        .kopr("gen bundle --model model.json")
        .ends(0, &["metadata/dependencies.yaml"]);
    let dependencies = project.read("bundle/metadata/dependencies.yaml");
    for text in [
        "olm.gvk",
        "group: cert-manager.io",
        "kind: Certificate",
        "packageName: other",
    ] {
        assert!(dependencies.contains(text), "{dependencies}");
    }
    let csv = project.read(CSV);
    assert!(csv.contains("name: certificates.cert-manager.io"), "{csv}");
    project.kopr("bundle validate bundle").ends(0, &["nothing found"]);

    let v1 = project.kopr("gen bundle --model model.json --olm v1 --check");
    v1.ends(
        1,
        &[
            "error B5: dependencies: the operator needs `Certificate` of `cert-manager.io/v1`",
            "error B5: package.dependencies",
        ],
    );
}

#[test]
fn olm_v1_installs_only_what_watches_all_namespaces() {
    let project = project("[profile.own]\ndeploy.watch = \"own\"\n");
    project
        .kopr("gen bundle --model model.json --olm v1")
        .ends(0, &[CSV]);
    project
        .kopr("bundle validate bundle --profile olmv1")
        .ends(0, &["nothing found"]);
    project
        .kopr("gen bundle --model model.json --profile own --olm v1 --check")
        .ends(1, &["error B5: deploy.watch", "set `deploy.watch = \"all\"`"]);
    project
        .kopr("gen bundle --model model.json --profile own --output-dir own")
        .ends(0, &["own/manifests/"]);
}

#[test]
fn patches_reach_the_deployment_and_the_csv() {
    let project = project("");
    project.write(
        "patches/all.yaml",
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: memcached-operator }\nspec: { minReadySeconds: 7 }\n\
         ---\n\
         apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n\
         metadata: { name: memcached-operator.v0.1.0 }\nspec: { nativeAPIs: [{ group: '', version: v1, kind: Secret }] }\n",
    );
    project.kopr("gen bundle --model model.json").ends(0, &[CSV]);
    let csv = project.read(CSV);
    for text in ["minReadySeconds: 7", "nativeAPIs:"] {
        assert!(csv.contains(text), "{text}: {csv}");
    }
    // It is about nothing that manifests have, and no mistake there.
    project.kopr("gen manifests --model model.json").ends(0, &[]);
    project.edit("patches/all.yaml", "operator.v0.1.0", "operator.v0.1.1");
    project.kopr("gen bundle --model model.json").ends(
        1,
        &[
            "error M1",
            "there is no ClusterServiceVersion `memcached-operator.v0.1.1`",
        ],
    );
}

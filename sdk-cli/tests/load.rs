//! From a project to a description: what is built, asked and believed.
//!
//! The operators here are tiny programs without dependencies that give away a description from a file,
//! so that a build takes a moment.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

mod support;

use serde_json::{Value, json};
use support::operator::{LOCK, MAIN, MODEL, calls, counted, model, operator, settle};
use support::{Project, run};

fn failure(kind: &str, message: &str, offences: &Value) -> Value {
    let mut model = model();
    model.as_object_mut().expect("an object").remove("operator");
    model["failure"] =
        json!({"kind": kind, "message": message, "help": "do it otherwise", "offences": offences});
    model
}

#[test]
fn from_code_to_files_and_a_check() {
    let project = operator(&model());
    project
        .kopr("gen manifests")
        .ends(0, &["create deploy/crds/memcacheds.cache.example.com.yaml"]);
    project
        .kopr("gen manifests --check")
        .ends(0, &["everything is up to date"]);
    project.edit(
        "deploy/crds/memcacheds.cache.example.com.yaml",
        "maximum: 9",
        "maximum: 8",
    );
    let found = project.kopr("gen manifests --check");
    found.ends(
        1,
        &["1 file is not what the code says; `kopr gen manifests` mends it"],
    );
    assert!(
        found
            .stdout
            .contains("-                maximum: 8\n+                maximum: 9\n"),
        "{}",
        found.stdout
    );
    project
        .kopr("gen crds")
        .ends(0, &["update deploy/crds/memcacheds.cache.example.com.yaml"]);
    project.kopr("gen crds --check").ends(0, &[]);
}

#[test]
fn a_folder_below_belongs_to_the_project() {
    let project = operator(&model());
    project
        .kopr_in("src", "gen rbac")
        .ends(0, &["create deploy/operator/rbac.yaml"]);
    project
        .kopr_in("src", "gen rbac --output-dir out")
        .ends(0, &["create src/out/operator/rbac.yaml"]);
    let elsewhere = Project::empty();
    let arguments = format!(
        "gen rbac --check --manifest-path {}",
        project.path("Cargo.toml").display()
    );
    elsewhere.kopr(&arguments).ends(0, &[]);
}

#[test]
fn a_broken_build_changes_nothing_and_asks_no_old_program() {
    let project = operator(&model());
    project.kopr("gen manifests").ends(0, &[]);
    // The program of the earlier build is still there, and the files say something else than it does.
    project.edit(
        "deploy/crds/memcacheds.cache.example.com.yaml",
        "maximum: 9",
        "maximum: 8",
    );
    project.edit("src/main.rs", "fn main() {", "fn main() { no_such_function();");
    let before = project.files();
    let texts = [
        "cannot find function `no_such_function`",
        "the build of `op` failed",
        "manifests are untouched",
    ];
    for arguments in [
        "gen manifests",
        "gen manifests --check",
        "gen crds",
        "gen manifests --stdout",
    ] {
        let found = project.kopr(arguments);
        found.ends(3, &texts);
        assert_eq!(found.stdout, "", "{arguments}");
    }
    assert!(before == project.files(), "a file has changed");
}

#[test]
fn a_manifest_that_cargo_refuses() {
    let project = operator(&model());
    project.edit("Cargo.toml", "edition = \"2024\"", "edition = \"1999\"");
    project.kopr("gen crds").ends(
        3,
        &["cargo cannot read the project", "1999", "manifests are untouched"],
    );
}

#[test]
fn no_cargo() {
    let mut project = operator(&model());
    project.variable("CARGO", Some("/nowhere/cargo"));
    project
        .kopr("gen crds")
        .ends(3, &["cannot start `/nowhere/cargo`", "--binary FILE"]);
}

#[test]
fn what_a_program_reports_is_shown_whole() {
    let offences = json!([
        {"source": {"item": "op::Foo", "file": "src/foo.rs", "line": 12}, "message": "derived and not registered"},
        {"source": {"item": "op::Bar"}, "message": ""},
    ]);
    let project = operator(&failure(
        "unregistered",
        "2 kinds are registered nowhere",
        &offences,
    ));
    project.edit(
        "src/main.rs",
        "}\n",
        "println!(\"some talk\"); std::process::exit(1); }\n",
    );
    let before = project.files();
    project.kopr("gen manifests").ends(
        4,
        &[
            "2 kinds are registered nowhere",
            "- `op::Foo` (src/foo.rs:12): derived and not registered",
            "- `op::Bar`",
            "do it otherwise",
            "some talk",
        ],
    );
    let mut after = project.files();
    after.remove("Cargo.lock");
    assert!(before == after, "a file has changed");
}

#[test]
fn programs_that_say_nothing() {
    for (main, texts) in [
        (
            "fn main() { println!(\"hello\"); }",
            ["ended with exit status: 0 and wrote nothing", "  hello"],
        ),
        (
            "fn main() { panic!(\"ouch\"); }",
            ["ended with exit status: 101 and wrote nothing", "ouch"],
        ),
        (
            "fn main() { std::fs::write(std::env::var(\"KOPR_DESCRIBE\").unwrap(), \"{\").unwrap(); }",
            ["is not the description of an operator", "it is not JSON"],
        ),
        (
            "fn main() { std::fs::write(std::env::var(\"KOPR_DESCRIBE\").unwrap(), include_str!(\"../model.json\")).unwrap(); std::process::exit(7); }",
            [
                "described itself and then ended with exit status: 7",
                "only when the program ends well",
            ],
        ),
    ] {
        let project = operator(&model());
        project.write("src/main.rs", main);
        let found = project.kopr("gen crds");
        assert_eq!(found.code, Some(4), "{main}: {}", found.stderr);
        for text in texts {
            assert!(
                found.stderr.contains(text),
                "{main}: no {text:?} in {}",
                found.stderr
            );
        }
        assert!(!project.path("deploy").exists(), "{main}");
    }
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let mut project = operator(&model());
    project.variable("KOPR_DESCRIBE_TIMEOUT", Some("1"));
    project.write("src/main.rs", "fn main() { loop { std::thread::park(); } }");
    project.kopr("gen crds").ends(
        4,
        &[
            "did not describe itself within 1 s",
            "kopr::main!",
            "KOPR_DESCRIBE_TIMEOUT",
        ],
    );
}

#[test]
fn versions() {
    let mut newer_major = model();
    newer_major["kopr_model"]["major"] = json!(99);
    newer_major["kopr"] = json!("77.0.0");
    let project = operator(&newer_major);
    let program = project.path("target/debug/op");
    project.kopr("gen crds").ends(
        5,
        &[
            &format!(
                "`{}` describes itself in version 99.0 (kopr 77.0.0)",
                program.display()
            ),
            &format!(
                "this kopr {} reads version {}",
                env!("CARGO_PKG_VERSION"),
                kopr_model::SCHEMA_VERSION
            ),
            "`cargo install --locked kopr-cli --version =77.0.0`",
        ],
    );

    let mut newer_minor = model();
    newer_minor["kopr_model"]["minor"] = json!(99);
    newer_minor["operator"]["moods"] = json!(["good"]);
    let project = operator(&newer_minor);
    project.kopr("gen crds").ends(
        0,
        &[
            "warning: ",
            "in version 1.99",
            "not understood and left out: `operator.moods`",
        ],
    );
    // An unchanged description warns again, although no program is asked.
    project.kopr("gen crds").ends(0, &["`operator.moods`"]);
    project.kopr("gen crds").ends(0, &["`operator.moods`"]);
}

#[test]
fn the_talk_of_a_program_is_not_data() {
    let project = operator(&model());
    project.edit(
        "src/main.rs",
        "fn main() {",
        "fn main() { println!(\"apiVersion: noise\"); eprintln!(\"noise\");",
    );
    let found = project.kopr("gen crds --stdout");
    found.ends(0, &[]);
    assert!(
        found.stdout.starts_with("# Generated by kopr"),
        "{}",
        found.stdout
    );
    assert!(!found.stdout.contains("noise") && !found.stderr.contains("noise"));
}

#[test]
fn a_description_does_not_depend_on_the_environment() {
    let mut project = operator(&model());
    project.edit(
        "src/main.rs",
        "fn main() {",
        "fn main() { assert!(std::env::var_os(\"MOOD\").is_none());",
    );
    project.variable("MOOD", Some("good"));
    project.kopr("gen crds").ends(0, &[]);
}

#[test]
fn which_program() {
    let other = "fn main() {}";
    let project = operator(&model());
    project.write("src/bin/other.rs", other);
    let several = [
        "the package `op` has several programs: `op`, `other`",
        "--bin NAME",
    ];
    project.kopr("gen crds").ends(2, &several);
    project
        .kopr("gen crds --bin othr")
        .ends(2, &["no program `othr`", "did you mean `other`?"]);
    project.kopr("gen crds --bin op").ends(0, &[]);
    project.edit("Cargo.toml", "edition", "default-run = \"op\"\nedition");
    project.kopr("gen crds --check").ends(0, &[]);

    let project = operator(&model());
    project.write("src/lib.rs", "").remove("src/main.rs");
    project
        .kopr("gen crds")
        .ends(2, &["the package `op` has no program", "kopr::main!(..)"]);

    let project = Project::empty();
    project
        .kopr("gen crds")
        .ends(2, &["there is no `Cargo.toml` in", "kopr new"]);
    project
        .kopr("gen crds --manifest-path nowhere/Cargo.toml")
        .ends(2, &["there is no manifest"]);
}

#[test]
fn which_package() {
    let package = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{more}")
    };
    let project = Project::empty();
    project
        .write(
            "Cargo.toml",
            "[workspace]\nmembers = [\"crates/*\"]\nresolver = \"3\"\n",
        )
        .write("crates/api/Cargo.toml", &package("api", ""))
        .write("crates/api/src/lib.rs", "")
        .write("crates/op/Cargo.toml", &package("op", ""))
        .write("crates/op/src/main.rs", MAIN)
        .write("crates/op/model.json", MODEL);
    // The only one with a program; its files are beside its own manifest.
    project.kopr("gen crds").ends(0, &[]);
    assert!(project.path("crates/op/deploy/crds").is_dir());
    project.kopr_in("crates/op", "gen crds --check").ends(0, &[]);
    // Also from the folder of a package that can only belong to it.
    project.kopr_in("crates/api", "gen crds --check").ends(0, &[]);

    project
        .write("crates/tool/Cargo.toml", &package("tool", ""))
        .write("crates/tool/src/main.rs", "fn main() {}");
    project.kopr("gen crds").ends(
        2,
        &["several packages could be the operator: `op`, `tool`", "-p NAME"],
    );
    project.kopr("gen crds --check -p op").ends(0, &[]);
    project
        .kopr("gen crds -p tol")
        .ends(2, &["no package `tol`", "did you mean `tool`?"]);

    // Who depends on kopr is the operator.
    project
        .write("crates/kopr/Cargo.toml", &package("kopr", ""))
        .write("crates/kopr/src/lib.rs", "")
        .edit(
            "crates/op/Cargo.toml",
            "edition",
            "[dependencies]\nkopr.path = \"../kopr\"\n[package.metadata]\nx",
        )
        .edit("crates/op/Cargo.toml", "x = \"2024\"", "x = 1");
    project.kopr("gen crds --check").ends(0, &[]);
}

#[test]
fn features() {
    let project = operator(&model());
    project.edit(
        "Cargo.toml",
        "[workspace]",
        "[workspace]\n[features]\ndefault = [\"a\"]\na = []\nb = []\n",
    );
    project.edit(
        "src/main.rs",
        "fn main() {",
        "fn main() { eprintln!(\"features: a={} b={}\", cfg!(feature = \"a\"), cfg!(feature = \"b\")); if cfg!(feature = \"a\") != cfg!(feature = \"b\") { std::process::exit(1) }",
    );
    for (arguments, features) in [
        ("gen crds", "features: a=true b=false"),
        (
            "gen crds --no-default-features --features b",
            "features: a=false b=true",
        ),
    ] {
        project.kopr(arguments).ends(4, &[features]);
    }
    project.kopr("gen crds --features b").ends(0, &[]);
    project.kopr("gen crds --all-features --check").ends(0, &[]);
    project
        .kopr("gen crds --no-default-features --check")
        .ends(0, &[]);
    project
        .kopr("gen crds --features c")
        .ends(3, &["feature", "the build of `op` failed"]);
}

#[test]
fn a_target_folder_elsewhere() {
    for (configuration, variable) in [
        ("[build]\ntarget-dir = \"elsewhere\"\n", None),
        ("", Some("elsewhere")),
    ] {
        let mut project = operator(&model());
        project.write("Cargo.lock", LOCK);
        project.write(".cargo/config.toml", configuration);
        project.variable("CARGO_TARGET_DIR", variable);
        counted(&mut project);
        settle();
        project.kopr("gen crds").ends(0, &[]);
        assert!(
            project.path("elsewhere/debug").is_dir(),
            "{configuration:?} {variable:?}"
        );
        assert_eq!(calls(&project), 2);
        project.kopr("gen crds --check").ends(0, &[]);
        assert_eq!(calls(&project), 0, "{configuration:?} {variable:?}");
    }
}

#[test]
fn a_configured_target_platform_does_not_matter() {
    let project = operator(&model());
    project.write(
        ".cargo/config.toml",
        "[build]\ntarget = \"wasm32-unknown-unknown\"\n",
    );
    project.kopr("gen crds").ends(0, &[]);
    let mut project = operator(&model());
    project.variable("CARGO_BUILD_TARGET", Some("wasm32-unknown-unknown"));
    project.kopr("gen crds").ends(0, &[]);
}

#[test]
fn a_built_program_is_asked_without_a_compiler() {
    let mut project = operator(&model());
    let build = run(project.command(env!("CARGO"), "").args(["build", "--quiet"]));
    build.ends(0, &[]);
    project.variable("CARGO", Some("/nowhere/cargo"));
    project
        .kopr("gen crds --binary target/debug/op")
        .ends(0, &["create deploy/crds/memcacheds"]);
    project
        .kopr("gen crds --binary nowhere")
        .ends(2, &["cannot read `nowhere`"]);
    project
        .kopr("gen crds --binary src")
        .ends(2, &["cannot read `src`"]);
    project
        .kopr("gen crds --binary model.json")
        .ends(4, &["cannot run", "executable"]);
    project
        .kopr("gen crds --binary /bin/true")
        .ends(4, &["`/bin/true` did not describe itself"]);
}

#[test]
fn a_model_needs_neither_compiler_nor_project() {
    let mut project = Project::empty();
    project.write("model.json", MODEL);
    project.variable("CARGO", Some("/nowhere/cargo"));
    project
        .kopr("gen crds --model model.json")
        .ends(0, &["create deploy/crds/memcacheds"]);
    let mut command = project.command(env!("CARGO_BIN_EXE_kopr"), "");
    let file = fs_err::File::open(project.path("model.json"))
        .expect("just written")
        .into_file();
    run(command
        .args(["gen", "crds", "--check", "--model", "-"])
        .stdin(file))
    .ends(0, &[]);
    project
        .kopr("gen crds --model nowhere.json")
        .ends(2, &["cannot read `nowhere.json`"]);
    project
        .kopr("gen crds --model deploy")
        .ends(2, &["cannot read `deploy`"]);
    project.write("other.json", "{}");
    project
        .kopr("gen crds --model other.json")
        .ends(2, &["`other.json` is not the description of an operator"]);
    project
        .kopr("gen crds --model model.json -p x")
        .ends(2, &["cannot be used with"]);
    let mut newer = model();
    newer["kopr_model"]["major"] = json!(99);
    project.write("newer.json", &newer.to_string());
    project
        .kopr("gen crds --model newer.json")
        .ends(5, &["`newer.json` describes itself in version 99.0"]);
}

#[test]
fn findings_that_are_errors_stop_everything() {
    let project = Project::empty();
    let mut model = model();
    let columns = &mut model["operator"]["resources"][0]["versions"][0]["columns"];
    columns[0]["jsonPath"] = json!("no dot");
    project.write("model.json", &model.to_string());
    let found = project.kopr("gen manifests --model model.json");
    found.ends(1, &["error ", "no dot", "nothing was written"]);
    assert!(!project.path("deploy").exists());
    let found = project.kopr("gen manifests --model model.json --output json");
    found.ends(1, &[]);
    let report: Value = serde_json::from_str(&found.stdout).expect("the report is JSON");
    assert_eq!(report["written"], json!(false));
    assert_eq!(report["findings"][0]["level"], json!("error"));
}

#[test]
fn settings_are_read_beside_the_manifest() {
    let project = operator(&model());
    project.write("kopr.toml", "[image]\ntagg = \"1\"\n");
    project.kopr("gen manifests").ends(
        2,
        &["`tagg` is not a setting", "did you mean `tag`?", "kopr.toml"],
    );
    project.write(
        "kopr.toml",
        "[image]\ntagg = \"1\"\n[deploy]\nreplicas = \"1\"\n[profile.x.metrics]\ntls = 1\n",
    );
    project.kopr("gen manifests").ends(
        2,
        &[
            "`kopr.toml` has 3 mistakes",
            "`tagg` is not a setting",
            "`deploy.replicas` takes a whole number from 0 on",
            "`metrics.tls` takes a table",
        ],
    );
    assert!(!project.path("deploy").exists());
    project.write("kopr.toml", "[profile.dev.image]\ntag = \"dev\"\n");
    project
        .kopr("gen manifests --profile dve")
        .ends(2, &["no profile `dve`", "there are: `dev`"]);
    let found = project.kopr("gen manifests --only deployment --stdout --profile dev");
    assert!(
        found.stdout.contains("image: memcached-operator:dev"),
        "{}",
        found.stdout
    );
}

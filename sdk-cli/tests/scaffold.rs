//! What `kopr new` writes builds, is clean, passes its own tests and follows its code.
//!
//! The operators are built for real, with the versions that the workspace has locked and in its target
//! folder, so that only they themselves are compiled.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

mod support;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use support::{Project, run};

/// The folder that every build of the workspace shares.
fn target() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_kopr")).ancestors().nth(2);
    folder
        .expect("programs are in a folder of the target folder")
        .to_owned()
}

/// An empty folder that is the same in each run, so that builds of earlier runs are replaced.
fn workshop(name: &str) -> Project {
    let mut project = Project::at(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("scaffold").join(name));
    // The settings of the workspace around are not the operator's.
    project.write("rustfmt.toml", "").write("clippy.toml", "");
    project
        .variable("CARGO_TARGET_DIR", Some(&target().to_string_lossy()))
        // Everything that is needed was needed by the workspace too.
        .variable("CARGO_NET_OFFLINE", Some("true"));
    project
}

fn lock(project: &Project, folder: &str) {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    let text = fs_err::read_to_string(lock).expect("the workspace is locked");
    project.write(&format!("{folder}Cargo.lock"), &text);
}

#[track_caller]
fn cargo(project: &Project, folder: &str, arguments: &str) {
    let mut command = project.command(env!("CARGO"), folder);
    command.env("RUSTDOCFLAGS", "-D warnings");
    run(command.args(arguments.split_whitespace())).ends(0, &[]);
}

/// The life of an operator's first hour.
fn check(name: &str, arguments: &str, kind: &str, plural: &str) -> Project {
    let project = workshop(name);
    lock(&project, &format!("{name}/"));
    let crds = format!("deploy/crds/{plural}.cache.example.com.yaml");
    project
        .kopr(&format!("new {name} --group cache.example.com --gen {arguments}"))
        .ends(0, &["wrote 14 files", &format!("create {crds}")]);
    let kopr = |arguments: &str| project.kopr_in(name, arguments);
    cargo(&project, name, "fmt --check");
    cargo(&project, name, "clippy --quiet --all-targets -- -D warnings");
    cargo(&project, name, "doc --quiet --no-deps");
    cargo(&project, name, "test --quiet");

    kopr("gen manifests").ends(0, &["everything is up to date"]);
    kopr("gen manifests --check").ends(0, &[]);
    let crd = project.read(&format!("{name}/{crds}"));
    assert!(crd.contains(&format!("kind: {kind}\n")), "{crd}");

    // A renamed field is found, and named.
    let (api, controller) = (format!("{name}/src/api/v1alpha1.rs"), controller(&project, name));
    project.edit(&api, "pub size: i32", "pub instances: i32").edit(
        &controller,
        "spec.size",
        "spec.instances",
    );
    let found = kopr("gen manifests --check");
    found.ends(1, &["kopr gen manifests` mends it"]);
    assert!(
        found.stdout.contains("+              instances:\n"),
        "{}",
        found.stdout
    );

    // A broken build changes nothing.
    project.edit(&controller, "spec.instances", "spec.instance");
    let before = project.files();
    kopr("gen manifests").ends(3, &["no field `instance`", "manifests are untouched"]);
    assert!(before == project.files(), "a file has changed");
    project.edit(&controller, "spec.instance", "spec.instances");

    // Nor does an operator that has nothing to say.
    let library = format!("{name}/src/lib.rs");
    let code = project.read(&library);
    let start = code.find(".controller(").expect("it has a controller");
    let end = code[start..].find('\n').expect("it ends") + start;
    project.write(&library, &format!("{}{}", &code[..start], &code[end..]));
    let before = project.files();
    kopr("gen manifests").ends(4, &[name]);
    assert!(before == project.files(), "a file has changed");

    project.write(&library, &code);
    kopr("gen manifests").ends(0, &["update deploy/crds/"]);
    kopr("gen manifests --check").ends(0, &[]);
    project
}

fn controller(project: &Project, name: &str) -> String {
    let module = fs_err::read_dir(project.path(&format!("{name}/src/controllers")))
        .expect("it has controllers")
        .map(|entry| {
            entry
                .expect("the entry is readable")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .find(|file| file != "mod.rs");
    format!(
        "{name}/src/controllers/{}",
        module.expect("it has one controller")
    )
}

#[test]
fn a_namespaced_operator() {
    // Not the name of an example: both would be the same program in the shared target folder.
    let project = check("gate-operator", "", "Gate", "gates");
    runs(&project, "gate-operator");
}

/// `kopr run` applies what the operator needs and runs it as its `ServiceAccount`, until it is told to stop.
fn runs(project: &Project, name: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let options = kopr_cluster::Options::ephemeral();
    let cluster = runtime
        .block_on(kopr_cluster::start(&options))
        .expect("a control plane starts");
    let in_cluster = |program: &str| {
        let mut command = project.command(program, name);
        command.env("KUBECONFIG", cluster.kubeconfig_path());
        command
    };
    let kubectl = |arguments: &str| {
        let mut command = in_cluster(&cluster.kubectl_path().to_string_lossy());
        let output = command
            .args(arguments.split(' '))
            .output()
            .expect("kubectl starts");
        output.status.success()
    };
    let patiently = |what: &str, holds: &dyn Fn() -> bool| {
        for _ in 0..300 {
            if holds() {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{what}");
    };

    // Nobody is there to ask, so nothing is applied.
    let mut unasked = in_cluster(env!("CARGO_BIN_EXE_kopr"));
    run(unasked.arg("run")).ends(2, &["say `--yes`"]);
    assert!(
        !kubectl("get crd gates.cache.example.com"),
        "it was applied unasked"
    );

    let mut running = in_cluster(env!("CARGO_BIN_EXE_kopr"));
    let mut running = running
        .args(["run", "--yes"])
        .stderr(Stdio::null())
        .spawn()
        .expect("kopr starts");
    patiently("the sample is not accepted", &|| {
        kubectl("apply -f deploy/samples")
    });
    patiently("there is no Deployment", &|| {
        kubectl("get deployment gate-sample")
    });
    let pid = i32::try_from(running.id())
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    rustix::process::kill_process(pid.expect("it runs"), rustix::process::Signal::INT).expect("it is told");
    assert!(
        running.wait().expect("it ends").success(),
        "it did not stop cleanly"
    );
}

#[test]
fn a_cluster_scoped_operator() {
    check(
        "t2",
        "--cluster --kind HTTPTenantPolicy",
        "HTTPTenantPolicy",
        "httptenantpolicies",
    );
}

/// The page of the book from an empty folder to a bundle: its commands are run, its settings are taken.
#[test]
fn the_page_on_packaging() {
    let mut project = workshop("packaging");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/guide/packaging.md");
    let page = fs_err::read_to_string(page).expect("the page is there");
    let program = Path::new(env!("CARGO_BIN_EXE_kopr")).parent();
    let found = format!("PATH={}:$PATH", program.expect("it is in a folder").display());
    let mut folder = String::new();
    let mut commands = 0;
    for block in page.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').expect("a block has lines");
        match language {
            "sh" => {
                for line in text.lines() {
                    commands += 1;
                    if let Some(into) = line.strip_prefix("cd ") {
                        into.clone_into(&mut folder);
                        lock(&project, &format!("{folder}/"));
                    } else if let Some((name, value)) =
                        line.strip_prefix("export ").and_then(|line| line.split_once('='))
                    {
                        project.variable(name, Some(value));
                    } else {
                        run(project
                            .command("sh", &folder)
                            .args(["-c", &format!("{found}; {line}")]))
                        .ends(0, &[]);
                    }
                }
            }
            "toml" => {
                let settings = format!("{folder}/kopr.toml");
                let text = format!("{}\n{text}\n", project.read(&settings));
                project.write(&settings, &text);
            }
            _ => {}
        }
    }
    assert!(commands >= 10, "only {commands} commands were found");
    let csv = project.read(&format!(
        "{folder}/bundle/manifests/{folder}.clusterserviceversion.yaml"
    ));
    for text in [
        "displayName: Valkey",
        "mediatype: image/svg+xml",
        "2026-01-01T00:00:00Z",
    ] {
        assert!(csv.contains(text), "{text}: {csv}");
    }
}

/// Kinds that take a name away from Rust, from the Kubernetes types or from the template itself.
#[test]
fn awkward_names() {
    let project = workshop("awkward-names");
    project.write("Cargo.toml", "[workspace]\nmembers = [\"*-operator\"]\nresolver = \"3\"\n\n[profile.dev]\ndebug = \"line-tables-only\"\n\n[profile.dev.package.\"*\"]\ndebug = 0\n");
    let mut folders = Vec::new();
    for (index, kind) in [
        "AWSCluster",
        "Box",
        "Build",
        "Clone",
        "Condition",
        "Conditions",
        "Controllers",
        "Crate",
        "Default",
        "Deployment",
        "DNS",
        "Kopr",
        "Labels",
        "Match",
        "Memcached",
        "Mod",
        "Operator",
        "Option",
        "Result",
        "Status",
        "String",
        "Test",
        "ToOwned",
        "Vec",
        "AVeryLongKindThatSomebodyNeedsToHave",
    ]
    .into_iter()
    .enumerate()
    {
        let scope = ["--namespaced", "--cluster"][index % 2];
        let version = ["v1", "v1-alpha", "v2beta1"][index % 3];
        let name = format!("x{index}-operator");
        let arguments =
            format!("new {name} --group type.web-app.example.com --kind {kind} --version {version} {scope}");
        project.kopr(&arguments).ends(0, &["a member of the workspace"]);
        folders.push(name);
    }
    lock(&project, "");
    for folder in &folders {
        cargo(&project, folder, "fmt --check");
    }
    cargo(
        &project,
        "",
        "clippy --quiet --workspace --all-targets -- -D warnings",
    );
}

#[test]
fn files_that_are_there() {
    let mut project = Project::empty();
    // Neither git nor the network nor a compiler is needed.
    project
        .variable("PATH", Some("/nowhere"))
        .variable("CARGO", Some("/nowhere/cargo"));
    for file in [
        ".git/config",
        "README.md",
        "LICENSE",
        "flake.nix",
        "CODEOWNERS",
        ".envrc",
        ".gitignore",
    ] {
        project.write(&format!("my-operator/{file}"), "mine");
    }
    let before = project.files();
    project.kopr_in("my-operator", "new .").ends(
        0,
        &[
            "wrote 12 files to `.`: the operator `my-operator`",
            "`README.md` was there already",
            "`.gitignore` was there",
        ],
    );
    let after = project.files();
    for (path, bytes) in &before {
        assert!(after.get(path) == Some(bytes), "{path} has changed");
    }
    assert_eq!(after.len(), before.len() + 12);
    assert!(!project.path("my-operator/src/.git").exists());

    let project = Project::empty();
    project
        .write("x/src/main.rs", "mine")
        .write("x/Cargo.toml", "mine")
        .write("x/tests/x.rs", "mine");
    let before = project.files();
    let found = project.kopr("new x");
    found.ends(
        2,
        &[
            "these files exist already",
            "x/Cargo.toml\n",
            "x/src/main.rs\n",
            "x/tests/x.rs\n",
            "nothing was written",
        ],
    );
    assert!(before == project.files(), "something was written");
}

#[test]
fn a_path_of_several_parts() {
    let project = Project::empty();
    project
        .kopr("new a/b/../c-operator/")
        .ends(0, &["the operator `c-operator`"]);
    assert!(project.path("a/c-operator/src/controllers/c.rs").is_file());
    project
        .write("e/f/.keep", "")
        .kopr_in("e/f", "new .. --kopr 0.1")
        .ends(0, &["the operator `e`"]);
    assert!(project.path("e/Cargo.toml").is_file());
}

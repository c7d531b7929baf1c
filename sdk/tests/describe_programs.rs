//! Whole programs that are asked to describe themselves.
//!
//! Each module is a program with its own `main`. The test program starts itself again with the file to
//! describe into in the environment, and only the test of that module, which calls `main`. All of them are
//! one package, so each that is to be described whole registers what any of them derives.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use kopr::model::{Description, Failure, FailureKind, Outcome};

/// Calls `main` where this process is the one that was started for it.
fn started(main: fn() -> ExitCode) {
    if asked() {
        assert_eq!(main(), ExitCode::SUCCESS, "the description failed");
    }
}

fn asked() -> bool {
    #[allow(
        clippy::disallowed_methods,
        reason = "set for the program by the test that starts it"
    )]
    std::env::var_os("KOPR_DESCRIBE").is_some()
}

mod works {
    use kopr::k8s_openapi::api::core::v1::ConfigMap;
    use kopr::prelude::*;

    async fn reconcile(_object: Arc<ConfigMap>) -> Result<()> {
        Ok(())
    }

    fn operator() -> Operator {
        Operator::new("works")
            .controller(reconcile)
            .crd::<super::panics_in_a_default::Panics>()
    }

    kopr::main!(
        operator,
        before = || panic!("described before anything else runs")
    );

    #[test]
    fn program() {
        super::started(main);
    }
}

mod fallible {
    use kopr::k8s_openapi::api::core::v1::ConfigMap;
    use kopr::prelude::*;

    async fn reconcile(_object: Arc<ConfigMap>) -> Result<()> {
        Ok(())
    }

    fn operator() -> Result<Operator, std::num::ParseIntError> {
        let _: u8 = "5".parse()?;
        Ok(Operator::new("fallible")
            .controller(reconcile)
            .crd::<super::panics_in_a_default::Panics>())
    }

    kopr::main!(operator);

    #[test]
    fn program() {
        super::started(main);
    }
}

mod fails {
    use kopr::prelude::*;

    fn operator() -> Result<Operator> {
        let _: u8 = "x".parse()?;
        Ok(Operator::new("fails"))
    }

    kopr::main!(operator);

    #[test]
    fn program() {
        super::started(main);
    }
}

mod panics {
    use kopr::prelude::*;

    pub(super) const LINE: u32 = line!() + 3;

    fn operator() -> Operator {
        panic!("no {}", "way")
    }

    kopr::main!(operator);

    #[test]
    fn program() {
        super::started(main);
    }
}

mod panics_without_a_text {
    use kopr::prelude::*;

    fn operator() -> Operator {
        std::panic::panic_any(5)
    }

    kopr::main!(operator);

    #[test]
    fn program() {
        super::started(main);
    }
}

/// A default of the user's own type panics when the schema asks for it.
mod panics_in_a_default {
    use kopr::prelude::*;

    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(group = "panics.example.com", version = "v1", kind = "Panics", namespaced)]
    pub(super) struct PanicsSpec {
        #[serde(default = "default")]
        size: i32,
    }

    fn default() -> i32 {
        assert!(
            !std::env::args().any(|argument| argument.contains("panics_in_a_default")),
            "no default today"
        );
        5
    }

    fn operator() -> Operator {
        Operator::new("panics").crd::<Panics>()
    }

    kopr::main!(operator);

    #[test]
    fn program() {
        super::started(main);
    }
}

mod empty {
    use kopr::prelude::*;

    fn operator() -> Operator {
        Operator::new("empty")
    }

    kopr::main!(operator);

    #[test]
    fn program() {
        super::started(main);
    }
}

/// A program that keeps its own `main`.
mod own_main {
    use std::process::ExitCode;

    use kopr::k8s_openapi::api::core::v1::ConfigMap;
    use kopr::prelude::*;

    async fn reconcile(_object: Arc<ConfigMap>) -> Result<()> {
        Ok(())
    }

    fn operator() -> Operator {
        Operator::new("own-main").version("3.2.1").controller(reconcile)
    }

    fn main() -> ExitCode {
        if let Some(code) = kopr::describe_if_asked(operator) {
            return code;
        }
        ExitCode::FAILURE
    }

    #[test]
    fn program() {
        super::started(main);
    }

    #[test]
    fn not_asked() {
        if !super::asked() {
            assert_eq!(main(), ExitCode::FAILURE);
        }
    }
}

/// Runs the program of that module, which is to describe itself into that file.
fn run(program: &str, file: &Path) -> Output {
    let exe = std::env::current_exe().expect("this program has a path");
    Command::new(exe)
        .args(["--exact", &format!("{program}::program"), "--nocapture"])
        .env("KOPR_DESCRIBE", file)
        .output()
        .expect("this program can be started again")
}

/// An empty folder of its own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("describe").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target folder can be written to");
    folder
}

/// What the program says of itself, and whether it ended well. Nothing but the file is left behind.
fn describe(program: &str) -> (Description, bool) {
    let folder = folder(program);
    let file = folder.join("description.json");
    let output = run(program, &file);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&output.stdout));
    });
    assert!(text.starts_with(r#"{"kopr_model":{"major":1,"#), "{text}");
    let left: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").file_name())
        .collect();
    assert_eq!(left, ["description.json"]);
    let description = serde_json::from_str(&text).expect("it is a description");
    (description, output.status.success())
}

#[track_caller]
fn failure(program: &str) -> Failure {
    let (description, well) = describe(program);
    assert!(!well, "a description that failed ends badly");
    match description.outcome {
        Outcome::Failure(failure) => failure,
        Outcome::Operator(operator) => panic!("it was described: {operator:?}"),
    }
}

#[track_caller]
fn operator(program: &str) -> kopr::model::Operator {
    let (description, well) = describe(program);
    assert!(well);
    assert_eq!(description.kopr, env!("CARGO_PKG_VERSION"));
    match description.outcome {
        Outcome::Operator(operator) => *operator,
        Outcome::Failure(failure) => panic!("it failed: {failure:?}"),
    }
}

#[test]
fn described() {
    let model = operator("works");
    assert_eq!(model.name, "works");
    assert_eq!(
        (model.package.name.as_str(), model.package.version.as_str()),
        (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(operator("fallible").name, "fallible");
    let own = operator("own_main");
    assert_eq!(
        (own.package.name.as_str(), own.package.version.as_str()),
        ("own-main", "3.2.1")
    );
}

#[test]
fn panicked() {
    let failure = failure("panics");
    assert_eq!(failure.kind, FailureKind::Panic);
    let [offence] = failure.offences.as_slice() else {
        panic!("one place: {:?}", failure.offences);
    };
    assert_eq!(offence.message, "no way");
    assert_eq!(offence.source.file, "sdk/tests/describe_programs.rs");
    assert_eq!(offence.source.line, panics::LINE);
    let failure = self::failure("panics_without_a_text");
    assert_eq!(failure.offences[0].message, "a panic without a text");
}

#[test]
fn panicked_in_a_type() {
    let failure = failure("panics_in_a_default");
    assert_eq!(failure.kind, FailureKind::Panic);
    assert_eq!(failure.offences[0].message, "no default today");
    assert!(failure.help.is_some_and(|help| help.contains("`Default`")));
}

#[test]
fn failed() {
    let failure = failure("fails");
    assert_eq!(failure.kind, FailureKind::Error);
    assert_eq!(
        failure.message,
        "the operator function returned an error: invalid digit found in string"
    );
}

#[test]
fn nothing_registered() {
    assert_eq!(failure("empty").kind, FailureKind::Empty);
}

/// What was there before is replaced as a whole.
#[test]
fn an_older_file_is_replaced() {
    let folder = folder("replaced");
    let file = folder.join("description.json");
    #[allow(clippy::disallowed_methods, reason = "a scratch file in the target folder")]
    std::fs::write(&file, "older ".repeat(10_000)).expect("the target folder can be written to");
    assert!(!run("panics", &file).status.success());
    let text = std::fs::read_to_string(&file).expect("it is there");
    let description: Description = serde_json::from_str(&text).expect("it is whole");
    assert!(matches!(description.outcome, Outcome::Failure(_)));
}

#[test]
fn a_file_that_cannot_be_written() {
    let file = folder("missing").join("no-such-folder").join("description.json");
    let output = run("works", &file);
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains(&format!(
            "error: cannot write the description to `{}`",
            file.display()
        )),
        "{text}"
    );
    assert!(!file.exists());
}

//! The same program gives the same bytes: in each of its runs, and in whatever order its kinds are registered.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, ExitCode};

use kopr::kube::CustomResourceExt as _;
use kopr::prelude::*;

/// A kind with fields of many shapes; they share types, and so definitions.
macro_rules! kinds {
    ($($kind:ident $name:literal $spec:ident $group:literal,)*) => {
        $(
            /// What it is.
            #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
            #[kopr(group = $group, version = "v1", kind = $name, namespaced, status = "Seen", shortname = "k")]
            struct $spec {
                /// How many.
                #[kopr(column)]
                size: Option<u32>,
                tags: BTreeSet<String>,
                labels: BTreeMap<String, Level>,
                task: Task,
                #[serde(default)]
                levels: Vec<Level>,
            }
        )*
        /// Registers each of them.
        const KINDS: &[fn(Operator) -> Operator] = &[$(|operator| operator.crd::<$kind>()),*];

        /// All CRDs, as files.
        fn crds() -> String {
            let mut out = String::new();
            $(out.push_str(&serde_saphyr::to_string(&$kind::crd()).expect("a CRD is YAML"));)*
            out
        }
    };
}

kinds! {
    Apple "Apple" AppleSpec "fruit.example.com",
    Banana "Banana" BananaSpec "fruit.example.com",
    Cherry "Cherry" CherrySpec "fruit.example.com",
    Date "Date" DateSpec "fruit.example.com",
    Elder "Elder" ElderSpec "trees.example.com",
    Fir "Fir" FirSpec "trees.example.com",
    Gum "Gum" GumSpec "trees.example.com",
    Hazel "Hazel" HazelSpec "trees.example.com",
    Iris "Iris" IrisSpec "flowers.example.com",
    Jasmine "Jasmine" JasmineSpec "flowers.example.com",
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Seen {
    ready: bool,
    conditions: Vec<Condition>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Level {
    /// quiet
    Low,
    High,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "kind")]
enum Task {
    Copy { from: String, to: String },
    Wait { seconds: u64, level: Level },
    Nothing,
}

fn operator() -> Operator {
    register(0..KINDS.len())
}

fn register(order: impl Iterator<Item = usize>) -> Operator {
    order.fold(
        Operator::new("garden").domain("garden.example.com"),
        |operator, at| KINDS[at](operator),
    )
}

fn described(operator: &Operator) -> String {
    let model = operator
        .describe()
        .unwrap_or_else(|failure| panic!("{failure:#?}"));
    serde_json::to_string_pretty(&model).expect("a model is JSON")
}

#[test]
fn kinds_registered_in_any_order_give_the_same_description() {
    let expected = described(&operator());
    for turn in 1..KINDS.len() {
        // Every kind comes first once, and each turn goes through them in other steps.
        let step = [1, 3, 7, 9][turn % 4];
        let order = (0..KINDS.len()).map(|at| (turn + at * step) % KINDS.len());
        assert_eq!(described(&register(order)), expected, "turn {turn}");
    }
}

#[test]
fn crds_are_the_same_each_time() {
    let expected = crds();
    for run in 0..20 {
        assert_eq!(crds(), expected, "run {run}");
    }
}

kopr::main!(operator);

/// The program itself, where the next test has started this one for it.
#[test]
fn program() {
    #[allow(
        clippy::disallowed_methods,
        reason = "set for the program by the test that starts it"
    )]
    if std::env::var_os("KOPR_DESCRIBE").is_some() {
        assert_eq!(main(), ExitCode::SUCCESS, "the description failed");
    }
}

#[test]
fn twenty_runs_of_a_program_write_the_same_bytes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let this = std::env::current_exe().expect("a test knows its program");
    let runs: BTreeSet<Vec<u8>> = (0..20)
        .map(|run| {
            let file = folder.join(format!("determinism-{run}.json"));
            let output = Command::new(&this)
                .args(["--exact", "program"])
                .env("KOPR_DESCRIBE", &file)
                .output()
                .expect("it can be started");
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stdout)
            );
            let bytes = std::fs::read(&file).expect("it wrote the description");
            let _ = std::fs::remove_file(&file);
            bytes
        })
        .collect();
    assert_eq!(runs.len(), 1);
}

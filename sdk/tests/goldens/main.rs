//! The kinds of controller-gen's own tests in Rust, and what both tools make of them.
//!
//! The goldens stay outside of this project: without their folder only the comparison itself is tested.
//! Texts do not count, nor does the annotation with controller-gen's version.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]
#![allow(dead_code, reason = "of the types only the schema is asked")]
#![allow(clippy::type_complexity, reason = "maps of maps of maps are in the goldens")]

mod compare;
mod cronjob;
mod go;
mod small;

use std::path::PathBuf;

use kopr::Operator;
use serde_json::{Value, json};

/// Where the goldens are, as far as there are any.
fn folder() -> Option<PathBuf> {
    #[allow(
        clippy::disallowed_methods,
        reason = "where the goldens are can only be said from outside"
    )]
    let data = std::env::var_os("KOPR_SHARED_DATA")?;
    let folder = PathBuf::from(data).join("controller-tools/pkg/crd/testdata");
    assert!(folder.is_dir(), "there are no goldens in {}", folder.display());
    Some(folder)
}

/// One golden: its file, the operator whose one CRD it is, and how that differs on purpose.
struct Golden {
    file: &'static str,
    operator: fn(Operator) -> Operator,
    /// Another name for the group, where the derive refuses the golden's.
    group: Option<&'static str>,
    /// JSON pointers into the CRD, and why kopr has something else there.
    deviations: &'static [(&'static str, &'static str)],
}

/// A golden that is matched as it stands.
const fn plain(file: &'static str, operator: fn(Operator) -> Operator) -> Golden {
    Golden {
        file,
        operator,
        group: None,
        deviations: &[],
    }
}

static GOLDENS: &[Golden] = &[
    plain("testdata.kubebuilder.io_enums.yaml", |operator| {
        operator.crd::<small::Enum>()
    }),
    plain("testdata.kubebuilder.io_jobs.yaml", |operator| {
        operator.crd::<small::Job>()
    }),
    plain("testdata.kubebuilder.io_oneofs.yaml", |operator| {
        operator.crd::<small::Oneof>()
    }),
    plain("testdata.kubebuilder.io_immutabletypes.yaml", |operator| {
        operator.crd::<small::ImmutableType>()
    }),
    plain("testdata.kubebuilder.io_externaldocs.yaml", |operator| {
        operator.crd::<small::ExternalDoc>()
    }),
    plain("plural/plural.example.com_testquotas.yaml", |operator| {
        operator.crd::<small::TestQuota>()
    }),
    Golden {
        file: "multiple_versions/testdata.kubebuilder.io_versionedresources.yaml",
        operator: |operator| {
            operator
                .crd::<small::versioned::v1beta1::VersionedResource>()
                .crd::<small::versioned::v1beta2::VersionedResource>()
        },
        group: None,
        deviations: &[
            (
                "/spec/versions/v1beta1/schema/openAPIV3Schema/properties/status",
                UNNAMED,
            ),
            (
                "/spec/versions/v1beta2/schema/openAPIV3Schema/properties/status",
                UNNAMED,
            ),
        ],
    },
    Golden {
        file: "gen/bar.example.com_foos.yaml",
        operator: |operator| operator.crd::<small::foos::Foo>(),
        group: None,
        deviations: &[("/spec/versions/foo/subresources", WRITABLE)],
    },
    Golden {
        file: "gen/bar.example.com_foos_maxdesclen.yaml",
        operator: |operator| operator.crd::<small::foos::Foo>(),
        group: None,
        deviations: &[("/spec/versions/foo/subresources", WRITABLE)],
    },
    Golden {
        file: "gen/zoo/bar.example.com_zoos.yaml",
        operator: |operator| operator.crd::<small::zoos::Zoo>(),
        group: None,
        deviations: &[("/spec/versions/zoo/subresources", WRITABLE)],
    },
    Golden {
        file: "testdata._cronjobs.yaml",
        operator: |operator| operator.crd::<cronjob::nogroup::CronJob>(),
        // A CRD in the core group is refused by every API server, and so by the derive.
        group: Some(""),
        deviations: &[],
    },
    Golden {
        file: "testdata.kubebuilder.io_cronjobs.yaml",
        operator: |operator| {
            operator
                .crd::<cronjob::v1::CronJob>()
                .crd::<cronjob::v1beta1::CronJob>()
                .crd::<cronjob::v1beta2::CronJob>()
        },
        group: None,
        deviations: &[
            (
                "/spec/versions/v1beta1/schema/openAPIV3Schema/properties/status",
                UNNAMED,
            ),
            (
                "/spec/versions/v1beta2/schema/openAPIV3Schema/properties/status",
                UNNAMED,
            ),
        ],
    },
];

/// The CRD that kopr makes, with its versions in the order of the golden.
fn ours(golden: &Golden) -> Value {
    let model = (golden.operator)(Operator::new("goldens"))
        .describe()
        .unwrap_or_else(|failure| panic!("{}: {failure:#?}", golden.file));
    let mut resource = model.resources.into_iter().next().expect("each has one kind");
    if let Some(group) = golden.group {
        group.clone_into(&mut resource.group);
    }
    kopr_model::crd(&resource)
}

/// The golden itself, without what only says which program made it.
fn theirs(folder: &std::path::Path, golden: &Golden) -> Value {
    let text = std::fs::read_to_string(folder.join(golden.file))
        .unwrap_or_else(|error| panic!("{}: {error}", golden.file));
    let mut crd: Value = serde_yaml::from_str(&text).expect("a golden is YAML");
    let metadata = crd["metadata"].as_object_mut().expect("a golden has metadata");
    if let Some(annotations) = metadata.get_mut("annotations").and_then(Value::as_object_mut) {
        annotations.remove("controller-gen.kubebuilder.io/version");
        if annotations.is_empty() {
            metadata.remove("annotations");
        }
    }
    crd
}

/// Versions by their names: their order in the list says nothing.
fn by_version(mut crd: Value) -> Value {
    let versions = crd["spec"]["versions"].as_array().cloned().unwrap_or_default();
    let versions = versions
        .into_iter()
        .map(|version| (version["name"].as_str().unwrap_or_default().to_owned(), version))
        .collect();
    crd["spec"]["versions"] = Value::Object(versions);
    crd
}

/// Takes a part out.
fn take(value: &mut Value, pointer: &str) {
    let (around, name) = pointer.rsplit_once('/').expect("a pointer has a parent");
    if let Some(members) = value.pointer_mut(around).and_then(Value::as_object_mut) {
        members.remove(name);
    }
}

/// Why there is a schema of the status where the golden only turns the subresource on.
const UNNAMED: &str = "a status whose fields no schema names loses each of them";
/// Why the subresource is on where the golden only has a schema.
const WRITABLE: &str = "a status without its subresource can be written by whoever writes the spec";

const TEMPLATE: &str = "/spec/versions/v1/schema/openAPIV3Schema/properties/spec/properties/jobTemplate";

#[test]
fn kopr_makes_what_controller_gen_makes() {
    let Some(folder) = folder() else {
        eprintln!("KOPR_SHARED_DATA names no folder: nothing is compared");
        return;
    };
    let mut wrong = Vec::new();
    for golden in GOLDENS {
        let (mut ours, mut theirs) = (by_version(ours(golden)), by_version(theirs(&folder, golden)));
        for crd in [&mut ours, &mut theirs] {
            // A pod template is larger than all the rest together, and would hide it; it is compared in
            // `published`.
            take(crd, TEMPLATE);
            for (pointer, _) in golden.deviations {
                take(crd, pointer);
            }
        }
        let differences = compare::differences(&ours, &theirs);
        let (equal, all) = compare::score(&ours, &theirs);
        println!("{equal:>5} of {all:>5} pointers  {}", golden.file);
        for (pointer, reason) in golden.deviations {
            println!("      on purpose: {pointer}: {reason}");
        }
        wrong.extend(
            differences.into_iter().map(|(pointer, ours, theirs)| {
                format!("{}{pointer}: {ours:?} and not {theirs:?}", golden.file)
            }),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Without goldens this still shows that the kinds can be described.
#[test]
fn each_can_be_described() {
    for golden in GOLDENS {
        assert_ne!(ours(golden)["spec"]["versions"], json!([]), "{}", golden.file);
    }
}

//! What must compile, without a warning: each file in `ui/*/pass` is a module of this program, so that
//! there is one link for all.
#![deny(warnings)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]
#![allow(
    clippy::duplicated_attributes,
    reason = "keys of one column are not those of another"
)]
#![allow(
    unreachable_pub,
    reason = "the files are written as those of an operator's library are"
)]

#[path = "ui/access/pass/structs.rs"]
mod access_structs;
#[path = "ui/custom_resource/pass/awkward_kinds.rs"]
mod awkward_kinds;
#[path = "ui/handler/pass/closures.rs"]
mod closures;
#[path = "ui/custom_resource/pass/configured_fields.rs"]
mod configured_fields;
#[path = "ui/custom_resource/pass/crate_path.rs"]
mod crate_path;
#[path = "ui/custom_resource/pass/descriptors.rs"]
mod descriptors;
#[path = "ui/custom_resource/pass/documentation.rs"]
mod documentation;
#[path = "ui/custom_resource/pass/enum_spec.rs"]
mod enum_spec;
#[path = "ui/custom_resource/pass/every_key.rs"]
mod every_key;
#[path = "ui/handler/pass/functions.rs"]
mod functions;
#[path = "ui/custom_resource/pass/kind_level.rs"]
mod kind_level;
#[path = "ui/schema/pass/kinds_of_fields.rs"]
mod kinds_of_fields;
#[path = "ui/custom_resource/pass/kube_attributes.rs"]
mod kube_attributes;
#[path = "ui/custom_resource/pass/kube_schema.rs"]
mod kube_schema;
#[path = "ui/schema/pass/names_of_tables.rs"]
mod names_of_tables;
#[path = "ui/custom_resource/pass/no_spec.rs"]
mod no_spec;
#[path = "ui/custom_resource/pass/optional_spec.rs"]
mod optional_spec;
#[path = "ui/custom_resource/pass/paths.rs"]
mod paths;
#[path = "ui/custom_resource/pass/raw_identifiers.rs"]
mod raw_identifiers;
#[path = "ui/custom_resource/pass/root_struct.rs"]
mod root_struct;
#[path = "ui/custom_resource/pass/schema_modes.rs"]
mod schema_modes;
#[path = "ui/custom_resource/pass/shadowed_names.rs"]
mod shadowed_names;
#[path = "ui/custom_resource/pass/versions.rs"]
mod versions;
#[path = "ui/schema/pass/words.rs"]
mod words;
#[path = "ui/custom_resource/pass/works_with_kube.rs"]
mod works_with_kube;

use std::collections::BTreeSet;
use std::path::Path;

/// Every file is a module above, and nothing else: one that is forgotten would never be compiled.
#[test]
fn every_file_is_compiled() {
    let this = include_str!("ui_pass.rs");
    let named: BTreeSet<String> = this
        .lines()
        .filter_map(|line| Some(line.strip_prefix("#[path = \"")?.strip_suffix("\"]")?.to_owned()))
        .collect();
    let mut found = BTreeSet::new();
    for area in ["custom_resource", "schema", "access", "handler"] {
        let folder = format!("ui/{area}/pass");
        for entry in std::fs::read_dir(Path::new("tests").join(&folder)).expect("the folder exists") {
            let name = entry.expect("its entries can be read").file_name();
            found.insert(format!("{folder}/{}", name.to_string_lossy()));
        }
    }
    assert_eq!(named, found);
}

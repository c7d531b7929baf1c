//! OLM-B1 to OLM-B3: the CRDs in the bundle are those that the CSV owns.

use std::collections::{BTreeMap, BTreeSet};

use super::{Asked, Family};
use crate::bundle::crd::Kind;
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::quoted;
use crate::bundle::{Finding, Phase, Place, Rule};

pub(super) const FAMILY: Family = Family {
    name: "owned",
    phase: Phase::Bundle,
    rules: &[
        Rule::error("OLM-B1", "no version of a kind is defined twice"),
        Rule::error(
            "OLM-B2",
            "each version of a kind that the CSV owns has its CRD in the bundle",
        ),
        Rule::error(
            "OLM-B3",
            "each CRD in the bundle is owned in at least one version",
        ),
    ],
    check,
};

/// Group, version and kind of an entry of the CSV; without a dot the name is taken for the group.
pub(super) fn owned_kind(name: &str, version: &str, kind: &str) -> Kind {
    Kind {
        group: name.split_once('.').map_or(name, |(_, group)| group).to_owned(),
        version: version.to_owned(),
        kind: kind.to_owned(),
    }
}

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let name = quoted(bundle.name());
    let mut defined: BTreeMap<Kind, Place> = BTreeMap::new();
    // The original looks at CRDs of v1 first.
    let (new, old): (Vec<_>, Vec<_>) = bundle.crds.iter().partition(|file| file.is_v1);
    for file in new.into_iter().chain(old) {
        let document = bundle.document_of(file);
        for (at, kind) in file.crd.kinds(file.is_v1).into_iter().enumerate() {
            let place = document.at(format!("/spec/versions/{at}"));
            if let Some(first) = defined.get(&kind) {
                let key = quoted(&kind.to_string());
                found.push(
                    Finding::error(
                        "OLM-B1",
                        place.clone(),
                        format!(
                            "`{}` in version `{}` is in `{}` too",
                            kind.kind, kind.version, first.file
                        ),
                    )
                    .of_value(
                        &kind.to_string(),
                        &format!("duplicate CRD {key} in bundle {name}"),
                    ),
                );
            }
            defined.insert(kind, place);
        }
    }
    let mut owned = BTreeSet::new();
    for (at, entry) in bundle.csv.spec.customresourcedefinitions.owned.iter().enumerate() {
        let kind = owned_kind(&entry.name, &entry.version, &entry.kind);
        if defined.remove(&kind).is_some() {
            owned.insert((kind.group, kind.kind));
            continue;
        }
        let place = bundle.at_csv(format!("/spec/customresourcedefinitions/owned/{at}"));
        let key = quoted(&kind.to_string());
        found.push(
            Finding::error(
                "OLM-B2",
                place,
                format!(
                    "the CSV owns `{}` in version `{}`, which no CRD of the bundle defines",
                    entry.name, entry.version
                ),
            )
            .of_value(
                &kind.to_string(),
                &format!("owned CRD {key} not found in bundle {name}"),
            ),
        );
    }
    for (kind, place) in defined {
        if owned.contains(&(kind.group.clone(), kind.kind.clone())) {
            continue;
        }
        let key = quoted(&kind.to_string());
        found.push(
            Finding::error(
                "OLM-B3",
                place,
                format!("the CSV owns `{}` of `{}` in no version", kind.kind, kind.group),
            )
            .help("name it in `spec.customresourcedefinitions.owned`, or take its CRD out of the bundle")
            .of_value(
                &kind.to_string(),
                &format!("CRD {key} is present in bundle {name} but not defined in CSV"),
            ),
        );
    }
}

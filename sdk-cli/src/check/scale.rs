//! S12: the scale subresource.

use super::{Family, Rule, Subject, Version};
use crate::schema::path::{Kind, resolve};

pub(super) const FAMILY: Family = Family {
    name: "scale",
    rules: &[Rule {
        id: "S12",
        about: "replicas are an integer under .spec and one under .status, the selector is a string under either",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    let Some(scale) = &version.version.scale else {
        return;
    };
    if !version.version.status {
        version.error_at(
            "S12",
            "/subresources/scale",
            "scale",
            "it reports replicas in the status, and there is no status subresource",
            "add `status = \"..\"`",
        );
    }
    let mut path = |name: &str, path: &str, roots: &[&str], kind: Kind, text: &str| {
        let place = format!("scale {name}");
        let pointer = format!("/subresources/scale/{name}");
        // The server takes dots only: no brackets, no quotes.
        if !roots.iter().any(|root| path.starts_with(root)) || path.contains(['[', '\\', '*']) {
            let help = format!("write a path of dots under `{}`", roots.join("` or `"));
            version.error_at(
                "S12",
                &pointer,
                &place,
                format!("`{path}` is not a path that it can be"),
                help,
            );
            return;
        }
        match resolve(&version.version.schema, path) {
            Err(missing) => {
                version.error_at(
                    "S12",
                    &pointer,
                    &place,
                    format!("`{path}` points at nothing: {missing}"),
                    "use JSON names",
                );
            }
            Ok(found) if found != kind && found != Kind::Open => {
                version.error_at(
                    "S12",
                    &pointer,
                    &place,
                    format!("`{path}` is not {text}"),
                    format!("point at {text}"),
                );
            }
            Ok(_) => {}
        }
    };
    path(
        "specReplicasPath",
        &scale.spec_replicas_path,
        &[".spec."],
        Kind::Integer,
        "an integer",
    );
    path(
        "statusReplicasPath",
        &scale.status_replicas_path,
        &[".status."],
        Kind::Integer,
        "an integer",
    );
    if let Some(selector) = &scale.label_selector_path {
        let text = "a string, which is a selector in its text form";
        path(
            "labelSelectorPath",
            selector,
            &[".spec.", ".status."],
            Kind::String,
            text,
        );
    }
}

//! Z1: the size of a CRD.

use kopr_model::Resource;

use super::{Family, Finding, Level, Rule, Subject, about};

pub(super) const FAMILY: Family = Family {
    name: "size",
    rules: &[Rule {
        id: "Z1",
        about: "a CRD fits into the annotation of a client-side apply and into a request",
    }],
    on: Subject::Resource(check),
};

/// Bytes of all annotations of an object together.
const ANNOTATIONS: usize = 262_144;
/// Bytes of a request to etcd.
const REQUEST: usize = 1_572_864;

fn check(resource: &Resource, findings: &mut Vec<Finding>) {
    let bytes = kopr_model::crd(resource).to_string().len();
    if bytes > REQUEST {
        let message = format!("the CRD has {bytes} bytes, {REQUEST} are the limit of a request");
        findings.push(about(
            resource,
            Level::Error,
            "Z1",
            message,
            "embed fewer types of Kubernetes, or shorten texts",
        ));
    } else if bytes > ANNOTATIONS {
        let message = format!(
            "the CRD has {bytes} bytes; `kubectl apply` without `--server-side` takes {ANNOTATIONS} at most"
        );
        findings.push(about(
            resource,
            Level::Warning,
            "Z1",
            message,
            "use `kubectl apply --server-side`",
        ));
    }
}

//! `deploy/samples/<version>_<kind>.yaml`: an object of each kind that the API server takes.

use camino::Utf8PathBuf;

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::sample;

pub(super) const EMITTER: Emitter = Emitter {
    name: "samples",
    about: "an object of each kind, built from its schema",
    owns: "deploy/samples/",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let mut samples = Vec::new();
    for resource in &input.operator.resources {
        let (Some(version), Some(sample)) = (sample::version(resource), sample::sample(resource)) else {
            continue;
        };
        let kind = resource.kind.to_lowercase();
        // Kinds of one name in two groups: the group tells their files apart.
        let alike = input
            .operator
            .resources
            .iter()
            .filter(|other| other.kind.to_lowercase() == kind)
            .count();
        let path: Utf8PathBuf = if alike > 1 {
            format!("deploy/samples/{}_{}_{kind}.yaml", resource.group, version.name).into()
        } else {
            format!("deploy/samples/{}_{kind}.yaml", version.name).into()
        };
        samples.extend(Artefact::generated(path, vec![sample]));
    }
    Ok(samples)
}

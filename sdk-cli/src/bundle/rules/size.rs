//! OLM-B5, OLM-B6: OLM unpacks a bundle into one ConfigMap.

use super::{Asked, Family};
use crate::bundle::Profile;
use crate::bundle::load::Bundle;
use crate::bundle::ports::go;
use crate::bundle::{Finding, Phase, Place, Rule, compressed};

pub(super) const FAMILY: Family = Family {
    name: "size",
    phase: Phase::Bundle,
    rules: &[
        Rule::warning("OLM-B5", "the size of the manifests can be told"),
        Rule::new(
            "OLM-B6",
            "error or warning",
            "the manifests, compressed and in base64, have at most 1 MiB; above 85 % of it there is a warning",
            Profile::ALL,
        ),
    ],
    check,
};

/// Bytes that fit.
const MAX: u64 = 1 << 20;

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    // Folders in the folder of the manifests ended the run before.
    let mut files: Vec<&[u8]> = bundle
        .files
        .below(&bundle.manifests)
        .into_iter()
        .filter_map(|(path, _)| bundle.files.bytes(path))
        .collect();
    let length = |bytes: &[u8]| u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let size: u64 = files.iter().map(|bytes| length(bytes)).sum();
    if size == 0 {
        found.push(
            Finding::warning("OLM-B5", Place::bundle(), "the manifests are empty")
                .of_value(bundle.name(), "unable to check the bundle size"),
        );
        return;
    }
    // Compressing is the dearest of all rules: the biggest files first, until the others cannot matter.
    files.sort_by_key(|bytes| std::cmp::Reverse(bytes.len()));
    let mut rest: u64 = files.iter().map(|bytes| compressed::bound(length(bytes))).sum();
    let mut packed = 0;
    for bytes in files {
        if packed + rest <= near() {
            return;
        }
        rest -= compressed::bound(length(bytes));
        packed += compressed::size(bytes);
    }
    report(bundle.name(), packed, size, found);
}

/// From here on there is a warning: 85 % of the limit.
const fn near() -> u64 {
    MAX * 85 / 100
}

fn report(name: &str, packed: u64, size: u64, found: &mut Vec<Finding>) {
    let figures = |text: &str| {
        format!(
            "{text}: size=~{} , max={}. Bundle uncompressed size is {}",
            go::bytes(packed),
            go::bytes(MAX),
            go::bytes(size)
        )
    };
    let words = format!("compressed and in base64 the manifests have {packed} bytes, {MAX} is the limit");
    // The original's compressor may come out on the other side.
    let is_close = packed.abs_diff(MAX) < MAX / 100 || packed.abs_diff(near()) < MAX / 100;
    let help = if is_close {
        "take descriptions out of the schemas; so near to the limit other compressors may decide differently"
    } else {
        "take descriptions out of the schemas"
    };
    if packed > MAX {
        found.push(
            Finding::error("OLM-B6", Place::bundle(), words)
                .help(help)
                .of_value(
                    name,
                    &figures("maximum bundle compressed size with gzip size exceeded"),
                ),
        );
    } else if packed > near() {
        found.push(
            Finding::warning("OLM-B6", Place::bundle(), words)
                .help(help)
                .of_value(name, &figures("nearing maximum bundle compressed size with gzip")),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX, report};

    #[test]
    fn the_limits_are_told() {
        for (packed, expected) in [
            (MAX / 2, None),
            (
                MAX - 100_000,
                Some(
                    "Warning: Value : nearing maximum bundle compressed size with gzip: size=~948.6 kB , max=1.0 MB. Bundle uncompressed size is 9.5 MB",
                ),
            ),
            (
                2 * MAX,
                Some(
                    "Error: Value : maximum bundle compressed size with gzip size exceeded: size=~2.1 MB , max=1.0 MB. Bundle uncompressed size is 21.0 MB",
                ),
            ),
        ] {
            let mut found = Vec::new();
            report("", packed, packed * 10, &mut found);
            let original = found.pop().and_then(|finding| finding.original);
            assert_eq!(original.as_deref(), expected, "{packed}");
        }
    }
}

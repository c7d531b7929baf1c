//! The verdicts on the bundles of operator-framework.

use std::collections::BTreeSet;
use std::path::PathBuf;

use camino::Utf8Path;
use kopr_cli::bundle::{Asked, Entry, Files, read};

use crate::{CRD, CSV, SERVICE, findings, head, optional, small};

/// A bundle or file of the data, what is asked, and each level and rule that the original reports for it, warnings
/// too.
///
/// Where the rows come from: operator-framework/api at 3048ccdc, the commit of the data. Its validators
/// (`DefaultBundleValidators` and the optional ones that a row names) were run on the very files that [`wrapped`]
/// makes of a row, and each of their messages is one rule here; rules `O*` are those of `internal/registry/validate.go`
/// of operator-sdk, which api does not have. The original's own tests, named at each group, ask one validator each
/// and mostly look at the first error only; what they expect is part of the rows.
struct Expected {
    path: &'static str,
    asked: fn() -> Asked,
    rules: &'static [&'static str],
}

const fn expect(path: &'static str, asked: fn() -> Asked, rules: &'static [&'static str]) -> Expected {
    Expected { path, asked, rules }
}

const API: &str = "operator-framework-api/pkg/validation/internal/testdata";

fn deprecated(version: &str) -> Asked {
    Asked {
        kubernetes: version.to_owned(),
        ..optional("name=alpha-deprecated-apis")
    }
}

fn suite() -> Asked {
    optional("suite=operatorframework")
}

static EXPECTED: &[Expected] = &[
    // `TestLoadBundle` and `TestGetPackage` of pkg/manifests/directory_test.go (the second only loads its two bundles).
    expect(
        "operator-framework-api/pkg/manifests/testdata/invalid_bundle_with_hidden",
        head,
        &["error OLM-L4"],
    ),
    expect(
        "operator-framework-api/pkg/manifests/testdata/invalid_bundle_with_subdir",
        head,
        &["error OLM-L4"],
    ),
    expect(
        "operator-framework-api/pkg/manifests/testdata/valid_package/0.9.2",
        head,
        &["error OLM-D8", "warning OLM-C10"],
    ),
    expect(
        "operator-framework-api/pkg/manifests/testdata/valid_package/0.9.4",
        head,
        &["error OLM-B2", "error OLM-D3", "error OLM-D8", "warning OLM-C10"],
    ),
    // `TestValidateSuccess`, `TestValidate_WithErrors` and `TestValidatePackageSuccess` of pkg/validation/validation_test.go.
    // What is valid there has errors for v1beta1 CRDs all the same: the tests hand the bundle over without its CRDs.
    expect(
        "operator-framework-api/pkg/validation/testdata/valid_bundle",
        head,
        &["error OLM-D8", "warning OLM-C10", "warning OLM-C13"],
    ),
    expect(
        "operator-framework-api/pkg/validation/testdata/valid_bundle",
        suite,
        &[
            "error OLM-D8",
            "warning OLM-A1",
            "warning OLM-C10",
            "warning OLM-C13",
            "warning OLM-H6",
            "warning OLM-P2",
        ],
    ),
    expect(
        "operator-framework-api/pkg/validation/testdata/invalid_bundle",
        head,
        &["error OLM-B2", "error OLM-D8", "warning OLM-C10"],
    ),
    expect(
        "operator-framework-api/pkg/validation/testdata/valid_package/0.9.2",
        head,
        &["error OLM-D8", "warning OLM-C10", "warning OLM-C13"],
    ),
    expect(
        "operator-framework-api/pkg/validation/testdata/valid_package/0.9.4",
        head,
        &["error OLM-D8", "warning OLM-C10", "warning OLM-C13"],
    ),
    // `TestValidateBundle` of pkg/validation/internal/bundle_test.go.
    expect(
        "internal/invalid_bundle",
        head,
        &["error OLM-B2", "error OLM-D8", "warning OLM-C10"],
    ),
    expect(
        "internal/invalid_bundle_3",
        head,
        &[
            "error OLM-B1",
            "error OLM-C11",
            "error OLM-D8",
            "warning OLM-C10",
            "warning OLM-C3",
        ],
    ),
    expect(
        "internal/valid_bundle_2",
        head,
        &[
            "error OLM-C11",
            "error OLM-D8",
            "warning OLM-C10",
            "warning OLM-C3",
        ],
    ),
    expect(
        "internal/valid_bundle_2",
        suite,
        &[
            "error OLM-C11",
            "error OLM-D8",
            "error OLM-P1",
            "warning OLM-A1",
            "warning OLM-C10",
            "warning OLM-C3",
            "warning OLM-H5",
            "warning OLM-H6",
        ],
    ),
    // operatorhub_test.go, operatorhubv2_test.go, standardcapabilities_test.go and standardcategories_test.go.
    expect(
        "internal/valid_bundle_custom_categories",
        || optional("name=categories"),
        &["error OLM-D8", "error OLM-G1", "warning OLM-C10"],
    ),
    expect(
        "internal/invalid_bundle_operatorhub",
        || optional("name in (operatorhubv2, capabilities, categories)"),
        &[
            "error OLM-C6",
            "error OLM-D8",
            "error OLM-G1",
            "error OLM-H1",
            "error OLM-H2",
            "error OLM-H3",
            "error OLM-H4",
            "error OLM-H5",
            "error OLM-K1",
            "warning OLM-A1",
            "warning OLM-C10",
            "warning OLM-C7",
            "warning OLM-H6",
        ],
    ),
    // `TestValidateDeprecatedAPIS` of removed_apis_test.go.
    expect(
        "internal/valid_bundle_v1beta1",
        head,
        &["error OLM-D8", "warning OLM-C10"],
    ),
    expect(
        "internal/valid_bundle_v1beta1",
        || deprecated(""),
        &["error OLM-D8", "warning OLM-A1", "warning OLM-C10"],
    ),
    expect(
        "internal/valid_bundle_v1beta1",
        || deprecated("1.22"),
        &["error OLM-A1", "error OLM-D8", "warning OLM-C10"],
    ),
    expect(
        "internal/valid_bundle_v1beta1",
        || deprecated("invalid"),
        &[
            "error OLM-A3",
            "error OLM-D8",
            "warning OLM-A1",
            "warning OLM-C10",
        ],
    ),
    expect(
        "internal/valid_bundle_v1beta1",
        suite,
        &[
            "error OLM-D8",
            "warning OLM-A1",
            "warning OLM-C10",
            "warning OLM-H5",
            "warning OLM-H6",
            "warning OLM-P2",
        ],
    ),
    expect(
        "internal/removed_api_1_25",
        || deprecated("1.25"),
        &["error OLM-A1", "error OLM-O1", "warning OLM-C10"],
    ),
    expect(
        "internal/removed_api_1_25",
        || deprecated(""),
        &["error OLM-O1", "warning OLM-A1", "warning OLM-C10"],
    ),
    expect(
        "internal/removed_api_1_26",
        || deprecated("1.26"),
        &["error OLM-A1", "error OLM-O1", "warning OLM-C10"],
    ),
    expect(
        "internal/removed_api_1_26",
        || deprecated(""),
        &["error OLM-O1", "warning OLM-A1", "warning OLM-C10"],
    ),
    expect(
        "internal/deprecated_api_1_25",
        || deprecated(""),
        &[
            "error OLM-O1",
            "warning OLM-A1",
            "warning OLM-A2",
            "warning OLM-C10",
        ],
    ),
    expect(
        "internal/deprecated_api_1_25",
        suite,
        &[
            "error OLM-H5",
            "error OLM-O1",
            "warning OLM-A1",
            "warning OLM-A2",
            "warning OLM-C10",
            "warning OLM-H6",
            "warning OLM-P2",
        ],
    ),
    expect(
        "internal/bundle_with_deprecated_resources",
        || deprecated(""),
        &[
            "error OLM-B4",
            "error OLM-O1",
            "warning OLM-A1",
            "warning OLM-C10",
        ],
    ),
    // `TestValidateCSV` of csv_test.go. It looks at the CSV alone; as the only file of a bundle it owns CRDs that are not
    // there, which is B2.
    expect(
        "internal/badName.csv.yaml",
        head,
        &["error OLM-B2", "error OLM-C1"],
    ),
    expect(
        "internal/badAnnotationNames.csv.yaml",
        head,
        &["error OLM-B2", "error OLM-C12"],
    ),
    expect(
        "internal/noInstallMode.csv.yaml",
        head,
        &["error OLM-B2", "error OLM-C8"],
    ),
    expect("internal/invalid.alm-examples.csv.yaml", head, &["error OLM-C4"]),
    expect("internal/correct.csv.yaml", head, &["error OLM-B2"]),
    expect(
        "internal/correct.csv.yaml",
        suite,
        &["error OLM-B2", "warning OLM-P2"],
    ),
    expect(
        "internal/correct.csv.empty.example.yaml",
        head,
        &["error OLM-B2", "error OLM-C11", "warning OLM-C7"],
    ),
    expect(
        "internal/correct.csv.with.conversion.webhook.yaml",
        head,
        &["error OLM-B2"],
    ),
    expect(
        "internal/incorrect.csv.with.conversion.webhook.yaml",
        head,
        &["error OLM-B2", "error OLM-C9", "warning OLM-C10"],
    ),
    expect(
        "internal/correct.csv.olm.properties.annotation.yaml",
        head,
        &["error OLM-B2", "error OLM-C11", "error OLM-C6", "warning OLM-C13"],
    ),
    expect(
        "internal/invalid_min_kube_version.csv.yaml",
        head,
        &["error OLM-C10", "warning OLM-C3"],
    ),
    expect(
        "internal/invalid_min_kube_version.csv.yaml",
        suite,
        &[
            "error OLM-C10",
            "error OLM-H6",
            "error OLM-P1",
            "warning OLM-C3",
            "warning OLM-H5",
        ],
    ),
    expect("internal/dataTypeMismatch.csv.yaml", head, &["error OLM-L5"]),
    // `TestValidateCRD` of crd_test.go. The CSV beside it owns another CRD: B2, and B3 where this one has versions.
    expect("internal/v1.crd.yaml", head, &["error OLM-B2", "error OLM-B3"]),
    expect(
        "internal/v1beta1.crd.yaml",
        head,
        &["error OLM-B2", "error OLM-B3"],
    ),
    expect(
        "internal/duplicateVersions.crd.yaml",
        head,
        &[
            "error OLM-B1",
            "error OLM-B2",
            "error OLM-B3",
            "error OLM-D3",
            "error OLM-D8",
        ],
    ),
    expect(
        "internal/deprecatedVersion.crd.yaml",
        head,
        &["error OLM-B2", "error OLM-D3"],
    ),
    expect(
        "internal/noConversionReviewVersions.crd.yaml",
        head,
        &["error OLM-B2", "error OLM-B3", "error OLM-D7"],
    ),
    // Bundles that operator-sdk generates and tests its scorecard with.
    expect(
        "operator-sdk/testdata/go/v4/memcached-operator/bundle",
        head,
        &["warning OLM-C10"],
    ),
    expect(
        "operator-sdk/testdata/go/v4/memcached-operator/bundle",
        suite,
        &["error OLM-H5", "warning OLM-C10", "warning OLM-H6"],
    ),
    expect(
        "operator-sdk/internal/scorecard/testdata/bundle",
        head,
        &["warning OLM-C10"],
    ),
    expect(
        "operator-sdk/internal/scorecard/testdata/bundle",
        suite,
        &[
            "error OLM-H1",
            "error OLM-H2",
            "error OLM-H5",
            "warning OLM-C10",
            "warning OLM-H6",
            "warning OLM-P2",
        ],
    ),
];

/// The files of an entry as a bundle: what is no bundle yet gets metadata, and a CRD the small CSV beside it.
fn wrapped(path: &Utf8Path) -> Files {
    if path.join("metadata").is_dir() {
        return read(path).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut files = small();
    for path in [CSV, CRD, SERVICE] {
        files.remove(path);
    }
    if path.is_dir() {
        let inner = read(path).unwrap_or_else(|error| panic!("{error}"));
        for (path, entry) in inner.below("") {
            files.put(&format!("manifests/{path}"), entry.clone());
        }
        return files;
    }
    let bytes = fs_err::read(path).unwrap_or_else(|error| panic!("{error}"));
    let is_crd = String::from_utf8_lossy(&bytes).contains("kind: CustomResourceDefinition");
    files.put("manifests/it.yaml", Entry::File(bytes));
    if is_crd {
        let csv = small().bytes(CSV).expect("it is there").to_vec();
        files.put(CSV, Entry::File(csv));
    }
    files
}

#[test]
fn verdicts_are_those_of_operator_framework() {
    #[allow(
        clippy::disallowed_methods,
        reason = "where the data is can only be said from outside"
    )]
    let Some(data) = std::env::var_os("KOPR_SHARED_DATA") else {
        return;
    };
    let data = PathBuf::from(data);
    let data = Utf8Path::from_path(&data).expect("it is UTF-8");
    let mut wrong = 0;
    for Expected { path, asked, rules } in EXPECTED {
        let full = path
            .strip_prefix("internal/")
            .map_or_else(|| (*path).to_owned(), |rest| format!("{API}/{rest}"));
        let found: BTreeSet<String> = findings(&asked(), wrapped(&data.join(&full)))
            .iter()
            .map(|one| format!("{} {}", one.level.as_str(), one.rule))
            .collect();
        let expected: BTreeSet<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
        let is_same = found == expected;
        println!(
            "{}  {path}: {}",
            if is_same { "same     " } else { "DIFFERENT" },
            found.iter().cloned().collect::<Vec<_>>().join(", ")
        );
        if !is_same {
            println!("           expected {}", rules.join(", "));
            wrong += 1;
        }
    }
    println!("{} of {} as expected", EXPECTED.len() - wrong, EXPECTED.len());
    for (what, why) in ON_PURPOSE {
        println!("on purpose: {what}: {why}");
    }
    assert_eq!(wrong, 0, "verdicts differ");
}

/// Where kopr differs from the original, and why.
const ON_PURPOSE: [(&str, &str); 6] = [
    (
        "a key that stands twice",
        "an error of reading; there the last one counts, which nobody sees",
    ),
    (
        "members in other capitals",
        "unknown and lost; there Go's reader takes them",
    ),
    ("`icon: []`", "an error; there a panic"),
    (
        "set `community` without `index-path`",
        "errors are not said a second time as warnings",
    ),
    (
        "images of the set `multiarch`",
        "not pulled: as if they could not be inspected, unless `images=FILE` says more",
    ),
    (
        "names in backticks in constraints in CEL",
        "cannot be read; there they can",
    ),
];

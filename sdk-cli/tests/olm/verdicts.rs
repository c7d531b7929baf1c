//! What validators and the scorecard say of the bundle of each case: nothing.

use kopr_cli::bundle::scorecard::{State, config, run};
use kopr_cli::bundle::{Asked, Profile, Selector, validate};

use crate::bundles::{facts, files, loaded};
use crate::cases::{Case, cases};

/// Findings of a profile as `level rule pointer`.
fn findings(case: &Case, asked: &Asked) -> Vec<String> {
    let bundle = loaded(&files(case, &case.operator, &facts()));
    validate(asked, &bundle)
        .iter()
        .map(|finding| format!("{} {} {}", finding.level.as_str(), finding.rule, finding.place.pointer))
        .collect()
}

#[test]
fn no_validator_finds_anything() {
    for case in cases() {
        for profile in Profile::ALL {
            let asked = Asked {
                profile: *profile,
                ..Asked::default()
            };
            let found = findings(&case, &asked);
            // What OLM v1 cannot install stays so: `kopr gen bundle --olm v1` says it too.
            let is_known = |found: &String| {
                *profile == Profile::OlmV1 && !kopr_cli::olm::is_supported(&case.input(), "AllNamespaces")
                    && found.contains("/spec/installModes")
            };
            let found: Vec<String> = found.into_iter().filter(|found| !is_known(found)).collect();
            assert!(found.is_empty(), "{} by {}: {found:#?}", case.name, profile.name());
        }
    }
}

/// Of the strict rules only the one on digests is broken, where the case has no digest.
#[test]
fn strict_rules_find_tags_alone() {
    for case in cases() {
        let asked = Asked {
            strict: true,
            ..Asked::default()
        };
        let found = findings(&case, &asked);
        let other: Vec<&String> = found
            .iter()
            .filter(|found| !(found.starts_with("warning OLM-X7 ") && case.settings.image.digest.is_none()))
            .collect();
        assert!(other.is_empty(), "{}: {other:#?}", case.name);
    }
}

#[test]
fn the_scorecard_passes() {
    let all = Selector::parse("").expect("it chooses all");
    for case in cases().iter().filter(|case| !case.operator.resources.is_empty()) {
        let bundle = loaded(&files(case, &case.operator, &facts()));
        let config = config(&bundle, None).expect("it can be read");
        let tests = run(&bundle, &config, &all);
        assert_eq!(tests.len(), 6);
        for test in tests {
            let result = test.result.as_ref().expect("it ran");
            assert_eq!(result.state, State::Pass, "{}: {}: {:?}", case.name, test.name(), result.errors);
        }
    }
}

//! What validators and the scorecard say of the bundle of each case: nothing.

use kopr_cli::bundle::scorecard::{State, config, run};
use kopr_cli::bundle::{Asked, Profile, Selector, validate};
use kopr_cli::check::check_bundle;
use kopr_cli::objects::metadata;
use kopr_cli::olm;

use crate::bundles::{facts, files, loaded};
use crate::cases::{Case, cases};

/// The cases that a bundle can be made of: `kopr gen bundle` refuses versions with build metadata and long names.
fn possible() -> Vec<Case> {
    let (possible, refused): (Vec<Case>, Vec<Case>) = cases().into_iter().partition(|case| {
        let name = olm::csv_name(&case.input());
        !name.contains('+') && name.len() <= 63
    });
    for case in &refused {
        let objects = olm::objects(&case.input()).expect("they can be made");
        let found = check_bundle(&case.input(), &facts(), &objects);
        assert!(
            found.iter().any(|finding| finding.rule == "B2"),
            "{}: {found:#?}",
            case.name
        );
    }
    assert!(possible.len() > refused.len());
    possible
}

/// What the settings of a case ask for, and OLM v1 has its own mind about.
fn is_known(case: &Case, found: &str) -> bool {
    let input = case.input();
    let is_elsewhere = !olm::is_supported(&input, "AllNamespaces") && found.contains("/spec/installModes");
    let is_copy =
        metadata::instance(&input) != olm::package(&input) && found == "warning OLM-V13 /metadata/name";
    is_elsewhere || is_copy
}

/// Findings of a profile as `level rule pointer`.
fn findings(case: &Case, asked: &Asked) -> Vec<String> {
    let bundle = loaded(&files(case, &case.operator, &facts()));
    validate(asked, &bundle)
        .iter()
        .map(|finding| {
            format!(
                "{} {} {}",
                finding.level.as_str(),
                finding.rule,
                finding.place.pointer
            )
        })
        .collect()
}

#[test]
fn no_validator_finds_anything() {
    for case in possible() {
        for profile in Profile::ALL {
            let asked = Asked {
                profile: *profile,
                ..Asked::default()
            };
            let found = findings(&case, &asked);
            let found: Vec<String> = found
                .into_iter()
                .filter(|found| !(*profile == Profile::OlmV1 && is_known(&case, found)))
                .collect();
            assert!(
                found.is_empty(),
                "{} by {}: {found:#?}",
                case.name,
                profile.name()
            );
        }
    }
}

/// Of the strict rules only the one on digests is broken, where the case has no digest.
#[test]
fn strict_rules_find_tags_alone() {
    for case in possible() {
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
    for case in possible()
        .iter()
        .filter(|case| !case.operator.resources.is_empty())
    {
        let bundle = loaded(&files(case, &case.operator, &facts()));
        let config = config(&bundle, None).expect("it can be read");
        let tests = run(&bundle, &config, &all);
        assert_eq!(tests.len(), 6);
        for test in tests {
            let result = test.result.as_ref().expect("it ran");
            assert_eq!(
                result.state,
                State::Pass,
                "{}: {}: {:?}",
                case.name,
                test.name(),
                result.errors
            );
        }
    }
}

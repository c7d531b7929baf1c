//! Z2 and Z3: how near a chart comes to what Helm can store, and patches that would be lost.

use crate::check::check_chart;
use crate::emit::Input;
use crate::helm::{LIMIT, NEAR};
use crate::patch::Patches;
use crate::settings::Settings;

#[test]
fn a_release_fits_and_no_patch_is_lost() {
    let patch = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: demo}\nspec: {replicas: 2}\n";
    for (bytes, settings, patched, says) in [
        (NEAR, "", false, ""),
        (
            NEAR + 1,
            "",
            false,
            "warning Z2: chart: Helm would store 900001 bytes",
        ),
        (
            LIMIT + 1,
            "",
            false,
            "error Z2: chart: Helm would store 1048577 bytes",
        ),
        (
            NEAR + 1,
            "",
            false,
            "the CRDs are `memcacheds.cache.example.com` (",
        ),
        (
            NEAR + 1,
            "[helm]\ncrds = false",
            false,
            "not far from the 1048576 that a Secret takes",
        ),
        (
            NEAR,
            "",
            true,
            "warning Z3: patches: a chart has names of its own",
        ),
    ] {
        let operator = super::operator(&[super::kind(serde_json::json!({}))]);
        let mut settings = Settings::parse(settings, "kopr.toml", None).expect("they are right");
        if patched {
            let files = [("patches/a.yaml".to_owned(), patch.to_owned())];
            settings.patches = Patches::parse(&files).expect("it is a patch");
        }
        let input = Input {
            operator: &operator,
            settings: &settings,
        };
        let found: Vec<String> = check_chart(&input, bytes)
            .iter()
            .map(|finding| {
                format!(
                    "{:?} {}: {}: {}",
                    finding.level, finding.rule, finding.place, finding.message
                )
                .to_lowercase()
            })
            .collect();
        match says {
            "" => assert!(found.is_empty(), "{found:?}"),
            says => assert!(
                found.len() == 1 && found[0].contains(&says.to_lowercase()),
                "{says}\n{found:?}"
            ),
        }
    }
}

//! The text of some bundles.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;

use crate::bundles::{facts, files};
use crate::cases::case;
use crate::support;

#[test]
fn golden() {
    for name in ["everything", "minimal", "several-versions", "watch-list"] {
        let case = case(name);
        // A release should not touch every golden file.
        let version = env!("CARGO_PKG_VERSION");
        let made: BTreeMap<Utf8PathBuf, String> = files(&case, &case.operator, &facts())
            .into_iter()
            .map(|(path, text)| {
                let text = text
                    .replace(&format!("by kopr {version} "), "by kopr [VERSION] ")
                    .replace(&format!("kopr-v{version}"), "kopr-v[VERSION]");
                (path.into(), text)
            })
            .collect();
        support::golden::check(&format!("tests/olm/golden/{name}"), &made);
    }
}

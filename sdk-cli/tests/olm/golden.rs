//! The text of some bundles.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};

use crate::bundles::{facts, files};
use crate::cases::case;

#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment, and writes"
)]
fn golden() {
    for name in ["everything", "minimal", "several-versions", "watch-list"] {
        let case = case(name);
        let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/olm/golden")
            .join(name);
        // A release should not touch every golden file.
        let version = env!("CARGO_PKG_VERSION");
        let made: BTreeMap<String, String> = files(&case, &case.operator, &facts())
            .into_iter()
            .map(|(path, text)| {
                let text = text
                    .replace(&format!("by kopr {version} "), "by kopr [VERSION] ")
                    .replace(&format!("kopr-v{version}"), "kopr-v[VERSION]");
                (path, text)
            })
            .collect();
        if std::env::var_os("KOPR_BLESS").is_some() {
            let _ = std::fs::remove_dir_all(&folder);
            for (path, text) in &made {
                let path = folder.join(path);
                fs_err::create_dir_all(path.parent().expect("files are in folders")).expect("it can be made");
                fs_err::write(path, text).expect("it can be written");
            }
        }
        assert_eq!(
            made.keys().cloned().collect::<Vec<_>>(),
            known(&folder),
            "{name}: other files"
        );
        for (path, text) in &made {
            let golden = fs_err::read_to_string(folder.join(path)).expect("it is there");
            snapbox::assert_data_eq!(text.clone(), snapbox::Data::text(golden).raw());
        }
    }
}

fn known(folder: &Utf8Path) -> Vec<String> {
    let mut known = Vec::new();
    let mut folders: Vec<Utf8PathBuf> = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in at.read_dir_utf8().into_iter().flatten() {
            let path = entry.expect("it can be listed").into_path();
            if path.is_dir() {
                folders.push(path);
            } else {
                known.push(path.strip_prefix(folder).expect("it is below").to_string());
            }
        }
    }
    known.sort();
    known
}

//! A folder of files that a test expects.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};

/// Compares files with those of a folder of this crate's; `KOPR_BLESS` writes them there instead.
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment, and writes"
)]
pub fn check(folder: &str, made: &BTreeMap<Utf8PathBuf, String>) {
    let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    if std::env::var_os("KOPR_BLESS").is_some() {
        let _ = std::fs::remove_dir_all(&folder);
        for (path, text) in made {
            let path = folder.join(path);
            fs_err::create_dir_all(path.parent().expect("files are in folders")).expect("it can be made");
            fs_err::write(path, text).expect("it can be written");
        }
    }
    assert_eq!(
        made.keys().cloned().collect::<Vec<_>>(),
        known(&folder),
        "{folder}: other files"
    );
    for (path, text) in made {
        let golden = fs_err::read_to_string(folder.join(path)).expect("it is there");
        snapbox::assert_data_eq!(text.clone(), snapbox::Data::text(golden).raw());
    }
}

/// The files of a folder, by their paths in it.
fn known(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut known = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in at.read_dir_utf8().into_iter().flatten() {
            let path = entry.expect("it can be listed").into_path();
            if path.is_dir() {
                folders.push(path);
            } else {
                known.push(path.strip_prefix(folder).expect("it is below").to_owned());
            }
        }
    }
    known.sort();
    known
}

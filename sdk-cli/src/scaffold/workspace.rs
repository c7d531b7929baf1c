//! A new package in a folder of somebody's workspace.

use camino::Utf8Path;
use toml::Table;

/// How a new package stands to a workspace in a folder above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workspace {
    /// There is none.
    None,
    /// There is one that does not list the package: cargo would refuse to build it, so it gets one of its own.
    Own,
    /// There is one whose patterns take the package in. Profiles are that workspace's matter.
    Member,
}

impl Workspace {
    /// Looks upwards from the folder of a new package, as cargo does.
    pub fn around(folder: &Utf8Path) -> Self {
        for root in folder.ancestors().skip(1) {
            let manifest = fs_err::read_to_string(root.join("Cargo.toml")).ok();
            let workspace = manifest.and_then(|text| text.parse::<Table>().ok()?.get("workspace").cloned());
            let Some(workspace) = workspace else { continue };
            let Ok(path) = folder.strip_prefix(root) else {
                continue;
            };
            let list = |key: &str| -> Vec<String> {
                let items = workspace
                    .get(key)
                    .and_then(toml::Value::as_array)
                    .cloned()
                    .unwrap_or_default();
                items
                    .iter()
                    .filter_map(|item| item.as_str().map(str::to_owned))
                    .collect()
            };
            // What is excluded stands alone; cargo does not look any further up.
            if list("exclude").iter().any(|excluded| path.starts_with(excluded)) {
                return Self::None;
            }
            let is_member = list("members").iter().any(|pattern| matches(pattern, path));
            return if is_member { Self::Member } else { Self::Own };
        }
        Self::None
    }
}

/// Whether a pattern of `members` takes a folder in; `*` and `?` do not go beyond a `/`, `**` does.
fn matches(pattern: &str, path: &Utf8Path) -> bool {
    let pattern: Vec<&str> = pattern
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    let path: Vec<&str> = path.components().map(|part| part.as_str()).collect();
    folders_match(&pattern, &path)
}

fn folders_match(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], []) => true,
        (["**", rest @ ..], _) => {
            folders_match(rest, path)
                || path
                    .split_first()
                    .is_some_and(|(_, path)| folders_match(pattern, path))
        }
        ([pattern, patterns @ ..], [name, names @ ..]) => {
            name_matches(pattern.as_bytes(), name.as_bytes()) && folders_match(patterns, names)
        }
        _ => false,
    }
}

fn name_matches(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => {
            name_matches(rest, name)
                || name
                    .split_first()
                    .is_some_and(|(_, name)| name_matches(pattern, name))
        }
        ([b'?', pattern @ ..], [_, name @ ..]) => name_matches(pattern, name),
        ([a, pattern @ ..], [b, name @ ..]) => a == b && name_matches(pattern, name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surroundings() {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let root = Utf8Path::from_path(temporary.path()).expect("UTF-8");
        let folder = root.join("operators/cache");
        for (manifest, expected) in [
            ("", Workspace::None),
            ("[package]\nname = \"x\"", Workspace::None),
            ("[workspace]", Workspace::Own),
            ("[workspace]\nmembers = [\"operators/dns\"]", Workspace::Own),
            ("[workspace]\nmembers = [\"operators/cache\"]", Workspace::Member),
            (
                "[workspace]\nmembers = [\"crates/*\", \"./operators/*\"]",
                Workspace::Member,
            ),
            ("[workspace]\nmembers = [\"operators/c*e\"]", Workspace::Member),
            ("[workspace]\nmembers = [\"*\"]", Workspace::Own),
            ("[workspace]\nmembers = [\"**\"]", Workspace::Member),
            ("[workspace]\nmembers = [\"operators/cach?\"]", Workspace::Member),
            (
                "[workspace]\nmembers = [\"*/*\"]\nexclude = [\"operators\"]",
                Workspace::None,
            ),
        ] {
            fs_err::write(root.join("Cargo.toml"), manifest).expect("written");
            assert_eq!(Workspace::around(&folder), expected, "{manifest}");
        }
    }
}

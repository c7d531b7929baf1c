//! Everything that a build was made from, and whether it is still the same: at least as watchful as cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::project::Program;
use super::{cargo_config, toolchain};
use crate::env;

/// What a build was made from.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Inputs {
    files: Vec<FileMark>,
    folders: Vec<FolderMark>,
    /// Variables that change what cargo builds.
    build_variables: BTreeMap<String, String>,
    /// Variables that the source reads through `env!`.
    compile_time: BTreeMap<String, Option<String>>,
    /// Which cargo and which rustc are called: another one may stand earlier on the path now.
    programs: Vec<Option<Utf8PathBuf>>,
}

impl Inputs {
    /// Gathers them after a build; `None` where they cannot be known, or where one of them changed after
    /// `started` was made and the build may have seen an older one.
    pub(super) fn gather(program: &Program, executable: &Utf8Path, started: &Path) -> Option<Self> {
        let started = std::fs::metadata(started)
            .and_then(|folder| folder.modified())
            .ok()?;
        let sources = dependencies(&executable.with_extension("d"))?;
        let packages: BTreeSet<Utf8PathBuf> = sources
            .iter()
            .filter_map(|source| package_folder(source))
            .chain([program.folder().to_owned()])
            .collect();
        if packages.iter().any(|folder| has_build_script(folder)) {
            return None;
        }
        let mut paths: BTreeSet<Utf8PathBuf> = sources;
        for folder in &packages {
            paths.extend(folder.ancestors().map(|folder| folder.join("Cargo.toml")));
            paths.insert(folder.join("build.rs"));
        }
        let folder = program.folder();
        paths.extend(["src/main.rs", "src/lib.rs"].map(|path| folder.join(path)));
        paths.extend(folder.ancestors().map(|folder| folder.join("Cargo.lock")));
        paths.extend(toolchain_files(folder)?);
        paths.extend(cargo_config::files(folder));
        let files = paths
            .into_iter()
            .map(|path| FileMark::of(path, Some(started)))
            .collect::<Option<_>>()?;
        let folders = program
            .member_parents
            .iter()
            .map(|folder| FolderMark::of(folder.clone(), Looked::ForPackages))
            .chain([FolderMark::of(folder.join("src/bin"), Looked::ForTargets)]);
        Some(Self {
            files,
            folders: folders.collect(),
            build_variables: env::build_variables(),
            compile_time: compile_time(program, executable, &packages)?,
            programs: env::build_programs(),
        })
    }

    /// Whether all of them are as they were.
    pub(super) fn are_unchanged(&self) -> bool {
        self.build_variables == env::build_variables()
            && self.programs == env::build_programs()
            && self
                .compile_time
                .iter()
                .all(|(name, value)| env::compile_time(name) == *value)
            && self
                .folders
                .iter()
                .all(|mark| FolderMark::of(mark.path.clone(), mark.looked) == *mark)
            && self.files.iter().all(FileMark::is_unchanged)
    }
}

/// A file, or the fact that there is none.
#[derive(Debug, Serialize, Deserialize)]
struct FileMark {
    path: Utf8PathBuf,
    content: Option<Content>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    times: Times,
    sha256: String,
}

/// What changes when a file is written, told without reading it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Times {
    size: u64,
    modified: u128,
    changed: i128,
}

impl FileMark {
    /// Reads a file; `None` if it is newer than `started`, or there and unreadable.
    fn of(path: Utf8PathBuf, started: Option<SystemTime>) -> Option<Self> {
        let Ok(metadata) = std::fs::metadata(&path) else {
            return Some(Self { path, content: None });
        };
        if started.is_some_and(|started| metadata.modified().map_or(true, |modified| modified >= started)) {
            return None;
        }
        let times = Times::of(&metadata)?;
        let sha256 = hash(&path)?;
        Some(Self {
            path,
            content: Some(Content { times, sha256 }),
        })
    }

    fn is_unchanged(&self) -> bool {
        match (std::fs::metadata(&self.path), &self.content) {
            (Err(_), None) => true,
            // A touched file with the same bytes is the same file.
            (Ok(metadata), Some(content)) => {
                Times::of(&metadata).as_ref() == Some(&content.times)
                    || hash(&self.path).as_ref() == Some(&content.sha256)
            }
            _ => false,
        }
    }
}

impl Times {
    fn of(metadata: &Metadata) -> Option<Self> {
        let modified = metadata
            .modified()
            .ok()?
            .duration_since(SystemTime::UNIX_EPOCH)
            .ok()?
            .as_nanos();
        Some(Self {
            size: metadata.len(),
            modified,
            changed: changed(metadata),
        })
    }
}

/// The time that nobody can set, where the system has it.
#[cfg(unix)]
fn changed(metadata: &Metadata) -> i128 {
    use std::os::unix::fs::MetadataExt as _;
    i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> i128 {
    0
}

fn hash(path: &Utf8Path) -> Option<String> {
    let bytes = fs_err::read(path).ok()?;
    Some(format!("{:x}", Sha256::digest(bytes)))
}

/// A folder in which cargo looks for targets or packages by itself.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FolderMark {
    path: Utf8PathBuf,
    looked: Looked,
    entries: Option<Vec<String>>,
}

/// What cargo looks for in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Looked {
    /// Any file or folder may be a target.
    ForTargets,
    /// A folder with a manifest is a package; others, such as `deploy`, come and go.
    ForPackages,
}

impl FolderMark {
    fn of(path: Utf8PathBuf, looked: Looked) -> Self {
        let counts = |entry: &std::fs::DirEntry| match looked {
            Looked::ForTargets => true,
            Looked::ForPackages => entry.path().join("Cargo.toml").is_file(),
        };
        let entries = std::fs::read_dir(&path).ok().map(|entries| {
            let mut names: Vec<String> = entries
                .flatten()
                .filter(counts)
                .map(|entry| entry.file_name().to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        });
        Self {
            path,
            looked,
            entries,
        }
    }
}

/// The sources in cargo's dependency file; `None` if it is missing or names relative paths.
fn dependencies(path: &Utf8Path) -> Option<BTreeSet<Utf8PathBuf>> {
    let text = fs_err::read_to_string(path).ok()?;
    let (_, list) = text.lines().next()?.split_once(": ")?;
    let paths: BTreeSet<Utf8PathBuf> = split(list).into_iter().map(Utf8PathBuf::from).collect();
    (!paths.is_empty() && paths.iter().all(|path| path.is_absolute())).then_some(paths)
}

/// Splits at blanks that no backslash hides, as Makefiles do.
fn split(list: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut characters = list.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, words.last_mut()) {
            ('\\', Some(word)) if characters.peek() == Some(&' ') => word.extend(characters.next()),
            (' ', _) => words.push(String::new()),
            (other, Some(word)) => word.push(other),
            (_, None) => {}
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn package_folder(source: &Utf8Path) -> Option<Utf8PathBuf> {
    source
        .ancestors()
        .skip(1)
        .find(|folder| folder.join("Cargo.toml").is_file())
        .map(Utf8Path::to_owned)
}

/// What a build script reads is known to cargo alone.
fn has_build_script(folder: &Utf8Path) -> bool {
    let manifest = fs_err::read_to_string(folder.join("Cargo.toml"))
        .ok()
        .and_then(|text| text.parse::<toml::Table>().ok());
    let build = manifest
        .as_ref()
        .and_then(|manifest| manifest.get("package")?.get("build"));
    match build {
        Some(toml::Value::Boolean(build)) => *build,
        Some(_) => true,
        None => folder.join("build.rs").exists(),
    }
}

/// What chooses the toolchain, and the toolchain.
fn toolchain_files(folder: &Utf8Path) -> Option<Vec<Utf8PathBuf>> {
    let sysroot = toolchain::sysroot(folder)?;
    let mut files: Vec<Utf8PathBuf> = folder
        .ancestors()
        .flat_map(|folder| [folder.join("rust-toolchain"), folder.join("rust-toolchain.toml")])
        .collect();
    files.extend(env::rustup_home().map(|home| home.join("settings.toml")));
    files.push(
        sysroot
            .join("bin")
            .join(format!("rustc{}", std::env::consts::EXE_SUFFIX)),
    );
    Some(files)
}

/// Variables that the packages' sources read at compile time, from rustc's dependency files. Older builds have
/// left theirs too; a variable too many only costs a build.
fn compile_time(
    program: &Program,
    executable: &Utf8Path,
    packages: &BTreeSet<Utf8PathBuf>,
) -> Option<BTreeMap<String, Option<String>>> {
    let folder = executable.parent()?.join("deps");
    let mut crates: BTreeSet<String> = packages
        .iter()
        .filter_map(|folder| {
            fs_err::read_to_string(folder.join("Cargo.toml"))
                .ok()?
                .parse::<toml::Table>()
                .ok()
        })
        .flat_map(|manifest| {
            let name = |table: &str| manifest.get(table)?.get("name")?.as_str().map(str::to_owned);
            [name("package"), name("lib")]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
        })
        .map(|name| name.replace('-', "_"))
        .collect();
    let bin = program.bin.replace('-', "_");
    crates.insert(bin.clone());
    let mut found_bin = false;
    let mut variables = BTreeMap::new();
    for entry in fs_err::read_dir(&folder).ok()?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some((krate, _)) = name.strip_suffix(".d").and_then(|name| name.rsplit_once('-')) else {
            continue;
        };
        if !crates.contains(krate) {
            continue;
        }
        found_bin |= krate == bin;
        let text = fs_err::read_to_string(entry.path()).ok()?;
        for variable in text.lines().filter_map(|line| line.strip_prefix("# env-dep:")) {
            let name = variable.split_once('=').map_or(variable, |(name, _)| name);
            // Cargo sets those itself, from manifests that are marked already.
            if !name.starts_with("CARGO") && name != "OUT_DIR" {
                variables.insert(name.to_owned(), env::compile_time(name));
            }
        }
    }
    // Elsewhere than where we look: then nothing is known.
    found_bin.then_some(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_paths() {
        for (list, expected) in [
            ("/a/b.rs /c.rs", vec!["/a/b.rs", "/c.rs"]),
            (r"/my\ project/a.rs  /b.rs", vec!["/my project/a.rs", "/b.rs"]),
            (r"C:\src\a.rs", vec![r"C:\src\a.rs"]),
            ("", vec![]),
        ] {
            assert_eq!(split(list), expected, "{list}");
        }
    }

    #[test]
    fn a_file_counts_by_its_bytes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = Utf8PathBuf::from_path_buf(folder.path().join("a.rs")).expect("UTF-8");
        let absent = FileMark::of(path.clone(), None).expect("absence is a state");
        fs_err::write(&path, "one").expect("written");
        assert!(!absent.is_unchanged(), "it has appeared");
        let mark = FileMark::of(path.clone(), None).expect("readable");
        fs_err::write(&path, "one").expect("written");
        assert!(mark.is_unchanged(), "touched");
        fs_err::write(&path, "two").expect("written");
        assert!(!mark.is_unchanged(), "same size, other bytes");
        fs_err::remove_file(&path).expect("removed");
        assert!(!mark.is_unchanged(), "gone");
    }

    #[test]
    fn a_file_that_changed_during_the_build_is_not_marked() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = Utf8PathBuf::from_path_buf(folder.path().join("a.rs")).expect("UTF-8");
        fs_err::write(&path, "one").expect("written");
        let modified = std::fs::metadata(&path)
            .and_then(|file| file.modified())
            .expect("a time");
        assert!(FileMark::of(path.clone(), Some(modified)).is_none());
        assert!(FileMark::of(path, Some(modified + std::time::Duration::from_secs(1))).is_some());
    }
}

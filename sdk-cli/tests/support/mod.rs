//! A project in a temporary folder, and the `kopr` command run in it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

pub mod golden;
pub mod operator;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with files.
pub struct Project {
    folder: PathBuf,
    /// Takes the folder away at the end.
    _temporary: Option<tempfile::TempDir>,
    /// Keeps another run of the same test out.
    _lock: Option<std::fs::File>,
    environment: Vec<(String, Option<String>)>,
}

/// What a run of the command gave.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Project {
    /// An empty folder that goes away at the end.
    pub fn empty() -> Self {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let folder = temporary.path().canonicalize().expect("the folder exists");
        Self {
            folder,
            _temporary: Some(temporary),
            _lock: None,
            environment: Vec::new(),
        }
    }

    /// This folder, emptied, which stays.
    pub fn at(folder: &Path) -> Self {
        fs_err::create_dir_all(folder).expect("the folder is made");
        let lock = std::fs::File::create(folder.with_extension("lock")).expect("the lock is made");
        lock.lock().expect("the lock is free in the end");
        fs_err::remove_dir_all(folder).expect("the folder is emptied");
        fs_err::create_dir_all(folder).expect("the folder is made");
        let folder = folder.canonicalize().expect("the folder exists");
        Self {
            folder,
            _temporary: None,
            _lock: Some(lock),
            environment: Vec::new(),
        }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    pub fn write(&self, path: &str, text: &str) -> &Self {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder is made");
        fs_err::write(path, text).expect("the file is written");
        self
    }

    pub fn read(&self, path: &str) -> String {
        fs_err::read_to_string(self.path(path)).expect("the file is there")
    }

    /// Replaces a text in a file that has it.
    pub fn edit(&self, path: &str, from: &str, to: &str) -> &Self {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no {from}:\n{text}");
        self.write(path, &text.replace(from, to))
    }

    pub fn remove(&self, path: &str) -> &Self {
        fs_err::remove_file(self.path(path)).expect("the file is removed");
        self
    }

    /// Sets or removes a variable for each further run.
    pub fn variable(&mut self, name: &str, value: Option<&str>) -> &mut Self {
        self.environment.retain(|(known, _)| known != name);
        self.environment.push((name.to_owned(), value.map(str::to_owned)));
        self
    }

    /// A command in this folder that sees none of the test run's own settings.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>, folder: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.path(folder))
            .env_remove("CI")
            .env_remove("CARGO_TARGET_DIR")
            .stdin(Stdio::null());
        for name in kopr_cli::env::of_outer_cargo() {
            command.env_remove(name);
        }
        for (name, value) in &self.environment {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    }

    /// Runs `kopr` with these words in the folder.
    pub fn kopr(&self, arguments: &str) -> Run {
        self.kopr_in("", arguments)
    }

    /// Runs `kopr` with these words in a folder of the project.
    pub fn kopr_in(&self, folder: &str, arguments: &str) -> Run {
        let mut command = self.command(env!("CARGO_BIN_EXE_kopr"), folder);
        run(command.args(arguments.split_whitespace()))
    }

    /// Every file with its bytes, except what cargo builds.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let root = self.path("");
        collect(&root, &root, &mut files);
        files
    }
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Run {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the command starts");
    Run {
        code: status.code(),
        stdout: String::from_utf8(stdout).expect("standard output is text"),
        stderr: String::from_utf8(stderr).expect("standard error is text"),
    }
}

impl Run {
    /// Checks the exit code, and that standard error has all of these texts.
    #[track_caller]
    pub fn ends(&self, code: i32, texts: &[&str]) -> &Self {
        let Self { stdout, stderr, .. } = self;
        assert_eq!(self.code, Some(code), "stdout:\n{stdout}\nstderr:\n{stderr}");
        for text in texts {
            assert!(stderr.contains(text), "standard error has no {text:?}:\n{stderr}");
        }
        for noise in ["panicked", "stack backtrace"] {
            assert!(!stderr.contains(noise), "{stderr}");
        }
        self
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs_err::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            if !path.ends_with("target") {
                collect(root, &path, files);
            }
        } else {
            let name = path
                .strip_prefix(root)
                .expect("it is below")
                .to_string_lossy()
                .into_owned();
            files.insert(name, fs_err::read(&path).expect("the file is readable"));
        }
    }
}

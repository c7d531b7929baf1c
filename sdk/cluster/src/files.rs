//! Small helpers for files: write whole or not at all, read the end of a log.

use std::io::{Result, Write};
use std::path::Path;

/// Writes a file that only its owner may read, by a rename: no reader ever sees half of it.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(contents.as_ref())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The last lines of a text.
pub(crate) fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

/// The last lines of a log, or nothing if there is none.
pub(crate) fn end_of_log(path: &Path) -> String {
    let log = fs_err::read(path).unwrap_or_default();
    last_lines(&String::from_utf8_lossy(&log), 20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn written_files_are_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kubeconfig");
        write(&path, "a").unwrap();
        write(&path, "b").unwrap();
        assert_eq!(fs_err::read_to_string(&path).unwrap(), "b");
        assert_eq!(
            fs_err::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }

    #[test]
    fn last_lines_of_short_and_long_texts() {
        assert_eq!(last_lines("a\nb\nc", 2), "b\nc");
        assert_eq!(last_lines("a", 2), "a");
        assert_eq!(last_lines("", 2), "");
    }
}

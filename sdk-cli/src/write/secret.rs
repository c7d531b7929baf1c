//! Files that only their owner may read.

use std::io::{self, Write as _};

use camino::Utf8Path;

/// Writes a file that only its owner may read, atomically: readers see the old or the new, never half.
pub fn secret(path: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or_else(|| Utf8Path::new("."));
    // Temporary files are made with mode 0600.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

//! File locks: between processes, and freed by the kernel when their holder dies.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fs_err as fs;

use crate::progress::Step;
use crate::{Progress, Result};

const POLL: Duration = Duration::from_millis(50);

/// An exclusive lock, held as long as the value lives.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    _file: std::fs::File,
}

impl Lock {
    /// Takes the lock if nobody holds it.
    pub(crate) fn attempt(path: &Path) -> Result<Option<Self>> {
        let file: std::fs::File = fs::OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?
            .into();
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Ok(None),
            Err(std::fs::TryLockError::Error(error)) => return Err(error.into()),
        }
        // The holder before us has removed the file if that came between our opening and locking it:
        // then we hold a lock that the next process cannot see.
        let ours = file.metadata()?;
        let still_there =
            fs::metadata(path).is_ok_and(|now| (now.dev(), now.ino()) == (ours.dev(), ours.ino()));
        Ok(still_there.then(|| Self {
            path: path.to_owned(),
            _file: file,
        }))
    }

    /// Waits for the lock.
    pub(crate) async fn wait(path: &Path, progress: &Progress) -> Result<Self> {
        let mut told = false;
        loop {
            if let Some(lock) = Self::attempt(path)? {
                return Ok(lock);
            }
            tell(&mut told, path, progress);
            tokio::time::sleep(POLL).await;
        }
    }

    /// Waits for the lock on a thread that may block.
    pub(crate) fn wait_blocking(path: &Path, progress: &Progress) -> Result<Self> {
        let mut told = false;
        loop {
            if let Some(lock) = Self::attempt(path)? {
                return Ok(lock);
            }
            tell(&mut told, path, progress);
            std::thread::sleep(POLL);
        }
    }
}

/// The file is there only while somebody holds the lock, so that clusters of passing names leave nothing behind.
impl Drop for Lock {
    fn drop(&mut self) {
        // A failure leaves an empty file, which harms nobody.
        let _ = fs::remove_file(&self.path);
    }
}

fn tell(told: &mut bool, path: &Path, progress: &Progress) {
    if !std::mem::replace(told, true) {
        progress.begin(&Step::Waiting {
            lock: path.to_owned(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excludes_and_frees() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        let lock = Lock::attempt(&path).unwrap().unwrap();
        assert!(Lock::attempt(&path).unwrap().is_none());
        drop(lock);
        assert!(!path.exists());
        assert!(Lock::attempt(&path).unwrap().is_some());
    }
}

//! The only place of this crate that reads the environment.
#![allow(clippy::disallowed_methods, reason = "this is the env module")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::{Error, Result};

/// Where things lie on this machine, as the environment says it.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// `KUBEBUILDER_ASSETS`: a folder of ready-made programs.
    pub(crate) kubebuilder_assets: Option<PathBuf>,
    /// Holds one folder of programs for each Kubernetes version.
    pub(crate) cache: PathBuf,
    /// Holds one folder for each cluster that was started.
    pub(crate) state: PathBuf,
}

impl Places {
    /// Reads `KUBEBUILDER_ASSETS`, `XDG_CACHE_HOME`, `XDG_STATE_HOME` and the home folder.
    pub(crate) fn read() -> Result<Self> {
        Self::from(|name| std::env::var_os(name), std::env::home_dir().as_deref())
    }

    fn from(variable: impl Fn(&str) -> Option<OsString>, home: Option<&Path>) -> Result<Self> {
        // The XDG rule: a relative path in one of these variables is to be ignored.
        let base = |name: &str, default: &str| {
            variable(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
                .or_else(|| home.map(|home| home.join(default)))
                .map(|base| base.join("kopr").join("cluster"))
                .ok_or(Error::NoHome)
        };
        Ok(Self {
            kubebuilder_assets: variable("KUBEBUILDER_ASSETS")
                .filter(|value| !value.is_empty())
                .map(PathBuf::from),
            cache: base("XDG_CACHE_HOME", ".cache")?,
            state: base("XDG_STATE_HOME", ".local/state")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(variables: &[(&str, &str)]) -> Places {
        let variable = |name: &str| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| OsString::from(value))
        };
        Places::from(variable, Some(Path::new("/home/me"))).unwrap()
    }

    #[test]
    fn defaults_lie_under_home() {
        let places = places(&[]);
        assert_eq!(places.kubebuilder_assets, None);
        assert_eq!(places.cache, PathBuf::from("/home/me/.cache/kopr/cluster"));
        assert_eq!(places.state, PathBuf::from("/home/me/.local/state/kopr/cluster"));
    }

    #[test]
    fn xdg_counts_only_when_absolute() {
        let places = places(&[
            ("XDG_CACHE_HOME", "/cache"),
            ("XDG_STATE_HOME", "relative"),
            ("KUBEBUILDER_ASSETS", "bin"),
        ]);
        assert_eq!(places.kubebuilder_assets, Some(PathBuf::from("bin")));
        assert_eq!(places.cache, PathBuf::from("/cache/kopr/cluster"));
        assert_eq!(places.state, PathBuf::from("/home/me/.local/state/kopr/cluster"));
    }

    #[test]
    fn empty_assets_variable_is_unset() {
        assert_eq!(places(&[("KUBEBUILDER_ASSETS", "")]).kubebuilder_assets, None);
    }
}

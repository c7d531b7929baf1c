//! Where a new operator gets kopr from.

use camino::{Utf8Path, Utf8PathBuf};
use miette::Diagnostic;
use thiserror::Error;

/// A source of the kopr crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sdk {
    /// A version from the registry.
    Version(String),
    /// A git repository, and one of `branch`, `tag` or `rev` with its value.
    Git(String, Option<(String, String)>),
    /// A checkout on this machine: its root.
    Checkout(Utf8PathBuf),
}

/// `--kopr` cannot be understood.
#[derive(Debug, PartialEq, Eq, Error, Diagnostic)]
pub enum SdkError {
    /// A folder without kopr in it.
    #[error("`{path}` holds no kopr: there is no `sdk/Cargo.toml`")]
    #[diagnostic(
        code(kopr::new::sdk),
        help("`--kopr` takes the root of a checkout of kopr, a git URL or a version")
    )]
    NoCheckout {
        /// What was given.
        path: Utf8PathBuf,
    },
    /// Neither of the three.
    #[error("`{text}` is neither a folder nor a URL nor a version")]
    #[diagnostic(
        code(kopr::new::sdk),
        help("`--kopr` takes the root of a checkout of kopr, a git URL such as `https://github.com/kopr-rs/kopr?branch=main`, or a version such as `{}`", env!("CARGO_PKG_VERSION"))
    )]
    Unclear {
        /// What was given.
        text: String,
    },
}

impl Sdk {
    /// The source that `--kopr` names. `folder` is where relative paths begin.
    pub fn parse(text: &str, folder: &Utf8Path) -> Result<Self, SdkError> {
        let url = text.strip_prefix("git+").unwrap_or(text);
        if url != text
            || ["https://", "http://", "ssh://", "file://"]
                .iter()
                .any(|scheme| text.starts_with(scheme))
        {
            let (url, reference) = match url.split_once('?') {
                Some((url, query)) => match query.split_once('=') {
                    Some((key @ ("branch" | "tag" | "rev"), value)) if !value.is_empty() => {
                        (url, Some((key.to_owned(), value.to_owned())))
                    }
                    _ => {
                        return Err(SdkError::Unclear {
                            text: text.to_owned(),
                        });
                    }
                },
                None => (url, None),
            };
            return Ok(Self::Git(url.to_owned(), reference));
        }
        let path = folder.join(text);
        if path.is_dir() {
            let path = path.canonicalize_utf8().unwrap_or(path);
            return checkout(&path)
                .or_else(|| path.parent().and_then(checkout))
                .ok_or(SdkError::NoCheckout { path: text.into() });
        }
        let mut characters = text.trim_start_matches(['=', '^', '~', '>', '<', ' ']).chars();
        let is_version = characters.next().is_some_and(|first| first.is_ascii_digit())
            && characters
                .all(|character| character.is_ascii_alphanumeric() || ".-+*, <>=^~".contains(character));
        if is_version {
            Ok(Self::Version(text.to_owned()))
        } else {
            Err(SdkError::Unclear {
                text: text.to_owned(),
            })
        }
    }

    /// The source when none is named: the checkout that this command was built from, or the version of this
    /// command.
    pub fn of_this_command() -> Self {
        let source = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
        source
            .parent()
            .and_then(checkout)
            .unwrap_or_else(|| Self::Version(env!("CARGO_PKG_VERSION").to_owned()))
    }

    /// The value of `kopr` in `[dependencies]`.
    pub fn dependency(&self) -> String {
        match self {
            Self::Version(version) => string(version),
            other => format!("{{ {} }}", other.source()),
        }
    }

    /// The value of `kopr` in `[dev-dependencies]`: the same, with its testing kit.
    pub fn test_dependency(&self) -> String {
        format!("{{ {}, features = [\"testing\"] }}", self.source())
    }

    fn source(&self) -> String {
        match self {
            Self::Version(version) => format!("version = {}", string(version)),
            Self::Git(url, None) => format!("git = {}", string(url)),
            Self::Git(url, Some((key, value))) => format!("git = {}, {key} = {}", string(url), string(value)),
            Self::Checkout(root) => format!("path = {}", string(root.join("sdk").as_str())),
        }
    }

    /// What `cargo install` takes in order to install the command line elsewhere.
    pub fn cli(&self) -> String {
        match self {
            Self::Version(version) if version.starts_with(|first: char| first.is_ascii_digit()) => {
                format!("kopr-cli --version {version}")
            }
            Self::Version(_) | Self::Checkout(_) => {
                format!("kopr-cli --version {}", env!("CARGO_PKG_VERSION"))
            }
            Self::Git(url, None) => format!("--git {url} kopr-cli"),
            Self::Git(url, Some((key, value))) => format!("--git {url} --{key} {value} kopr-cli"),
        }
    }

    /// The checkout, if it is one.
    pub fn checkout(&self) -> Option<&str> {
        match self {
            Self::Checkout(root) => Some(root.as_str()),
            Self::Version(_) | Self::Git(..) => None,
        }
    }
}

fn checkout(root: &Utf8Path) -> Option<Sdk> {
    root.join("sdk/Cargo.toml")
        .is_file()
        .then(|| Sdk::Checkout(root.to_owned()))
}

fn string(text: &str) -> String {
    toml_edit::Value::from(text).to_string().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = Utf8Path::from_path(folder.path())
            .expect("UTF-8")
            .canonicalize_utf8()
            .expect("exists");
        fs_err::create_dir_all(folder.join("kopr/sdk")).expect("made");
        fs_err::create_dir_all(folder.join("other")).expect("made");
        fs_err::write(folder.join("kopr/sdk/Cargo.toml"), "").expect("written");
        let path = format!(r#"{{ path = "{folder}/kopr/sdk" }}"#);
        for (text, dependency) in [
            ("0.1.0", Some(r#""0.1.0""#)),
            ("=0.1.0", Some(r#""=0.1.0""#)),
            ("^1.2", Some(r#""^1.2""#)),
            ("0.2.0-rc.1", Some(r#""0.2.0-rc.1""#)),
            (
                "https://example.com/kopr",
                Some(r#"{ git = "https://example.com/kopr" }"#),
            ),
            (
                "https://example.com/kopr?tag=v1",
                Some(r#"{ git = "https://example.com/kopr", tag = "v1" }"#),
            ),
            (
                "git+ssh://git@example.com/kopr?rev=abc",
                Some(r#"{ git = "ssh://git@example.com/kopr", rev = "abc" }"#),
            ),
            ("kopr", Some(path.as_str())),
            ("./kopr/sdk", Some(path.as_str())),
            ("other", None),
            ("nowhere", None),
            ("", None),
            ("https://example.com/kopr?x=y", None),
        ] {
            let found = Sdk::parse(text, &folder).ok().map(|sdk| sdk.dependency());
            assert_eq!(found.as_deref(), dependency, "{text}");
        }
    }
}

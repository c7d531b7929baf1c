//! What rules for bundles find, and how each rule is described.

use crate::check::Level;

/// The tool whose verdict is asked for: rules and the kinds that are allowed differ between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// operator-sdk 1.42, the latest release: operator-framework/api 0.34 and operator-registry 1.59.
    #[default]
    Sdk142,
    /// The main branch of operator-framework/api and the latest operator-registry.
    ApiHead,
    /// What operator-controller (OLM v1) can install, on top of `api-head`.
    OlmV1,
}

impl Profile {
    /// All of them, the older first.
    pub const ALL: &'static [Self] = &[Self::Sdk142, Self::ApiHead, Self::OlmV1];
    /// Those that know what was added after operator-sdk 1.42.
    pub const NEW: &'static [Self] = &[Self::ApiHead, Self::OlmV1];
    /// OLM v1 alone.
    pub const V1: &'static [Self] = &[Self::OlmV1];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sdk142 => "sdk-1.42",
            Self::ApiHead => "api-head",
            Self::OlmV1 => "olmv1",
        }
    }
}

/// When a rule is applied; the order is that of the original's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The bundle cannot be read: nothing else is looked at.
    Load,
    /// Folders and metadata.
    Format,
    /// The bundle as a whole.
    Bundle,
    /// The `ClusterServiceVersion`.
    Csv,
    /// Each CRD.
    Crd,
    /// Each other object.
    Objects,
    /// Only with `--select-optional`.
    Optional,
    /// Only in the profile `olmv1`.
    OlmV1,
    /// Only with `--strict`: no other tool looks.
    Strict,
}

/// A rule with its text, for messages and the book.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its id.
    pub id: &'static str,
    /// How bad it is to break it: `error`, `warning` or `error or warning`.
    pub level: &'static str,
    /// What has to hold.
    pub about: &'static str,
    /// Where it holds.
    pub profiles: &'static [Profile],
}

impl Rule {
    /// A rule of every profile that is an error.
    pub const fn error(id: &'static str, about: &'static str) -> Self {
        Self::new(id, "error", about, Profile::ALL)
    }

    /// A rule of every profile that is a warning.
    pub const fn warning(id: &'static str, about: &'static str) -> Self {
        Self::new(id, "warning", about, Profile::ALL)
    }

    /// Any rule.
    pub const fn new(
        id: &'static str,
        level: &'static str,
        about: &'static str,
        profiles: &'static [Profile],
    ) -> Self {
        Self {
            id,
            level,
            about,
            profiles,
        }
    }
}

/// Where something is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// File, by its path in the bundle; empty for the bundle as a whole.
    pub file: String,
    /// The object, for people.
    pub title: String,
    /// JSON pointer into the object.
    pub pointer: String,
    /// Line in the file where no pointer leads there, such as in a text that is not YAML.
    pub line: Option<u64>,
}

impl Place {
    /// A file as a whole.
    pub fn file(path: &str) -> Self {
        Self {
            file: path.to_owned(),
            title: path.to_owned(),
            ..Self::default()
        }
    }

    /// The bundle as a whole.
    pub fn bundle() -> Self {
        Self {
            title: "bundle".to_owned(),
            ..Self::default()
        }
    }

    /// The object and the path in it, as people write it.
    pub fn words(&self) -> String {
        let path = self.pointer.trim_start_matches('/').replace('/', ".");
        let path = path.replace("~1", "/").replace("~0", "~");
        format!("{} {path}", self.title).trim_end().to_owned()
    }
}

/// A place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// The rule.
    pub rule: &'static str,
    /// Where.
    pub place: Place,
    /// What is wrong; lower case, no full stop.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
    /// What the original says, word for word; nothing where it says nothing.
    pub original: Option<String>,
}

impl Finding {
    /// An error.
    pub fn error(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self::new(Level::Error, rule, place, message)
    }

    /// A warning.
    pub fn warning(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self::new(Level::Warning, rule, place, message)
    }

    /// Either.
    pub fn new(level: Level, rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self {
            level,
            rule,
            place,
            message: message.into(),
            help: None,
            original: None,
        }
    }

    /// With a way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With the original's words, which are its own form of the level before them.
    #[must_use]
    pub fn original(mut self, original: impl Into<String>) -> Self {
        self.original = Some(original.into());
        self
    }
}

//! The types of CEL, and those that Kubernetes adds.

use std::fmt;
use std::sync::Arc;

use super::declare::Object;

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// Not known before a rule runs; goes with everything.
    Dyn,
    /// What is wrong already; goes with everything, so that one mistake is reported once.
    Error,
    /// The type of `null`.
    Null,
    /// `true` and `false`.
    Bool,
    /// A whole number.
    Int,
    /// A whole number without a sign.
    Uint,
    /// A number.
    Double,
    /// Text.
    String,
    /// Bytes.
    Bytes,
    /// A span of time.
    Duration,
    /// A point in time.
    Timestamp,
    /// A list and what is in it.
    List(Arc<Type>),
    /// A map, its keys and its values.
    Map(Arc<Type>, Arc<Type>),
    /// A value that may be missing.
    Optional(Arc<Type>),
    /// A type as a value, as `type(self.size)` gives it.
    Meta(Arc<Type>),
    /// An object of the schema.
    Object(Arc<Object>),
    /// A type of Kubernetes' libraries.
    Library(Library),
    /// A type that a call or a literal leaves open; see [`super::unify`].
    Param(u32),
}

/// The types of Kubernetes' libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    /// `ip('10.0.0.1')`
    Ip,
    /// `cidr('10.0.0.0/8')`
    Cidr,
    /// `url('https://a')`
    Url,
    /// `quantity('10Mi')`
    Quantity,
    /// `semver('1.2.3')`
    Semver,
    /// `format.dns1123Label()`
    Format,
}

impl Library {
    /// Each with the name that the table of functions uses.
    pub(super) const NAMES: [(&'static str, Self); 6] = [
        ("IP", Self::Ip),
        ("CIDR", Self::Cidr),
        ("URL", Self::Url),
        ("Quantity", Self::Quantity),
        ("Semver", Self::Semver),
        ("Format", Self::Format),
    ];
}

impl Type {
    /// A list of something.
    pub(super) fn list(item: Self) -> Self {
        Self::List(Arc::new(item))
    }

    /// A map from something to something.
    pub(super) fn map(key: Self, value: Self) -> Self {
        Self::Map(Arc::new(key), Arc::new(value))
    }

    /// Something that may be missing.
    pub(super) fn optional(inner: Self) -> Self {
        Self::Optional(Arc::new(inner))
    }

    /// Whether it goes with everything.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Dyn | Self::Error)
    }

    /// Without the outer `optional`, and whether there was one.
    pub(super) fn unwrapped(&self) -> (&Self, bool) {
        match self {
            Self::Optional(inner) => (inner, true),
            other => (other, false),
        }
    }

    /// What a parameterised type is made of.
    pub(super) fn parameters(&self) -> Vec<&Self> {
        match self {
            Self::List(inner) | Self::Optional(inner) | Self::Meta(inner) => vec![inner],
            Self::Map(key, value) => vec![key, value],
            _ => Vec::new(),
        }
    }

    /// Whether `null` may stand for it. Kubernetes compiles rules by a rule of CEL's early days, where all
    /// that was no plain value could be null.
    pub(super) fn is_nullable(&self) -> bool {
        matches!(
            self,
            Self::Null
                | Self::Object(_)
                | Self::Library(_)
                | Self::Optional(_)
                | Self::Duration
                | Self::Timestamp
        )
    }

    /// Whether both are of one kind, whatever they are made of.
    pub(super) fn same_kind(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dyn | Self::Error | Self::Param(_) => f.write_str("dyn"),
            Self::Null => f.write_str("null"),
            Self::Bool => f.write_str("bool"),
            Self::Int => f.write_str("int"),
            Self::Uint => f.write_str("uint"),
            Self::Double => f.write_str("double"),
            Self::String => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::Duration => f.write_str("duration"),
            Self::Timestamp => f.write_str("timestamp"),
            Self::List(item) => write!(f, "list({item})"),
            Self::Map(key, value) => write!(f, "map({key}, {value})"),
            Self::Optional(inner) => write!(f, "optional({inner})"),
            Self::Meta(inner) => write!(f, "type({inner})"),
            Self::Object(object) => write!(f, "object {}", object.place()),
            Self::Library(library) => {
                let name = Library::NAMES.iter().find(|(_, other)| other == library);
                f.write_str(name.map_or("dyn", |(name, _)| name))
            }
        }
    }
}

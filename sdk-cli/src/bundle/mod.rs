//! Bundles for the Operator Lifecycle Manager: read, validated and scored in this process.
//!
//! `source` reads files from a folder, an archive or an image layout, `load` makes a bundle of them, `rules` look at
//! it, `report` finds their lines, `scorecard` runs the standard tests. Only `source` touches files; all else is pure.

mod compressed;
mod crd;
mod csv;
mod document;
mod files;
mod finding;
mod keywords;
mod load;
mod original;
pub mod ports;
mod reading;
mod report;
pub mod rules;
pub mod scorecard;
mod selector;
mod source;
mod typed;

pub use document::Document;
pub use files::{Entry, Files};
pub use finding::{Finding, Phase, Place, Profile, Rule};
pub use load::{Bundle, load};
pub use original::json_alpha1;
pub use report::found;
pub use rules::{Asked, FAMILIES, OPTIONAL, Optional, Platform, takes, validate};
pub use selector::{Selector, SelectorError};
pub use source::{SourceError, read};

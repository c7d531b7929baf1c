//! *What serde writes the API server keeps*: one type, held against a real kube-apiserver.
//!
//! A [`Line`] is a type with values that are accepted and refused. [`wrong`] makes a CRD of its schema and says
//! where the API server does not take that without a warning, does not keep a field that serde writes (of the
//! listed values and of random ones), or gives back what serde reads as another value.

mod line;
mod sample;
mod server;
mod trial;

pub(crate) use line::{Line, zoo};
pub(crate) use server::SERVER;
pub(crate) use trial::wrong;

/// Seed of all random values; printed with each failure.
pub(crate) fn seed() -> u64 {
    #[allow(
        clippy::disallowed_methods,
        reason = "the one knob of the zoo, read here and nowhere else"
    )]
    let chosen = std::env::var("KOPR_ZOO_SEED").ok();
    chosen.and_then(|text| text.parse().ok()).unwrap_or(5)
}

//! *What serde writes the API server keeps*: one type, held against a real kube-apiserver.
//!
//! A [`Line`] is a type with values that are accepted and refused. [`check`] makes a CRD of its schema and
//! fails unless the API server takes that without a warning, keeps every field that serde writes (of the
//! listed values and of random ones), and gives back what serde reads as the same value.

mod line;
mod sample;
mod server;
mod trial;

pub(crate) use line::zoo;
pub(crate) use trial::check;

/// Seed of all random values; printed with each failure.
pub(crate) fn seed() -> u64 {
    #[allow(
        clippy::disallowed_methods,
        reason = "the one knob of the zoo, read here and nowhere else"
    )]
    let chosen = std::env::var("KOPR_ZOO_SEED").ok();
    chosen.and_then(|text| text.parse().ok()).unwrap_or(5)
}

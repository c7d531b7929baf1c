//! Controllers: one module per kind.

pub mod memcached;

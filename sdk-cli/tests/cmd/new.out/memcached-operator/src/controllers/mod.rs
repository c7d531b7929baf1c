//! One module a kind: what happens when one of its objects changes.

pub mod memcached;

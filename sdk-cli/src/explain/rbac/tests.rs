//! Who asks, and near misses.

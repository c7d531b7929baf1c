//! What OLM adds for its constraints.

/// It takes any value, and makes text of it before it reads a version.
pub(super) const TABLE: &str = "
    semver_compare semver_compare(dyn, dyn) -> int
";

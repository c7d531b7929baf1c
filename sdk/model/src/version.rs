//! The priority of versions, as Kubernetes sorts them.

use std::cmp::{Ordering, Reverse};

/// Which of two versions comes first: stable before beta before alpha, the newest of each first; then what
/// is named otherwise, by its letters.
pub fn by_priority(a: &str, b: &str) -> Ordering {
    match (Parsed::of(a), Parsed::of(b)) {
        (Some(a), Some(b)) => Reverse(a).cmp(&Reverse(b)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => a.cmp(b),
    }
}

/// `v<major>`, `v<major>beta<minor>` or `v<major>alpha<minor>`; greater is preferred.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Parsed {
    stage: u8,
    major: u64,
    minor: u64,
}

impl Parsed {
    fn of(version: &str) -> Option<Self> {
        let rest = version.strip_prefix('v')?;
        for (stage, word) in [(1, "beta"), (0, "alpha")] {
            if let Some((major, minor)) = rest.split_once(word) {
                let (major, minor) = (number(major)?, number(minor)?);
                return Some(Self { stage, major, minor });
            }
        }
        let major = number(rest)?;
        Some(Self {
            stage: 2,
            major,
            minor: 0,
        })
    }
}

/// A number from 1 on, without zeros in front.
fn number(text: &str) -> Option<u64> {
    let plain = !text.starts_with('0') && text.chars().all(|c| c.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the API server's documentation.
    #[test]
    fn priorities() {
        let expected = [
            "v10",
            "v2",
            "v1",
            "v11beta2",
            "v10beta3",
            "v3beta1",
            "v12alpha1",
            "v11alpha2",
            "foo1",
            "foo10",
            "v01",
            "v1gamma1",
        ];
        let mut versions = expected;
        versions.reverse();
        versions.sort_by(|a, b| by_priority(a, b));
        assert_eq!(versions, expected);
        versions.sort_unstable();
        versions.sort_by(|a, b| by_priority(a, b));
        assert_eq!(versions, expected);
    }
}

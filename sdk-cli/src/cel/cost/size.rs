//! Sizes and costs: whole numbers that stop at the largest one instead of running over.

/// How large a value is: letters, bytes, items or entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// At least.
    pub min: u64,
    /// At most.
    pub max: u64,
}

impl Size {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self {
        min: 0,
        max: u64::MAX,
    };

    /// Known to the last letter.
    pub(super) fn exact(size: u64) -> Self {
        Self { min: size, max: size }
    }

    /// Up to a bound.
    pub(super) fn up_to(max: u64) -> Self {
        Self { min: 0, max }
    }

    /// Of one or the other.
    pub(super) fn either(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Of both, one after the other.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_add(other.min),
            max: self.max.saturating_add(other.max),
        }
    }

    /// As many as one says, each as large as the other says.
    pub(super) fn times(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_mul(other.min),
            max: self.max.saturating_mul(other.max),
        }
    }

    /// The cost of going through it once.
    pub(super) fn cost(self, factor: f64) -> u64 {
        scaled(self.max, factor)
    }
}

/// A number times a factor, rounded up.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the server computes in floating point too, and the estimate has to be the same"
)]
pub(super) fn scaled(number: u64, factor: f64) -> u64 {
    let exact = number as f64;
    if exact > 0.0 && factor > 0.0 && exact > u64::MAX as f64 / factor {
        return u64::MAX;
    }
    // Turning a number that is too large into an integer gives the largest one.
    (exact * factor).ceil() as u64
}

/// How many of something are in a number, rounded up.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "as above"
)]
pub(super) fn parts(number: u64, of: u64) -> u64 {
    (number as f64 / of as f64).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::{parts, scaled};

    #[test]
    fn numbers_are_rounded_up_and_stop_at_the_largest() {
        for (number, factor, expected) in [
            (0, 0.1, 0),
            (1, 0.1, 1),
            (10, 0.1, 1),
            (11, 0.1, 2),
            (3_145_726, 0.1, 314_573),
            (u64::MAX, 2.0, u64::MAX),
            (u64::MAX, 1.0, u64::MAX),
        ] {
            assert_eq!(scaled(number, factor), expected, "{number} * {factor}");
        }
        assert_eq!(parts(7, 2), 4);
    }
}

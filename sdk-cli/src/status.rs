//! Exit codes: what an operation returns and `main` turns into the end of the process.

/// How an operation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Done, or nothing differs.
    Same,
    /// Something differs, or a check found something.
    Findings,
    /// Wrong arguments, input or settings.
    Usage,
    /// The operator's crate does not build.
    BuildFailed,
    /// The operator could not describe itself, or described nothing.
    DescribeFailed,
    /// The operator's SDK and this command do not understand each other.
    VersionMismatch,
    /// A bug in kopr.
    Bug,
}

impl Status {
    /// Every status with its explanation, in the order of the codes.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Same, "done, or nothing differs"),
        (
            Self::Findings,
            "files differ from what the code says, or a check found something",
        ),
        (Self::Usage, "wrong arguments, input or settings"),
        (
            Self::BuildFailed,
            "the operator's crate does not build; no file was changed",
        ),
        (
            Self::DescribeFailed,
            "the operator could not describe itself, or described nothing",
        ),
        (
            Self::VersionMismatch,
            "the operator's kopr and this kopr do not understand each other",
        ),
        (Self::Bug, "a bug in kopr; please report it"),
    ];

    /// The exit code.
    pub const fn code(self) -> u8 {
        match self {
            Self::Same => 0,
            Self::Findings => 1,
            Self::Usage => 2,
            Self::BuildFailed => 3,
            Self::DescribeFailed => 4,
            Self::VersionMismatch => 5,
            Self::Bug => 70,
        }
    }
}

impl From<Status> for std::process::ExitCode {
    fn from(status: Status) -> Self {
        status.code().into()
    }
}

#[cfg(test)]
mod tests {
    use super::Status;

    #[test]
    fn codes_are_the_documented_ones_and_in_order() {
        let codes: Vec<u8> = Status::ALL.iter().map(|(status, _)| status.code()).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 70]);
    }
}

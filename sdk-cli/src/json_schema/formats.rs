//! Formats and patterns that an editor reads as the API server does; others it is better not told.

/// Whether a format of JSON Schema takes all that the API server's format of that name takes. `duration`, `uri`,
/// `hostname`, `email` and `uuid` mean other things there.
pub(super) fn is_shared(format: &str) -> bool {
    matches!(format, "date" | "date-time" | "ipv4" | "ipv6")
}

/// Whether a format only says how a number is kept.
pub(super) fn is_number(format: &str) -> bool {
    matches!(format, "int32" | "int64" | "float" | "double")
}

/// The numbers of a format.
pub(super) fn range(format: &str) -> Option<(i64, i64)> {
    (format == "int32").then_some((i32::MIN.into(), i32::MAX.into()))
}

/// Whether an expression of Go means the same in JavaScript, which editors run.
pub(super) fn is_portable(pattern: &str) -> bool {
    let foreign = [
        "[[:", "[:^", "(?P<", "\\A", "\\z", "\\Q", "\\C", "\\a", "\\p", "\\P", "\\x{",
    ];
    // Of what begins with `(?`, a group without a number is all that is shared.
    let flags = pattern.matches("(?").count() != pattern.matches("(?:").count();
    !flags && !foreign.iter().any(|word| pattern.contains(word))
}

#[cfg(test)]
mod tests {
    use super::is_portable;

    #[test]
    fn patterns_of_go_alone_are_known() {
        for (pattern, expected) in [
            ("^[a-z]+$", true),
            ("^(?:a|b)\\d+$", true),
            ("(?i)^a$", false),
            ("^[[:alpha:]]$", false),
            ("\\Aa\\z", false),
            ("^\\pL+$", false),
            ("(?P<name>a)", false),
        ] {
            assert_eq!(is_portable(pattern), expected, "{pattern}");
        }
    }
}

//! Names of fields as rules have to write them.

/// Words that a rule cannot use as names.
pub(super) const RESERVED: [&str; 21] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// A field's name in a rule; none if no rule can reach it.
pub(super) fn escape(name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let mut escaped = String::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let (taken, word) = if rest.starts_with("__") {
            (2, "__underscores__")
        } else {
            match c {
                '.' => (1, "__dot__"),
                '-' => (1, "__dash__"),
                '/' => (1, "__slash__"),
                c if c.is_ascii_alphanumeric() || c == '_' => {
                    escaped.push(c);
                    rest = &rest[1..];
                    continue;
                }
                _ => return None,
            }
        };
        escaped.push_str(word);
        rest = &rest[taken..];
    }
    Some(escaped)
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn names_are_written_as_rules_need_them() {
        for (name, expected) in [
            ("size", Some("size")),
            ("x-y", Some("x__dash__y")),
            ("a.b", Some("a__dot__b")),
            ("a/b", Some("a__slash__b")),
            ("a__b", Some("a__underscores__b")),
            ("a___b", Some("a__underscores___b")),
            ("_a", Some("_a")),
            ("-", Some("__dash__")),
            ("namespace", Some("__namespace__")),
            ("namespaces", Some("namespaces")),
            ("in", Some("__in__")),
            ("1st", None),
            ("", None),
            ("a b", None),
            ("$ref", None),
            ("größe", None),
        ] {
            assert_eq!(escape(name).as_deref(), expected, "{name}");
        }
    }
}

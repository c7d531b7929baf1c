//! Texts put together, and names compared, while the compiler runs.

/// Longest text: more than any list of fields that one would read.
const MAX: usize = 2048;
/// Longest name that is compared letter by letter.
const NAME_MAX: usize = 63;

/// A text that grows.
pub(super) struct Text {
    bytes: [u8; MAX],
    length: usize,
}

impl Text {
    pub(super) const fn new() -> Self {
        Self {
            bytes: [0; MAX],
            length: 0,
        }
    }

    /// The text with this behind it; what does not fit is left out as a whole.
    pub(super) const fn with(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if self.length + text.len() <= MAX {
            let mut at = 0;
            while at < text.len() {
                self.bytes[self.length] = text[at];
                self.length += 1;
                at += 1;
            }
        }
        self
    }

    pub(super) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

pub(super) const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether two names differ in nothing but case, `_` and `-`: a Rust name for a JSON name.
pub(super) const fn alike(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let (mut i, mut j) = (0, 0);
    loop {
        while i < a.len() && (a[i] == b'_' || a[i] == b'-') {
            i += 1;
        }
        while j < b.len() && (b[j] == b'_' || b[j] == b'-') {
            j += 1;
        }
        if i == a.len() || j == b.len() {
            return i == a.len() && j == b.len();
        }
        if !a[i].eq_ignore_ascii_case(&b[j]) {
            return false;
        }
        i += 1;
        j += 1;
    }
}

/// How many letters have to be put in, taken out or changed to get from one name to the other.
pub(super) const fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > NAME_MAX || b.len() > NAME_MAX {
        return usize::MAX;
    }
    let mut row = [0; NAME_MAX + 1];
    let mut j = 0;
    while j <= b.len() {
        row[j] = j;
        j += 1;
    }
    let mut i = 1;
    while i <= a.len() {
        let mut diagonal = row[0];
        row[0] = i;
        let mut j = 1;
        while j <= b.len() {
            let changed = diagonal + if a[i - 1] == b[j - 1] { 0 } else { 1 };
            diagonal = row[j];
            let mut least = changed;
            if row[j] + 1 < least {
                least = row[j] + 1;
            }
            if row[j - 1] + 1 < least {
                least = row[j - 1] + 1;
            }
            row[j] = least;
            j += 1;
        }
        i += 1;
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (a, b) in [
            ("ready_replicas", "readyReplicas"),
            ("x-y", "xY"),
            ("a_", "a"),
            ("", "_"),
        ] {
            assert!(alike(a, b), "{a} {b}");
        }
        for (a, b) in [("ready", "readyReplicas"), ("a", ""), ("ab", "ba")] {
            assert!(!alike(a, b), "{a} {b}");
        }
        for (a, b, expected) in [("", "abc", 3), ("size", "sise", 1), ("kitten", "sitting", 3)] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }

    #[test]
    fn texts() {
        let text = Text::new().with("`").with("größe").with("`");
        assert_eq!(text.as_str(), "`größe`");
        let long = "x".repeat(MAX);
        assert_eq!(Text::new().with("a").with(&long).with("b").as_str(), "ab");
    }
}

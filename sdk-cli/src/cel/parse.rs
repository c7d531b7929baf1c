//! From a rule's text to its tree.

use std::sync::LazyLock;

use cel::Env;
use cel::common::ast::{IdedExpr, SourceInfo};

use super::macros::{FIRST, MACROS};

/// A rule that was read.
pub(super) struct Parsed {
    /// The tree.
    pub root: IdedExpr,
    /// Where its parts stand in the text.
    pub places: SourceInfo,
}

/// Why a rule cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// What the parser knows: the macros of Kubernetes instead of its own, which differ.
static ENVIRONMENT: LazyLock<Env> = LazyLock::new(|| {
    let mut environment = Env::default();
    for make in MACROS {
        // Each is there once; a test makes sure of it.
        let _ = environment.add_macro(make());
    }
    environment
});

/// The same where only CEL's first macros are known.
static PLAIN: LazyLock<Env> = LazyLock::new(|| {
    let mut environment = Env::default();
    for make in FIRST {
        let _ = environment.add_macro(make());
    }
    environment
});

/// As deep as the server lets expressions nest.
const DEPTH: u16 = 250;
/// As long as it lets them be, in letters.
const LENGTH: usize = 100_000;

/// Reads a rule of a schema.
pub(super) fn parse(text: &str) -> Result<Parsed, SyntaxError> {
    parse_with(&ENVIRONMENT, text)
}

/// Reads a constraint of OLM.
pub(super) fn parse_plain(text: &str) -> Result<Parsed, SyntaxError> {
    parse_with(&PLAIN, text)
}

fn parse_with(environment: &Env, text: &str) -> Result<Parsed, SyntaxError> {
    if text.chars().count() > LENGTH {
        return Err(SyntaxError {
            line: 1,
            column: 1,
            message: format!("it has more than {LENGTH} letters, which the server does not take"),
        });
    }
    let parser = environment.parser().max_recursion_depth(DEPTH);
    match parser.parse_with_source_info(text) {
        Ok((root, places)) => Ok(Parsed { root, places }),
        Err(errors) => {
            // What comes after the first one is mostly its echo.
            let first = errors.errors.into_iter().min_by_key(|error| error.pos);
            let (position, message) = first.map_or_else(
                || ((1, 1), String::new()),
                |error| match error.source {
                    Some(source) => (error.pos, source.to_string()),
                    None => (error.pos, error.msg),
                },
            );
            Err(SyntaxError {
                line: usize::try_from(position.0).unwrap_or(1).max(1),
                column: usize::try_from(position.1).unwrap_or(1).max(1),
                message: plain(&message),
            })
        }
    }
}

/// Line and column of a byte, both from 1.
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// The parser's words without its grammar.
fn plain(message: &str) -> String {
    let message = message.strip_prefix("Syntax error: ").unwrap_or(message);
    let message = message.split(" expecting ").next().unwrap_or(message);
    if message.contains("'<EOF>'") {
        return "the rule ends too early".to_owned();
    }
    if let Some(rest) = message.strip_prefix("token recognition error at: ") {
        return format!("{rest} is no part of CEL");
    }
    if message.contains("Recursion limit") {
        return format!("it nests deeper than {DEPTH} levels, which the server does not take");
    }
    if message.starts_with("Incomplete ") {
        return "a part is missing".to_owned();
    }
    for opening in [
        "mismatched input ",
        "no viable alternative at input ",
        "extraneous input ",
    ] {
        if let Some(rest) = message.strip_prefix(opening) {
            return format!("{rest} does not fit here");
        }
    }
    message.trim_end_matches('!').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{FIRST, MACROS, parse};

    #[test]
    fn every_macro_is_there_once() {
        let mut environment = cel::Env::default();
        for make in MACROS {
            let added = make();
            let name = format!("{added:?}");
            assert!(environment.add_macro(added).is_ok(), "{name}");
        }
        let mut environment = cel::Env::default();
        for make in FIRST {
            assert!(environment.add_macro(make()).is_ok());
        }
    }

    #[test]
    fn rules_that_are_read() {
        for text in [
            "self.a > 0",
            "has(self.a) && self.a.all(x, x > 1)",
            "self.a.all(k, v, v > k)",
            "self.a.transformMap(k, v, v > 1, v * 2).size() > 0",
            "self.a.transformMapEntry(k, v, {v: k}).size() > 0",
            "self.?a.optMap(x, x + 1).orValue(1) > 0",
            "self.a[?0].optFlatMap(x, x.?b).hasValue()",
            "self.a.sortBy(x, x.b) == self.a",
            "'größe' in self.a",
            "self.a == 'x' ||\n self.b\n",
            "self.a // why",
        ] {
            assert!(parse(text).is_ok(), "{text}: {:?}", parse(text).err());
        }
    }

    #[test]
    fn rules_that_are_not_read() {
        for (text, line, column, message) in [
            ("self.a >", 1, 9, "the rule ends too early"),
            ("self.a = 1", 1, 8, "'= ' is no part of CEL"),
            ("self.a &&\n& self.b", 2, 1, "'& ' is no part of CEL"),
            ("namespace == 'a'", 1, 1, "reserved identifier: namespace"),
            ("has(self)", 1, 5, "invalid argument to has() macro"),
            ("self.a.all(1, true)", 1, 12, "argument must be a simple name"),
            ("self.a.all(x, x, true)", 1, 15, "the name `x` is there twice"),
            ("self.a ? 1", 1, 1, "a part is missing"),
            ("self.`a-b` == 1", 1, 5, "unsupported syntax: '`'"),
            ("(", 1, 2, "the rule ends too early"),
            ("true false", 1, 6, "'false' does not fit here"),
            ("'", 1, 1, "''' is no part of CEL"),
            ("[1, 2", 1, 6, "the rule ends too early"),
            (
                "self.a.transformList(k, 2, v)",
                1,
                25,
                "argument must be a simple name",
            ),
            ("self.optMap('a', 1)", 1, 13, "argument must be a simple name"),
        ] {
            let error = parse(text).err().unwrap_or_else(|| panic!("{text} is read"));
            assert_eq!(
                (error.line, error.column, error.message.as_str()),
                (line, column, message),
                "{text}"
            );
        }
    }
}

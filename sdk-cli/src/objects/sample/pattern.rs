//! A string that a regular expression matches.

use regex_syntax::hir::{Class, Hir, HirKind};

/// A shortest string that the expression matches and that has at least `least` characters; none where
/// the expression is not one, or none is found.
pub(super) fn shortest(pattern: &str, least: usize) -> Option<String> {
    let hir = regex_syntax::parse(pattern).ok()?;
    let regex = regex::Regex::new(pattern).ok()?;
    // Each round repeats what may be repeated once more.
    (0..=u32::try_from(least).ok()?.min(256)).find_map(|more| {
        let mut text = String::new();
        write(&hir, more, &mut text)?;
        (text.chars().count() >= least && regex.is_match(&text)).then_some(text)
    })
}

/// Repetitions inside of repetitions grow fast; no sample is worth more characters than these.
const LONGEST: usize = 4096;

fn write(hir: &Hir, more: u32, text: &mut String) -> Option<()> {
    if text.len() > LONGEST {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(pleasant(class)?),
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX);
            for _ in 0..repetition.min.saturating_add(more).min(most) {
                write(&repetition.sub, more, text)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, more, text)?,
        HirKind::Concat(parts) => parts.iter().try_for_each(|part| write(part, more, text))?,
        HirKind::Alternation(parts) => write(parts.first()?, more, text)?,
    }
    Some(())
}

/// A character of the class that people can read.
fn pleasant(class: &Class) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class
            .ranges()
            .iter()
            .map(|range| (range.start(), range.end()))
            .collect(),
        Class::Bytes(class) => class
            .ranges()
            .iter()
            .filter(|range| range.start().is_ascii())
            .map(|range| (char::from(range.start()), char::from(range.end())))
            .collect(),
    };
    let holds = |c: char| ranges.iter().any(|(start, end)| (*start..=*end).contains(&c));
    ['a', '1', 'A', '-', '0', ' ']
        .into_iter()
        .find(|c| holds(*c))
        .or_else(|| ranges.first().map(|range| range.0))
}

#[cfg(test)]
mod tests {
    use super::shortest;

    #[test]
    fn expressions_give_strings() {
        for (pattern, least, expected) in [
            ("^a+$", 0, Some("a")),
            ("^a+$", 3, Some("aaa")),
            ("^[a-z]([-a-z0-9]*[a-z0-9])?$", 0, Some("a")),
            ("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z]+)*$", 4, Some("aaa.aa")),
            ("^(red|blue)$", 0, Some("red")),
            ("^\\d{3}-\\d{2}$", 0, Some("111-11")),
            ("^([0-9]+(\\.[0-9]+)?(ns|us|ms|s|m|h))+$", 0, Some("1ns")),
            ("x", 0, Some("x")),
            ("^a{2}$", 3, None),
            ("(", 0, None),
            ("(?=a)", 0, None),
        ] {
            assert_eq!(
                shortest(pattern, least).as_deref(),
                expected,
                "{pattern} of {least}"
            );
        }
    }
}

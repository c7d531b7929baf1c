//! Findings in words: what is wrong at several places is said once, with the places below.

use super::{Found, count};
use crate::check::{Finding, Level};

/// Places that are named where one thing is wrong at many; JSON has all of them.
const PLACES: usize = 8;

/// One text for each thing that is wrong, in the order of the findings.
pub fn blocks(found: &[Found]) -> Vec<String> {
    let mut groups: Vec<Vec<&Found>> = Vec::new();
    for one in found {
        match groups
            .iter_mut()
            .find(|group| is_same(&group[0].finding, &one.finding))
        {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups.iter().map(|group| block(group)).collect()
}

fn is_same(a: &Finding, b: &Finding) -> bool {
    (a.level, a.rule, &a.message, &a.help) == (b.level, b.rule, &b.message, &b.help)
}

fn block(group: &[&Found]) -> String {
    if let [Found { finding, position }] = group {
        let text = finding.to_string();
        return match (position, text.split_once('\n')) {
            (Some(position), Some((first, rest))) => format!("{first}\n  at {position}\n{rest}"),
            (Some(position), None) => format!("{text}\n  at {position}"),
            (None, _) => text,
        };
    }
    let Finding {
        level,
        rule,
        message,
        help,
        ..
    } = &group[0].finding;
    let mut lines = vec![format!("{} {rule}: {message}", level.as_str())];
    for Found { finding, position } in group.iter().take(PLACES) {
        let position = position.as_ref().map(|position| format!("{position} "));
        let source = finding.source.as_ref().map(|source| format!(", from {source}"));
        lines.push(format!(
            "  at {}{}{}",
            position.unwrap_or_default(),
            finding.place,
            source.unwrap_or_default()
        ));
    }
    if group.len() > PLACES {
        let more = count(group.len() - PLACES, "more place", "more places");
        lines.push(format!("  and at {more}, which `--output json` lists"));
    }
    lines.extend(help.iter().map(|help| format!("  help: {help}")));
    lines.join("\n")
}

/// How many there are of each level; nothing where there are none.
pub fn summary(found: &[Found]) -> Option<String> {
    let of = |level| found.iter().filter(|one| one.finding.level == level).count();
    let counts: Vec<String> = [
        (Level::Error, "error", "errors"),
        (Level::Warning, "warning", "warnings"),
        (Level::Note, "note", "notes"),
    ]
    .into_iter()
    .filter(|(level, ..)| of(*level) > 0)
    .map(|(level, one, many)| count(of(level), one, many))
    .collect();
    Some(counts.join(", ")).filter(|text| !text.is_empty())
}

/// A table of CRDs and their bytes, the biggest first.
pub fn sizes(crds: &[(String, usize)]) -> String {
    let mut rows: Vec<_> = crds.iter().map(|(name, bytes)| (bytes, name)).collect();
    rows.sort_by(|a, b| b.0.cmp(a.0).then(a.1.cmp(b.1)));
    let width = rows
        .iter()
        .map(|(bytes, _)| bytes.to_string().len())
        .max()
        .unwrap_or_default()
        .max("bytes".len());
    let mut lines = vec![format!("{:>width$}  as compact JSON", "bytes")];
    lines.extend(
        rows.iter()
            .map(|(bytes, name)| format!("{bytes:>width$}  {name}")),
    );
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use kopr_model::Source;

    use super::{blocks, summary};
    use crate::check::{Finding, Level};
    use crate::report::{Found, Position};

    fn found(place: &str, message: &str, line: u64) -> Found {
        Found {
            finding: Finding {
                level: Level::Warning,
                place: place.to_owned(),
                rule: "S18",
                message: message.to_owned(),
                help: Some("leave it out".to_owned()),
                source: (line > 5).then(|| Source {
                    item: "a::B".to_owned(),
                    ..Source::default()
                }),
                pointer: None,
            },
            position: (line > 0).then(|| Position {
                file: "crd.yaml".to_owned(),
                line,
                column: 3,
            }),
        }
    }

    #[test]
    fn one_thing_is_said_once() {
        let all = [
            found("x .a", "odd", 2),
            found("x .b", "bad", 0),
            found("x .c", "odd", 7),
        ];
        assert_eq!(
            blocks(&all),
            [
                "warning S18: odd\n  at crd.yaml:2:3 x .a\n  at crd.yaml:7:3 x .c, from `a::B`\n  help: leave it out",
                "warning S18: x .b: bad\n  help: leave it out",
            ]
        );
        assert_eq!(
            blocks(&all[2..]),
            ["warning S18: x .c: odd\n  at crd.yaml:7:3\n  from `a::B`\n  help: leave it out"]
        );
        assert_eq!(summary(&all).as_deref(), Some("3 warnings"));
        assert_eq!(summary(&[]), None);
    }

    #[test]
    fn of_many_places_some_are_named_and_the_rest_is_counted() {
        let all: Vec<_> = (0..20).map(|at| found(&format!("x .f{at}"), "odd", 0)).collect();
        let [text] = <[String; 1]>::try_from(blocks(&all)).unwrap();
        assert_eq!(text.matches("\n  at x").count(), 8);
        assert!(
            text.contains("\n  and at 12 more places, which `--output json` lists\n"),
            "{text}"
        );
    }
}

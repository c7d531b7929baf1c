//! Whether text can be read as what a conversion makes of it, in the way of Go.

/// Whether the server takes it for a regular expression.
pub(super) fn is_pattern(pattern: &str) -> bool {
    // The dialects of Rust and Go are nearly one; these two are Go's alone.
    pattern.contains("\\Q")
        || pattern.contains("\\C")
        || regex_syntax::ParserBuilder::new()
            .octal(true)
            .build()
            .parse(pattern)
            .is_ok()
}

/// What a text should have been for a conversion that cannot read it.
pub(super) fn unreadable(conversion: &str, text: &str) -> Option<&'static str> {
    let (readable, what) = match conversion {
        "int" => (text.parse::<i64>().is_ok(), "a whole number"),
        "uint" => (
            !text.starts_with('+') && text.parse::<u64>().is_ok(),
            "a number without a sign",
        ),
        "double" => (text.parse::<f64>().is_ok(), "a number"),
        "bool" => (
            [
                "1", "t", "T", "TRUE", "true", "True", "0", "f", "F", "FALSE", "false", "False",
            ]
            .contains(&text),
            "true or false",
        ),
        "duration" => (is_duration(text), "a duration"),
        "timestamp" => (is_timestamp(text), "a time"),
        _ => return None,
    };
    (!readable).then_some(what)
}

/// What a conversion reads.
pub(super) fn example(conversion: &str) -> &'static str {
    match conversion {
        "duration" => "write numbers and units, such as `1h30m` or `2.5s`",
        "timestamp" => "write it as in `2024-05-01T08:00:00Z`",
        "bool" => "write `true` or `false`",
        _ => "write digits",
    }
}

fn is_duration(text: &str) -> bool {
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return true;
    }
    if rest.is_empty() {
        return false;
    }
    let mut total = 0.0_f64;
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let end = after
            .find(|c: char| c.is_ascii_digit() || c == '.')
            .unwrap_or(after.len());
        let (unit, next) = after.split_at(end);
        let Some(seconds) = unit_seconds(unit) else {
            return false;
        };
        let digits = number.chars().filter(char::is_ascii_digit).count();
        if digits == 0 || number.matches('.').count() > 1 {
            return false;
        }
        total += format!("0{number}").parse::<f64>().unwrap_or(f64::INFINITY) * seconds;
        rest = next;
    }
    // Nanoseconds in 64 bits.
    total < 9_223_372_036.854_776
}

fn unit_seconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "ns" => 1e-9,
        "us" | "µs" | "μs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    })
}

fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| -> Option<u32> {
        let part = text.get(from..to)?;
        part.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| part.parse().ok())?
    };
    let signs = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if signs.iter().any(|(at, sign)| bytes.get(*at) != Some(sign)) {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (number(0, 4), number(5, 7), number(8, 10)) else {
        return false;
    };
    let (Some(hour), Some(minute), Some(second)) = (number(11, 13), number(14, 16), number(17, 19)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return false,
    };
    if !(1..=days).contains(&day) || year == 0 || hour > 23 || minute > 59 || second > 59 {
        return false;
    }
    let mut zone = text.get(19..).unwrap_or_default();
    if let Some(fraction) = zone.strip_prefix(['.', ',']) {
        let end = fraction
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(fraction.len());
        if end == 0 {
            return false;
        }
        zone = &fraction[end..];
    }
    if zone == "Z" {
        return true;
    }
    let offset = zone.strip_prefix(['+', '-']).and_then(|offset| {
        let (hours, minutes) = offset.split_once(':')?;
        let two = |part: &str| (part.len() == 2).then(|| part.parse::<u32>().ok())?;
        Some((two(hours)?, two(minutes)?))
    });
    offset.is_some_and(|(hours, minutes)| hours <= 24 && minutes < 60)
}

#[cfg(test)]
mod tests {
    use super::{is_pattern, unreadable};

    #[test]
    fn text_is_read_as_go_reads_it() {
        for (conversion, text, readable) in [
            ("int", "12", true),
            ("int", "+12", true),
            ("int", "1.5", false),
            ("int", "1_000", false),
            ("uint", "+1", false),
            ("double", "1e3", true),
            ("double", "one", false),
            ("bool", "T", true),
            ("bool", "yes", false),
            ("duration", "1h30m", true),
            ("duration", "-1.5s", true),
            ("duration", ".5s", true),
            ("duration", "5.s", true),
            ("duration", "0", true),
            ("duration", "1us2µs", true),
            ("duration", "1", false),
            ("duration", "1d", false),
            ("duration", "", false),
            ("duration", ".s", false),
            ("duration", "2562048h", false),
            ("duration", "2562047h", true),
            ("timestamp", "2024-02-29T08:00:00Z", true),
            ("timestamp", "2024-02-29T08:00:00.123+02:00", true),
            ("timestamp", "2023-02-29T08:00:00Z", false),
            ("timestamp", "2024-02-29", false),
            ("timestamp", "2024-02-29T08:00:00", false),
            ("timestamp", "2024-13-01T08:00:00Z", false),
            ("string", "anything", true),
        ] {
            assert_eq!(
                unreadable(conversion, text).is_none(),
                readable,
                "{conversion}({text:?})"
            );
        }
    }

    #[test]
    fn patterns_are_those_of_go() {
        for (pattern, expected) in [
            ("^[a-z]+$", true),
            ("(?!a)", false),
            ("[", false),
            ("\\Qa\\E", true),
        ] {
            assert_eq!(is_pattern(pattern), expected, "{pattern}");
        }
    }
}

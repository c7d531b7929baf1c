//! Amounts of resources and of time.

use super::checked::checked;
use super::error::HELP;
use super::names::qualified_name;

checked!(
    /// Amount of a resource: a number and a unit, such as `100m` of CPU or `64Mi` of memory.
    Quantity,
    |text| {
        if quantity(text).is_some() {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not a quantity{HELP}it is a number and a unit, such as `100m` of CPU or `64Mi` of memory"
        ))
    }
);

impl Quantity {
    /// Its value, good enough to compare two of them.
    pub fn value(&self) -> f64 {
        quantity(&self.0).unwrap_or(0.0)
    }
}

checked!(
    /// Name of a resource of a container: `cpu`, `memory`, `ephemeral-storage`, or one with a domain.
    ResourceName,
    |text| {
        let known = ["cpu", "memory", "ephemeral-storage"];
        if known.contains(&text) || text.starts_with("hugepages-") {
            return Ok(());
        }
        if !text.contains('/') {
            return Err(format!("`{text}` is not a resource{HELP}{}", crate::suggest::help(text, &known)));
        }
        qualified_name(text).map_err(|why| format!("`{text}` is not a resource: {why}"))
    }
);

checked!(
    /// A time as Prometheus writes it: `30s`, `1m30s`.
    ScrapeInterval,
    |text| {
        let mut rest = text;
        for unit in ["y", "w", "d", "h", "m", "s", "ms"] {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, after) = rest.split_at(digits);
            let is_unit = after.strip_prefix(unit).is_some_and(|rest| !(unit == "m" && rest.starts_with('s')));
            if !number.is_empty() && is_unit {
                rest = &after[unit.len()..];
            }
        }
        if rest.is_empty() && !text.is_empty() {
            return Ok(());
        }
        Err(format!("`{text}` is not a duration{HELP}write it as Prometheus does: `30s`, `1m30s`"))
    }
);

fn quantity(text: &str) -> Option<f64> {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    if number.starts_with('.') && number.len() == 1 {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    let power = |base: f64, exponent: i32| base.powi(exponent);
    let factor = match unit {
        "" => 1.0,
        "n" => power(10.0, -9),
        "u" => power(10.0, -6),
        "m" => power(10.0, -3),
        "k" => power(10.0, 3),
        "M" => power(10.0, 6),
        "G" => power(10.0, 9),
        "T" => power(10.0, 12),
        "P" => power(10.0, 15),
        "E" => power(10.0, 18),
        "Ki" => power(1024.0, 1),
        "Mi" => power(1024.0, 2),
        "Gi" => power(1024.0, 3),
        "Ti" => power(1024.0, 4),
        "Pi" => power(1024.0, 5),
        "Ei" => power(1024.0, 6),
        other => power(10.0, other.strip_prefix(['e', 'E'])?.parse().ok()?),
    };
    Some(number * factor)
}

//! Tests as XML, for what shows results of builds.

use std::fmt::Write as _;

use super::{State, Test};

/// All tests.
pub fn xunit(tests: &[Test]) -> String {
    let mut xml = String::from("<testsuites name=\"scorecard\">\n");
    for (at, test) in tests.iter().enumerate() {
        suite(at, test, &mut xml);
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn suite(at: usize, test: &Test, xml: &mut String) {
    let labels = &test.spec.labels;
    let name = labels
        .get("test")
        .cloned()
        .unwrap_or_else(|| format!("testsuite-{:03}", at + 1));
    let state = test.result.as_ref().map(|result| result.state);
    let count = |wanted: State| u8::from(state == Some(wanted));
    let _ = writeln!(
        xml,
        "  <testsuite name=\"{}\" tests=\"{}\" skipped=\"0\" failures=\"{}\" errors=\"{}\">",
        escaped(&name),
        u8::from(state.is_some()),
        count(State::Fail),
        count(State::Error)
    );
    xml.push_str("    <properties>\n");
    let mut properties = vec![
        ("spec.image", test.spec.image.clone()),
        ("spec.entrypoint", test.spec.entrypoint.join(" ")),
        ("labels.test", name.clone()),
    ];
    properties.extend(
        labels
            .get("cluster-phase")
            .map(|phase| ("labels.cluster-phase", phase.clone())),
    );
    for (name, value) in properties {
        let _ = writeln!(
            xml,
            "      <property name=\"{name}\" value=\"{}\"></property>",
            escaped(&value)
        );
    }
    xml.push_str("    </properties>\n");
    if let Some(result) = &test.result {
        // Without a clock the time is the zero of the original.
        let _ = writeln!(
            xml,
            "    <testcase name=\"{}\" time=\"0001-01-01T00:00:00Z\">",
            escaped(&result.name)
        );
        let _ = writeln!(xml, "      <system-out>{}</system-out>", escaped(&result.log));
        let kind = match result.state {
            State::Pass => None,
            State::Fail => Some("failure"),
            State::Error => Some("error"),
        };
        if let Some(kind) = kind {
            let errors = escaped(&result.errors.join("\n"));
            let _ = writeln!(xml, "      <{kind} type=\"{kind}\">{errors}</{kind}>");
        }
        xml.push_str("    </testcase>\n");
    }
    xml.push_str("  </testsuite>\n");
}

/// A text as XML has it; what XML cannot hold becomes a replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&#34;"),
            '\n' => escaped.push_str("&#xA;"),
            '\t' => escaped.push_str("&#x9;"),
            '\r' => escaped.push_str("&#xD;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn texts_are_safe_in_xml() {
        assert_eq!(escaped("a<b>&\"\n\u{1}"), "a&lt;b&gt;&amp;&#34;&#xA;\u{fffd}");
    }
}

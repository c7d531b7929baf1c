//! JSON paths as attributes have them: `.status.conditions[?(@.type=="Ready")].status`.

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// `.name`, `['name']`.
    Member(String),
    /// `[0]`, `[*]`, `[?(..)]`.
    Item,
}

/// A path, as far as it can be followed by types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// Its steps.
    pub(crate) steps: Vec<Step>,
    /// False where something follows that may mean many places, such as `..name`.
    pub(crate) whole: bool,
}

impl Path {
    /// Whether it is made of members only, as scale and selectable fields ask for it.
    pub(crate) fn is_plain(&self) -> bool {
        self.whole && self.steps.iter().all(|step| matches!(step, Step::Member(_)))
    }
}

/// Reads a path; what is wrong with it follows "`x` is not a JSON path: ".
pub(crate) fn parse(text: &str) -> Result<Path, String> {
    if text.is_empty() {
        return Err("it is empty; write one such as `.spec.size`".to_owned());
    }
    if !text.starts_with('.') {
        let proposal = if text.starts_with('{') {
            text.trim_matches(['{', '}']).to_owned()
        } else {
            format!(".{}", text.trim_start_matches('$'))
        };
        return Err(format!(
            "it begins with a dot, as in `{}`",
            proposal.replace("..", ".")
        ));
    }
    let mut path = Path {
        steps: Vec::new(),
        whole: true,
    };
    let mut rest = text;
    while !rest.is_empty() {
        if rest.starts_with("..") {
            path.whole = false;
            return Ok(path);
        }
        rest = if let Some(name) = rest.strip_prefix('.') {
            member(name, &mut path)?
        } else if let Some(inside) = rest.strip_prefix('[') {
            brackets(inside, &mut path)?
        } else {
            return Err(format!("`{rest}` follows a `]`; a dot is missing"));
        };
    }
    Ok(path)
}

/// The name after a dot, in which a backslash takes the meaning from the next character.
fn member<'a>(text: &'a str, path: &mut Path) -> Result<&'a str, String> {
    let mut name = String::new();
    let mut escaped = false;
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        if escaped {
            name.push(c);
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == '.' || c == '[' {
            end = at;
            break;
        } else if c.is_whitespace() {
            return Err("there is a blank in it".to_owned());
        } else {
            name.push(c);
        }
    }
    match (name.as_str(), end) {
        // `.[0]`, and `.*`, which is any member.
        ("", _) if text.starts_with('[') => {}
        ("", _) => return Err("a name is missing between or after dots".to_owned()),
        ("*", _) => path.whole = false,
        _ => path.steps.push(Step::Member(name)),
    }
    if path.whole { Ok(&text[end..]) } else { Ok("") }
}

/// What is in brackets: an index, a filter, or a quoted name.
fn brackets<'a>(text: &'a str, path: &mut Path) -> Result<&'a str, String> {
    let mut quote = None;
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '[' | '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, ']') if depth > 0 => depth -= 1,
            (None, ']') => {
                let inside = text[..at].trim();
                let name = ['\'', '"'].into_iter().find_map(|quote| {
                    inside
                        .strip_prefix(quote)
                        .and_then(|rest| rest.strip_suffix(quote))
                        .filter(|name| !name.contains(quote))
                });
                path.steps.push(match name {
                    Some(name) => Step::Member(name.to_owned()),
                    None if inside.is_empty() => {
                        return Err("nothing is in `[]`; write `[*]` or an index".to_owned());
                    }
                    None => Step::Item,
                });
                return Ok(&text[at + 1..]);
            }
            _ => {}
        }
    }
    Err("a `[` is not closed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps as text: members by name, items as `[]`, and `..` where it goes on in many places.
    fn steps(text: &str) -> String {
        match parse(text) {
            Ok(path) => {
                let mut steps: Vec<String> = path
                    .steps
                    .into_iter()
                    .map(|step| match step {
                        Step::Member(name) => name,
                        Step::Item => "[]".to_owned(),
                    })
                    .collect();
                if !path.whole {
                    steps.push("..".to_owned());
                }
                steps.join(" ")
            }
            Err(reason) => format!("! {reason}"),
        }
    }

    #[test]
    fn paths() {
        for (text, expected) in [
            (".spec.size", "spec size"),
            (".spec.a\\.b.c", "spec a.b c"),
            (".metadata.labels['a.b/c']", "metadata labels a.b/c"),
            (".metadata.labels[\"x\"].y", "metadata labels x y"),
            (".spec.hosts[0]", "spec hosts []"),
            (".spec.hosts[*].name", "spec hosts [] name"),
            (
                ".status.conditions[?(@.type==\"Re]ady\")].status",
                "status conditions [] status",
            ),
            (
                ".status.conditions[?(@.a[0]=='x')].status",
                "status conditions [] status",
            ),
            (".spec..name", "spec .."),
            (".spec.*", "spec .."),
            ("", "! it is empty; write one such as `.spec.size`"),
            ("spec.size", "! it begins with a dot, as in `.spec.size`"),
            ("$.spec.size", "! it begins with a dot, as in `.spec.size`"),
            ("{.spec.size}", "! it begins with a dot, as in `.spec.size`"),
            (".spec.", "! a name is missing between or after dots"),
            (".spec.my size", "! there is a blank in it"),
            (".spec.a[0", "! a `[` is not closed"),
            (".spec.a[]", "! nothing is in `[]`; write `[*]` or an index"),
            (".spec.a[0]b", "! `b` follows a `]`; a dot is missing"),
        ] {
            assert_eq!(steps(text), expected, "{text}");
        }
    }

    #[test]
    fn plain_paths() {
        for (text, plain) in [(".spec.size", true), (".spec.a[0]", false), (".spec..a", false)] {
            assert_eq!(parse(text).map(|path| path.is_plain()), Ok(plain), "{text}");
        }
    }
}

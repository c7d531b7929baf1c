//! Every function that rules can call, with its forms; one library a file.

mod constraint;
mod lists;
mod network;
mod numbers;
mod operators;
mod optionals;
mod standard;
mod strings;
mod time;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::types::{Library, Type};

/// One form of a function.
#[derive(Clone, Debug)]
pub(super) struct Overload {
    /// Its name in the tables, which costs go by.
    pub id: &'static str,
    /// Whether the first argument stands before a dot.
    pub member: bool,
    /// What it takes.
    pub arguments: Vec<Type>,
    /// What it gives.
    pub result: Type,
}

/// The forms of functions, by name.
pub(super) type Functions = BTreeMap<String, Vec<Overload>>;

/// Those that rules of a schema can call.
pub(super) static FUNCTIONS: LazyLock<Functions> = LazyLock::new(|| by_name(lines(&LIBRARIES)));

/// Those that constraints of OLM can call: CEL's own, which compare numbers of one kind only, and one more.
pub(super) static CONSTRAINT: LazyLock<Functions> = LazyLock::new(|| {
    let own = lines(&[operators::TABLE, standard::TABLE, time::TABLE, constraint::TABLE]);
    by_name(own.filter(|line| !operators::is_across_kinds(line)))
});

fn by_name(lines: impl Iterator<Item = &'static str>) -> Functions {
    let mut functions = Functions::new();
    for (name, overload) in lines.filter_map(parse) {
        functions.entry(name).or_default().push(overload);
    }
    functions
}

/// The names that stand for types.
pub(super) static TYPES: LazyLock<BTreeMap<&'static str, Type>> = LazyLock::new(|| {
    let list = Type::list(Type::Dyn);
    let map = Type::map(Type::Dyn, Type::Dyn);
    BTreeMap::from([
        ("bool", Type::Bool),
        ("bytes", Type::Bytes),
        ("double", Type::Double),
        ("google.protobuf.Duration", Type::Duration),
        ("google.protobuf.Timestamp", Type::Timestamp),
        ("int", Type::Int),
        ("list", list),
        ("map", map),
        ("net.CIDR", Type::Library(Library::Cidr)),
        ("net.IP", Type::Library(Library::Ip)),
        ("null_type", Type::Null),
        ("optional_type", Type::optional(Type::Dyn)),
        ("string", Type::String),
        ("type", Type::Meta(Arc::new(Type::Dyn))),
        ("uint", Type::Uint),
    ])
});

/// What exists under a name that is no function here, to tell those who bring it from elsewhere.
pub(super) fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "cel.bind" => {
            "CEL's `cel.bind` is not in Kubernetes; write the expression out, or use `[value].all(v, ..)`"
        }
        "includes" => "`includes` comes only with a later Kubernetes; write `value in list`",
        "math.greatest" | "math.least" | "math.abs" | "math.ceil" | "math.floor" | "math.round" => {
            "CEL's `math` is not in Kubernetes; compare with `?:`, or use `max()` and `min()` of a list"
        }
        "base64.encode" | "base64.decode" => "CEL's `base64` is not in Kubernetes",
        "jsonpatch.escapeKey" => "it exists only in policies that mutate",
        "existsOne" => "with one name it is written `exists_one`",
        "timestamp" => "the type of a point in time is `google.protobuf.Timestamp`",
        "duration" => "the type of a span of time is `google.protobuf.Duration`",
        "authorizer" => "it exists only in admission policies",
        _ => return None,
    })
}

/// What Kubernetes gives to rules.
const LIBRARIES: [&str; 8] = [
    operators::TABLE,
    standard::TABLE,
    time::TABLE,
    strings::TABLE,
    lists::TABLE,
    optionals::TABLE,
    network::TABLE,
    numbers::TABLE,
];

fn lines(tables: &[&'static str]) -> impl Iterator<Item = &'static str> {
    tables
        .iter()
        .flat_map(|table| table.lines())
        .map(str::trim)
        .filter(|line| !line.is_empty())
}

/// A line of a table: the id, then `type.name(types) -> type`, or `name(types) -> type` for what no value comes
/// before. Single capital letters are types that the call decides.
fn parse(line: &'static str) -> Option<(String, Overload)> {
    let (id, signature) = line.split_once(' ')?;
    let (call, result) = signature.trim().rsplit_once(" -> ")?;
    // The last parenthesis that opens at the outermost level begins the arguments.
    let mut depth = 0_usize;
    let mut open = None;
    for (at, c) in call.char_indices() {
        match c {
            '(' => {
                if depth == 0 {
                    open = Some(at);
                }
                depth += 1;
            }
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    let open = open?;
    let (head, arguments) = (&call[..open], call[open + 1..].strip_suffix(')')?);
    let mut arguments = separated(arguments)
        .into_iter()
        .map(read)
        .collect::<Option<Vec<_>>>()?;
    let receiver = head
        .rsplit_once('.')
        .and_then(|(ty, name)| Some((read(ty)?, name)));
    let (member, name) = match receiver {
        Some((ty, name)) => {
            arguments.insert(0, ty);
            (true, name)
        }
        None => (false, head),
    };
    let overload = Overload {
        id,
        member,
        arguments,
        result: read(result)?,
    };
    Some((name.to_owned(), overload))
}

/// The parts between the commas of the outermost level.
fn separated(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

fn read(text: &str) -> Option<Type> {
    if let Some((name, rest)) = text.split_once('(') {
        let inner = separated(rest.strip_suffix(')')?)
            .into_iter()
            .map(read)
            .collect::<Option<Vec<_>>>()?;
        return match (name, inner.as_slice()) {
            ("list", [item]) => Some(Type::list(item.clone())),
            ("map", [key, value]) => Some(Type::map(key.clone(), value.clone())),
            ("optional", [inner]) => Some(Type::optional(inner.clone())),
            ("type", [inner]) => Some(Type::Meta(Arc::new(inner.clone()))),
            _ => None,
        };
    }
    let library = || {
        let (_, library) = Library::NAMES.iter().find(|(name, _)| *name == text)?;
        Some(Type::Library(*library))
    };
    let letter = || {
        let mut chars = text.chars();
        let letter = chars.next().filter(char::is_ascii_uppercase)?;
        chars.next().is_none().then_some(Type::Param(letter as u32))
    };
    match text {
        "dyn" => Some(Type::Dyn),
        "null" => Some(Type::Null),
        "bool" => Some(Type::Bool),
        "int" => Some(Type::Int),
        "uint" => Some(Type::Uint),
        "double" => Some(Type::Double),
        "string" => Some(Type::String),
        "bytes" => Some(Type::Bytes),
        "duration" => Some(Type::Duration),
        "timestamp" => Some(Type::Timestamp),
        _ => library().or_else(letter),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{FUNCTIONS, LIBRARIES, constraint, lines, parse};

    #[test]
    fn every_line_of_the_tables_is_read() {
        let mut ids = BTreeSet::new();
        for line in lines(&LIBRARIES).chain(lines(&[constraint::TABLE])) {
            let (_, overload) = parse(line).unwrap_or_else(|| panic!("`{line}`"));
            assert!(ids.insert(overload.id), "`{}` is there twice", overload.id);
        }
        assert!(ids.len() > 200, "{}", ids.len());
    }

    #[test]
    fn forms_are_what_their_lines_say() {
        let shown = |name: &str| {
            FUNCTIONS[name]
                .iter()
                .map(|overload| {
                    let arguments: Vec<String> = overload.arguments.iter().map(ToString::to_string).collect();
                    format!(
                        "{} {} -> {}",
                        overload.member,
                        arguments.join(", "),
                        overload.result
                    )
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(
            shown("ip"),
            ["false string -> IP", "true CIDR -> IP"],
            "a name can be a function and a member"
        );
        assert_eq!(shown("sets.contains"), ["false list(dyn), list(dyn) -> bool"]);
        assert_eq!(
            shown("join"),
            [
                "true list(string) -> string",
                "true list(string), string -> string"
            ]
        );
        assert_eq!(shown("getQuery"), ["true URL -> map(string, list(string))"]);
    }
}

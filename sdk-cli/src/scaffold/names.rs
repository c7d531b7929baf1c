//! Which names a new operator may bear, and a better one for each that it may not.

use std::sync::LazyLock;

use kopr_model::names;
use miette::Diagnostic;
use thiserror::Error;

/// The longest ending that the manifests put behind the operator's name where a DNS label has to come of it:
/// that of the Service.
const LONGEST_SUFFIX: &str = "-metrics";

/// Longest name of an operator.
pub const NAME_MAX: usize = names::LABEL_MAX - LONGEST_SUFFIX.len();

/// A name that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error, Diagnostic)]
#[error("`{name}` cannot be the {what}: {why}")]
#[diagnostic(code(kopr::new::name))]
pub struct NameError {
    what: &'static str,
    name: String,
    why: String,
    #[help]
    help: String,
}

/// Keywords of every edition, reserved ones too.
static KEYWORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "as break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut \
     pub ref return self static struct super trait true type unsafe use where while async await abstract \
     become box do final gen macro override priv typeof unsized virtual yield try"
        .split_whitespace()
        .collect()
});

/// The one keyword that looks like a kind.
const SELF: &str = "Self";

/// Crates and folders that a package cannot share its name with.
const TAKEN: [(&str, &str); 12] = [
    ("alloc", "a crate of Rust itself has that name"),
    ("build", "cargo keeps a folder of that name beside the program"),
    ("core", "a crate of Rust itself has that name"),
    ("deps", "cargo keeps a folder of that name beside the program"),
    ("examples", "cargo keeps a folder of that name beside the program"),
    (
        "incremental",
        "cargo keeps a folder of that name beside the program",
    ),
    ("kopr", "the operator depends on a crate of that name"),
    ("proc-macro", "a crate of Rust itself has that name"),
    ("serde", "the operator depends on a crate of that name"),
    ("std", "a crate of Rust itself has that name"),
    ("test", "a crate of Rust itself has that name"),
    ("tests", "the operator's tests are in a folder of that name"),
];

/// Whether a word cannot be an identifier in Rust.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Checks the name of the package, which is the operator's name in the cluster too. `from_path` says that it is
/// the folder's name and nobody gave it.
pub fn package(name: &str, from_path: bool) -> Result<(), NameError> {
    let refused = |why: String, better: String| {
        let help = if from_path {
            format!("give the operator another name than its folder: `--name {better}`")
        } else {
            format!("try `--name {better}`")
        };
        Err(NameError {
            what: "name of an operator",
            name: name.to_owned(),
            why,
            help,
        })
    };
    if let Err(why) = names::dns_1035_label(name) {
        return refused(why, label(name));
    }
    if name.len() > NAME_MAX {
        let why = format!(
            "it has {} characters, and {NAME_MAX} are the limit, because its Service is called `NAME{LONGEST_SUFFIX}`",
            name.len()
        );
        return refused(why, label(name));
    }
    if is_keyword(name) {
        return refused("it is a keyword of Rust".to_owned(), format!("{name}-operator"));
    }
    if let Some((_, why)) = TAKEN.iter().find(|(taken, _)| *taken == name) {
        return refused((*why).to_owned(), format!("{name}-operator"));
    }
    Ok(())
}

/// Checks the API group.
pub fn group(group: &str) -> Result<(), NameError> {
    let refused = |why: String, help: String| {
        Err(NameError {
            what: "API group",
            name: group.to_owned(),
            why,
            help,
        })
    };
    let lower = group.to_lowercase().replace(['_', ' '], "-");
    if let Err(why) = names::api_group(group) {
        let better = if names::api_group(&lower).is_ok() {
            lower
        } else if names::dns_label(&lower).is_ok() {
            format!("{lower}.example.com")
        } else {
            "cache.example.com".to_owned()
        };
        return refused(
            why,
            format!("try `--group {better}`, with a domain of yours for `example.com`"),
        );
    }
    for reserved in ["k8s.io", "kubernetes.io"] {
        if group == reserved || group.ends_with(&format!(".{reserved}")) {
            return refused(
                format!(
                    "`{reserved}` is kept for Kubernetes' own kinds, and API servers refuse others there"
                ),
                "use a domain of yours, such as `--group cache.example.com`".to_owned(),
            );
        }
    }
    Ok(())
}

/// Checks the version of the API.
pub fn version(version: &str) -> Result<(), NameError> {
    names::dns_1035_label(version).map_err(|why| NameError {
        what: "API version",
        name: version.to_owned(),
        why,
        help: "use the form `v1alpha1`, `v1beta1` or `v1`".to_owned(),
    })
}

/// Whether a version has the form that Kubernetes sorts by: `v1`, `v2beta1`.
pub fn version_sorts(version: &str) -> bool {
    let Some(rest) = version.strip_prefix('v') else {
        return false;
    };
    let is_number =
        |text: &str| !text.is_empty() && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    ["alpha", "beta"]
        .iter()
        .find_map(|stage| rest.split_once(stage))
        .map_or_else(
            || is_number(rest),
            |(major, minor)| is_number(major) && is_number(minor),
        )
}

/// Checks the kind and that its CRD can have the name that follows from it.
pub fn kind(kind: &str, group: &str) -> Result<(), NameError> {
    let refused = |why: String, help: String| {
        Err(NameError {
            what: "kind",
            name: kind.to_owned(),
            why,
            help,
        })
    };
    if let Err(why) = names::kind(kind) {
        let better = pascal(kind);
        let help = if names::kind(&better).is_ok() && better != SELF {
            format!("try `--kind {better}`")
        } else {
            "use a name in PascalCase, such as `--kind Memcached`".to_owned()
        };
        return refused(why, help);
    }
    if kind == SELF {
        return refused(
            "it is a keyword of Rust, and the kind is also the name of a struct".to_owned(),
            "choose another word, such as `--kind Instance`".to_owned(),
        );
    }
    let plural = names::plural(kind);
    let crd = format!("{plural}.{group}");
    if let Err(why) = names::dns_1035_label(&plural).and_then(|()| names::dns_subdomain(&crd)) {
        return refused(
            format!("its CRD cannot be called `{crd}`: {why}"),
            "choose a shorter kind".to_owned(),
        );
    }
    Ok(())
}

/// The kind that a package's name suggests: `memcached-operator` -> `Memcached`.
pub fn kind_of_package(package: &str) -> String {
    let stem = ["-operator", "-controller"]
        .iter()
        .find_map(|end| package.strip_suffix(end))
        .unwrap_or(package);
    pascal(stem)
}

/// Name of a Rust module: `HTTP2Route` -> `http2_route`, `Match` -> `match_`.
pub fn module(name: &str) -> String {
    let snake = hyphenated(name).replace('-', "_");
    // A module in `api` or `controllers` must not bear the name of the one around it.
    let is_taken = is_keyword(&snake) || ["api", "controllers"].contains(&snake.as_str());
    if is_taken { format!("{snake}_") } else { snake }
}

/// The nearest name that [`package`] takes.
fn label(name: &str) -> String {
    let mut label = hyphenated(name);
    if label.starts_with(|first: char| first.is_ascii_digit()) {
        label.insert_str(0, "operator-");
    }
    label.truncate(NAME_MAX);
    let label = label.trim_end_matches('-');
    if label.is_empty() {
        "my-operator".to_owned()
    } else if is_keyword(label) || TAKEN.iter().any(|(taken, _)| *taken == label) {
        format!("{label}-operator")
    } else {
        label.to_owned()
    }
}

/// Lower-case words joined by `-`: a hump begins a word, and so does whatever is no letter or digit.
fn hyphenated(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let mut words = String::new();
    for (index, &character) in characters.iter().enumerate() {
        if !character.is_ascii_alphanumeric() {
            if !words.is_empty() && !words.ends_with('-') {
                words.push('-');
            }
            continue;
        }
        let before = index.checked_sub(1).and_then(|index| characters.get(index));
        let after = characters.get(index + 1);
        // `kB` begins a word, and so does the last capital of `HTTPRoute` and `HTTP2Route`.
        let hump = character.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || (before.is_ascii_alphanumeric() && after.is_some_and(char::is_ascii_lowercase))
            });
        if hump && !words.is_empty() && !words.ends_with('-') {
            words.push('-');
        }
        words.push(character.to_ascii_lowercase());
    }
    words.trim_end_matches('-').to_owned()
}

/// Words joined with a capital each; capitals that are there stay.
fn pascal(name: &str) -> String {
    name.split(|character: char| !character.is_ascii_alphanumeric())
        .flat_map(|word| {
            let mut characters = word.chars();
            characters
                .next()
                .into_iter()
                .map(|first| first.to_ascii_uppercase())
                .chain(characters)
                .collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;

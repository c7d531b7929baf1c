//! Names that the SDK and the manifests have to agree on, and the rules for names in Kubernetes.

/// Port of `/metrics` without TLS.
pub const METRICS_PORT: u16 = 8080;
/// Port of `/metrics` over TLS.
pub const METRICS_TLS_PORT: u16 = 8443;
/// Port of `/healthz` and `/readyz`.
pub const HEALTH_PORT: u16 = 8081;
/// Name of the metrics port in pod and Service.
pub const METRICS: &str = "metrics";
/// Name of the health port in the pod.
pub const HEALTH: &str = "health";

/// Longest DNS label: names of Services, namespaces, ports' owners and label values.
pub const LABEL_MAX: usize = 63;
/// Longest DNS subdomain: API groups and most object names.
pub const SUBDOMAIN_MAX: usize = 253;

/// Why a name is refused: lower case, to follow "`x` is not a DNS label: ".
pub type Refusal = String;

/// A DNS-1123 label: at most 63 of `a-z`, `0-9`, `-`, beginning and ending with a letter or digit.
pub fn dns_label(name: &str) -> Result<(), Refusal> {
    charset(name, LABEL_MAX, "-")
}

/// A DNS-1035 label: a DNS-1123 label that begins with a letter. Kinds' plurals, versions, short names.
pub fn dns_1035_label(name: &str) -> Result<(), Refusal> {
    dns_label(name)?;
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => Err(format!("it begins with the digit `{first}`")),
        _ => Ok(()),
    }
}

/// A DNS-1123 subdomain: labels joined by dots, 253 characters at most. API groups, most object names.
pub fn dns_subdomain(name: &str) -> Result<(), Refusal> {
    if name.len() > SUBDOMAIN_MAX {
        return Err(format!(
            "it has {} characters, {SUBDOMAIN_MAX} are the limit",
            name.len()
        ));
    }
    if name.is_empty() {
        return Err("it is empty".to_owned());
    }
    for part in name.split('.') {
        if part.is_empty() {
            return Err("a part between dots is empty".to_owned());
        }
        charset(part, SUBDOMAIN_MAX, "-")?;
    }
    Ok(())
}

/// An API group of a custom resource: a DNS-1123 subdomain with at least one dot.
pub fn api_group(group: &str) -> Result<(), Refusal> {
    dns_subdomain(group)?;
    if group.contains('.') {
        Ok(())
    } else {
        Err("it has no dot; add your domain".to_owned())
    }
}

/// A kind: `PascalCase` letters and digits, a DNS-1035 label once lower-cased.
pub fn kind(kind: &str) -> Result<(), Refusal> {
    let Some(first) = kind.chars().next() else {
        return Err("it is empty".to_owned());
    };
    if !first.is_ascii_uppercase() {
        return Err(format!("it begins with `{first}`, not with a capital letter"));
    }
    if let Some(odd) = kind.chars().find(|c| !c.is_ascii_alphanumeric()) {
        return Err(format!("`{odd}` is not a letter or digit"));
    }
    if kind.len() > LABEL_MAX {
        return Err(format!(
            "it has {} characters, {LABEL_MAX} are the limit",
            kind.len()
        ));
    }
    Ok(())
}

fn charset(name: &str, max: usize, also: &str) -> Result<(), Refusal> {
    if name.is_empty() {
        return Err("it is empty".to_owned());
    }
    if let Some(odd) = name
        .chars()
        .find(|c| !(c.is_ascii_lowercase() || c.is_ascii_digit() || also.contains(*c)))
    {
        return Err(if odd.is_ascii_uppercase() {
            format!("`{odd}` is a capital letter")
        } else {
            format!("`{odd}` is not one of a-z, 0-9 or `-`")
        });
    }
    if name.starts_with('-') || name.ends_with('-') {
        return Err("it begins or ends with `-`".to_owned());
    }
    if name.len() > max {
        return Err(format!("it has {} characters, {max} are the limit", name.len()));
    }
    Ok(())
}

/// The plural of a kind in lower case, by the naive English rule that kube-rs and the Go tools share for
/// regular words: `s`, `x`, `z`, `ch`, `sh` take `es`; a consonant and `y` takes `ies`; all else `s`.
pub fn plural(kind: &str) -> String {
    let word = kind.to_lowercase();
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end)) {
        return format!("{word}es");
    }
    if let Some(stem) = word.strip_suffix('y')
        && stem.chars().last().is_some_and(|c| !"aeiou".contains(c))
    {
        return format!("{stem}ies");
    }
    format!("{word}s")
}

/// A name in words, a JSON name or a kind: `readyReplicas` is `Ready Replicas`, `podIP` is
/// `Pod IP`.
pub fn heading(name: &str) -> String {
    let mut out = String::new();
    let mut previous: Option<char> = None;
    for c in name.chars().map(|c| if c == '_' || c == '-' { ' ' } else { c }) {
        match previous {
            None | Some(' ') => out.extend(c.to_uppercase()),
            Some(before) => {
                if c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()) {
                    out.push(' ');
                }
                out.push(c);
            }
        }
        previous = Some(c);
    }
    out
}

/// Words that a rule in CEL may not use bare for a member.
pub const CEL_RESERVED: [&str; 21] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// The name of a member as a rule in CEL has it: `x-y` is `x__dash__y`, a reserved word gets underscores; none
/// where no rule can reach a member of that name.
///
/// Source: the API server escapes names so, in `apiextensions-apiserver/pkg/apiserver/schema/cel/model`.
pub fn cel(name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if CEL_RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let mut escaped = String::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let (taken, word) = if rest.starts_with("__") {
            (2, "__underscores__")
        } else {
            match c {
                '.' => (1, "__dot__"),
                '-' => (1, "__dash__"),
                '/' => (1, "__slash__"),
                c if c.is_ascii_alphanumeric() || c == '_' => {
                    escaped.push(c);
                    rest = &rest[1..];
                    continue;
                }
                _ => return None,
            }
        };
        escaped.push_str(word);
        rest = &rest[taken..];
    }
    Some(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_cel() {
        for (name, expected) in [
            ("size", Some("size")),
            ("x-y", Some("x__dash__y")),
            ("a.b", Some("a__dot__b")),
            ("a/b", Some("a__slash__b")),
            ("a__b", Some("a__underscores__b")),
            ("a___b", Some("a__underscores___b")),
            ("_a", Some("_a")),
            ("-", Some("__dash__")),
            ("namespace", Some("__namespace__")),
            ("namespaces", Some("namespaces")),
            ("in", Some("__in__")),
            ("1st", None),
            ("", None),
            ("a b", None),
            ("$ref", None),
            ("größe", None),
        ] {
            assert_eq!(cel(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn headings() {
        for (name, expected) in [
            ("size", "Size"),
            ("readyReplicas", "Ready Replicas"),
            ("podIP", "Pod IP"),
            ("url_v2", "Url V2"),
            ("x-y", "X Y"),
        ] {
            assert_eq!(heading(name), expected);
        }
    }

    #[test]
    fn plurals() {
        for (kind, expected) in [
            ("Memcached", "memcacheds"),
            ("Gateway", "gateways"),
            ("Policy", "policies"),
            ("Prometheus", "prometheuses"),
            ("Podinfo", "podinfos"),
            ("DNS", "dnses"),
            ("NetworkChaos", "networkchaoses"),
            ("Data", "datas"),
            ("Match", "matches"),
        ] {
            assert_eq!(plural(kind), expected, "{kind}");
        }
    }

    #[test]
    fn groups_and_kinds() {
        assert!(api_group("cache.example.com").is_ok());
        for bad in ["cache", "Cache.example.com", "cache..com", "-a.b", "a_b.c", ""] {
            assert!(api_group(bad).is_err(), "{bad}");
        }
        for good in ["Memcached", "HTTP2Route", "DNS", "Self", "Box"] {
            assert!(kind(good).is_ok(), "{good}");
        }
        for bad in ["memcached", "Mem-cached", "", "Äpfel", "1st"] {
            assert!(kind(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn labels() {
        assert!(dns_1035_label("v1alpha1").is_ok());
        for bad in ["1", "V1", "v0.1", "a_b", "-a", "a-", &"a".repeat(64)] {
            assert!(dns_1035_label(bad).is_err(), "{bad}");
        }
    }
}

//! Links: what labels and annotations say of the object that a child belongs to, where no owner reference can.

use crate::KindRef;

/// Label of linked children: the operator that has linked them. Its watches ask for it.
pub fn operator_label(domain: &str) -> String {
    format!("{domain}/linked-by")
}

/// Label of linked children: the uid of the object that they belong to.
pub fn uid_label(domain: &str) -> String {
    format!("{domain}/linked-uid")
}

/// Annotation of linked children: the object that they belong to, as [`target`] writes it. No label, since names
/// may be longer than the value of one.
pub fn target_annotation(domain: &str) -> String {
    format!("{domain}/linked-to")
}

/// `<kind>.<group>/<namespace>/<name>`; no dot and group for the core group.
pub fn target(kind: &KindRef, namespace: &str, name: &str) -> String {
    format!("{}/{namespace}/{name}", of_group(kind))
}

/// Namespace and name of the object that a target names, if it is of that kind.
pub fn parse<'a>(kind: &KindRef, target: &'a str) -> Option<(&'a str, &'a str)> {
    let (namespace, name) = target
        .strip_prefix(&of_group(kind))?
        .strip_prefix('/')?
        .split_once('/')?;
    (!namespace.is_empty() && !name.is_empty()).then_some((namespace, name))
}

fn of_group(kind: &KindRef) -> String {
    if kind.group.is_empty() {
        kind.kind.clone()
    } else {
        format!("{}.{}", kind.kind, kind.group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_target_names() {
        let kind = |group: &str, kind: &str| KindRef {
            group: group.to_owned(),
            kind: kind.to_owned(),
            ..KindRef::default()
        };
        let (team, secret) = (kind("x.io", "Team"), kind("", "Secret"));
        assert_eq!(target(&team, "n", "a"), "Team.x.io/n/a");
        assert_eq!(target(&secret, "n", "a.b"), "Secret/n/a.b");
        for (kind, text, expected) in [
            (&team, "Team.x.io/n/a", Some(("n", "a"))),
            (&secret, "Secret/n/a.b", Some(("n", "a.b"))),
            (&secret, "Team.x.io/n/a", None),
            (&kind("x.io", "Teams"), "Team.x.io/n/a", None),
            (&kind("", "Team"), "Team.x.io/n/a", None),
            (&team, "Team.x.io/n", None),
            (&team, "Team.x.io//a", None),
            (&team, "", None),
        ] {
            assert_eq!(parse(kind, text), expected, "{text}");
        }
    }
}

//! "Did you mean": the nearest of the words that would have been right.

/// The candidate that a typo most likely meant, if one is near enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        let likeness = strsim::jaro_winkler(word, candidate);
        // The threshold that clap uses with the same measure.
        if likeness > 0.8 && best.is_none_or(|(likest, _)| likeness > likest) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// "did you mean `x`?" and the list of what exists.
pub fn help(word: &str, candidates: &[&str]) -> String {
    let list = candidates
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ");
    match nearest(word, candidates.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? There are: {list}"),
        None if list.is_empty() => "there are none".to_owned(),
        None => format!("there are: {list}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{help, nearest};

    #[test]
    fn typos_find_their_word() {
        let words = ["crds", "deployment", "kustomization", "replicas"];
        for (typo, expected) in [
            ("crd", Some("crds")),
            ("replica", Some("replicas")),
            ("kustomisation", Some("kustomization")),
            ("xyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(typo, words), expected, "{typo}");
        }
        assert_eq!(
            help("crd", &["crds", "rbac"]),
            "did you mean `crds`? There are: `crds`, `rbac`"
        );
        assert_eq!(help("zzz", &["crds"]), "there are: `crds`");
    }
}

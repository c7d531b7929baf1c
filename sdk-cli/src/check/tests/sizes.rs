//! The size of a CRD, and what is said of it in each way of applying.

use serde_json::json;

use super::{findings, kind, operator};

/// A kind with two big fields.
fn big(bytes: usize) -> serde_json::Value {
    kind(json!({
        "field": { "type": "object", "properties": {
            "small": { "type": "string" },
            "big": { "type": "string", "description": "x".repeat(bytes) },
            "other": { "type": "array", "items": { "type": "string", "pattern": "y".repeat(bytes / 3) } },
        }},
        "version": { "sources": {
            "/properties/spec/properties/field/properties/big": { "item": "demo::Spec::big", "file": "src/api.rs", "line": 3 },
        }},
    }))
}

#[test]
fn the_way_of_applying_decides() {
    let server_side = "[deploy]\napply = \"server-side\"";
    // bytes of a description, settings, how it begins and what it has
    for (bytes, settings, says) in [
        (150_000, "", &[][..]),
        (
            240_000,
            "",
            &[
                "error Z1: memcacheds.cache.example.com: the CRD has 320",
                " bytes, 240017 of them descriptions; `kubectl apply` without `--server-side` takes 262144 at most; the biggest parts are \
                 `v1 .spec.field.big` (240034 bytes from `demo::Spec::big`), `v1 .spec.field.other[]` (80",
                "help: leave descriptions out with `docs = \"none\"`, or cut them with `docs = \"short\"`",
                "say so with `apply = \"server-side\"` under `[deploy]` in kopr.toml",
            ],
        ),
        (
            240_000,
            "[deploy]\napply = \"client-side\"",
            &["error Z1: memcacheds.cache.example.com: the CRD has 320"],
        ),
        (
            240_000,
            server_side,
            &[
                "note Z1: memcacheds.cache.example.com: the CRD has 320",
                "help: apply it with `kubectl apply --server-side`",
            ],
        ),
        (
            1_500_000,
            server_side,
            &[
                "error Z1: memcacheds.cache.example.com: the CRD has 2000",
                "1572864 are the limit of a request",
            ],
        ),
    ] {
        // The pattern is no regular expression that anybody would compile.
        let found = findings(&operator(&[big(bytes)]), settings);
        let found: Vec<_> = found.iter().filter(|line| line.contains(" Z1: ")).collect();
        assert_eq!(found.len(), usize::from(!says.is_empty()), "{bytes}: {found:?}");
        for text in says {
            assert!(found[0].contains(text), "{text}\n{}", found[0]);
        }
    }
}

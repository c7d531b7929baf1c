//! Rendering without building.

use super::*;

fn answers(package: &str, kind: &str, cluster: bool) -> Answers {
    Answers {
        package: package.to_owned(),
        kind: kind.to_owned(),
        group: "cache.example.com".to_owned(),
        version: "v1alpha1".to_owned(),
        cluster,
        sdk: Sdk::Version("0.1.0".to_owned()),
        workspace: Workspace::None,
    }
}

#[test]
fn paths() {
    let files = render(&answers("memcached-operator", "Memcached", false)).expect("rendered");
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            ".dockerignore",
            ".github/workflows/ci.yml",
            ".gitignore",
            "Cargo.toml",
            "Dockerfile",
            "README.md",
            "kopr.toml",
            "src/api/mod.rs",
            "src/api/v1alpha1.rs",
            "src/controllers/memcached.rs",
            "src/controllers/mod.rs",
            "src/lib.rs",
            "src/main.rs",
            "tests/memcached.rs",
        ]
    );
}

#[test]
fn every_text_ends_well_and_has_no_delimiter_left() {
    for (kind, cluster) in [
        ("Memcached", false),
        ("Memcached", true),
        ("Vec", true),
        ("Status", false),
    ] {
        for file in render(&answers("x", kind, cluster)).expect("rendered") {
            let text = &file.text;
            assert!(
                text.ends_with('\n') && !text.ends_with("\n\n"),
                "{}: {text}",
                file.path
            );
            for (start, end) in DELIMITERS {
                let left = text.contains(start) && text.contains(end);
                assert!(!left || start == "[#", "{}: {text}", file.path);
            }
            assert!(
                text.lines().all(|line| line.trim_end() == line),
                "{}: {text}",
                file.path
            );
            assert!(!text.contains("\n\n\n"), "{}: {text}", file.path);
        }
    }
}

#[test]
fn manifests_are_toml() {
    for workspace in [Workspace::None, Workspace::Own, Workspace::Member] {
        for sdk in [
            Sdk::Version("1".to_owned()),
            Sdk::Git("https://example.com/kopr".to_owned(), None),
            Sdk::Checkout("/with a blank and \"quotes\"".into()),
        ] {
            let answers = Answers {
                sdk,
                workspace,
                ..answers("x", "Memcached", false)
            };
            for file in render(&answers)
                .expect("rendered")
                .iter()
                .filter(|file| file.path.extension() == Some("toml"))
            {
                let table = file.text.parse::<toml::Table>();
                let table = table.unwrap_or_else(|error| panic!("{}: {error}\n{}", file.path, file.text));
                if file.path == "Cargo.toml" {
                    assert_eq!(table.contains_key("workspace"), workspace == Workspace::Own);
                    assert_eq!(table.contains_key("profile"), workspace != Workspace::Member);
                    assert_eq!(table["dependencies"].as_table().map(toml::Table::len), Some(2));
                }
            }
        }
    }
}

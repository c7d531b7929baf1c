//! The files of `kopr new`.

use crate::{Existing, Template};

/// Every file of a new operator, sorted by path.
pub const PROJECT: &[Template] = &[
    keep(".dockerignore", include_str!("../project/.dockerignore.tera")),
    refuse(
        ".github/workflows/ci.yml",
        include_str!("../project/.github/workflows/ci.yml.tera"),
    ),
    keep(".gitignore", include_str!("../project/.gitignore.tera")),
    refuse("Cargo.toml", include_str!("../project/Cargo.toml.tera")),
    refuse("Dockerfile", include_str!("../project/Dockerfile.tera")),
    keep("README.md", include_str!("../project/README.md.tera")),
    refuse("kopr.toml", include_str!("../project/kopr.toml.tera")),
    refuse(
        "src/api/[[ version_module ]].rs",
        include_str!("../project/src/api/version.rs.tera"),
    ),
    refuse("src/api/mod.rs", include_str!("../project/src/api/mod.rs.tera")),
    refuse(
        "src/controllers/[[ module ]].rs",
        include_str!("../project/src/controllers/kind.rs.tera"),
    ),
    refuse(
        "src/controllers/mod.rs",
        include_str!("../project/src/controllers/mod.rs.tera"),
    ),
    refuse("src/lib.rs", include_str!("../project/src/lib.rs.tera")),
    refuse("src/main.rs", include_str!("../project/src/main.rs.tera")),
    refuse(
        "tests/[[ module ]].rs",
        include_str!("../project/tests/kind.rs.tera"),
    ),
];

const fn refuse(path: &'static str, text: &'static str) -> Template {
    Template {
        path,
        text,
        existing: Existing::Refuse,
    }
}

const fn keep(path: &'static str, text: &'static str) -> Template {
    Template {
        path,
        text,
        existing: Existing::Keep,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::PROJECT;

    #[test]
    fn sorted_by_path() {
        assert!(PROJECT.is_sorted_by_key(|template| template.path));
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_table_once() {
        let mut files = Vec::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("project"), &mut files);
        files.sort();
        let mut embedded: Vec<String> = PROJECT.iter().map(|template| template.text.to_owned()).collect();
        embedded.sort();
        assert_eq!(files, embedded);
    }

    fn collect(folder: &Path, files: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("the entry is readable").path();
            if path.is_dir() {
                collect(&path, files);
            } else {
                assert_eq!(
                    path.extension().and_then(|end| end.to_str()),
                    Some("tera"),
                    "{}",
                    path.display()
                );
                files.push(std::fs::read_to_string(&path).expect("the file is text"));
            }
        }
    }
}

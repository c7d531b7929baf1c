//! The Rust code of the book and the README, as doc tests. One module a page, so that a failure names it.

/// Pages with Rust code; a test of `kopr-cli` fails where one is missing.
macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {
        $(
            #[doc = include_str!(concat!("../../", $path))]
            mod $name {}
        )*
    };
}

pages! {
    readme: "README.md",
    attributes: "book/src/reference/attributes.md",
    concepts: "book/src/concepts.md",
    custom_resources: "book/src/guide/custom-resources.md",
    descriptors: "book/src/reference/descriptors.md",
    describing: "book/src/guide/describing.md",
    handlers: "book/src/guide/handlers.md",
    testing: "book/src/guide/testing.md",
}

//! The command line as its users see it. The transcripts are pages of the book too.
//!
//! After a wanted change: `TRYCMD=overwrite cargo test -p kopr-cli --test cmd`, and read the diff.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.md")
        .insert_var("[VERSION]", env!("CARGO_PKG_VERSION"))
        .expect("the name of a variable")
        .run();
}

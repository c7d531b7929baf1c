//! Versions that fit and versions that do not.

use miette::Diagnostic as _;
use serde_json::{Value, json};

use super::*;

fn description(major: u32, minor: u32, operator: &Value) -> Value {
    json!({"kopr_model": {"major": major, "minor": minor}, "kopr": "7.8.9", "operator": operator})
}

fn operator() -> Value {
    json!({
        "name": "x", "domain": "x.example.com", "package": {"name": "x", "version": "1.0.0"},
        "ports": [{"name": "metrics", "number": 8080}],
    })
}

fn origin() -> Origin {
    let sdk = Sdk {
        manifest: Some("x/Cargo.toml".to_owned()),
        checkout: None,
    };
    Origin {
        name: "target/debug/x".to_owned(),
        by_program: true,
        sdk,
    }
}

fn read_value(value: &Value) -> Result<Described, LoadError> {
    read(&serde_json::to_vec(value).expect("JSON"), &origin())
}

#[test]
fn the_same_version() {
    let SchemaVersion { major, minor } = SCHEMA_VERSION;
    let Ok(Described::Operator(found, warnings)) = read_value(&description(major, minor, &operator())) else {
        panic!("it is an operator")
    };
    assert_eq!(found.name, "x");
    assert!(warnings.is_empty(), "{warnings:?}");
}

#[test]
fn a_newer_minor_warns_of_what_it_cannot_read() {
    let SchemaVersion { major, minor } = SCHEMA_VERSION;
    let mut operator = operator();
    operator["moods"] = json!(["good"]);
    operator["nothing"] = json!([]);
    operator["ports"][0]["colour"] = json!("red");
    let Ok(Described::Operator(_, warnings)) = read_value(&description(major, minor + 1, &operator)) else {
        panic!("it is an operator")
    };
    assert_eq!(
        warnings,
        [format!(
            "`target/debug/x` describes itself in version {major}.{}, newer than {SCHEMA_VERSION}, which this kopr \
             reads; not understood and left out: `operator.moods`, `operator.ports[].colour`; bring this command up \
             to date: `cargo install --locked kopr-cli --version =7.8.9`",
            minor + 1
        )]
    );
}

#[test]
fn other_majors_are_refused_before_anything_else_is_read() {
    let newer = description(SCHEMA_VERSION.major + 1, 0, &json!("of another shape"));
    let older = description(SCHEMA_VERSION.major - 1, 9, &json!("of another shape"));
    let cli = env!("CARGO_PKG_VERSION");
    for (value, mend) in [
        (
            newer,
            "bring this command up to date: `cargo install --locked kopr-cli --version =7.8.9`".to_owned(),
        ),
        (
            older,
            format!(
                "bring the operator's kopr up to date: `cargo add kopr@{cli} --manifest-path x/Cargo.toml`"
            ),
        ),
    ] {
        let error = read_value(&value).expect_err("another major");
        let found = version(&value).expect("it has a version");
        assert_eq!(
            error.to_string(),
            format!(
                "`target/debug/x` describes itself in version {found} (kopr 7.8.9), and this kopr {cli} reads version {SCHEMA_VERSION}"
            )
        );
        assert_eq!(error.help().expect("there is a way out").to_string(), mend);
    }
}

#[test]
fn a_newer_minor_that_cannot_be_read_is_a_mismatch() {
    let SchemaVersion { major, minor } = SCHEMA_VERSION;
    let error =
        read_value(&description(major, minor + 1, &json!("of another shape"))).expect_err("unreadable");
    assert!(matches!(error, LoadError::Version { .. }), "{error}");
}

#[test]
fn what_is_no_description() {
    for text in [
        "",
        "no JSON",
        "{}",
        "[]",
        "{\"kopr_model\": 1}",
        "{\"kopr_model\": {\"major\": -1, \"minor\": 0}}",
    ] {
        let error = read(text.as_bytes(), &origin()).expect_err(text);
        assert!(
            matches!(error, LoadError::NotADescription { .. }),
            "{text}: {error}"
        );
    }
    let error = read_value(&description(
        SCHEMA_VERSION.major,
        SCHEMA_VERSION.minor,
        &json!({}),
    ))
    .expect_err("empty");
    assert!(error.to_string().contains("missing field"), "{error}");
}

#[test]
fn a_checkout_is_mended_by_building_from_it() {
    let sdk = Sdk {
        checkout: Some("/src/kopr".to_owned()),
        ..Sdk::default()
    };
    let newer = SchemaVersion {
        major: SCHEMA_VERSION.major + 1,
        minor: 0,
    };
    assert_eq!(
        mend(newer, "7.8.9", &sdk),
        "bring this command up to date: `cargo install --locked --path /src/kopr/sdk-cli`"
    );
}

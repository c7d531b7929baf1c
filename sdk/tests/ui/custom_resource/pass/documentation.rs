//! Doc comments in every form become descriptions.

use kopr::prelude::*;

/// First line,
/// second line.
///
/// A paragraph with `code`,   blanks and {{ braces }}.
///
/// ```yaml
/// size:
///   nested: 3
/// ```
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "docs.example.com", version = "v1", kind = "Lines", namespaced)]
pub struct LinesSpec {
    #[doc = "said with an attribute"]
    pub attribute: i32,
    #[doc = concat!("said ", "with a macro")]
    pub expression: i32,
    /** said in a block
     * of two lines */
    pub block: i32,
    /// The field's own text wins over that of its type.
    pub own: Inner,
    pub inherited: Inner,
    pub none: i32,
}

/// The type's text.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Inner {
    x: i32,
}

#[doc = concat!("A kind described ", "with a macro.")]
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "docs.example.com", version = "v1", kind = "Computed", namespaced)]
pub struct ComputedSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "docs.example.com", version = "v1", kind = "Silent", namespaced)]
pub struct SilentSpec {}

#[test]
fn descriptions() {
    let model = Operator::new("docs-operator")
        .crd::<Lines>()
        .crd::<Computed>()
        .crd::<Silent>()
        .describe()
        .expect("texts are free");
    let [computed, lines, silent] = model.resources.as_slice() else {
        panic!("three kinds, sorted")
    };
    let text = "First line,\nsecond line.\n\nA paragraph with `code`,   blanks and {{ braces }}.\n\n\
                ```yaml\nsize:\n  nested: 3\n```";
    let schema = &lines.versions[0].schema;
    assert_eq!(schema["description"], text);
    let of = |field: &str| {
        let text = &schema["properties"]["spec"]["properties"][field]["description"];
        text.as_str().map(str::to_owned)
    };
    for (field, expected) in [
        ("attribute", Some("said with an attribute")),
        ("expression", Some("said with a macro")),
        ("block", Some("said in a block\nof two lines")),
        ("own", Some("The field's own text wins over that of its type.")),
        ("inherited", Some("The type's text.")),
        ("none", None),
    ] {
        assert_eq!(of(field).as_deref(), expected, "{field}");
    }
    assert_eq!(
        computed.versions[0].schema["description"],
        "A kind described with a macro."
    );
    assert!(silent.versions[0].schema.get("description").is_none());
}

//! The schema of whole objects: what serde reads and no schema has, and names that are taken.

use kopr::model::ResourceVersion;
use kopr::prelude::*;

fn version<K: kopr::Primary>() -> ResourceVersion {
    let model = Operator::new("object-operator")
        .crd::<K>()
        .describe()
        .expect("it can be described");
    model.resources[0].versions[0].clone()
}

/// A manifest that uses the alias would lose the field without a word.
#[test]
fn aliases_never_reach_the_operator() {
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(group = "object.example.com", version = "v1", kind = "Aliased", namespaced)]
    struct AliasedSpec {
        #[serde(alias = "old", alias = "older")]
        new: String,
        #[serde(rename = "x-y")]
        other: Inner,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    struct Inner {
        #[serde(alias = "before")]
        after: i32,
    }
    let losses: Vec<String> = version::<Aliased>()
        .losses
        .iter()
        .map(|loss| format!("{}: {}", loss.path, loss.reason))
        .collect();
    let lost = |path: &str, names: &str| {
        format!(
            "{path}: what is written as {names}, which serde would read too: the API server knows the field under its own name only, and prunes others before the operator sees them"
        )
    };
    assert_eq!(
        losses,
        [
            lost(".spec.new", "`old` or `older`"),
            lost(".spec.x-y.after", "`before`"),
        ]
    );
}

/// What serde does and schemars does not tell: the tag of a struct, and the variant for all other names.
#[test]
fn tags_and_others() {
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(group = "object.example.com", version = "v1", kind = "Tagged", namespaced)]
    struct TaggedSpec {
        inner: Inner,
        kind: Kinds,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "type", rename = "in")]
    struct Inner {
        size: i32,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "is")]
    enum Kinds {
        One {
            a: i32,
        },
        #[serde(other)]
        Others,
    }
    let version = version::<Tagged>();
    assert_eq!(
        version.schema["properties"]["spec"]["properties"]["inner"]["properties"]["type"]["enum"][0],
        "in"
    );
    let [loss] = version.losses.as_slice() else {
        panic!("{:?}", version.losses)
    };
    assert!(loss.reason.starts_with("names that no variant has"), "{loss:?}");
}

/// Defaults of the whole type come from its own `Default`, also where rules stand on it.
#[test]
fn a_type_with_defaults_and_rules() {
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(
        group = "object.example.com",
        version = "v1",
        kind = "Defaulted",
        namespaced,
        rule = "self.a != self.b",
        validation = "self.metadata.name != 'a'"
    )]
    #[serde(default)]
    struct DefaultedSpec {
        #[schemars(length(min = 1))]
        a: String,
        b: String,
    }
    impl Default for DefaultedSpec {
        fn default() -> Self {
            Self {
                a: "one".to_owned(),
                b: "two".to_owned(),
            }
        }
    }
    let schema = version::<Defaulted>().schema;
    let spec = &schema["properties"]["spec"];
    assert_eq!(spec["properties"]["a"]["default"], "one");
    assert_eq!(spec["properties"]["a"]["minLength"], 1);
    assert_eq!(spec["x-kubernetes-validations"][0]["rule"], "self.a != self.b");
    assert_eq!(
        schema["x-kubernetes-validations"][0]["rule"],
        "self.metadata.name != 'a'"
    );
}

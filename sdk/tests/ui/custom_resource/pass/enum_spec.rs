//! Enums as specs, in the forms that serde has.

use kopr::prelude::*;

/// One of two things to do.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[kopr(group = "tasks.example.com", version = "v1", kind = "Task", namespaced)]
#[serde(rename_all = "camelCase")]
pub enum TaskSpec {
    /// Copies a file.
    Copy {
        /// Where it is.
        from: String,
        to: String,
    },
    /// Wipes a folder.
    Wipe(Wipe),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Wipe {
    path: String,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "tasks.example.com", version = "v1", kind = "Tagged", namespaced)]
#[serde(tag = "type")]
pub enum TaggedSpec {
    Copy { from: String },
    Wipe(Wipe),
    Nothing,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "tasks.example.com", version = "v1", kind = "Adjacent", namespaced)]
#[serde(tag = "type", content = "value")]
pub enum AdjacentSpec {
    Copy { from: String },
    Wipe(Wipe),
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "tasks.example.com", version = "v1", kind = "Untagged", namespaced)]
#[serde(untagged)]
pub enum UntaggedSpec {
    Copy { from: String },
    Wipe(Wipe),
}

#[test]
fn an_enum_is_a_spec() {
    let wipe = TaskSpec::Wipe(Wipe {
        path: "/tmp".to_owned(),
    });
    let task = Task::new("wipe", wipe.clone());
    assert_eq!(task.spec, wipe);
    let model = Operator::new("task-operator")
        .crd::<Task>()
        .crd::<Tagged>()
        .crd::<Adjacent>()
        .crd::<Untagged>()
        .describe()
        .expect("all four forms have a schema");
    for resource in model.resources {
        let spec = &resource.versions[0].schema["properties"]["spec"];
        assert_eq!(spec["type"], "object", "{}", resource.kind);
    }
}

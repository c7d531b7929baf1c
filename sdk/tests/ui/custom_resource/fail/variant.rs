//! `kopr` on a variant and on a field of one.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "tasks.example.com", version = "v1", kind = "Task", namespaced)]
pub enum TaskSpec {
    #[kopr(column)]
    Copy {
        from: String,
    },
    Wipe(#[kopr(column)] Wipe),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Wipe {
    path: String,
}

fn spec(task: &Task) -> &TaskSpec {
    &task.spec
}

fn main() {
    let _ = spec;
}

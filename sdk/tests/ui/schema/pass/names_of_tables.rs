//! Types with the names that derived tables are made of.

use kopr::prelude::*;

macro_rules! types {
    ($($name:ident)*) => {
        $(
            #[derive(Schema, Serialize, Deserialize)]
            pub struct $name {
                #[kopr(column)]
                pub size: i32,
            }
        )*
    };
}

types! { Node Member Kind Fields Shape Depth Probe Root Step Unprobed Described Table }

#[derive(Schema, Serialize, Deserialize)]
#[kopr(at_most_one_of("node", "member"))]
pub struct All {
    pub node: Option<Node>,
    pub member: Option<Member>,
    pub kind: Kind,
    pub fields: Fields,
    pub shape: Shape,
    pub depth: Depth,
    pub probe: Probe,
    #[kopr(list_map_keys("size"))]
    pub root: Vec<Root>,
    pub step: Step,
    pub unprobed: Unprobed,
    pub described: Described,
    pub table: Table,
}

#[test]
fn they_have_schemas() {
    let schema = kopr::schema::json_schema::<All>();
    let properties = schema["properties"].as_object().expect("a struct has fields");
    assert_eq!(properties.len(), 12);
}

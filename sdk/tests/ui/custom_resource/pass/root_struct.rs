//! What is said of the root struct: its name, derives, attributes.

use kopr::kube::Resource as _;
use kopr::prelude::*;

/// A kind whose name Rust keeps for itself.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
#[kopr(
    group = "root.example.com",
    version = "v1",
    kind = "Self",
    root = "Itself",
    cluster,
    status = "SelfStatus",
    derive = "PartialEq",
    derive = "Default",
    attr = "allow(clippy::large_enum_variant)",
    attr = "must_use"
)]
pub struct SelfSpec {
    pub size: i32,
}

/// Has no default: that of the root asks nothing of the status.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct SelfStatus {
    pub ready: i32,
}

#[test]
fn it_is_called_so() {
    let object = Itself::new("one", SelfSpec { size: 1 });
    assert_eq!(Itself::kind(&()), "Self");
    assert_eq!(object, object.clone());
    assert_ne!(object, Itself::default());
    assert!(Itself::default().status.is_none());
    let _: Vec<Itself> = std::iter::once(object).collect();
}

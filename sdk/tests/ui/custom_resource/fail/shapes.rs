//! Items that cannot be a spec.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1alpha1", kind = "Pair", namespaced)]
pub struct PairSpec(i32, String);

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Nothing",
    namespaced
)]
pub struct NothingSpec;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Generic",
    namespaced
)]
pub struct GenericSpec<T> {
    value: T,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Borrowed",
    namespaced
)]
pub struct BorrowedSpec<'a> {
    value: &'a str,
}

#[derive(CustomResource, Clone, Copy)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Overlaid",
    namespaced
)]
pub union OverlaidSpec {
    number: i32,
    bits: u32,
}

async fn pair(_object: Arc<Pair>) -> Result<Action> {
    Ok(Action::await_change())
}
async fn nothing(_object: Arc<Nothing>) -> Result<Action> {
    Ok(Action::await_change())
}
async fn generic(_object: Arc<Generic>) -> Result<Action> {
    Ok(Action::await_change())
}
async fn borrowed(_object: Arc<Borrowed>) -> Result<Action> {
    Ok(Action::await_change())
}
async fn overlaid(_object: Arc<Overlaid>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("cache-operator")
        .controller(pair)
        .controller(nothing)
        .controller(generic)
        .controller(borrowed)
        .controller(overlaid);
}

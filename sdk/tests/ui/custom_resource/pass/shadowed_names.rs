//! Hygiene: derived code names nothing that a module may have given another meaning.
#![allow(
    dead_code,
    unused_macros,
    non_camel_case_types,
    reason = "the names are there to be in the way"
)]

use ::kopr::{Access, CustomResource, Schema};

struct Option;
struct Result;
struct String;
struct Vec;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
struct Self_;
struct Object;
struct Wire;
struct Condition;
struct ObjectMeta;
trait Clone {}
trait Debug {}
trait Default {}
trait Serialize {}
trait Deserialize {}
trait Send {}
trait Sync {}
trait Sized {}
trait From {}
trait Into {}
trait ToString {}
trait JsonSchema {}
trait Resource {}
trait Kind {}
trait Extract {}
mod core {}
mod std {}
mod alloc {}
mod serde {}
mod serde_json {}
mod schemars {}
mod kube {}
mod k8s_openapi {}
mod kopr {}
mod inventory {}
mod kopr_macros {}
mod kopr_model {}
macro_rules! line {
    () => {
        compile_error!("not the one of the language")
    };
}
macro_rules! file {
    () => {
        compile_error!("not the one of the language")
    };
}
macro_rules! concat {
    () => {
        compile_error!("not the one of the language")
    };
}
macro_rules! env {
    () => {
        compile_error!("not the one of the language")
    };
}

/// A spec among odd neighbours.
#[derive(
    CustomResource, ::serde::Serialize, ::serde::Deserialize, ::core::clone::Clone, ::core::fmt::Debug,
)]
#[kopr(
    group = "odd.example.com",
    version = "v1",
    kind = "Shadowed",
    namespaced,
    status = "ShadowedStatus",
    scale(spec_replicas_path = ".spec.size", status_replicas_path = ".status.ready")
)]
pub struct ShadowedSpec {
    #[kopr(column)]
    pub size: i32,
    #[serde(default, skip_serializing_if = "::core::option::Option::is_none")]
    pub perhaps: ::core::option::Option<::std::string::String>,
    #[serde(default)]
    pub many: ::std::vec::Vec<Mode>,
}

#[derive(
    Schema,
    ::serde::Serialize,
    ::serde::Deserialize,
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::core::default::Default,
)]
pub struct ShadowedStatus {
    pub ready: i32,
}

/// Unit variants with the names of values.
#[derive(Schema, ::serde::Serialize, ::serde::Deserialize, ::core::clone::Clone, ::core::fmt::Debug)]
#[kopr(preserve_unknown)]
pub enum Mode {
    Some,
    None,
    Ok,
    Err { value: i32 },
}

#[derive(Access)]
pub struct Children {
    secrets: ::kopr::extract::Read<::kopr::k8s_openapi::api::core::v1::Secret>,
}

async fn reconcile(
    _object: ::std::sync::Arc<Shadowed>,
    _children: Children,
) -> ::kopr::Result<::kopr::Action> {
    ::kopr::Result::Ok(::kopr::Action::await_change())
}

#[test]
fn nothing_is_in_the_way() {
    let model = ::kopr::Operator::new("odd-operator")
        .controller(reconcile)
        .describe()
        .expect("it is like any other");
    assert_eq!(model.resources[0].kind, "Shadowed");
    assert_eq!(model.controllers[0].handlers[0].arguments.len(), 2);
}

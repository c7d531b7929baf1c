//! What `snapshots/schema_of_an_enum.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
::core::compile_error! {
    "on the wire `Nothing` is a text and `Copy` an object, and no schema of the API server takes both: write `Nothing {}`, or put `#[serde(tag = \"type\")]` on the enum, or allow anything here with `#[kopr(preserve_unknown)]` on the enum"
}
#[automatically_derived]
impl<T> ::kopr::__private::schemars::JsonSchema for Task<T> {
    fn schema_name() -> ::std::borrow::Cow<'static, str> {
        ::std::borrow::Cow::Borrowed("Task")
    }
    fn json_schema(
        _: &mut ::kopr::__private::schemars::SchemaGenerator,
    ) -> ::kopr::__private::schemars::Schema {
        ::core::default::Default::default()
    }
}

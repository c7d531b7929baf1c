//! What a field of a spec or a status has to have.

use std::marker::PhantomData;

use schemars::JsonSchema;

/// A type with a schema: what derives [`Schema`](crate::Schema) or schemars' own trait.
///
/// Derived code names each field's type through it, so that a type without a schema is reported in
/// these words, and once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema",
    label = "the API server needs to know what this takes",
    note = "put `#[derive(kopr::Schema)]` on the type (or on the one inside a list, map or option); for one that is not yours, say with `#[schemars(with = \"..\")]` on the field which type it looks like on the wire"
)]
pub trait HasSchema {
    /// The type itself.
    type Type: JsonSchema;
}

impl<T: JsonSchema> HasSchema for T {
    type Type = T;
}

// It applies to nothing. With only one implementation for all types, rustc looks through it when it
// resolves `Type`, and complains about `JsonSchema`; `do_not_recommend` does not reach that far.
impl<T> HasSchema for T
where
    Never<T>: Impossible,
{
    type Type = ();
}

/// A root struct with a schema that is written by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema of its own",
    label = "`schema = \"manual\"` takes the schema from the root struct",
    note = "write `impl kopr::schemars::JsonSchema for {Self}`, or take `schema` out and let the derive make it"
)]
pub trait ManualSchema {
    /// The type itself.
    type Type: JsonSchema;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> ManualSchema for T {
    type Type = T;
}

impl<T> ManualSchema for T
where
    Never<T>: Impossible,
{
    type Type = ();
}

/// Implemented by nothing.
#[doc(hidden)]
pub trait Impossible {}

/// Names a type without being it: no other crate can implement [`Impossible`] for it.
#[doc(hidden)]
pub struct Never<T>(PhantomData<T>);

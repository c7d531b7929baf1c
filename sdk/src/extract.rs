//! Extractors: arguments whose types say what a handler needs from the cluster.
//!
//! | argument | rules | watch |
//! | --- | --- | --- |
//! | [`Owned<C>`](Owned) | list, watch, create, patch | a change of the child reconciles its owner |
//! | [`Owned<C, Delete>`](Owned) | the same, and delete | the same |
//! | [`Read<C>`](Read) | list, watch | a change reconciles exactly its readers |
//! | [`Write<C>`](Write), [`Write<C, Delete>`](Write) | create, patch; delete | none |
//! | [`Linked<C>`](Linked) | list, watch, create, patch, delete; patch on the object, for the finalizer | a change of the child reconciles its owner |
//! | [`Get<C>`](Get), [`Get<C, N>`](Get) | get; of the objects that `N` names | none |
//! | [`Sub<C, S>`](Sub) | the verb of `S` on that subresource | none |
//! | [`Status<K>`](Status) | patch on the status subresource | none |
//! | [`Events`] | create, patch on events | none |
//! | [`State<T>`](State) | none | none |
//! | [`Clock`] | none | none |
//! | [`Raw<R>`](Raw) | what `R` lists | none |

mod clock;
mod context;
mod events;
mod get;
mod linked;
mod names;
mod needs;
mod owned;
mod raw;
mod read;
mod scope;
mod state;
mod status;
mod sub;
mod write;

pub use clock::Clock;
pub use context::Context;
pub use events::Events;
pub use get::Get;
pub use linked::Linked;
pub use names::{Any, Names};
pub use needs::{Needs, StateKey};
pub use owned::{Delete, Keep, MayDelete, Owned};
pub use raw::{Grant, Raw, Rules};
pub use read::Read;
pub use scope::{AccessScopeKind, Everywhere, Here, Watched};
pub use state::State;
pub use status::Status;
pub use sub::{Evicted, Eviction, GetScale, IssuedToken, Log, Scale, Sub, Subresource, Token};
pub use write::Write;

use crate::kind::Kind;

/// A type that a handler of `K` can take as an argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a handler of `{K}`",
    label = "kopr does not know what this argument needs from the cluster",
    note = "use `Owned<T>`, `Owned<T, Delete>`, `Read<T>`, `Write<T>`, `Get<T>`, `Linked<T>`, `Sub<T, S>`, `Status<{K}>`, `Events`, `State<T>`, `Clock`, or put `#[derive(Access)]` on a struct of these"
)]
pub trait Extract<K: Kind>: Sized + Send + 'static {
    /// Says what the argument needs.
    fn needs(needs: &mut Needs);
    /// Makes the argument for one run.
    fn extract(context: &Context<K>) -> Self;
}

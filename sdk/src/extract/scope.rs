//! Where an extractor may look: a second type parameter.

use kopr_model::AccessScope;

/// A marker for where a rule holds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say where to look",
    label = "not a scope",
    note = "use `Watched` (the watched namespaces, chosen at deploy time), `Here` (the operator's own namespace) or `Everywhere`"
)]
pub trait AccessScopeKind: Send + Sync + 'static {
    /// The same as a value.
    const SCOPE: AccessScope;
}

/// In the watched namespaces; which ones is chosen at deploy time.
pub struct Watched;
/// In the operator's own namespace.
pub struct Here;
/// In the whole cluster, whatever is watched.
pub struct Everywhere;

impl AccessScopeKind for Watched {
    const SCOPE: AccessScope = AccessScope::Watched;
}
impl AccessScopeKind for Here {
    const SCOPE: AccessScope = AccessScope::Here;
}
impl AccessScopeKind for Everywhere {
    const SCOPE: AccessScope = AccessScope::Everywhere;
}

//! Names of single objects, as a type: what a rule is limited to.

use super::Needs;

/// The names of some objects, as a type: [`names!`](crate::names) makes one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name objects",
    label = "not a list of names",
    note = "make one with `kopr::names!(pub struct CaBundle = [\"ca-bundle\"];)`; for all names leave it out, or write `Any` where a scope follows: `Get<T, Any, Here>`"
)]
pub trait Names: Send + Sync + 'static {
    /// The names.
    const NAMES: &'static [&'static str];
    /// Whether every name is meant.
    #[doc(hidden)]
    const ALL: bool = false;
}

/// Objects of any name.
pub struct Any;

impl Names for Any {
    const NAMES: &'static [&'static str] = &[];
    const ALL: bool = true;
}

/// Makes a type that names objects, for [`Get`](crate::extract::Get) and [`Sub`](crate::extract::Sub): the role
/// grants no more than these.
///
/// ```
/// kopr::names!(
///     /// What every pod trusts.
///     pub struct CaBundle = ["ca-bundle", "ca-bundle-next"];
/// );
/// # use kopr::extract::Names;
/// assert_eq!(CaBundle::NAMES, ["ca-bundle", "ca-bundle-next"]);
/// ```
#[macro_export]
macro_rules! names {
    ($($(#[$attribute:meta])* $visibility:vis struct $type_:ident = [$($name:expr),+ $(,)?];)+) => {
        $(
            $(#[$attribute])*
            $visibility struct $type_;

            impl $crate::extract::Names for $type_ {
                const NAMES: &'static [&'static str] = &[$($name),+];
            }
        )+
    };
}

/// Reports names that no object can have, and a list of none, which a role would take for all.
pub(super) fn check<N: Names>(needs: &mut Needs) {
    if N::NAMES.is_empty() && !N::ALL {
        needs.problem("it names no object, which a role would take for all: list the names, or say `Any`");
    }
    for name in N::NAMES {
        if let Err(refusal) = path_segment(name) {
            needs.problem(format!("no object can be called `{name}`: {refusal}"));
        }
    }
}

/// What the API server asks of every name; some kinds ask for more.
fn path_segment(name: &str) -> Result<(), &'static str> {
    match name {
        "" => Err("it is empty"),
        "." | ".." => Err("it is a step in a path"),
        name if name.contains(['/', '%']) => Err("`/` and `%` cannot be in a name"),
        _ => Ok(()),
    }
}

/// Whether the object of that name may be asked for.
pub(super) fn allows<N: Names>(name: &str) -> bool {
    N::ALL || N::NAMES.contains(&name)
}

//! Description: from types and functions to the model, and the protocol that hands it out.

mod definition;
mod describer;
mod object;
mod operator;
mod protocol;
mod type_names;

pub use definition::{Definition, Derived, SchemaSource, crd};
pub use describer::Describer;
pub(crate) use describer::HandlerDescription;
pub use object::{no_rules, object_schema, rule};
pub(crate) use operator::{controller_name, describe as operator, watches};
pub use protocol::{IntoOperator, describe_if_asked, main};
pub(crate) use type_names::type_name;

use kopr_model::Package;

/// The package of the program; `kopr::main!` fills it from cargo's variables.
pub fn package(
    name: &str,
    version: &str,
    description: &str,
    repository: &str,
    homepage: &str,
    authors: &str,
) -> Package {
    Package {
        name: name.to_owned(),
        version: version.to_owned(),
        description: description.to_owned(),
        repository: repository.to_owned(),
        homepage: homepage.to_owned(),
        // Cargo writes them with colons between.
        authors: authors
            .split(':')
            .filter(|author| !author.is_empty())
            .map(str::to_owned)
            .collect(),
    }
}

/// Makes `fn main()` of an operator.
///
/// `kopr::main!(my_operator::operator)` describes the operator if the environment asks for it, before
/// any of the operator's own code but that function runs; else it sets up logging and runs the
/// operator until it is told to stop. `kopr::main!(my_operator::operator, before = init)` calls `init`
/// before running (not before describing), for set-up of one's own.
#[macro_export]
macro_rules! main {
    ($operator:expr $(,)?) => {
        $crate::main!($operator, before = || ());
    };
    ($operator:expr, before = $before:expr $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::__private::main(
                $crate::__private::package(
                    ::core::env!("CARGO_PKG_NAME"),
                    ::core::env!("CARGO_PKG_VERSION"),
                    ::core::env!("CARGO_PKG_DESCRIPTION"),
                    ::core::env!("CARGO_PKG_REPOSITORY"),
                    ::core::env!("CARGO_PKG_HOMEPAGE"),
                    ::core::env!("CARGO_PKG_AUTHORS"),
                ),
                $operator,
                $before,
            )
        }
    };
}

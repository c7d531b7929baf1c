//! An operator with 1 kind and no controllers, which only describes itself.

use std::process::ExitCode;

use kopr::Operator;

fn operator() -> Operator {
    kopr_bench_kinds::operator("kinds-1", 1)
}

// Not `kopr::main!`: that one takes kinds of this package that are not registered for forgotten.
fn main() -> ExitCode {
    kopr::describe_if_asked(operator).unwrap_or(ExitCode::FAILURE)
}

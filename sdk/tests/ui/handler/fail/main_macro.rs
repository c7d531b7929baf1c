//! `kopr::main!` with a function that makes no operator.

fn operator() -> u32 {
    5
}

kopr::main!(operator);

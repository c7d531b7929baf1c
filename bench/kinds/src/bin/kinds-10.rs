//! An operator with 10 kinds and no controllers.

fn operator() -> kopr::Operator {
    kopr_bench_kinds::operator("kinds-10", 10)
}

kopr::main!(operator);

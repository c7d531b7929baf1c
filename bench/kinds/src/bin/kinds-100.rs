//! An operator with 100 kinds and no controllers.

fn operator() -> kopr::Operator {
    kopr_bench_kinds::operator("kinds-100", 100)
}

kopr::main!(operator);

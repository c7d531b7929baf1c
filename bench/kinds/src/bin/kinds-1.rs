//! An operator with 1 kind and no controllers.

fn operator() -> kopr::Operator {
    kopr_bench_kinds::operator("kinds-1", 1)
}

kopr::main!(operator);

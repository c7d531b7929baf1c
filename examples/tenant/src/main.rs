//! The program: describes itself when asked, else runs.

kopr::main!(tenant_operator::operator);

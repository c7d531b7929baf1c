//! Runs the operator; `kopr gen` asks the same program what it needs.

kopr::main!(memcached_operator::operator);

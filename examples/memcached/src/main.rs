//! The program: describes itself when asked, else runs.

kopr::main!(memcached_operator::operator);

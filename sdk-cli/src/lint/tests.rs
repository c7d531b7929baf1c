//! What the rules find.

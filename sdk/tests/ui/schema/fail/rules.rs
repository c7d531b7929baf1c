//! Rules in CEL that the API server would refuse, or that say nothing.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
#[kopr(rule = "")]
pub struct Spec {
    #[kopr(rule(cel = "  "))]
    pub blank: i32,
    #[kopr(rule(cel = "self > 0", message = "two\nlines"))]
    pub lines: i32,
    #[kopr(rule(cel = "self > 0", message = ""))]
    pub nothing: i32,
    #[kopr(rule(cel = "self > 0", message = "a", message_expr = "'b'"))]
    pub both: i32,
    #[kopr(rule(cel = "self > 0", reason = "Invalid"))]
    pub reason: i32,
    #[kopr(rule(cel = "self.a > 0", field_path = "a"))]
    pub path: Inner,
    #[kopr(rule(message = "no rule"))]
    pub missing: i32,
    #[kopr(rule(cell = "self > 0"))]
    pub misspelt: i32,
    #[kopr(rule = 3)]
    pub number: i32,
    #[kopr(immutable = "yes")]
    pub word: i32,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Inner {
    pub a: i32,
}

fn main() {}

//! Rules in CEL (`x-kubernetes-validations`), looked at as the API server will: read, checked against the types
//! of the schema, and their cost estimated. Knows schemas and text, nothing else.

mod budget;
mod check;
mod constraint;
mod cost;
mod declare;
mod field_path;
mod functions;
mod literals;
mod macros;
mod mistakes;
mod parse;
mod rules;
mod template;
mod text;
mod types;
mod unify;

pub use constraint::constraint;
pub use rules::{Problem, problems};

#[cfg(test)]
mod tests;

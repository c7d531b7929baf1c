//! Why the operator has a right: which argument of which handler asks for it, and which role grants it.

mod ask;
mod granted;
mod json;
mod text;
mod wanted;

pub use ask::{Ask, asks};
pub use granted::{Grant, Role, needed, roles, roles_of};
pub use json::json;
pub use text::text;
pub use wanted::Wanted;

/// What was asked, and the answer.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    /// What was asked; nothing where all rights are meant.
    pub wanted: Option<Wanted>,
    /// Who asks for it, and the roles that grant it.
    pub found: Vec<(Ask<'a>, Vec<Role>)>,
    /// What is asked for instead, where nobody asks for it.
    pub near: Vec<String>,
}

/// Finds who asks for a right, or for any where none is wanted; `roles` are those of the operator.
pub fn answer<'a>(input: &crate::emit::Input<'a>, wanted: Option<Wanted>, granted: &[Role]) -> Answer<'a> {
    let all = asks(input);
    let found: Vec<(Ask<'a>, Vec<Role>)> = all
        .iter()
        .filter(|ask| wanted.as_ref().is_none_or(|wanted| wanted.is(ask)))
        .map(|ask| (ask.clone(), roles_of(input, ask, granted)))
        .collect();
    let near = match &wanted {
        Some(wanted) if found.is_empty() => wanted.near(&all),
        _ => Vec::new(),
    };
    Answer { wanted, found, near }
}

#[cfg(test)]
mod tests;

//! The right that is asked about.

use super::Ask;
use super::ask;
use crate::emit::Input;
use crate::suggest;

/// The right that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Verb; none for all.
    pub verb: Option<String>,
    /// Group; none for any.
    pub group: Option<String>,
    /// Resource, with its subresource.
    pub resource: String,
}

impl Wanted {
    /// Reads `deployments`, `deployments.apps`, `memcacheds/status`, `memcacheds.cache.example.com/status`, or a kind
    /// of the operator by one of its names.
    pub fn parse(input: &Input<'_>, verb: Option<&str>, resource: &str) -> Self {
        let (before, sub) = match resource.split_once('/') {
            Some((before, sub)) => (before, Some(sub)),
            None => (resource, None),
        };
        // The test kit writes the group behind the subresource.
        let (sub, behind) = match sub.map(|sub| sub.split_once('.').ok_or(sub)) {
            Some(Ok((sub, group))) => (Some(sub), Some(group)),
            Some(Err(sub)) => (Some(sub), None),
            None => (None, None),
        };
        let (name, group) = match before.split_once('.') {
            Some((name, group)) => (name, Some(group)),
            None => (before, behind),
        };
        let own = input.operator.resources.iter().find(|resource| {
            let mut names = [&resource.kind, &resource.singular]
                .into_iter()
                .chain(&resource.short_names);
            group.is_none_or(|group| group == resource.group)
                && names.any(|own| own.eq_ignore_ascii_case(name))
        });
        let name = own.map_or(name.to_lowercase(), |own| own.plural.clone());
        Self {
            verb: verb.map(str::to_lowercase),
            group: group.map(str::to_lowercase),
            resource: match sub {
                Some(sub) => format!("{name}/{sub}"),
                None => name,
            },
        }
    }

    /// As it is shown.
    pub fn title(&self) -> String {
        let resource = ask::resource(self.group.as_deref().unwrap_or_default(), &self.resource);
        match &self.verb {
            Some(verb) => format!("{verb} {resource}"),
            None => resource,
        }
    }

    /// Whether an argument asks for it.
    pub fn is(&self, ask: &Ask<'_>) -> bool {
        self.verb.as_ref().is_none_or(|verb| *verb == ask.right.verb) && self.is_resource(ask)
    }

    fn is_resource(&self, ask: &Ask<'_>) -> bool {
        self.group.as_ref().is_none_or(|group| *group == ask.right.group)
            && self.resource == ask.right.resource
    }

    /// What comes near where nobody asks for it: other verbs on the resource, or other resources.
    pub(super) fn near(&self, all: &[Ask<'_>]) -> Vec<String> {
        let mut near: Vec<String> = all
            .iter()
            .filter(|ask| self.is_resource(ask))
            .map(Ask::title)
            .collect();
        if near.is_empty() {
            let stem = |resource: &str| resource.split('/').next().unwrap_or_default().to_owned();
            let mut known: Vec<String> = all.iter().map(|ask| stem(&ask.right.resource)).collect();
            known.sort();
            known.dedup();
            let wanted = stem(&self.resource);
            let nearest = suggest::nearest(&wanted, known.iter().map(String::as_str));
            let like = |ask: &&Ask<'_>| nearest.is_some_and(|near| stem(&ask.right.resource) == near);
            near = all.iter().filter(like).map(Ask::title).collect();
        }
        near.dedup();
        near
    }
}

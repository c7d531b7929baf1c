//! From the renderings of an object in all variants to one tree with conditions.

use std::collections::BTreeMap;

use serde_json::Value;

use super::condition::Space;
use super::holes::Holes;

/// A value of the template.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// A value without holes.
    Plain(Value),
    /// A text with holes.
    Text(String),
    /// Entries.
    Map(Vec<Branch>),
    /// Items.
    List(Vec<Branch>),
}

/// An entry of a map or an item of a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Branch {
    /// The key; for items it only tells them apart.
    pub(super) key: String,
    /// What stands there, each with its condition. The last may have none, and then holds otherwise.
    pub(super) options: Vec<(Option<String>, Node)>,
}

/// An object in the variants in which it is there.
pub(super) type Variants<'a> = Vec<(usize, &'a Value)>;

/// Merges lists of objects, one for each variant of the space.
pub(super) fn merge(space: &Space, holes: &Holes, lists: &[Vec<Value>]) -> Vec<Branch> {
    let merger = Merger { space, holes };
    let context: Vec<usize> = (0..lists.len()).collect();
    let name = |object: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let metadata = &object["metadata"];
        format!(
            "{} {} {}",
            text(&object["kind"]),
            text(&metadata["namespace"]),
            text(&metadata["name"])
        )
    };
    let lists: Vec<_> = lists.iter().map(Vec::as_slice).enumerate().collect();
    merger.items(&context, &lists, &name)
}

struct Merger<'a> {
    space: &'a Space,
    holes: &'a Holes,
}

/// What a value can be merged with.
#[derive(PartialEq)]
enum Shape<'a> {
    Map,
    List,
    /// Only with its equals.
    One(&'a Value),
}

fn shape(value: &Value) -> Shape<'_> {
    match value {
        Value::Object(fields) if !fields.is_empty() => Shape::Map,
        Value::Array(items) if !items.is_empty() => Shape::List,
        other => Shape::One(other),
    }
}

impl Merger<'_> {
    fn branch(&self, context: &[usize], key: &str, variants: &Variants<'_>) -> Branch {
        let mut groups: Vec<(Shape<'_>, Variants<'_>)> = Vec::new();
        for (variant, value) in variants {
            let shape = shape(value);
            match groups.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, group)) => group.push((*variant, value)),
                None => groups.push((shape, vec![(*variant, value)])),
            }
        }
        let (count, is_total) = (groups.len(), context.len() == variants.len());
        let options = groups
            .iter()
            .enumerate()
            .map(|(at, (_, group))| {
                let otherwise = is_total && at + 1 == count;
                let present: Vec<usize> = group.iter().map(|(variant, _)| *variant).collect();
                let condition = if otherwise {
                    None
                } else {
                    self.space.condition(context, &present)
                };
                (condition, self.node(group))
            })
            .collect();
        Branch {
            key: key.to_owned(),
            options,
        }
    }

    /// Values of one shape.
    fn node(&self, variants: &Variants<'_>) -> Node {
        let Some((_, first)) = variants.first() else {
            return Node::Plain(Value::Null);
        };
        if !self.holes.are_in(first) && variants.iter().all(|(_, value)| value == first) {
            return Node::Plain((*first).clone());
        }
        let context: Vec<usize> = variants.iter().map(|(variant, _)| *variant).collect();
        match first {
            Value::Object(_) => Node::Map(self.entries(&context, variants)),
            Value::Array(_) => {
                let lists: Vec<(usize, &[Value])> = variants
                    .iter()
                    .filter_map(|(variant, value)| Some((*variant, value.as_array()?.as_slice())))
                    .collect();
                self.list(&context, &lists)
            }
            Value::String(text) => Node::Text(text.clone()),
            _ => Node::Plain((*first).clone()),
        }
    }

    fn entries(&self, context: &[usize], variants: &Variants<'_>) -> Vec<Branch> {
        let mut by_key: BTreeMap<&str, Variants<'_>> = BTreeMap::new();
        for (variant, value) in variants {
            for (key, value) in value.as_object().into_iter().flatten() {
                by_key.entry(key).or_default().push((*variant, value));
            }
        }
        by_key
            .iter()
            .map(|(key, variants)| self.branch(context, key, variants))
            .collect()
    }

    /// Items are told apart by their names, or else by what they are; one item stands for one item.
    fn list(&self, context: &[usize], lists: &[(usize, &[Value])]) -> Node {
        let named = |key: &str| {
            lists.iter().all(|(_, items)| {
                let mut names: Vec<_> = items.iter().map(|item| item[key].as_str()).collect();
                names.sort_unstable();
                names.windows(2).all(|pair| pair[0] != pair[1]) && names.iter().all(Option::is_some)
            })
        };
        let items = if lists.iter().all(|(_, items)| items.len() == 1) {
            self.items(context, lists, &|_| String::new())
        } else if let Some(key) = ["name", "alert"].into_iter().find(|key| named(key)) {
            self.items(context, lists, &|item| {
                item[key].as_str().unwrap_or_default().to_owned()
            })
        } else {
            self.items(context, lists, &Value::to_string)
        };
        Node::List(items)
    }

    fn items(
        &self,
        context: &[usize],
        lists: &[(usize, &[Value])],
        name: &dyn Fn(&Value) -> String,
    ) -> Vec<Branch> {
        let mut found: Vec<(String, Variants<'_>)> = Vec::new();
        for (variant, items) in lists {
            let mut behind = 0;
            for item in *items {
                let key = name(item);
                let known = found.iter().position(|(known, _)| *known == key);
                let at = known.unwrap_or_else(|| {
                    found.insert(behind, (key, Vec::new()));
                    behind
                });
                found[at].1.push((*variant, item));
                behind = at + 1;
            }
        }
        found
            .iter()
            .map(|(key, variants)| self.branch(context, key, variants))
            .collect()
    }
}

//! Paths and names that an attribute says, looked up in the tables; what does not fit ends the compilation.

use super::text::{Text, alike, distance, equal};
use super::{Member, Node, WireType};

/// The members of an object of a kind.
#[derive(Clone, Copy)]
pub struct Root {
    /// `spec` and `status`, as far as they are there.
    pub parts: &'static [Member],
    /// The spec, where its members stand beside `metadata`.
    pub flat: Option<Node>,
}

/// A step of a JSON path.
#[derive(Clone, Copy)]
pub enum Step {
    /// `.name` or `['name']`.
    Member(&'static str),
    /// `[0]`, `[*]`, `[?(..)]`.
    Item,
}

/// Names that are read as one list.
struct Names {
    own: &'static [Member],
    more: &'static [Member],
    fixed: &'static [&'static str],
}

/// What every object has beside `spec` and `status`.
const OF_OBJECTS: &[&str] = &["apiVersion", "kind", "metadata"];

/// A column: its path leads somewhere, and its type takes what is there.
#[track_caller]
pub const fn column(root: Root, steps: &[Step], whole: bool, type_: &str) {
    let Some(node) = walk(&root, steps) else { return };
    if !whole {
        return;
    }
    let fits = match node.kind {
        WireType::Any => true,
        // Text shows anything.
        _ if equal(type_, "string") => true,
        WireType::Integer => equal(type_, "integer") || equal(type_, "number"),
        WireType::Number => equal(type_, "number"),
        WireType::Boolean => equal(type_, "boolean"),
        WireType::String | WireType::Date => equal(type_, "date"),
        WireType::IntOrString | WireType::Object | WireType::List | WireType::Map => false,
    };
    if !fits {
        let text = describe(steps, steps.len(), Text::new())
            .with(" is ")
            .with(name(node.kind))
            .with(", of which a column of the type `")
            .with(type_)
            .with("` shows nothing; write `type_ = \"")
            .with(column_type(node.kind))
            .with("\"`");
        fail(&text);
    }
}

/// Replicas of the scale subresource are integers, its selector a text.
#[track_caller]
pub const fn scale(root: Root, steps: &[Step], selector: bool) {
    let Some(node) = walk(&root, steps) else { return };
    let text = describe(steps, steps.len(), Text::new())
        .with(" is ")
        .with(name(node.kind));
    let text = match (selector, node.kind) {
        (_, WireType::Any) | (true, WireType::String) | (false, WireType::Integer) => return,
        (true, _) => {
            text.with(", but a label selector is read as text, such as `app=web`; keep it there in that form")
        }
        (false, _) => text.with(", but replicas are counted: the field has to be an integer"),
    };
    fail(&text);
}

/// What objects are selected by is a text, a truth or a whole number.
#[track_caller]
pub const fn selectable(root: Root, steps: &[Step]) {
    let Some(node) = walk(&root, steps) else { return };
    if !is_selectable(node.kind) {
        fail(
            &describe(steps, steps.len(), Text::new())
                .with(" is ")
                .with(name(node.kind))
                .with("; objects are selected only by strings, booleans and integers"),
        );
    }
}

/// The same of a field that says so itself.
#[track_caller]
pub const fn selectable_field(node: Node) {
    if !is_selectable(node.kind) {
        fail(
            &Text::new()
                .with("the field is ")
                .with(name(node.kind))
                .with("; objects are selected only by strings, booleans and integers"),
        );
    }
}

/// A field that is a column is no object and no list.
#[track_caller]
pub const fn column_field(node: Node) {
    let instead = match node.kind {
        WireType::Object => "; put `column` on a field inside it",
        WireType::List | WireType::Map => {
            "; a column shows one value: name it by its path in `printcolumn(..)` on the kind"
        }
        _ => return,
    };
    fail(
        &Text::new()
            .with("the field is ")
            .with(name(node.kind))
            .with(", which no column can show")
            .with(instead),
    );
}

/// A key of a list: a plain member of the items that is always there.
#[track_caller]
pub const fn list_map_key(node: Node, key: &str) {
    let item = match node.kind {
        WireType::Any => return,
        WireType::List => match node.inside {
            Some(item) => *item,
            None => return,
        },
        kind => {
            return fail(
                &Text::new()
                    .with("the field is ")
                    .with(name(kind))
                    .with("; only items of a list have keys: take `list_map_keys` out"),
            );
        }
    };
    let names = Names {
        own: item.members,
        more: &[],
        fixed: &[],
    };
    let said = Text::new().with("`").with(key).with("`");
    match item.kind {
        WireType::Any => {}
        WireType::Object => match find(item.members, key) {
            Some(member) => {
                let node = member.node;
                match node.kind {
                    WireType::Object | WireType::List | WireType::Map => fail(
                        &said
                            .with(" is ")
                            .with(name(node.kind))
                            .with("; items are told apart by strings, numbers and booleans"),
                    ),
                    _ if !member.defaulted && (!member.required || node.nullable) => fail(
                        &said.with(
                            " may be left out, and then items cannot be told apart; make it a plain field (no `Option`), or give it a default with `#[serde(default)]`",
                        ),
                    ),
                    _ if node.nullable => fail(
                        &said.with(" may be null, and then items cannot be told apart; take the `Option` away"),
                    ),
                    _ => {}
                }
            }
            None if item.open => {}
            None => fail(&suggest(
                Text::new().with("the items have no member ").with(said.as_str()),
                key,
                &names,
            )),
        },
        kind => fail(
            &Text::new()
                .with("the items are ")
                .with(plural(kind))
                .with(" and have no members; for a list of those say `list_type = \"set\"`"),
        ),
    }
}

/// Items of a set are compared as a whole: they are plain, or one value for writers.
#[track_caller]
pub const fn set(node: Node) {
    let item = match (node.kind, node.inside) {
        (WireType::List, Some(item)) => *item,
        (WireType::Any | WireType::List, _) => return,
        (kind, _) => {
            return fail(
                &Text::new()
                    .with("the field is ")
                    .with(name(kind))
                    .with(", and `list_type` is for lists; take it out"),
            );
        }
    };
    let text = Text::new().with("the items of a set are compared as a whole, and these are ");
    match item.kind {
        WireType::Object if !item.atomic => fail(&text.with(
            "objects that are merged member by member; say `struct_type = \"atomic\"` on their type, or use `list_map_keys(..)`",
        )),
        WireType::Map | WireType::List => fail(&text.with(plural(item.kind)).with(
            "; only plain values can be, and objects that are one value: take `list_type` out",
        )),
        kind if item.nullable && !matches!(kind, WireType::Any) => {
            fail(&text.with("values that may be null; take the `Option` away"));
        }
        _ => {}
    }
}

/// A name in `at_most_one_of` and its like: a member that may be left out.
#[track_caller]
pub const fn one_of(node: Node, key: &str) {
    if matches!(node.kind, WireType::List | WireType::Map | WireType::Any) {
        return;
    }
    let names = Names {
        own: node.members,
        more: &[],
        fixed: &[],
    };
    match find(node.members, key) {
        Some(member) if member.defaulted => fail(
            &Text::new()
                .with("`")
                .with(key)
                .with("` has a default, so it is always set; make it an `Option`"),
        ),
        Some(member) if member.required && !member.node.nullable => fail(
            &Text::new()
                .with("`")
                .with(key)
                .with("` is always set; make it an `Option`"),
        ),
        Some(_) => {}
        None if node.open => {}
        None => fail(&suggest(
            Text::new().with("there is no member `").with(key).with("` here"),
            key,
            &names,
        )),
    }
}

const fn is_selectable(kind: WireType) -> bool {
    matches!(
        kind,
        WireType::Any | WireType::String | WireType::Date | WireType::Integer | WireType::Boolean
    )
}

/// The node at that path, as far as it is known.
#[track_caller]
const fn walk(root: &Root, steps: &[Step]) -> Option<Node> {
    let mut node = match steps.first() {
        Some(Step::Member(first)) => {
            let flat = match root.flat {
                Some(flat) => flat,
                None => Node::object(&[]),
            };
            if let Some(member) = find(root.parts, first) {
                member.node
            } else if let Some(member) = find(flat.members, first) {
                member.node
            } else if is_of_objects(first) || flat.open || matches!(flat.kind, WireType::Any) {
                return None;
            } else {
                let names = Names {
                    own: root.parts,
                    more: flat.members,
                    fixed: OF_OBJECTS,
                };
                let text = Text::new()
                    .with("an object of this kind has no member `")
                    .with(first)
                    .with("`");
                fail(&suggest(text, first, &names));
                return None;
            }
        }
        _ => return None,
    };
    let mut at = 1;
    while at < steps.len() {
        let text = describe(steps, at, Text::new());
        node = match (steps[at], node.kind) {
            (_, WireType::Any) => return None,
            (Step::Member(member), WireType::Object) => match find(node.members, member) {
                Some(found) => found.node,
                None if node.open => return None,
                None => {
                    let names = Names {
                        own: node.members,
                        more: &[],
                        fixed: &[],
                    };
                    let text = text.with(" has no member `").with(member).with("`");
                    fail(&suggest(text, member, &names));
                    return None;
                }
            },
            (Step::Member(_), WireType::Map) | (Step::Item, WireType::List | WireType::Map) => {
                match node.inside {
                    Some(inside) => *inside,
                    None => return None,
                }
            }
            (Step::Member(_), WireType::List) => {
                fail(&text.with(" is a list; say which item, as in `[0]`"));
                return None;
            }
            (Step::Item, kind) => {
                fail(&text.with(" is ").with(name(kind)).with(" and has no items"));
                return None;
            }
            (Step::Member(_), kind) => {
                fail(&text.with(" is ").with(name(kind)).with(" and has no members"));
                return None;
            }
        };
        at += 1;
    }
    Some(node)
}

const fn is_of_objects(name: &str) -> bool {
    let mut at = 0;
    while at < OF_OBJECTS.len() {
        if equal(OF_OBJECTS[at], name) {
            return true;
        }
        at += 1;
    }
    false
}

const fn find(members: &'static [Member], name: &str) -> Option<&'static Member> {
    let mut at = 0;
    while at < members.len() {
        if equal(members[at].name, name) {
            return Some(&members[at]);
        }
        at += 1;
    }
    None
}

impl Names {
    const fn len(&self) -> usize {
        self.own.len() + self.more.len() + self.fixed.len()
    }

    const fn at(&self, at: usize) -> &'static str {
        if at < self.own.len() {
            self.own[at].name
        } else if at - self.own.len() < self.more.len() {
            self.more[at - self.own.len()].name
        } else {
            self.fixed[at - self.own.len() - self.more.len()]
        }
    }
}

/// The text with the nearest name, or with all there are.
const fn suggest(text: Text, wrong: &str, names: &Names) -> Text {
    let mut nearest = usize::MAX;
    let mut best = "";
    let mut at = 0;
    while at < names.len() {
        let name = names.at(at);
        let far = if alike(name, wrong) {
            0
        } else {
            distance(name, wrong)
        };
        if far < nearest {
            nearest = far;
            best = name;
        }
        at += 1;
    }
    if names.len() == 0 {
        return text.with("; it has no members at all");
    }
    if nearest <= 1 || (nearest == 2 && wrong.len() > 3) || nearest <= wrong.len() / 3 {
        return text.with("; did you mean `").with(best).with("`");
    }
    let mut text = text.with("; its members are ");
    let mut at = 0;
    while at < names.len() {
        if at > 0 {
            text = text.with(", ");
        }
        text = text.with("`").with(names.at(at)).with("`");
        at += 1;
    }
    text
}

/// The first steps of the path as one writes them.
const fn describe(steps: &[Step], many: usize, text: Text) -> Text {
    let mut text = text.with("`");
    let mut at = 0;
    while at < many {
        text = match steps[at] {
            Step::Member(name) => text.with(".").with(name),
            Step::Item => text.with("[]"),
        };
        at += 1;
    }
    text.with("`")
}

const fn name(kind: WireType) -> &'static str {
    match kind {
        WireType::Any => "of an unknown type",
        WireType::String => "a string",
        WireType::Date => "a date",
        WireType::Integer => "an integer",
        WireType::Number => "a number",
        WireType::Boolean => "a boolean",
        WireType::IntOrString => "an integer or a string",
        WireType::Object => "an object",
        WireType::List => "a list",
        WireType::Map => "a map",
    }
}

const fn plural(kind: WireType) -> &'static str {
    match kind {
        WireType::Any => "values",
        WireType::String => "strings",
        WireType::Date => "dates",
        WireType::Integer => "integers",
        WireType::Number => "numbers",
        WireType::Boolean => "booleans",
        WireType::IntOrString => "integers or strings",
        WireType::Object => "objects",
        WireType::List => "lists",
        WireType::Map => "maps",
    }
}

/// The type of column for such a value.
const fn column_type(kind: WireType) -> &'static str {
    match kind {
        WireType::Integer => "integer",
        WireType::Number => "number",
        WireType::Boolean => "boolean",
        WireType::Date => "date",
        _ => "string",
    }
}

/// Ends the compilation with the text.
#[track_caller]
#[expect(clippy::panic, reason = "the only way to say a computed text at compile time")]
const fn fail(text: &Text) {
    panic!("{}", text.as_str());
}

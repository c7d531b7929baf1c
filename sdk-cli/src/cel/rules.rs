//! The rules of a schema: where they stand, what form they have, and what is found in each.

use std::thread;

use serde_json::Value;

use super::budget::{Budget, Container};
use super::check::{Scope, check};
use super::declare::{Decl, Shape, bound, declare, values};
use super::mistakes::Mistake;
use super::parse::{Parsed, line_and_column, parse};
use super::types::Type;
use super::{field_path, literals};
use crate::check::Level;
use crate::schema::{EMBEDDED, LIST_TYPE, fields, flag, join, nodes, word};
use kopr_model::names::cel as escape;

/// Something that is wrong with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub level: Level,
    /// The node that the rule stands at.
    pub path: String,
    /// What is wrong; lower case, no full stop.
    pub message: String,
    /// The way out.
    pub help: String,
}

/// What the server accepts as `reason`.
const REASONS: [&str; 4] = [
    "FieldValueDuplicate",
    "FieldValueForbidden",
    "FieldValueInvalid",
    "FieldValueRequired",
];

/// All that is wrong with the rules of a version's schema.
pub fn problems(schema: &Value) -> Vec<Problem> {
    if !is_deep(schema) {
        return walk(schema);
    }
    on_a_large_stack(|| walk(schema))
}

/// The parser needs much of the stack for each bracket, and there may be as many as the server takes.
pub(super) fn on_a_large_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK);
        match worker
            .spawn_scoped(scope, &work)
            .map(thread::ScopedJoinHandle::join)
        {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => work(),
        }
    })
}

/// Brackets in brackets, and letters, that the parser goes through on any stack.
const SHALLOW: (usize, usize) = (12, 500);
/// Enough for the longest and deepest rule that the server takes; only what is used is ever there.
const STACK: usize = 256 * 1024 * 1024;

/// Whether a rule of a schema is long or has many brackets open at once.
fn is_deep(schema: &Value) -> bool {
    let nodes = nodes(schema);
    let mut rules = nodes
        .iter()
        .filter_map(|node| node.schema.get("x-kubernetes-validations")?.as_array())
        .flatten();
    rules.any(|rule| {
        [word(rule, "rule"), word(rule, "messageExpression")]
            .into_iter()
            .flatten()
            .any(is_deep_text)
    })
}

/// The same for one text.
pub(super) fn is_deep_text(text: &str) -> bool {
    let mut open = 0_usize;
    let mut most = 0;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most > SHALLOW.0 || text.len() > SHALLOW.1
}

fn walk(schema: &Value) -> Vec<Problem> {
    let mut walk = Walk::default();
    let root = Node {
        schema,
        path: String::new(),
        resource: true,
        containers: Vec::new(),
        unmatched: None,
        seen: Seen::Nothing,
    };
    walk.node(&root);
    walk.problems.extend(walk.budget.verdict());
    walk.problems
}

/// A node on the way down.
struct Node<'a> {
    schema: &'a Value,
    path: String,
    resource: bool,
    /// The lists and maps around it.
    containers: Vec<Container>,
    /// The list around it whose items have no identity over a change.
    unmatched: Option<String>,
    /// What the node is to the rules of the nodes above it.
    seen: Seen,
}

/// What is known of a node from above.
#[derive(Clone)]
enum Seen {
    /// No rule stands above.
    Nothing,
    /// What it is for the rules above.
    As(Decl),
    /// The rules above cannot see it; then none can stand here either.
    Hidden,
}

#[derive(Default)]
struct Walk {
    problems: Vec<Problem>,
    budget: Budget,
}

impl Walk {
    fn node(&mut self, node: &Node<'_>) {
        let rules: Vec<&Value> = node
            .schema
            .get("x-kubernetes-validations")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .collect();
        let seen = match (&node.seen, rules.is_empty()) {
            (Seen::Nothing, false) => {
                declare(node.schema, &node.path, node.resource).map_or(Seen::Hidden, Seen::As)
            }
            (seen, _) => seen.clone(),
        };
        if let (Seen::Hidden, Some(rule)) = (&seen, rules.first()) {
            let text = shown(word(rule, "rule").unwrap_or_default());
            self.report(
                node,
                Level::Error,
                format!("the rule `{text}` cannot stand here: the schema does not say what is in this place"),
                "give the field a type, or leave the rule out",
            );
        }
        for rule in rules {
            if self.form(node, rule)
                && let Seen::As(decl) = &seen
            {
                self.rule(node, rule, decl);
            }
        }
        self.children(node, &seen);
    }

    fn children(&mut self, node: &Node<'_>, seen: &Seen) {
        let schema = node.schema;
        let inner = |decl: &Decl| match &decl.shape {
            Shape::List(inner) | Shape::Map(inner) => Some((**inner).clone()),
            _ => None,
        };
        let below = |child: &Value, path: &str, access: &dyn Fn(&Decl) -> Option<Decl>| match seen {
            Seen::As(decl) => access(decl)
                .or_else(|| declare(child, path, flag(child, EMBEDDED)))
                .map_or(Seen::Hidden, Seen::As),
            other => other.clone(),
        };
        let containers = |keyword: Option<&'static str>| {
            let mut containers = node.containers.clone();
            containers.extend(keyword.map(|keyword| Container {
                path: node.path.clone(),
                keyword,
                max: bound(schema, keyword),
            }));
            containers
        };
        let is_map = word(schema, "type") == Some("object") && schema.get("additionalProperties").is_some();
        for (name, child) in fields(schema, "properties") {
            let path = join(&node.path, name);
            let access = |decl: &Decl| match &decl.shape {
                Shape::Object(object) => Some(object.fields.get(&escape(name)?)?.decl.clone()),
                _ => None,
            };
            self.node(&Node {
                schema: child,
                seen: below(child, &path, &access),
                path,
                resource: flag(child, EMBEDDED),
                containers: containers(is_map.then_some("maxProperties")),
                unmatched: node.unmatched.clone(),
            });
        }
        if let Some(child) = schema.get("items").filter(|items| items.is_object()) {
            let path = format!("{}[]", node.path);
            let unmatched = (word(schema, LIST_TYPE) != Some("map")).then(|| node.path.clone());
            self.node(&Node {
                schema: child,
                seen: below(child, &path, &inner),
                path,
                resource: flag(child, EMBEDDED),
                containers: containers(Some("maxItems")),
                unmatched: node.unmatched.clone().or(unmatched),
            });
        }
        if let Some(child) = values(schema) {
            let path = format!("{}{{}}", node.path);
            self.node(&Node {
                schema: child,
                seen: below(child, &path, &inner),
                path,
                resource: flag(child, EMBEDDED),
                containers: containers(is_map.then_some("maxProperties")),
                unmatched: node.unmatched.clone(),
            });
        }
    }

    fn report(&mut self, node: &Node<'_>, level: Level, message: String, help: impl Into<String>) {
        self.problems.push(Problem {
            level,
            path: node.path.clone(),
            message,
            help: help.into(),
        });
    }

    fn error(&mut self, node: &Node<'_>, message: impl Into<String>, help: impl Into<String>) {
        self.report(node, Level::Error, message.into(), help);
    }

    /// What a rule has beside its text. Whether there is a text to look at.
    fn form(&mut self, node: &Node<'_>, rule: &Value) -> bool {
        let text = word(rule, "rule").unwrap_or_default();
        let shown = shown(text);
        let breaks = |text: &str| text.contains(['\n', '\r']);
        let given = |key: &str| word(rule, key).filter(|text| !text.is_empty());
        let message = given("message").map(str::trim);
        if text.trim().is_empty() {
            self.error(node, "a rule in CEL is empty", "write the rule, or leave it out");
        } else if message == Some("") {
            let wrong = format!("the message of the rule `{shown}` is blank");
            self.error(node, wrong, "write one, or leave it out");
        } else if message.is_some_and(breaks) {
            let wrong = format!("the message of the rule `{shown}` has a line break");
            self.error(node, wrong, "write it in one line");
        } else if breaks(text.trim()) && message.is_none() {
            let wrong = format!("the rule {text:?} has a line break and no message");
            self.error(node, wrong, "write the rule in one line, or give it a message");
        }
        if given("messageExpression").is_some_and(|text| text.trim().is_empty()) {
            let wrong = format!("the message expression of the rule `{shown}` is blank");
            self.error(node, wrong, "write one, or leave it out");
        }
        if let Some(reason) = word(rule, "reason").filter(|reason| !REASONS.contains(reason)) {
            let wrong = format!("the reason `{reason}` of the rule `{shown}` is none that the server knows");
            self.error(node, wrong, crate::suggest::help(reason, &REASONS));
        }
        if let Some(path) = given("fieldPath") {
            let wrong = if path.trim().is_empty() {
                Some("is blank".to_owned())
            } else if breaks(path) {
                Some("has a line break".to_owned())
            } else {
                field_path::check(node.schema, path).err()
            };
            if let Some(wrong) = wrong {
                self.error(
                    node,
                    format!("the field path `{}` of the rule `{shown}` {wrong}", path.trim()),
                    "write a path of JSON names from the place of the rule, such as `.size`",
                );
            }
        }
        !text.trim().is_empty()
    }

    fn rule(&mut self, node: &Node<'_>, rule: &Value, decl: &Decl) {
        let text = word(rule, "rule").unwrap_or_default();
        let optional = rule.get("optionalOldSelf").and_then(Value::as_bool);
        let itself = decl.ty();
        let before = if optional == Some(true) {
            Type::optional(itself.clone())
        } else {
            itself.clone()
        };
        let scope = Scope::of_schema(itself, before);
        let Some(found) = self.expression(node, "rule", text, &Type::Bool, &scope) else {
            return;
        };
        if found.checked.uses_before {
            if let Some(list) = &node.unmatched {
                self.error(
                    node,
                    format!(
                        "the rule `{}` uses `oldSelf`, but the items of `{list}` cannot be told apart over a change",
                        shown(text)
                    ),
                    "make the list a map by keys (`list_type = \"map\"`), or put the rule at the list",
                );
                return;
            }
        } else if optional.is_some() {
            self.error(
                node,
                format!(
                    "the rule `{}` has `optionalOldSelf` and does not use `oldSelf`",
                    shown(text)
                ),
                "leave it out",
            );
            return;
        }
        self.budget
            .rule(&node.path, &shown(text), &found, decl, &node.containers);
        let message = word(rule, "messageExpression").filter(|text| !text.trim().is_empty());
        if let Some(text) = message
            && let Some(found) = self.expression(node, "message expression", text, &Type::String, &scope)
        {
            self.budget.message(&node.path, &shown(text), &found, decl);
        }
    }

    /// Reads and checks an expression; it comes back if it is worth estimating.
    fn expression(
        &mut self,
        node: &Node<'_>,
        what: &str,
        text: &str,
        wanted: &Type,
        scope: &Scope,
    ) -> Option<Expression> {
        let name = format!("{what} `{}`", shown(text));
        let parsed = match parse(text) {
            Ok(parsed) => parsed,
            Err(error) => {
                let place = position(text, error.line, error.column);
                self.error(
                    node,
                    format!("{name}, {place}: {}", error.message),
                    syntax_help(&error.message),
                );
                return None;
            }
        };
        let checked = check(&parsed.root, scope);
        let wrong = |mistake: &Mistake| mistake.level == Level::Error;
        let mut mistakes = checked.mistakes.clone();
        if !mistakes.iter().any(wrong) {
            let ty = checked.ty(&parsed.root);
            // The server asks for the very type; what is not known before the rule runs is refused.
            if ty == wanted {
                mistakes.extend(literals::check(&parsed.root, &checked));
            } else {
                mistakes.push(Mistake::error(
                    parsed.root.id,
                    format!("it gives a value of type {ty}, not {wanted}"),
                    match wanted {
                        Type::Bool => "compare the value with something".to_owned(),
                        _ => "make it text with `string(..)` or `'..%s'.format([..])`".to_owned(),
                    },
                ));
            }
        }
        let fits = !mistakes.iter().any(wrong);
        for mistake in mistakes {
            let offset = parsed
                .places
                .offset_for(mistake.node)
                .map_or(0, |(start, _)| start as usize);
            let (line, column) = line_and_column(text, offset);
            let place = position(text, line, column);
            self.report(
                node,
                mistake.level,
                format!("{name}, {place}: {}", mistake.message),
                mistake.help,
            );
        }
        fits.then_some(Expression { parsed, checked })
    }
}

/// An expression whose types fit.
pub(super) struct Expression {
    /// Its tree.
    pub parsed: Parsed,
    /// Its types.
    pub checked: super::check::Checked,
}

/// A rule's text in one line, cut where it is very long.
fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ..", &line[..end]),
        None => line,
    }
}

/// Letters of a rule that are shown.
const LONGEST: usize = 160;

pub(super) fn position(text: &str, line: usize, column: usize) -> String {
    if text.contains('\n') {
        format!("line {line}, column {column}")
    } else {
        format!("column {column}")
    }
}

fn syntax_help(message: &str) -> &'static str {
    if message.contains("has()") {
        "`has(..)` takes a field, such as `has(self.size)`; in names, `-` is `__dash__` and `/` is `__slash__`"
    } else if message.contains("reserved") {
        "that word is CEL's own; as a field it is written `self.__word__`"
    } else if message.contains("is no part of CEL") || message.contains('`') {
        "text stands in quotes, equality is `==`, both is `&&`, either is `||`; in names, `-` is `__dash__`"
    } else {
        "look for a missing operand, bracket or quote"
    }
}

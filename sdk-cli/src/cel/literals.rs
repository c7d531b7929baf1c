//! What is written out in a rule and can be wrong before the rule runs: times, patterns, numbers, formats.

use cel::common::ast::{CallExpr, EntryExpr, Expr, IdedExpr, ListExpr, LiteralValue};

use super::check::Checked;
use super::mistakes::Mistake;
use super::template;
use super::text;
use super::types::Type;

/// What is wrong with the literals of a rule whose types fit.
pub(super) fn check(root: &IdedExpr, checked: &Checked) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    visit(root, checked, false, &mut mistakes);
    mistakes
}

/// `free` where the parts of a list may differ: in the arguments of `format`.
fn visit(node: &IdedExpr, checked: &Checked, free: bool, mistakes: &mut Vec<Mistake>) {
    let mut inner_free = free;
    match &node.expr {
        Expr::Call(call) => {
            mistakes.extend(in_call(node, call, checked));
            inner_free |= checked.function(node, call) == "format";
        }
        Expr::List(list) if !free => mistakes.extend(uneven_list(list, checked)),
        Expr::Map(map) if !free => {
            let (mut keys, mut values) = (Vec::new(), Vec::new());
            for entry in &map.entries {
                if let EntryExpr::MapEntry(entry) = &entry.expr {
                    keys.push((&entry.key, false));
                    values.push((&entry.value, entry.optional));
                }
            }
            mistakes.extend(uneven(&keys, checked));
            mistakes.extend(uneven(&values, checked));
        }
        _ => {}
    }
    for child in children(node) {
        visit(child, checked, inner_free, mistakes);
    }
}

/// The parts of an expression.
pub(super) fn children(node: &IdedExpr) -> Vec<&IdedExpr> {
    match &node.expr {
        Expr::Call(call) => call.target.as_deref().into_iter().chain(&call.args).collect(),
        Expr::Comprehension(inner) => vec![
            &inner.iter_range,
            &inner.accu_init,
            &inner.loop_cond,
            &inner.loop_step,
            &inner.result,
        ],
        Expr::List(list) => list.elements.iter().collect(),
        Expr::Map(map) => map.entries.iter().flat_map(|entry| parts(&entry.expr)).collect(),
        Expr::Struct(message) => message
            .entries
            .iter()
            .flat_map(|entry| parts(&entry.expr))
            .collect(),
        Expr::Select(select) => vec![&select.operand],
        Expr::Unspecified | Expr::Ident(_) | Expr::Literal(_) => Vec::new(),
    }
}

fn parts(entry: &EntryExpr) -> Vec<&IdedExpr> {
    match entry {
        EntryExpr::MapEntry(entry) => vec![&entry.key, &entry.value],
        EntryExpr::StructField(field) => vec![&field.value],
    }
}

/// Text that is written out.
pub(super) fn text_of(node: &IdedExpr) -> Option<&str> {
    match &node.expr {
        Expr::Literal(LiteralValue::String(text)) => Some(text.inner()),
        _ => None,
    }
}

fn in_call(node: &IdedExpr, call: &CallExpr, checked: &Checked) -> Vec<Mistake> {
    let name = checked.function(node, call);
    let receiver = checked.receiver(node, call);
    let wrong =
        |at: &IdedExpr, message: String, help: &str| vec![Mistake::error(at.id, message, help.to_owned())];
    match (name, call.args.as_slice()) {
        ("matches" | "find" | "findAll", arguments) => {
            // The server also reads the first argument of the plain form as a pattern.
            let patterns = arguments
                .iter()
                .filter_map(|argument| Some((argument, text_of(argument)?)));
            patterns
                .filter(|(_, pattern)| !text::is_pattern(pattern))
                .flat_map(|(at, pattern)| {
                    let message = format!("`{pattern}` is not a regular expression that the server takes");
                    wrong(
                        at,
                        message,
                        "there is no looking ahead or back and no reference to what matched before",
                    )
                })
                .collect()
        }
        ("format", [arguments]) => match (receiver.and_then(text_of), &arguments.expr) {
            (Some(pattern), Expr::List(list)) => template::check(node, pattern, &list.elements, checked)
                .into_iter()
                .collect(),
            _ => Vec::new(),
        },
        (name, [argument]) if receiver.is_none() => match unreadable(name, argument) {
            Some((shown, what)) => wrong(
                argument,
                format!("{shown} cannot be read as {what}"),
                text::example(name),
            ),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A literal that its conversion cannot take: what it is, and what it should be.
fn unreadable(name: &str, argument: &IdedExpr) -> Option<(String, &'static str)> {
    let Expr::Literal(literal) = &argument.expr else {
        return None;
    };
    let negative = |shown: String, is: bool| is.then_some((shown, "a number without a sign"));
    match (name, literal) {
        ("uint", LiteralValue::Int(value)) => negative(value.inner().to_string(), *value.inner() < 0),
        ("uint", LiteralValue::Double(value)) => negative(value.inner().to_string(), *value.inner() < 0.0),
        ("string", LiteralValue::Bytes(bytes)) => std::str::from_utf8(bytes.inner())
            .is_err()
            .then(|| ("this".to_owned(), "text")),
        (name, LiteralValue::String(given)) => {
            let what = text::unreadable(name, given.inner())?;
            Some((format!("`{}`", given.inner()), what))
        }
        _ => None,
    }
}

fn uneven_list(list: &ListExpr, checked: &Checked) -> Option<Mistake> {
    let elements = list.elements.iter().enumerate();
    let parts: Vec<_> = elements
        .map(|(at, element)| (element, list.optional_indices.contains(&at)))
        .collect();
    uneven(&parts, checked)
}

/// Parts of a literal whose types are not the same, `dyn` being a type of its own.
fn uneven(parts: &[(&IdedExpr, bool)], checked: &Checked) -> Option<Mistake> {
    let mut first: Option<&Type> = None;
    for (node, optional) in parts {
        let ty = checked.ty(node);
        let ty = if *optional { ty.unwrapped().0 } else { ty };
        match first {
            None => first = Some(ty),
            Some(first) if first == ty => {}
            Some(first) => {
                return Some(Mistake::error(
                    node.id,
                    format!("a {ty} stands beside a {first}"),
                    "the parts of a list or map are of one type; put `dyn(..)` around each".to_owned(),
                ));
            }
        }
    }
    None
}

//! The text that `format` fills in: its clauses and what each takes.

use cel::common::ast::{EntryExpr, Expr, IdedExpr};

use super::check::Checked;
use super::mistakes::Mistake;
use super::types::Type;

/// What is wrong with a text and the arguments that are written out beside it.
pub(super) fn check(
    node: &IdedExpr,
    pattern: &str,
    arguments: &[IdedExpr],
    checked: &Checked,
) -> Option<Mistake> {
    let wrong = |message: String, help: &str| Some(Mistake::error(node.id, message, help.to_owned()));
    let mut rest = pattern;
    let mut used = 0;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            rest = after;
            continue;
        }
        let Some(argument) = arguments.get(used) else {
            return wrong(
                format!(
                    "`{pattern}` asks for more than the {} that are given",
                    arguments.len()
                ),
                "give an argument for each clause; `%%` is a percent sign",
            );
        };
        used += 1;
        if let Some(digits) = rest.strip_prefix('.') {
            rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() == digits.len() {
                return wrong(
                    format!("in `{pattern}`, no digits follow `%.`"),
                    "write it as in `%.2f`",
                );
            }
        }
        let Some(clause) = rest.chars().next() else {
            return wrong(format!("`{pattern}` ends in a clause"), "`%%` is a percent sign");
        };
        rest = &rest[clause.len_utf8()..];
        let fits = match clause {
            's' => shows(argument, checked),
            'd' | 'o' => is(argument, checked, &[Type::Int, Type::Uint]),
            'f' | 'e' => is(argument, checked, &[Type::Double, Type::String]),
            'b' => is(argument, checked, &[Type::Int, Type::Uint, Type::Bool]),
            'x' | 'X' => is(
                argument,
                checked,
                &[Type::Int, Type::Uint, Type::String, Type::Bytes],
            ),
            other => {
                return wrong(
                    format!("`format` does not know the clause `%{other}`"),
                    "there are `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o` and `%%`",
                );
            }
        };
        if !fits {
            let ty = checked.ty(argument);
            return wrong(
                format!("the clause `%{clause}` does not take a value of type {ty}"),
                "`%s` takes all plain values, lists and maps",
            );
        }
    }
    (used < arguments.len()).then(|| {
        Mistake::error(
            node.id,
            format!(
                "`{pattern}` asks for {used} values, and {} are given",
                arguments.len()
            ),
            "leave out what is too much, or write `%s` for it".to_owned(),
        )
    })
}

fn is(argument: &IdedExpr, checked: &Checked, types: &[Type]) -> bool {
    let ty = checked.ty(argument);
    *ty == Type::Dyn || types.contains(ty)
}

/// Whether `%s` takes it, with all that is written out in it.
fn shows(argument: &IdedExpr, checked: &Checked) -> bool {
    let plain = matches!(
        checked.ty(argument),
        Type::Dyn
            | Type::List(_)
            | Type::Map(..)
            | Type::Int
            | Type::Uint
            | Type::Double
            | Type::Bool
            | Type::String
            | Type::Timestamp
            | Type::Bytes
            | Type::Duration
            | Type::Meta(_)
            | Type::Null
    );
    plain
        && match &argument.expr {
            Expr::List(list) => list.elements.iter().all(|element| shows(element, checked)),
            Expr::Map(map) => map.entries.iter().all(|entry| match &entry.expr {
                EntryExpr::MapEntry(entry) => shows(&entry.key, checked) && shows(&entry.value, checked),
                EntryExpr::StructField(_) => true,
            }),
            _ => true,
        }
}

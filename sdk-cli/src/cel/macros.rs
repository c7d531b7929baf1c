//! The macros that Kubernetes knows: loops over one name and over two, `has`, optionals, sorting by a key.
//!
//! They become what they become for the server, part by part, since the costs hang on it.

use cel::common::ast::{
    CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedEntryExpr, IdedExpr, ListExpr, LiteralValue,
    MapEntryExpr, MapExpr, SelectExpr, StructFieldExpr, operators,
};
use cel::parser::{Macro, MacroExprHelper, ParseError};

/// How each is made; the parser wants its own copy.
pub(super) const MACROS: [fn() -> Macro; 20] = [
    || Macro::global("has", 1, has),
    || {
        Macro::receiver("all", 2, |helper, target, args| {
            quantifier(helper, target, args, Quantifier::All)
        })
    },
    || {
        Macro::receiver("all", 3, |helper, target, args| {
            quantifier(helper, target, args, Quantifier::All)
        })
    },
    || {
        Macro::receiver("exists", 2, |helper, target, args| {
            quantifier(helper, target, args, Quantifier::Exists)
        })
    },
    || {
        Macro::receiver("exists", 3, |helper, target, args| {
            quantifier(helper, target, args, Quantifier::Exists)
        })
    },
    || Macro::receiver("exists_one", 2, exists_one),
    || Macro::receiver("exists_one", 3, exists_one),
    // With one name, only later versions of CEL know this.
    || Macro::receiver("existsOne", 3, exists_one),
    || Macro::receiver("map", 2, map),
    || Macro::receiver("map", 3, map),
    || Macro::receiver("filter", 2, filter),
    || Macro::receiver("transformList", 3, transform_list),
    || Macro::receiver("transformList", 4, transform_list),
    || {
        Macro::receiver("transformMap", 3, |helper, target, args| {
            transform_map(helper, target, args, true)
        })
    },
    || {
        Macro::receiver("transformMap", 4, |helper, target, args| {
            transform_map(helper, target, args, true)
        })
    },
    || {
        Macro::receiver("transformMapEntry", 3, |helper, target, args| {
            transform_map(helper, target, args, false)
        })
    },
    || {
        Macro::receiver("transformMapEntry", 4, |helper, target, args| {
            transform_map(helper, target, args, false)
        })
    },
    || {
        Macro::receiver("optMap", 2, |helper, target, args| {
            on_optional(helper, target, args, true)
        })
    },
    || {
        Macro::receiver("optFlatMap", 2, |helper, target, args| {
            on_optional(helper, target, args, false)
        })
    },
    || Macro::receiver("sortBy", 2, sort_by),
];

/// Those that CEL had from the beginning, all over one name.
pub(super) const FIRST: [fn() -> Macro; 7] = [
    MACROS[0], MACROS[1], MACROS[3], MACROS[5], MACROS[8], MACROS[9], MACROS[10],
];

/// The name that loops collect their result under. No rule can write it.
const RESULT: &str = "@result";
/// The name for a loop that never runs, as `optMap` makes one.
const UNUSED: &str = "#unused";

type Expansion = Result<Option<IdedExpr>, ParseError>;
type Helper<'a> = MacroExprHelper<'a>;

fn call(helper: &mut Helper<'_>, name: &str, args: Vec<IdedExpr>) -> IdedExpr {
    helper.next_expr(Expr::Call(CallExpr {
        func_name: name.to_owned(),
        target: None,
        args,
    }))
}

fn member(helper: &mut Helper<'_>, target: IdedExpr, name: &str, args: Vec<IdedExpr>) -> IdedExpr {
    helper.next_expr(Expr::Call(CallExpr {
        func_name: name.to_owned(),
        target: Some(Box::new(target)),
        args,
    }))
}

fn ident(helper: &mut Helper<'_>, name: &str) -> IdedExpr {
    helper.next_expr(Expr::Ident(name.to_owned()))
}

fn boolean(helper: &mut Helper<'_>, value: bool) -> IdedExpr {
    helper.next_expr(Expr::Literal(LiteralValue::Boolean(value.into())))
}

fn integer(helper: &mut Helper<'_>, value: i64) -> IdedExpr {
    helper.next_expr(Expr::Literal(LiteralValue::Int(value.into())))
}

fn list(helper: &mut Helper<'_>, elements: Vec<IdedExpr>) -> IdedExpr {
    helper.next_expr(Expr::List(ListExpr::new(elements)))
}

fn simple_name(helper: &Helper<'_>, argument: &IdedExpr) -> Result<String, ParseError> {
    match &argument.expr {
        Expr::Ident(name) => Ok(name.clone()),
        _ => Err(helper.new_error(argument.id, "argument must be a simple name")),
    }
}

/// The names of a loop: what stands before its last arguments.
fn names(helper: &Helper<'_>, names: &[IdedExpr]) -> Result<(String, Option<String>), ParseError> {
    let first = simple_name(helper, &names[0])?;
    let Some(second) = names.get(1) else {
        return Ok((first, None));
    };
    let name = simple_name(helper, second)?;
    if first == name {
        return Err(helper.new_error(second.id, format!("the name `{first}` is there twice")));
    }
    Ok((first, Some(name)))
}

/// A loop, from its parts.
struct Loop {
    names: (String, Option<String>),
    start: IdedExpr,
    condition: IdedExpr,
    step: IdedExpr,
    result: IdedExpr,
}

fn looped(helper: &mut Helper<'_>, target: &mut Option<IdedExpr>, parts: Loop) -> Option<IdedExpr> {
    let iter_range = target.take()?;
    Some(helper.next_expr(Expr::Comprehension(Box::new(ComprehensionExpr {
        iter_range,
        iter_var: parts.names.0,
        iter_var2: parts.names.1,
        accu_var: RESULT.to_owned(),
        accu_init: parts.start,
        loop_cond: parts.condition,
        loop_step: parts.step,
        result: parts.result,
    }))))
}

fn has(helper: &mut Helper<'_>, _target: &mut Option<IdedExpr>, args: &mut Vec<IdedExpr>) -> Expansion {
    let Some(argument) = args.pop() else {
        return Ok(None);
    };
    match argument.expr {
        Expr::Select(mut select) => {
            select.test = true;
            Ok(Some(helper.next_expr(Expr::Select(select))))
        }
        _ => Err(helper.new_error(argument.id, "invalid argument to has() macro")),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantifier {
    All,
    Exists,
}

fn quantifier(
    helper: &mut Helper<'_>,
    target: &mut Option<IdedExpr>,
    args: &mut Vec<IdedExpr>,
    which: Quantifier,
) -> Expansion {
    let names = names(helper, &args[..args.len() - 1])?;
    let Some(body) = args.pop() else { return Ok(None) };
    let all = which == Quantifier::All;
    let so_far = ident(helper, RESULT);
    let going = if all {
        so_far
    } else {
        call(helper, operators::LOGICAL_NOT, vec![so_far])
    };
    let condition = call(helper, operators::NOT_STRICTLY_FALSE, vec![going]);
    let so_far = ident(helper, RESULT);
    let operator = if all {
        operators::LOGICAL_AND
    } else {
        operators::LOGICAL_OR
    };
    let parts = Loop {
        names,
        start: boolean(helper, all),
        condition,
        step: call(helper, operator, vec![so_far, body]),
        result: ident(helper, RESULT),
    };
    Ok(looped(helper, target, parts))
}

fn exists_one(helper: &mut Helper<'_>, target: &mut Option<IdedExpr>, args: &mut Vec<IdedExpr>) -> Expansion {
    let names = names(helper, &args[..args.len() - 1])?;
    let Some(body) = args.pop() else { return Ok(None) };
    let more = {
        let operands = vec![ident(helper, RESULT), integer(helper, 1)];
        call(helper, operators::ADD, operands)
    };
    let same = ident(helper, RESULT);
    let result = {
        let operands = vec![ident(helper, RESULT), integer(helper, 1)];
        call(helper, operators::EQUALS, operands)
    };
    let parts = Loop {
        names,
        start: integer(helper, 0),
        condition: boolean(helper, true),
        step: call(helper, operators::CONDITIONAL, vec![body, more, same]),
        result,
    };
    Ok(looped(helper, target, parts))
}

/// A step that is taken only where the filter, if there is one, says so.
fn filtered(helper: &mut Helper<'_>, filter: Option<IdedExpr>, step: IdedExpr) -> IdedExpr {
    match filter {
        Some(filter) => {
            let same = ident(helper, RESULT);
            call(helper, operators::CONDITIONAL, vec![filter, step, same])
        }
        None => step,
    }
}

/// What stands between the names and the body.
fn filter_of(args: &mut Vec<IdedExpr>, names: usize) -> Option<IdedExpr> {
    if args.len() > names { args.pop() } else { None }
}

/// A loop that collects a list.
fn collect(
    helper: &mut Helper<'_>,
    target: &mut Option<IdedExpr>,
    names: (String, Option<String>),
    filter: Option<IdedExpr>,
    body: IdedExpr,
) -> Option<IdedExpr> {
    let item = list(helper, vec![body]);
    let so_far = ident(helper, RESULT);
    let step = call(helper, operators::ADD, vec![so_far, item]);
    let parts = Loop {
        names,
        start: list(helper, Vec::new()),
        condition: boolean(helper, true),
        step: filtered(helper, filter, step),
        result: ident(helper, RESULT),
    };
    looped(helper, target, parts)
}

fn map(helper: &mut Helper<'_>, target: &mut Option<IdedExpr>, args: &mut Vec<IdedExpr>) -> Expansion {
    let names = names(helper, &args[..1])?;
    let Some(body) = args.pop() else { return Ok(None) };
    let filter = filter_of(args, 1);
    Ok(collect(helper, target, names, filter, body))
}

fn filter(helper: &mut Helper<'_>, target: &mut Option<IdedExpr>, args: &mut Vec<IdedExpr>) -> Expansion {
    let names = names(helper, &args[..1])?;
    let (Some(condition), Some(item)) = (args.pop(), args.pop()) else {
        return Ok(None);
    };
    Ok(collect(helper, target, names, Some(condition), item))
}

fn transform_list(
    helper: &mut Helper<'_>,
    target: &mut Option<IdedExpr>,
    args: &mut Vec<IdedExpr>,
) -> Expansion {
    let names = names(helper, &args[..2])?;
    let Some(body) = args.pop() else { return Ok(None) };
    let filter = filter_of(args, 2);
    Ok(collect(helper, target, names, filter, body))
}

fn transform_map(
    helper: &mut Helper<'_>,
    target: &mut Option<IdedExpr>,
    args: &mut Vec<IdedExpr>,
    keyed: bool,
) -> Expansion {
    let names = names(helper, &args[..2])?;
    let Some(body) = args.pop() else { return Ok(None) };
    let filter = filter_of(args, 2);
    let mut operands = vec![ident(helper, RESULT)];
    if keyed {
        let key = ident(helper, &names.0);
        operands.push(key);
    }
    operands.push(body);
    let step = call(helper, "cel.@mapInsert", operands);
    let parts = Loop {
        names,
        start: helper.next_expr(Expr::Map(MapExpr::default())),
        condition: boolean(helper, true),
        step: filtered(helper, filter, step),
        result: ident(helper, RESULT),
    };
    Ok(looped(helper, target, parts))
}

/// A name for a value: a loop over nothing whose start is the value.
fn bound(helper: &mut Helper<'_>, name: &str, value: IdedExpr, result: IdedExpr) -> IdedExpr {
    let iter_range = list(helper, Vec::new());
    let loop_cond = boolean(helper, false);
    let loop_step = ident(helper, name);
    helper.next_expr(Expr::Comprehension(Box::new(ComprehensionExpr {
        iter_range,
        iter_var: UNUSED.to_owned(),
        iter_var2: None,
        accu_var: name.to_owned(),
        accu_init: value,
        loop_cond,
        loop_step,
        result,
    })))
}

fn on_optional(
    helper: &mut Helper<'_>,
    target: &mut Option<IdedExpr>,
    args: &mut Vec<IdedExpr>,
    wrap: bool,
) -> Expansion {
    let name = simple_name(helper, &args[0])?;
    let (Some(body), Some(target)) = (args.pop(), target.take()) else {
        return Ok(None);
    };
    let again = copy(helper, &target);
    let there = member(helper, target, "hasValue", Vec::new());
    let value = member(helper, again, "value", Vec::new());
    let mut found = bound(helper, &name, value, body);
    if wrap {
        found = call(helper, "optional.of", vec![found]);
    }
    let none = call(helper, "optional.none", Vec::new());
    Ok(Some(call(
        helper,
        operators::CONDITIONAL,
        vec![there, found, none],
    )))
}

fn sort_by(helper: &mut Helper<'_>, target: &mut Option<IdedExpr>, args: &mut Vec<IdedExpr>) -> Expansion {
    const INPUT: &str = "@__sortBy_input__";
    let name = simple_name(helper, &args[0])?;
    let (Some(body), Some(target)) = (args.pop(), target.take()) else {
        return Ok(None);
    };
    let so_far = ident(helper, RESULT);
    let item = list(helper, vec![body]);
    let keys = ComprehensionExpr {
        iter_range: ident(helper, INPUT),
        iter_var: name,
        iter_var2: None,
        accu_var: RESULT.to_owned(),
        accu_init: list(helper, Vec::new()),
        loop_cond: boolean(helper, true),
        loop_step: call(helper, operators::ADD, vec![so_far, item]),
        result: ident(helper, RESULT),
    };
    let keys = helper.next_expr(Expr::Comprehension(Box::new(keys)));
    let input = ident(helper, INPUT);
    let sorted = member(helper, input, "@sortByAssociatedKeys", vec![keys]);
    Ok(Some(bound(helper, INPUT, target, sorted)))
}

/// The same expression once more, with ids of its own.
fn copy(helper: &mut Helper<'_>, node: &IdedExpr) -> IdedExpr {
    let expr = match &node.expr {
        Expr::Call(call) => Expr::Call(CallExpr {
            func_name: call.func_name.clone(),
            target: call.target.as_ref().map(|target| Box::new(copy(helper, target))),
            args: copies(helper, &call.args),
        }),
        Expr::Comprehension(inner) => Expr::Comprehension(Box::new(ComprehensionExpr {
            iter_range: copy(helper, &inner.iter_range),
            iter_var: inner.iter_var.clone(),
            iter_var2: inner.iter_var2.clone(),
            accu_var: inner.accu_var.clone(),
            accu_init: copy(helper, &inner.accu_init),
            loop_cond: copy(helper, &inner.loop_cond),
            loop_step: copy(helper, &inner.loop_step),
            result: copy(helper, &inner.result),
        })),
        Expr::List(list) => Expr::List(ListExpr::new_with_optionals(
            copies(helper, &list.elements),
            list.optional_indices.clone(),
        )),
        Expr::Map(map) => Expr::Map(MapExpr {
            entries: map
                .entries
                .iter()
                .map(|entry| copy_entry(helper, entry))
                .collect(),
        }),
        Expr::Struct(fields) => {
            let mut fields = fields.clone();
            fields.entries = fields
                .entries
                .iter()
                .map(|entry| copy_entry(helper, entry))
                .collect();
            Expr::Struct(fields)
        }
        Expr::Select(select) => Expr::Select(SelectExpr {
            operand: Box::new(copy(helper, &select.operand)),
            field: select.field.clone(),
            test: select.test,
        }),
        plain @ (Expr::Unspecified | Expr::Ident(_) | Expr::Literal(_)) => plain.clone(),
    };
    helper.next_expr(expr)
}

fn copies(helper: &mut Helper<'_>, nodes: &[IdedExpr]) -> Vec<IdedExpr> {
    nodes.iter().map(|node| copy(helper, node)).collect()
}

fn copy_entry(helper: &mut Helper<'_>, entry: &IdedEntryExpr) -> IdedEntryExpr {
    let expr = match &entry.expr {
        EntryExpr::MapEntry(inner) => EntryExpr::MapEntry(MapEntryExpr {
            key: copy(helper, &inner.key),
            value: copy(helper, &inner.value),
            optional: inner.optional,
        }),
        EntryExpr::StructField(field) => EntryExpr::StructField(StructFieldExpr {
            field: field.field.clone(),
            value: copy(helper, &field.value),
            optional: field.optional,
        }),
    };
    IdedEntryExpr { id: entry.id, expr }
}

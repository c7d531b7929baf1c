//! What is said of a rule that does not fit its schema.

use cel::common::ast::{CallExpr, Expr, IdedExpr, operators};

use super::check::Checked;
use super::declare::Object;
use super::functions::Overload;
use super::types::Type;
use crate::check::Level;
use crate::suggest;
use kopr_model::names::{CEL_RESERVED as RESERVED, cel as escape};

/// Something that is wrong with a part of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// How bad it is.
    pub level: Level,
    /// The part.
    pub node: u64,
    /// What is wrong; lower case, no full stop.
    pub message: String,
    /// The way out.
    pub help: String,
}

impl Mistake {
    /// What the server refuses.
    pub(super) fn error(node: u64, message: String, help: String) -> Self {
        Self {
            level: Level::Error,
            node,
            message,
            help,
        }
    }
}

/// The type of an object's field, and what is wrong with naming it so.
pub(super) fn field(object: &Object, name: &str, node: u64) -> (Type, Option<Mistake>) {
    if let Some(field) = object.fields.get(name) {
        return (field.decl.ty(), None);
    }
    if RESERVED.contains(&name)
        && let Some(field) = object.fields.get(&format!("__{name}__"))
    {
        let mistake = Mistake {
            level: Level::Warning,
            node,
            message: format!("servers before Kubernetes 1.32 do not know the field `{name}` by this name"),
            help: format!("write `__{name}__`, which all servers know"),
        };
        return (field.decl.ty(), Some(mistake));
    }
    let (message, help) = no_field(object, name);
    (Type::Error, Some(Mistake::error(node, message, help)))
}

fn no_field(object: &Object, name: &str) -> (String, String) {
    let place = if object.path.is_empty() {
        "the object".to_owned()
    } else {
        format!("`{}`", object.path)
    };
    if object.metadata {
        return (
            format!("rules cannot reach `metadata.{name}`"),
            "of `metadata`, rules see only `name` and `generateName`".to_owned(),
        );
    }
    if let Some(reason) = object.hidden.get(name) {
        return (
            format!("rules cannot reach the field `{name}` of {place}: {reason}"),
            "give the field a type, or leave the rule out".to_owned(),
        );
    }
    let escaped = object
        .fields
        .iter()
        .find(|(_, field)| field.name == name || field.name.starts_with(&format!("{name}.")));
    if let Some((escaped, field)) = escaped {
        return (
            format!("{place} has no field `{name}`"),
            format!("the field `{}` is written `{escaped}`", field.name),
        );
    }
    let known = object.fields.keys().map(String::as_str);
    let help = match suggest::nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if object.preserves => {
            "it keeps fields that its schema does not name, but rules cannot see them".to_owned()
        }
        None if object.fields.is_empty() => "its schema names no fields".to_owned(),
        None => format!("there are: `{}`", known.collect::<Vec<_>>().join("`, `")),
    };
    (format!("{place} has no field `{name}`"), help)
}

/// The way out for a field of what has none.
pub(super) fn no_fields(ty: &Type, name: &str) -> String {
    match ty {
        Type::List(_) => format!("look at its items: `.all(item, item.{name} ..)`, `[0].{name}`"),
        _ => "only objects and maps have fields".to_owned(),
    }
}

/// An operator as rules write it.
pub(super) fn sign(name: &str) -> &str {
    match name {
        operators::IN => "in",
        operators::CONDITIONAL => "?:",
        operators::INDEX => "[]",
        operators::OPT_INDEX => "[?]",
        _ if name.starts_with(['_', '!', '-']) => name.trim_matches('_'),
        _ => name,
    }
}

/// What to say where no form of a function takes what is given.
pub(super) fn no_form(name: &str, forms: &[Overload], given: &[Type], member: bool) -> (String, String) {
    let sign = sign(name);
    let shown: Vec<String> = given.iter().map(ToString::to_string).collect();
    let message = match (given, sign == name) {
        ([_, _], false) if sign == "[]" || sign == "[?]" => {
            format!("a value of type {} has no `[{}]`", shown[0], shown[1])
        }
        ([_, _], false) => format!("`{sign}` does not go between {} and {}", shown[0], shown[1]),
        ([one], false) => format!("`{sign}` does not go before a value of type {one}"),
        (_, false) => format!("`{sign}` does not go with {}", shown.join(", ")),
        ([receiver, _rest @ ..], true) if member => format!(
            "`{name}` does not go with these types: {receiver}.{name}({})",
            shown[1..].join(", ")
        ),
        _ => format!(
            "`{name}` does not go with these types: {name}({})",
            shown.join(", ")
        ),
    };
    let null = given.contains(&Type::Null);
    let optional = given.iter().any(|ty| matches!(ty, Type::Optional(_)));
    let help = if null {
        "plain values, lists and maps are never null in rules; ask `has(..)` whether a field is there"
            .to_owned()
    } else if optional && sign != name {
        "take the value out first: `.orValue(..)`, `.value()`".to_owned()
    } else if ["==", "!="].contains(&sign) {
        "both sides have to be of one type; convert one with `string(..)`, `int(..)` or `double(..)`"
            .to_owned()
    } else {
        takes(name, forms, member)
    };
    (message, help)
}

/// The forms of a function in short.
fn takes(name: &str, forms: &[Overload], member: bool) -> String {
    let styled: Vec<&Overload> = forms.iter().filter(|form| form.member == member).collect();
    let (shown, member) = if styled.is_empty() {
        (forms.iter().collect(), !member)
    } else {
        (styled, member)
    };
    let sign = sign(name);
    let letters = |ty: &Type| ty.to_string().replace("dyn", "any");
    let mut lines: Vec<String> = shown
        .iter()
        .map(|form| {
            let types: Vec<String> = form.arguments.iter().map(letters).collect();
            match types.as_slice() {
                [left, right] if sign != name => format!("{left} {sign} {right}"),
                [receiver, rest @ ..] if member => format!("{receiver}.{name}({})", rest.join(", ")),
                _ => format!("{sign}({})", types.join(", ")),
            }
        })
        .collect();
    let more = lines.len().saturating_sub(6);
    lines.truncate(6);
    let end = if more > 0 { ", .." } else { "" };
    format!("there is: `{}`{end}", lines.join("`, `"))
}

/// Whether a subtraction or division is a field's name with a dash or a slash in it: `self.x-y`.
pub(super) fn split_name(node: &IdedExpr, call: &CallExpr, found: &Checked) -> Option<Mistake> {
    let between = match call.func_name.as_str() {
        operators::SUBSTRACT => '-',
        operators::DIVIDE => '/',
        _ => return None,
    };
    let (operand, name) = written(node, between)?;
    let Type::Object(object) = found.ty(operand) else {
        return None;
    };
    let field = object.fields.values().find(|field| field.name == name)?;
    let escaped = escape(&field.name)?;
    Some(Mistake::error(
        node.id,
        format!(
            "`{name}` is read as a {}",
            if between == '-' { "subtraction" } else { "division" }
        ),
        format!("the field `{name}` is written `{escaped}`"),
    ))
}

/// What a field's name was split into, put together again, and the object that it is a field of.
fn written(node: &IdedExpr, between: char) -> Option<(&IdedExpr, String)> {
    match &node.expr {
        Expr::Select(select) if !select.test => Some((&select.operand, select.field.clone())),
        Expr::Call(call) if call.target.is_none() && call.args.len() == 2 => {
            let operator = if between == '-' {
                operators::SUBSTRACT
            } else {
                operators::DIVIDE
            };
            if call.func_name != operator {
                return None;
            }
            let (operand, name) = written(&call.args[0], between)?;
            Some((operand, format!("{name}{between}{}", first_name(&call.args[1])?)))
        }
        _ => None,
    }
}

fn first_name(node: &IdedExpr) -> Option<&str> {
    match &node.expr {
        Expr::Ident(name) => Some(name),
        Expr::Select(select) => first_name(&select.operand),
        Expr::Call(call) => match (&call.target, call.func_name.as_str()) {
            (Some(target), _) => first_name(target),
            (None, operators::INDEX | operators::OPT_INDEX | operators::OPT_SELECT) => {
                first_name(call.args.first()?)
            }
            _ => None,
        },
        Expr::Comprehension(inner) => first_name(&inner.iter_range),
        _ => None,
    }
}

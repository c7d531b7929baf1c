//! The costs of single functions.

use cel::common::ast::{Expr, IdedExpr, LiteralValue};

use super::size::{Size, parts, scaled};
use super::{Entries, Estimator, MAKE_LIST, Operand, PATTERN, TEXT};
use crate::cel::types::{Library, Type};

/// A call with what is known of its operands.
pub(super) struct Call<'c, 'a> {
    /// The call.
    pub node: &'a IdedExpr,
    /// The function.
    pub function: &'c str,
    /// One of its forms.
    pub overload: &'c str,
    /// What stands before the dot.
    pub target: Option<&'c Operand<'a>>,
    /// The arguments.
    pub arguments: &'c [Operand<'a>],
    /// What each argument costs.
    pub costs: &'c [u64],
}

/// A cost without that of the operands, and the size of the result.
type Costs = (u64, Option<Size>);

impl<'a> Estimator<'a> {
    /// The cost of a call with its arguments, and the size of its result.
    pub(super) fn function(&mut self, call: &Call<'_, 'a>) -> Costs {
        let arguments = call
            .costs
            .iter()
            .fold(0_u64, |sum, cost| sum.saturating_add(*cost));
        let own = self
            .list_function(call)
            .or_else(|| self.kubernetes_function(call))
            .or_else(|| equality(call));
        if let Some((cost, size)) = own {
            return (cost.saturating_add(arguments), size);
        }
        match (call.overload, call.costs) {
            ("logical_and" | "logical_or", [left, right]) => return (left.saturating_add(*right), None),
            ("conditional", [condition, yes, no]) => {
                let (then, otherwise) = (&call.arguments[1], &call.arguments[2]);
                let size = self.size_or_unknown(then).either(self.size_or_unknown(otherwise));
                let entries = Entries::either(self.entries(then.node), self.entries(otherwise.node));
                if let Some(entries) = entries {
                    self.entries.insert(call.node.id, entries);
                }
                return (condition.saturating_add(*yes.max(no)), Some(size));
            }
            _ => {}
        }
        let (cost, size) = self.standard_function(call).unwrap_or((1, None));
        (cost.saturating_add(arguments), size)
    }

    /// Lists and sets, whose library comes with costs of its own.
    fn list_function(&mut self, call: &Call<'_, 'a>) -> Option<Costs> {
        let allocating = |factor: f64, size: Size| {
            let cost = size.cost(factor).saturating_add(1 + MAKE_LIST);
            Some((cost, Some(size)))
        };
        if let Some(rest) = call.overload.strip_prefix("list_sets_") {
            let [left, right] = call.arguments else {
                return None;
            };
            let factor = if rest == "equivalent_list" { 2.0 } else { 1.0 };
            let pairs = self.asked(left).times(self.asked(right));
            return Some((pairs.cost(factor).saturating_add(1), None));
        }
        match call.overload {
            "list_slice" => {
                let size = self.asked(call.target?);
                let start = number(call.arguments.first()?).unwrap_or(0);
                let end = number(call.arguments.get(1)?).unwrap_or(size.max);
                allocating(1.0, Size::exact(end.wrapping_sub(start)))
            }
            "lists_range" => {
                let count = number(call.arguments.first()?).unwrap_or(u64::MAX);
                allocating(1.0, Size::exact(count))
            }
            "list_reverse" => {
                let size = self.asked(call.target?);
                allocating(1.0, size)
            }
            "list_flatten" | "list_flatten_int" => {
                let depth = match call.arguments.first() {
                    Some(depth) => number(depth).unwrap_or(u64::MAX),
                    None => 1,
                };
                let size = self.asked(call.target?);
                #[allow(clippy::cast_precision_loss, reason = "as the server computes it")]
                allocating(depth as f64, size)
            }
            "list_distinct" => {
                let size = self.asked(call.target?);
                allocating(2.0, size.times(size))
            }
            sort if sort.ends_with("_sort") || sort.ends_with("_sortByAssociatedKeys") => {
                let keys = call.arguments.first().or(call.target)?;
                let size = self.asked(keys);
                let text = sort.starts_with("list_string_") || sort.starts_with("list_bytes_");
                allocating(if text { 2.0 + TEXT } else { 2.0 }, size.times(size))
            }
            _ => None,
        }
    }

    /// The libraries of Kubernetes.
    fn kubernetes_function(&mut self, call: &Call<'_, 'a>) -> Option<Costs> {
        let first = call.arguments.first();
        match call.function {
            "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" => {
                let target = call.target?;
                let size = self.asked(target);
                match self.item_size(target) {
                    Some(item) => Some((size.max.saturating_mul(item), None)),
                    None => Some((size.cost(TEXT), None)),
                }
            }
            "url" => {
                let size = self.asked(first?);
                Some((size.cost(TEXT), Some(size)))
            }
            "lowerAscii" | "upperAscii" | "substring" | "trim" => {
                let size = self.asked(call.target?);
                Some((size.cost(TEXT), Some(size)))
            }
            "replace" => {
                let [old, new, ..] = call.arguments else {
                    return None;
                };
                let size = self.asked(call.target?);
                let result = replaced(size, self.asked(old), self.asked(new));
                Some((size.cost(2.0 * TEXT), Some(result)))
            }
            "split" => {
                let size = self.asked(call.target?);
                let most = call.arguments.get(1).and_then(signed);
                let most = most.map_or(size.max, i64::cast_unsigned);
                Some((size.cost(2.0 * TEXT), Some(Size::up_to(most))))
            }
            "join" => {
                let target = call.target?;
                let list = self.asked(target);
                let mut size = match self.item(target) {
                    Some((item, _)) => list.times(item),
                    None => Size::exact(0),
                };
                if let Some(separator) = first {
                    let between = Size {
                        min: list.min.saturating_sub(1),
                        max: list.max.saturating_sub(1),
                    };
                    size = size.plus(self.asked(separator).times(between));
                }
                Some((size.cost(TEXT), Some(size)))
            }
            "find" | "findAll" => {
                let size = self.asked(call.target?);
                let text = size.plus(Size::exact(1)).cost(TEXT);
                let pattern = self.asked(first?).cost(PATTERN);
                Some((text.saturating_mul(pattern), Some(Size::up_to(size.max))))
            }
            "ip" if call.overload == "cidr_ip" => Some((1, None)),
            "cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver" => {
                Some((self.asked(first?).cost(TEXT), None))
            }
            "ip.isCanonical" => Some((self.asked(first?).cost(2.0 * TEXT), None)),
            "containsIP" | "containsCIDR" => {
                // An address has 16 bytes at most.
                let mut cost = scaled(32, TEXT);
                if call.function == "containsCIDR" {
                    cost += scaled(16, TEXT) + 1;
                }
                if call.overload.ends_with("_string") {
                    cost = cost.saturating_add(self.asked(first?).cost(TEXT));
                }
                Some((cost, None))
            }
            "validate" => {
                let text = self.asked(first?).cost(TEXT);
                Some((scaled(text, LONGEST_FORMAT * PATTERN), None))
            }
            "format.named"
            | "masked"
            | "prefixLength"
            | "family"
            | "isUnspecified"
            | "isLoopback"
            | "isLinkLocalMulticast"
            | "isLinkLocalUnicast"
            | "isGlobalUnicast"
            | "sign"
            | "asInteger"
            | "isInteger"
            | "asApproximateFloat"
            | "isGreaterThan"
            | "isLessThan"
            | "compareTo"
            | "add"
            | "sub"
            | "major"
            | "minor"
            | "patch"
            | "getScheme"
            | "getHostname"
            | "getHost"
            | "getPort"
            | "getEscapedPath"
            | "getQuery" => Some((1, None)),
            _ => None,
        }
    }

    /// CEL's own functions that cost more than 1.
    fn standard_function(&mut self, call: &Call<'_, 'a>) -> Option<Costs> {
        let first = call.arguments.first();
        match call.overload {
            "string_format" => Some((self.size_or_unknown(call.target?).cost(TEXT), None)),
            "string_to_bytes" => {
                let size = self.size_or_unknown(first?);
                let result = Size {
                    min: size.min,
                    max: size.max.wrapping_mul(4),
                };
                Some((size.cost(TEXT), Some(result)))
            }
            "bytes_to_string" => {
                let size = self.size_or_unknown(first?);
                let result = Size {
                    min: size.min / 4,
                    max: size.max,
                };
                Some((size.cost(TEXT), Some(result)))
            }
            "strings_quote" => {
                let size = self.size_or_unknown(first?);
                let result = Size {
                    min: size.min.wrapping_add(2),
                    max: size.max.wrapping_mul(2).wrapping_add(2),
                };
                Some((size.cost(TEXT), Some(result)))
            }
            "starts_with_string" | "ends_with_string" => {
                Some((self.size_or_unknown(first?).cost(TEXT), None))
            }
            "in_list" => Some((self.size_or_unknown(call.arguments.get(1)?).cost(1.0), None)),
            "matches" | "matches_string" => {
                let ((Some(text), [pattern]) | (None, [text, pattern])) = (call.target, call.arguments)
                else {
                    return None;
                };
                let text = self.size_or_unknown(text).plus(Size::exact(1)).cost(TEXT);
                Some((
                    text.saturating_mul(self.size_or_unknown(pattern).cost(PATTERN)),
                    None,
                ))
            }
            "contains_string" => {
                let text = self.size_or_unknown(call.target?).cost(TEXT);
                Some((text.saturating_mul(self.size_or_unknown(first?).cost(TEXT)), None))
            }
            "add_string" | "add_bytes" | "add_list" => {
                let [left, right] = call.arguments else {
                    return None;
                };
                let size = self.size_or_unknown(left).plus(self.size_or_unknown(right));
                let entries = Entries::either(self.entries(left.node), self.entries(right.node));
                if let Some(entries) = entries {
                    self.entries.insert(call.node.id, entries);
                }
                let cost = if call.overload == "add_list" {
                    1
                } else {
                    size.cost(TEXT)
                };
                Some((cost, Some(size)))
            }
            "equals"
            | "not_equals"
            | "less_string"
            | "less_equals_string"
            | "greater_string"
            | "greater_equals_string"
            | "less_bytes"
            | "less_equals_bytes"
            | "greater_bytes"
            | "greater_equals_bytes" => {
                let [left, right] = call.arguments else {
                    return None;
                };
                let shorter = self
                    .size_or_unknown(left)
                    .max
                    .min(self.size_or_unknown(right).max);
                Some((scaled(shorter, TEXT), None))
            }
            _ => None,
        }
    }

    /// The size of an operand, from the schema if nothing else tells.
    fn asked(&mut self, operand: &Operand<'a>) -> Size {
        if operand.size.is_none()
            && let Some(size) = operand.path.as_ref().and_then(|path| self.size_at(path))
        {
            return size;
        }
        self.size_or_unknown(operand)
    }

    /// The size and type of what is in a list.
    fn item(&mut self, list: &Operand<'a>) -> Option<(Size, Type)> {
        let ty = (*list.ty.parameters().first()?).clone();
        let path = list.path.as_ref().map(|path| path.apart("@items"));
        let size = path.and_then(|path| self.size_at(&path));
        Some((size.unwrap_or(Size::UNKNOWN), ty))
    }

    /// What comparing one item of a list costs.
    fn item_size(&mut self, list: &Operand<'a>) -> Option<u64> {
        let text = matches!(list.ty.parameters().first()?, Type::String | Type::Bytes);
        let more = if text { self.item(list)?.0.cost(TEXT) } else { 0 };
        Some(more.saturating_add(1))
    }
}

/// Comparing two values of Kubernetes' libraries; only `==` is known to the server.
fn equality(call: &Call<'_, '_>) -> Option<Costs> {
    let [left, right] = call.arguments else {
        return None;
    };
    if call.overload != "equals" || left.ty != right.ty {
        return None;
    }
    let Type::Library(library) = left.ty else {
        return None;
    };
    let cost = match library {
        Library::Ip | Library::Cidr | Library::Quantity | Library::Semver => 1,
        Library::Format => scaled(64, TEXT),
        Library::Url => scaled(right.size.map_or(1, |size| size.max), TEXT),
    };
    Some((cost, None))
}

/// The longest pattern behind a named format.
const LONGEST_FORMAT: f64 = 128.0;

fn signed(operand: &Operand<'_>) -> Option<i64> {
    match &operand.node.expr {
        Expr::Literal(LiteralValue::Int(value)) => Some(*value.inner()),
        _ => None,
    }
}

fn number(operand: &Operand<'_>) -> Option<u64> {
    signed(operand).map(|value| u64::try_from(value).unwrap_or(0))
}

/// The size of a text in which something was replaced.
fn replaced(text: Size, old: Size, new: Size) -> Size {
    let (mut count, mut kept) = (Size::exact(0), Size::exact(0));
    if old.min == 0 {
        count.max = text.max.saturating_add(1);
        kept.max = text.max;
    } else if new.max <= old.min {
        kept.max = text.max;
    } else {
        count.max = parts(text.max, old.min);
    }
    if old.max == 0 {
        count.min = text.min.saturating_add(1);
        kept.min = text.min;
    } else if old.max <= new.min {
        kept.min = text.min;
    } else {
        count.min = parts(text.min, old.max);
    }
    count.times(new).plus(kept)
}

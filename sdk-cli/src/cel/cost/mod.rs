//! What a rule may cost at most, estimated as the API server does it before it takes a schema.

mod calls;
mod path;
mod size;

use std::collections::{BTreeMap, BTreeSet};

use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, LiteralValue};

use self::path::Path;
use self::size::Size;
use super::check::Checked;
use super::declare::{Decl, Shape};
use super::types::Type;

/// A rule may cost this much.
pub(super) const RULE_LIMIT: u64 = 10_000_000;
/// All rules of a version together.
pub(super) const TOTAL_LIMIT: u64 = 100_000_000;

/// Going through text costs this much a letter.
const TEXT: f64 = 0.1;
/// A pattern costs this much a letter, for each part of the text.
const PATTERN: f64 = 0.25;
const MAKE_LIST: u64 = 10;
const MAKE_MAP: u64 = 30;
const MAKE_OBJECT: u64 = 40;

/// Sizes to assume for what has no bound of its own, by path.
pub(super) type Assumed = BTreeMap<String, u64>;

/// What a rule costs, and what of the schema decides that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Estimate {
    /// The cost of one run.
    pub cost: u64,
    /// What has no bound and was asked for its size: path and keyword.
    pub open: BTreeSet<(String, &'static str)>,
    /// The functions whose results have no bound that the server knows.
    pub boundless: BTreeSet<String>,
    /// What of it is walked through in a loop within a loop.
    pub nested: BTreeSet<(String, &'static str)>,
}

/// Estimates a rule whose types fit.
pub(super) fn estimate(root: &IdedExpr, checked: &Checked, decl: &Decl, assumed: &Assumed) -> Estimate {
    let mut estimator = Estimator {
        decl,
        checked,
        assumed,
        paths: BTreeMap::new(),
        locals: BTreeMap::new(),
        sizes: BTreeMap::new(),
        entries: BTreeMap::new(),
        loops: Vec::new(),
        found: Estimate::default(),
    };
    let cost = estimator.cost(root);
    Estimate {
        cost,
        ..estimator.found
    }
}

/// The sizes of what is in a list or map.
#[derive(Clone, Copy, Debug)]
struct Entries {
    list: bool,
    key: Size,
    value: Size,
}

impl Entries {
    fn either(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        let (a, b) = (a?, b?);
        Some(Self {
            list: a.list,
            key: a.key.either(b.key),
            value: a.value.either(b.value),
        })
    }
}

/// A name that a loop or a binding gives.
#[derive(Clone, Debug)]
struct Local {
    path: Path,
    size: Option<Size>,
    entries: Option<Entries>,
}

/// An operand, as far as costs are concerned.
struct Operand<'a> {
    node: &'a IdedExpr,
    path: Option<Path>,
    ty: Type,
    size: Option<Size>,
}

struct Estimator<'a> {
    decl: &'a Decl,
    checked: &'a Checked,
    assumed: &'a Assumed,
    paths: BTreeMap<u64, Path>,
    locals: BTreeMap<String, Vec<Local>>,
    sizes: BTreeMap<u64, Size>,
    entries: BTreeMap<u64, Entries>,
    /// For each loop around, what it walks through if that has no bound.
    loops: Vec<Option<(String, &'static str)>>,
    found: Estimate,
}

impl<'a> Estimator<'a> {
    fn cost(&mut self, node: &'a IdedExpr) -> u64 {
        match &node.expr {
            Expr::Unspecified | Expr::Literal(_) => 0,
            Expr::Ident(name) => {
                let path = match self.local(name) {
                    Some(local) => local.path.clone(),
                    None => Path::variable(name),
                };
                self.paths.insert(node.id, path);
                1
            }
            Expr::Select(select) => {
                if let Some(name) = self.checked.type_names.get(&node.id) {
                    self.paths.insert(node.id, Path::variable(name));
                    return 1;
                }
                let mut sum = self.cost(&select.operand);
                if select.test {
                    return sum;
                }
                if matches!(
                    self.checked.ty(&select.operand),
                    Type::Map(..) | Type::Object(_) | Type::Library(_)
                ) {
                    sum = sum.saturating_add(1);
                }
                let path = self.path(&select.operand).then(&select.field);
                self.paths.insert(node.id, path);
                sum
            }
            Expr::Call(call) => self.call(node, call),
            Expr::List(list) => {
                let mut sum = MAKE_LIST;
                let mut item = None;
                for element in &list.elements {
                    sum = sum.saturating_add(self.cost(element));
                    item = Some(self.widened(item, element));
                }
                let entries = Entries {
                    list: true,
                    key: Size::exact(1),
                    value: item.unwrap_or(Size::exact(0)),
                };
                self.entries.insert(node.id, entries);
                sum
            }
            Expr::Map(map) => {
                let mut sum = MAKE_MAP;
                let (mut key, mut value) = (None, None);
                for entry in &map.entries {
                    if let EntryExpr::MapEntry(entry) = &entry.expr {
                        sum = sum.saturating_add(self.cost(&entry.key));
                        sum = sum.saturating_add(self.cost(&entry.value));
                        key = Some(self.widened(key, &entry.key));
                        value = Some(self.widened(value, &entry.value));
                    }
                }
                let entries = Entries {
                    list: false,
                    key: key.unwrap_or(Size::exact(0)),
                    value: value.unwrap_or(Size::exact(0)),
                };
                self.entries.insert(node.id, entries);
                sum
            }
            Expr::Struct(message) => {
                let mut sum = MAKE_OBJECT;
                for entry in &message.entries {
                    if let EntryExpr::StructField(field) = &entry.expr {
                        sum = sum.saturating_add(self.cost(&field.value));
                    }
                }
                sum
            }
            Expr::Comprehension(inner) if is_binding(inner) => self.binding(node, inner),
            Expr::Comprehension(inner) => self.comprehension(node, inner),
        }
    }

    fn widened(&mut self, earlier: Option<Size>, node: &'a IdedExpr) -> Size {
        let size = self.size(node).unwrap_or(Size::UNKNOWN);
        earlier.map_or(size, |earlier| earlier.either(size))
    }

    fn call(&mut self, node: &'a IdedExpr, call: &'a CallExpr) -> u64 {
        if call.func_name == "dyn"
            && let [argument] = call.args.as_slice()
        {
            let cost = self.cost(argument).saturating_add(1);
            self.inherit(node, argument);
            return cost;
        }
        let mut arguments = Vec::new();
        let mut arguments_cost = Vec::new();
        for argument in &call.args {
            arguments_cost.push(self.cost(argument));
            arguments.push(self.operand(argument));
        }
        let (mut sum, mut target) = (0, None);
        if let Some(receiver) = self.checked.receiver(node, call) {
            sum = self.cost(receiver);
            target = Some(self.operand(receiver));
        }
        let function = self.checked.function(node, call);
        let overloads = self.checked.overloads.get(&node.id);
        let (mut most, mut result) = (0, None::<Size>);
        for overload in overloads.into_iter().flatten() {
            let call = calls::Call {
                node,
                function,
                overload,
                target: target.as_ref(),
                arguments: &arguments,
                costs: &arguments_cost,
            };
            let (cost, size) = self.function(&call);
            most = most.max(cost);
            if let Some(size) = size {
                result = Some(result.map_or(size, |earlier| earlier.either(size)));
            }
            let step = match *overload {
                "index_list" => Some("@items"),
                "index_map" => Some("@values"),
                _ => None,
            };
            if let (Some(step), Some(container)) = (step, call.arguments.first()) {
                result = self.entries(container.node).map(|entries| entries.value);
                let path = self.path(container.node).then(step);
                self.paths.insert(node.id, path);
            }
            if result.is_none() {
                result = self.size(node);
            }
        }
        if let Some(result) = result {
            self.sizes.insert(node.id, result);
        }
        sum.saturating_add(most)
    }

    fn operand(&mut self, node: &'a IdedExpr) -> Operand<'a> {
        let path = self.path(node);
        Operand {
            node,
            path: (!path.is_empty()).then_some(path),
            ty: self.checked.ty(node).clone(),
            size: self.size(node),
        }
    }

    fn comprehension(&mut self, node: &'a IdedExpr, inner: &'a ComprehensionExpr) -> u64 {
        let mut sum = self.cost(&inner.iter_range);
        sum = sum.saturating_add(self.cost(&inner.accu_init));
        self.bind(&inner.accu_var, &inner.accu_init);
        self.enter_loop(&inner.iter_range);
        let entries = self.entries(&inner.iter_range);
        let list = match entries {
            Some(entries) => entries.list,
            None => matches!(self.checked.ty(&inner.iter_range), Type::List(_)),
        };
        let (key, value) = (
            entries.map(|entries| entries.key),
            entries.map(|entries| entries.value),
        );
        let names = match (&inner.iter_var2, list) {
            (Some(second), true) => vec![(&inner.iter_var, "@indices", key), (second, "@items", value)],
            (Some(second), false) => vec![(&inner.iter_var, "@keys", key), (second, "@values", value)],
            (None, true) => vec![(&inner.iter_var, "@items", value)],
            (None, false) => vec![(&inner.iter_var, "@keys", key)],
        };
        for (name, step, size) in &names {
            let path = self.path(&inner.iter_range).then(step);
            let local = Local {
                path,
                size: *size,
                entries: None,
            };
            self.locals.entry((*name).clone()).or_default().push(local);
        }
        let condition = self.cost(&inner.loop_cond);
        let step = self.cost(&inner.loop_step);
        for (name, ..) in &names {
            self.unbind(name);
        }
        self.loops.pop();
        sum = sum.saturating_add(self.cost(&inner.result));
        self.unbind(&inner.accu_var);
        let count = self.size(&inner.iter_range).unwrap_or(Size::UNKNOWN);
        sum = sum.saturating_add(count.max.saturating_mul(step.saturating_add(condition)));
        match &inner.accu_init.expr {
            Expr::Literal(_) => {
                if let Some(size) = self.size(&inner.accu_init) {
                    self.sizes.insert(node.id, size);
                }
            }
            Expr::List(_) | Expr::Map(_) => {
                self.sizes.insert(node.id, count);
                if let Some(entries) = self.entries(&inner.loop_step) {
                    self.entries.insert(node.id, entries);
                }
            }
            _ => {}
        }
        sum
    }

    /// Notes what is walked through without a bound within another loop.
    fn enter_loop(&mut self, range: &'a IdedExpr) {
        let decl = self.reached(&self.path(range));
        let open = decl.and_then(|decl| Some((decl.path.clone(), decl.open?)));
        self.loops.push(open);
        if self.loops.len() > 1 {
            self.found.nested.extend(self.loops.iter().flatten().cloned());
        }
    }

    fn binding(&mut self, node: &'a IdedExpr, inner: &'a ComprehensionExpr) -> u64 {
        let mut sum = self.cost(&inner.iter_range);
        sum = sum.saturating_add(self.cost(&inner.accu_init));
        self.bind(&inner.accu_var, &inner.accu_init);
        sum = sum.saturating_add(self.cost(&inner.result));
        self.unbind(&inner.accu_var);
        self.inherit(node, &inner.result);
        sum
    }

    fn bind(&mut self, name: &str, value: &'a IdedExpr) {
        let local = Local {
            path: self.path(value),
            size: self.size(value),
            entries: self.entries(value),
        };
        self.locals.entry(name.to_owned()).or_default().push(local);
    }

    fn unbind(&mut self, name: &str) {
        if let Some(stack) = self.locals.get_mut(name) {
            stack.pop();
        }
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.get(name)?.last()
    }

    /// Gives an expression the sizes of another one.
    fn inherit(&mut self, node: &IdedExpr, from: &'a IdedExpr) {
        if let Some(size) = self.size(from) {
            self.sizes.insert(node.id, size);
        }
        if let Some(entries) = self.entries(from) {
            self.entries.insert(node.id, entries);
        }
    }

    fn path(&self, node: &IdedExpr) -> Path {
        if let Expr::Ident(name) = &node.expr
            && let Some(local) = self.local(name)
        {
            return local.path.clone();
        }
        self.paths.get(&node.id).cloned().unwrap_or_default()
    }

    fn entries(&self, node: &IdedExpr) -> Option<Entries> {
        if let Some(entries) = self.entries.get(&node.id) {
            return Some(*entries);
        }
        match &node.expr {
            Expr::Ident(name) => self.local(name)?.entries,
            _ => None,
        }
    }

    fn size(&mut self, node: &'a IdedExpr) -> Option<Size> {
        if let Some(size) = self.sizes.get(&node.id) {
            return Some(*size);
        }
        if let Some(size) = written(node) {
            return Some(size);
        }
        if let Some(size) = self.size_at(&self.path(node)) {
            self.sizes.insert(node.id, size);
            return Some(size);
        }
        if is_scalar(self.checked.ty(node)) {
            return Some(Size::exact(1));
        }
        match &node.expr {
            Expr::Ident(name) => self.local(name)?.size,
            _ => None,
        }
    }

    /// The size of an operand, unbounded if nothing tells.
    fn size_or_unknown(&mut self, operand: &Operand<'a>) -> Size {
        if let Some(size) = operand.size {
            return size;
        }
        if let Expr::Call(call) = &operand.node.expr {
            let name = self.checked.function(operand.node, call).to_owned();
            self.found.boundless.insert(name);
        }
        Size::UNKNOWN
    }

    /// The largest size that the schema allows at a path.
    fn size_at(&mut self, path: &Path) -> Option<Size> {
        let decl = self.reached(path)?;
        if let Some(keyword) = decl.open {
            self.found.open.insert((decl.path.clone(), keyword));
            if let Some(assumed) = self.assumed.get(&decl.path) {
                // Letters of text have up to four bytes.
                let bytes = if matches!(decl.shape, Shape::Scalar(_)) {
                    4
                } else {
                    1
                };
                return Some(Size::up_to(assumed * bytes));
            }
        }
        Some(Size::up_to(decl.max))
    }

    fn reached(&self, path: &Path) -> Option<&'a Decl> {
        let steps = path.steps();
        let mut at = self.decl;
        let (_, steps) = steps.split_first()?;
        for step in steps {
            at = match (&at.shape, step.as_str()) {
                (Shape::List(inner) | Shape::Map(inner), "@items" | "@values") => inner,
                (Shape::Map(_), "@keys") => &KEY,
                (Shape::Object(object), name) => &object.fields.get(name)?.decl,
                _ => return None,
            };
        }
        Some(at)
    }
}

/// Keys of maps: the server gives them no size at all.
static KEY: Decl = Decl {
    shape: Shape::Scalar(Type::String),
    max: 0,
    min: 2,
    open: None,
    path: String::new(),
};

/// The size of what is written out.
fn written(node: &IdedExpr) -> Option<Size> {
    let size = match &node.expr {
        Expr::Literal(LiteralValue::String(text)) => text.inner().chars().count(),
        Expr::Literal(LiteralValue::Bytes(bytes)) => bytes.inner().len(),
        Expr::Literal(_) => 1,
        Expr::List(list) => list.elements.len(),
        Expr::Map(map) => map.entries.len(),
        _ => return None,
    };
    Some(Size::exact(size as u64))
}

fn is_scalar(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Double | Type::Duration | Type::Int | Type::Timestamp | Type::Uint => true,
        Type::Optional(inner) => is_scalar(inner),
        _ => false,
    }
}

/// Whether a loop only gives a value a name.
fn is_binding(inner: &ComprehensionExpr) -> bool {
    matches!(&inner.iter_range.expr, Expr::List(list) if list.elements.is_empty())
        && inner.loop_cond.expr == Expr::Literal(LiteralValue::Boolean(false.into()))
}

//! The types of a rule's parts, found as the API server finds them.

use std::collections::BTreeMap;
use std::sync::Arc;

use cel::common::ast::{
    CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, ListExpr, LiteralValue, MapExpr, SelectExpr,
    StructExpr, operators,
};

use super::functions::{FUNCTIONS, Functions, Overload, TYPES, elsewhere};
use super::mistakes::{self, Mistake};
use super::types::Type;
use super::unify::{Unifier, most_general};
use crate::suggest;

/// What a rule can name.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// The values that it is given.
    pub names: Vec<(&'static str, Type)>,
    /// The functions that it can call.
    pub functions: &'static Functions,
    /// What to say where a name is none of these.
    pub about: &'static str,
    /// The same for functions.
    pub about_functions: &'static str,
    /// What is known of functions that come from elsewhere.
    pub elsewhere: fn(&str) -> Option<&'static str>,
}

impl Scope {
    /// That of a rule of a schema: the value that it stands at, and the one before the change.
    pub(super) fn of_schema(itself: Type, before: Type) -> Self {
        Self {
            names: vec![("self", itself), ("oldSelf", before)],
            functions: &FUNCTIONS,
            about: "a rule knows `self`, `oldSelf` and the names of its own loops; text stands in quotes",
            about_functions: "Kubernetes lists what there is under \"CEL in Kubernetes\"",
            elsewhere,
        }
    }

    /// Whether there are values that may be missing, `.?` and `[?]`.
    fn has_optionals(&self) -> bool {
        self.functions.contains_key(operators::OPT_INDEX)
    }

    /// The type that a name stands for; those of Kubernetes come with its functions.
    fn type_named(&self, name: &str) -> Option<&'static Type> {
        let of_kubernetes = |ty: &Type| matches!(ty, Type::Library(_) | Type::Optional(_));
        TYPES
            .get(name)
            .filter(|ty| self.has_optionals() || !of_kubernetes(ty))
    }

    fn name(&self, wanted: &str) -> Option<&Type> {
        let found = self.names.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, ty)| ty)
    }
}

/// What was found out about a rule.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// The type of each part.
    pub types: BTreeMap<u64, Type>,
    /// The forms of functions that each call may mean.
    pub overloads: BTreeMap<u64, Vec<&'static str>>,
    /// Calls of functions whose names have dots, such as `sets.contains`.
    pub dotted: BTreeMap<u64, String>,
    /// Types whose names have dots.
    pub type_names: BTreeMap<u64, String>,
    /// Whether `oldSelf` is used.
    pub uses_before: bool,
    /// What is wrong with it.
    pub mistakes: Vec<Mistake>,
}

impl Checked {
    /// The type of a part.
    pub(super) fn ty(&self, node: &IdedExpr) -> &Type {
        self.types.get(&node.id).unwrap_or(&Type::Error)
    }

    /// The name of the function that a call means.
    pub(super) fn function<'a>(&'a self, node: &IdedExpr, call: &'a CallExpr) -> &'a str {
        self.dotted.get(&node.id).unwrap_or(&call.func_name)
    }

    /// What stands before the dot of a call, if that is a value.
    pub(super) fn receiver<'a>(&self, node: &IdedExpr, call: &'a CallExpr) -> Option<&'a IdedExpr> {
        call.target
            .as_deref()
            .filter(|_| !self.dotted.contains_key(&node.id))
    }
}

/// Finds the types of a rule's parts, and what is wrong with them.
pub(super) fn check(root: &IdedExpr, scope: &Scope) -> Checked {
    let mut checker = Checker {
        scope,
        locals: Vec::new(),
        unifier: Unifier::default(),
        found: Checked::default(),
    };
    checker.visit(root);
    let mut found = checker.found;
    for ty in found.types.values_mut() {
        *ty = checker.unifier.resolve(ty, true);
    }
    found
}

struct Checker<'a> {
    scope: &'a Scope,
    locals: Vec<(String, Type)>,
    unifier: Unifier,
    found: Checked,
}

impl Checker<'_> {
    fn visit(&mut self, node: &IdedExpr) -> Type {
        let ty = match &node.expr {
            Expr::Unspecified => Type::Error,
            Expr::Literal(literal) => match literal {
                LiteralValue::Boolean(_) => Type::Bool,
                LiteralValue::Bytes(_) => Type::Bytes,
                LiteralValue::Double(_) => Type::Double,
                LiteralValue::Int(_) => Type::Int,
                LiteralValue::Null => Type::Null,
                LiteralValue::String(_) => Type::String,
                LiteralValue::UInt(_) => Type::Uint,
            },
            Expr::Ident(name) => self.ident(node, name),
            Expr::Select(select) => self.select(node, select),
            Expr::Call(call) => self.call(node, call),
            Expr::List(list) => self.list(list),
            Expr::Map(map) => self.map(map),
            Expr::Struct(message) => self.message(node, message),
            Expr::Comprehension(inner) => self.comprehension(inner),
        };
        self.found.types.insert(node.id, ty.clone());
        ty
    }

    fn wrong(&mut self, node: &IdedExpr, message: impl Into<String>, help: impl Into<String>) -> Type {
        self.found
            .mistakes
            .push(Mistake::error(node.id, message.into(), help.into()));
        Type::Error
    }

    fn local(&self, name: &str) -> Option<&Type> {
        let found = self.locals.iter().rev().find(|(local, _)| local == name);
        found.map(|(_, ty)| ty)
    }

    fn ident(&mut self, node: &IdedExpr, name: &str) -> Type {
        let bare = name.trim_start_matches('.');
        if let Some(ty) = self.local(name) {
            let ty = ty.clone();
            self.found.uses_before |= name == "oldSelf";
            return ty;
        }
        if let Some(ty) = self.scope.name(bare) {
            self.found.uses_before |= bare == "oldSelf";
            return ty.clone();
        }
        if let Some(ty) = self.scope.type_named(bare) {
            return Type::Meta(Arc::new(ty.clone()));
        }
        let help = match self.scope.name("self") {
            Some(Type::Object(object)) if object.fields.contains_key(bare) => format!("write `self.{bare}`"),
            _ => {
                let given = self.scope.names.iter().map(|(name, _)| *name);
                let known = given
                    .chain(self.locals.iter().map(|(name, _)| name.as_str()))
                    .filter(|name| !name.starts_with(['@', '#']));
                match ((self.scope.elsewhere)(bare), suggest::nearest(bare, known)) {
                    (Some(why), _) => why.to_owned(),
                    (None, Some(near)) => format!("did you mean `{near}`?"),
                    (None, None) => self.scope.about.to_owned(),
                }
            }
        };
        self.wrong(node, format!("`{name}` is not known"), help)
    }

    fn select(&mut self, node: &IdedExpr, select: &SelectExpr) -> Type {
        if let Some(name) = dotted_name(node).filter(|name| {
            let root = name.split('.').next().unwrap_or_default();
            self.local(root).is_none()
        }) && let Some(ty) = self.scope.type_named(&name)
        {
            self.found.type_names.insert(node.id, name);
            return Type::Meta(Arc::new(ty.clone()));
        }
        let ty = self.field(node, &select.operand, &select.field, false);
        if select.test {
            Type::Bool
        } else {
            self.unifier.resolve(&ty, false)
        }
    }

    fn field(&mut self, node: &IdedExpr, operand: &IdedExpr, name: &str, optional: bool) -> Type {
        let operand_type = self.visit(operand);
        let operand_type = self.unifier.resolve(&operand_type, false);
        let (target, was_optional) = operand_type.unwrapped();
        let found = match target {
            Type::Map(_, value) => (**value).clone(),
            Type::Object(object) => {
                let (ty, mistake) = mistakes::field(object, name, node.id);
                self.found.mistakes.extend(mistake);
                ty
            }
            Type::Param(_) => {
                self.unifier.fit(&Type::Dyn, target);
                Type::Dyn
            }
            target if target.is_open() => Type::Dyn,
            target => {
                let message = format!("there is no field `{name}` in a value of type {target}");
                self.wrong(node, message, mistakes::no_fields(target, name))
            }
        };
        if was_optional || optional {
            Type::optional(found)
        } else {
            found
        }
    }

    fn call(&mut self, node: &IdedExpr, call: &CallExpr) -> Type {
        let name = call.func_name.trim_start_matches('.');
        if name == operators::OPT_SELECT {
            return self.optional_field(node, call);
        }
        let before = self.found.mistakes.len();
        for argument in &call.args {
            self.visit(argument);
        }
        if self.found.mistakes.len() > before
            && let Some(mistake) = mistakes::split_name(node, call, &self.found)
        {
            self.found.mistakes.truncate(before);
            self.found.mistakes.push(mistake);
            return Type::Error;
        }
        let Some(target) = call.target.as_deref() else {
            return match self.scope.functions.get(name) {
                Some(forms) => self.resolve(node, name, forms, None, &call.args),
                None => self.unknown_function(node, name, false),
            };
        };
        if let Some(prefix) = dotted_name(target) {
            let dotted = format!("{}.{name}", prefix.trim_start_matches('.'));
            if let Some(forms) = self.scope.functions.get(&dotted) {
                self.found.dotted.insert(node.id, dotted.clone());
                return self.resolve(node, &dotted, forms, None, &call.args);
            }
            if let Some(why) = (self.scope.elsewhere)(&dotted) {
                return self.wrong(node, format!("there is no function `{dotted}`"), why);
            }
        }
        self.visit(target);
        match self.scope.functions.get(name) {
            Some(forms) => self.resolve(node, name, forms, Some(target), &call.args),
            None => self.unknown_function(node, name, true),
        }
    }

    fn optional_field(&mut self, node: &IdedExpr, call: &CallExpr) -> Type {
        if !self.scope.has_optionals() {
            return self.wrong(node, "there is no `.?` here", "ask with `has(..)` first");
        }
        let (Some(operand), Some(Expr::Literal(LiteralValue::String(name)))) =
            (call.args.first(), call.args.get(1).map(|field| &field.expr))
        else {
            return self.wrong(node, "what follows `.?` is no field", "write a name there");
        };
        let ty = self.field(node, operand, name.inner(), true);
        self.found
            .overloads
            .insert(node.id, vec!["select_optional_field"]);
        self.unifier.resolve(&ty, false)
    }

    fn unknown_function(&mut self, node: &IdedExpr, name: &str, member: bool) -> Type {
        let known = self
            .scope
            .functions
            .iter()
            .filter(|(name, forms)| {
                !name.starts_with(['_', '@', '!', '-']) && forms.iter().any(|form| form.member == member)
            })
            .map(|(name, _)| name.as_str())
            .chain(["has", "all", "exists", "exists_one", "map", "filter"])
            .chain(
                ["transformList", "transformMap"]
                    .into_iter()
                    .filter(|_| self.scope.has_optionals()),
            );
        let macros = [
            "all",
            "exists",
            "exists_one",
            "map",
            "filter",
            "has",
            "optMap",
            "optFlatMap",
        ];
        let help = match ((self.scope.elsewhere)(name), suggest::nearest(name, known)) {
            _ if macros.contains(&name) && !self.scope.has_optionals() => {
                format!("it takes one name and what to ask, as in `.{name}(p, p.type == 'a')`")
            }
            (Some(why), _) => why.to_owned(),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => self.scope.about_functions.to_owned(),
        };
        let message = if macros.contains(&name) {
            format!("`{name}` is not called in this way")
        } else {
            format!("there is no function `{}`", mistakes::sign(name))
        };
        self.wrong(node, message, help)
    }

    fn resolve(
        &mut self,
        node: &IdedExpr,
        name: &str,
        forms: &[Overload],
        target: Option<&IdedExpr>,
        args: &[IdedExpr],
    ) -> Type {
        let given: Vec<Type> = target
            .into_iter()
            .chain(args)
            .map(|node| self.found.types.get(&node.id).cloned().unwrap_or(Type::Error))
            .collect();
        if [operators::LOGICAL_AND, operators::LOGICAL_OR].contains(&name) {
            return self.logical(node, name, args, &given);
        }
        let (mut result, mut ids) = (None, Vec::new());
        for form in forms.iter().filter(|form| form.member == target.is_some()) {
            let mut signature = form.arguments.clone();
            signature.push(form.result.clone());
            let mut signature = self.unifier.instantiate(&signature);
            let Some(outcome) = signature.pop() else { continue };
            if !self.unifier.fit_all(&given, &signature) {
                continue;
            }
            ids.push(form.id);
            let outcome = self.unifier.resolve(&outcome, false);
            result = Some(match result {
                None => outcome,
                Some(Type::Dyn) => Type::Dyn,
                Some(earlier) if earlier == outcome => earlier,
                Some(_) => Type::Dyn,
            });
        }
        if let Some(result) = result {
            self.found.overloads.insert(node.id, ids);
            return result;
        }
        let given: Vec<Type> = given.iter().map(|ty| self.unifier.resolve(ty, true)).collect();
        let (message, help) = mistakes::no_form(name, forms, &given, target.is_some());
        self.wrong(node, message, help)
    }

    fn logical(&mut self, node: &IdedExpr, name: &str, args: &[IdedExpr], given: &[Type]) -> Type {
        let mut right = true;
        for (argument, ty) in args.iter().zip(given) {
            if !self.unifier.fit(ty, &Type::Bool) {
                let ty = self.unifier.resolve(ty, true);
                let sign = mistakes::sign(name);
                self.wrong(
                    argument,
                    format!("a side of `{sign}` is of type {ty}, not bool"),
                    "compare it with something",
                );
                right = false;
            }
        }
        let id = if name == operators::LOGICAL_AND {
            "logical_and"
        } else {
            "logical_or"
        };
        self.found.overloads.insert(node.id, vec![id]);
        if right { Type::Bool } else { Type::Error }
    }

    /// The element's type without its `optional`, where the literal asks for one.
    fn element(&mut self, node: &IdedExpr, optional: bool) -> Type {
        let ty = self.visit(node);
        if !optional {
            return ty;
        }
        if !self.scope.has_optionals() {
            return self.wrong(
                node,
                "no part of a literal can be missing here",
                "leave the `?` out",
            );
        }
        let (inner, was_optional) = ty.unwrapped();
        if !was_optional && !inner.is_open() {
            let message = format!("what follows `?` is of type {ty}, which cannot be missing");
            return self.wrong(node, message, "leave the `?` out");
        }
        inner.clone()
    }

    /// The type of several parts of a literal. Whether they may differ is seen once all types are known.
    fn join(&mut self, earlier: Option<Type>, ty: Type) -> Type {
        match earlier {
            None => ty,
            Some(earlier) if self.unifier.fit(&earlier, &ty) => most_general(&earlier, &ty),
            Some(_) => Type::Dyn,
        }
    }

    fn list(&mut self, list: &ListExpr) -> Type {
        let mut item = None;
        for (at, element) in list.elements.iter().enumerate() {
            let ty = self.element(element, list.optional_indices.contains(&at));
            item = Some(self.join(item, ty));
        }
        let item = item.unwrap_or_else(|| self.unifier.fresh());
        Type::list(item)
    }

    fn map(&mut self, map: &MapExpr) -> Type {
        let (mut key, mut value) = (None, None);
        for entry in &map.entries {
            if let EntryExpr::MapEntry(entry) = &entry.expr {
                let ty = self.visit(&entry.key);
                key = Some(self.join(key, ty));
                let ty = self.element(&entry.value, entry.optional);
                value = Some(self.join(value, ty));
            }
        }
        let key = key.unwrap_or_else(|| self.unifier.fresh());
        let value = value.unwrap_or_else(|| self.unifier.fresh());
        Type::map(key, value)
    }

    /// Objects cannot be made in rules, but for those of CEL itself, which nobody needs here.
    fn message(&mut self, node: &IdedExpr, message: &StructExpr) -> Type {
        for entry in &message.entries {
            if let EntryExpr::StructField(field) = &entry.expr {
                self.visit(&field.value);
            }
        }
        if message.type_name.starts_with("google.protobuf.") {
            return Type::Dyn;
        }
        self.wrong(
            node,
            format!("there is no type `{}`", message.type_name),
            "a map is written `{'key': value}`",
        )
    }

    fn comprehension(&mut self, inner: &ComprehensionExpr) -> Type {
        let range = self.visit(&inner.iter_range);
        let start = self.visit(&inner.accu_init);
        let range = self.unifier.resolve(&range, false);
        let (first, second) = match &range {
            Type::List(item) if inner.iter_var2.is_some() => (Type::Int, (**item).clone()),
            Type::List(item) => ((**item).clone(), Type::Error),
            Type::Map(key, value) => ((**key).clone(), (**value).clone()),
            Type::Dyn | Type::Error | Type::Param(_) => {
                self.unifier.fit(&Type::Dyn, &range);
                (Type::Dyn, Type::Dyn)
            }
            other => {
                let message = format!("a value of type {other} is neither a list nor a map to walk through");
                self.wrong(
                    &inner.iter_range,
                    message,
                    "only those have `all`, `exists`, `map` and `filter`",
                );
                (Type::Error, Type::Error)
            }
        };
        let outside = self.locals.len();
        self.locals.push((inner.accu_var.clone(), start.clone()));
        let around = self.locals.len();
        for name in [Some(&inner.iter_var), inner.iter_var2.as_ref()]
            .into_iter()
            .flatten()
        {
            if name == "__result__" {
                self.wrong(
                    &inner.iter_range,
                    "a loop cannot call its value `__result__`",
                    "take another name",
                );
            }
        }
        self.locals.push((inner.iter_var.clone(), first));
        if let Some(name) = &inner.iter_var2 {
            self.locals.push((name.clone(), second));
        }
        let condition = self.visit(&inner.loop_cond);
        self.expect(&inner.loop_cond, &Type::Bool, &condition);
        let step = self.visit(&inner.loop_step);
        self.expect(&inner.loop_step, &start, &step);
        self.locals.truncate(around);
        let result = self.visit(&inner.result);
        self.locals.truncate(outside);
        self.unifier.resolve(&result, false)
    }

    fn expect(&mut self, node: &IdedExpr, wanted: &Type, ty: &Type) {
        if !self.unifier.fit(wanted, ty) {
            let (wanted, ty) = (self.unifier.resolve(wanted, true), self.unifier.resolve(ty, true));
            self.wrong(node, format!("this is of type {ty}, not {wanted}"), "");
        }
    }
}

/// The name that selections of names spell, such as `net.IP`.
pub(super) fn dotted_name(node: &IdedExpr) -> Option<String> {
    match &node.expr {
        Expr::Ident(name) => Some(name.clone()),
        Expr::Select(select) if !select.test => {
            Some(format!("{}.{}", dotted_name(&select.operand)?, select.field))
        }
        _ => None,
    }
}

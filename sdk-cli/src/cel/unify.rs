//! Which types go together, and what the open ones turn out to be.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::types::Type;

/// What is known of the types that calls and literals leave open.
#[derive(Clone, Debug, Default)]
pub(super) struct Unifier {
    known: BTreeMap<u32, Type>,
    fresh: u32,
}

/// Numbers below stand for the letters in signatures.
const FIRST_FRESH: u32 = 1000;

impl Unifier {
    /// A type that nothing is known of yet.
    pub(super) fn fresh(&mut self) -> Type {
        self.fresh += 1;
        Type::Param(FIRST_FRESH + self.fresh)
    }

    /// A signature whose letters nothing else uses.
    pub(super) fn instantiate(&mut self, types: &[Type]) -> Vec<Type> {
        let mut letters = BTreeMap::new();
        types.iter().map(|ty| self.renamed(ty, &mut letters)).collect()
    }

    fn renamed(&mut self, ty: &Type, letters: &mut BTreeMap<u32, Type>) -> Type {
        match ty {
            Type::Param(letter) => {
                if let Some(known) = letters.get(letter) {
                    return known.clone();
                }
                let fresh = self.fresh();
                letters.insert(*letter, fresh.clone());
                fresh
            }
            Type::List(item) => Type::list(self.renamed(item, letters)),
            Type::Optional(inner) => Type::optional(self.renamed(inner, letters)),
            Type::Meta(inner) => Type::Meta(Arc::new(self.renamed(inner, letters))),
            Type::Map(key, value) => Type::map(self.renamed(key, letters), self.renamed(value, letters)),
            other => other.clone(),
        }
    }

    /// Whether two types go together; what that says of open types is kept if so.
    pub(super) fn fit(&mut self, a: &Type, b: &Type) -> bool {
        self.fit_all(std::slice::from_ref(a), std::slice::from_ref(b))
    }

    /// The same for two rows of types.
    pub(super) fn fit_all(&mut self, a: &[Type], b: &[Type]) -> bool {
        if a.len() != b.len() {
            return false;
        }
        let before = self.known.clone();
        let fits = a.iter().zip(b).all(|(a, b)| self.try_fit(a, b));
        if !fits {
            self.known = before;
        }
        fits
    }

    fn try_fit(&mut self, a: &Type, b: &Type) -> bool {
        if let Type::Param(param) = b {
            match self.substitution(a, *param) {
                Fit::Yes => return true,
                Fit::No => return false,
                Fit::Unknown => {}
            }
        }
        if let Type::Param(param) = a {
            return self.substitution(b, *param) == Fit::Yes;
        }
        if a.is_open() || b.is_open() {
            return true;
        }
        match (a, b) {
            (Type::Null, other) | (other, Type::Null) => other.is_nullable(),
            (Type::Meta(_), Type::Meta(_)) => true,
            (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => self.try_fit(a, b),
            (Type::Map(key, value), Type::Map(other_key, other_value)) => {
                self.try_fit(key, other_key) && self.try_fit(value, other_value)
            }
            (a, b) => a == b,
        }
    }

    /// Whether a type can be what an open one stands for.
    fn substitution(&mut self, ty: &Type, param: u32) -> Fit {
        if *ty == Type::Param(param) {
            return Fit::Yes;
        }
        if let Some(known) = self.known.get(&param).cloned() {
            if *ty == known {
                return Fit::Yes;
            }
            if !self.try_fit(ty, &known) {
                return Fit::No;
            }
            let general = if at_most_as_specific(ty, &known) {
                ty.clone()
            } else {
                known
            };
            if !self.occurs(param, &general) {
                self.known.insert(param, general);
            }
            return Fit::Yes;
        }
        if self.occurs(param, ty) {
            return Fit::Unknown;
        }
        self.known.insert(param, ty.clone());
        Fit::Yes
    }

    fn occurs(&self, param: u32, within: &Type) -> bool {
        match within {
            Type::Param(other) if *other == param => true,
            Type::Param(other) => self
                .known
                .get(other)
                .is_some_and(|known| self.occurs(param, known)),
            other => other.parameters().iter().any(|inner| self.occurs(param, inner)),
        }
    }

    /// A type with all that is known put in; what stays open becomes `dyn` if asked.
    pub(super) fn resolve(&self, ty: &Type, close: bool) -> Type {
        match ty {
            Type::Param(param) => match self.known.get(param) {
                Some(known) => self.resolve(known, close),
                None if close => Type::Dyn,
                None => ty.clone(),
            },
            Type::List(item) => Type::list(self.resolve(item, close)),
            Type::Optional(inner) => Type::optional(self.resolve(inner, close)),
            Type::Meta(inner) => Type::Meta(Arc::new(self.resolve(inner, close))),
            Type::Map(key, value) => Type::map(self.resolve(key, close), self.resolve(value, close)),
            other => other.clone(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Yes,
    No,
    /// The open type is inside of the other one.
    Unknown,
}

/// The more general of two types that go together.
pub(super) fn most_general(a: &Type, b: &Type) -> Type {
    if at_most_as_specific(a, b) {
        a.clone()
    } else {
        b.clone()
    }
}

fn at_most_as_specific(a: &Type, b: &Type) -> bool {
    let open = |ty: &Type| matches!(ty, Type::Dyn | Type::Param(_));
    if open(a) {
        return true;
    }
    if open(b) || !a.same_kind(b) {
        return false;
    }
    match (a, b) {
        (Type::Meta(_), _) => true,
        (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => at_most_as_specific(a, b),
        (Type::Map(key, value), Type::Map(other_key, other_value)) => {
            at_most_as_specific(key, other_key) && at_most_as_specific(value, other_value)
        }
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::{Type, Unifier};

    #[test]
    fn values_fit_where_the_server_lets_them() {
        let list = |item| Type::list(item);
        for (to, from, expected) in [
            (Type::Int, Type::Int, true),
            (Type::Int, Type::Double, false),
            (Type::Int, Type::Dyn, true),
            (list(Type::Int), list(Type::Dyn), true),
            (list(Type::Int), list(Type::String), false),
            (Type::Timestamp, Type::Null, true),
            (Type::Int, Type::Null, false),
            (list(Type::Int), Type::Null, false),
            (Type::optional(Type::Int), Type::Int, false),
        ] {
            assert_eq!(Unifier::default().fit(&to, &from), expected, "{to} <- {from}");
        }
    }

    #[test]
    fn open_types_are_found_out() {
        let mut unifier = Unifier::default();
        let item = unifier.fresh();
        assert!(unifier.fit(&Type::list(item.clone()), &Type::list(Type::Int)));
        assert_eq!(unifier.resolve(&item, true), Type::Int);
        assert!(!unifier.fit(&item, &Type::String));
        let unused = unifier.fresh();
        assert_eq!(unifier.resolve(&Type::list(unused), true), Type::list(Type::Dyn));
    }
}

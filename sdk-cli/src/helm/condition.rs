//! From the variants in which something is there to the condition under which it is.

use std::collections::{BTreeMap, BTreeSet};

use super::choices::Choice;

/// All combinations of the states of some choices; those that are alone leave their first states one at a time. A
/// variant is named by its place among them.
#[derive(Debug)]
pub(super) struct Space {
    choices: Vec<&'static Choice>,
    states: Vec<Vec<usize>>,
}

impl Space {
    /// The space of these choices.
    pub(super) fn new(choices: Vec<&'static Choice>) -> Self {
        let mut states: Vec<Vec<usize>> = vec![Vec::new()];
        for choice in &choices {
            let tried = if choice.alone { 1 } else { choice.states.len() };
            states = states
                .iter()
                .flat_map(|before| (0..tried).map(|state| before.iter().copied().chain([state]).collect()))
                .collect();
        }
        for (at, choice) in choices.iter().enumerate().filter(|(_, choice)| choice.alone) {
            states.extend((1..choice.states.len()).map(|state| {
                let mut states = vec![0; choices.len()];
                states[at] = state;
                states
            }));
        }
        Self { choices, states }
    }

    /// The states of all choices, for each variant.
    pub(super) fn variants(&self) -> impl Iterator<Item = impl Iterator<Item = (&'static Choice, usize)>> {
        self.states
            .iter()
            .map(|states| self.choices.iter().copied().zip(states.iter().copied()))
    }

    /// The condition that tells these variants from the others of the context; none where they are all of it.
    pub(super) fn condition(&self, context: &[usize], present: &[usize]) -> Option<String> {
        if context.len() == present.len() {
            return None;
        }
        let present: BTreeSet<usize> = present.iter().copied().collect();
        let deciding = self.deciding(context, &present);
        let project = |variant: usize| -> Vec<usize> {
            deciding
                .iter()
                .map(|choice| self.states[variant][*choice])
                .collect()
        };
        let (mut inside, mut outside) = (BTreeSet::new(), BTreeSet::new());
        for variant in context {
            if present.contains(variant) {
                inside.insert(project(*variant));
            } else {
                outside.insert(project(*variant));
            }
        }
        let all: BTreeSet<Vec<usize>> = inside.union(&outside).cloned().collect();
        if let Some(parts) = self.product(&deciding, &inside, &all) {
            return Some(joined("and", parts));
        }
        if let Some(parts) = self.product(&deciding, &outside, &all) {
            return Some(negated(&joined("and", parts)));
        }
        let cases = shortest(&inside)
            .iter()
            .map(|case| joined("and", self.parts(&deciding, case, &all)))
            .collect();
        Some(joined("or", cases))
    }

    fn when(&self, choice: usize, state: usize) -> String {
        self.choices[choice].states[state].when.to_owned()
    }

    /// The fewest choices that decide.
    fn deciding(&self, context: &[usize], present: &BTreeSet<usize>) -> Vec<usize> {
        let mut deciding: Vec<usize> = (0..self.choices.len()).collect();
        for choice in (0..self.choices.len()).rev() {
            let fewer: Vec<usize> = deciding.iter().copied().filter(|kept| *kept != choice).collect();
            let mut seen: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
            let decides = context.iter().all(|variant| {
                let states = fewer
                    .iter()
                    .map(|choice| self.states[*variant][*choice])
                    .collect();
                let is = present.contains(variant);
                *seen.entry(states).or_insert(is) == is
            });
            if decides {
                deciding = fewer;
            }
        }
        deciding
    }

    /// The conditions that have to hold together, if that is all there is to it: each choice is in one of some
    /// states, whatever the others are in.
    fn product(
        &self,
        deciding: &[usize],
        inside: &BTreeSet<Vec<usize>>,
        all: &BTreeSet<Vec<usize>>,
    ) -> Option<Vec<String>> {
        let states = |of: &BTreeSet<Vec<usize>>, at: usize| -> BTreeSet<usize> {
            of.iter().map(|states| states[at]).collect()
        };
        let allowed: Vec<BTreeSet<usize>> = (0..deciding.len()).map(|at| states(inside, at)).collect();
        let fits = |states: &&Vec<usize>| states.iter().zip(&allowed).all(|(state, of)| of.contains(state));
        if all.iter().filter(fits).count() != inside.len() {
            return None;
        }
        Some(self.parts(deciding, &allowed, all))
    }

    /// The conditions under which each choice is in one of these states.
    fn parts(&self, deciding: &[usize], case: &[BTreeSet<usize>], all: &BTreeSet<Vec<usize>>) -> Vec<String> {
        let mut parts = Vec::new();
        for (at, choice) in deciding.iter().enumerate() {
            let known: BTreeSet<usize> = all.iter().map(|states| states[at]).collect();
            let allowed = &case[at];
            let mut others = known.difference(allowed);
            match (allowed.len(), others.next(), others.next()) {
                (_, None, _) => {}
                (1, Some(_), _) => parts.extend(allowed.iter().map(|state| self.when(*choice, *state))),
                (_, Some(other), None) => {
                    parts.push(negated(&self.when(*choice, *other)));
                }
                _ => parts.push(joined(
                    "or",
                    allowed.iter().map(|state| self.when(*choice, *state)).collect(),
                )),
            }
        }
        parts
    }
}

/// Cases that hold together what these do: two that differ in one choice become one.
fn shortest(inside: &BTreeSet<Vec<usize>>) -> Vec<Vec<BTreeSet<usize>>> {
    let mut cases: Vec<Vec<BTreeSet<usize>>> = inside
        .iter()
        .map(|states| states.iter().map(|state| BTreeSet::from([*state])).collect())
        .collect();
    let different = |one: &[BTreeSet<usize>], other: &[BTreeSet<usize>]| {
        let places: Vec<usize> = (0..one.len()).filter(|at| one[*at] != other[*at]).collect();
        match places.as_slice() {
            [place] => Some(*place),
            _ => None,
        }
    };
    loop {
        let pair = (0..cases.len()).find_map(|one| {
            (one + 1..cases.len())
                .find_map(|other| Some((one, other, different(&cases[one], &cases[other])?)))
        });
        let Some((one, other, place)) = pair else {
            return cases;
        };
        let more = cases.remove(other);
        cases[one][place].extend(&more[place]);
    }
}

fn negated(condition: &str) -> String {
    match condition.strip_prefix("not ") {
        Some(inner) if !is_compound(inner) => inner.to_owned(),
        _ => format!("not {}", nested(condition)),
    }
}

fn joined(word: &str, mut parts: Vec<String>) -> String {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let parts: Vec<String> = parts.iter().map(|part| nested(part)).collect();
    format!("{word} {}", parts.join(" "))
}

/// Whether an expression has several parts and is not in brackets as a whole.
fn is_compound(expression: &str) -> bool {
    let mut depth = 0;
    expression.chars().any(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0 && c == ' '
    })
}

/// An expression as an argument of another.
pub(super) fn nested(expression: &str) -> String {
    if is_compound(expression) {
        format!("({expression})")
    } else {
        expression.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{Space, nested};
    use crate::helm::choices::CHOICES;

    fn check(keys: &[&str], present: fn(&[usize]) -> bool, expected: &str) {
        let choices = CHOICES
            .iter()
            .filter(|choice| keys.contains(&choice.key))
            .collect();
        let space = Space::new(choices);
        let context: Vec<usize> = (0..space.states.len()).collect();
        let present: Vec<usize> = context
            .iter()
            .copied()
            .filter(|variant| present(&space.states[*variant]))
            .collect();
        let condition = space.condition(&context, &present);
        assert_eq!(condition.as_deref().unwrap_or("always"), expected);
    }

    #[test]
    fn conditions_are_short() {
        let (keep, watch) = ("crds.keep", "watch.scope");
        check(&[keep, watch], |_| true, "always");
        check(&[keep, watch], |s| s[0] == 0, "$.Values.crds.keep");
        check(&[keep, watch], |s| s[0] == 1, "not $.Values.crds.keep");
        check(&[keep, watch], |s| s[1] == 2, r#"eq $.Values.watch.scope "list""#);
        check(
            &[keep, watch],
            |s| s[1] != 2,
            r#"not (eq $.Values.watch.scope "list")"#,
        );
        check(
            &[keep, watch],
            |s| s[0] == 0 && s[1] == 0,
            r#"and $.Values.crds.keep (eq $.Values.watch.scope "all")"#,
        );
        check(
            &[keep, watch],
            |s| s[0] == 1 || s[1] != 0,
            r#"not (and $.Values.crds.keep (eq $.Values.watch.scope "all"))"#,
        );
        check(
            &["podDisruptionBudget", "replicas"],
            |s| s[0] == 0 || s[0] == 1 && s[1] == 0,
            r#"or $.Values.podDisruptionBudget (and (kindIs "invalid" $.Values.podDisruptionBudget) (gt (int $.Values.replicas) 1))"#,
        );
        check(
            &["crds.install", keep],
            |s| s[0] == s[1],
            "or (and $.Values.crds.install $.Values.crds.keep) (and (not $.Values.crds.install) (not $.Values.crds.keep))",
        );
        assert_eq!(nested("(or a b)"), "(or a b)");
        assert_eq!(nested("(a b) (c)"), "((a b) (c))");
    }

    #[test]
    fn what_is_alone_is_found_without_trying_all_combinations() {
        check(&["class", "watch.scope"], |s| s[0] == 0, "$.Values.class");
        check(
            &["class", "watch.scope"],
            |s| s[1] == 1,
            r#"eq $.Values.watch.scope "own""#,
        );
    }
}

//! Whether the rules of a version may cost more than the server allows, and what would mend that.

use std::collections::BTreeSet;

use super::cost::{Assumed, RULE_LIMIT, TOTAL_LIMIT, estimate};
use super::declare::{Decl, REQUEST};
use super::rules::{Expression, Problem};
use crate::check::Level;

/// A list or map around a rule: the rule runs for each of its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Container {
    /// Where it is.
    pub path: String,
    /// The keyword that bounds it.
    pub keyword: &'static str,
    /// Its bound.
    pub max: Option<u64>,
}

/// What the rules of a version cost so far.
#[derive(Debug, Default)]
pub(super) struct Budget {
    spent: Vec<Spent>,
    problems: Vec<Problem>,
}

#[derive(Debug)]
struct Spent {
    path: String,
    name: String,
    cost: u64,
}

/// What has no bound: path and keyword.
type Open = (String, &'static str);

/// Bounds to try, the largest that fits is proposed.
const BOUNDS: [u64; 9] = [1024, 512, 256, 128, 64, 32, 16, 8, 4];

impl Budget {
    /// Counts a rule.
    pub(super) fn rule(
        &mut self,
        path: &str,
        text: &str,
        rule: &Expression,
        decl: &Decl,
        containers: &[Container],
    ) {
        let name = format!("the rule `{text}`");
        self.count(path, name, rule, decl, Some(containers));
    }

    /// Counts a message, which is made once.
    pub(super) fn message(&mut self, path: &str, text: &str, message: &Expression, decl: &Decl) {
        let name = format!("the message expression `{text}`");
        self.count(path, name, message, decl, None);
    }

    fn count(
        &mut self,
        path: &str,
        name: String,
        expression: &Expression,
        decl: &Decl,
        containers: Option<&[Container]>,
    ) {
        let whole = |assumed: &Assumed| {
            let once = estimate(&expression.parsed.root, &expression.checked, decl, assumed).cost;
            let times = containers.map_or(1, |containers| occurrences(containers, decl, assumed));
            once.saturating_mul(times)
        };
        let seen = estimate(
            &expression.parsed.root,
            &expression.checked,
            decl,
            &Assumed::new(),
        );
        let cost = whole(&Assumed::new());
        if cost > RULE_LIMIT {
            let mut open: Vec<Open> = containers
                .unwrap_or_default()
                .iter()
                .filter(|container| container.max.is_none())
                .map(|container| (container.path.clone(), container.keyword))
                .collect();
            open.extend(seen.open.clone());
            let help = way_out(open, &seen.boundless, whole);
            let message = format!(
                "{name} may cost {} what the server allows for one",
                factor(cost, RULE_LIMIT)
            );
            self.report(Level::Error, path, message, help);
        } else if !seen.nested.is_empty() {
            self.report(
                Level::Warning,
                path,
                format!("{name} has a loop in a loop, and {}", unbounded(&seen.nested)),
                format!(
                    "bound it, so that the rule stays cheap: {}",
                    attributes(&seen.nested, 64)
                ),
            );
        }
        self.spent.push(Spent {
            path: path.to_owned(),
            name,
            cost,
        });
    }

    fn report(&mut self, level: Level, path: &str, message: String, help: String) {
        self.problems.push(Problem {
            level,
            path: path.to_owned(),
            message,
            help,
        });
    }

    /// What is wrong with the costs.
    pub(super) fn verdict(mut self) -> Vec<Problem> {
        let total = self
            .spent
            .iter()
            .fold(0_u64, |sum, spent| sum.saturating_add(spent.cost));
        if total > TOTAL_LIMIT && !self.problems.iter().any(|problem| problem.level == Level::Error) {
            self.spent
                .sort_by(|a, b| b.cost.cmp(&a.cost).then_with(|| a.path.cmp(&b.path)));
            let most: Vec<String> = self
                .spent
                .iter()
                .take(4)
                .map(|spent| format!("{} at `{}`", spent.name, spent.path))
                .collect();
            let message = format!(
                "all rules together may cost {} what the server allows for a version",
                factor(total, TOTAL_LIMIT)
            );
            let help = format!("make the most expensive ones cheaper: {}", most.join("; "));
            self.report(Level::Error, "", message, help);
        }
        self.problems
    }
}

/// How often a rule can run for one object.
fn occurrences(containers: &[Container], decl: &Decl, assumed: &Assumed) -> u64 {
    containers
        .iter()
        .map(|container| container.max.or_else(|| assumed.get(&container.path).copied()))
        .try_fold(1_u64, |product, max| Some(product.saturating_mul(max?)))
        // As many as there is room for in the largest request.
        .unwrap_or(REQUEST / (decl.min + 1))
}

/// What to bound, and how, so that a rule becomes cheap enough.
fn way_out(open: Vec<Open>, boundless: &BTreeSet<String>, cost: impl Fn(&Assumed) -> u64) -> String {
    let open: BTreeSet<Open> = open.into_iter().collect();
    let results = || {
        let names: Vec<&str> = boundless.iter().map(String::as_str).collect();
        format!(
            "the server knows no bound for what `{}` gives: compare that only with something short, or leave it out",
            names.join("`, `")
        )
    };
    if open.is_empty() && boundless.is_empty() {
        return "all that it goes through is bounded: lower the bounds, or make the rule simpler".to_owned();
    }
    if open.is_empty() {
        return results();
    }
    let assume = |bound: u64, without: Option<&Open>| -> Assumed {
        open.iter()
            .filter(|open| Some(*open) != without)
            .map(|(path, _)| (path.clone(), bound))
            .collect()
    };
    let Some(bound) = BOUNDS
        .into_iter()
        .find(|bound| cost(&assume(*bound, None)) <= RULE_LIMIT)
    else {
        return if boundless.is_empty() {
            format!(
                "make the rule simpler; {}, and bounds alone do not help",
                unbounded(&open)
            )
        } else {
            results()
        };
    };
    let needed: BTreeSet<Open> = open
        .iter()
        .filter(|one| cost(&assume(bound, Some(one))) > RULE_LIMIT)
        .cloned()
        .collect();
    let (named, one_of) = if needed.is_empty() {
        (&open, "one of them is enough, ")
    } else {
        (&needed, "")
    };
    format!(
        "{}; {one_of}with {bound} {}it fits: {}",
        unbounded(named),
        if named.len() > 1 { "each " } else { "" },
        attributes(named, bound)
    )
}

fn unbounded(open: &BTreeSet<Open>) -> String {
    let parts: Vec<String> = open
        .iter()
        .map(|(path, keyword)| format!("`{}` has no `{keyword}`", place(path)))
        .collect();
    parts.join(", ")
}

fn attributes(open: &BTreeSet<Open>, bound: u64) -> String {
    let parts: BTreeSet<String> = open
        .iter()
        .map(|(path, keyword)| {
            let attribute = match *keyword {
                "maxProperties" => format!("extend(\"maxProperties\" = {bound})"),
                _ => format!("length(max = {bound})"),
            };
            let depth = path.len() - path.trim_end_matches(['[', ']', '{', '}']).len();
            let attribute = (0..depth / 2).fold(attribute, |inner, _| format!("inner({inner})"));
            format!(
                "`#[schemars({attribute})]` is the `{keyword}` of `{}`",
                place(path)
            )
        })
        .collect();
    parts.into_iter().collect::<Vec<_>>().join(", ")
}

fn place(path: &str) -> &str {
    if path.is_empty() { "the root" } else { path }
}

/// How many times a limit is exceeded, in words.
#[allow(clippy::cast_precision_loss, reason = "one digit is shown")]
fn factor(cost: u64, limit: u64) -> String {
    let times = cost as f64 / limit as f64;
    if times > 100.0 {
        "more than 100 times".to_owned()
    } else if times < 1.1 {
        format!("{times:.3} times")
    } else {
        format!("{times:.1} times")
    }
}

//! From a tree with conditions to the text of a template. Every value is written by the serialiser of YAML; what is
//! put between are expressions and conditions.

use serde_json::{Value, json};

use super::HelmError;
use super::condition::nested;
use super::holes::{self, Form, Holes, Piece};
use super::merge::{Branch, Node};
use crate::yaml;

/// The text of a file of objects.
pub(super) fn documents(holes: &Holes, objects: &[Branch]) -> Result<String, HelmError> {
    let mut text = String::new();
    let mut chain = Chain::default();
    for object in objects {
        let mut printer = Printer { holes, range: None };
        // An object in each watched namespace.
        let is_watched = object.options.iter().any(|(_, node)| {
            entry(node, "metadata")
                .and_then(|metadata| entry(metadata, "namespace"))
                .is_some_and(|namespace| *namespace == Node::Text(holes.text(holes::WATCHED)))
        });
        if is_watched {
            printer.range = Some((holes.named(r#"include "CHART.watched" $"#), "$watched"));
        }
        let is_one = object.options.len() == 1;
        if !is_one {
            chain.end(&mut text, 0);
        }
        for (condition, node) in &object.options {
            let object = printer.map_of(node, 0, &ROOT)?;
            let object = if is_watched {
                let head = "range $watched := $.Values.watch.namespaces | uniq | sortAlpha";
                format!("{{{{- {head} }}}}\n---\n{object}{{{{- end }}}}\n")
            } else {
                format!("---\n{object}")
            };
            let condition = where_served(node, condition.as_deref()).map(|condition| holes.named(&condition));
            if is_one {
                chain.single(&mut text, condition.as_deref(), 0, &object);
            } else {
                chain.option(&mut text, condition.as_deref(), 0, &object);
            }
        }
        if !is_one {
            chain.end(&mut text, 0);
        }
    }
    chain.end(&mut text, 0);
    Ok(text)
}

/// The condition of an object, and that the cluster has its API, where that comes with somebody else's CRDs: a
/// chart that asks for more than a cluster has cannot be installed at all.
fn where_served(node: &Node, condition: Option<&str>) -> Option<String> {
    const FOREIGN: &str = "monitoring.coreos.com/";
    let version = match node {
        Node::Plain(object) => object["apiVersion"].as_str(),
        node => match entry(node, "apiVersion") {
            Some(Node::Plain(version)) => version.as_str(),
            _ => None,
        },
    };
    let Some(version) = version.filter(|version| version.starts_with(FOREIGN)) else {
        return condition.map(str::to_owned);
    };
    let served = format!("$.Capabilities.APIVersions.Has {version:?}");
    Some(match condition {
        Some(condition) => format!("and ({served}) {}", nested(condition)),
        None => served,
    })
}

/// Keys that lead in an object, and in all other maps.
const ROOT: [&str; 3] = ["apiVersion", "kind", "metadata"];
const NAMES: [&str; 2] = ["name", "namespace"];

/// What stands at a key in all variants.
fn entry<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    let Node::Map(branches) = node else { return None };
    only(branches.iter().find(|branch| branch.key == key)?)
}

/// What stands there in all variants.
fn only(branch: &Branch) -> Option<&Node> {
    match branch.options.as_slice() {
        [(None, node)] => Some(node),
        _ => None,
    }
}

/// An `if` with what follows it.
#[derive(Default)]
struct Chain {
    open: Option<String>,
}

impl Chain {
    fn option(&mut self, out: &mut String, condition: Option<&str>, indent: usize, text: &str) {
        let blank = " ".repeat(indent);
        let line = match (&self.open, condition) {
            (None, None) => String::new(),
            (None, Some(condition)) => format!("{blank}{{{{- if {condition} }}}}\n"),
            (Some(_), Some(condition)) => format!("{blank}{{{{- else if {condition} }}}}\n"),
            (Some(_), None) => format!("{blank}{{{{- else }}}}\n"),
        };
        if !line.is_empty() {
            self.open = Some(condition.unwrap_or_default().to_owned());
        }
        out.push_str(&line);
        out.push_str(text);
    }

    /// Text that stands under one condition; neighbours with the same one share it.
    fn single(&mut self, out: &mut String, condition: Option<&str>, indent: usize, text: &str) {
        if self.open.is_some() && self.open.as_deref() == condition {
            out.push_str(text);
        } else {
            self.end(out, indent);
            self.option(out, condition, indent, text);
        }
    }

    fn end(&mut self, out: &mut String, indent: usize) {
        if self.open.take().is_some() {
            out.extend([format!("{}{{{{- end }}}}\n", " ".repeat(indent))]);
        }
    }
}

struct Printer<'a> {
    holes: &'a Holes,
    /// An expression that is another one inside of a range.
    range: Option<(String, &'static str)>,
}

impl Printer<'_> {
    fn map_of(&self, node: &Node, indent: usize, first: &[&str]) -> Result<String, HelmError> {
        match node {
            Node::Map(branches) => self.map(branches, indent, first),
            Node::Plain(value) => plain(value, indent),
            _ => Err(HelmError::Hole {
                text: format!("{node:?}"),
            }),
        }
    }

    /// The entries of a map, one line or more each.
    fn map(&self, branches: &[Branch], indent: usize, first: &[&str]) -> Result<String, HelmError> {
        let (given, mut literal): (Vec<&Branch>, Vec<&Branch>) = branches
            .iter()
            .partition(|branch| self.holes.key(&branch.key).is_some());
        if let Some(odd) = given.iter().find(|branch| only(branch).is_none()) {
            return Err(HelmError::Hole {
                text: odd.key.clone(),
            });
        }
        let (mut entries, mut block) = (String::new(), to_yaml(".", indent));
        if !given.is_empty() {
            let keys: Vec<&str> = given.iter().map(|branch| branch.key.as_str()).collect();
            let fixed: Vec<holes::Entry<'_>> = literal
                .iter()
                .filter_map(|branch| Some((branch.key.as_str(), self.expression(only(branch)?)?)))
                .collect();
            let others: Vec<&str> = literal
                .iter()
                .map(|branch| branch.key.as_str())
                .filter(|key| fixed.iter().all(|(known, _)| known != key))
                .collect();
            let (expression, taken) = holes::merged(self.holes, &keys, &fixed, &others);
            literal.retain(|branch| !taken.contains(&branch.key.as_str()));
            if taken.is_empty() && !self.is_sure(&keys) {
                entries = expression;
            } else {
                block = to_yaml(&expression, indent);
            }
        }
        // Stable: all others stay sorted by their keys.
        literal.sort_by_key(|branch| {
            let leads = branch.options.iter().all(|(_, node)| is_scalar(node)) || first == ROOT;
            let names = first.iter().chain(&NAMES).position(|key| *key == branch.key);
            names.filter(|_| leads).unwrap_or(usize::MAX)
        });
        let mut out = self.branches(&literal, indent, |branch, node| {
            self.entry(&branch.key, node, indent)
        })?;
        match (given.is_empty(), entries.is_empty()) {
            (true, _) => {}
            (false, true) => out.push_str(&block),
            (false, false) => out.push_str(&with(&entries, indent, &block)),
        }
        Ok(out)
    }

    /// Branches one after the other; neighbours with one condition share it.
    fn branches(
        &self,
        branches: &[&Branch],
        indent: usize,
        print: impl Fn(&Branch, &Node) -> Result<String, HelmError>,
    ) -> Result<String, HelmError> {
        let mut out = String::new();
        let mut chain = Chain::default();
        for branch in branches {
            if let [(condition, node)] = branch.options.as_slice() {
                let condition = condition.as_deref().map(|condition| self.holes.named(condition));
                chain.single(&mut out, condition.as_deref(), indent, &print(branch, node)?);
                continue;
            }
            chain.end(&mut out, indent);
            for (condition, node) in &branch.options {
                let condition = condition.as_deref().map(|condition| self.holes.named(condition));
                chain.option(&mut out, condition.as_deref(), indent, &print(branch, node)?);
            }
            chain.end(&mut out, indent);
        }
        chain.end(&mut out, indent);
        Ok(out)
    }

    fn entry(&self, key: &str, node: &Node, indent: usize) -> Result<String, HelmError> {
        let blank = " ".repeat(indent);
        let name = self.key_text(key)?;
        match node {
            Node::Plain(value) => plain(&json!({ key: value }), indent),
            Node::Text(text) if text.contains('\n') => self.filled(&json!({ key: text }), indent),
            Node::Text(text) => Ok(format!("{blank}{name} {}\n", self.scalar(text)?)),
            Node::Map(branches) => {
                let text = |indent| self.map(branches, indent, &[]);
                Ok(match self.given(branches) {
                    // Where nothing is given, there is no such map.
                    Some(given) => with(
                        &given,
                        indent,
                        &format!("{blank}{name}\n{}", to_yaml(".", indent + 2)),
                    ),
                    None => match self.perhaps(branches) {
                        Some(any) => format!(
                            "{blank}{{{{- if {any} }}}}\n{blank}{name}\n{}{blank}{{{{- end }}}}\n",
                            text(indent + 2)?
                        ),
                        None => format!("{blank}{name}\n{}", text(indent + 2)?),
                    },
                })
            }
            Node::List(items) => {
                let list = self.list(items, indent)?;
                // Where nothing is sure to be in the list, there is none if there is nothing.
                let text = format!("{blank}{name}\n{list}");
                let of: Option<Vec<&str>> = items.iter().map(|item| self.walked(item)).collect();
                Ok(match of.as_deref() {
                    Some([of]) => format!("{blank}{{{{- if {of} }}}}\n{text}{blank}{{{{- end }}}}\n"),
                    Some([]) | None => text,
                    Some(many) => {
                        let many = many.join(" ");
                        format!("{blank}{{{{- if or {many} }}}}\n{text}{blank}{{{{- end }}}}\n")
                    }
                })
            }
        }
    }

    /// Whether one of these keys stands for entries that are sure to be there.
    fn is_sure(&self, keys: &[&str]) -> bool {
        keys.iter()
            .any(|key| matches!(self.holes.key(key), Some(Form::Entries { sure: true, .. })))
    }

    /// The expression for a map that holds nothing but what is given.
    fn given(&self, branches: &[Branch]) -> Option<String> {
        let keys: Vec<&str> = branches.iter().map(|branch| branch.key.as_str()).collect();
        let all = keys.iter().all(|key| self.holes.key(key).is_some());
        (all && !self.is_sure(&keys)).then(|| holes::merged(self.holes, &keys, &[], &[]).0)
    }

    /// For a map in which nothing is sure to be: whether there is anything.
    fn perhaps(&self, branches: &[Branch]) -> Option<String> {
        let is_given = |branch: &&Branch| self.holes.key(&branch.key).is_some();
        let (given, literal): (Vec<&Branch>, Vec<&Branch>) = branches.iter().partition(is_given);
        let mut any = Vec::new();
        for branch in literal {
            any.push(match branch.options.as_slice() {
                [(Some(condition), _)] => nested(&self.holes.named(condition)),
                [(None, Node::Map(branches))] => nested(&self.given(branches)?),
                _ => return None,
            });
        }
        if !given.is_empty() {
            let keys: Vec<&str> = given.iter().map(|branch| branch.key.as_str()).collect();
            if self.is_sure(&keys) {
                return None;
            }
            any.push(nested(&holes::merged(self.holes, &keys, &[], &[]).0));
        }
        // With conditions alone, the map itself is there under one.
        let is_sure = given.is_empty() && branches.iter().any(|branch| only(branch).is_none());
        match any.as_slice() {
            _ if is_sure => None,
            [one] => Some(one.clone()),
            many => Some(format!("or {}", many.join(" "))),
        }
    }

    /// The key as YAML, with its colon.
    fn key_text(&self, key: &str) -> Result<String, HelmError> {
        let text = self.filled(&json!({ key: 0 }), 0)?;
        let text = text.trim_end();
        Ok(text.strip_suffix(" 0").unwrap_or(text).to_owned())
    }

    fn list(&self, items: &[Branch], indent: usize) -> Result<String, HelmError> {
        let items: Vec<&Branch> = items.iter().collect();
        self.branches(&items, indent, |_, node| self.item(node, indent))
    }

    fn item(&self, node: &Node, indent: usize) -> Result<String, HelmError> {
        let blank = " ".repeat(indent);
        if let Some(Form::Items(of)) = self.item_form(node) {
            return Ok(to_yaml(of, indent));
        }
        let text = match node {
            Node::Plain(value) => plain(&json!([value]), indent)?,
            Node::Text(text) if text.contains('\n') => self.filled(&json!([text]), indent)?,
            Node::Text(text) => format!("{blank}- {}\n", self.scalar(text)?),
            Node::Map(branches) => {
                let text = self.map(branches, indent + 2, &[])?;
                let inner = &text[indent + 2..];
                if inner.starts_with("{{") {
                    format!("{blank}-\n{text}")
                } else {
                    format!("{blank}- {inner}")
                }
            }
            Node::List(items) => format!("{blank}-\n{}", self.list(items, indent + 2)?),
        };
        Ok(match self.item_form(node) {
            Some(Form::Each { head, .. }) => {
                let head = self.holes.named(head);
                format!("{blank}{{{{- {head} }}}}\n{text}{blank}{{{{- end }}}}\n")
            }
            _ => text,
        })
    }

    /// The list or map that an item comes from; none for an item that is its own.
    fn walked<'n>(&self, item: &'n Branch) -> Option<&'n str> {
        let [(None, node)] = item.options.as_slice() else {
            return None;
        };
        match self.item_form(node)? {
            Form::Items(of) | Form::Each { of: Some(of), .. } => Some(of),
            _ => None,
        }
    }

    /// The hole that decides over an item as a whole: one that is right in it, or in an entry of it.
    fn item_form(&self, node: &Node) -> Option<Form> {
        let decides = |text: &str| {
            self.holes
                .key(text)
                .filter(|form| matches!(form, Form::Items(_) | Form::Each { .. }))
        };
        match node {
            Node::Text(text) => decides(text),
            Node::Map(branches) => branches.iter().find_map(|branch| {
                branch.options.iter().find_map(|(_, node)| match node {
                    Node::Text(text) => decides(text),
                    _ => None,
                })
            }),
            _ => None,
        }
    }

    /// A value whose holes are filled where they are: in texts of several lines.
    fn filled(&self, value: &Value, indent: usize) -> Result<String, HelmError> {
        let mut text = String::new();
        for piece in self.holes.pieces(&yaml::to_string(value)?)? {
            match piece {
                Piece::Literal(literal) => text.push_str(&escaped(&literal)),
                Piece::Hole(Form::Free(_), expression) => return Err(HelmError::Hole { text: expression }),
                Piece::Hole(_, expression) => text.push_str(&self.action(&expression)),
            }
        }
        Ok(indented(&text, indent))
    }

    /// A text of one line with holes.
    fn scalar(&self, text: &str) -> Result<String, HelmError> {
        let pieces = self.holes.pieces(text)?;
        match pieces.as_slice() {
            [Piece::Hole(Form::Raw(_), expression)] => return Ok(self.action(expression)),
            [Piece::Hole(_, expression)] => {
                let expression = self.inside(expression);
                return Ok(self.action(&format!("{expression} | quote")));
            }
            _ => {}
        }
        let is_free = |piece: &Piece| matches!(piece, Piece::Hole(Form::Free(_), _));
        if !pieces.iter().any(is_free) {
            let text = self.filled(&Value::String(text.to_owned()), 0)?;
            return Ok(text.trim_end().to_owned());
        }
        let parts: Vec<String> = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Literal(text) => format!("{text:?}"),
                Piece::Hole(_, expression) => nested(&self.inside(expression)),
            })
            .collect();
        Ok(format!("{{{{ print {} | quote }}}}", parts.join(" ")))
    }

    /// A text as an argument of an expression.
    fn expression(&self, node: &Node) -> Option<String> {
        match node {
            Node::Plain(Value::String(text)) => Some(format!("{text:?}")),
            Node::Text(text) => match self.holes.pieces(text).ok()?.as_slice() {
                [Piece::Hole(_, expression)] => Some(nested(&self.inside(expression))),
                _ => None,
            },
            _ => None,
        }
    }

    fn inside(&self, expression: &str) -> String {
        match &self.range {
            Some((outside, inside)) if outside == expression => (*inside).to_owned(),
            _ => expression.to_owned(),
        }
    }

    fn action(&self, expression: &str) -> String {
        format!("{{{{ {} }}}}", self.inside(expression))
    }
}

fn is_scalar(node: &Node) -> bool {
    match node {
        Node::Plain(value) => value.is_string(),
        Node::Text(_) => true,
        _ => false,
    }
}

/// A block of YAML at its place: a line break comes first.
fn to_yaml(expression: &str, indent: usize) -> String {
    let blank = " ".repeat(indent);
    format!(
        "{blank}{{{{- toYaml {} | nindent {indent} }}}}\n",
        nested(expression)
    )
}

fn with(expression: &str, indent: usize, text: &str) -> String {
    let blank = " ".repeat(indent);
    format!("{blank}{{{{- with {expression} }}}}\n{text}{blank}{{{{- end }}}}\n")
}

/// Text that a template prints as it is.
fn escaped(text: &str) -> String {
    text.replace("{{", r#"{{ "{{" }}"#)
}

fn indented(text: &str, indent: usize) -> String {
    let blank = " ".repeat(indent);
    text.lines()
        .map(|line| {
            if line.is_empty() {
                "\n".to_owned()
            } else {
                format!("{blank}{line}\n")
            }
        })
        .collect()
}

/// A value without holes.
fn plain(value: &Value, indent: usize) -> Result<String, HelmError> {
    let text = yaml::to_string(value)?;
    Ok(indented(&escaped(&text), indent))
}

//! The way from `self` to a value, as far as the server can follow it.

use std::cell::RefCell;
use std::rc::Rc;

/// Steps from a variable: names of fields, `@items`, `@keys`, `@values`, `@indices`.
///
/// The server keeps these in slices of Go. One that has room left is extended in place, so that two paths made
/// from one share their last step and the later one wins: inside of `self.list.all(x, x.hosts.all(h, h != x.name))`
/// the length of `x.hosts` is taken from `x.name`. Its estimates, and so its verdicts, hang on that, hence the
/// paths here behave in the same way.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    storage: Rc<RefCell<Vec<String>>>,
    length: usize,
    room: usize,
}

impl Path {
    /// The path of a variable.
    pub(super) fn variable(name: &str) -> Self {
        Self {
            storage: Rc::new(RefCell::new(vec![name.to_owned()])),
            length: 1,
            room: 1,
        }
    }

    /// One step further.
    pub(super) fn then(&self, step: &str) -> Self {
        let step = step.to_owned();
        if self.length < self.room {
            let mut storage = self.storage.borrow_mut();
            match storage.get_mut(self.length) {
                Some(taken) => *taken = step,
                None => storage.push(step),
            }
            drop(storage);
            return Self {
                storage: Rc::clone(&self.storage),
                length: self.length + 1,
                room: self.room,
            };
        }
        let mut steps = self.steps();
        steps.push(step);
        Self {
            length: steps.len(),
            // Go doubles what has become too small.
            room: (self.room * 2).max(1),
            storage: Rc::new(RefCell::new(steps)),
        }
    }

    /// A copy that shares nothing, one step further.
    pub(super) fn apart(&self, step: &str) -> Self {
        let mut steps = self.steps();
        steps.push(step.to_owned());
        Self {
            length: steps.len(),
            room: steps.len(),
            storage: Rc::new(RefCell::new(steps)),
        }
    }

    /// Its steps as they are now.
    pub(super) fn steps(&self) -> Vec<String> {
        let storage = self.storage.borrow();
        storage.iter().take(self.length).cloned().collect()
    }

    /// Whether it leads nowhere that is known.
    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn paths_with_room_share_their_last_step() {
        let item = Path::variable("self").then("list").then("@items");
        let hosts = item.then("hosts");
        assert_eq!(hosts.steps(), ["self", "list", "@items", "hosts"]);
        let name = item.then("name");
        assert_eq!(name.steps(), ["self", "list", "@items", "name"]);
        assert_eq!(hosts.steps(), ["self", "list", "@items", "name"]);
        let apart = item.apart("x");
        item.then("y");
        assert_eq!(apart.steps(), ["self", "list", "@items", "x"]);
    }

    #[test]
    fn paths_without_room_are_copied() {
        let root = Path::variable("self");
        let (a, b) = (root.then("a"), root.then("b"));
        assert_eq!(a.steps(), ["self", "a"]);
        assert_eq!(b.steps(), ["self", "b"]);
        assert!(Path::default().is_empty());
    }
}

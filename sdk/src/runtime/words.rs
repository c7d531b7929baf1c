//! Words that many objects have in common (namespaces, kinds, field managers), each kept once.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Words that are kept; further ones are each a text of their own.
const MOST: usize = 4096;

/// Words that many objects have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(Arc<Mutex<BTreeSet<Arc<str>>>>);

impl Words {
    /// The word, shared with all who have asked for it before.
    pub(crate) fn get(&self, word: &str) -> Arc<str> {
        let mut words = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = words.get(word) {
            return Arc::clone(known);
        }
        let new: Arc<str> = Arc::from(word);
        if words.len() < MOST {
            words.insert(Arc::clone(&new));
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_kept_once_and_not_without_end() {
        let words = Words::default();
        assert!(Arc::ptr_eq(&words.get("a"), &words.get("a")));
        for number in 0..2 * MOST {
            words.get(&number.to_string());
        }
        assert_eq!(words.0.lock().unwrap().len(), MOST);
        assert_eq!(&*words.get("9999"), "9999");
        assert!(Arc::ptr_eq(&words.get("a"), &words.get("a")), "early ones stay");
    }
}

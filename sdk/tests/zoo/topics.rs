//! Topics: tests that are begun together, since a CRD is served only two seconds after it is made.
//!
//! libtest runs as many tests at once as there are cores, and each would wait. So the first test to run begins
//! all that were asked for, and every test waits for its own.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use tokio::task::JoinHandle;

use crate::harness::{Line, SERVER, seed, wrong};

/// A test with its lines.
pub(crate) struct Topic {
    /// Its path, with the crate's name.
    pub(crate) name: &'static str,
    /// Its lines.
    pub(crate) lines: fn() -> Vec<Line>,
}

inventory::collect!(Topic);

type Begun = BTreeMap<&'static str, JoinHandle<Vec<String>>>;

static BEGUN: LazyLock<Mutex<Begun>> = LazyLock::new(|| {
    // As libtest reads them. One that is missed here begins when it is run.
    let filters: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let topics = inventory::iter::<Topic>.into_iter().filter(|topic| {
        filters.is_empty() || filters.iter().any(|filter| topic.name.contains(filter.as_str()))
    });
    Mutex::new(topics.map(|topic| (topic.name, begin(topic.lines))).collect())
});

fn begin(lines: fn() -> Vec<Line>) -> JoinHandle<Vec<String>> {
    SERVER.runtime.spawn(async move { wrong(lines()).await })
}

/// Waits for the topic, and fails with all that is wrong.
pub(crate) fn hold(name: &'static str, lines: fn() -> Vec<Line>) {
    let begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    let begun = begun.unwrap_or_else(|| begin(lines));
    let wrong = SERVER
        .runtime
        .block_on(begun)
        .expect("the trial comes to its end");
    assert!(
        wrong.is_empty(),
        "\nKOPR_ZOO_SEED={}\n\n{}\n",
        seed(),
        wrong.join("\n\n")
    );
}

/// A test: what its name says is shown by its lines.
macro_rules! shows {
    ($(#[$meta:meta])* fn $name:ident() $lines:block) => {
        $(#[$meta])*
        #[test]
        fn $name() {
            const NAME: &str = concat!(module_path!(), "::", stringify!($name));
            fn lines() -> Vec<$crate::harness::Line> {
                Vec::from($lines)
            }
            ::inventory::submit! { $crate::topics::Topic { name: NAME, lines } }
            $crate::topics::hold(NAME, lines);
        }
    };
}
pub(crate) use shows;

//! Types of fields: scalars, options, collections, and types that were made before.

use crate::random::Random;
use crate::types::Known;

/// A type as it stands in a field.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldType {
    /// Its Rust text.
    pub(crate) text: String,
    /// Whether it is an `Option`.
    pub(crate) option: bool,
    /// Whether it is a list.
    pub(crate) list: bool,
    /// Whether it has a `Default`.
    pub(crate) default: bool,
    /// Whether its schema is an enumeration of texts.
    pub(crate) words: bool,
}

const SCALARS: &[&str] = &[
    "bool", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "Count", "Finite", "String", "char",
    "Box<str>", "Any",
];
/// Without a `Default`.
const OTHERS: &[&str] = &[
    "IpAddr",
    "NonZeroU8",
    "Node",
    "Bounds<u8>",
    "Either<String, bool>",
    "Bounds<Option<String>>",
];
const SETS: &[&str] = &[
    "BTreeSet<String>",
    "BTreeSet<i32>",
    "BTreeSet<char>",
    "BTreeSet<Option<u8>>",
];

/// A random type of a field, of at most that many layers.
pub(crate) fn field_type(random: &mut Random, known: &[Known], depth: usize) -> FieldType {
    let plain = |text: String, default: bool| FieldType {
        text,
        default,
        ..FieldType::default()
    };
    if depth == 0 {
        return plain(random.one(SCALARS).to_owned(), true);
    }
    match random.below(20) {
        0..=5 => plain(random.one(SCALARS).to_owned(), true),
        6 => plain(random.one(OTHERS).to_owned(), false),
        7..=9 if !known.is_empty() => {
            let known = &known[random.below(known.len())];
            FieldType {
                words: known.words,
                ..plain(known.name.clone(), known.default)
            }
        }
        10..=12 => {
            let inner = field_type(random, known, depth - 1);
            if inner.option || inner.text == "Any" {
                return inner;
            }
            FieldType {
                text: format!("Option<{}>", inner.text),
                option: true,
                list: false,
                default: true,
                ..inner
            }
        }
        13..=14 => FieldType {
            list: true,
            ..plain(
                format!("Vec<{}>", field_type(random, known, depth - 1).text),
                true,
            )
        },
        15..=16 => plain(
            format!("BTreeMap<String, {}>", field_type(random, known, depth - 1).text),
            true,
        ),
        17 => plain(random.one(SETS).to_owned(), true),
        18 => {
            let inner = field_type(random, known, depth - 1);
            FieldType {
                text: format!("Box<{}>", inner.text),
                option: false,
                list: false,
                ..inner
            }
        }
        _ => {
            let (a, b) = (
                field_type(random, known, depth - 1),
                field_type(random, known, depth - 1),
            );
            if random.once_in(2) {
                plain(format!("({}, {})", a.text, b.text), a.default && b.default)
            } else {
                plain(format!("[{}; 2]", a.text), a.default)
            }
        }
    }
}

//! What the compiler can know of a type's fields: the tables behind the checks of paths at compile time.
//!
//! Each derived type has a table of its members by their JSON names. A table is a constant, and
//! constants of types that contain each other would go in circles; so a table is made for a [`Depth`],
//! one less for each step down, and ends at none. A check asks for as many steps as its path has.
//!
//! Nothing here is a schema: what a table does not know is [`WireType::Any`], every check passes it over,
//! and the description looks at the real schema.

mod paths;
mod shapes;
mod text;

use std::marker::PhantomData;

pub use paths::{
    Root, Step, column, column_field, list_map_key, one_of, scale, selectable, selectable_field, set,
};

/// What a value is on the wire, as far as paths and keys need it.
#[derive(Clone, Copy)]
pub struct Node {
    /// Its type.
    pub kind: WireType,
    /// Whether it may be left out or null.
    pub nullable: bool,
    /// Whether there may be members that are not in `members`.
    pub open: bool,
    /// Whether writers replace it as one value.
    pub atomic: bool,
    /// Members of an object.
    pub members: &'static [Member],
    /// Items of a list, values of a map.
    pub inside: Option<&'static Node>,
}

/// A member of an object.
#[derive(Clone, Copy)]
pub struct Member {
    /// JSON name.
    pub name: &'static str,
    /// Its value.
    pub node: Node,
    /// Whether it has to be there.
    pub required: bool,
    /// Whether it is filled in where it is not there.
    pub defaulted: bool,
}

/// Types of values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WireType {
    /// Not known here.
    Any,
    /// Text.
    String,
    /// A point in time, as text.
    Date,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// An integer or a string.
    IntOrString,
    /// An object with named members.
    Object,
    /// A list.
    List,
    /// An object with any names.
    Map,
}

impl Node {
    /// What is not known here.
    pub const ANY: Self = Self::of(WireType::Any);

    /// A value of that type.
    pub const fn of(kind: WireType) -> Self {
        Self {
            kind,
            nullable: false,
            open: false,
            atomic: false,
            members: &[],
            inside: None,
        }
    }

    /// An object of these members.
    pub const fn object(members: &'static [Member]) -> Self {
        Self {
            members,
            ..Self::of(WireType::Object)
        }
    }

    /// The same, with members that are not listed.
    #[must_use]
    pub const fn open(self) -> Self {
        Self { open: true, ..self }
    }

    /// The same, as one value.
    #[must_use]
    pub const fn atomic(self) -> Self {
        Self { atomic: true, ..self }
    }

    /// The same, where null is taken or not.
    #[must_use]
    pub const fn nullable(self, nullable: bool) -> Self {
        Self { nullable, ..self }
    }
}

/// How many steps down a table goes.
pub trait Depth: 'static {
    /// The table of a type, if there is a step left.
    type Of<T: Fields>: Described;
}

/// No step is left.
pub struct End;

/// One step more than `D`.
pub struct Down<D>(PhantomData<D>);

impl Depth for End {
    type Of<T: Fields> = Unknown;
}

impl<D: Depth> Depth for Down<D> {
    type Of<T: Fields> = T::Table<D>;
}

/// A type that stands for a [`Node`].
pub trait Described {
    /// What it stands for.
    const NODE: Node;
}

/// What is not known here.
pub struct Unknown;

impl Described for Unknown {
    const NODE: Node = Node::ANY;
}

/// A derived type with its table.
pub trait Fields {
    /// The table, whose members go that deep.
    type Table<D: Depth>: Described;
}

/// A type whose form on the wire is known here.
pub trait Shape {
    /// The form, that deep.
    type At<D: Depth>: Described;
}

/// Asks for the node of a type that may or may not have a [`Shape`].
///
/// `Probe::<T, D>::NODE` is the constant of the `impl` where the bound holds, since what is inherent comes
/// before what is of a trait; else that of [`Unprobed`]. It works where `T` is a type, not a parameter.
pub struct Probe<T: ?Sized, D>(PhantomData<D>, PhantomData<T>);

impl<T: Shape + ?Sized, D: Depth> Probe<T, D> {
    /// What is known of the type.
    pub const NODE: Node = <T::At<D> as Described>::NODE;
}

/// Answers for types that have no [`Shape`].
pub trait Unprobed {
    /// Nothing is known of the type.
    const NODE: Node = Node::ANY;
}

impl<T: ?Sized, D> Unprobed for Probe<T, D> {}

//! Forms of the types that specs are made of: the standard library's, and a few of Kubernetes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use k8s_openapi::ByteString;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

use super::{Depth, Described, Node, Shape, WireType};

/// Something of one of the plain types.
macro_rules! plain {
    ($($name:ident is $kind:ident: $($type:ty),*;)*) => {
        $(
            #[doc = concat!("A `WireType::", stringify!($kind), "`.")]
            pub struct $name;
            impl Described for $name {
                const NODE: Node = Node::of(WireType::$kind);
            }
            $(
                impl Shape for $type {
                    type At<D: Depth> = $name;
                }
            )*
        )*
    };
}

plain! {
    Text is String: str, String, char, std::path::PathBuf, std::net::IpAddr, std::net::Ipv4Addr, std::net::Ipv6Addr,
        ByteString, crate::Duration;
    Moment is Date: Time, MicroTime, jiff::Timestamp;
    Whole is Integer: i8, i16, i32, i64, isize, u8, u16, u32, u64, usize,
        std::num::NonZeroU8, std::num::NonZeroU16, std::num::NonZeroU32, std::num::NonZeroU64,
        std::num::NonZeroI8, std::num::NonZeroI16, std::num::NonZeroI32, std::num::NonZeroI64;
    Fraction is Number: f32, f64;
    Truth is Boolean: bool;
    Either is IntOrString: Quantity, IntOrString;
}

/// `T`, or nothing.
pub struct Optional<T>(PhantomData<T>);
/// A list of `T`.
pub struct List<T>(PhantomData<T>);
/// A map to `T`.
pub struct Map<T>(PhantomData<T>);

impl<T: Described> Described for Optional<T> {
    const NODE: Node = T::NODE.nullable(true);
}

impl<T: Described> Described for List<T> {
    const NODE: Node = Node {
        inside: Some(&T::NODE),
        ..Node::of(WireType::List)
    };
}

impl<T: Described> Described for Map<T> {
    const NODE: Node = Node {
        inside: Some(&T::NODE),
        ..Node::of(WireType::Map)
    };
}

impl<T: Shape> Shape for Option<T> {
    type At<D: Depth> = Optional<T::At<D>>;
}

/// What holds items: a list of them.
macro_rules! lists {
    ($([$($parameters:tt)*] $type:ty;)*) => {
        $(
            impl<$($parameters)*> Shape for $type {
                type At<D: Depth> = List<T::At<D>>;
            }
        )*
    };
}

lists! {
    [T: Shape] Vec<T>;
    [T: Shape] [T];
    [T: Shape, const N: usize] [T; N];
    [T: Shape] BTreeSet<T>;
}

impl<K, T: Shape> Shape for BTreeMap<K, T> {
    type At<D: Depth> = Map<T::At<D>>;
}

#[expect(clippy::disallowed_types, reason = "what users write may have no order")]
mod unordered {
    use std::collections::{HashMap, HashSet};

    use super::{Depth, List, Map, Shape};

    impl<T: Shape, S> Shape for HashSet<T, S> {
        type At<D: Depth> = List<T::At<D>>;
    }

    impl<K, T: Shape, S> Shape for HashMap<K, T, S> {
        type At<D: Depth> = Map<T::At<D>>;
    }
}

/// What holds one value and is not seen on the wire.
macro_rules! pointers {
    ($($type:ty;)*) => {
        $(
            impl<T: Shape + ?Sized> Shape for $type {
                type At<D: Depth> = T::At<D>;
            }
        )*
    };
}

pointers! {
    Box<T>;
    Rc<T>;
    Arc<T>;
}

impl<T: Shape + ToOwned + ?Sized> Shape for Cow<'_, T> {
    type At<D: Depth> = T::At<D>;
}

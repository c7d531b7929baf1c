//! A line of the zoo: a type, and what is to be seen of it.

use std::fmt::Debug;

use arbitrary::{Arbitrary, Unstructured};
use kopr::schema::{HasSchema, json_schema};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// What serde makes of a value that it is given back; or why it is another one.
type Compare = Box<dyn Fn(&Value) -> Result<(), String> + Send + Sync>;

/// A value on its way: as serde wrote it, and the comparison with what comes back.
pub(crate) struct Trip {
    /// The bytes that serde wrote.
    pub(crate) written: Vec<u8>,
    /// Whether what came back is the same value.
    pub(crate) same: Compare,
}

/// A type without its type.
pub(crate) struct Line {
    /// The name of the type.
    pub(crate) name: &'static str,
    /// Its JSON Schema.
    pub(crate) schema: Value,
    /// A random value out of some bytes.
    pub(crate) random: fn(&[u8]) -> Option<Trip>,
    /// A value out of JSON text; or why serde does not take it.
    pub(crate) parse: fn(&Value) -> Result<Trip, String>,
    pub(crate) accepts: Vec<Value>,
    pub(crate) refuses: Vec<Value>,
    pub(crate) keeps: Vec<(Value, Value)>,
    pub(crate) loses: Vec<&'static str>,
    pub(crate) problems: Vec<&'static str>,
    /// Whether nobody has looked at the type: any loss will do, and there may be few values.
    pub(crate) unseen: bool,
    /// Whether serde does not read what it writes of the type, so that there are no values to try.
    pub(crate) one_way: bool,
}

/// The line of a type: `zoo::<T>()`.
pub(crate) fn zoo<T>() -> Line
where
    T: HasSchema + Serialize + DeserializeOwned + PartialEq + Debug + Send + Sync + 'static,
    T: for<'a> Arbitrary<'a>,
{
    let name = std::any::type_name::<T>();
    let name = name.split('<').next().unwrap_or(name);
    Line {
        name: name.rsplit("::").next().unwrap_or(name),
        schema: json_schema::<T>(),
        random: |bytes| {
            let value = T::arbitrary(&mut Unstructured::new(bytes)).ok()?;
            trip(value).ok()
        },
        parse: |value| {
            let value: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
            trip(value)
        },
        accepts: Vec::new(),
        refuses: Vec::new(),
        keeps: Vec::new(),
        loses: Vec::new(),
        problems: Vec::new(),
        unseen: false,
        one_way: false,
    }
}

fn trip<T>(value: T) -> Result<Trip, String>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug + Send + Sync + 'static,
{
    let written = serde_json::to_vec(&value).map_err(|error| error.to_string())?;
    // Some types are no mirror of themselves (the first of two untagged variants wins): then what serde reads
    // of its own text is what has to come back.
    let expected = match serde_json::from_slice::<T>(&written) {
        Ok(read) if read != value => read,
        Ok(_) => value,
        Err(error) => return Err(format!("serde does not read what it wrote: {error}")),
    };
    Ok(Trip {
        written,
        same: Box::new(move |read| match serde_json::from_value::<T>(read.clone()) {
            Ok(back) if back == expected => Ok(()),
            Ok(back) => Err(format!("came back as {back:?}\n      instead of {expected:?}")),
            Err(error) => Err(format!("cannot be read back: {error}")),
        }),
    })
}

impl Line {
    /// Serde does not read what it writes of the type.
    pub(crate) fn one_way(mut self) -> Self {
        self.one_way = true;
        self
    }

    /// The type was made by chance.
    pub(crate) fn unseen(mut self) -> Self {
        self.unseen = true;
        self
    }

    /// A user may write this, and serde reads it.
    pub(crate) fn accepts(mut self, value: Value) -> Self {
        self.accepts.push(value);
        self
    }

    /// The API server refuses this.
    pub(crate) fn refuses(mut self, value: Value) -> Self {
        self.refuses.push(value);
        self
    }

    /// The API server takes the first, and makes the second of it.
    pub(crate) fn makes(mut self, of: Value, value: Value) -> Self {
        self.keeps.push((of, value));
        self
    }

    /// The conversion says that this is lost; the text begins with the path.
    pub(crate) fn loses(mut self, loss: &'static str) -> Self {
        self.loses.push(loss);
        self
    }

    /// The conversion refuses the type; a part of the text.
    pub(crate) fn cannot(mut self, problem: &'static str) -> Self {
        self.problems.push(problem);
        self
    }
}

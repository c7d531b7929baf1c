//! How much of the doc comments is in a schema.

use kopr_model::attribute::{Docs, SCHEMA_KEY};
use serde_json::{Map, Value};

use super::marks;
use super::structural::Converter;

impl Converter<'_> {
    /// What `docs = ..` says of this node and those below it: the nearest word holds, that of a field
    /// before that of its type.
    pub(super) fn docs_of(&self, fields: &Map<String, Value>) -> Option<Docs> {
        let of_field = fields
            .get(SCHEMA_KEY)
            .and_then(|kopr| marks::attributes(kopr).marks.docs);
        let of_type = || marks::of_types(fields).find_map(|(_, kopr)| marks::marks(kopr).docs);
        of_field.or_else(of_type).or(self.docs)
    }

    /// The text as it may be told here; nothing where none may.
    pub(super) fn told<'a>(&self, text: &'a str) -> Option<&'a str> {
        match self.docs {
            Some(Docs::None) => None,
            Some(Docs::Short) => text.split("\n\n").next(),
            Some(Docs::Full) => Some(text),
            // The texts of Kubernetes' own types are nine tenths of a pod's schema, and one `kubectl explain`
            // away.
            None => (!self.in_core).then_some(text),
        }
    }
}

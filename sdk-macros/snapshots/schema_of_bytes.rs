//! Bytes, which stand-ins give a schema, beside a field that says its own.

/// What is stored.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Blobs {
    /// Raw.
    pub plain: ByteString,
    pub many: Vec<BTreeMap<String, ByteString>>,
    pub named: k8s_openapi::ByteString,
    #[schemars(with = "String")]
    pub other: ByteString,
}

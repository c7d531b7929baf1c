//! Variants of every form, and a parameter.

/// What to do.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Task<T> {
    /// Copies a file.
    Copy {
        #[kopr(column(name = "From", priority = 1))]
        from: String,
    },
    Wipe(T),
    #[serde(rename = "none")]
    Nothing = 3,
}

//! Why there is nothing to show.

/// Why there is nothing to show.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum ExplainError {
    /// The operator has no such kind.
    #[error("the operator has no kind `{name}`")]
    #[diagnostic(code(kopr::explain::kind))]
    NoKind {
        /// What was asked for.
        name: String,
        /// What there is.
        #[help]
        help: String,
    },
    /// Several kinds go by the name.
    #[error("`{name}` is the name of more than one kind")]
    #[diagnostic(code(kopr::explain::ambiguous), help("say which one: {kinds}"))]
    Ambiguous {
        /// What was asked for.
        name: String,
        /// The kinds, in a form that tells them apart.
        kinds: String,
    },
    /// The kind has no such version.
    #[error("`{kind}` has no version `{version}`")]
    #[diagnostic(code(kopr::explain::version))]
    NoVersion {
        /// The kind.
        kind: String,
        /// What was asked for.
        version: String,
        /// What there is.
        #[help]
        help: String,
    },
    /// There is no such field.
    #[error("{place} has no field `{field}`")]
    #[diagnostic(code(kopr::explain::field))]
    NoField {
        /// Where it was looked for.
        place: String,
        /// What was asked for.
        field: String,
        /// What there is.
        #[help]
        help: String,
    },
    /// The API server knows the field, and the schema does not have it.
    #[error("`{field}` is the same in every kind, and no part of the schema")]
    #[diagnostic(
        code(kopr::explain::common),
        help("ask a cluster: `kubectl explain {plural}.{field}`")
    )]
    Common {
        /// The field.
        field: String,
        /// Plural name of the kind.
        plural: String,
    },
}

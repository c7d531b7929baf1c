//! Why an operator could not be run.

use miette::Diagnostic;
use thiserror::Error;

use crate::status::Status;

/// Why an operator could not be run.
#[derive(Debug, Error, Diagnostic)]
pub enum RunError {
    /// There is no kubeconfig, or it cannot be used.
    #[error("there is no cluster to run against: {0}")]
    #[diagnostic(
        code(kopr::run::no_cluster),
        help(
            "name one with `--context`, or run `kopr run --local` to start a control plane on this machine"
        )
    )]
    NoCluster(Box<dyn std::error::Error + Send + Sync>),
    /// The question cannot be asked.
    #[error("applying to the context `{context}` has to be confirmed, and nobody is there to ask")]
    #[diagnostic(code(kopr::run::unconfirmed), help("say `--yes`"))]
    Unconfirmed {
        /// The context.
        context: String,
    },
    /// The answer was no.
    #[error("nothing was applied to the context `{context}`")]
    #[diagnostic(code(kopr::run::declined))]
    Declined {
        /// The context.
        context: String,
    },
    /// The API server said no.
    #[error("cannot apply the {what}: {source}")]
    #[diagnostic(code(kopr::run::apply))]
    Apply {
        /// Kind and name.
        what: String,
        /// What the API server says.
        #[source]
        source: Box<kube::Error>,
    },
    /// A CRD was applied and does not come.
    #[error("the CRD `{name}` is not served")]
    #[diagnostic(code(kopr::run::not_served), help("`kubectl describe crd {name}` says why"))]
    NotServed {
        /// Its name.
        name: String,
    },
    /// There is no token to be had.
    #[error("no token for the ServiceAccount `{account}`: {source}")]
    #[diagnostic(
        code(kopr::run::token),
        help(
            "you need the right to create `serviceaccounts/token` in its namespace; with `service-account.create = false` \
             the account has to be there"
        )
    )]
    Token {
        /// The account.
        account: String,
        /// What the API server says.
        #[source]
        source: Box<kube::Error>,
    },
    /// The model has no program; the checks before hold that this does not happen.
    #[error("the operator has no program to run")]
    #[diagnostic(code(kopr::run::no_program))]
    NoProgram,
    /// The program could not be started, or its kubeconfig not be written.
    #[error("cannot run the operator: {0}")]
    #[diagnostic(code(kopr::run::start))]
    Start(#[from] std::io::Error),
}

impl RunError {
    /// The status that the process ends with.
    pub fn status(&self) -> Status {
        match self {
            Self::NoCluster(_) | Self::Unconfirmed { .. } => Status::Usage,
            Self::NoProgram => Status::Bug,
            _ => Status::Findings,
        }
    }
}

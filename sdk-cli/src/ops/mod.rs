//! Operations: one file each, one public function in it.

mod bundle;
mod cluster;
mod config;
mod crd;
mod error;
mod explain;
mod generate;
mod help;
mod lint;
mod new;
mod run;
mod scorecard;

pub use error::Error;
pub use generate::BundleError;
pub use run::RunError;

use crate::cli::{Cli, Command};
use crate::status::Status;

/// Runs what the command line asks for.
pub fn run(cli: Cli) -> Result<Status, Error> {
    match cli.command {
        Command::New(arguments) => new::new(&arguments),
        Command::Gen(arguments) => generate::generate(&arguments.what),
        Command::Config(arguments) => config::config(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Cluster(arguments) => cluster::cluster(arguments.command),
        Command::Crd(arguments) => crd::crd(&arguments.command),
        Command::Bundle(arguments) => bundle::bundle(&arguments.command),
        Command::Scorecard(arguments) => scorecard::scorecard(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Lint(arguments) => lint::lint(&arguments),
        Command::Help(arguments) => help::help(&arguments.about),
    }
}

//! Logs: pretty for people, JSON for machines.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::env::Environment;

/// Sets logging up as the environment says. A subscriber that the program has set up itself stays.
pub(crate) fn init(environment: &Environment) {
    let filter = environment.log.as_deref().unwrap_or("info");
    // A filter that cannot be read must not silence the operator.
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let terminal = std::io::stderr().is_terminal();
    let json = match environment.log_format.as_deref() {
        Some("json") => true,
        Some("pretty") => false,
        _ => !terminal,
    };
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(terminal);
    let _ = if json {
        builder.json().try_init()
    } else {
        builder.try_init()
    };
}

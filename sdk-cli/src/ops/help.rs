//! `kopr help`: commands and topics.

use std::fmt::Write as _;

use clap::CommandFactory as _;

use super::Error;
use crate::cli::Cli;
use crate::status::Status;
use crate::{suggest, write};

/// Topics that are no commands.
const TOPICS: &[(&str, fn() -> String)] = &[("exit-codes", exit_codes)];

/// Prints help on a command (its words) or a topic; on everything where there are no words.
pub(super) fn help(about: &[String]) -> Result<Status, Error> {
    if let [name] = about
        && let Some((_, text)) = TOPICS.iter().find(|(topic, _)| topic == name)
    {
        write::print(&text())?;
        return Ok(Status::Same);
    }
    let mut command = Cli::command();
    command.build();
    for word in about {
        let found = command.find_subcommand(word).cloned();
        let names: Vec<String> = command
            .get_subcommands()
            .map(|known| known.get_name().to_owned())
            .chain(TOPICS.iter().map(|(topic, _)| (*topic).to_owned()))
            .collect();
        command = found.ok_or_else(|| Error::NoHelp {
            word: word.clone(),
            help: suggest::help(word, &names.iter().map(String::as_str).collect::<Vec<_>>()),
        })?;
    }
    write::print(&command.render_long_help().to_string())?;
    Ok(Status::Same)
}

fn exit_codes() -> String {
    let mut text = String::new();
    for (status, about) in Status::ALL {
        let _ = writeln!(text, "{:>3}  {about}", status.code());
    }
    text
}

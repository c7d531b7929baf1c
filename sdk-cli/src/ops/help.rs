//! `kopr help`: commands and topics.

use std::fmt::Write as _;

use clap::CommandFactory as _;

use super::Error;
use crate::cli::Cli;
use crate::status::Status;
use crate::{suggest, write};

/// A page that is about no command.
struct Topic {
    name: &'static str,
    text: fn() -> String,
}

const TOPICS: &[Topic] = &[Topic {
    name: "exit-codes",
    text: exit_codes,
}];

/// Prints help on a command (its words) or a topic; on everything where there are no words.
pub(super) fn help(about: &[String]) -> Result<Status, Error> {
    if let [name] = about
        && let Some(topic) = TOPICS.iter().find(|topic| topic.name == name)
    {
        write::print(&(topic.text)())?;
        return Ok(Status::Same);
    }
    let mut command = Cli::command();
    command.build();
    for word in about {
        let found = command.find_subcommand(word).cloned();
        let names: Vec<String> = command
            .get_subcommands()
            .map(|known| known.get_name().to_owned())
            .chain(TOPICS.iter().map(|topic| topic.name.to_owned()))
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

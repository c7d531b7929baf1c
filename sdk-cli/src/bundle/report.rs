//! Findings about a bundle with their lines in its files.

use std::collections::BTreeMap;

use super::document::Document;
use super::{Files, Finding};
use crate::check;
use crate::report::{Found, Position};
use crate::yaml::Places;

/// The findings as reports take them: each once, errors first, then by file and line.
pub fn found(files: &Files, findings: &[Finding]) -> Vec<Found> {
    let mut known: BTreeMap<&str, Places> = BTreeMap::new();
    let mut found: Vec<Found> = findings
        .iter()
        .map(|finding| {
            let place = &finding.place;
            let position = (!place.file.is_empty()).then(|| {
                let (line, column) = place.line.map_or_else(
                    || {
                        let places = known.entry(&place.file).or_insert_with(|| {
                            let document = files
                                .bytes(&place.file)
                                .and_then(|bytes| Document::read(&place.file, bytes).ok());
                            document.map(|document| document.places()).unwrap_or_default()
                        });
                        places.nearest(&place.pointer)
                    },
                    |line| (line, 1),
                );
                Position {
                    file: files.shown(&place.file),
                    line,
                    column,
                }
            });
            Found {
                finding: check::Finding {
                    level: finding.level,
                    place: place.words(),
                    rule: finding.rule,
                    message: finding.message.clone(),
                    help: finding.help.clone(),
                    source: None,
                    pointer: (!place.file.is_empty()).then(|| place.pointer.clone()),
                },
                position,
            }
        })
        .collect();
    let key = |one: &Found| (one.finding.level, one.position.clone(), one.finding.clone());
    found.sort_by_key(key);
    found.dedup();
    found
}

//! `kopr bundle`: bundles for the Operator Lifecycle Manager.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use camino::Utf8Path;
use serde_json::{Value, json};

use super::Error;
use crate::bundle::{
    Asked, FAMILIES, Files, Finding, OPTIONAL, Platform, Profile, Selector, found, json_alpha1, load, read,
    validate,
};
use crate::check::Level;
use crate::cli::{Bundle, BundleFormat, BundleProfile, ValidateArgs};
use crate::report::{self, Found};
use crate::status::Status;
use crate::{env, suggest, write};

/// Looks at bundles.
pub(super) fn bundle(command: &Bundle) -> Result<Status, Error> {
    match command {
        Bundle::Validate(arguments) => check(arguments),
    }
}

fn check(arguments: &ValidateArgs) -> Result<Status, Error> {
    let asked = asked(arguments)?;
    let Some(path) = arguments.path.as_ref().filter(|_| !arguments.list_optional) else {
        write::print(&optional_sets())?;
        return Ok(Status::Same);
    };
    let files = read(path)?;
    let findings = match load(files.clone()) {
        Ok(bundle) => validate(&asked, &bundle),
        Err(findings) => findings,
    };
    let found = found(&files, &findings);
    match arguments.output {
        BundleFormat::Text => tell(arguments, &found)?,
        BundleFormat::JsonAlpha1 => write::print(&format!("{:#}\n", json_alpha1(&findings)))?,
        BundleFormat::Json => write::print(&format!("{:#}\n", json(&files, &findings, &found)))?,
        BundleFormat::Sarif => {
            let rules = FAMILIES.iter().flat_map(|family| family.rules);
            let log = report::sarif_by(rules.map(|rule| (rule.id, rule.about)), &found, &[]);
            write::print(&format!("{log:#}\n"))?;
        }
    }
    let is_broken = found.iter().any(|one| one.finding.level == Level::Error);
    Ok(if is_broken { Status::Findings } else { Status::Same })
}

/// What was found is data, all else is talk.
fn tell(arguments: &ValidateArgs, found: &[Found]) -> Result<(), Error> {
    let mut text = report::blocks(found).join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    write::print(&text)?;
    write::note(&format!(
        "validated by the rules of {}{}: {}",
        profile(arguments.profile).name(),
        if arguments.strict {
            " and the strict ones"
        } else {
            ""
        },
        report::summary(found).unwrap_or_else(|| "nothing found".to_owned()),
    ));
    Ok(())
}

fn json(files: &Files, findings: &[Finding], found: &[Found]) -> Value {
    json!({
        "bundle": files.root(),
        "passed": !findings.iter().any(|finding| finding.level == Level::Error),
        "findings": found.iter().map(report::json).collect::<Vec<_>>(),
    })
}

fn profile(chosen: BundleProfile) -> Profile {
    match chosen {
        BundleProfile::Sdk142 => Profile::Sdk142,
        BundleProfile::ApiHead => Profile::ApiHead,
        BundleProfile::Olmv1 => Profile::OlmV1,
    }
}

/// The sets with their labels, as columns.
fn optional_sets() -> String {
    let mut text = format!("{:<24}{:<28}DESCRIPTION\n", "NAME", "LABELS");
    for set in OPTIONAL {
        let mut labels = set
            .labels()
            .into_iter()
            .map(|(key, value)| format!("{key}={value}"));
        let first = labels.next().unwrap_or_default();
        let _ = text.write_fmt(format_args!("{:<24}{first:<28}{}\n", set.name, set.about));
        for label in labels {
            let _ = text.write_fmt(format_args!("{:<24}{label}\n", ""));
        }
    }
    text
}

fn asked(arguments: &ValidateArgs) -> Result<Asked, Error> {
    let optional = arguments
        .select_optional
        .as_deref()
        .filter(|text| !text.trim().is_empty());
    let optional = match optional {
        Some(text) => {
            let selector = Selector::parse(text)?;
            if !OPTIONAL.iter().any(|set| selector.matches(&set.labels())) {
                return Err(Error::NoSet {
                    selector: text.to_owned(),
                });
            }
            Some(selector)
        }
        None => None,
    };
    let mut asked = Asked {
        profile: profile(arguments.profile),
        strict: arguments.strict,
        optional,
        categories: env::bundle_categories().map(|path| categories(&path)),
        ..Asked::default()
    };
    for value in &arguments.optional_values {
        let (key, value) = value.split_once('=').ok_or_else(|| Error::OptionalValue {
            what: format!("`{value}`, which has no value"),
            help: "write `KEY=VALUE`".to_owned(),
        })?;
        match key.trim() {
            "k8s-version" => value.clone_into(&mut asked.kubernetes),
            "index-path" if value.is_empty() => {}
            "index-path" => {
                let text = std::fs::read_to_string(value).map_err(|error| error.to_string());
                asked.dockerfile = Some((value.to_owned(), text));
            }
            "container-tools" => value.clone_into(&mut asked.container_tool),
            "images" => asked.platforms = platforms(Utf8Path::new(value))?,
            other => {
                return Err(Error::OptionalValue {
                    what: format!("the key `{other}`, which no set asks for"),
                    help: suggest::help(other, &["container-tools", "images", "index-path", "k8s-version"]),
                });
            }
        }
    }
    // Beside a bundle its Dockerfile is known without being named.
    if let (None, true, Some(path)) = (&asked.dockerfile, arguments.strict, &arguments.path) {
        let beside = path
            .parent()
            .unwrap_or(Utf8Path::new(""))
            .join("bundle.Dockerfile");
        if let Ok(text) = std::fs::read_to_string(&beside) {
            asked.dockerfile = Some((beside.into_string(), Ok(text)));
        }
    }
    Ok(asked)
}

fn categories(path: &Utf8Path) -> Result<BTreeSet<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("reading category file: {error}"))?;
    let value: Value =
        serde_json::from_str(&text).map_err(|error| format!("unmarshaling category file: {error}"))?;
    let list = value["categories"].as_array().cloned().unwrap_or_default();
    Ok(list
        .iter()
        .filter_map(|item| item.as_str().map(str::to_owned))
        .collect())
}

/// `{"IMAGE": ["linux/amd64"]}`.
fn platforms(path: &Utf8Path) -> Result<BTreeMap<String, BTreeSet<Platform>>, Error> {
    let wrong = |what: String| Error::OptionalValue {
        what: format!("the file `{path}`, which cannot be read: {what}"),
        help: "it is JSON such as {\"registry.example.com/a:v1\": [\"linux/amd64\", \"linux/arm64\"]}"
            .to_owned(),
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let images: BTreeMap<String, Vec<String>> =
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    images
        .into_iter()
        .map(|(image, platforms)| {
            let platforms = platforms.iter().map(|platform| {
                let (os, architecture) = platform
                    .split_once('/')
                    .ok_or_else(|| wrong(format!("`{platform}` is no `os/architecture`")))?;
                Ok(Platform {
                    os: os.to_owned(),
                    architecture: architecture.to_owned(),
                })
            });
            Ok((image, platforms.collect::<Result<_, Error>>()?))
        })
        .collect()
}

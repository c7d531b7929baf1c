//! OLM-M1, OLM-M2: operators with APIs that version 4.9 of `OpenShift` removed (optional set `community`).

use serde_json::Value;

use super::removed::uses;
use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::semver::Version;
use crate::bundle::{Finding, Phase, Place, Profile, Rule};
use crate::check::Level;

pub(super) const FAMILY: Family = Family {
    name: "community",
    phase: Phase::Optional,
    rules: &[
        Rule::new(
            "OLM-M1",
            "error or warning",
            "a bundle with APIs that Kubernetes 1.22 removed has `olm.maxOpenShiftVersion` below 4.9 in `olm.properties`",
            Profile::ALL,
        ),
        Rule::new(
            "OLM-M2",
            "error or warning",
            "the label `com.redhat.openshift.versions` of its Dockerfile (`index-path`) ends below 4.9",
            Profile::ALL,
        ),
    ],
    check,
};

const GUIDE: &str = "This bundle is using APIs which were deprecated and removed in v1.22. More info: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-22";
const LABEL: &str = "com.redhat.openshift.versions";
const PROPERTY: &str = "olm.maxOpenShiftVersion";
const PROPERTIES: &str = "/metadata/annotations/olm.properties";

fn check(asked: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let removed = uses(bundle, 22);
    if removed.is_empty() {
        return;
    }
    let words = removed.words();
    let name = bundle.name();
    if let Some((level, message, detail)) = property(bundle, &words) {
        found.push(Finding::new(level, "OLM-M1", bundle.at_csv(PROPERTIES), message).of_csv(name, &detail));
    }
    let (path, text) = match &asked.dockerfile {
        None => {
            found.push(
                Finding::warning("OLM-M2", Place::bundle(), "no Dockerfile is named, so its label is not known")
                    .help("add `--optional-values index-path=bundle.Dockerfile`")
                    .of_csv(
                        name,
                        &format!(
                            "please, inform the path of its index image file via the the optional key values and the key index-path to allow this validator check the labels configuration or migrate the API(s) for {words}. (e.g. index-path=./mypath/bundle.Dockerfile). {GUIDE} "
                        ),
                    ),
            );
            return;
        }
        Some((path, Err(why))) => {
            found.push(
                Finding::error(
                    "OLM-M2",
                    Place::bundle(),
                    format!("`{path}` cannot be read: {why}"),
                )
                .of_csv(
                    name,
                    &format!("unable to read the index image in the path ({path}). Error : {why}"),
                ),
            );
            return;
        }
        Some((path, Ok(text))) => (path, text),
    };
    if let Some((message, detail)) = label(text, &words) {
        found.push(
            Finding::error("OLM-M2", Place::bundle(), format!("{message} in `{path}`")).of_csv(name, &detail),
        );
    }
}

fn limit() -> Version {
    Version {
        major: 4,
        minor: 9,
        ..Version::default()
    }
}

/// Level, message and the original's words.
fn property(bundle: &Bundle, words: &str) -> Option<(Level, String, String)> {
    let wrong = |message: String, detail: String| Some((Level::Error, message, detail));
    let Some(text) = bundle
        .csv
        .annotation("olm.properties")
        .filter(|text| !text.is_empty())
    else {
        return wrong(
            format!("there is no `{PROPERTY}`"),
            format!(
                "csv.Annotations not specified {PROPERTY} for an OCP version < 4.9. This annotation is required to prevent the user from upgrading their OCP cluster before they have installed a version of their operator which is compatible with 4.9. {GUIDE} which are no longer supported on 4.9. Migrate the API(s) for {words} or use the annotation"
            ),
        );
    };
    let properties: Option<Vec<(String, String)>> =
        serde_json::from_str::<Vec<Value>>(text).ok().and_then(|list| {
            let text = |value: &Value| match value {
                Value::Null => Some(String::new()),
                Value::String(text) => Some(text.clone()),
                _ => None,
            };
            list.iter()
                .map(|item| Some((text(&item["type"])?, text(&item["value"])?)))
                .collect()
        });
    let Some(properties) = properties else {
        return wrong(
            "`olm.properties` is no list of types with texts".to_owned(),
            format!(
                "csv.Annotations has an invalid value specified for olm.properties. Please, check the value  ({text}) and ensure that it is an array such as: \"olm.properties\": '[{{\"type\": \"key name\", \"value\": \"key value\"}}]'"
            ),
        );
    };
    let Some((_, value)) = properties.iter().find(|(kind, _)| kind == PROPERTY) else {
        return wrong(
            format!("there is no `{PROPERTY}`"),
            format!(
                "csv.Annotations.olm.properties with the key `{PROPERTY}` and a value with an OCP version which is < 4.9 is required for any operator bundle that is using APIs which were deprecated and removed in v1.22. More info: https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-22. Migrate the API(s) for {words} or use the annotation"
            ),
        );
    };
    let version = match Version::parse_tolerant(value) {
        Ok(version) => version,
        Err(why) => {
            return wrong(
                format!("`{value}` is no version: {why}"),
                format!(
                    "csv.Annotations.olm.properties has an invalid value. Unable to parse ({value}) using semver : {why}"
                ),
            );
        }
    };
    let short = Version {
        major: version.major,
        minor: version.minor,
        ..Version::default()
    };
    if version != short {
        return Some((
            Level::Warning,
            format!("`{value}` has more than two numbers: the rest is cut off"),
            format!(
                "csv.Annotations.olm.properties has an invalid value. {PROPERTY} must specify only major.minor versions, {version} will be truncated to {short}"
            ),
        ));
    }
    (version >= limit()).then(|| {
        (
            Level::Error,
            format!("`{PROPERTY}` is `{value}`, which is not below 4.9"),
            format!(
                "csv.Annotations.olm.properties with the key and value for {PROPERTY} has the OCP version value {value} which is >= of 4.9. {GUIDE}. Migrate the API(s) for {words} or inform in this property an OCP version which is < 4.9"
            ),
        )
    })
}

/// What is wrong with the label in a Dockerfile: message and the original's words.
fn label(text: &str, words: &str) -> Option<(String, String)> {
    let Some(line) = text.split('\n').find(|line| line.contains(LABEL)) else {
        return Some((
            format!("there is no label `{LABEL}`"),
            format!("{GUIDE}. Migrate the APIs for {words} or provide compatible version(s) via the labels. (e.g. LABEL {LABEL}='4.6-4.8')").replacen("This", "this", 1),
        ));
    };
    let parts: Vec<&str> = line.split('=').collect();
    let unread = |version: &str| {
        Some((
            format!("`{version}` is no version"),
            format!("unable to parse the value ({version}) on ({LABEL})"),
        ))
    };
    let late = |version: &str| {
        Some((
            format!("the label `{LABEL}` does not end below 4.9"),
            format!(
                "{GUIDE}. The {LABEL} allows to distribute it on {version}. Migrate the API(s) for {words}"
            )
            .replacen("This", "this", 1),
        ))
    };
    let clean = |text: &str| text.replace(['\'', '"', 'v'], "");
    let value = match parts[..] {
        [_] => {
            return Some((
                "the label has no value".to_owned(),
                format!("invalid syntax ({line}) for ({LABEL})"),
            ));
        }
        // `==4.8`: that version alone.
        [_, _, exact, ..] if !exact.is_empty() => {
            let version = clean(exact);
            return match Version::parse_tolerant(&version) {
                Err(_) => unread(&version),
                Ok(read) if read >= limit() => late(&version),
                Ok(_) => None,
            };
        }
        [_, value, ..] => clean(value),
        [] => String::new(),
    };
    if value.len() <= 1 {
        return Some((
            "the label has no value".to_owned(),
            format!("unable to get the range informed on {LABEL}"),
        ));
    }
    match value.split('-').nth(1) {
        None => late(&value),
        Some(version) => match Version::parse_tolerant(version) {
            Err(_) => unread(version),
            Ok(read) if read >= limit() => late(version),
            Ok(_) => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn labels_of_dockerfiles_end_below_the_limit() {
        for (text, is_fine) in [
            ("LABEL com.redhat.openshift.versions=v4.6-v4.8\n", true),
            ("LABEL com.redhat.openshift.versions='4.6-4.8'", true),
            ("LABEL com.redhat.openshift.versions==v4.8", true),
            ("LABEL com.redhat.openshift.versions==v4.9", false),
            ("LABEL com.redhat.openshift.versions=v4.6-v4.9", false),
            ("LABEL com.redhat.openshift.versions=v4.5,v4.6", false),
            ("LABEL com.redhat.openshift.versions=v4.6", false),
            ("LABEL com.redhat.openshift.versions=", false),
            ("LABEL com.redhat.openshift.versions", false),
            ("FROM scratch", false),
        ] {
            assert_eq!(label(text, "").is_none(), is_fine, "{text}");
        }
    }
}

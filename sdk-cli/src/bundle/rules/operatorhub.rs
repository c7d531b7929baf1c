//! OLM-H1 to OLM-H7: what OperatorHub.io needs (optional sets `operatorhubv2` and `operatorhub`).

use super::{Asked, Family, minimum};
use crate::bundle::load::Bundle;
use crate::bundle::ports::semver::Version;
use crate::bundle::ports::{address, url::Url};
use crate::bundle::{Finding, Phase, Place, Profile, Rule};

pub(super) const FAMILY: Family = Family {
    name: "operatorhub",
    phase: Phase::Optional,
    rules: &[
        Rule::error("OLM-H1", "the provider has a name"),
        Rule::error("OLM-H2", "each maintainer has a name and an address of mail"),
        Rule::error("OLM-H3", "each link has a name and an absolute URL"),
        Rule::error("OLM-H4", "the version is not 0.0.0"),
        Rule::new(
            "OLM-H5",
            "error or warning",
            "there is one icon with data and a media type that is known; without any there is a warning",
            Profile::ALL,
        ),
        Rule::new(
            "OLM-H6",
            "error or warning",
            "`spec.minKubeVersion` is three numbers; absent it is a warning",
            Profile::ALL,
        ),
    ],
    check,
};

/// The older set says that it is one.
pub(super) const OLD: Family = Family {
    name: "operatorhub-old",
    phase: Phase::Optional,
    rules: &[Rule::warning(
        "OLM-H7",
        "the optional set `operatorhub` is deprecated",
    )],
    check: |_, _, found| {
        found.push(
            Finding::warning("OLM-H7", Place::bundle(), "the optional set `operatorhub` is deprecated")
                .help("select `operatorhubv2`, `capabilities` and `categories`")
                .of_value(
                    "",
                    "The \"operatorhub\" validator is deprecated; for equivalent validation use \"operatorhub/v2\", \"standardcapabilities\" and \"standardcategories\" validators",
                ),
        );
    },
};

const ICONS: [&str; 4] = ["image/gif", "image/jpeg", "image/png", "image/svg+xml"];

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    let mut error = |rule, pointer: String, message: String, detail: &str| {
        found.push(Finding::error(rule, bundle.at_csv(pointer), message).of_csv(csv.name(), detail));
    };
    let spec = &csv.spec;
    if spec.provider.name.trim().is_empty() {
        let detail = "csv.Spec.Provider.Name not specified";
        error(
            "OLM-H1",
            "/spec/provider/name".to_owned(),
            "the provider has no name".to_owned(),
            detail,
        );
    }
    for (at, maintainer) in spec.maintainers.iter().enumerate() {
        let pointer = format!("/spec/maintainers/{at}");
        if maintainer.name.is_empty() || maintainer.email.is_empty() {
            let detail = "csv.Spec.Maintainers elements should contain both name and email";
            error(
                "OLM-H2",
                pointer.clone(),
                "a maintainer lacks `name` or `email`".to_owned(),
                detail,
            );
        }
        if let (false, Err(why)) = (maintainer.email.is_empty(), address::parse(&maintainer.email)) {
            let email = &maintainer.email;
            let detail = format!("csv.Spec.Maintainers email {email} is invalid: {why}");
            let why = why.trim_start_matches("mail: ");
            error(
                "OLM-H2",
                format!("{pointer}/email"),
                format!("`{email}` is no address: {why}"),
                &detail,
            );
        }
    }
    for (at, link) in spec.links.iter().enumerate() {
        let pointer = format!("/spec/links/{at}");
        if link.name.is_empty() || link.url.is_empty() {
            let detail = "csv.Spec.Links elements should contain both name and url";
            error(
                "OLM-H3",
                pointer.clone(),
                "a link lacks `name` or `url`".to_owned(),
                detail,
            );
        }
        if let (false, Err(why)) = (link.url.is_empty(), Url::parse_request(&link.url)) {
            let url = &link.url;
            let detail = format!("csv.Spec.Links url {url} is invalid: {why}");
            error(
                "OLM-H3",
                format!("{pointer}/url"),
                format!("`{url}` is no absolute URL: {why}"),
                &detail,
            );
        }
    }
    if csv.version() == Version::default() {
        let detail = "csv.Spec.Version must be set";
        error(
            "OLM-H4",
            "/spec/version".to_owned(),
            "the version is not set".to_owned(),
            detail,
        );
    }
    icon(bundle, found);
    minimum::check("OLM-H6", bundle, found);
}

fn icon(bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    let place = bundle.at_csv("/spec/icon");
    let Some(icons) = &csv.spec.icon else {
        found.push(
            Finding::warning("OLM-H5", place, "there is no icon")
                .of_csv(csv.name(), "csv.Spec.Icon not specified"),
        );
        return;
    };
    if icons.len() != 1 {
        let message = format!("there are {} icons", icons.len());
        found.push(
            Finding::error("OLM-H5", place, message)
                .help("keep one")
                .of_csv(csv.name(), "csv.Spec.Icon should only have one element"),
        );
    }
    // The original ends with a panic where the list is empty.
    let Some(icon) = icons.first() else {
        return;
    };
    let place = bundle.at_csv("/spec/icon/0");
    if icon.mediatype.is_empty() || icon.base64data.is_empty() {
        found.push(
            Finding::error(
                "OLM-H5",
                place.clone(),
                "the icon lacks `base64data` or `mediatype`",
            )
            .of_csv(
                csv.name(),
                "csv.Spec.Icon elements should contain both data and mediatype",
            ),
        );
    }
    if !icon.mediatype.is_empty() && !ICONS.contains(&icon.mediatype.as_str()) {
        let kind = &icon.mediatype;
        found.push(
            Finding::error("OLM-H5", place, format!("`{kind}` is no media type for icons"))
                .help(format!("there are: `{}`", ICONS.join("`, `")))
                .of_csv(
                    csv.name(),
                    &format!("csv.Spec.Icon {kind} does not have a valid mediatype"),
                ),
        );
    }
}

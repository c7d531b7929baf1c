//! `[package]`: what only people know of an operator, for catalogs of the Operator Lifecycle Manager.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::LabelKey;
use super::checked::checked;
use super::error::HELP;
use crate::bundle::ports::{address, image, names as go, range, semver, url};

checked!(
    /// Name of a package: at most 63 small letters, digits and `-`.
    PackageName,
    |text| match go::dns_1123_label(text).as_slice() {
        [] => Ok(()),
        _ => Err(format!(
            "`{text}` is not a package name{HELP}it takes at most 63 small letters, digits and `-`, and begins and ends \
             with a letter or digit"
        )),
    }
);

checked!(
    /// Version by semver: `1.2.3` or `1.2.3-rc.1`.
    Version,
    |text| version(text)
);

checked!(
    /// Name of a `ClusterServiceVersion`: `memcached-operator.v0.1.0`.
    CsvName,
    |text| {
        if go::dns_1123_subdomain(text).is_empty() && go::label_value(text).is_empty() {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not a name of a ClusterServiceVersion{HELP}it is the package and a version, such as \
             `memcached-operator.v0.1.0`, in at most 63 small letters, digits, `-` and `.`"
        ))
    }
);

checked!(
    /// Range of versions as OLM reads it: `>=1.0.0 <1.2.0`.
    VersionRange,
    |text| range::Range::parse(text).map(|_| ()).map_err(|why| {
        format!(
            "`{text}` is not a range of versions: {why}{HELP}such as `>=1.0.0 <1.2.0`; a space means and, `||` means \
             or, and there is neither `^` nor `~`"
        )
    })
);

checked!(
    /// Version of Kubernetes: `1.28.0`.
    KubeVersion,
    |text| {
        let parts: Vec<&str> = text.split('.').collect();
        if parts.len() == 3 && version(text).is_ok() {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not a version of Kubernetes{HELP}it has three numbers, such as `1.28.0`"
        ))
    }
);

checked!(
    /// Name of a channel.
    Channel,
    |text| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if !text.is_empty() && text.chars().all(plain) {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not a name of a channel{HELP}it takes letters, digits, `-`, `_` and `.`; several channels are \
             a list: `[\"stable\", \"fast\"]`"
        ))
    }
);

checked!(
    /// Mail address.
    Email,
    |text| match address::parse(text) {
        Ok(_) => Ok(()),
        Err(why) => Err(format!("`{text}` is not a mail address: {why}")),
    }
);

checked!(
    /// Address of a page, with `https://`.
    Link,
    |text| match url::Url::parse_request(text) {
        Ok(_) if text.contains("://") => Ok(()),
        Ok(_) => Err(format!("`{text}` is not a whole address{HELP}write it with `https://`")),
        Err(why) => Err(format!("`{text}` is not an address: {why}{HELP}write it with `https://`")),
    }
);

checked!(
    /// Name of an image: repository, and a digest or tag.
    ImageName,
    |text| image::Reference::parse(text).map(|_| ()).map_err(|why| format!("`{text}` is not an image: {why}"))
);

checked!(
    /// File beside kopr.toml, as a relative path.
    ProjectFile,
    |text| {
        let path = camino::Utf8Path::new(text);
        let inside = path.components().all(|part| matches!(part, camino::Utf8Component::Normal(_)));
        if inside && !text.is_empty() {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not a file of the project{HELP}write its path from kopr.toml on, without `..`"
        ))
    }
);

checked!(
    /// Text that is not empty.
    Words,
    |text| {
        if text.trim().is_empty() {
            return Err(format!("the text is empty{HELP}write something, or leave the key out"));
        }
        Ok(())
    }
);

/// A version as semver has it, and none of the forms that look like one.
fn version(text: &str) -> Result<(), String> {
    if semver::Version::parse(text).is_ok() {
        return Ok(());
    }
    let meant = text.trim().trim_start_matches(['v', 'V', '=']);
    let parts = meant.split('.').count();
    let meant = match parts {
        1 => format!("{meant}.0.0"),
        2 => format!("{meant}.0"),
        _ => meant.to_owned(),
    };
    let help = match semver::Version::parse(&meant) {
        Ok(_) => format!("write `{meant}`"),
        Err(_) => "it has three numbers, such as `1.2.3` or `1.2.3-rc.1`".to_owned(),
    };
    Err(format!("`{text}` is not a version by semver{HELP}{help}"))
}

/// `[package]`: what only people know of the operator, for catalogs of the Operator Lifecycle Manager.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct PackageSettings {
    /// Name of the package in catalogs. The operator's name unless set.
    pub name: Option<PackageName>,
    /// Version of the bundle. The version of the operator's package unless set.
    pub version: Option<Version>,
    /// What people call the operator. Its name in words unless set.
    pub display_name: Option<Words>,
    /// One sentence for the tile in a catalog. The description in Cargo.toml unless set.
    pub summary: Option<Words>,
    /// What the operator is and does, in Markdown. The description in Cargo.toml unless set.
    pub description: Option<Words>,
    /// File that the description stands in, such as `README.md`.
    pub description_file: Option<ProjectFile>,
    /// File of the icon: PNG, JPEG, GIF or SVG.
    pub icon: Option<ProjectFile>,
    /// Who provides the operator.
    pub provider: ProviderSettings,
    /// Who maintains it. The authors in Cargo.toml that have a mail address unless set.
    pub maintainers: Option<Vec<Maintainer>>,
    /// Pages about it. Repository and homepage in Cargo.toml unless set.
    pub links: Option<Vec<NamedLink>>,
    /// Words that it is found by.
    pub keywords: Vec<Words>,
    /// Shelves of the catalog that it stands on.
    pub categories: Vec<Category>,
    /// How mature it is. By the versions of the API unless set: `alpha`, `beta` or `stable`.
    pub maturity: Option<Maturity>,
    /// How much of an administrator's work it does.
    pub capability_level: Option<Capability>,
    /// Channels that this version is in. `stable` from 1.0.0 on and `candidate` before unless set.
    pub channels: Option<Vec<Channel>>,
    /// The channel that is taken unless somebody chooses. The first of them unless set.
    pub default_channel: Option<Channel>,
    /// The `ClusterServiceVersion` that this one comes after.
    pub replaces: Option<CsvName>,
    /// `ClusterServiceVersion`s that need not be installed on the way here.
    pub skips: Vec<CsvName>,
    /// Versions that can be updated to this one right away.
    pub skip_range: Option<VersionRange>,
    /// The oldest Kubernetes that it runs on. By the APIs that it uses unless set.
    pub min_kube_version: Option<KubeVersion>,
    /// Processors that there are images for. `amd64` unless set.
    pub architectures: Vec<Architecture>,
    /// Images beside the operator's own that it makes pods of, by name, for clusters that mirror them.
    pub related_images: BTreeMap<Words, ImageName>,
    /// Versions of OpenShift that it is for, such as `v4.14-v4.18`.
    pub openshift_versions: Option<Words>,
    /// Who gives support. The provider unless set.
    pub support: Option<Words>,
    /// Whether monitors, alerts and dashboard are in the bundle. Clusters without their CRDs cannot install it then.
    pub monitoring: Option<bool>,
    /// Packages that have to be installed too.
    pub dependencies: Vec<Dependency>,
    /// Annotations of the `ClusterServiceVersion`.
    pub annotations: BTreeMap<LabelKey, String>,
}

/// `[package.provider]`: who provides the operator.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ProviderSettings {
    /// Name of the provider.
    pub name: Option<Words>,
    /// Page of the provider.
    pub url: Option<Link>,
}

/// Somebody who maintains the operator.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "`{ name, email }` table"))]
#[serde(deny_unknown_fields)]
pub struct Maintainer {
    /// Name.
    pub name: Words,
    /// Mail address.
    pub email: Email,
}

/// A page with its name.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "`{ name, url }` table"))]
#[serde(deny_unknown_fields)]
pub struct NamedLink {
    /// Name.
    pub name: Words,
    /// Address.
    pub url: Link,
}

/// A package that has to be there too.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(title = "`{ package, version }` table"))]
#[serde(deny_unknown_fields)]
pub struct Dependency {
    /// Its name.
    pub package: PackageName,
    /// Versions of it that will do.
    pub version: VersionRange,
}

/// The words of OperatorHub for categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the words are OperatorHub's own")]
pub enum Category {
    #[serde(rename = "AI/Machine Learning")]
    MachineLearning,
    #[serde(rename = "Application Runtime")]
    ApplicationRuntime,
    #[serde(rename = "Big Data")]
    BigData,
    #[serde(rename = "Cloud Provider")]
    CloudProvider,
    #[serde(rename = "Database")]
    Database,
    #[serde(rename = "Developer Tools")]
    DeveloperTools,
    #[serde(rename = "Integration & Delivery")]
    IntegrationAndDelivery,
    #[serde(rename = "Logging & Tracing")]
    LoggingAndTracing,
    #[serde(rename = "Modernization & Migration")]
    ModernizationAndMigration,
    #[serde(rename = "Monitoring")]
    Monitoring,
    #[serde(rename = "Networking")]
    Networking,
    #[serde(rename = "Observability")]
    Observability,
    #[serde(rename = "OpenShift Optional")]
    OpenShiftOptional,
    #[serde(rename = "Security")]
    Security,
    #[serde(rename = "Storage")]
    Storage,
    #[serde(rename = "Streaming & Messaging")]
    StreamingAndMessaging,
}

/// How mature an operator is, in OLM's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words are OLM's own")]
pub enum Maturity {
    Planning,
    PreAlpha,
    Alpha,
    Beta,
    Stable,
    Mature,
    Inactive,
    Deprecated,
}

/// What an operator does of an administrator's work, in the words of OperatorHub.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the words are OperatorHub's own")]
pub enum Capability {
    #[default]
    #[serde(rename = "Basic Install")]
    BasicInstall,
    #[serde(rename = "Seamless Upgrades")]
    SeamlessUpgrades,
    #[serde(rename = "Full Lifecycle")]
    FullLifecycle,
    #[serde(rename = "Deep Insights")]
    DeepInsights,
    #[serde(rename = "Auto Pilot")]
    AutoPilot,
}

/// Processors, in Go's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words are Go's own")]
pub enum Architecture {
    Amd64,
    Arm64,
    Ppc64le,
    S390x,
}

/// The word that an enum of settings is written as.
pub fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        // Only enums of words are given here.
        _ => String::new(),
    }
}

//! OLM-R1 to OLM-R6: platforms of images (optional set `multiarch`).
//!
//! No image is pulled: platforms are those that `--optional-values images=FILE` gives. An image that is not in
//! there is one that the original could not inspect.

use std::collections::{BTreeMap, BTreeSet};

use k8s_openapi::api::core::v1::PodSpec;

use super::{Asked, Family, Platform};
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::{quoted, quoted_list};
use crate::bundle::{Finding, Phase, Profile, Rule};

pub(super) const FAMILY: Family = Family {
    name: "multiarch",
    phase: Phase::Optional,
    rules: &[
        Rule::warning("OLM-R1", "the platforms of each image are known"),
        Rule::error(
            "OLM-R2",
            "each image runs on the platforms that the labels of the CSV name (linux/amd64 without any)",
        ),
        Rule::warning(
            "OLM-R3",
            "the labels name all platforms that the operator's own image runs on",
        ),
        Rule::warning("OLM-R4", "other images run wherever the operator's own does"),
        Rule::warning("OLM-R5", "the affinity to nodes names the platforms of the image"),
        Rule::new(
            "OLM-R6",
            "error",
            "`container-tools` is `docker`, `podman` or `none`",
            Profile::ALL,
        ),
    ],
    check,
};

const ARCH: &str = "operatorframework.io/arch.";
const OS: &str = "operatorframework.io/os.";

/// Images by name; nothing where the platforms are not known.
type Images<'a> = BTreeMap<&'a str, Option<&'a BTreeSet<Platform>>>;

struct Subject<'a> {
    bundle: &'a Bundle,
    own: Images<'a>,
    others: Images<'a>,
    related: Images<'a>,
    affinities: BTreeMap<&'a str, BTreeSet<Platform>>,
    archs: BTreeSet<String>,
    systems: BTreeSet<String>,
}

fn check(asked: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let tool = asked.container_tool.to_lowercase();
    if !matches!(tool.as_str(), "" | "none" | "docker" | "podman") {
        found.push(
            Finding::error("OLM-R6", bundle.at_csv(""), format!("`container-tools={tool}` is not known")).of_value(
                bundle.name(),
                &format!(
                    "invalid value (container-tools) for ({tool}). One of: [docker, podman, none] (If not set, the default value is docker)"
                ),
            ),
        );
        return;
    }
    let subject = Subject::new(asked, bundle);
    subject.unknown(found);
    subject.unsupported(found);
    subject.unlabelled(found);
    subject.behind(&subject.others, found);
    subject.behind(&subject.related, found);
    subject.affinity(&subject.own, found);
    subject.affinity(&subject.others, found);
}

impl<'a> Subject<'a> {
    fn new(asked: &'a Asked, bundle: &'a Bundle) -> Self {
        let platforms = |image: &'a str| (image, asked.platforms.get(image));
        let (mut own, mut others, mut affinities) = (Images::new(), Images::new(), BTreeMap::new());
        for deployment in bundle.csv.deployments() {
            let Some(pod) = deployment.spec.template.spec.as_ref() else {
                continue;
            };
            let named: Vec<(&str, &str)> = pod
                .containers
                .iter()
                .map(|container| {
                    (
                        container.name.as_str(),
                        container.image.as_deref().unwrap_or_default(),
                    )
                })
                .collect();
            for (_, image) in named.iter().filter(|(_, image)| !own.contains_key(image)) {
                affinities.insert(*image, affinity_of(pod));
            }
            let managers: Vec<&str> = named
                .iter()
                .filter(|(name, _)| *name == "manager")
                .map(|(_, image)| *image)
                .collect();
            if managers.is_empty() {
                let rest = named.iter().filter(|(name, _)| *name != "kube-rbac-proxy");
                own.extend(rest.map(|(_, image)| platforms(image)));
            } else {
                own.extend(managers.into_iter().map(platforms));
            }
        }
        for deployment in bundle.csv.deployments() {
            let containers = deployment
                .spec
                .template
                .spec
                .iter()
                .flat_map(|pod| &pod.containers);
            let images = containers.map(|container| container.image.as_deref().unwrap_or_default());
            others.extend(images.filter(|image| !own.contains_key(image)).map(platforms));
        }
        let related = bundle
            .csv
            .spec
            .related_images
            .iter()
            .map(|image| platforms(&image.image))
            .collect();
        let known = own.values().flatten().flat_map(|platforms| platforms.iter());
        let mut archs: BTreeSet<String> = known
            .clone()
            .map(|platform| platform.architecture.clone())
            .collect();
        let mut systems: BTreeSet<String> = known.map(|platform| platform.os.clone()).collect();
        archs.extend(labels(bundle, ARCH, "amd64"));
        systems.extend(labels(bundle, OS, "linux"));
        Self {
            bundle,
            own,
            others,
            related,
            affinities,
            archs,
            systems,
        }
    }

    fn images(&self) -> impl Iterator<Item = (&'a str, Option<&'a BTreeSet<Platform>>)> {
        let all = [&self.own, &self.others, &self.related];
        all.into_iter()
            .flatten()
            .map(|(image, platforms)| (*image, *platforms))
    }

    fn warn(&self, rule: &'static str, message: String, detail: &str) -> Finding {
        Finding::warning(rule, self.bundle.at_csv(""), message).of_value(self.bundle.name(), detail)
    }

    fn managers(&self) -> String {
        quoted_list(self.own.keys().copied())
    }

    fn unknown(&self, found: &mut Vec<Finding>) {
        let mut told = BTreeSet::new();
        for (image, platforms) in self.images() {
            if platforms.is_none() && told.insert(image) {
                found.push(
                    self.warn(
                        "OLM-R1",
                        format!("the platforms of `{image}` are not known, since no image is pulled"),
                        &format!("unable to inspect the image ({image}) : no image is pulled"),
                    )
                    .help("give them with `--optional-values images=FILE`, JSON such as {\"IMAGE\": [\"linux/amd64\"]}"),
                );
            }
        }
    }

    fn unsupported(&self, found: &mut Vec<Finding>) {
        for os in labels(self.bundle, OS, "linux") {
            for architecture in labels(self.bundle, ARCH, "amd64") {
                let platform = Platform {
                    os: os.clone(),
                    architecture,
                };
                let mut lacking: Vec<&str> = self
                    .images()
                    .filter(|(_, platforms)| platforms.is_some_and(|known| !known.contains(&platform)))
                    .map(|(image, _)| image)
                    .collect();
                lacking.sort_unstable();
                lacking.dedup();
                if lacking.is_empty() {
                    continue;
                }
                let message = format!(
                    "the labels of the CSV promise `{platform}`, which `{}` does not run on",
                    lacking.join("`, `")
                );
                found.push(
                    Finding::error("OLM-R2", self.bundle.at_csv("/metadata/labels"), message).of_value(
                        self.bundle.name(),
                        &format!(
                            "not all images specified are providing the support described via the CSV labels. Note that (OS.architecture): ({}.{}) was not found for the image(s) [{}]",
                            platform.os,
                            platform.architecture,
                            lacking.join(" ")
                        ),
                    ),
                );
            }
        }
    }

    fn unlabelled(&self, found: &mut Vec<Finding>) {
        for (prefix, default, all, word) in [
            (ARCH, "amd64", &self.archs, "Arch(s)"),
            (OS, "linux", &self.systems, "OS(s)"),
        ] {
            let known: BTreeSet<String> = labels(self.bundle, prefix, "").collect();
            let is_default = all.len() == 1 && all.contains(default);
            let missing: Vec<&str> = all
                .iter()
                .map(String::as_str)
                .filter(|one| !known.contains(*one) && !is_default)
                .collect();
            if !missing.is_empty() {
                found.push(self.warn(
                    "OLM-R3",
                    format!("labels `{prefix}…` are missing for `{}`", missing.join("`, `")),
                    &format!(
                        "check if the CSV is missing the label ({prefix}<value>) for the {word}: {}. Be aware that your Operator manager image {} provides this support.",
                        quoted_list(missing.iter().copied()),
                        self.managers()
                    ),
                ));
            }
        }
    }

    fn behind(&self, images: &Images<'_>, found: &mut Vec<Finding>) {
        for (image, platforms) in images {
            let Some(platforms) = platforms else {
                continue;
            };
            let archs: BTreeSet<&str> = platforms
                .iter()
                .map(|platform| platform.architecture.as_str())
                .collect();
            let systems: BTreeSet<&str> = platforms.iter().map(|platform| platform.os.as_str()).collect();
            for (all, has, word) in [(&self.archs, archs, "Arch(s)"), (&self.systems, systems, "OS(s)")] {
                let missing: Vec<&str> = all
                    .iter()
                    .map(String::as_str)
                    .filter(|one| !has.contains(one))
                    .collect();
                if !missing.is_empty() {
                    found.push(self.warn(
                        "OLM-R4",
                        format!("`{image}` does not run on `{}`, as the operator does", missing.join("`, `")),
                        &format!(
                            "check if the image {image} should not support {}. Note that this CSV has labels for this {word} Your manager image {} are providing this support OR the CSV is configured via labels to support it. Then, please verify if this image should not support it",
                            quoted_list(missing.iter().copied()),
                            self.managers()
                        ),
                    ));
                }
            }
        }
    }

    fn affinity(&self, images: &Images<'_>, found: &mut Vec<Finding>) {
        for (image, platforms) in images {
            let empty = BTreeSet::new();
            let wanted = self.affinities.get(image).unwrap_or(&empty);
            let list = |platforms: &BTreeSet<Platform>| {
                let words: Vec<String> = platforms.iter().map(ToString::to_string).collect();
                quoted_list(words.iter().map(String::as_str))
            };
            let actual = platforms.map_or_else(|| "[\"error/error\"]".to_owned(), list);
            if wanted.is_empty() {
                let detail = format!(
                    "check if the CSV has a missing or invalid node affinity configuration for the image: {}. The image data suggests the following platforms are supported: {actual}",
                    quoted(image)
                );
                found.push(self.warn(
                    "OLM-R5",
                    format!("no affinity to nodes is set for `{image}`"),
                    &detail,
                ));
                continue;
            }
            let known = platforms.unwrap_or(&empty);
            let extra: BTreeSet<Platform> = wanted.difference(known).cloned().collect();
            let missing: BTreeSet<Platform> = known.difference(wanted).cloned().collect();
            if !extra.is_empty() {
                let detail = format!(
                    "the CSV includes {} in the node affinity configuration for the image: {}, but the image data suggests the following platforms are supported: {actual}",
                    list(&extra),
                    quoted(image)
                );
                let message = format!(
                    "the affinity to nodes names {}, which `{image}` does not run on",
                    list(&extra)
                );
                found.push(self.warn("OLM-R5", message, &detail));
            }
            if !missing.is_empty() {
                let detail = format!(
                    "the image data indicates {} is supported for the image: {}, but the node affinity configuration for the image only specifies {}",
                    list(&missing),
                    quoted(image),
                    list(wanted)
                );
                let message = format!(
                    "`{image}` runs on {}, which the affinity to nodes leaves out",
                    list(&missing)
                );
                found.push(self.warn("OLM-R5", message, &detail));
            }
        }
    }
}

/// What the labels say; the default where they say nothing and there is one.
fn labels(bundle: &Bundle, prefix: &str, default: &str) -> impl Iterator<Item = String> {
    let labels = bundle.csv.metadata.labels.iter().flatten();
    let mut found: Vec<String> = labels
        .filter(|(_, value)| *value == "supported")
        .filter_map(|(key, _)| key.split_once(prefix).map(|(_, word)| word.to_owned()))
        .collect();
    if found.is_empty() && !default.is_empty() {
        found.push(default.to_owned());
    }
    found.into_iter()
}

/// The platforms that nodes have to have.
fn affinity_of(pod: &PodSpec) -> BTreeSet<Platform> {
    let affinity = pod
        .affinity
        .as_ref()
        .and_then(|affinity| affinity.node_affinity.as_ref());
    let required = affinity.and_then(|affinity| {
        affinity
            .required_during_scheduling_ignored_during_execution
            .as_ref()
    });
    let mut platforms = BTreeSet::new();
    for term in required.iter().flat_map(|required| &required.node_selector_terms) {
        let values = |key: &str| {
            let mut expressions = term.match_expressions.iter().flatten();
            let last = expressions.rfind(|one| one.operator == "In" && one.key == key);
            last.and_then(|one| one.values.clone()).unwrap_or_default()
        };
        for os in values("kubernetes.io/os") {
            for architecture in values("kubernetes.io/arch") {
                let os = os.clone();
                platforms.insert(Platform { os, architecture });
            }
        }
    }
    platforms
}

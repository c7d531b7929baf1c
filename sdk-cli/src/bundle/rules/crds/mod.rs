//! OLM-D1 to OLM-D9: CRDs as the API server validates them, without what is about schemas and status, which
//! the original drops.

mod columns;
mod conversion;

use columns::{columns, scale, selectable};
use conversion::conversion;

use super::object_metadata::{FieldError, Kind, name_problems, problems};
use super::{Asked, Family};
use crate::bundle::crd::{Conversion, Crd, Names, Spec};
use crate::bundle::load::{Bundle, CrdFile};
use crate::bundle::ports::names::{dns_1035_label, dns_1123_subdomain};
use crate::bundle::ports::url::Url;
use crate::bundle::{Finding, Phase, Rule};

pub(super) const FAMILY: Family = Family {
    name: "crds",
    phase: Phase::Crd,
    rules: &[
        Rule::error(
            "OLM-D1",
            "the name is `<plural>.<group>`, and the metadata is that of an object without a namespace",
        ),
        Rule::error(
            "OLM-D2",
            "the group is a domain; the scope is `Cluster` or `Namespaced`",
        ),
        Rule::error("OLM-D3", "versions have names of their own, and one is stored"),
        Rule::error(
            "OLM-D4",
            "plural, singular, kind, list kind, short names and categories are names",
        ),
        Rule::error(
            "OLM-D5",
            "what is said for all versions is not said for one, and the other way round",
        ),
        Rule::error(
            "OLM-D6",
            "columns, the scale subresource and selectable fields have paths and types",
        ),
        Rule::error(
            "OLM-D7",
            "a conversion has an address and versions that servers know",
        ),
        Rule::error(
            "OLM-D8",
            "unknown fields are not kept by the CRD as a whole; v1beta1 does unless told otherwise",
        ),
        Rule::error(
            "OLM-D9",
            "a deprecation is said in a line; groups of Kubernetes are approved",
        ),
    ],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let (new, old): (Vec<_>, Vec<_>) = bundle.crds.iter().partition(|file| file.is_v1);
    for file in old.into_iter().chain(new) {
        let document = bundle.document_of(file);
        let mut errors = Vec::new();
        collect(file, &mut errors);
        for (rule, error) in errors {
            if error.field.contains("openAPIV3Schema") || error.field.contains("status") {
                continue;
            }
            found.push(
                Finding::error(rule, document.at(error.pointer.clone()), error.message()).of_field(
                    &error.field,
                    &error.value(),
                    &error.message(),
                ),
            );
        }
    }
}

type Errors = Vec<(&'static str, FieldError)>;

/// All errors, in the order of the server.
fn collect(file: &CrdFile, errors: &mut Errors) {
    let crd = defaulted(&file.crd, file.is_v1);
    let spec = &crd.spec;
    let mut put = |rule: &'static str, found: Vec<FieldError>| {
        errors.extend(found.into_iter().map(|error| (rule, error)));
    };
    let expected = format!("{}.{}", spec.names.plural, spec.group);
    let name = crd.metadata.name.clone().unwrap_or_default();
    let other = (name != expected).then(|| "must be spec.names.plural+\".\"+spec.group".to_owned());
    put("OLM-D1", name_problems(&name, other));
    put("OLM-D1", problems(&crd.metadata));
    put("OLM-D2", group_and_scope(spec));
    put("OLM-D8", defaults_and_unknown(&crd));
    put("OLM-D3", versions(spec));
    put("OLM-D5", if file.is_v1 { Vec::new() } else { exclusive(spec) });
    put("OLM-D3", storage(spec));
    put("OLM-D4", names(&spec.names));
    let hoisted = Hoisted::of(spec, file.is_v1);
    let path = |at: Option<usize>| at.map_or_else(|| "spec".to_owned(), |at| format!("spec.versions[{at}]"));
    let real = |at: Option<usize>| {
        // What is the same in all versions of v1 is said as if it stood above them.
        let at = if file.is_v1 { at.or(Some(0)) } else { at };
        at.map_or_else(|| "/spec".to_owned(), |at| format!("/spec/versions/{at}"))
    };
    for (at, version) in spec.versions.iter().enumerate() {
        put(
            "OLM-D9",
            deprecation(version.deprecated, version.deprecation_warning.as_deref(), at),
        );
        if !hoisted.subresources {
            put(
                "OLM-D6",
                scale(version.subresources.as_ref(), &path(Some(at)), &real(Some(at))),
            );
        }
        if !hoisted.columns {
            put(
                "OLM-D6",
                columns(
                    &version.additional_printer_columns,
                    &path(Some(at)),
                    &real(Some(at)),
                ),
            );
        }
        if !hoisted.fields {
            let schema = version.schema.as_ref();
            put(
                "OLM-D6",
                selectable(
                    &version.selectable_fields,
                    schema,
                    &path(Some(at)),
                    &real(Some(at)),
                ),
            );
        }
    }
    let first = spec.versions.first().filter(|_| file.is_v1);
    let subresources = first
        .filter(|_| hoisted.subresources)
        .map_or(spec.subresources.as_ref(), |first| first.subresources.as_ref());
    put("OLM-D6", scale(subresources, &path(None), &real(None)));
    let list = first
        .filter(|_| hoisted.columns)
        .map_or(&spec.additional_printer_columns, |first| {
            &first.additional_printer_columns
        });
    put("OLM-D6", columns(list, &path(None), &real(None)));
    let schema = first.map_or(spec.validation.as_ref(), |first| first.schema.as_ref());
    let fields = first
        .filter(|_| hoisted.fields)
        .map_or(&spec.selectable_fields, |first| &first.selectable_fields);
    put("OLM-D6", selectable(fields, schema, &path(None), &real(None)));
    put("OLM-D7", conversion(spec, file.is_v1));
    put("OLM-D9", approval(&crd));
    if spec.preserve_unknown_fields == Some(true) {
        let detail = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
        put(
            "OLM-D8",
            vec![FieldError::invalid("spec.preserveUnknownFields", true, detail)],
        );
    }
}

/// What is the same in all versions of a CRD of v1 is one thing of all to the server.
struct Hoisted {
    subresources: bool,
    columns: bool,
    fields: bool,
}

impl Hoisted {
    fn of(spec: &Spec, is_v1: bool) -> Self {
        let Some(first) = spec.versions.first().filter(|_| is_v1) else {
            return Self {
                subresources: false,
                columns: false,
                fields: false,
            };
        };
        let all = |same: &dyn Fn(&crate::bundle::crd::Version) -> bool| spec.versions.iter().all(same);
        Self {
            subresources: all(&|version| version.subresources == first.subresources),
            columns: all(&|version| version.additional_printer_columns == first.additional_printer_columns),
            fields: all(&|version| version.selectable_fields == first.selectable_fields),
        }
    }
}

/// The CRD with what the server fills in.
fn defaulted(crd: &Crd, is_v1: bool) -> Crd {
    let mut crd = crd.clone();
    let spec = &mut crd.spec;
    if spec.names.singular.is_empty() {
        spec.names.singular = spec.names.kind.to_lowercase();
    }
    if spec.names.list_kind.is_empty() && !spec.names.kind.is_empty() {
        spec.names.list_kind = format!("{}List", spec.names.kind);
    }
    let conversion = spec.conversion.get_or_insert_with(|| Conversion {
        strategy: "None".to_owned(),
        ..Conversion::default()
    });
    if is_v1 {
        // These members are those of v1beta1.
        spec.version = spec
            .versions
            .first()
            .map(|version| version.name.clone())
            .unwrap_or_default();
        let webhook = conversion.webhook.take().unwrap_or_default();
        conversion.webhook_client_config = webhook.client_config;
        conversion.conversion_review_versions = webhook.conversion_review_versions;
        (spec.validation, spec.subresources) = (None, None);
        spec.additional_printer_columns.clear();
        spec.selectable_fields.clear();
        return crd;
    }
    if spec.scope.is_empty() {
        "Namespaced".clone_into(&mut spec.scope);
    }
    if spec.versions.is_empty() && !spec.version.is_empty() {
        spec.versions.push(crate::bundle::crd::Version {
            name: spec.version.clone(),
            storage: true,
            served: true,
            ..Default::default()
        });
    }
    if let (true, Some(first)) = (spec.version.is_empty(), spec.versions.first()) {
        spec.version.clone_from(&first.name);
    }
    if conversion.strategy == "Webhook" && conversion.conversion_review_versions.is_empty() {
        conversion.conversion_review_versions.push("v1beta1".to_owned());
    }
    spec.preserve_unknown_fields.get_or_insert(true);
    crd
}

fn group_and_scope(spec: &Spec) -> Vec<FieldError> {
    let mut found = Vec::new();
    let wrong = dns_1123_subdomain(&spec.group);
    if spec.group.is_empty() {
        found.push(FieldError::required("spec.group", ""));
    } else if !wrong.is_empty() {
        found.push(FieldError::invalid(
            "spec.group",
            spec.group.as_str(),
            wrong.join(","),
        ));
    } else if !spec.group.contains('.') {
        let detail = "should be a domain with at least one dot";
        found.push(FieldError::invalid("spec.group", spec.group.as_str(), detail));
    }
    found.extend(one_of("spec.scope", &spec.scope, &["Cluster", "Namespaced"]));
    found
}

fn one_of(field: &str, value: &str, accepted: &[&str]) -> Option<FieldError> {
    if value.is_empty() {
        return Some(FieldError::required(field, ""));
    }
    if accepted.contains(&value) {
        return None;
    }
    let accepted: Vec<String> = accepted.iter().map(|word| format!("\"{word}\"")).collect();
    let detail = format!("supported values: {}", accepted.join(", "));
    Some(FieldError::new(Kind::NotSupported, field, value, detail))
}

fn defaults_and_unknown(crd: &Crd) -> Vec<FieldError> {
    let schemas = crd.spec.versions.iter().map(|version| version.schema.as_ref());
    let has_defaults = schemas
        .chain([crd.spec.validation.as_ref()])
        .flatten()
        .filter_map(|validation| validation.schema.as_ref())
        .any(|schema| {
            crate::schema::nodes(&schema.0)
                .iter()
                .any(|node| node.schema.get("default").is_some())
        });
    if has_defaults && crd.spec.preserve_unknown_fields == Some(true) {
        let detail = "must be false in order to use defaults in the schema";
        return vec![FieldError::invalid("spec.preserveUnknownFields", true, detail)];
    }
    Vec::new()
}

fn versions(spec: &Spec) -> Vec<FieldError> {
    let mut found = Vec::new();
    for (at, version) in spec.versions.iter().enumerate() {
        let wrong = dns_1035_label(&version.name);
        if !wrong.is_empty() {
            let field = format!("spec.versions[{at}].name");
            found.push(FieldError::invalid(field, version.name.as_str(), wrong.join(",")));
        }
    }
    found
}

/// Only CRDs of v1beta1 can say a thing in two places.
fn exclusive(spec: &Spec) -> Vec<FieldError> {
    let mut found = Vec::new();
    let any = |has: &dyn Fn(&crate::bundle::crd::Version) -> bool| spec.versions.iter().any(has);
    for (field, words, above, below) in [
        (
            "spec.validation",
            "schemas",
            spec.validation.is_some(),
            any(&|version| version.schema.is_some()),
        ),
        (
            "spec.subresources",
            "subresources",
            spec.subresources.is_some(),
            any(&|version| version.subresources.is_some()),
        ),
        (
            "spec.additionalPrinterColumns",
            "additionalPrinterColumns",
            !spec.additional_printer_columns.is_empty(),
            any(&|version| !version.additional_printer_columns.is_empty()),
        ),
    ] {
        if above && below {
            let detail = format!("top-level and per-version {words} are mutually exclusive");
            found.push(FieldError::forbidden(field, &detail));
        }
    }
    let Some(first) = spec.versions.first() else {
        return found;
    };
    let all = |same: &dyn Fn(&crate::bundle::crd::Version) -> bool| spec.versions.iter().all(same);
    for (words, above, is_same) in [
        (
            "schemas",
            "validation",
            all(&|version| version.schema.is_some() && version.schema == first.schema),
        ),
        (
            "subresources",
            "subresources",
            all(&|version| version.subresources.is_some() && version.subresources == first.subresources),
        ),
        (
            "additionalPrinterColumns",
            "additionalPrinterColumns",
            all(&|version| {
                !version.additional_printer_columns.is_empty()
                    && version.additional_printer_columns == first.additional_printer_columns
            }),
        ),
    ] {
        if is_same {
            let detail = format!(
                "per-version {words} may not all be set to identical values (top-level {above} should be used instead)"
            );
            found.push(FieldError::invalid(
                "spec.versions",
                serde_json::Value::Null,
                detail,
            ));
        }
    }
    found
}

fn storage(spec: &Spec) -> Vec<FieldError> {
    let mut found = Vec::new();
    let mut names: Vec<&str> = spec
        .versions
        .iter()
        .map(|version| version.name.as_str())
        .collect();
    names.sort_unstable();
    let all = serde_json::json!(names);
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        found.push(FieldError::invalid(
            "spec.versions",
            all.clone(),
            "must contain unique version names",
        ));
    }
    if spec.versions.iter().filter(|version| version.storage).count() != 1 {
        let detail = "must have exactly one version marked as storage version";
        found.push(FieldError::invalid("spec.versions", all, detail));
    }
    if !spec.version.is_empty() {
        let wrong = dns_1035_label(&spec.version);
        if !wrong.is_empty() {
            found.push(FieldError::invalid(
                "spec.version",
                spec.version.as_str(),
                wrong.join(","),
            ));
        }
        if spec
            .versions
            .first()
            .is_some_and(|first| first.name != spec.version)
        {
            let detail = "must match the first version in spec.versions";
            found.push(FieldError::invalid("spec.version", spec.version.as_str(), detail));
        }
    }
    found
}

fn names(names: &Names) -> Vec<FieldError> {
    let mut found = Vec::new();
    let words = [
        ("plural", &names.plural, false),
        ("singular", &names.singular, false),
        ("kind", &names.kind, true),
        ("listKind", &names.list_kind, true),
    ];
    for (member, name, _) in words {
        if name.is_empty() {
            found.push(FieldError::required(format!("spec.names.{member}"), ""));
        }
    }
    for (member, name, is_mixed) in words {
        let word = if is_mixed {
            name.to_lowercase()
        } else {
            name.clone()
        };
        let wrong = dns_1035_label(&word);
        if !name.is_empty() && !wrong.is_empty() {
            let before = if is_mixed {
                "may have mixed case, but should otherwise match: "
            } else {
                ""
            };
            let detail = format!("{before}{}", wrong.join(","));
            found.push(FieldError::invalid(
                format!("spec.names.{member}"),
                name.as_str(),
                detail,
            ));
        }
    }
    for (list, all) in [
        ("shortNames", &names.short_names),
        ("categories", &names.categories),
    ] {
        for (at, name) in all.iter().enumerate() {
            let wrong = dns_1035_label(name);
            if !wrong.is_empty() {
                let field = format!("spec.names.{list}[{at}]");
                found.push(FieldError::invalid(field, name.as_str(), wrong.join(",")));
            }
        }
    }
    if !names.kind.is_empty() && names.kind == names.list_kind {
        let detail = "kind and listKind may not be the same";
        found.push(FieldError::invalid(
            "spec.names.listKind",
            names.list_kind.as_str(),
            detail,
        ));
    }
    found
}

fn deprecation(is_deprecated: bool, warning: Option<&str>, at: usize) -> Vec<FieldError> {
    let Some(warning) = warning else {
        return Vec::new();
    };
    let mut details = Vec::new();
    if is_deprecated {
        if warning.len() > 256 {
            details.push("must be <= 256 characters long".to_owned());
        }
        if warning.is_empty() {
            details.push("must not be an empty string".to_owned());
        }
        if let Some((index, _)) = warning
            .char_indices()
            .find(|(_, c)| c.is_control() || c.is_whitespace() && *c != ' ')
        {
            details.push(format!(
                "must only contain printable UTF-8 characters; non-printable character found at index {index}"
            ));
        }
    } else {
        details.push("can only be set for deprecated versions".to_owned());
    }
    let field = format!("spec.versions[{at}].deprecationWarning");
    details
        .into_iter()
        .map(|detail| FieldError::invalid(field.clone(), warning, detail))
        .collect()
}

/// Groups of Kubernetes itself need a word of its maintainers.
fn approval(crd: &Crd) -> Vec<FieldError> {
    const KEY: &str = "api-approved.kubernetes.io";
    let group = crd.spec.group.as_str();
    let is_protected = ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|known| group == *known || group.ends_with(&format!(".{known}")));
    if !is_protected {
        return Vec::new();
    }
    let field = format!("metadata.annotations[{KEY}]");
    let annotations = crd.metadata.annotations.as_ref();
    match annotations
        .and_then(|annotations| annotations.get(KEY))
        .map(String::as_str)
    {
        None | Some("") => vec![FieldError::required(
            field,
            "protected groups must have approval annotation \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111",
        )],
        Some(word) if word.starts_with("unapproved") => Vec::new(),
        Some(word) => match Url::parse_request(word) {
            Ok(url) if !url.host.is_empty() && !url.scheme.is_empty() => Vec::new(),
            _ => vec![FieldError::invalid(
                field,
                word,
                "protected groups must have approval annotation \"api-approved.kubernetes.io\" with either a URL or a reason starting with \"unapproved\", see https://github.com/kubernetes/enhancements/pull/1111",
            )],
        },
    }
}

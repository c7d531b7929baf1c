//! C1-C4: the members of a CRD that somebody else wrote.

use serde_json::Value;

use super::{Family, Finding, Level, Rule, Subject};
use crate::schema::escaped;
use crate::suggest;

pub(super) const FAMILY: Family = Family {
    name: "definition",
    rules: &[
        Rule {
            id: "C1",
            about: "a CRD has the members that `apiextensions.k8s.io/v1` gives it, and no others",
        },
        Rule {
            id: "C2",
            about: "a CRD is of `apiextensions.k8s.io/v1`",
        },
        Rule {
            id: "C3",
            about: "the name of a CRD is `<plural>.<group>`, and its list kind is a kind of its own",
        },
        Rule {
            id: "C4",
            about: "unknown fields are kept by schemas, not by the CRD as a whole",
        },
    ],
    on: Subject::Object(check),
};

/// The version that there is.
const V1: &str = "apiextensions.k8s.io/v1";

/// Form of a member.
enum Form {
    Text,
    Flag,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Texts by name.
    Texts,
    List(&'static Form),
    Object(&'static [Member]),
    /// What other rules or the server itself look at.
    Other,
}

/// Name, whether it has to be there, and form.
type Member = (&'static str, bool, &'static Form);

const CRD: Form = Form::Object(&[
    ("apiVersion", true, &Form::Text),
    ("kind", true, &Form::Text),
    ("metadata", true, &METADATA),
    ("spec", true, &SPEC),
    ("status", false, &Form::Other),
]);

const METADATA: Form = Form::Object(&[
    ("annotations", false, &Form::Texts),
    ("creationTimestamp", false, &Form::Text),
    ("deletionGracePeriodSeconds", false, &Form::Other),
    ("deletionTimestamp", false, &Form::Text),
    ("finalizers", false, &Form::List(&Form::Text)),
    ("generateName", false, &Form::Text),
    ("generation", false, &Form::Other),
    ("labels", false, &Form::Texts),
    ("managedFields", false, &Form::Other),
    ("name", true, &Form::Text),
    ("namespace", false, &Form::Text),
    ("ownerReferences", false, &Form::Other),
    ("resourceVersion", false, &Form::Text),
    ("selfLink", false, &Form::Text),
    ("uid", false, &Form::Text),
]);

const SPEC: Form = Form::Object(&[
    ("conversion", false, &CONVERSION),
    ("group", true, &Form::Text),
    ("names", true, &NAMES),
    ("preserveUnknownFields", false, &Form::Flag),
    ("scope", true, &Form::Word(&["Cluster", "Namespaced"])),
    ("versions", true, &Form::List(&VERSION)),
]);

const NAMES: Form = Form::Object(&[
    ("categories", false, &Form::List(&Form::Text)),
    ("kind", true, &Form::Text),
    ("listKind", false, &Form::Text),
    ("plural", true, &Form::Text),
    ("shortNames", false, &Form::List(&Form::Text)),
    ("singular", false, &Form::Text),
]);

const VERSION: Form = Form::Object(&[
    ("additionalPrinterColumns", false, &Form::List(&COLUMN)),
    ("deprecated", false, &Form::Flag),
    ("deprecationWarning", false, &Form::Text),
    ("name", true, &Form::Text),
    (
        "schema",
        true,
        &Form::Object(&[("openAPIV3Schema", true, &Form::Other)]),
    ),
    (
        "selectableFields",
        false,
        &Form::List(&Form::Object(&[("jsonPath", true, &Form::Text)])),
    ),
    ("served", false, &Form::Flag),
    ("storage", false, &Form::Flag),
    ("subresources", false, &SUBRESOURCES),
]);

const COLUMN: Form = Form::Object(&[
    ("description", false, &Form::Text),
    ("format", false, &Form::Text),
    ("jsonPath", true, &Form::Text),
    ("name", true, &Form::Text),
    ("priority", false, &Form::Number(i32::MIN as i64, i32::MAX as i64)),
    (
        "type",
        true,
        &Form::Word(&["boolean", "date", "integer", "number", "string"]),
    ),
]);

const SUBRESOURCES: Form = Form::Object(&[("scale", false, &SCALE), ("status", false, &Form::Object(&[]))]);

const SCALE: Form = Form::Object(&[
    ("labelSelectorPath", false, &Form::Text),
    ("specReplicasPath", true, &Form::Text),
    ("statusReplicasPath", true, &Form::Text),
]);

const CONVERSION: Form = Form::Object(&[
    ("strategy", true, &Form::Word(&["None", "Webhook"])),
    ("webhook", false, &WEBHOOK),
]);

const WEBHOOK: Form = Form::Object(&[
    ("clientConfig", false, &CLIENT_CONFIG),
    ("conversionReviewVersions", false, &Form::List(&Form::Text)),
]);

const CLIENT_CONFIG: Form = Form::Object(&[
    ("caBundle", false, &Form::Text),
    ("service", false, &SERVICE),
    ("url", false, &Form::Text),
]);

const SERVICE: Form = Form::Object(&[
    ("name", true, &Form::Text),
    ("namespace", true, &Form::Text),
    ("path", false, &Form::Text),
    ("port", false, &Form::Number(1, 65_535)),
]);

/// Whether an object is a CRD whose members have the names of `v1`.
pub(super) fn is_readable(crd: &Value) -> bool {
    crd["apiVersion"] == V1
}

fn check(crd: &Value, findings: &mut Vec<Finding>) {
    let place = crd["metadata"]["name"].as_str().unwrap_or("a CRD without a name");
    let mut object = Object { place, findings };
    if !is_readable(crd) {
        let version = crd["apiVersion"].as_str().unwrap_or("of no version");
        object.error(
            "C2",
            "/apiVersion",
            format!("the CRD is `{version}`, which no supported API server takes"),
            "write it as `apiextensions.k8s.io/v1`: schemas, columns and subresources stand in each version there",
        );
        return;
    }
    object.check(crd, &CRD, "");
    object.names(crd);
    if crd["spec"]["preserveUnknownFields"] == true {
        object.error(
            "C4",
            "/spec/preserveUnknownFields",
            "`preserveUnknownFields` is true".to_owned(),
            "leave it out, and write `x-kubernetes-preserve-unknown-fields: true` into the schemas that need it",
        );
    }
    let conversion = &crd["spec"]["conversion"];
    match conversion["strategy"].as_str() {
        Some("Webhook") if conversion["webhook"]["clientConfig"].is_null() => object.error(
            "C1",
            "/spec/conversion",
            "the conversion webhook has no `clientConfig`".to_owned(),
            "say how the server reaches it",
        ),
        Some("None") if !conversion["webhook"].is_null() => object.error(
            "C1",
            "/spec/conversion/webhook",
            "there is a `webhook` beside the strategy `None`".to_owned(),
            "write `strategy: Webhook`, or leave the webhook out",
        ),
        _ => {}
    }
}

struct Object<'a> {
    place: &'a str,
    findings: &'a mut Vec<Finding>,
}

impl Object<'_> {
    fn error(&mut self, rule: &'static str, pointer: &str, message: String, help: &str) {
        let path = pointer.trim_start_matches('/').replace('/', ".");
        let path = path.replace("~1", "/").replace("~0", "~");
        self.findings.push(Finding {
            level: Level::Error,
            place: format!("{} {path}", self.place).trim_end().to_owned(),
            rule,
            message,
            help: Some(help.to_owned()),
            source: None,
            pointer: Some(pointer.to_owned()),
        });
    }

    fn check(&mut self, value: &Value, form: &Form, pointer: &str) {
        let mut wrong = |what: &str| {
            let help = format!("write {what}");
            self.error("C1", pointer, format!("it is not {what}"), &help);
        };
        match form {
            Form::Other => {}
            Form::Text if value.is_string() => {}
            Form::Text => wrong("a text"),
            Form::Flag if value.is_boolean() => {}
            Form::Flag => wrong("`true` or `false`"),
            Form::Number(least, most) => {
                if !value
                    .as_i64()
                    .is_some_and(|number| (*least..=*most).contains(&number))
                {
                    wrong(&format!("a whole number from {least} to {most}"));
                }
            }
            Form::Word(words) => {
                if !value.as_str().is_some_and(|word| words.contains(&word)) {
                    wrong(&format!("one of `{}`", words.join("`, `")));
                }
            }
            Form::Texts => match value.as_object() {
                Some(texts) => {
                    for (name, text) in texts {
                        self.check(text, &Form::Text, &format!("{pointer}/{}", escaped(name)));
                    }
                }
                None => wrong("an object of texts"),
            },
            Form::List(form) => match value.as_array() {
                Some(items) => {
                    for (at, item) in items.iter().enumerate() {
                        self.check(item, form, &format!("{pointer}/{at}"));
                    }
                }
                None => wrong("a list"),
            },
            Form::Object(members) => match value.as_object() {
                Some(fields) => self.members(fields, members, pointer),
                None => wrong("an object"),
            },
        }
    }

    fn members(&mut self, fields: &serde_json::Map<String, Value>, members: &[Member], pointer: &str) {
        let names: Vec<&str> = members.iter().map(|(name, ..)| *name).collect();
        for (name, value) in fields {
            let pointer = format!("{pointer}/{}", escaped(name));
            match members.iter().find(|(known, ..)| known == name) {
                // The server takes null for absent.
                Some(_) if value.is_null() => {}
                Some((.., form)) => self.check(value, form, &pointer),
                None => self.error(
                    "C1",
                    &pointer,
                    format!("a CRD has no member `{name}` here: kubectl refuses it, other clients drop it"),
                    &suggest::help(name, &names),
                ),
            }
        }
        for (name, ..) in members
            .iter()
            .filter(|(name, required, _)| *required && fields.get(*name).is_none_or(Value::is_null))
        {
            self.error(
                "C1",
                pointer,
                format!("the member `{name}` is missing"),
                &format!("add `{name}`"),
            );
        }
    }

    fn names(&mut self, crd: &Value) {
        let names = &crd["spec"]["names"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (plural, group) = (text(&names["plural"]), text(&crd["spec"]["group"]));
        let expected = format!("{plural}.{group}");
        let name = text(&crd["metadata"]["name"]);
        if !name.is_empty() && name != expected {
            self.error(
                "C3",
                "/metadata/name",
                format!("the name of the CRD is `{name}`"),
                &format!("its plural and its group make it `{expected}`"),
            );
        }
        let (kind, list) = (text(&names["kind"]), text(&names["listKind"]));
        let help = format!("it is usually `{kind}List`; left out, it becomes that");
        if list.is_empty() {
            return;
        }
        if list == kind {
            self.error(
                "C3",
                "/spec/names/listKind",
                format!("the list kind is `{list}`, as the kind is"),
                &help,
            );
        } else if let Err(why) = kopr_model::names::dns_1035_label(&list.to_lowercase()) {
            self.error(
                "C3",
                "/spec/names/listKind",
                format!("the list kind `{list}` is refused: {why}"),
                &help,
            );
        }
    }
}

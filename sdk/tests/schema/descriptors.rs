//! Fields with `ui(..)`: where they are found, with which URNs, and where they cannot be.

use std::collections::BTreeMap;

use kopr::Schema;
use kopr::schema::{HasSchema, json_schema, structural};
use serde::{Deserialize, Serialize};

use crate::checker;

/// The descriptors of a type as lines: path, name, whether the marks replace, the marks, the text. Then what is
/// refused, with its place.
#[track_caller]
fn check<T: HasSchema>(part: &str, descriptors: &[&str], problems: &[&str]) {
    let schema = json_schema::<T>();
    let found = structural(&schema, part);
    let offences = checker::offences(&found.schema);
    assert!(offences.is_empty(), "{offences:#?}");
    assert!(!found.schema.to_string().contains("x-kopr"));
    let lines: Vec<String> = [&found.descriptors.spec, &found.descriptors.status]
        .into_iter()
        .flatten()
        .map(|descriptor| {
            let mut line = descriptor.path.clone();
            if let Some(name) = &descriptor.display_name {
                line.extend([" ", name]);
            }
            if descriptor.skip {
                line.push_str(" skipped");
            }
            if descriptor.replaces {
                line.push_str(" =");
            }
            for urn in &descriptor.x_descriptors {
                let urn = urn
                    .replace("urn:alm:descriptor:", "")
                    .replace("com.tectonic.", "");
                line.extend([" ", &urn]);
            }
            if let Some(text) = &descriptor.description {
                line.extend([" (", text, ")"]);
            }
            line
        })
        .collect();
    assert_eq!(lines, descriptors);
    let refused: Vec<String> = found
        .problems
        .iter()
        .map(|problem| {
            let source = problem.source.clone().unwrap_or_default();
            let item = source.item.rsplit("::").next().unwrap_or_default().to_owned();
            assert!(source.line > 0, "{problem}");
            format!("{item}: {problem}")
        })
        .collect();
    assert!(
        refused.len() == problems.len()
            && refused
                .iter()
                .zip(problems)
                .all(|(found, text)| found.starts_with(text)),
        "{refused:#?}",
    );
}

#[test]
fn names_texts_and_marks() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Fields {
        /// How many
        /// run, see [`Fields`].
        ///
        /// More.
        #[kopr(ui(pod_count))]
        ready_replicas: i32,
        /// Not this.
        #[kopr(ui(display_name = "Secret", description = "This.", kind = "Secret"))]
        password_from: String,
        #[kopr(ui(advanced, field_group = "tls", urn = "urn:x:y", urn = "urn:x:z"))]
        urns: String,
        #[kopr(ui(advanced))]
        beside: bool,
        /// Nothing is told of it.
        #[kopr(ui(skip))]
        skipped: String,
        #[kopr(ui(select))]
        mode: Mode,
        #[kopr(ui(select("Fast")))]
        some: Mode,
        #[kopr(ui(select("a", "b")))]
        free: String,
        #[kopr(ui(selector = "core:v1:Pod"))]
        pods: BTreeMap<String, String>,
        #[kopr(ui(field_dependency("tlsPort", "1"), number), column, docs = "none")]
        /// Told here all the same.
        port: Option<u16>,
        #[serde(rename = "tlsPort")]
        tls: Option<u16>,
        #[kopr(ui(hidden))]
        #[serde(rename = "a.b")]
        odd: i32,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Mode {
        Fast,
        Slow,
    }
    check::<Fields>(
        ".spec",
        &[
            "readyReplicas = ui:podCount (How many run, see `Fields`.)",
            "passwordFrom Secret = io.kubernetes:Secret (This.)",
            "urns = ui:advanced ui:fieldGroup:tls urn:x:y urn:x:z",
            "beside ui:advanced",
            "skipped skipped",
            "mode = ui:select:Fast ui:select:Slow",
            "some = ui:select:Fast",
            "free = ui:select:a ui:select:b",
            "pods = ui:selector:core:v1:Pod",
            "port = ui:fieldDependency:tlsPort:1 ui:number (Told here all the same.)",
            "[\"a.b\"] ui:hidden",
        ],
        &[],
    );
}

/// In the order of the code, inner ones first: through nested types, lists, flattened types and variants.
#[test]
fn paths() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Outer {
        #[serde(rename = "inside")]
        middle: Middle,
        list: Vec<Inner>,
        lists: Vec<Vec<Inner>>,
        #[serde(flatten)]
        flat: Flat,
        task: Task,
        optional: Option<Inner>,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Middle {
        #[kopr(ui(display_name = "M"))]
        inner: Inner,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    struct Inner {
        #[kopr(ui(field_dependency("the-other", "a")))]
        the_one: i32,
        the_other: String,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Flat {
        #[kopr(ui(hidden, field_dependency("optional", "a")))]
        flat: i32,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "type")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Task {
        Copy {
            #[kopr(ui(text))]
            path: String,
        },
        Wipe {
            #[kopr(ui(text))]
            path: String,
        },
    }
    check::<Outer>(
        ".spec",
        &[
            "flat ui:hidden ui:fieldDependency:optional:a",
            "inside.inner.the-one ui:fieldDependency:inside.inner.the-other:a",
            "inside.inner M",
            "list[0].the-one ui:fieldDependency:list[0].the-other:a",
            "lists[0][0].the-one ui:fieldDependency:lists[0][0].the-other:a",
            "task.path = ui:text",
            "optional.the-one ui:fieldDependency:optional.the-other:a",
        ],
        &[],
    );
}

#[test]
fn in_a_status() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Status {
        #[kopr(ui(pod_statuses))]
        pods: BTreeMap<String, Vec<String>>,
        #[kopr(ui(text))]
        text: String,
        #[kopr(ui(phase_reason))]
        why: String,
        #[kopr(ui(kind = "example.com:v1:Thing"))]
        thing: String,
    }
    check::<Status>(
        ".status",
        &[
            "pods = ui:podStatuses",
            "text = text",
            "why = io.kubernetes.phase:reason",
            "thing = io.kubernetes:example.com:v1:Thing",
        ],
        &[],
    );
}

/// What the derive cannot see is refused with its place.
#[test]
fn refused() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Outer {
        map: BTreeMap<String, Inner>,
        shared: Shared,
        #[kopr(ui(pod_count))]
        text: String,
        #[kopr(ui(conditions))]
        one: Inner,
        #[kopr(ui(select))]
        free: String,
        #[kopr(ui(select("Fast", "fast")))]
        mode: Mode,
        #[kopr(ui(field_dependency("tsl", "true")))]
        port: i32,
        tls: bool,
        task: Task,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Inner {
        #[kopr(ui(hidden))]
        beta: i32,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Shared {
        #[kopr(ui(link))]
        address: String,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Mode {
        Fast,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "type")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Task {
        Copy {
            #[kopr(ui(text))]
            path: String,
        },
        Wipe {
            #[kopr(ui(hidden))]
            path: String,
        },
    }
    check::<Outer>(
        ".spec",
        &[
            "shared.address =",
            "text =",
            "one.beta ui:hidden",
            "one =",
            "free =",
            "mode =",
            "port ui:fieldDependency:tsl:true",
            "task.path = ui:text",
        ],
        &[
            "beta: `.spec.map{}.beta` cannot have a descriptor: it is inside a map, whose keys nobody knows beforehand; take `ui` out",
            "address: `.spec.shared.address` is in a spec, and `link` has a meaning only in a status: take it out, or take one of `advanced`, ",
            "text: `.spec.text` is of the type string, and `pod_count` stands on a number: take it out",
            "one: `.spec.one` is in a spec, and `conditions` has a meaning only in a status",
            "free: `.spec.free` has `select` and no values, and is no enum that has them: write them",
            "mode: `.spec.mode` has `fast` in `select`, and its enum does not; it has `Fast`",
            "path: `.spec.task.path` has two descriptors, as variants share the field",
            "port: `.spec.port` is shown by a field `tsl`, which is not beside it; there are `free`, ",
        ],
    );
}

/// At the root of an object, as without a spec.
#[test]
fn at_the_root() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Root {
        rules: Vec<Inner>,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Inner {
        #[kopr(ui(hidden))]
        beta: i32,
    }
    check::<Root>(
        "",
        &[],
        &[
            "beta: `.rules[].beta` cannot have a descriptor: it is neither in `spec` nor in `status`, and nowhere else are fields looked for",
        ],
    );
}

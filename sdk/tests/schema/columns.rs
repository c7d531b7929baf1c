//! Fields that are columns: where they are found, and as what they are shown.

use std::collections::BTreeMap;

use kopr::Schema;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};

use crate::convert;

/// The columns of a type as lines: heading, path, type and format, priority, text.
#[track_caller]
fn check<T: kopr::schema::HasSchema>(columns: &[&str], problems: &[&str]) {
    let found = convert::<T>();
    let lines: Vec<String> = found
        .columns
        .iter()
        .map(|column| {
            let type_ = serde_json::to_value(column.type_).expect("a word");
            let mut line = format!(
                "{} {} {}",
                column.name,
                column.json_path,
                type_.as_str().unwrap_or_default()
            );
            if let Some(format) = &column.format {
                line.extend([":", format]);
            }
            if column.priority > 0 {
                line.extend([" -o wide ", &column.priority.to_string()]);
            }
            if let Some(text) = &column.description {
                line.extend([" (", text, ")"]);
            }
            line
        })
        .collect();
    assert_eq!(lines, columns);
    let refused: Vec<String> = found
        .problems
        .iter()
        .map(|problem| {
            let source = problem.source.clone().unwrap_or_default();
            format!("{}:{}: {problem}", source.file, source.line)
        })
        .collect();
    assert!(
        refused.len() == problems.len()
            && refused
                .iter()
                .zip(problems)
                .all(|(found, text)| found.contains(text)),
        "{refused:#?}",
    );
}

#[test]
fn types_and_formats() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Columns {
        #[kopr(column)]
        text: String,
        #[kopr(column)]
        small: i32,
        #[kopr(column)]
        big: u64,
        #[kopr(column)]
        ratio: f32,
        #[kopr(column)]
        flag: bool,
        #[kopr(column)]
        since: Option<Time>,
        #[kopr(column)]
        port: IntOrString,
        #[kopr(column)]
        mode: Mode,
        #[kopr(column(name = "Named", priority = 1, format = "int64"))]
        named: i32,
        /// First line,
        /// second line.
        ///
        /// Second paragraph.
        #[kopr(column)]
        pod_ip: String,
        #[kopr(column)]
        #[serde(rename = "a.b/c")]
        odd: String,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Mode {
        Fast,
        Slow,
    }
    check::<Columns>(
        &[
            "Text .spec.text string",
            "Small .spec.small integer:int32",
            "Big .spec.big integer:int64",
            "Ratio .spec.ratio number:float",
            "Flag .spec.flag boolean",
            "Since .spec.since date",
            "Port .spec.port string",
            "Mode .spec.mode string",
            "Named .spec.named integer:int64 -o wide 1",
            "Pod Ip .spec.podIp string (First line, second line.)",
            r"A.b/c .spec.a\.b\/c string",
        ],
        &[],
    );
}

/// In the order of the code, also through nested types.
#[test]
fn nested() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Outer {
        #[kopr(column)]
        zulu: i32,
        middle: Middle,
        #[kopr(column)]
        alpha: i32,
        again: Option<Inner>,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Middle {
        #[kopr(column)]
        yankee: i32,
        inner: Inner,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Inner {
        #[kopr(column)]
        beta: i32,
    }
    check::<Outer>(
        &[
            "Zulu .spec.zulu integer:int32",
            "Yankee .spec.middle.yankee integer:int32",
            "Beta .spec.middle.inner.beta integer:int32",
            "Alpha .spec.alpha integer:int32",
            "Beta .spec.again.beta integer:int32",
        ],
        &[],
    );
}

#[test]
fn flattened_and_in_variants() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
        task: Task,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Inner {
        #[kopr(column)]
        beta: i32,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "type")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Task {
        Copy {
            #[kopr(column)]
            path: String,
        },
        Wipe {
            #[kopr(column)]
            path: String,
        },
    }
    check::<Outer>(
        &["Beta .spec.beta integer:int32", "Path .spec.task.path string"],
        &[],
    );
}

/// Where a column cannot be, the text names the line. What the compiler sees itself is in the UI tests; of
/// a type with parameters it sees nothing.
#[test]
fn refused() {
    const LINE: u32 = line!() + 1;
    let place = |line: u32, text: &str| format!("sdk/tests/schema/columns.rs:{}: {text}", LINE + line);
    #[derive(Schema, Serialize, Deserialize)]
    struct Outer<T> {
        list: Vec<Inner>,
        map: BTreeMap<String, Inner>,
        #[kopr(column)]
        object: Inner,
        #[kopr(column)]
        numbers: Vec<T>,
        #[kopr(column)]
        any: serde_json::Value,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Inner {
        #[kopr(column)]
        beta: i32,
    }
    check::<Outer<i32>>(
        &["Beta .spec.object.beta integer:int32"],
        &[
            &place(
                15,
                "`.spec.list[].beta` cannot be a column: it is inside a list or map",
            ),
            &place(
                15,
                "`.spec.map{}.beta` cannot be a column: it is inside a list or map",
            ),
            &place(6, "`.spec.object` cannot be a column: it is an object"),
            &place(8, "`.spec.numbers` cannot be a column: it is a list"),
            &place(10, "`.spec.any` cannot be a column: its type is open"),
        ],
    );
}

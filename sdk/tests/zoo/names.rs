//! Names of members: renamed, aliased, of two names, and those that no Rust identifier has.

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Names {
        pod_ip: String,
        url_v2: String,
        r#type: String,
        #[serde(rename = "x-y")]
        a: String,
    }
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    struct Loud { some_name: i32, other: i32 }
    struct Odd {
        #[serde(rename = "a.b")]
        dot: i32,
        #[serde(rename = "a/b")]
        slash: i32,
        #[serde(rename = "$ref")]
        reference: i32,
        #[serde(rename = "")]
        empty: i32,
        #[serde(rename = "ä~0")]
        umlaut: i32,
        #[serde(rename = "properties")]
        properties: i32,
        #[serde(rename = "default")]
        default: i32,
    }
}

shows! {
    fn renamed_members_have_the_names_that_serde_writes() {
        [
            zoo::<Names>()
                .accepts(json!({ "podIp": "", "urlV2": "", "type": "", "x-y": "" }))
                .refuses(json!({ "pod_ip": "", "urlV2": "", "type": "", "x-y": "" })),
            zoo::<Loud>().accepts(json!({ "SOME_NAME": 1, "OTHER": 2 })),
            zoo::<Odd>().accepts(json!({
                "a.b": 1, "a/b": 2, "$ref": 3, "": 4, "ä~0": 5, "properties": 6, "default": 7,
            })),
        ]
    }
}

/// The derive says the alias, which schemars does not know of.
#[derive(
    kopr::schemars::JsonSchema,
    serde::Serialize,
    serde::Deserialize,
    arbitrary::Arbitrary,
    Clone,
    Debug,
    PartialEq,
)]
#[schemars(crate = "kopr::schemars")]
struct Aliased {
    #[serde(alias = "old", default)]
    #[schemars(extend("x-kopr" = { "attributes": { "aliases": ["old"] } }))]
    new: String,
}

shows! {
    /// What a user writes under the old name is pruned before serde sees it.
    fn an_alias_never_reaches_the_operator() {
        [zoo::<Aliased>()
            .accepts(json!({ "new": "a" }))
            .makes(json!({ "old": "a" }), json!({ "new": "" }))
            .loses(".spec.new: what is written as `old`")]
    }
}

/// As of another crate, which derives nothing of ours.
#[derive(
    kopr::schemars::JsonSchema,
    serde::Serialize,
    serde::Deserialize,
    arbitrary::Arbitrary,
    Clone,
    Debug,
    PartialEq,
)]
#[schemars(crate = "kopr::schemars")]
struct TwoNames {
    #[serde(rename(serialize = "written", deserialize = "read"))]
    x: i32,
}

/// The same of a variant.
#[derive(
    kopr::schemars::JsonSchema,
    serde::Serialize,
    serde::Deserialize,
    arbitrary::Arbitrary,
    Clone,
    Debug,
    PartialEq,
)]
#[schemars(crate = "kopr::schemars")]
enum TwoNamesOfAVariant {
    #[serde(rename(serialize = "written", deserialize = "read"))]
    One(i32),
}

shows! {
    fn a_member_that_is_read_under_another_name_than_it_is_written_is_a_problem() {
        [
            zoo::<TwoNames>().cannot("`.spec.written` is only written, and `.spec.read` only read"),
            zoo::<TwoNamesOfAVariant>().cannot("`.spec.written` is only written, and `.spec.read` only read"),
        ]
    }
}

types! {
    /// What it is.
    ///
    /// ```yaml
    /// size: {{ .Values.x }}	tab
    /// ```
    ///
    /// 👍
    struct Described {
        /// A `field` with "quotes": and a # sign.
        field: i32,
        #[doc = "  leading blanks"]
        blanks: i32,
        #[deprecated]
        gone: i32,
    }
    #[serde(deny_unknown_fields)]
    struct Strict { x: i32, #[serde(default)] y: Option<i32> }
}

shows! {
    fn texts_change_nothing() {
        [
            zoo::<Described>().accepts(json!({ "field": 1, "blanks": 2, "gone": 3 })),
            zoo::<Strict>().accepts(json!({ "x": 1 })).makes(json!({ "x": 1, "z": 2 }), json!({ "x": 1 })),
        ]
    }
}

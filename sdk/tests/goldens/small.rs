//! The smaller kinds: one topic each.

use std::collections::BTreeMap;

use kopr::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(
    group = "testdata.kubebuilder.io",
    version = "v1",
    kind = "Enum",
    namespaced,
    optional_spec
)]
pub(crate) struct EnumSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Value>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Value {
    Value1,
    Value2,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "testdata.kubebuilder.io",
    version = "v1beta1",
    kind = "Job",
    namespaced
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobSpec {
    #[schemars(length(min = 5))]
    friendly_name: String,
    #[schemars(range(min = 0, max = 10))]
    count: i32,
    crong_job: CrongJobSpec,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
struct CrongJobSpec {
    #[schemars(length(min = 4))]
    two_of_a_kind_part0: String,
    #[serde(rename = "int32WithValidations")]
    #[schemars(range(min = -2, max = 2), extend("multipleOf" = 2))]
    int32_with_validations: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(
    group = "testdata.kubebuilder.io",
    version = "v1",
    kind = "ExternalDoc",
    namespaced,
    optional_spec
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExternalDocSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[kopr(external_docs(url = "https://example.com/docs", description = "external docs description"))]
    field_with_external_doc: Option<String>,
    #[serde(
        rename = "fieldWithExternalDocURLOnly",
        skip_serializing_if = "Option::is_none"
    )]
    #[kopr(external_docs = "https://example.com/docs")]
    field_with_external_doc_url_only: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_with_external_doc: Option<Documented>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[kopr(external_docs(
    url = "https://example.com/type-docs",
    description = "type-level external docs"
))]
struct Documented(String);

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "plural.example.com",
    version = "v1",
    kind = "TestQuota",
    plural = "testquotas",
    namespaced,
    no_spec
)]
pub(crate) struct TestQuotaFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "testdata.kubebuilder.io",
    version = "v1beta1",
    kind = "Oneof",
    namespaced
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneofSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    first_type_with_oneof: Option<FirstAtMostOne>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_type_with_oneof: Option<SecondAtMostOne>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_type_with_exact_oneof: Option<FirstExactlyOne>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_type_with_exact_oneof: Option<SecondExactlyOne>,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_with_multiple_at_least_one_of: Option<AtLeastOne>,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_with_all_one_of: Option<AllOneOf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_with_omit_zero: Option<OmitZero>,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_with_omit_zero_exact: Option<OmitZeroExact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_with_omit_zero_at_least_one_of: Option<OmitZeroAtLeastOne>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_custom_type_alias: Option<CustomAlias>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_custom_type_alias: Option<CustomAlias>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[kopr(rule(
    cel = "self >= 100 && self <= 1000",
    message = "invalid CustomTypeAlias value"
))]
struct CustomAlias(i32);

/// Structs of optional texts, with words about which of them may be set.
macro_rules! unions {
    ($($(#[$words:meta])* $name:ident { $($member:ident),* })*) => {$(
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        $(#[$words])*
        struct $name {
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                $member: Option<String>,
            )*
        }
    )*};
}

unions! {
    #[kopr(
        rule(cel = "!(has(self.foo) && has(self.bar))", message = "only one of foo|bar may be set"),
        at_most_one_of("foo", "bar")
    )]
    FirstAtMostOne { foo, bar }
    #[kopr(at_most_one_of("a", "b"), at_most_one_of("c", "d"))]
    SecondAtMostOne { a, b, c, d }
    #[kopr(exactly_one_of("foo", "bar"))]
    FirstExactlyOne { foo, bar }
    #[kopr(exactly_one_of("a", "b"), exactly_one_of("c", "d"))]
    SecondExactlyOne { a, b, c, d }
    #[kopr(at_least_one_of("a", "b"), at_least_one_of("c", "d"))]
    AtLeastOne { a, b, c, d }
    #[kopr(at_most_one_of("a", "b"), exactly_one_of("c", "d"), at_least_one_of("e", "f"))]
    AllOneOf { a, b, c, d, e, f }
    #[kopr(at_most_one_of("foo", "bar"))]
    OmitZero { foo, bar }
    #[kopr(exactly_one_of("a", "b"))]
    OmitZeroExact { a, b }
    #[kopr(at_least_one_of("c", "d"))]
    OmitZeroAtLeastOne { c, d }
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "testdata.kubebuilder.io",
    version = "v1",
    kind = "ImmutableType",
    namespaced
)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImmutableTypeSpec {
    mutable_string: String,
    #[kopr(immutable)]
    required_string: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[kopr(immutable)]
    optional_string: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[kopr(immutable)]
    optional_literal_string: Option<String>,
    #[kopr(immutable)]
    required_struct: KeyValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[kopr(immutable)]
    optional_struct: Option<KeyValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[kopr(immutable)]
    optional_omit_zero_struct: Option<KeyValue>,
    #[kopr(immutable)]
    required_slice: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[kopr(immutable)]
    optional_slice: Option<Vec<String>>,
    #[kopr(immutable)]
    required_map: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[kopr(immutable)]
    optional_map: Option<BTreeMap<String, String>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct KeyValue {
    key: String,
    value: String,
}

/// A kind of two versions that share a type.
pub(crate) mod versioned {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    macro_rules! version {
        ($module:ident $version:literal $storage:literal) => {
            pub(crate) mod $module {
                use super::*;

                #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
                #[kopr(
                                                                    group = "testdata.kubebuilder.io",
                                                                    version = $version,
                                                                    kind = "VersionedResource",
                                                                    namespaced,
                                                                    status = "Empty",
                                                                    storage = $storage
                                                                )]
                pub(crate) struct VersionedResourceSpec {
                    #[serde(rename = "struct", skip_serializing_if = "Option::is_none")]
                    outer: Option<Outer>,
                }
            }
        };
    }

    version!(v1beta1 "v1beta1" false);
    version!(v1beta2 "v1beta2" true);

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    struct Outer {
        #[serde(rename = "struct", skip_serializing_if = "Option::is_none")]
        inner: Option<Inner>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[kopr(struct_type = "atomic")]
    struct Inner {
        #[serde(skip_serializing_if = "Option::is_none")]
        foo: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Empty {}
}

/// Kinds of `gen/`: one in each of two packages.
macro_rules! generated {
    ($module:ident $version:literal $kind:literal $default:literal $example:literal) => {
        pub(crate) mod $module {
            use super::{CustomResource, Deserialize, Schema, Serialize};

            #[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
            #[kopr(
                                                                                group = "bar.example.com",
                                                                                version = $version,
                                                                                kind = $kind,
                                                                                namespaced,
                                                                                optional_spec,
                                                                                status = "Empty"
                                                                            )]
            #[serde(rename_all = "camelCase")]
            pub(crate) struct Spec {
                #[schemars(extend("default" = $default))]
                #[kopr(example = $example)]
                defaulted_string: String,
            }

            #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
            pub(crate) struct Empty {}
        }
    };
}

generated!(foos "foo" "Foo" "fooDefaultString" "fooExampleString");
generated!(zoos "zoo" "Zoo" "zooDefaultString" "zooExampleString");

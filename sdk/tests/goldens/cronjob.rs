//! The kind with everything in it, in three versions.

use std::collections::BTreeMap;

use kopr::CustomResource;
use kopr::k8s_openapi::api::batch::v1::JobTemplateSpec;
use kopr::k8s_openapi::api::core::v1::ObjectReference;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kopr::{Schema, k8s_openapi::ByteString};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::go::{Float, Int};

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
    #[kopr(
        group = "testdata.kubebuilder.io",
        version = "v1",
        kind = "CronJob",
        singular = "mycronjob",
        namespaced,
        optional_spec,
        status = "CronJobStatus",
        annotation(
            "api-approved.kubernetes.io",
            "https://github.com/kubernetes-sigs/controller-tools"
        ),
        annotation(
            "cert-manager.io/inject-ca-from-secret",
            "cert-manager/cert-manager-webhook-ca"
        ),
        age = false,
        rule(
            cel = "has(oldSelf.forbiddenInt) || !has(self.forbiddenInt)",
            message = "forbiddenInt is not allowed",
            reason = "FieldValueForbidden",
            field_path = ".forbiddenInt"
        )
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct CronJobSpec {
        schedule: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        starting_deadline_seconds: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        concurrency_policy: Option<ConcurrencyPolicy>,
        #[serde(rename = "k8sConcurrencyPolicy", skip_serializing_if = "Option::is_none")]
        k8s_concurrency_policy: Option<ConcurrencyPolicy>,
        #[serde(skip_serializing_if = "Option::is_none")]
        suspend: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        no_really_suspend: Option<String>,
        binary_name: ByteString,
        #[kopr(nullable)]
        can_be_null: String,
        job_template: JobTemplateSpec,
        #[serde(skip_serializing_if = "Option::is_none")]
        successful_jobs_history_limit: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        failed_jobs_history_limit: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        byte_slice_data: Option<BTreeMap<String, ByteString>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        string_slice_data: Option<BTreeMap<String, Vec<String>>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        ptr_data: Option<BTreeMap<String, String>>,
        #[schemars(length(min = 4))]
        two_of_a_kind_part0: String,
        two_of_a_kind_part1: LongerString,
        #[schemars(extend("default" = "forty-two"))]
        #[kopr(example = "forty-two", title = "DefaultedString")]
        defaulted_string: String,
        #[schemars(extend("default" = ["a", "b"]))]
        #[kopr(example = ["a", "b"], title = "DefaultedSlice")]
        defaulted_slice: Vec<String>,
        #[schemars(extend("default" = []))]
        #[kopr(title = "{}")]
        defaulted_empty_slice: Vec<String>,
        #[schemars(extend("default" = {}))]
        defaulted_empty_map: BTreeMap<String, String>,
        #[schemars(extend("default" = {}))]
        defaulted_empty_object: EmptiableObject,
        #[schemars(extend("default" = nested()))]
        #[kopr(example = nested(), title = "124")]
        defaulted_object: Vec<RootObject>,
        #[schemars(extend("default" = "forty-two"))]
        kubernetes_defaulted_string: String,
        #[schemars(extend("default" = ["a", "b"]))]
        kubernetes_defaulted_slice: Vec<String>,
        #[schemars(extend("default" = []))]
        kubernetes_defaulted_empty_slice: Vec<String>,
        #[schemars(extend("default" = {}))]
        kubernetes_defaulted_empty_map: BTreeMap<String, String>,
        #[schemars(extend("default" = {}))]
        kubernetes_defaulted_empty_object: EmptiableObject,
        #[schemars(extend("default" = nested()))]
        kubernetes_defaulted_object: Vec<RootObject>,
        #[serde(skip_serializing_if = "Option::is_none")]
        kubernetes_defaulted_ref: Option<String>,
        #[schemars(extend("default" = "kubebuilder-default"))]
        double_defaulted_string: String,
        #[schemars(regex(pattern = PATTERN))]
        pattern_object: String,
        #[kopr(embedded_resource, preserve_unknown)]
        embedded_resource: Value,
        #[kopr(embedded_resource, preserve_unknown)]
        unpruned_embedded_resource: Value,
        #[serde(rename = "unprunedJSON")]
        #[kopr(preserve_unknown)]
        unpruned_json: NestedObject,
        #[serde(rename = "unprunedFomType")]
        unpruned_from_type: Preserved,
        #[serde(rename = "unprunedFomTypeAndField")]
        #[kopr(preserve_unknown)]
        unpruned_from_type_and_field: Preserved,
        #[kopr(list_map_keys("name", "secondary"))]
        associative_list: Vec<AssociativeType>,
        #[serde(rename = "k8sAssociativeList")]
        #[kopr(list_map_keys("name"))]
        k8s_associative_list: Vec<AssociativeType>,
        #[serde(rename = "k8sNestedAssociativeList")]
        #[kopr(list_map_keys("name", "secondary"))]
        k8s_nested_associative_list: Vec<AssociativeType>,
        #[serde(rename = "nestedassociativeList")]
        #[kopr(list_map_keys("name", "secondary"))]
        nested_associative_list: Vec<AssociativeType>,
        #[serde(rename = "k8sSetList", skip_serializing_if = "Option::is_none")]
        #[kopr(list_type = "set")]
        k8s_set_list: Option<Vec<String>>,
        #[serde(rename = "k8sAtomicList", skip_serializing_if = "Option::is_none")]
        #[kopr(list_type = "atomic")]
        k8s_atomic_list: Option<Vec<String>>,
        #[kopr(map_type = "granular")]
        map_of_info: BTreeMap<String, ByteString>,
        #[kopr(map_type = "granular")]
        nested_map_of_info: BTreeMap<String, ByteString>,
        #[kopr(struct_type = "atomic")]
        struct_with_several_fields: NestedObject,
        nested_struct_with_several_fields: AtomicObject,
        #[kopr(struct_type = "atomic")]
        nested_struct_with_several_fields_double_marked: AtomicObject,
        #[serde(skip_serializing_if = "Option::is_none")]
        just_nested_object: Option<NestedObject>,
        #[serde(skip_serializing_if = "Option::is_none")]
        min_max_properties: Option<MinMaxObject>,
        foo: String,
        baz: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        from_embedded: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        from_pointer: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        string_with_even_length: Option<EvenLength>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[kopr(
            rule(cel = "self.startsWith('good-')", message = "must have good prefix"),
            rule(cel = "self.size() % 2 == 0", message = "must have even length")
        )]
        string_with_even_length_and_good_prefix: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[kopr(rule(
            cel = "self.size() % 2 == 0",
            message_expr = "self + ' has odd length, must be even'"
        ))]
        string_with_even_length_and_message_expression: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[kopr(rule(
            cel = "oldSelf.hasValue() || self == 0",
            message = "must be set to 0 on creation. can be set to any value on an update.",
            optional_old
        ))]
        only_allow_setting_on_update: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        nested_map: Option<BTreeMap<String, BTreeMap<String, String>>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        nested_nested_map: Option<BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        nested_map_in_struct: Option<BTreeMap<String, InnerMap>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        map_of_arrays_of_floats: Option<BTreeMap<String, Vec<bool>>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        map_of_text_marshaler_keys: Option<BTreeMap<String, String>>,
        #[schemars(range(min = -0.5, max = 1.5), extend("multipleOf" = 0.5))]
        float_with_validations: Float,
        #[serde(rename = "float64WithValidations")]
        #[schemars(range(min = -0.5, max = 1.5), extend("multipleOf" = 0.5))]
        float64_with_validations: Float,
        #[serde(rename = "int32WithValidations")]
        #[schemars(range(min = -2, max = 2), extend("multipleOf" = 2))]
        int32_with_validations: i32,
        #[schemars(range(min = -2, max = 2), extend("multipleOf" = 2))]
        int_with_validations: Int,
        #[serde(skip_serializing_if = "Option::is_none")]
        schemaless: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        hosts: Option<Hosts>,
        #[serde(skip_serializing_if = "Option::is_none")]
        hosts_alias: Option<Hosts>,
        #[serde(skip_serializing_if = "Option::is_none")]
        string_alias: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        string_alias_ptr: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 255))]
        string_alias_added_validation: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        string_alias_already_validated: Option<BoundedString>,
        #[serde(skip_serializing_if = "Option::is_none")]
        string_alias_with_title: Option<TitledString>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[kopr(title = "title on field")]
        string_alias_with_added_title: Option<TitledString>,
        #[serde(skip_serializing_if = "Option::is_none")]
        alias_from_package: Option<String>,
        string_pair: [String; 2],
        #[serde(skip_serializing_if = "Option::is_none")]
        longer_string_array: Option<AtLeastThree>,
        #[serde(skip_serializing_if = "Option::is_none")]
        enum_slice: Option<Vec<ZeroOneThree>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        int_or_string_with_a_pattern: Option<Patterned>,
        #[serde(skip_serializing_if = "Option::is_none")]
        int_or_string_array_with_a_pattern: Option<Vec<PatternedItem>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(extend("enum" = [1, 2, "foo", "bar"]))]
        int_or_string_with_enum: Option<IntOrString>,
        #[serde(skip_serializing_if = "Option::is_none")]
        int_or_string_with_enum_slice: Option<Vec<EnumeratedItem>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        protocol: Option<Protocol>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[kopr(selectable)]
        selectable_field_string: Option<String>,
        #[serde(
            rename = "explicitlyOptionalKubebuilder",
            skip_serializing_if = "Option::is_none"
        )]
        explicitly_optional_kubebuilder: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        explicitly_optional_kubernetes: Option<String>,
        #[serde(rename = "explicitlyOptionalK8s", skip_serializing_if = "Option::is_none")]
        explicitly_optional_k8s: Option<String>,
        explicitly_required_kubebuilder: String,
        explicitly_required_kubernetes: String,
        #[serde(rename = "explicitlyRequiredK8s")]
        explicitly_required_k8s: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        forbidden_int: Option<Int>,
        #[serde(skip_serializing_if = "Option::is_none")]
        array: Option<Vec<Int>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        array_using_composite_literal: Option<Vec<String>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 10))]
        locally_bounded_integer: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 10))]
        locally_bounded_string: Option<String>,
        // What the field says and what its type says both hold. Where one is narrower, kopr keeps that
        // alone; written as controller-gen has it, it stays so.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(extend("allOf" = [{ "minLength": 1, "maxLength": 255 }, { "minLength": 10, "maxLength": 10 }]))]
        field_level_alias_override: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 10), extend("allOf" = [{ "minLength": 4 }, { "minLength": 10 }]))]
        field_level_local_declaration_override: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct CronJobStatus {
        #[serde(skip_serializing_if = "Option::is_none")]
        active: Option<Vec<ObjectReference>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        last_schedule_time: Option<Time>,
        #[serde(rename = "lastScheduleTime2", skip_serializing_if = "Option::is_none")]
        last_schedule_time2: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        last_schedule_micro_time: Option<MicroTime>,
        #[serde(rename = "lastActiveLogURL", skip_serializing_if = "Option::is_none")]
        last_active_log_url: Option<String>,
        #[serde(rename = "lastActiveLogURL2", skip_serializing_if = "Option::is_none")]
        last_active_log_url2: Option<String>,
        #[serde(rename = "lastActiveLogURL3", skip_serializing_if = "Option::is_none")]
        last_active_log_url3: Option<String>,
        #[serde(rename = "lastActiveLogURL4", skip_serializing_if = "Option::is_none")]
        last_active_log_url4: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        duration: Option<Nanoseconds>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    struct Nanoseconds {
        value: i64,
    }
}

pub(crate) mod v1beta1 {
    use super::v1::CronJobStatus;
    use super::*;

    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
    #[kopr(
        group = "testdata.kubebuilder.io",
        version = "v1beta1",
        kind = "CronJob",
        singular = "mycronjob",
        namespaced,
        optional_spec,
        status = "CronJobStatus",
        annotation(
            "api-approved.kubernetes.io",
            "https://github.com/kubernetes-sigs/controller-tools"
        ),
        annotation(
            "cert-manager.io/inject-ca-from-secret",
            "cert-manager/cert-manager-webhook-ca"
        ),
        age = false,
        served = false,
        storage = false
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct CronJobSpec {
        #[schemars(length(min = 4))]
        two_of_a_kind_part0: String,
        #[serde(rename = "int32WithValidations")]
        #[schemars(range(min = -2, max = 2), extend("multipleOf" = 2))]
        int32_with_validations: i32,
    }
}

pub(crate) mod v1beta2 {
    use super::v1::CronJobStatus;
    use super::*;

    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(
        group = "testdata.kubebuilder.io",
        version = "v1beta2",
        kind = "CronJob",
        singular = "mycronjob",
        namespaced,
        no_spec,
        status = "CronJobStatus",
        annotation(
            "api-approved.kubernetes.io",
            "https://github.com/kubernetes-sigs/controller-tools"
        ),
        annotation(
            "cert-manager.io/inject-ca-from-secret",
            "cert-manager/cert-manager-webhook-ca"
        ),
        age = false,
        storage = false,
        deprecated = "use v1 instead, this version causes your data center to catch fire when used on Tuesdays"
    )]
    pub(crate) struct CronJobFields {}
}

pub(crate) mod nogroup {
    use super::*;

    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(
        group = "none.example.com",
        version = "nogroup",
        kind = "CronJob",
        namespaced,
        no_spec
    )]
    pub(crate) struct CronJobFields {}
}

const PATTERN: &str = r"^$|^((https):\/\/?)[^\s()<>]+(?:\([\w\d]+\)|([^[:punct:]\s]|\/?))$";
const PERCENT: &str = "^((100|[0-9]{1,2})%|[0-9]+)$";
const HOST: &str = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

fn nested() -> Value {
    serde_json::json!([{ "nested": { "foo": "baz", "bar": true } }, { "nested": { "foo": "qux", "bar": false } }])
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum ConcurrencyPolicy {
    Allow,
    Forbid,
    Replace,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct LongerString(#[schemars(length(min = 4))] String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct EmptiableObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    bar: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("default" = "forty-two"))]
    foo: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct RootObject {
    nested: NestedObject,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct NestedObject {
    foo: String,
    bar: bool,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(struct_type = "atomic")]
struct AtomicObject {
    foo: String,
    bar: bool,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(preserve_unknown)]
struct Preserved {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct AssociativeType {
    name: String,
    secondary: Int,
    foo: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[schemars(extend("minProperties" = 1, "maxProperties" = 2))]
struct MinMaxObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    foo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bar: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baz: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(
    rule(cel = "self.size() % 2 == 0", message = "must have even length"),
    rule = "true"
)]
struct EvenLength(String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
struct InnerMap {
    #[serde(skip_serializing_if = "Option::is_none")]
    inner_map: Option<BTreeMap<String, String>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(list_type = "set")]
struct Hosts(#[schemars(length(min = 1))] Vec<Host>);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct Host(#[schemars(length(min = 1, max = 255), regex(pattern = HOST))] String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct BoundedString(#[schemars(length(min = 1, max = 255))] String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(title = "title on type")]
struct TitledString(String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct AtLeastThree(#[schemars(length(min = 3))] Vec<LongerString>);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[schemars(extend("enum" = [0, 1, 3]))]
struct ZeroOneThree(Int);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct Patterned(#[schemars(length(min = 2, max = 11), regex(pattern = PERCENT))] IntOrString);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
struct PatternedItem(#[schemars(length(min = 1, max = 10), regex(pattern = PERCENT))] IntOrString);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[schemars(extend("enum" = [1, 2, "foo", "bar"]))]
struct EnumeratedItem(#[schemars(length(min = 1, max = 3))] IntOrString);

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[schemars(extend("default" = "TCP"))]
struct Protocol(String);

//! What `snapshots/kube.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
///Auto-generated derived type for PolicyFields via `CustomResource`
#[allow(clippy::upper_case_acronyms)]
#[derive(PartialEq)]
#[allow(deprecated)]
struct PolicyObject {
    /// Name, namespace, labels and the rest of the object's metadata.
    pub metadata: ::kopr::__private::ObjectMeta,
    /// What is wanted.
    pub spec: PolicyFields,
}
impl PolicyObject {
    ///A `Policy` of that name.
    pub fn new(name: &str, spec: PolicyFields) -> Self {
        Self {
            metadata: ::kopr::__private::ObjectMeta {
                name: ::core::option::Option::Some(
                    ::std::string::ToString::to_string(name),
                ),
                labels: ::core::option::Option::Some(
                    ::std::collections::BTreeMap::from([
                        (
                            ::std::string::ToString::to_string("tier"),
                            ::std::string::ToString::to_string("back"),
                        ),
                    ]),
                ),
                ..::core::default::Default::default()
            },
            spec,
        }
    }
}
#[automatically_derived]
impl ::core::clone::Clone for PolicyObject {
    fn clone(&self) -> Self {
        Self {
            metadata: ::core::clone::Clone::clone(&self.metadata),
            spec: <PolicyFields as ::kopr::__private::Part>::copy(&self.spec),
        }
    }
}
#[automatically_derived]
impl ::core::fmt::Debug for PolicyObject {
    fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut debug = formatter.debug_struct("Policy");
        let debug = debug.field("metadata", &self.metadata);
        let debug = debug
            .field("spec", <PolicyFields as ::kopr::__private::Part>::debug(&self.spec));
        debug.finish()
    }
}
#[automatically_derived]
impl ::kopr::__private::serde::Serialize for PolicyObject {
    fn serialize<__S: ::kopr::__private::serde::Serializer>(
        &self,
        serializer: __S,
    ) -> ::core::result::Result<__S::Ok, __S::Error> {
        <PolicyFields as ::kopr::__private::Part>::write_flat(
            &self.spec,
            ("policy.example.com/v1", "Policy"),
            &self.metadata,
            ::core::option::Option::<&()>::None,
            serializer,
        )
    }
}
#[automatically_derived]
impl<'de> ::kopr::__private::serde::Deserialize<'de> for PolicyObject {
    fn deserialize<__D: ::kopr::__private::serde::Deserializer<'de>>(
        deserializer: __D,
    ) -> ::core::result::Result<Self, __D::Error> {
        let (metadata, spec, _) = <PolicyFields as ::kopr::__private::Part>::read_flat::<
            __D,
            ::kopr::__private::serde::de::IgnoredAny,
        >(deserializer)?;
        ::core::result::Result::Ok(Self { metadata, spec })
    }
}
#[automatically_derived]
impl ::core::default::Default for PolicyObject {
    fn default() -> Self {
        Self {
            metadata: <::kopr::__private::ObjectMeta as ::core::default::Default>::default(),
            spec: <PolicyFields as ::core::default::Default>::default(),
        }
    }
}
#[automatically_derived]
impl ::kopr::__private::schemars::JsonSchema for PolicyObject {
    fn schema_name() -> ::std::borrow::Cow<'static, str> {
        ::std::borrow::Cow::Borrowed("PolicyObject")
    }
    fn json_schema(
        generator: &mut ::kopr::__private::schemars::SchemaGenerator,
    ) -> ::kopr::__private::schemars::Schema {
        let rules: fn() -> ::std::vec::Vec<_> = || {
            #[allow(unused_imports)]
            use ::kopr::__private::kube::core::{Message, Reason, Rule};
            ::std::vec![
                ::kopr::__private::rule(Rule::new("self.size > 0").message("too small"))
            ]
        };
        ::kopr::__private::object_schema(
            "Auto-generated derived type for PolicyFields via `CustomResource`",
            <<PolicyFields as ::kopr::__private::HasSchema>::Type as ::kopr::__private::schemars::JsonSchema>::json_schema(
                generator,
            ),
            ::core::option::Option::None,
            true,
            &rules(),
        )
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::Resource for PolicyObject {
    type DynamicType = ();
    type Scope = ::kopr::__private::kube::core::ClusterResourceScope;
    fn kind(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("Policy")
    }
    fn group(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("policy.example.com")
    }
    fn version(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("v1")
    }
    fn api_version(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("policy.example.com/v1")
    }
    fn plural(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("policies")
    }
    fn meta(&self) -> &::kopr::__private::ObjectMeta {
        &self.metadata
    }
    fn meta_mut(&mut self) -> &mut ::kopr::__private::ObjectMeta {
        &mut self.metadata
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::object::HasSpec for PolicyObject {
    type Spec = PolicyFields;
    fn spec(&self) -> &Self::Spec {
        &self.spec
    }
    fn spec_mut(&mut self) -> &mut Self::Spec {
        &mut self.spec
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::CustomResourceExt for PolicyObject {
    fn crd() -> ::kopr::__private::CustomResourceDefinition {
        ::kopr::__private::crd::<Self>()
    }
    fn crd_name() -> &'static str {
        "policies.policy.example.com"
    }
    fn api_resource() -> ::kopr::__private::kube::core::ApiResource {
        ::kopr::__private::kube::core::ApiResource::erase::<Self>(&())
    }
    fn shortnames() -> &'static [&'static str] {
        &[]
    }
}
#[automatically_derived]
impl ::kopr::Defined for PolicyObject {
    fn definition() -> ::core::option::Option<::kopr::__private::Definition> {
        ::core::option::Option::Some(::kopr::__private::Definition {
            attributes: "{\"group\":\"policy.example.com\",\"version\":\"v1\",\"kind\":\"Policy\",\"plural\":\"policies\",\"cluster\":true,\"no_spec\":true,\"optional_spec\":false,\"printcolumn\":[{\"name\":\"Size\",\"type_\":\"integer\",\"json_path\":\".size\",\"description\":null,\"format\":null,\"priority\":null}],\"age\":false,\"label\":[[\"tier\",\"back\"]]}",
            doc: "Auto-generated derived type for PolicyFields via `CustomResource`",
            schema: ::kopr::__private::SchemaSource::Parts {
                spec: ::kopr::__private::json_schema::<PolicyFields>,
                status: ::core::option::Option::None,
            },
            rules: || {
                #[allow(unused_imports)]
                use ::kopr::__private::kube::core::{Message, Reason, Rule};
                ::std::vec![
                    ::kopr::__private::rule(Rule::new("self.size > 0")
                    .message("too small"))
                ]
            },
            item: ::core::concat!(::core::module_path!(), "::", "PolicyFields"),
            file: ::core::file!(),
            line: ::core::line!(),
        })
    }
}
::kopr::__private::inventory::submit! {
    ::kopr::__private::Derived { package : ::core::env!("CARGO_PKG_NAME"), definition : <
    PolicyObject as ::kopr::Defined > ::definition, }
}
#[allow(deprecated, unused_imports)]
const _: () = {
    use ::kopr::__private::fields::{self as __kopr, Unprobed as _};
    const _: () = __kopr::column(
        __kopr::Root {
            parts: &[],
            flat: ::core::option::Option::Some(
                __kopr::Probe::<
                    PolicyFields,
                    __kopr::Down<__kopr::Down<__kopr::End>>,
                >::NODE,
            ),
        },
        &[__kopr::Step::Member("size")],
        true,
        "integer",
    );
};

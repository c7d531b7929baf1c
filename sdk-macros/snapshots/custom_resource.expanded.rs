//! What `snapshots/custom_resource.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
const _: () = {
    #[allow(unused_imports)]
    use ::core::{default::Default as _, option::Option::{None, Some}};
    #[derive(::kopr::__private::schemars::JsonSchema)]
    #[schemars(crate = "::kopr::__private::schemars")]
    #[::kopr::__private::erase]
    /// A memcached cluster.
    #[serde(rename_all = "camelCase")]
    #[schemars(
        extend(
            "x-kopr-type:MemcachedSpec:50250f5778695f71" = ::kopr::__private::attributes(
                "{}",
                ::core::concat!(::core::module_path!(), "::MemcachedSpec"),
                ::core::file!(),
                ::core::line!(),
            )
        )
    )]
    pub struct MemcachedSpec {
        /// How many memcached pods run.
        #[schemars(range(min = 1, max = 9))]
        #[schemars(
            extend(
                "x-kopr-constraints" = ::kopr::__private::constraints(
                    ::std::vec![::kopr::__private::constraint("range.min", 1),
                    ::kopr::__private::constraint("range.max", 9)]
                )
            )
        )]
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"column\":{\"name\":null,\"priority\":null,\"format\":null},\"order\":0}",
                    ::core::concat!(::core::module_path!(), "::MemcachedSpec::size"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub size: <i32 as ::kopr::__private::HasSchema>::Type,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"omits_none\":true,\"order\":1}",
                    ::core::concat!(
                        ::core::module_path!(),
                        "::MemcachedSpec::arguments_from"
                    ),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub arguments_from: <Option<String> as ::kopr::__private::HasSchema>::Type,
        #[serde(skip)]
        pub cache: <Cache as ::kopr::__private::HasSchema>::Type,
        #[serde(flatten)]
        pub more: <More as ::kopr::__private::HasSchema>::Type,
    }
};
#[allow(deprecated, missing_docs, unreachable_pub, unused_imports)]
const _: () = {
    use ::kopr::__private::fields::{self as __kopr, Unprobed as _};
    pub struct __KoprTable<D>(::core::marker::PhantomData<D>);
    #[automatically_derived]
    impl<__D: __kopr::Depth> __kopr::Described for __KoprTable<__D> {
        const NODE: __kopr::Node = __kopr::Node::object(
                &[
                    __kopr::Member {
                        name: "size",
                        node: __kopr::Probe::<i32, __D>::NODE,
                        required: true,
                        defaulted: false,
                    },
                    __kopr::Member {
                        name: "argumentsFrom",
                        node: __kopr::Probe::<Option<String>, __D>::NODE.nullable(false),
                        required: false,
                        defaulted: false,
                    },
                ],
            )
            .open();
    }
    #[automatically_derived]
    impl __kopr::Fields for MemcachedSpec {
        type Table<__D: __kopr::Depth> = __KoprTable<__D>;
    }
    #[automatically_derived]
    impl __kopr::Shape for MemcachedSpec {
        type At<__D: __kopr::Depth> = <__D as __kopr::Depth>::Of<MemcachedSpec>;
    }
};
#[allow(deprecated, unused_imports)]
const _: () = {
    use ::kopr::__private::fields::{self as __kopr, Unprobed as _};
    const _: () = __kopr::column_field(
        __kopr::Probe::<i32, __kopr::Down<__kopr::Down<__kopr::Down<__kopr::End>>>>::NODE,
    );
};
///A memcached cluster.
#[allow(clippy::upper_case_acronyms)]
pub struct Memcached {
    /// Name, namespace, labels and the rest of the object's metadata.
    pub metadata: ::kopr::__private::ObjectMeta,
    /// What is wanted.
    pub spec: MemcachedSpec,
    /// What was observed.
    pub status: ::core::option::Option<MemcachedStatus>,
}
impl Memcached {
    ///A `Memcached` of that name, without a namespace yet.
    pub fn new(name: &str, spec: MemcachedSpec) -> Self {
        Self {
            metadata: ::kopr::__private::ObjectMeta {
                name: ::core::option::Option::Some(
                    ::std::string::ToString::to_string(name),
                ),
                ..::core::default::Default::default()
            },
            spec,
            status: ::core::option::Option::None,
        }
    }
}
#[automatically_derived]
impl ::core::clone::Clone for Memcached {
    fn clone(&self) -> Self {
        Self {
            metadata: ::core::clone::Clone::clone(&self.metadata),
            spec: <MemcachedSpec as ::kopr::__private::Part>::copy(&self.spec),
            status: self
                .status
                .as_ref()
                .map(<MemcachedStatus as ::kopr::__private::Part>::copy),
        }
    }
}
#[automatically_derived]
impl ::core::fmt::Debug for Memcached {
    fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut debug = formatter.debug_struct("Memcached");
        let debug = debug.field("metadata", &self.metadata);
        let debug = debug
            .field(
                "spec",
                <MemcachedSpec as ::kopr::__private::Part>::debug(&self.spec),
            );
        let debug = debug
            .field(
                "status",
                &self
                    .status
                    .as_ref()
                    .map(<MemcachedStatus as ::kopr::__private::Part>::debug),
            );
        debug.finish()
    }
}
#[automatically_derived]
impl ::kopr::__private::serde::Serialize for Memcached {
    fn serialize<__S: ::kopr::__private::serde::Serializer>(
        &self,
        serializer: __S,
    ) -> ::core::result::Result<__S::Ok, __S::Error> {
        use ::kopr::__private::serde::ser::SerializeMap as _;
        let mut map = serializer.serialize_map(::core::option::Option::None)?;
        map.serialize_entry("apiVersion", "cache.example.com/v1alpha1")?;
        map.serialize_entry("kind", "Memcached")?;
        map.serialize_entry("metadata", &self.metadata)?;
        <MemcachedSpec as ::kopr::__private::Part>::write(&self.spec, "spec", &mut map)?;
        if let ::core::option::Option::Some(status) = &self.status {
            <MemcachedStatus as ::kopr::__private::Part>::write(
                status,
                "status",
                &mut map,
            )?;
        }
        map.end()
    }
}
#[automatically_derived]
impl<'de> ::kopr::__private::serde::Deserialize<'de> for Memcached {
    fn deserialize<__D: ::kopr::__private::serde::Deserializer<'de>>(
        deserializer: __D,
    ) -> ::core::result::Result<Self, __D::Error> {
        let (metadata, spec, status) = <MemcachedSpec as ::kopr::__private::Part>::read::<
            __D,
            <MemcachedStatus as ::kopr::__private::Part>::Type,
        >(deserializer)?;
        ::core::result::Result::Ok(Self { metadata, spec, status })
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::Resource for Memcached {
    type DynamicType = ();
    type Scope = ::kopr::__private::kube::core::NamespaceResourceScope;
    fn kind(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("Memcached")
    }
    fn group(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("cache.example.com")
    }
    fn version(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("v1alpha1")
    }
    fn api_version(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("cache.example.com/v1alpha1")
    }
    fn plural(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::std::borrow::Cow::Borrowed("memcacheds")
    }
    fn meta(&self) -> &::kopr::__private::ObjectMeta {
        &self.metadata
    }
    fn meta_mut(&mut self) -> &mut ::kopr::__private::ObjectMeta {
        &mut self.metadata
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::object::HasSpec for Memcached {
    type Spec = MemcachedSpec;
    fn spec(&self) -> &Self::Spec {
        &self.spec
    }
    fn spec_mut(&mut self) -> &mut Self::Spec {
        &mut self.spec
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::object::HasStatus for Memcached {
    type Status = MemcachedStatus;
    fn status(&self) -> ::core::option::Option<&Self::Status> {
        self.status.as_ref()
    }
    fn status_mut(&mut self) -> &mut ::core::option::Option<Self::Status> {
        &mut self.status
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::CustomResourceExt for Memcached {
    fn crd() -> ::kopr::__private::CustomResourceDefinition {
        ::kopr::__private::crd::<Self>()
    }
    fn crd_name() -> &'static str {
        "memcacheds.cache.example.com"
    }
    fn api_resource() -> ::kopr::__private::kube::core::ApiResource {
        ::kopr::__private::kube::core::ApiResource::erase::<Self>(&())
    }
    fn shortnames() -> &'static [&'static str] {
        &["mc"]
    }
}
#[automatically_derived]
impl ::kopr::Defined for Memcached {
    fn definition() -> ::core::option::Option<::kopr::__private::Definition> {
        ::core::option::Option::Some(::kopr::__private::Definition {
            attributes: "{\"group\":\"cache.example.com\",\"version\":\"v1alpha1\",\"kind\":\"Memcached\",\"plural\":\"memcacheds\",\"shortname\":[\"mc\"],\"namespaced\":true,\"optional_spec\":false,\"status\":\"MemcachedStatus\"}",
            doc: "A memcached cluster.",
            schema: ::kopr::__private::SchemaSource::Parts {
                spec: ::kopr::__private::json_schema::<MemcachedSpec>,
                status: ::core::option::Option::Some(
                    ::kopr::__private::json_schema::<MemcachedStatus>,
                ),
            },
            rules: ::kopr::__private::no_rules,
            item: ::core::concat!(::core::module_path!(), "::", "MemcachedSpec"),
            file: ::core::file!(),
            line: ::core::line!(),
        })
    }
}
::kopr::__private::inventory::submit! {
    ::kopr::__private::Derived { package : ::core::env!("CARGO_PKG_NAME"), definition : <
    Memcached as ::kopr::Defined > ::definition, }
}

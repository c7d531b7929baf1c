//! What `snapshots/schema_of_bytes.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
const _: () = {
    #[allow(unused_imports)]
    use ::core::{default::Default as _, option::Option::{None, Some}};
    #[allow(dead_code)]
    struct __KoprStandIn0;
    #[automatically_derived]
    impl ::kopr::__private::schemars::JsonSchema for __KoprStandIn0 {
        fn inline_schema() -> bool {
            true
        }
        fn schema_name() -> ::std::borrow::Cow<'static, str> {
            ::std::borrow::Cow::Borrowed("ByteString")
        }
        fn json_schema(
            generator: &mut ::kopr::__private::schemars::SchemaGenerator,
        ) -> ::kopr::__private::schemars::Schema {
            #[allow(unused_imports)]
            use ::kopr::__private::stand_in::{AnyOther as _, Kubernetes as _};
            ::kopr::__private::stand_in::schema(
                (&::kopr::__private::stand_in::Probe::<ByteString>::NEW).meaning(),
                generator,
            )
        }
    }
    #[allow(dead_code)]
    struct __KoprStandIn1;
    #[automatically_derived]
    impl ::kopr::__private::schemars::JsonSchema for __KoprStandIn1 {
        fn inline_schema() -> bool {
            true
        }
        fn schema_name() -> ::std::borrow::Cow<'static, str> {
            ::std::borrow::Cow::Borrowed("ByteString")
        }
        fn json_schema(
            generator: &mut ::kopr::__private::schemars::SchemaGenerator,
        ) -> ::kopr::__private::schemars::Schema {
            #[allow(unused_imports)]
            use ::kopr::__private::stand_in::{AnyOther as _, Kubernetes as _};
            ::kopr::__private::stand_in::schema(
                (&::kopr::__private::stand_in::Probe::<k8s_openapi::ByteString>::NEW)
                    .meaning(),
                generator,
            )
        }
    }
    #[derive(::kopr::__private::schemars::JsonSchema)]
    #[schemars(crate = "::kopr::__private::schemars")]
    #[::kopr::__private::erase]
    /// What is stored.
    #[schemars(
        extend(
            "x-kopr-type:Blobs:7d0d02dc0b775f56" = ::kopr::__private::attributes(
                "{}",
                ::core::concat!(::core::module_path!(), "::Blobs"),
                ::core::file!(),
                ::core::line!(),
            )
        )
    )]
    pub struct Blobs {
        /// Raw.
        #[schemars(
            with = "< __KoprStandIn0 as :: kopr :: __private :: HasSchema > :: Type"
        )]
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"order\":0}",
                    ::core::concat!(::core::module_path!(), "::Blobs::plain"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub plain: ByteString,
        #[schemars(
            with = "< Vec < BTreeMap < String , __KoprStandIn0 > > as :: kopr :: __private :: HasSchema > :: Type"
        )]
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"order\":1}",
                    ::core::concat!(::core::module_path!(), "::Blobs::many"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub many: Vec<BTreeMap<String, ByteString>>,
        #[schemars(
            with = "< __KoprStandIn1 as :: kopr :: __private :: HasSchema > :: Type"
        )]
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"order\":2}",
                    ::core::concat!(::core::module_path!(), "::Blobs::named"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub named: k8s_openapi::ByteString,
        #[schemars(with = "String")]
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"order\":3}",
                    ::core::concat!(::core::module_path!(), "::Blobs::other"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub other: ByteString,
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
                    name: "plain",
                    node: __kopr::Probe::<ByteString, __D>::NODE,
                    required: true,
                    defaulted: false,
                },
                __kopr::Member {
                    name: "many",
                    node: __kopr::Probe::<Vec<BTreeMap<String, ByteString>>, __D>::NODE,
                    required: true,
                    defaulted: false,
                },
                __kopr::Member {
                    name: "named",
                    node: __kopr::Probe::<k8s_openapi::ByteString, __D>::NODE,
                    required: true,
                    defaulted: false,
                },
                __kopr::Member {
                    name: "other",
                    node: __kopr::Node::ANY,
                    required: true,
                    defaulted: false,
                },
            ],
        );
    }
    #[automatically_derived]
    impl __kopr::Fields for Blobs {
        type Table<__D: __kopr::Depth> = __KoprTable<__D>;
    }
    #[automatically_derived]
    impl __kopr::Shape for Blobs {
        type At<__D: __kopr::Depth> = <__D as __kopr::Depth>::Of<Blobs>;
    }
};

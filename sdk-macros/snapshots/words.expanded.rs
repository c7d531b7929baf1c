//! What `snapshots/words.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
const _: () = {
    #[allow(unused_imports)]
    use ::core::{default::Default as _, option::Option::{None, Some}};
    #[derive(::kopr::__private::schemars::JsonSchema)]
    #[schemars(crate = "::kopr::__private::schemars")]
    #[::kopr::__private::erase]
    #[serde(rename_all = "camelCase", default)]
    #[schemars(
        extend(
            "x-kopr-type:Source:2cb525ff9fb0856e" = ::kopr::__private::attributes(
                "{\"at_most_one_of\":[[\"secret\",\"inline\"]],\"struct_type\":\"atomic\"}",
                ::core::concat!(::core::module_path!(), "::Source"),
                ::core::file!(),
                ::core::line!(),
            )
        )
    )]
    pub struct Source {
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"order\":0}",
                    ::core::concat!(::core::module_path!(), "::Source::secret"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub secret: <Option<String> as ::kopr::__private::HasSchema>::Type,
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"order\":1}",
                    ::core::concat!(::core::module_path!(), "::Source::inline"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub inline: <Option<String> as ::kopr::__private::HasSchema>::Type,
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"list_map_keys\":[\"name\"],\"order\":2}",
                    ::core::concat!(::core::module_path!(), "::Source::ports_of_all"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub ports_of_all: <Vec<Port> as ::kopr::__private::HasSchema>::Type,
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"selectable\":true,\"list_type\":\"set\",\"order\":3}",
                    ::core::concat!(::core::module_path!(), "::Source::texts"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub texts: <Vec<Self> as ::kopr::__private::HasSchema>::Type,
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"preserve_unknown\":true,\"order\":4}",
                    ::core::concat!(::core::module_path!(), "::Source::more"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub more: <More as ::kopr::__private::HasSchema>::Type,
        #[serde(with = "seconds")]
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::attributes(
                    "{\"order\":5}",
                    ::core::concat!(::core::module_path!(), "::Source::timeout"),
                    ::core::file!(),
                    ::core::line!(),
                )
            )
        )]
        pub timeout: Duration,
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
                        name: "secret",
                        node: __kopr::Probe::<Option<String>, __D>::NODE,
                        required: false,
                        defaulted: true,
                    },
                    __kopr::Member {
                        name: "inline",
                        node: __kopr::Probe::<Option<String>, __D>::NODE,
                        required: false,
                        defaulted: true,
                    },
                    __kopr::Member {
                        name: "portsOfAll",
                        node: __kopr::Probe::<Vec<Port>, __D>::NODE,
                        required: false,
                        defaulted: true,
                    },
                    __kopr::Member {
                        name: "texts",
                        node: __kopr::Probe::<Vec<Source>, __D>::NODE,
                        required: false,
                        defaulted: true,
                    },
                    __kopr::Member {
                        name: "more",
                        node: __kopr::Node::ANY,
                        required: false,
                        defaulted: true,
                    },
                    __kopr::Member {
                        name: "timeout",
                        node: __kopr::Node::ANY,
                        required: false,
                        defaulted: true,
                    },
                ],
            )
            .atomic();
    }
    #[automatically_derived]
    impl __kopr::Fields for Source {
        type Table<__D: __kopr::Depth> = __KoprTable<__D>;
    }
    #[automatically_derived]
    impl __kopr::Shape for Source {
        type At<__D: __kopr::Depth> = <__D as __kopr::Depth>::Of<Source>;
    }
};
#[allow(deprecated, unused_imports)]
const _: () = {
    use ::kopr::__private::fields::{self as __kopr, Unprobed as _};
    const _: () = __kopr::one_of(
        __kopr::Probe::<
            Source,
            __kopr::Down<__kopr::Down<__kopr::Down<__kopr::End>>>,
        >::NODE,
        "secret",
    );
    const _: () = __kopr::one_of(
        __kopr::Probe::<
            Source,
            __kopr::Down<__kopr::Down<__kopr::Down<__kopr::End>>>,
        >::NODE,
        "inline",
    );
    const _: () = __kopr::list_map_key(
        __kopr::Probe::<
            Vec<Port>,
            __kopr::Down<__kopr::Down<__kopr::Down<__kopr::End>>>,
        >::NODE,
        "name",
    );
    const _: () = __kopr::selectable_field(
        __kopr::Probe::<
            Vec<Source>,
            __kopr::Down<__kopr::Down<__kopr::Down<__kopr::End>>>,
        >::NODE,
    );
    const _: () = __kopr::set(
        __kopr::Probe::<
            Vec<Source>,
            __kopr::Down<__kopr::Down<__kopr::Down<__kopr::End>>>,
        >::NODE,
    );
};

//! What `snapshots/schema_of_an_enum.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
const _: () = {
    #[allow(unused_imports)]
    use ::core::{default::Default as _, option::Option::{None, Some}};
    #[derive(::kopr::__private::schemars::JsonSchema)]
    #[schemars(crate = "::kopr::__private::schemars")]
    #[::kopr::__private::erase]
    /// What to do.
    #[serde(rename_all = "camelCase")]
    #[schemars(
        extend(
            "x-kopr-type:Task:b2469d3ebe413c84" = ::kopr::__private::attributes(
                "{}",
                ::core::concat!(::core::module_path!(), "::Task"),
                ::core::file!(),
                ::core::line!(),
            )
        )
    )]
    pub enum Task<T> {
        /// Copies a file.
        #[schemars(extend("x-kopr" = ::kopr::__private::variant(0u32)))]
        Copy {
            #[schemars(
                extend(
                    "x-kopr" = ::kopr::__private::attributes(
                        "{\"column\":{\"name\":\"From\",\"priority\":1,\"format\":null},\"order\":0}",
                        ::core::concat!(::core::module_path!(), "::Task::Copy::from"),
                        ::core::file!(),
                        ::core::line!(),
                    )
                )
            )]
            from: <String as ::kopr::__private::HasSchema>::Type,
        },
        #[schemars(extend("x-kopr" = ::kopr::__private::variant(1u32)))]
        Wipe(<T as ::kopr::__private::HasSchema>::Type),
        #[serde(rename = "none")]
        #[schemars(extend("x-kopr" = ::kopr::__private::variant(2u32)))]
        Nothing,
    }
};

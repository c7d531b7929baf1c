//! What `snapshots/schema_of_an_enum.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
const _: () = {
    #[allow(unused_imports)]
    use ::core::{default::Default as _, option::Option::{None, Some}};
    #[derive(::kopr::__private::schemars::JsonSchema)]
    #[schemars(crate = "::kopr::__private::schemars")]
    #[::kopr::__private::erase]
    /// What to do.
    #[serde(rename_all = "camelCase")]
    pub enum Task<T> {
        /// Copies a file.
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::field_attributes(
                    "{\"order\":0}",
                    ::core::file!(),
                    ::core::line!()
                )
            )
        )]
        Copy {
            #[schemars(
                extend(
                    "x-kopr" = ::kopr::__private::field_attributes(
                        "{\"column\":{\"name\":\"From\",\"priority\":1,\"format\":null},\"order\":0}",
                        ::core::file!(),
                        ::core::line!()
                    )
                )
            )]
            from: <String as ::kopr::__private::HasSchema>::Type,
        },
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::field_attributes(
                    "{\"order\":1}",
                    ::core::file!(),
                    ::core::line!()
                )
            )
        )]
        Wipe(<T as ::kopr::__private::HasSchema>::Type),
        #[serde(rename = "none")]
        #[schemars(
            extend(
                "x-kopr" = ::kopr::__private::field_attributes(
                    "{\"order\":2}",
                    ::core::file!(),
                    ::core::line!()
                )
            )
        )]
        Nothing,
    }
};

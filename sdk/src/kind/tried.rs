//! Rules of a kind tried without a cluster: what `#[kopr(cel)]` puts on the root struct.

/// The methods that try the rules. Not part of the public interface.
#[cfg(feature = "cel")]
#[doc(hidden)]
#[macro_export]
macro_rules! __validate_cel {
    ($kind:ident) => {
        impl $kind {
            /// Tries the rules for an object that is made.
            ///
            /// # Errors
            /// The rules that do not hold.
            pub fn validate_cel(
                &self,
            ) -> ::core::result::Result<(), $crate::__private::kube::core::cel::ValidationErrors> {
                $crate::__private::kube::core::cel::validate_cel(self)
            }

            /// Tries the rules for an object that is changed.
            ///
            /// # Errors
            /// The rules that do not hold.
            pub fn validate_cel_update(
                &self,
                old: &Self,
            ) -> ::core::result::Result<(), $crate::__private::kube::core::cel::ValidationErrors> {
                $crate::__private::kube::core::cel::validate_cel_update(self, old)
            }
        }
    };
}

/// The same without the feature: it says what is missing, and leaves what can be called.
#[cfg(not(feature = "cel"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __validate_cel {
    ($kind:ident) => {
        ::core::compile_error!(
            "`cel` needs the feature `cel` of kopr: `kopr = { version = \"..\", features = [\"cel\"] }` in Cargo.toml"
        );
        #[allow(dead_code, missing_docs)]
        impl $kind {
            pub fn validate_cel(&self) -> ::core::result::Result<(), ::std::string::String> {
                ::core::unreachable!()
            }
            pub fn validate_cel_update(&self, _: &Self) -> ::core::result::Result<(), ::std::string::String> {
                ::core::unreachable!()
            }
        }
    };
}

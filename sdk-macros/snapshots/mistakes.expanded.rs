//! What `snapshots/mistakes.rs` becomes; written by `KOPR_BLESS=1 cargo test -p kopr-macros`.
::core::compile_error! {
    "there is no key `shortnames` here; did you mean `shortname`?"
}
::core::compile_error! {
    "`cache` is not an API group: it has no dot; add your own domain; write `cache.example.com`"
}
#[automatically_derived]
impl ::kopr::__private::schemars::JsonSchema for MemcachedSpec {
    fn schema_name() -> ::std::borrow::Cow<'static, str> {
        ::std::borrow::Cow::Borrowed("MemcachedSpec")
    }
    fn json_schema(
        _: &mut ::kopr::__private::schemars::SchemaGenerator,
    ) -> ::kopr::__private::schemars::Schema {
        ::core::default::Default::default()
    }
}
#[doc(hidden)]
#[allow(dead_code, missing_docs, non_camel_case_types)]
pub struct Memcached {
    pub metadata: ::kopr::__private::ObjectMeta,
    pub spec: MemcachedSpec,
    pub status: ::core::option::Option<MemcachedStatus>,
}
#[allow(dead_code, missing_docs)]
impl Memcached {
    pub fn new(_: &str, _: MemcachedSpec) -> Self {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl ::core::clone::Clone for Memcached {
    fn clone(&self) -> Self {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl ::core::fmt::Debug for Memcached {
    fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl ::kopr::__private::serde::Serialize for Memcached {
    fn serialize<S: ::kopr::__private::serde::Serializer>(
        &self,
        _: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl<'de> ::kopr::__private::serde::Deserialize<'de> for Memcached {
    fn deserialize<D: ::kopr::__private::serde::Deserializer<'de>>(
        _: D,
    ) -> ::core::result::Result<Self, D::Error> {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::Resource for Memcached {
    type DynamicType = ();
    type Scope = ::kopr::__private::kube::core::ClusterResourceScope;
    fn kind(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::core::unreachable!()
    }
    fn group(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::core::unreachable!()
    }
    fn version(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::core::unreachable!()
    }
    fn plural(_: &()) -> ::std::borrow::Cow<'_, str> {
        ::core::unreachable!()
    }
    fn meta(&self) -> &::kopr::__private::ObjectMeta {
        ::core::unreachable!()
    }
    fn meta_mut(&mut self) -> &mut ::kopr::__private::ObjectMeta {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::object::HasSpec for Memcached {
    type Spec = MemcachedSpec;
    fn spec(&self) -> &Self::Spec {
        ::core::unreachable!()
    }
    fn spec_mut(&mut self) -> &mut Self::Spec {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::object::HasStatus for Memcached {
    type Status = MemcachedStatus;
    fn status(&self) -> ::core::option::Option<&Self::Status> {
        ::core::unreachable!()
    }
    fn status_mut(&mut self) -> &mut ::core::option::Option<Self::Status> {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl ::kopr::__private::kube::core::CustomResourceExt for Memcached {
    fn crd() -> ::kopr::__private::CustomResourceDefinition {
        ::core::unreachable!()
    }
    fn crd_name() -> &'static str {
        ::core::unreachable!()
    }
    fn api_resource() -> ::kopr::__private::kube::core::ApiResource {
        ::core::unreachable!()
    }
    fn shortnames() -> &'static [&'static str] {
        ::core::unreachable!()
    }
}
#[automatically_derived]
impl ::kopr::Defined for Memcached {}

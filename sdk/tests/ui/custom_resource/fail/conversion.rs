//! Conversion webhooks that no API server could call.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Word", namespaced, conversion = "webhook")]
pub struct WordSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Nowhere", namespaced, conversion(path = "/convert"))]
pub struct NowhereSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Both",
    namespaced,
    conversion(service = "cache/webhook", url = "https://convert.example.com")
)]
pub struct BothSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Service",
    namespaced,
    conversion(
        service = "webhook",
        path = "convert",
        port = 0,
        ca_bundle = "-----BEGIN CERTIFICATE-----",
        review_versions("v1beta1")
    )
)]
pub struct ServiceSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Address",
    namespaced,
    conversion(url = "http://convert.example.com", port = 8443, review_version("v1"))
)]
pub struct AddressSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Names",
    namespaced,
    conversion(url = "http://convert.example.com", port = 8443)
)]
pub struct NamesSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Caps", namespaced, conversion(service = "Cache/web_hook"))]
pub struct CapsSpec {}

fn main() {}

//! Texts, characters, bytes, addresses, paths and durations.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    struct Texts {
        owned: String,
        boxed: Box<str>,
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| bytes.arbitrary().map(Cow::Owned))]
        cow: Cow<'static, str>,
        #[arbitrary(value = PathBuf::from("/etc/hosts"))]
        path: PathBuf,
    }
    struct Letter {
        letter: char,
    }
    struct Patterned {
        #[schemars(length(min = 1, max = 3), regex(pattern = "^[a-z]+$"))]
        #[arbitrary(value = "abc".to_owned())]
        name: String,
    }
}

shows! {
    fn texts_of_all_kinds() {
        [
            zoo::<String>().accepts(json!("")).accepts(json!("\u{0}\n\u{1F44D}")).refuses(json!(1)),
            zoo::<Texts>().accepts(json!({ "owned": "", "boxed": "a", "cow": "b", "path": "/" })),
            zoo::<Patterned>()
                .accepts(json!({ "name": "abc" }))
                .refuses(json!({ "name": "abcd" }))
                .refuses(json!({ "name": "A" })),
        ]
    }
}

shows! {
    fn a_character_is_one_character_not_one_byte() {
        [zoo::<Letter>()
            .accepts(json!({ "letter": "x" }))
            .accepts(json!({ "letter": "\u{1F44D}" }))
            .refuses(json!({ "letter": "" }))
            .refuses(json!({ "letter": "ab" }))]
    }
}

shows! {
    fn bytes_as_numbers_are_a_list_of_small_integers() {
        [
            zoo::<Vec<u8>>()
                .accepts(json!([0, 255]))
                .refuses(json!([256]))
                .refuses(json!("AA=="))
                .loses(".spec: that these are bytes"),
            zoo::<[u8; 3]>().accepts(json!([1, 2, 3])).refuses(json!([1, 2])).refuses(json!([1, 2, 3, 4])),
        ]
    }
}

types! {
    struct Encoded {
        /// In base64.
        #[serde(with = "hexadecimal")]
        #[schemars(with = "String", regex(pattern = "^([0-9a-f]{2})*$"))]
        bytes: Vec<u8>,
    }
}

/// Bytes as a text of hexadecimal digits.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits.concat())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        (0..text.len() / 2)
            .map(|at| u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).map_err(D::Error::custom))
            .collect()
    }
}

shows! {
    /// `with` changes the wire form, and `#[schemars(with = ..)]` says to what.
    fn a_field_with_its_own_wire_form_has_the_schema_that_it_names() {
        [zoo::<Encoded>()
            .accepts(json!({ "bytes": "00ff" }))
            .refuses(json!({ "bytes": [0, 255] }))
            .refuses(json!({ "bytes": "0" }))]
    }
}

types! {
    struct Addresses {
        any: IpAddr,
        four: Ipv4Addr,
        six: Ipv6Addr,
        socket: SocketAddr,
    }
}

shows! {
    fn addresses_have_formats_that_the_server_checks() {
        [
            zoo::<IpAddr>()
                .accepts(json!("10.0.0.1"))
                .accepts(json!("::1"))
                .refuses(json!("10.0.0.256"))
                .refuses(json!("example.com")),
            zoo::<Ipv4Addr>().accepts(json!("10.0.0.1")).refuses(json!("::1")),
            zoo::<Ipv6Addr>().accepts(json!("fe80::1")).refuses(json!("10.0.0.1")),
            zoo::<Addresses>()
                .accepts(json!({ "any": "::", "four": "1.2.3.4", "six": "::", "socket": "[::1]:80" })),
        ]
    }
}

types! {
    struct Formats {
        #[schemars(url)]
        #[arbitrary(value = "https://example.com/a?b=c".to_owned())]
        url: String,
        #[schemars(email)]
        #[arbitrary(value = "a@example.com".to_owned())]
        email: String,
        #[schemars(extend("format" = "uuid"))]
        #[arbitrary(value = "67e55044-10b1-426f-9247-bb680e5fe0c8".to_owned())]
        id: String,
        // Of ISO 8601, as jiff writes it, which is not what the server takes the format for.
        #[schemars(extend("format" = "duration"))]
        #[arbitrary(value = "PT1M30S".to_owned())]
        wait: String,
        #[schemars(extend("format" = "odd"))]
        odd: String,
    }
    struct Waits {
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| {
            Ok(Duration::new(bytes.arbitrary::<u32>()?.into(), bytes.int_in_range(0..=999_999_999)?))
        })]
        timeout: Duration,
    }
}

shows! {
    fn formats_that_the_server_knows_are_checked_and_others_are_a_loss() {
        let good = json!({
            "url": "https://example.com", "email": "a@example.com",
            "id": "67e55044-10b1-426f-9247-bb680e5fe0c8", "wait": "PT5S", "odd": "",
        });
        let with = |key: &str, value: &str| {
            let mut changed = good.clone();
            changed[key] = json!(value);
            changed
        };
        [zoo::<Formats>()
            .accepts(good.clone())
            .refuses(with("url", "no url"))
            .refuses(with("email", "nobody"))
            .refuses(with("id", "1-2"))
            .refuses(with("wait", "5s"))
            .loses(".spec.odd: the format `odd`")]
    }
}

shows! {
    /// Whoever writes `5s` is refused; the loss says so where the type is used.
    fn a_duration_of_the_standard_library_is_an_object_of_seconds() {
        [zoo::<Waits>()
            .accepts(json!({ "timeout": { "secs": 5, "nanos": 0 } }))
            .refuses(json!({ "timeout": "5s" }))
            .refuses(json!({ "timeout": { "secs": 5 } }))
            .loses(".spec.timeout.secs: values above 9223372036854775807")
            .loses(".spec.timeout: that it is a duration")]
    }
}

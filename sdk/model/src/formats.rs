//! Formats of strings that the API server checks: the SDK keeps these, the command refuses to be surprised
//! by others. The list is kube-openapi's.

/// The formats, dashes left out, sorted.
const STRINGS: [&str; 26] = [
    "bsonobjectid",
    "byte",
    "cidr",
    "creditcard",
    "date",
    "datetime",
    "duration",
    "email",
    "hexcolor",
    "hostname",
    "ipv4",
    "ipv6",
    "isbn",
    "isbn10",
    "isbn13",
    "k8slongname",
    "k8sshortname",
    "mac",
    "password",
    "rgbcolor",
    "ssn",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
];

/// Whether the API server knows the format of a string. It leaves dashes out: `date-time` is `datetime`.
pub fn is_known_of_string(format: &str) -> bool {
    STRINGS.contains(&format.replace('-', "").as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_do_not_count() {
        for known in ["date-time", "datetime", "k8s-short-name", "uuid"] {
            assert!(is_known_of_string(known), "{known}");
        }
        for unknown in ["uint8", "ip", "url", ""] {
            assert!(!is_known_of_string(unknown), "{unknown}");
        }
    }
}

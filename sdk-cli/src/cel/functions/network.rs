//! Addresses (`url` 1.25, `ip` and `cidr` 1.30).

pub(super) const TABLE: &str = "
    string_to_url              url(string) -> URL
    url_get_scheme             URL.getScheme() -> string
    url_get_host               URL.getHost() -> string
    url_get_hostname           URL.getHostname() -> string
    url_get_port               URL.getPort() -> string
    url_get_escaped_path       URL.getEscapedPath() -> string
    url_get_query              URL.getQuery() -> map(string, list(string))
    is_url_string              isURL(string) -> bool
    string_to_ip               ip(string) -> IP
    ip_family                  IP.family() -> int
    ip_is_canonical            ip.isCanonical(string) -> bool
    ip_is_unspecified          IP.isUnspecified() -> bool
    ip_is_loopback             IP.isLoopback() -> bool
    ip_is_link_local_multicast IP.isLinkLocalMulticast() -> bool
    ip_is_link_local_unicast   IP.isLinkLocalUnicast() -> bool
    ip_is_global_unicast       IP.isGlobalUnicast() -> bool
    is_ip                      isIP(string) -> bool
    ip_to_string               string(IP) -> string
    string_to_cidr             cidr(string) -> CIDR
    cidr_contains_ip_string    CIDR.containsIP(string) -> bool
    cidr_contains_ip_ip        CIDR.containsIP(IP) -> bool
    cidr_contains_cidr_string  CIDR.containsCIDR(string) -> bool
    cidr_contains_cidr         CIDR.containsCIDR(CIDR) -> bool
    cidr_ip                    CIDR.ip() -> IP
    cidr_prefix_length         CIDR.prefixLength() -> int
    cidr_masked                CIDR.masked() -> CIDR
    is_cidr                    isCIDR(string) -> bool
    cidr_to_string             string(CIDR) -> string
";

//! Text, patterns in it and its formats (1.25, `format` of Kubernetes 1.31).

pub(super) const TABLE: &str = "
    string_char_at_int               string.charAt(int) -> string
    string_index_of_string           string.indexOf(string) -> int
    string_index_of_string_int       string.indexOf(string, int) -> int
    string_last_index_of_string      string.lastIndexOf(string) -> int
    string_last_index_of_string_int  string.lastIndexOf(string, int) -> int
    string_lower_ascii               string.lowerAscii() -> string
    string_upper_ascii               string.upperAscii() -> string
    string_replace_string_string     string.replace(string, string) -> string
    string_replace_string_string_int string.replace(string, string, int) -> string
    string_split_string              string.split(string) -> list(string)
    string_split_string_int          string.split(string, int) -> list(string)
    string_substring_int             string.substring(int) -> string
    string_substring_int_int         string.substring(int, int) -> string
    string_trim                      string.trim() -> string
    string_format                    string.format(list(dyn)) -> string
    strings_quote                    strings.quote(string) -> string
    list_join                        list(string).join() -> string
    list_join_string                 list(string).join(string) -> string
    string_find_string               string.find(string) -> string
    string_find_all_string           string.findAll(string) -> list(string)
    string_find_all_string_int       string.findAll(string, int) -> list(string)
    format_validate                  Format.validate(string) -> optional(list(string))
    format_named                     format.named(string) -> optional(Format)
    format_dns1123Label              format.dns1123Label() -> Format
    format_dns1123Subdomain          format.dns1123Subdomain() -> Format
    format_dns1035Label              format.dns1035Label() -> Format
    format_qualifiedName             format.qualifiedName() -> Format
    format_dns1123LabelPrefix        format.dns1123LabelPrefix() -> Format
    format_dns1123SubdomainPrefix    format.dns1123SubdomainPrefix() -> Format
    format_dns1035LabelPrefix        format.dns1035LabelPrefix() -> Format
    format_labelValue                format.labelValue() -> Format
    format_uri                       format.uri() -> Format
    format_uuid                      format.uuid() -> Format
    format_byte                      format.byte() -> Format
    format_date                      format.date() -> Format
    format_datetime                  format.datetime() -> Format
";

//! Names of objects, labels and annotations as the API server takes them, with its messages.

/// Messages about a name; none where it is fine.
pub type Messages = Vec<String>;

const LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const QUALIFIED: &str = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

/// A DNS-1123 subdomain of at most 253 characters.
pub fn dns_1123_subdomain(name: &str) -> Messages {
    let mut messages = too_long(name, 253);
    if !name.split('.').all(|part| is_label(part, false)) {
        messages.push(format!(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '{LABEL}(\\.{LABEL})*')"
        ));
    }
    messages
}

/// A DNS-1123 label of at most 63 characters.
pub fn dns_1123_label(name: &str) -> Messages {
    let mut messages = too_long(name, 63);
    if !is_label(name, false) {
        messages.push(if name.split('.').all(|part| is_label(part, false)) {
            "must not contain dots".to_owned()
        } else {
            format!(
                "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '{LABEL}')"
            )
        });
    }
    messages
}

/// A DNS-1035 label of at most 63 characters: it begins with a letter.
pub fn dns_1035_label(name: &str) -> Messages {
    let mut messages = too_long(name, 63);
    if !is_label(name, true) {
        messages.push("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')".to_owned());
    }
    messages
}

/// The value of a label: empty, or at most 63 characters.
pub fn label_value(value: &str) -> Messages {
    let mut messages = bytes_too_long(value, 63);
    if !value.is_empty() && !is_qualified(value) {
        messages.push(format!(
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '({QUALIFIED})?')"
        ));
    }
    messages
}

/// A key of a label, an annotation or a finalizer: `[prefix/]name`.
pub fn qualified_name(name: &str) -> Messages {
    let mut messages = Messages::new();
    let parts: Vec<&str> = name.split('/').collect();
    let name = match parts[..] {
        [name] => name,
        [prefix, name] => {
            if prefix.is_empty() {
                messages.push("prefix part must be non-empty".to_owned());
            } else {
                let found = dns_1123_subdomain(prefix);
                messages.extend(found.into_iter().map(|message| format!("prefix part {message}")));
            }
            name
        }
        _ => {
            messages.push(format!(
                "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '{QUALIFIED}') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            ));
            return messages;
        }
    };
    if name.is_empty() {
        messages.push("name part must be non-empty".to_owned());
    } else if name.len() > 63 {
        messages.push("name part must be no more than 63 bytes".to_owned());
    }
    if !is_qualified(name) {
        messages.push(format!(
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '{QUALIFIED}')"
        ));
    }
    messages
}

fn too_long(name: &str, max: usize) -> Messages {
    bytes_too_long(name, max)
}

fn bytes_too_long(name: &str, max: usize) -> Messages {
    if name.len() > max {
        vec![format!("must be no more than {max} bytes")]
    } else {
        Messages::new()
    }
}

fn is_label(name: &str, letter_first: bool) -> bool {
    let bytes = name.as_bytes();
    let first = |byte: u8| byte.is_ascii_lowercase() || !letter_first && byte.is_ascii_digit();
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    match bytes {
        [] => false,
        [one] => first(*one),
        [start, middle @ .., end] => {
            first(*start) && inner(*end) && middle.iter().all(|byte| inner(*byte) || *byte == b'-')
        }
    }
}

fn is_qualified(name: &str) -> bool {
    let inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    match name.as_bytes() {
        [] => false,
        [one] => one.is_ascii_alphanumeric(),
        [start, middle @ .., end] => {
            start.is_ascii_alphanumeric() && end.is_ascii_alphanumeric() && middle.iter().all(inner)
        }
    }
}

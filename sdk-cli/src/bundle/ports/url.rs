//! URLs as Go's `net/url` reads them.

use std::net::{IpAddr, Ipv6Addr};

use super::go::quoted;

/// The parts of a URL that rules ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Url {
    /// In lower case; empty where there is none.
    pub scheme: String,
    /// With its port.
    pub host: String,
    /// Whether there is a user before the host.
    pub has_user: bool,
    /// What stands after `?`.
    pub query: String,
    /// What stands after `#`; requests have none.
    pub fragment: String,
}

/// What is read: its escapes have other rules in each place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Host,
    Zone,
    Other,
}

impl Url {
    /// As `url.ParseRequestURI`: an absolute URL or an absolute path, without a fragment.
    pub fn parse_request(text: &str) -> Result<Self, String> {
        parse(text, true).map_err(|why| message(text, &why))
    }

    /// As `url.Parse`: any reference.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (rest, fragment) = text.split_once('#').unwrap_or((text, ""));
        let mut url = parse(rest, false).map_err(|why| message(rest, &why))?;
        if !fragment.is_empty() {
            check(fragment, Place::Other).map_err(|why| message(text, &why))?;
        }
        fragment.clone_into(&mut url.fragment);
        Ok(url)
    }
}

fn message(text: &str, why: &str) -> String {
    format!("parse {}: {why}", quoted(text))
}

fn parse(text: &str, is_request: bool) -> Result<Url, String> {
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err("net/url: invalid control character in URL".to_owned());
    }
    if text.is_empty() && is_request {
        return Err("empty url".to_owned());
    }
    let mut url = Url::default();
    if text == "*" {
        return Ok(url);
    }
    let (scheme, rest) = scheme_of(text)?;
    url.scheme = scheme.to_lowercase();
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    query.clone_into(&mut url.query);
    if !rest.starts_with('/') {
        // What has a scheme and no slash is opaque.
        if !url.scheme.is_empty() {
            return Ok(url);
        }
        if is_request {
            return Err("invalid URI for request".to_owned());
        }
        if rest.split('/').next().unwrap_or_default().contains(':') {
            return Err("first path segment in URL cannot contain colon".to_owned());
        }
    }
    let has_authority = !url.scheme.is_empty() || !is_request && !rest.starts_with("///");
    let path = match rest.strip_prefix("//").filter(|_| has_authority) {
        Some(after) => {
            let end = after.find('/').unwrap_or(after.len());
            authority(&after[..end], &mut url)?;
            &after[end..]
        }
        None => rest,
    };
    check(path, Place::Other)?;
    Ok(url)
}

/// The scheme, empty where there is none, and what follows.
fn scheme_of(text: &str) -> Result<(&str, &str), String> {
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if at > 0 => {}
            b':' if at == 0 => return Err("missing protocol scheme".to_owned()),
            b':' => return Ok((&text[..at], &text[at + 1..])),
            _ => break,
        }
    }
    Ok(("", text))
}

fn authority(text: &str, url: &mut Url) -> Result<(), String> {
    let (user, host) = match text.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, text),
    };
    check_host(&url.scheme, host)?;
    host.clone_into(&mut url.host);
    if let Some(user) = user {
        if !user
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c))
        {
            return Err("net/url: invalid userinfo".to_owned());
        }
        let (name, password) = user.split_once(':').unwrap_or((user, ""));
        check(name, Place::Other)?;
        check(password, Place::Other)?;
        url.has_user = true;
    }
    Ok(())
}

fn check_host(scheme: &str, host: &str) -> Result<(), String> {
    match host.rfind('[') {
        Some(0) => return check_literal(host),
        Some(_) => return Err("invalid IP-literal".to_owned()),
        None => {}
    }
    if let Some(first) = host.find(':') {
        // Several hosts with ports are only left to the schemes of databases.
        let is_web = matches!(scheme, "http" | "https");
        let at = if is_web {
            first
        } else {
            host.rfind(':').unwrap_or(first)
        };
        check_port(&host[at..])?;
    }
    check(host, Place::Host)
}

/// `[address]` or `[address%25zone]`, and a port.
fn check_literal(host: &str) -> Result<(), String> {
    let end = host.rfind(']').ok_or("missing ']' in host")?;
    let (port, inner) = (&host[end + 1..], &host[1..end]);
    check_port(port)?;
    check(port, Place::Host)?;
    let (address, zone) = match inner.find("%25") {
        Some(at) => (&inner[..at], Some(&inner[at..])),
        None => (inner, None),
    };
    check(address, Place::Host)?;
    zone.map_or(Ok(()), |zone| check(zone, Place::Zone))?;
    if zone == Some("%25") {
        return Err(format!(
            "invalid host: ParseAddr({}): zone must be a non-empty string",
            quoted(&format!("{address}%"))
        ));
    }
    if address.parse::<Ipv6Addr>().is_ok() {
        return Ok(());
    }
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(_)) if zone.is_none() => Err("invalid IP-literal".to_owned()),
        _ => Err(format!(
            "invalid host: ParseAddr({}): unable to parse IP",
            quoted(address)
        )),
    }
}

fn check_port(port: &str) -> Result<(), String> {
    let is_valid = match port.strip_prefix(':') {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_digit()),
        None => port.is_empty(),
    };
    if is_valid {
        return Ok(());
    }
    Err(format!("invalid port {} after host", quoted(port)))
}

/// Whether escapes are well-formed, and, in hosts, bytes are allowed.
fn check(text: &str, place: Place) -> Result<(), String> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte != b'%' {
            if place != Place::Other && byte.is_ascii() && !is_host(*byte) {
                return Err(format!(
                    "invalid character {} in host name",
                    quoted(&char::from(*byte).to_string())
                ));
            }
            at += 1;
            continue;
        }
        let wrong = |end: usize| {
            let end = end.min(bytes.len());
            Err(format!(
                "invalid URL escape {}",
                quoted(&String::from_utf8_lossy(&bytes[at..end]))
            ))
        };
        let digits = |at: usize| {
            let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
            Some(digit(at)? << 4 | digit(at + 1)?)
        };
        let Some(value) = digits(at + 1).and_then(|value| u8::try_from(value).ok()) else {
            return wrong(at + 3);
        };
        let is_refused = match place {
            // In names of hosts only bytes beyond ASCII are escaped.
            Place::Host => value < 0x80 && value != b'%',
            Place::Zone => value != b'%' && value != b' ' && !is_host(value),
            Place::Other => false,
        };
        if is_refused {
            return wrong(at + 3);
        }
        at += 3;
    }
    Ok(())
}

fn is_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte)
}

//! Addresses of mail as Go's `mail.ParseAddress` reads them (RFC 5322 and what it takes beyond it).

use std::net::IpAddr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::go::quoted;

type Read<T> = Result<T, String>;

/// The address that a text holds, with or without a name beside it.
pub fn parse(text: &str) -> Read<String> {
    let mut reader = Reader { rest: text };
    let mut found = reader.address(true)?;
    reader.comments()?;
    if !reader.rest.is_empty() {
        return Err(format!(
            "mail: expected single address, got {}",
            quoted(reader.rest)
        ));
    }
    match (found.pop(), found.is_empty()) {
        (None, _) => Err("mail: empty group".to_owned()),
        (Some(address), true) => Ok(address),
        (Some(_), false) => Err("mail: group with multiple addresses".to_owned()),
    }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn address(&mut self, takes_groups: bool) -> Read<Vec<String>> {
        self.blanks();
        if self.rest.is_empty() {
            return Err("mail: no address".to_owned());
        }
        // The bare form is tried first.
        let mut bare = *self;
        if let Ok(address) = bare.bare() {
            *self = bare;
            self.blanks();
            if self.rest.starts_with('(') {
                self.name_in_comment()?;
            }
            return Ok(vec![address]);
        }
        let mut name = String::new();
        if !self.rest.starts_with('<') {
            name = self.phrase()?;
        }
        self.blanks();
        if takes_groups && self.take(':') {
            return self.group();
        }
        if !self.take('<') {
            let is_atom = name.chars().all(|c| is_atom(c, true));
            return Err(if is_atom {
                "mail: missing '@' or angle-addr"
            } else {
                "mail: no angle-addr"
            }
            .to_owned());
        }
        let address = self.bare()?;
        if !self.take('>') {
            return Err("mail: unclosed angle-addr".to_owned());
        }
        Ok(vec![address])
    }

    /// What stands between the colon and the semicolon of a group.
    fn group(&mut self) -> Read<Vec<String>> {
        let mut found = Vec::new();
        self.blanks();
        if self.take(';') {
            self.comments()?;
            return Ok(found);
        }
        loop {
            self.blanks();
            found.extend(self.address(false)?);
            self.comments()?;
            if self.take(';') {
                self.comments()?;
                return Ok(found);
            }
            if !self.take(',') {
                return Err("mail: expected comma".to_owned());
            }
        }
    }

    /// `local@domain`.
    fn bare(&mut self) -> Read<String> {
        self.blanks();
        let local = match self.rest.chars().next() {
            None => return Err("mail: no addr-spec".to_owned()),
            Some('"') => {
                let local = self.quoted()?;
                if local.is_empty() {
                    return Err("mail: empty quoted string in addr-spec".to_owned());
                }
                local
            }
            Some(_) => self.atom(false)?.to_owned(),
        };
        if !self.take('@') {
            return Err("mail: missing @ in addr-spec".to_owned());
        }
        self.blanks();
        let domain = match self.rest.chars().next() {
            None => return Err("mail: no domain in addr-spec".to_owned()),
            Some('[') => self.literal()?,
            Some(_) => self.atom(false)?.to_owned(),
        };
        Ok(format!("{local}@{domain}"))
    }

    /// Words before an address in angle brackets.
    fn phrase(&mut self) -> Read<String> {
        let (mut words, mut decoded) = (Vec::new(), String::new());
        let mut failure = None;
        loop {
            if !words.is_empty() {
                self.comments()?;
            }
            self.blanks();
            let Some(first) = self.rest.chars().next() else {
                break;
            };
            let word = if first == '"' {
                self.quoted().map(|word| (word, false))
            } else {
                self.atom(true).and_then(decoded_word)
            };
            match word {
                Ok((word, true)) => decoded.push_str(&word),
                Ok((word, false)) => {
                    if !decoded.is_empty() {
                        words.push(std::mem::take(&mut decoded));
                    }
                    words.push(word);
                }
                Err(why) => {
                    failure = Some(why);
                    break;
                }
            }
        }
        if !decoded.is_empty() {
            words.push(decoded);
        }
        match failure {
            Some(why) if words.is_empty() => Err(format!("mail: missing word in phrase: {why}")),
            _ => Ok(words.join(" ")),
        }
    }

    fn quoted(&mut self) -> Read<String> {
        let (mut text, mut is_escaped) = (String::new(), false);
        for (at, c) in self.rest.char_indices().skip(1) {
            let bad = || Err(format!("mail: bad character in quoted-string: {}", letter(c)));
            if is_escaped {
                if !is_visible(c) && !is_blank(c) {
                    return bad();
                }
                text.push(c);
                is_escaped = false;
                continue;
            }
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(text);
                }
                '\\' => is_escaped = true,
                c if is_visible(c) || is_blank(c) => text.push(c),
                _ => return bad(),
            }
        }
        Err("mail: unclosed quoted-string".to_owned())
    }

    fn atom(&mut self, is_permissive: bool) -> Read<&'a str> {
        let end = self.rest.find(|c| !is_atom(c, true)).unwrap_or(self.rest.len());
        if end == 0 {
            return Err("mail: invalid string".to_owned());
        }
        let (atom, rest) = self.rest.split_at(end);
        self.rest = rest;
        let wrong = [
            (atom.starts_with('.'), "mail: leading dot in atom"),
            (atom.contains(".."), "mail: double dot in atom"),
            (atom.ends_with('.'), "mail: trailing dot in atom"),
        ];
        match wrong.iter().find(|(is_wrong, _)| *is_wrong && !is_permissive) {
            Some((_, why)) => Err((*why).to_owned()),
            None => Ok(atom),
        }
    }

    /// `[address]`.
    fn literal(&mut self) -> Read<String> {
        let inner = &self.rest[1..];
        let end = inner
            .find(|c: char| c == ']' || c == '[' || c == '\\' || !is_visible(c))
            .ok_or("mail: unclosed domain-literal")?;
        let (text, rest) = inner.split_at(end);
        if !rest.starts_with(']') {
            let c = rest.chars().next().unwrap_or_default();
            return Err(format!("mail: bad character in domain-literal: {}", letter(c)));
        }
        self.rest = &rest[1..];
        if text.parse::<IpAddr>().is_err() {
            return Err(format!(
                "mail: invalid IP address in domain-literal: {}",
                quoted(text)
            ));
        }
        Ok(format!("[{text}]"))
    }

    /// Blanks and comments.
    fn comments(&mut self) -> Read<()> {
        self.blanks();
        while self.take('(') {
            self.comment()?;
            self.blanks();
        }
        Ok(())
    }

    fn name_in_comment(&mut self) -> Read<()> {
        self.take('(');
        for word in self.comment()?.split([' ', '\t']).filter(|word| !word.is_empty()) {
            decoded_word(word)?;
        }
        Ok(())
    }

    /// What stands up to the `)` that belongs to the `(` before.
    fn comment(&mut self) -> Read<String> {
        let (mut depth, mut text) = (1, String::new());
        let mut chars = self.rest.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let taken = match (c, chars.peek()) {
                ('\\', Some((_, escaped))) => {
                    let escaped = *escaped;
                    chars.next();
                    escaped
                }
                ('(', _) => {
                    depth += 1;
                    c
                }
                (')', _) => {
                    depth -= 1;
                    c
                }
                _ => c,
            };
            if depth == 0 {
                self.rest = &self.rest[at + 1..];
                return Ok(text);
            }
            text.push(taken);
        }
        Err("mail: misformatted parenthetical comment".to_owned())
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn take(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}

/// A word, and whether it was an encoded one (RFC 2047); one in a character set that is not known is an error.
fn decoded_word(word: &str) -> Read<(String, bool)> {
    match encoded(word) {
        None => Ok((word.to_owned(), false)),
        Some((set, content)) => {
            let known = ["utf-8", "iso-8859-1", "us-ascii"];
            if known.iter().any(|known| known.eq_ignore_ascii_case(set)) {
                Ok((String::from_utf8_lossy(&content).into_owned(), true))
            } else {
                Err(format!("charset not supported: {}", quoted(set)))
            }
        }
    }
}

/// The character set and the bytes of `=?set?encoding?text?=`.
fn encoded(word: &str) -> Option<(&str, Vec<u8>)> {
    if word.len() < 8 || word.matches('?').count() != 4 {
        return None;
    }
    let inner = word.strip_prefix("=?")?.strip_suffix("?=")?;
    let (set, rest) = inner.split_once('?')?;
    let (encoding, text) = rest.split_once('?')?;
    if set.is_empty() {
        return None;
    }
    let content = match encoding {
        "B" | "b" => STANDARD.decode(text).ok()?,
        "Q" | "q" => unescaped(text.as_bytes())?,
        _ => return None,
    };
    Some((set, content))
}

fn unescaped(text: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'_' => content.push(b' '),
            b'=' => {
                let digit = |at: usize| char::from(*text.get(at)?).to_digit(16);
                content.push(u8::try_from(digit(at + 1)? << 4 | digit(at + 2)?).ok()?);
                at += 2;
            }
            b' '..=b'~' | b'\n' | b'\r' | b'\t' => content.push(*byte),
            _ => return None,
        }
        at += 1;
    }
    Some(content)
}

/// A letter as `%q` prints it.
fn letter(c: char) -> String {
    let text = quoted(&c.to_string());
    format!("'{}'", text.trim_matches('"'))
}

fn is_atom(c: char, with_dots: bool) -> bool {
    match c {
        '.' => with_dots,
        '(' | ')' | '<' | '>' | '[' | ']' | ':' | ';' | '@' | '\\' | ',' | '"' => false,
        c => is_visible(c),
    }
}

fn is_visible(c: char) -> bool {
    c.is_ascii_graphic() || !c.is_ascii()
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

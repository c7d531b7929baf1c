//! Where Go's JSON reader stops at a text that is not JSON.

/// Deepest nesting that the reader takes.
const DEPTH: usize = 10_000;

/// The number of bytes that were read up to and with the one that is wrong; nothing where the text is JSON.
pub fn syntax_error(text: &[u8]) -> Option<usize> {
    let mut reader = Reader { text, at: 0 };
    let read = reader.value().and_then(|()| {
        reader.blanks();
        if reader.at < text.len() {
            Err(reader.at)
        } else {
            Ok(())
        }
    });
    // At the end of the text there is no wrong byte to count.
    read.err().map(|at| (at + 1).min(text.len()))
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Result<(), usize> {
        if self.peek() != Some(byte) {
            return Err(self.at);
        }
        self.at += 1;
        Ok(())
    }

    /// One value; lists and objects that are open are on a stack of our own, so that no depth ends the program.
    fn value(&mut self) -> Result<(), usize> {
        let mut open = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                Some(b'{') => {
                    self.at += 1;
                    open.push(b'}');
                    self.blanks();
                    if self.peek() != Some(b'}') {
                        self.key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    open.push(b']');
                    self.blanks();
                    if self.peek() != Some(b']') {
                        continue;
                    }
                }
                Some(b'"') => self.string()?,
                Some(b't') => self.word(b"true")?,
                Some(b'f') => self.word(b"false")?,
                Some(b'n') => self.word(b"null")?,
                Some(b'-' | b'0'..=b'9') => self.number()?,
                _ => return Err(self.at),
            }
            if open.len() > DEPTH {
                return Err(self.at);
            }
            // What ends here, and what comes after a comma.
            loop {
                let Some(end) = open.last().copied() else {
                    return Ok(());
                };
                self.blanks();
                if self.peek() == Some(end) {
                    self.at += 1;
                    open.pop();
                    continue;
                }
                self.expect(b',')?;
                if end == b'}' {
                    self.blanks();
                    self.key()?;
                }
                break;
            }
        }
    }

    fn key(&mut self) -> Result<(), usize> {
        if self.peek() != Some(b'"') {
            return Err(self.at);
        }
        self.string()?;
        self.blanks();
        self.expect(b':')
    }

    fn word(&mut self, word: &[u8]) -> Result<(), usize> {
        word.iter().try_for_each(|byte| self.expect(*byte))
    }

    fn string(&mut self) -> Result<(), usize> {
        self.expect(b'"')?;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"') => self.at += 1,
                        Some(b'u') => {
                            self.at += 1;
                            for _ in 0..4 {
                                if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                                    return Err(self.at);
                                }
                                self.at += 1;
                            }
                        }
                        _ => return Err(self.at),
                    }
                }
                Some(byte) if byte >= 0x20 => self.at += 1,
                _ => return Err(self.at),
            }
        }
    }

    fn number(&mut self) -> Result<(), usize> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits()?,
            _ => return Err(self.at),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), usize> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.at);
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }
}

//! The text of objects, packed. Objects of a kind are much alike, so that each is kept as what tells it from a sample of
//! its kind: a Deployment of 1,100 bytes takes some 300.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use lz4_flex::block::{compress_with_dict, decompress_with_dict};

use crate::error::{Error, Result};

/// Longest sample that is compared with, in bytes: looking it through costs time for each object.
const SAMPLE: usize = 4096;
/// Texts in a row that gain little before another sample is taken.
const POOR: u32 = 32;

/// A text, packed if that gains something.
#[derive(Clone)]
pub(crate) enum Text {
    Plain(Box<str>),
    Packed {
        bytes: Box<[u8]>,
        /// Length of the text in bytes.
        length: u32,
        sample: Arc<str>,
    },
}

impl Text {
    /// The text itself.
    ///
    /// # Errors
    /// None, unless memory is broken.
    pub(crate) fn read(&self) -> Result<Cow<'_, str>> {
        match self {
            Self::Plain(text) => Ok(Cow::Borrowed(text)),
            Self::Packed {
                bytes,
                length,
                sample,
            } => {
                let length = usize::try_from(*length).unwrap_or(usize::MAX);
                let text = decompress_with_dict(bytes, length, sample.as_bytes())
                    .map_err(|error| Error::message(format!("an object in memory is broken: {error}")))?;
                let text = String::from_utf8(text)
                    .map_err(|error| Error::message(format!("an object in memory is broken: {error}")))?;
                Ok(Cow::Owned(text))
            }
        }
    }
}

/// A sample of each kind of text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples(Arc<Mutex<BTreeMap<Box<str>, Sample>>>);

#[derive(Debug)]
struct Sample {
    text: Arc<str>,
    /// Texts in a row that it has not made much smaller.
    poor: u32,
}

impl Samples {
    /// Packs a text of that kind. The first one becomes the sample, and so does one after many that were not like it.
    pub(crate) fn pack(&self, kind: &str, text: Box<str>) -> Text {
        let Ok(length) = u32::try_from(text.len()) else {
            return Text::Plain(text);
        };
        let sample = self.of(kind, &text);
        let bytes = compress_with_dict(text.as_bytes(), sample.as_bytes());
        let gains = bytes.len() < text.len() / 4 * 3;
        self.note(kind, &sample, gains, &text);
        if !gains {
            return Text::Plain(text);
        }
        Text::Packed {
            bytes: bytes.into_boxed_slice(),
            length,
            sample,
        }
    }

    fn of(&self, kind: &str, text: &str) -> Arc<str> {
        let mut samples = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sample) = samples.get(kind) {
            return Arc::clone(&sample.text);
        }
        let first = Arc::from(head(text));
        let sample = Sample {
            text: Arc::clone(&first),
            poor: 0,
        };
        samples.insert(kind.into(), sample);
        first
    }

    fn note(&self, kind: &str, used: &Arc<str>, gains: bool, text: &str) {
        let mut samples = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(sample) = samples
            .get_mut(kind)
            .filter(|sample| Arc::ptr_eq(&sample.text, used))
        else {
            return;
        };
        sample.poor = if gains { 0 } else { sample.poor + 1 };
        if sample.poor >= POOR {
            (sample.text, sample.poor) = (Arc::from(head(text)), 0);
        }
    }
}

fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(SAMPLE)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: u32) -> Box<str> {
        format!(
            r#"{{"kind":"Deployment","metadata":{{"name":"mc-{number}","uid":"{:032x}"}},"spec":{{"replicas":{},"strategy":{{"type":"RollingUpdate"}},"template":{{"spec":{{"dnsPolicy":"ClusterFirst","restartPolicy":"Always","größe":"ü"}}}}}}}}"#,
            u128::from(number) * 0x9E37_79B9_7F4A_7C15,
            number % 9
        )
        .into()
    }

    fn bytes(text: &Text) -> usize {
        match text {
            Text::Plain(text) => text.len(),
            Text::Packed { bytes, .. } => bytes.len(),
        }
    }

    #[test]
    fn texts_of_a_kind_are_small_and_come_back_as_they_were() {
        let samples = Samples::default();
        for number in 0..100 {
            let packed = samples.pack("Deployment", text(number));
            assert_eq!(packed.read().unwrap(), &*text(number));
            assert!(
                bytes(&packed) * 3 < text(number).len(),
                "{number}: {}",
                bytes(&packed)
            );
        }
    }

    #[test]
    fn what_gains_nothing_is_kept_as_it_is() {
        let samples = Samples::default();
        for plain in ["", "{}", "ü"] {
            let packed = samples.pack("x", plain.into());
            assert!(
                matches!(&packed, Text::Plain(text) if **text == *plain),
                "{plain}"
            );
            assert_eq!(packed.read().unwrap(), plain);
        }
    }

    #[test]
    fn a_sample_that_nothing_is_like_is_replaced() {
        let samples = Samples::default();
        samples.pack("Deployment", "{}".into());
        let packed: Vec<Text> = (0..100)
            .map(|number| samples.pack("Deployment", text(number)))
            .collect();
        assert!(bytes(&packed[0]) > 150);
        assert!(bytes(&packed[99]) < 100, "{}", bytes(&packed[99]));
        assert_eq!(packed[0].read().unwrap(), &*text(0), "earlier ones keep theirs");
    }

    #[test]
    fn long_texts_are_packed_too() {
        let samples = Samples::default();
        let long: String = (0..2000).map(|number| text(number).into_string()).collect();
        for _ in 0..2 {
            let packed = samples.pack("ConfigMap", long.as_str().into());
            assert_eq!(packed.read().unwrap(), long);
            assert!(bytes(&packed) * 2 < long.len());
        }
    }
}

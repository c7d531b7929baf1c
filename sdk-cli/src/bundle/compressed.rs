//! The size that OLM counts: each file compressed, in base64.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Bytes of a file as base64 of its gzip.
///
/// Go's compressor and this one differ by a few bytes.
pub(super) fn size(bytes: &[u8]) -> u64 {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing into memory does not fail; without compression the size would be the largest there is.
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    let length = packed.map_or(bytes.len(), |packed| packed.len());
    base64(u64::try_from(length).unwrap_or(u64::MAX))
}

/// The most that [`size`] can give: data that does not compress is stored in blocks of 64 KiB.
pub(super) fn bound(bytes: u64) -> u64 {
    base64(bytes.saturating_add(bytes / 65_535 * 5).saturating_add(64))
}

fn base64(bytes: u64) -> u64 {
    bytes.div_ceil(3).saturating_mul(4)
}

#[cfg(test)]
mod tests {
    use super::{bound, size};

    #[test]
    fn no_file_is_bigger_than_its_bound() {
        let mut noise = Vec::new();
        let mut state: u32 = 1;
        for _ in 0..300_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            noise.push(state.to_be_bytes()[0]);
        }
        let zeros = vec![0; 100_000];
        for bytes in [&[][..], b"a", &zeros, &noise] {
            let length = u64::try_from(bytes.len()).unwrap();
            assert!(size(bytes) <= bound(length), "{length}");
        }
        assert!(size(&zeros) < 1_000);
    }
}

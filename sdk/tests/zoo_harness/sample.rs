//! Random bytes, the same for the same seed on every machine; and what a written value has lost.

use serde_json::Value;

/// Bytes for one value: the `n`-th of the line of that name.
pub(crate) fn bytes(seed: u64, name: &str, n: u64) -> Vec<u8> {
    let mut state = name
        .bytes()
        .fold(seed.wrapping_mul(31).wrapping_add(n), |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
    let mut next = || {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    // Few bytes make small values, many make big ones.
    let length = [16, 48, 128, 256][usize::try_from(n % 4).unwrap_or_default()];
    (0..length)
        .flat_map(|_| next().to_le_bytes())
        .take(length)
        .collect()
}

/// Where something of what was written is missing or another in what was read; members that were added are
/// not looked at.
pub(crate) fn lost(written: &Value, read: &Value, path: &str) -> Option<String> {
    match (written, read) {
        (Value::Object(written), Value::Object(read)) => {
            written.iter().find_map(|(key, value)| match read.get(key) {
                // Null or nothing: whether that is the same is for serde to say.
                None if value.is_null() => None,
                None => Some(format!("{path}.{key} is gone")),
                Some(read) => lost(value, read, &format!("{path}.{key}")),
            })
        }
        (Value::Array(written), Value::Array(read)) if written.len() == read.len() => written
            .iter()
            .zip(read)
            .enumerate()
            .find_map(|(at, (written, read))| lost(written, read, &format!("{path}[{at}]"))),
        // `1.0` comes back as `1`.
        (Value::Number(written), Value::Number(read)) if written.as_f64() == read.as_f64() => None,
        _ if written == read => None,
        _ => Some(format!("{path} was {written} and is {read}")),
    }
}

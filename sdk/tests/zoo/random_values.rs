//! Random values where the derive alone would make some that JSON cannot say.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Number, Value};

/// A number: JSON has no infinity.
pub(crate) fn number(bytes: &mut Unstructured<'_>) -> Result<f64> {
    let value: f64 = bytes.arbitrary()?;
    let whole: i32 = bytes.arbitrary()?;
    Ok(if value.is_finite() {
        value
    } else {
        f64::from(whole)
    })
}

/// The same in 32 bits.
pub(crate) fn small_number(bytes: &mut Unstructured<'_>) -> Result<f32> {
    let value: f32 = bytes.arbitrary()?;
    let whole: i16 = bytes.arbitrary()?;
    Ok(if value.is_finite() {
        value
    } else {
        f32::from(whole)
    })
}

/// What an integer of the API server holds.
pub(crate) fn up_to_63_bits(bytes: &mut Unstructured<'_>) -> Result<u64> {
    bytes.int_in_range(0..=i64::MAX.unsigned_abs())
}

/// The same, in the width of the machine.
pub(crate) fn size(bytes: &mut Unstructured<'_>) -> Result<usize> {
    bytes.int_in_range(0..=isize::MAX.unsigned_abs())
}

/// Any JSON at all.
pub(crate) fn json(bytes: &mut Unstructured<'_>) -> Result<Value> {
    any(bytes, 3)
}

fn any(bytes: &mut Unstructured<'_>, depth: u8) -> Result<Value> {
    let shapes = if depth == 0 { 5 } else { 7 };
    Ok(match bytes.int_in_range(0..=shapes)? {
        0 => Value::Null,
        1 => Value::Bool(bytes.arbitrary()?),
        2 => Value::from(bytes.arbitrary::<i64>()?),
        3 => Number::from_f64(number(bytes)?).map_or(Value::Null, Value::Number),
        4 | 5 => Value::String(bytes.arbitrary()?),
        6 => {
            let length = bytes.int_in_range(0..=3)?;
            Value::Array(
                (0..length)
                    .map(|_| any(bytes, depth - 1))
                    .collect::<Result<_>>()?,
            )
        }
        _ => Value::Object(members(bytes, depth - 1)?),
    })
}

fn members(bytes: &mut Unstructured<'_>, depth: u8) -> Result<Map<String, Value>> {
    let length = bytes.int_in_range(0..=3)?;
    (0..length)
        .map(|_| Ok((bytes.arbitrary()?, any(bytes, depth)?)))
        .collect()
}

/// Any JSON object.
pub(crate) fn object(bytes: &mut Unstructured<'_>) -> Result<Map<String, Value>> {
    members(bytes, 2)
}

//! Parses and formats quantities for people. Pure text, shared by command line and method files.

use crate::{Sentence, Text, sentence};

/// The reason why a text is not a valid quantity.
///
/// The message quotes the text; `hint` states valid input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// A lowercase fragment that quotes the text.
    pub message: Sentence,
    /// Valid input.
    pub hint: Sentence,
}

impl ParseError {
    /// An error with a message and a hint.
    #[must_use]
    pub fn new(message: impl Into<Sentence>, hint: impl Into<Sentence>) -> Self {
        Self { message: message.into(), hint: hint.into() }
    }
}

/// A decimal number as the user typed it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Number<'a> {
    /// Its value, rounded to 53 bits.
    pub(crate) value: f64,
    pub(crate) digits: &'a str,
}

impl Number<'_> {
    /// `self * factor`, exact for integers and rounded for others; `None` if it does not fit into 63 bits.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range is checked, and a fraction of a byte or nanosecond has no meaning"
    )]
    pub(crate) fn times(self, factor: u64) -> Option<u64> {
        const LARGEST: u64 = i64::MAX as u64;
        if let Ok(whole) = self.digits.parse::<u64>() {
            return whole.checked_mul(factor).filter(|&product| product <= LARGEST);
        }
        let product = (self.value * factor as f64).round();
        (0.0..LARGEST as f64).contains(&product).then_some(product as u64)
    }
}

/// Splits `text` into its leading number and the unit behind it.
///
/// # Errors
///
/// Fails with the message `wrong` if `text` does not begin with a decimal number.
pub(crate) fn split_number<'a>(
    text: &'a str,
    wrong: Text,
    hint: Text,
) -> Result<(Number<'a>, &'a str), ParseError> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    match digits.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((Number { value, digits }, unit.trim())),
        _ => Err(ParseError::new(sentence!(wrong, text), hint)),
    }
}

//! How quantities are written and read by people. Pure text, shared by command line and method files.

/// Why a text is not the quantity it should be.
///
/// The message says what was read; `hint` says what to type instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// A lowercase fragment that names the text.
    pub message: String,
    /// What would have been accepted.
    pub hint: String,
}

impl ParseError {
    /// An error about `text`.
    #[must_use]
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), hint: hint.into() }
    }
}

/// Splits `text` into its leading number and the unit behind it.
///
/// # Errors
///
/// Fails if `text` does not begin with a decimal number.
pub(crate) fn split_number<'a>(
    text: &'a str,
    what: &str,
    hint: &str,
) -> Result<(f64, &'a str), ParseError> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((value, unit.trim())),
        _ => Err(ParseError::new(format!("\"{text}\" is not {what}"), hint)),
    }
}

//! The two patterns that mark the beginning and the end of a boot.

use iogram_model::{sentence, text};
use regex_lite::Regex;

use crate::error::SerialError;

/// The patterns of a boot's first and last line.
#[derive(Debug, Clone)]
pub struct Patterns {
    /// The first line of a boot.
    pub(crate) from: Regex,
    /// The line that ends it.
    pub(crate) to: Regex,
}

impl Patterns {
    /// The boot loader's name, as U-Boot prints it in its first line.
    pub const FROM: &str = "U-Boot";
    /// The prompt of getty and login.
    pub const TO: &str = "login:";

    /// Compiles regular expressions that may match anywhere in a line.
    ///
    /// # Errors
    ///
    /// If one of them is invalid, or matches every line.
    pub fn new(from: &str, to: &str) -> Result<Self, SerialError> {
        Ok(Self { from: expression(from)?, to: expression(to)? })
    }

    /// The pattern of the first line.
    #[must_use]
    pub fn from(&self) -> &str {
        self.from.as_str()
    }

    /// The pattern of the last line.
    #[must_use]
    pub fn to(&self) -> &str {
        self.to.as_str()
    }
}

fn expression(pattern: &str) -> Result<Regex, SerialError> {
    let expression = Regex::new(pattern).map_err(|error| {
        // The library marks the position on lines below the pattern; the last line of its message names the fault.
        let said = error.to_string();
        let why =
            said.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        SerialError::Usage {
            message: sentence!("serial-cannot-use-pattern", pattern, why),
            hint: text!("serial-regular-expression-write-bracket-dot"),
        }
    })?;
    if expression.is_match("") {
        return Err(SerialError::Usage {
            message: sentence!("serial-cannot-use-pattern-matches-every-line", pattern),
            hint: text!("serial-name-words-line-u-boot-login"),
        });
    }
    Ok(expression)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_are_none_are_refused_with_the_reason() {
        for (bad, reason) in [
            ("U-Boot (", "open group without closing"),
            ("", "it matches every line"),
            (".*", "it matches every line"),
        ] {
            let error = Patterns::new(bad, "login:").unwrap_err().to_string();
            assert!(error.contains(bad) && error.contains(reason), "{error}");
            assert!(Patterns::new("U-Boot", bad).is_err());
        }
    }
}

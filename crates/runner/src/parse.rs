//! Parses a custom method file, and tries every step of it once.

use crate::expand::check_everything;
use crate::method::Method;
use crate::source::{MethodError, SourceText};

impl Method {
    /// Parses a method file. Errors show `name` as the file's name.
    ///
    /// # Errors
    ///
    /// Fails at the first place that is not TOML, not in the schema, or cannot be planned: a wrong unit, an unknown
    /// parameter in braces, a default outside its own limits. Also checks the steps and rows whose condition does not
    /// hold by default.
    pub fn parse(name: &str, text: &str) -> Result<Self, MethodError> {
        let method = Self::read(SourceText { name: name.to_owned(), text: text.to_owned() })?;
        check_everything(&method)?;
        Ok(method)
    }
}

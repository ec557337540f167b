//! A method file from outside: read, and every step of it tried once.

use crate::expand::check_everything;
use crate::method::Method;
use crate::source::{MethodError, SourceText};

impl Method {
    /// Reads a method file. `name` is what errors call it.
    ///
    /// # Errors
    ///
    /// Fails at the first place that is not TOML, not in the schema, or cannot be planned: a wrong
    /// unit, an unknown parameter in braces, a default that its own limits refuse. Steps and rows
    /// whose condition does not hold by default are checked too.
    pub fn parse(name: &str, text: &str) -> Result<Self, MethodError> {
        let method = Self::read(SourceText { name: name.to_owned(), text: text.to_owned() })?;
        check_everything(&method)?;
        Ok(method)
    }
}

//! What a reader of numbers is told beside them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;

/// Something the reader of the numbers has to know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// Short stable name, such as `generator-bound`.
    pub code: String,
    /// One sentence with the figures, in English.
    pub message: String,
    /// The same for every language; absent where the sentence is somebody else's, such as an error's, and in records
    /// of versions that kept the sentence alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

impl Warning {
    /// A warning in words of iogram's own.
    #[must_use]
    pub fn new(code: &str, statement: Message) -> Self {
        let message = statement.english();
        Self { code: code.to_owned(), message, statement: Some(statement) }
    }

    /// A warning in somebody else's words: an error's, a method file's.
    #[must_use]
    pub fn quoted(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), statement: None }
    }
}

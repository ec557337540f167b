//! The JSON Schema of method files, for validation and for editors.

use std::sync::LazyLock;

use serde_json::Value;

#[cfg(feature = "schema")]
mod grammar;

/// The JSON Schema of method files, as committed in `methods/method.schema.json`.
///
/// # Panics
///
/// Never: a test compares the committed text with the grammar.
#[must_use]
pub fn method_schema() -> Value {
    #[cfg(feature = "schema")]
    let schema = grammar::method_schema();
    #[cfg(not(feature = "schema"))]
    let schema = serde_json::from_str(include_str!("../../../methods/method.schema.json"))
        .expect("the committed schema is JSON");
    schema
}

/// The schema, parsed once: parsing it takes longer than reading most of the files that it validates.
pub(crate) fn schema_value() -> &'static Value {
    static VALUE: LazyLock<Value> = LazyLock::new(method_schema);
    &VALUE
}

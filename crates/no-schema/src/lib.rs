//! Replaces the derive macro of `schemars` in builds that make no schema from the types.
//!
//! The published schemas are texts in `docs/schema`, and the program shows these texts. Only the tests generate them
//! from the types, with the feature `schema` of each crate, and compare. A default build leaves the generator out,
//! which was a third of the time of compiling `model` (docs/journal/2026-11-28-schemas-are-texts.md).
//!
//! Knows the names of the macro and of its attribute. Must not know their meaning.

use proc_macro::TokenStream;

/// Expands to nothing, and accepts the attribute `schemars`.
#[proc_macro_derive(JsonSchema, attributes(schemars))]
pub fn json_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

//! Texts of a method file that contain `{name}`, and the values of these names.

use std::collections::BTreeMap;

use iogram_model::{sentence, text};

use crate::ratio::Ratio;
use crate::source::{MethodError, SourceText, Span, suggest};

/// A text from a method file, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// The value of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) text: String,
    /// The place of the value, if it comes from the method file.
    pub(crate) span: Option<Span>,
}

/// The names that a text may use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Scope(BTreeMap<String, Bound>);

impl Scope {
    pub(crate) fn bind(&mut self, name: &str, bound: Bound) {
        self.0.insert(name.to_owned(), bound);
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Bound> {
        self.0.get(name)
    }
}

impl Template {
    /// The text with every name replaced, and the place for an error: the inserted value if there is nothing else, or
    /// else this text.
    pub(crate) fn fill(
        &self,
        scope: &Scope,
        source: &SourceText,
    ) -> Result<(String, Span), MethodError> {
        let mut filled = String::new();
        let mut origin = self.span.clone();
        let mut rest = self.text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, after)) = after.split_once('}') else {
                let hint = text!("runner-write-name-parameter");
                return Err(source.error(&self.span, text!("runner-without"), hint));
            };
            if let Some((value, factor)) = name.split_once('*') {
                filled.push_str(&self.product(value.trim(), factor.trim(), scope, source)?);
                rest = after;
                continue;
            }
            let Some(bound) = scope.find(name) else {
                let named = format!("{{{name}}}");
                let message = sentence!("runner-not-name-anything", named);
                let hint = suggest(
                    name,
                    text!("runner-known-names"),
                    scope.0.keys().map(String::as_str),
                );
                return Err(source.error(&self.span, message, hint));
            };
            filled.push_str(&bound.text);
            if let (true, Some(span)) = (self.text == format!("{{{name}}}"), &bound.span) {
                origin = span.clone();
            }
            rest = after;
        }
        filled.push_str(rest);
        Ok((filled, origin))
    }

    /// `{value*factor}`: each of the two is a name or a literal.
    fn product(
        &self,
        value: &str,
        factor: &str,
        scope: &Scope,
        source: &SourceText,
    ) -> Result<String, MethodError> {
        let text = |name| scope.find(name).map_or(name, |bound: &Bound| bound.text.as_str());
        let product = text(factor).parse::<Ratio>().and_then(|ratio| ratio.times(text(value)));
        product.map_err(|cause| source.error(&self.span, cause.message, cause.hint))
    }
}

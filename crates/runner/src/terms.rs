//! Reads the terms of a step: its part of a budget of time, with parameters filled in.

use iogram_model::{Nanos, ParseError, Permille, sentence, text};

use crate::budget::{StepTerms, TermsText};
use crate::expand::Expansion;
use crate::field::{parse_count, parse_word};
use crate::source::MethodError;
use crate::template::Scope;

const ENDS: [(&str, bool); 2] = [("data-lost", true), ("never", false)];

impl Expansion<'_> {
    /// Keeps the terms of the step of this name.
    pub(crate) fn terms(
        &mut self,
        text: Option<&TermsText>,
        name: &str,
        scope: &Scope,
    ) -> Result<(), MethodError> {
        let Some(text) = text else { return Ok(()) };
        let terms = StepTerms {
            step: name.to_owned(),
            priority: self.read(&text.priority, scope, parse_count)?,
            needs: match &text.needs {
                Some(needs) => self.read(needs, scope, str::parse)?,
                None => Nanos(0),
            },
            share: match &text.share {
                Some(share) => self.read(share, scope, parse_share)?,
                None => Permille::ALL,
            },
            ends_on_loss: match &text.ends {
                Some(ends) => self.read(ends, scope, |it| parse_word(it, &ENDS))?,
                None => false,
            },
        };
        self.done.terms.push(terms);
        Ok(())
    }
}

fn parse_share(text: &str) -> Result<Permille, ParseError> {
    let share: Permille = text.parse()?;
    if share.0 == 0 || share > Permille::ALL {
        let message = sentence!("runner-invalid-budget-share", text);
        return Err(ParseError::new(message, text!("runner-write-budget-share")));
    }
    Ok(share)
}

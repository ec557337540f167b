//! The outcome of a stored run, also of a version that stored no outcome.

use crate::analysis::Headline;
use crate::message::{Message, MessageId};
use crate::outcome::{Outcome, OutcomeKind};
use crate::run::{Run, RunState};

impl Outcome {
    /// The stored outcome. If a version stored none, the answer and the state determine it.
    #[must_use]
    pub fn kept(run: &Run) -> Self {
        if let Some(outcome) = &run.outcome {
            return outcome.clone();
        }
        match &run.headline {
            Some(headline) => Self::of_headline(headline, run.state),
            // The oldest records only state whether the run completed, not what stopped a failed one.
            None => match run.state {
                RunState::Completed => {
                    Self::plain(OutcomeKind::Passed, MessageId::NothingMeasured)
                }
                RunState::Failed => Self::plain(OutcomeKind::Failed, MessageId::Broken),
                _ => Self::plain(OutcomeKind::BrokenOff, MessageId::Interrupted),
            },
        }
    }

    fn of_headline(headline: &Headline, state: RunState) -> Self {
        let kind = match OutcomeKind::of_severity(headline.severity) {
            OutcomeKind::Failed => OutcomeKind::Failed,
            _ if state != RunState::Completed => OutcomeKind::BrokenOff,
            kind => kind,
        };
        Self { kind, reason: headline.answer.clone() }
    }

    fn plain(kind: OutcomeKind, id: MessageId) -> Self {
        Self { kind, reason: Message::plain(id) }
    }
}

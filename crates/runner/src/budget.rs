//! A budget of time for a run: which steps get how much of it, and which get none.
//!
//! A step with terms is done if what is left of the budget suffices for it and for every later step that matters more. It ends
//! when it has had its part, so that a run takes no longer than asked and what the drive needs for the requests under way.
//! Knows time alone; must not know what a step finds out.

use iogram_model::{Message, MessageId, Nanos, Permille, Warning, WarningCode};
use toml::de::DeTable;

use crate::document::scalar;
use crate::template::Template;

/// The time that a run may take, and the terms of its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    /// The time; a run takes no longer than this and the requests under way.
    pub time: Nanos,
    /// In the order of the method. Steps without terms are done in any case.
    pub terms: Vec<StepTerms>,
}

/// What a step gets of a budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepTerms {
    /// The name of its cell or probe.
    pub step: String,
    /// 1 matters most: its least time is kept for it while steps that matter less are done.
    pub priority: u32,
    /// With less time it is left out.
    pub needs: Nanos,
    /// It gets no more than this share of the whole budget.
    pub share: Permille,
    /// The run ends after it if it shows that data are lost.
    pub ends_on_loss: bool,
}

/// What a method file says of it, before parameters are filled in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TermsText {
    pub(crate) priority: Template,
    pub(crate) needs: Option<Template>,
    pub(crate) share: Option<Template>,
    pub(crate) ends: Option<Template>,
}

/// The terms of a step; `None` if it has no priority.
pub(crate) fn read_terms(step: &DeTable<'_>) -> Option<TermsText> {
    Some(TermsText {
        priority: scalar(step, "priority")?,
        needs: scalar(step, "needs"),
        share: scalar(step, "share"),
        ends: scalar(step, "ends"),
    })
}

/// What a record says of a step that was left out.
#[must_use]
pub fn left_out_for_time(step: &str, lacks: Nanos) -> Warning {
    let statement = Message::new(MessageId::LeftOutForTime, [step.into(), lacks.into()]);
    Warning::new(WarningCode::LeftOutForTime, statement)
}

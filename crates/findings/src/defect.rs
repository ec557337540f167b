//! Whether a run found its drive failed or fake.

use iogram_model::{DriveDefect, Message, MessageId, Outcome, OutcomeKind, Run};

/// The defect that the run found; `None` if it found none. A drive that is too slow for something is not defective,
/// and one that went away or hung may have been unplugged.
#[must_use]
pub fn defect(run: &Run) -> Option<DriveDefect> {
    let headline = run.headline.as_ref()?;
    if Outcome::kept(run).kind != OutcomeKind::Failed {
        return None;
    }
    let said = std::iter::once(&headline.answer).chain(&headline.details);
    let statement = said.into_iter().find(|it| is_defect(it))?.clone();
    Some(DriveDefect { run: run.id.clone(), statement })
}

const fn is_defect(message: &Message) -> bool {
    matches!(
        message.id,
        MessageId::Counterfeit
            | MessageId::CounterfeitHolds
            | MessageId::CounterfeitUnsized
            | MessageId::WornReadOnly
            | MessageId::Dying
            | MessageId::Damaged
            | MessageId::RequestsFailed
            | MessageId::OtherDataRead
            | MessageId::WrongDataRead
            | MessageId::ImportedErrors
            | MessageId::ImportedFailing
    )
}

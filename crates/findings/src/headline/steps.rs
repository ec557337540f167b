//! Evenness of a drive that is written piece by piece, as opposed to one pass over it.

use iogram_model::{
    Argument, CellRecord, FillProfile, Finding, Message, MessageId, Run, Severity,
};

use super::Statement;
use crate::steps::stepped;

/// For each row of pieces, the mean and the share of the drive far below it.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let profiles = || {
        findings.iter().filter_map(|finding| match finding {
            Finding::FillProfile(profile) => Some(profile),
            _ => None,
        })
    };
    let pieces = stepped(&run.cells);
    let is_of_pieces =
        |profile: &FillProfile| pieces.iter().any(|group| group[0].name == profile.cell);
    let whole = profiles().find(|profile| !is_of_pieces(profile));
    let of_group = |group: &Vec<&CellRecord>| {
        let profile = profiles().find(|profile| profile.cell == group[0].name)?;
        Some(statement(group.len() as u64, profile, whole))
    };
    pieces.iter().filter_map(of_group).collect()
}

fn statement(count: u64, pieces: &FillProfile, whole: Option<&FillProfile>) -> Statement {
    let values = |profile: &FillProfile| {
        let mean = Argument::BytesPerS(profile.mean_bytes_per_s);
        [mean, Argument::Ratio(profile.below_half_mean_ratio)]
    };
    let [mean, share] = values(pieces);
    let message = match whole.map(values) {
        Some([whole, of_whole]) => Message::new(
            MessageId::FilledBothWays,
            [Argument::Count(count), mean, share, whole, of_whole],
        ),
        None => Message::new(MessageId::FilledInSteps, [Argument::Count(count), mean, share]),
    };
    Statement::new(Severity::Good, message)
}

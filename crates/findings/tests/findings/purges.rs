//! The evidence for the result of a purge.

use iogram_findings::analyse;
use iogram_model::{
    MessageId, PurgeAttempt, PurgeCheck, PurgeMethod, PurgeOutcome, PurgeRecord, PurgeState,
    PurgeValue, Run,
};

use crate::common::run;

#[test]
fn a_purge_is_confirmed_by_samples_that_could_have_told_otherwise() {
    let check = PurgeCheck {
        promised: None,
        sample_count: 64,
        zeros_count: 64,
        ones_count: 0,
        unchanged_count: 0,
        empty_before_count: Some(64),
    };
    let answer = |check: PurgeCheck| {
        let attempt = PurgeAttempt {
            method: PurgeMethod::Discard,
            outcome: PurgeOutcome::Done,
            message: None,
            statement: None,
            elapsed_ns: 1,
            check: Some(check),
        };
        let state = PurgeState::Purged;
        let attempts = vec![attempt];
        let purge = PurgeRecord { cells_before_count: 0, state, attempts, elapsed_ns: 1 };
        analyse(&Run { purges: vec![purge], ..run("S1", Vec::new()) }).headline.answer.id
    };
    assert_eq!(answer(check), MessageId::PurgedUnseen);
    let held = PurgeCheck { empty_before_count: Some(63), ..check };
    assert_eq!(answer(held), MessageId::Purged);
    let promised = PurgeCheck { promised: Some(PurgeValue::Zeros), ..check };
    assert_eq!(answer(promised), MessageId::Purged);
    // An older record has no further evidence.
    assert_eq!(answer(PurgeCheck { empty_before_count: None, ..check }), MessageId::Purged);
}

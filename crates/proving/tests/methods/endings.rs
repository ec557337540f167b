//! Methods that end otherwise than planned, on drives that vanish, hang, wear out or never settle: a named state, all
//! earlier results, and an answer that states the remaining meaning of the figures.

use iogram_model::{
    CellState, Finding, Headline, MessageId, Nanos, Recovery, Run, RunState, Severity,
    SteadyState, Verdict,
};
use iogram_sim::{FaultEvent, FaultSpec, SimSpec, Time, Trigger};

use crate::recovery::CACHED;
use crate::rounds::noisy;
use crate::runs::measured;

fn with_fault(spec: &SimSpec, at_ns: u64, event: FaultEvent) -> SimSpec {
    let fault = FaultSpec { after: Trigger::Time(Time(Nanos(at_ns))), event };
    SimSpec { faults: vec![fault], ..spec.clone() }
}

fn answer(run: &Run) -> &Headline {
    run.headline.as_ref().unwrap()
}

fn recovery(run: &Run) -> Option<&Recovery> {
    run.findings.iter().find_map(|finding| match finding {
        Finding::Recovery(recovery) => Some(recovery),
        _ => None,
    })
}

fn steady(run: &Run) -> Option<&SteadyState> {
    run.findings.iter().find_map(|finding| match finding {
        Finding::SteadyState(state) => Some(state),
        _ => None,
    })
}

const XSR: [(&str, &str); 3] = [("time", "4s"), ("stimulus", "4s"), ("depth", "4")];

#[test]
fn a_drive_that_does_not_come_back_is_said_not_to_with_what_it_reached() {
    let run = measured(&SimSpec::parse(CACHED).unwrap(), 1, "xsr", &XSR);
    assert_eq!((run.state, run.cells.len()), (RunState::Completed, 3));
    let found = recovery(&run).unwrap();
    assert_eq!(found.recovered_after_ns, None, "{found:?}");
    assert!(found.gain_ratio.unwrap() < 0.9, "{found:?}");
    assert!(found.elapsed_ns.abs_diff(4_000_000_000) < 200_000_000, "{found:?}");
    let said = answer(&run);
    assert_eq!((said.answer.id, said.severity), (MessageId::NotBack, Severity::Caution));
}

/// A fault in the middle of the last part, the state of the cell, and the answer.
fn in_the_last_part() -> [(FaultEvent, CellState, MessageId); 3] {
    [
        (FaultEvent::Vanish, CellState::Vanished, MessageId::Vanished),
        (FaultEvent::ReadOnly, CellState::ReadOnly, MessageId::RequestsFailed),
        (
            FaultEvent::Stall(Time(Nanos(1_200_000_000_000))),
            CellState::Stalled,
            MessageId::Hung,
        ),
    ]
}

#[test]
fn a_drive_that_is_gone_before_it_could_come_back_leaves_everything_before() {
    let spec = SimSpec::parse(CACHED).unwrap();
    let whole = measured(&spec, 1, "xsr", &XSR);
    for (event, state, id) in in_the_last_part() {
        // A second after the last part began.
        let at_ns = whole.cells[2].started_ns + 1_000_000_000;
        let run = measured(&with_fault(&spec, at_ns, event), 1, "xsr", &XSR);
        assert_eq!((run.state, run.cells.len()), (RunState::Failed, 3), "{state:?}");
        let [before, stimulus, after] = run.cells.as_slice() else { unreachable!() };
        // The earlier results equal those of a drive without the fault.
        assert_eq!([before, stimulus], [&whole.cells[0], &whole.cells[1]], "{state:?}");
        assert_eq!(after.state, state);
        let written = after.operations.write.as_ref().unwrap();
        assert!(written.count > 0 && after.elapsed_ns >= 900_000_000, "{state:?}: {after:?}");
        // A part that did not run gives no conclusions.
        assert_eq!(recovery(&run), None, "{state:?}");
        let said = answer(&run);
        assert_eq!((said.answer.id, said.severity), (id, Severity::Failed), "{said:?}");
        // The meaning of the figures of the earlier parts.
        assert!(said.details.iter().any(|it| it.id == MessageId::SpeedWrite), "{said:?}");
    }
}

#[test]
fn a_drive_that_is_unplugged_in_round_17_leaves_sixteen_rounds_and_their_last_window() {
    // Never within a range of 0 around the mean: all 25 rounds run.
    let settings = [("round", "1s"), ("rounds", "25"), ("range", "0%")];
    let whole = measured(&noisy(), 1, "steady-cssd", &settings);
    assert_eq!(steady(&whole).unwrap().rounds_count, 25);
    // One cell each, and others after them.
    let seventeenth = &whole.cells[16];
    let spec = with_fault(&noisy(), seventeenth.started_ns + 500_000_000, FaultEvent::Vanish);
    let run = measured(&spec, 1, "steady-cssd", &settings);
    assert_eq!((run.state, run.cells.len()), (RunState::Failed, 17));
    let (last, kept) = run.cells.split_last().unwrap();
    assert_eq!(last.state, CellState::Vanished);
    assert_eq!(kept, &whole.cells[..16], "sixteen rounds are as they were");
    // Neither steady nor unsteady: the rounds ended early, and the last window is there.
    let found = steady(&run).unwrap();
    assert_eq!((found.verdict, found.rounds_count), (Verdict::Unknown, 16), "{found:?}");
    assert_eq!((found.window_count, found.cells[0].values().len()), (5, 16), "{found:?}");
    let said = answer(&run);
    assert_eq!((said.answer.id, said.severity), (MessageId::Vanished, Severity::Failed));
}

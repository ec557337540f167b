//! If all runs stall, the comparison distinguishes them by their other differences.

use iogram_findings::{Side, analysed, compare_sides};
use iogram_model::{Headline, MessageId, OpKind, Run};

use crate::common::{cell, run, with};

/// A run at this rate; with stalls, one request in ten takes seconds.
fn one(rate: f64, stalls: bool) -> (Run, String) {
    let mut cells = Vec::new();
    for (repeat, share) in (0..).zip([1.0, 1.001, 0.999]) {
        let mut cell = with(cell("write"), OpKind::Write, 10_000, 1_000_000_000);
        cell.repeat = repeat;
        if let Some(write) = &mut cell.operations.write {
            (write.bytes_per_s, write.iops) = (rate * 1e6 * share, rate * 100.0 * share);
            if stalls {
                write.latency_ns.p90 = Some(3_000_000_000);
            }
        }
        cells.push(cell);
    }
    (analysed(run("1", cells)), "drive".to_owned())
}

fn compared(base: [bool; 3], other: [bool; 3], factor: f64) -> Headline {
    let side = |stalls: [bool; 3], rate: f64| -> Side {
        stalls
            .into_iter()
            .zip([1.0, 1.002, 0.998])
            .map(|(it, own)| one(rate * own, it))
            .collect()
    };
    let sides = [side(base, 100.0), side(other, 100.0 * factor)];
    compare_sides(&sides).headline.unwrap()
}

fn says_stalls(headline: &Headline) -> bool {
    headline.details.iter().any(|it| it.id == MessageId::RunsStall)
}

#[test]
fn where_every_run_stalls_the_first_line_says_which_drive_is_slower() {
    let (all, one) = ([true; 3], [false, false, true]);
    let slower = compared(all, all, 0.8);
    assert_eq!(slower.answer.id, MessageId::ComparedWorse, "{slower:?}");
    assert!(says_stalls(&slower), "{slower:?}");
    // A shortcoming of one side distinguishes the sides; one of both sides is the answer only without another
    // difference.
    for headline in
        [compared([false; 3], one, 0.8), compared(all, one, 0.8), compared(all, all, 1.0)]
    {
        assert_eq!(headline.answer.id, MessageId::RunsStall, "{headline:?}");
    }
}

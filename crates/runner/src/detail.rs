//! Time resolution of the cells of rounds: days of rounds are thousands of cells, and nobody looks at each tenth of a
//! second of them.

use iogram_engine::{lengthen_rows, thin_samples};
use iogram_model::{CellRecord, Nanos};

use crate::planned::{Plan, PlannedStep};

/// Cells of rounds that take longer than this get longer rows. Arbitrary: 26 MB of text.
const FINE_MAX: Nanos = Nanos(20_000 * Nanos::SECOND.0);
/// The most rows that all cells of such rounds keep together. Arbitrary: 4 MB of text, and as much of the drive's
/// health samples.
const ROWS_MAX: u64 = 30_000;

/// Length of the rows of cells that belong to rounds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Detail {
    /// `None` keeps the engine's rows.
    row: Option<Nanos>,
}

impl Detail {
    /// For a plan with all its rounds, including those that may not be needed.
    pub(crate) fn of(plan: &Plan) -> Self {
        let times = plan.steps.iter().filter_map(|step| match step {
            PlannedStep::Measure(cell) if plan.is_in_rounds(&cell.name) => {
                cell.workload.stop.time
            }
            _ => None,
        });
        let all_ns: u64 = times.map(|time| time.0).fold(0, u64::saturating_add);
        let rows_of = |length: Nanos| all_ns / length.0;
        let lengths = (0..u64::BITS / 2).map(|power| Nanos(Nanos::SECOND.0 << power));
        let row = lengths.into_iter().find(|length| rows_of(*length) <= ROWS_MAX);
        Self { row: row.filter(|_| all_ns > FINE_MAX.0) }
    }

    /// Lengthens the rows of a cell's record. Sums, percentiles, extremes and slowest seconds stay as they are.
    pub(crate) fn apply(self, plan: &Plan, record: &mut CellRecord) {
        let Some(row) = self.row.filter(|_| plan.is_in_rounds(&record.name)) else { return };
        lengthen_rows(&mut record.series, row);
        if let Some(health) = &mut record.health {
            thin_samples(&mut health.samples, row);
        }
    }
}

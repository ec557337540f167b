//! How finely the cells of rounds are told: rounds of days are thousands of cells, and nobody looks at each tenth of a second
//! of them.

use iogram_engine::{lengthen_rows, thin_samples};
use iogram_model::{CellRecord, Nanos};

use crate::planned::{Plan, PlannedStep};

/// Rounds that take longer than this are told in longer rows. Arbitrary: 26 MB of text.
const FINE_MAX: Nanos = Nanos(20_000 * Nanos::SECOND.0);
/// At most so many rows are left of all cells of rounds then. Arbitrary: 4 MB of text, and as much of what a drive told.
const ROWS_MAX: u64 = 30_000;

/// Length of the rows of cells that belong to rounds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Detail {
    /// `None` keeps what the engine tells.
    row: Option<Nanos>,
}

impl Detail {
    /// Of a plan with all its rounds, whether they will be needed or not.
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

    /// What is kept of the record of a cell. Sums, percentiles, extremes and slowest seconds stay as they are.
    pub(crate) fn apply(self, plan: &Plan, record: &mut CellRecord) {
        let Some(row) = self.row.filter(|_| plan.is_in_rounds(&record.name)) else { return };
        lengthen_rows(&mut record.series, row);
        if let Some(health) = &mut record.health {
            thin_samples(&mut health.samples, row);
        }
    }
}

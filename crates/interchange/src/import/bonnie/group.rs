//! Groups the rows of bonnie++'s tables and lines of values by run, and finds the runs that are complete.

use super::{Report, is_same_name};
use crate::Imported;

/// Number of reports before the current group at which they are ended. Arbitrary: a report takes many times the
/// memory of its line.
const HELD_MAX: usize = 16;

/// The rows of a table of rates, and those of the table of files below it: with several machines, both tables have
/// the same order.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// Index of the first report of the table of rates.
    pub(super) from: usize,
    /// Index of the first report of the table of files, while its number of rows is unknown.
    files: Option<usize>,
}

impl Group {
    /// Begins a table; returns whether it needs a new report.
    pub(super) fn begin(&mut self, is_files: bool, found: &mut Vec<Report>) -> bool {
        self.join(found);
        // Each run has one row of files.
        let current = found.get(self.from..).unwrap_or_default();
        if is_files && current.iter().any(Report::has_files) {
            self.from = found.len();
        }
        let count = found.len().saturating_sub(self.from);
        if !is_files {
            self.from = found.len();
        } else if count > 1 {
            self.files = Some(found.len());
        }
        !is_files || count != 1
    }

    /// Ends the complete reports: all before the group's except the last, which a line of values may follow.
    pub(super) fn settle(&mut self, found: &mut Vec<Report>, done: &mut Vec<Imported>) {
        if self.files.is_none() && self.from > HELD_MAX {
            let settled = self.from.saturating_sub(1).min(found.len());
            done.extend(found.drain(..settled).filter_map(Report::end));
            self.from = self.from.saturating_sub(settled);
        }
    }

    /// Assigns the rows to the machines if there are as many rows as machines; otherwise the assignment is unknown.
    pub(super) fn join(&mut self, found: &mut Vec<Report>) {
        let Some(files) = self.files.take() else { return };
        let rows = found.split_off(files.min(found.len()));
        let machines = found.get_mut(self.from..).unwrap_or_default();
        let agrees =
            |(machine, row): (&Report, &Report)| is_same_name(&machine.host, &row.host);
        if rows.len() == machines.len() && machines.iter().zip(&rows).all(agrees) {
            for (machine, row) in machines.iter_mut().zip(rows) {
                machine.files = row.files;
                machine.per_file = row.per_file;
                machine.file_latency = row.file_latency;
            }
        } else {
            found.extend(rows);
        }
        self.from = found.len();
    }
}

//! Reports a session's events on standard error.

use std::sync::Arc;

use iogram_engine::Control;
use iogram_model::{CellRecord, ProbeRecord, PurgeRecord, Run, Sentence, sentence};
use iogram_report::{statement_text, warning_text};
use iogram_runner::PlannedStep;
use iogram_session::{
    Notice, PlannedRun, ResumeStart, SessionFollower, TimeBase, put_back_statement, with_causes,
};

use crate::announcement;
use crate::output;
use crate::progress::Progress;

/// Shows a run during the measurement.
pub(crate) struct TerminalFollower {
    /// `None` until the target is open.
    progress: Option<Progress>,
    control: Arc<Control>,
    is_quiet: bool,
}

impl TerminalFollower {
    pub(crate) fn new(control: &Arc<Control>, is_quiet: bool) -> Self {
        Self { progress: None, control: Arc::clone(control), is_quiet }
    }
}

impl SessionFollower for TerminalFollower {
    fn opened(
        &mut self,
        job: &PlannedRun,
        run: &Run,
        resumed: Option<&ResumeStart>,
        clock: TimeBase,
    ) {
        match resumed {
            _ if self.is_quiet => {}
            None => announcement::of_run(run, job, clock),
            Some(start) => announcement::of_resumed(run, start),
        }
        let target = (job.target.kind, clock);
        let mut progress = Progress::new((&job.plan, &job.expected), target, self.is_quiet);
        if resumed.is_some() {
            progress.go_on_after(run.cells.len());
        }
        self.progress = Some(progress);
    }

    fn restoring(&mut self, step: &PlannedStep) {
        if let Some(progress) = &mut self.progress {
            progress.restoring(step, &self.control);
        }
    }

    fn step_started(&mut self, index: usize, step: &PlannedStep) {
        if let Some(progress) = &mut self.progress {
            progress.step(index, step, &self.control);
        }
    }

    fn purge_finished(&mut self, record: &PurgeRecord) {
        if let Some(progress) = &mut self.progress {
            progress.purge(record);
        }
    }

    fn probe_finished(&mut self, record: &ProbeRecord) {
        if let Some(progress) = &mut self.progress {
            progress.probe(record);
        }
    }

    fn cell_repeated(&mut self, record: &CellRecord) {
        if let Some(progress) = &mut self.progress {
            progress.repeated(record);
        }
    }

    fn cell_finished(&mut self, record: &CellRecord) {
        if let Some(progress) = &mut self.progress {
            progress.cell(record);
        }
    }

    fn steps_ended(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.finish();
        }
    }

    fn noticed(&mut self, notice: Notice<'_>) {
        if let Some(text) = notice_words(&notice, self.is_quiet) {
            output::talk(text);
        }
    }
}

/// An event beside the measurement, in words; `None` for one that quiet mode hides.
pub(crate) fn notice_words(notice: &Notice<'_>, is_quiet: bool) -> Option<Sentence> {
    let locale = output::locale();
    Some(match notice {
        Notice::StoreCaughtUp if is_quiet => return None,
        Notice::StoreCaughtUp => {
            sentence!("cli-store-takes-measured-again-nothing-missing")
        }
        Notice::StoreBehind(error) => sentence!(
            "cli-warning-measured-stays-memory-kept-later",
            why: with_causes(*error)
        ),
        Notice::WaitsForTurn(count) => {
            sentence!("cli-waits-until-another-done-simulated-drives", count)
        }
        Notice::StoreHeld => sentence!("cli-waiting-store-another-program-holds"),
        Notice::PutBack(done) => statement_text(&put_back_statement(*done), &locale).into(),
        Notice::Warning(warning) => {
            sentence!("cli-warning", what = warning_text(warning, &locale))
        }
        _ => return None,
    })
}

//! What a session does, told on standard error.

use std::sync::Arc;

use iogram_engine::Control;
use iogram_model::{CellRecord, ProbeRecord, PurgeRecord, Run, Sentence, sentence};
use iogram_report::statement_text;
use iogram_runner::PlannedStep;
use iogram_session::{
    Notice, PlannedRun, ResumeStart, SessionObserver, TimeBase, put_back_statement, with_causes,
};

use crate::announcement;
use crate::output;
use crate::progress::Progress;

/// Shows a run while it is measured.
pub(crate) struct TerminalObserver {
    /// `None` until the target is open.
    progress: Option<Progress>,
    control: Arc<Control>,
    is_quiet: bool,
}

impl TerminalObserver {
    pub(crate) fn new(control: &Arc<Control>, is_quiet: bool) -> Self {
        Self { progress: None, control: Arc::clone(control), is_quiet }
    }
}

impl SessionObserver for TerminalObserver {
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
        let locale = output::locale();
        let text: Sentence = match notice {
            Notice::StoreCaughtUp if self.is_quiet => return,
            Notice::StoreCaughtUp => {
                "the store takes what is measured again; nothing is missing".into()
            }
            Notice::StoreBehind(error) => sentence!(
                "warning: {why}; what is measured stays in memory and is kept later",
                why: with_causes(error)
            ),
            Notice::StoreHeld => "waiting for the store, which another program holds".into(),
            Notice::PutBack(done) => statement_text(&put_back_statement(done), &locale).into(),
            Notice::Warning(message) => sentence!("warning: {what}", what = message),
            _ => return,
        };
        output::talk(text);
    }
}

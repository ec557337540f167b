//! Messages before a run begins or continues.

use iogram_model::{Bytes, Run, Sentence, sentence, text};
use iogram_runner::{PlannedStep, ProbeKind};
use iogram_session::{PlannedRun, ResumeStart, TimeBase};

use crate::output;
use crate::progress;
use iogram_report::warning_text;

/// Announces the measurement and its duration before it begins.
pub(crate) fn of_run(run: &Run, job: &PlannedRun, clock: TimeBase) {
    let (target, plan) = (&run.target, &job.plan);
    let drive = [target.drive.clone(), target.model.clone(), target.link.clone()];
    let drive: Vec<String> = drive.into_iter().flatten().collect();
    let place = match drive.as_slice() {
        [] => target.name.clone(),
        drive => format!("{} ({})", target.name, drive.join(", ")),
    };
    let time = progress::duration(plan, &job.expected);
    // The duration of a probe depends on its findings.
    let has_probe = plan.steps.iter().any(|step| matches!(step, PlannedStep::Probe(_)));
    let locale = output::locale();
    let title = locale.method_title(&run.method);
    let begins = match clock {
        _ if has_probe => text!("cli-on", title, place),
        TimeBase::Host => text!("cli-takes", title, place, time),
        TimeBase::Virtual => {
            text!("cli-simulated-drive-time-takes", title, place, time)
        }
    };
    output::talk(sentence!(begins, title, place, time: time));
    for warning in &run.warnings {
        output::talk(sentence!("cli-warning", what = warning_text(warning, &locale)));
    }
    // Shown only here: a record may be published, and this message contains a serial number.
    if let (Some(shown), false) = (job.target.unconfirmed(), plan.left_out.is_empty()) {
        let typed = shown.typed_name.quoted();
        output::talk(sentence!("cli-hint-destroy-destroy", typed));
    }
    if let Some(capacity) = job.target.facts.capacity {
        plan.steps.iter().filter_map(|step| capacity_words(step, capacity)).for_each(|words| {
            output::talk(words);
        });
    }
    if let Some((journals, _)) = &job.target.permission.places {
        let journals = journals.display();
        output::talk(sentence!("cli-overwritten-saved-put-back", journals));
    }
    if let Some((size, journals)) = &job.target.permission.borrow {
        let journals = journals.display();
        output::talk(sentence!("cli-first-borrowed-blocks", size, journals));
    }
}

/// The writes of a capacity test.
fn capacity_words(step: &PlannedStep, capacity: Bytes) -> Option<Sentence> {
    let PlannedStep::Probe(probe) = step else { return None };
    let ProbeKind::Capacity(settings) = &probe.kind else { return None };
    let most = settings.most_written(capacity);
    if settings.is_full {
        return Some(sentence!("cli-writes-reads-all", size = most.both()));
    }
    let cache = settings.cache_to_rule_out(capacity);
    Some(sentence!("cli-genuine-drive-written-most-rule-out", size = most.both(), cache))
}

/// Announces where the run continues, which work is repeated and which is lost, before anything is done.
pub(crate) fn of_resumed(run: &Run, start: &ResumeStart) {
    let Some(resume) = run.resumes.last() else { return };
    let id = &run.id;
    output::talk(match (&start.beginning.broken_off, resume.cells_before_count) {
        (Some(probe), _) => {
            sentence!("cli-run-goes-probe-where-broken-off", id, probe = probe.name)
        }
        (None, 0) if run.probes.is_empty() => {
            sentence!("cli-run-begins-anew-nothing-finished", id)
        }
        (None, 0) => sentence!("cli-run-goes-after-finished-probes", id),
        (None, 1) => sentence!("cli-run-goes-after-first-cell", id),
        (None, count) => sentence!("cli-run-goes-after-finished-cells", id, count),
    });
    if !resume.repeated.is_empty() {
        output::talk(sentence!("cli-done-once-more", repeated = resume.repeated.join(", ")));
    }
    if !resume.lost.is_empty() {
        output::talk(sentence!("cli-cannot-brought-back", lost = resume.lost.join("; ")));
    }
}

//! What is said before a run begins or goes on.

use iogram_model::{Bytes, Run};
use iogram_runner::{PlannedStep, ProbeKind};
use iogram_session::{Job, ResumeStart, TimeBase};

use crate::output;
use crate::progress;
use iogram_report::warning_text;

/// What is measured and how long it takes, before it begins.
pub(crate) fn of_run(run: &Run, job: &Job, clock: TimeBase) {
    let (target, plan) = (&run.target, &job.plan);
    let drive = [target.drive.clone(), target.model.clone(), target.link.clone()];
    let drive: Vec<String> = drive.into_iter().flatten().collect();
    let drive =
        if drive.is_empty() { String::new() } else { format!(" ({})", drive.join(", ")) };
    let time = progress::duration(plan, &job.expected);
    // How long a probe takes depends on what it finds.
    let has_probe = plan.steps.iter().any(|step| matches!(step, PlannedStep::Probe(_)));
    let of_whom = match clock {
        TimeBase::Host => "",
        TimeBase::Virtual => " of the simulated drive's time",
    };
    let title = &run.method.title;
    let takes = if has_probe { String::new() } else { format!("; takes {time}{of_whom}") };
    output::talk(&format!("{title} on {}{drive}{takes}", target.name));
    let locale = output::locale();
    for warning in &run.warnings {
        output::talk(&format!("warning: {}", warning_text(warning, &locale)));
    }
    // Said here alone: a record may be published, and a serial number is in it.
    if let (Some(shown), false) = (job.target.unconfirmed(), plan.left_out.is_empty()) {
        let typed = shown.typed_name.quoted();
        output::talk(&format!("hint: to destroy what is on it: --destroy {typed}"));
    }
    if let Some(capacity) = job.target.facts.capacity {
        plan.steps.iter().filter_map(|step| capacity_words(step, capacity)).for_each(|words| {
            output::talk(&words);
        });
    }
    if let Some((journals, _)) = &job.target.permission.places {
        let journals = journals.display();
        output::talk(&format!("what is overwritten is saved in {journals} and put back"));
    }
    if let Some((size, journals)) = &job.target.permission.borrow {
        let journals = journals.display();
        output::talk(&format!("the first {size} are borrowed; their blocks are in {journals}"));
    }
}

/// What trying the capacity writes.
fn capacity_words(step: &PlannedStep, capacity: Bytes) -> Option<String> {
    let PlannedStep::Probe(probe) = step else { return None };
    let ProbeKind::Capacity(settings) = &probe.kind else { return None };
    let most = settings.most_written(capacity);
    if settings.is_full {
        return Some(format!("writes and reads all {}", most.both()));
    }
    let cache = settings.cache_to_rule_out(capacity);
    Some(format!(
        "a genuine drive is written at most {}, to rule out caches up to {cache}",
        most.both()
    ))
}

/// Where the run goes on, what is done again for it and what is lost, before anything is done.
pub(crate) fn of_resumed(run: &Run, start: &ResumeStart) {
    let Some(resume) = run.resumes.last() else { return };
    let place = match (&start.beginning.broken_off, resume.cells_before_count) {
        (Some(probe), _) => {
            format!("goes on with the probe {} where it was broken off", probe.name)
        }
        (None, 0) if run.probes.is_empty() => {
            "begins anew: nothing of it was finished".to_owned()
        }
        (None, 0) => "goes on after its finished probes".to_owned(),
        (None, 1) => "goes on after its first cell".to_owned(),
        (None, count) => format!("goes on after {count} finished cells"),
    };
    output::talk(&format!("run {} {place}", run.id));
    if !resume.repeated.is_empty() {
        output::talk(&format!("done once more: {}", resume.repeated.join(", ")));
    }
    if !resume.lost.is_empty() {
        output::talk(&format!("cannot be brought back: {}", resume.lost.join("; ")));
    }
}

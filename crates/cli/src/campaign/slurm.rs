//! Slurm: queues, queries and cancels arrays. Slurm does everything in between.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, ExitCode, Stdio};

use iogram_campaign::{
    Campaign, EngineKind, Plan, TaskState, array_max, arrays, scripts, task_states,
};
use iogram_model::{sentence, text};

use super::look::said;
use super::{Submission, keep};
use crate::args::CampaignSubmitArgs;
use crate::failure::Failure;
use crate::output;

/// Queues the rest of a campaign.
pub(super) fn submit(
    campaign: &Campaign,
    plan: &Plan,
    arguments: &CampaignSubmitArgs,
) -> Result<ExitCode, Failure> {
    let config = said(&["scontrol", "show", "config"].map(str::to_owned));
    let config = if arguments.dry_run { config.unwrap_or_default() } else { config? };
    let mut submission =
        Submission { engine: EngineKind::Slurm, arrays: Vec::new(), process: None };
    let all = arrays(plan, array_max(&config));
    for array in &all {
        let (words, script) = scripts(plan, &campaign.slurm, array);
        if arguments.dry_run {
            output::data(&format!("# sbatch {}\n{script}\n", words.join(" ")))?;
            continue;
        }
        let job = queue(&words, &script);
        if let (Err(_), false) = (&job, submission.arrays.is_empty()) {
            output::talk(text!("cli-queued-until-stays-iogram-campaign-cancel"));
        }
        submission.arrays.push((job?, array.tasks.clone()));
        // Store the submission at once: a job in the queue is known whatever happens to the next one.
        keep(plan, &submission)?;
    }
    if arguments.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let jobs: Vec<String> = submission.arrays.iter().map(|(job, _)| job.to_string()).collect();
    output::talk(sentence!(
        "cli-campaign-tasks-queued-array-jobs",
        id = plan.id,
        tasks = plan.tasks.len(),
        arrays = jobs.len(),
        jobs = jobs.join(", ")
    ));
    output::talk(sentence!(
        "cli-hint",
        hint = format!("iogram campaign status {}", arguments.file.display())
    ));
    Ok(ExitCode::SUCCESS)
}

/// Passes a script to `sbatch`; returns the number of its job.
fn queue(words: &[String], script: &str) -> Result<u64, Failure> {
    let failed = |why: String| {
        Failure::environment(
            sentence!("cli-cannot-queue-tasks-sbatch", why),
            text!("cli-see-whether-slurm-answers-sinfo-campaign"),
        )
    };
    let mut sbatch = Command::new("sbatch");
    sbatch.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = sbatch.spawn().map_err(|error| failed(error.to_string()))?;
    if let Some(mut input) = child.stdin.take() {
        // An sbatch that rejects its options does not read the script; its message is reported below.
        input.write_all(script.as_bytes()).ok();
    }
    let told = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    let printed = String::from_utf8_lossy(&told.stdout);
    // "JOB" or "JOB;CLUSTER". Source: sbatch(1), --parsable.
    let job = printed.trim().split(';').next().and_then(|job| job.parse().ok());
    match job.filter(|_| told.status.success()) {
        Some(job) => Ok(job),
        None => {
            let why = String::from_utf8_lossy(&told.stderr);
            Err(failed(iogram_model::shown(why.trim()).into_owned()))
        }
    }
}

/// Slurm's state of each task.
pub(super) fn states(submission: &Submission) -> Result<BTreeMap<usize, TaskState>, Failure> {
    let jobs: Vec<String> = submission.arrays.iter().map(|(job, _)| job.to_string()).collect();
    let jobs = jobs.join(",");
    let squeue = ["squeue", "-h", "-r", "-t", "all", "-o", "%F|%K|%T|%N|%r", "-j", &jobs];
    let mut known = match said(&squeue.map(str::to_owned)) {
        Ok(told) => task_states(&told),
        // Slurm forgets jobs minutes after their end, and then calls them invalid.
        Err(failure) if failure.message.to_string().contains("Invalid job id") => {
            BTreeMap::new()
        }
        Err(failure) => return Err(failure),
    };
    let count: usize = submission.arrays.iter().map(|(_, tasks)| tasks.len()).sum();
    if known.len() < count {
        let format = "--format=JobID%40,State,ExitCode,NodeList";
        let sacct = ["sacct", "-n", "-P", "-X", "-j", &jobs, format];
        // Without accounting Slurm knows nothing, so the stored runs decide.
        if let Ok(told) = said(&sacct.map(str::to_owned)) {
            for (task, state) in task_states(&told) {
                known.entry(task).or_insert(state);
            }
        }
    }
    let mut states = BTreeMap::new();
    for (job, tasks) in &submission.arrays {
        for (place, task) in tasks.iter().enumerate() {
            let state = known.get(&(*job, place)).cloned().unwrap_or_default();
            states.insert(*task, state);
        }
    }
    Ok(states)
}

/// Whether Slurm still has work of it.
pub(super) fn is_under_way(submission: &Submission) -> Result<bool, Failure> {
    if submission.engine != EngineKind::Slurm {
        return Ok(false);
    }
    Ok(states(submission)?.values().any(|state| !state.is_over()))
}

/// Cancels everything that is queued or runs; returns whether there was anything.
pub(super) fn cancel(submission: &Submission) -> Result<bool, Failure> {
    let was_under_way = is_under_way(submission)?;
    let mut words = vec!["scancel".to_owned()];
    words.extend(submission.arrays.iter().map(|(job, _)| job.to_string()));
    if was_under_way {
        said(&words)?;
    }
    Ok(was_under_way)
}

//! Commands for Slurm, and its replies. Tested with Slurm 22.05.8.
//!
//! Tasks of one array share their requirements, so drives at different places need different arrays. The script
//! contains the plan of its tasks: the nodes need no common file system.
//!
//! Source: sbatch(1), squeue(1), sacct(1), scontrol(1); slurm.conf(5), `MaxArraySize`.

use std::collections::BTreeMap;

use crate::file::{Place, Slurm};
use crate::plan::Plan;
use crate::state::TaskState;

/// Tasks that are queued as one array job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// Where the tasks run.
    pub place: Place,
    /// Numbers of the tasks, in the order of the array.
    pub tasks: Vec<usize>,
}

/// Array limit if Slurm does not report one. Source: slurm.conf(5): the default.
const ARRAY_MAX: usize = 1001;
/// Most bytes of a script. Source: slurm.conf(5), `max_script_size`: 4 MiB by default; half of it leaves room for a
/// larger plan.
const SCRIPT_MAX: usize = 2 << 20;

/// The array limit in the output of `scontrol show config`.
#[must_use]
pub fn array_max(config: &str) -> usize {
    let value = |line: &str| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "MaxArraySize").then(|| value.trim().parse().ok())?
    };
    config.lines().find_map(value).filter(|&max| max > 0).unwrap_or(ARRAY_MAX)
}

/// Splits a plan into arrays, none longer than `max`.
#[must_use]
pub fn arrays(plan: &Plan, max: usize) -> Vec<Array> {
    let mut by_place = BTreeMap::<Place, Vec<usize>>::new();
    for task in &plan.tasks {
        if let Some((_, _, drive)) = plan.task(task.index) {
            by_place.entry(drive.place()).or_default().push(task.index);
        }
    }
    // Average bytes per task of the plan in the script.
    let each = (plan.write().len() / plan.tasks.len().max(1)).max(1);
    let max = max.min(SCRIPT_MAX / each).max(1);
    let arrays = by_place.iter().flat_map(|(place, tasks)| {
        tasks.chunks(max).map(|tasks| Array { place: place.clone(), tasks: tasks.to_vec() })
    });
    arrays.collect()
}

/// The arguments of `sbatch`, and the script for its standard input.
#[must_use]
pub fn scripts(plan: &Plan, slurm: &Slurm, array: &Array) -> (Vec<String>, String) {
    let last = array.tasks.len().saturating_sub(1);
    let at_once = slurm.parallel.map(|parallel| format!("%{parallel}")).unwrap_or_default();
    let mut words = vec![
        "--parsable".to_owned(),
        format!("--job-name=iogram-{}", plan.name),
        format!("--array=0-{last}{at_once}"),
        "--requeue".to_owned(),
        "--open-mode=append".to_owned(),
        format!("--output={}", slurm.log),
    ];
    if slurm.is_exclusive {
        words.push("--exclusive".to_owned());
    }
    let place = &array.place;
    let asked = [
        ("--nodelist", &place.host),
        ("--constraint", &place.feature),
        ("--licenses", &place.licenses),
    ];
    for (option, value) in asked {
        words.extend(value.as_ref().map(|value| format!("{option}={value}")));
    }
    words.extend(slurm.options.iter().cloned());
    (words, script(plan, slurm, array))
}

/// The script exits with 0 if the task is done, even if the drive failed: that is a result. It queues a failed task
/// again unless somebody cancelled it.
fn script(plan: &Plan, slurm: &Slurm, array: &Array) -> String {
    let tasks: Vec<String> = array.tasks.iter().map(ToString::to_string).collect();
    let most = plan.stop_failure_count.map_or_else(String::new, |most| {
        // Accounting knows all failed tasks; without it, the queue knows those of the last minutes.
        format!(
            "failed=$( (sacct -n -X -j \"$SLURM_ARRAY_JOB_ID\" -s F,NF,TO,OOM --format=JobID 2>/dev/null || \\\n\
             \x20   squeue -h -r -j \"$SLURM_ARRAY_JOB_ID\" -t F,NF,TO,OOM -o %K) | wc -l)\n\
             [ $((failed + 1)) -ge {most} ] && scancel --state=PENDING \"$SLURM_ARRAY_JOB_ID\"\n"
        )
    });
    let program = format!("'{}'", slurm.program.replace('\'', "'\\''"));
    format!(
        "#!/bin/sh\n\
         # Written by: iogram campaign submit. Campaign {id}.\n\
         set -- {tasks}\n\
         shift \"$SLURM_ARRAY_TASK_ID\"\n\
         ended=no\n\
         trap 'ended=yes' TERM INT\n\
         {program} campaign task - \"$1\" <<'IOGRAM_PLAN'\n\
         {plan}\n\
         IOGRAM_PLAN\n\
         code=$?\n\
         case $code in\n\
         0|1) exit 0 ;;\n\
         2|5) exit $code ;;\n\
         esac\n\
         if [ $ended = no ] && [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {retries} ]; then\n\
         \x20   scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID\" && exit $code\n\
         fi\n\
         {most}exit $code\n",
        id = plan.id,
        tasks = tasks.join(" "),
        plan = plan.part(&array.tasks).write(),
        retries = slurm.retries,
    )
}

/// Parses task states from `squeue` or `sacct`, keyed by job number and array index. The lines are
/// `JOB|PLACE|STATE|NODES|REASON` and `JOB_PLACE|STATE|EXIT|NODES`.
#[must_use]
pub fn task_states(text: &str) -> BTreeMap<(u64, usize), TaskState> {
    let mut states = BTreeMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let (job, place, state) = match fields.as_slice() {
            [job, state, _exit, nodes] => {
                let Some((job, place)) = job.split_once('_') else { continue };
                (job, place, TaskState::of_slurm(state, nodes, ""))
            }
            [job, place, state, nodes, reason] => {
                (*job, *place, TaskState::of_slurm(state, nodes, reason))
            }
            _ => continue,
        };
        if let (Ok(job), Ok(place)) = (job.parse(), place.parse()) {
            states.insert((job, place), state);
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_slurm_says_is_understood() {
        let squeue =
            "41|0|RUNNING|lab1|None\n41|1|PENDING||Resources\n41|N/A|PENDING||x\nrubbish\n";
        let states = task_states(squeue);
        assert_eq!(states[&(41, 0)], TaskState::Running("lab1".to_owned()));
        assert_eq!(states[&(41, 1)], TaskState::Waiting("Resources".to_owned()));
        assert_eq!(states.len(), 2);
        let sacct = "41_0|COMPLETED|0:0|lab1\n41_1|NODE_FAIL|0:0|lab2\n41_2|CANCELLED by 0|0:0|None assigned\n\
                     41_[3-9]|PENDING|0:0|None assigned\n";
        let states = task_states(sacct);
        assert_eq!(states[&(41, 0)], TaskState::Ended);
        assert_eq!(states[&(41, 1)], TaskState::Failed("NODE_FAIL".to_owned()));
        assert_eq!(states[&(41, 2)], TaskState::Cancelled);
        assert_eq!(states.len(), 3);
    }

    #[test]
    fn how_long_an_array_may_be_is_read() {
        assert_eq!(array_max("MaxArraySize            = 1001\n"), 1001);
        assert_eq!(array_max("MaxArraySize = 50\nOther = 3\n"), 50);
        assert_eq!(array_max(""), ARRAY_MAX);
    }
}

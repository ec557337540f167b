//! The steps of a job whose data are verified: in each of its loops it writes, and reads back its data.

use iogram_model::{Again, Permille, Text, text};

use super::super::fault::JobFault;
use super::super::job::{Direction, FioJob, Home, Verify};
use super::{FioLoad, Space, at_once, safe, together};

/// All steps of jobs that write (or would write) concurrently, with the names of their loads.
pub(super) fn steps(
    group: &[(usize, &FioJob)],
    space: &Space,
) -> Result<(String, Vec<FioLoad>), JobFault> {
    let mut text = String::new();
    let mut loads: Vec<FioLoad> = Vec::new();
    let Some(&(_, first)) = group.first() else { return Ok((text, loads)) };
    let Some(verify) = &first.verify else { return Ok((text, loads)) };
    check(group)?;
    for number in 1..=first.loops {
        let once: Vec<(usize, FioJob)> =
            group.iter().map(|&(index, job)| (index, in_loop(job, number))).collect();
        let name = safe(&first.seed_of_loop(number));
        let mut add = |jobs: &[(usize, FioJob)], cell: &str, reads_back: bool| {
            let jobs: Vec<(usize, &FioJob)> = jobs.iter().map(|(at, job)| (*at, job)).collect();
            let (steps, of_cell) = at_once(&jobs, (cell, reads_back), space)?;
            text.push_str(&steps);
            loads.extend(of_cell);
            Ok::<(), JobFault>(())
        };
        let read: Vec<(usize, FioJob)> =
            once.iter().map(|(index, job)| (*index, reading(job))).collect();
        if verify.reads_alone {
            add(&read, &name, false)?;
            continue;
        }
        add(&once, &name, false)?;
        if verify.reads_back {
            // Reads start once all data are written, at the same addresses in the same order.
            add(&read, &format!("{name}, read back"), true)?;
        }
    }
    Ok((text, loads))
}

/// Checks that data of concurrent jobs can be verified: each job writes to its own blocks, and all are verified in
/// the same way.
fn check(group: &[(usize, &FioJob)]) -> Result<(), JobFault> {
    let Some((&(_, first), others)) = group.split_first() else { return Ok(()) };
    let how = |job: &FioJob| {
        let verify = job.verify.as_ref();
        verify.map(|it| (it.reads_back, it.reads_alone, it.backlog.is_some()))
    };
    for (at, &(_, job)) in others.iter().enumerate() {
        let before = group.get(..=at).unwrap_or_default();
        let differs = [
            (how(job) != how(first) || !job.compares_writes(), NOT_ALIKE),
            (job.loops != first.loops, text!("interchange-loops-differ-write-compared-verify")),
            (
                before
                    .iter()
                    .any(|(_, it)| it.home.is_shared_with(&job.home) && !it.is_apart_from(job)),
                ONE_FILE,
            ),
        ];
        if let Some((_, why)) = differs.into_iter().find(|(is, _)| *is) {
            return Err(together(job, why));
        }
    }
    for &(_, job) in group {
        let is_one_file = matches!(job.home, Home::Shared(_) | Home::OfJob(_));
        if job.clones > 1 && is_one_file && job.goes_in_order() && job.increment.is_none() {
            return Err(together(job, ONE_FILE));
        }
    }
    Ok(())
}

const NOT_ALIKE: Text = text!("interchange-write-not-compared-same-way-verify");
const ONE_FILE: Text = text!("interchange-both-write-place-compared-verify-offset");

/// A job in one of its loops: each loop writes other data, so that leftovers of the previous loop are detected.
fn in_loop(job: &FioJob, number: u64) -> FioJob {
    let own = |verify: &Verify| match job.loops {
        1 => verify.clone(),
        _ => Verify { seed: job.seed_of_loop(number), ..verify.clone() },
    };
    FioJob { loops: 1, verify: job.verify.as_ref().map(own), ..job.clone() }
}

/// The job that reads the data of `job`.
fn reading(job: &FioJob) -> FioJob {
    let written_alone = job.direction.read_percent > 0 || job.time_us.is_some();
    let share = u16::try_from(job.direction.read_percent.saturating_mul(10)).unwrap_or(0);
    FioJob {
        direction: Direction { read_percent: 100, ..job.direction },
        again: written_alone.then_some(Again::Written(Permille(share))),
        sync: None,
        rate: None,
        floor: None,
        flow: None,
        ramp_us: 0,
        time_us: None,
        is_time_based: false,
        ..job.clone()
    }
}

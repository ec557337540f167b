//! The steps of a job whose data are compared: it writes, and reads what it wrote, in each of its loops.

use iogram_model::{Again, Permille};

use super::super::fault::JobFault;
use super::super::job::{Direction, FioJob, Verify};
use super::{FioLoad, Space, keys, parts, push, quoted, safe};

/// All steps of a job that writes, or would write, with what its loads are called.
pub(super) fn steps(
    job: &FioJob,
    index: usize,
    space: &Space,
) -> Result<(String, Vec<FioLoad>), JobFault> {
    let mut text = String::new();
    let mut loads: Vec<FioLoad> = Vec::new();
    let Some(verify) = &job.verify else { return Ok((text, loads)) };
    for number in 1..=job.loops {
        // Each loop writes other data: what one left is nothing that the next one wrote.
        let own = |label: &str| {
            if job.loops > 1 { job.seed_of_loop(number) } else { label.to_owned() }
        };
        let seed = own(&verify.seed);
        let name = safe(&job.seed_of_loop(number));
        let once =
            FioJob { loops: 1, verify: Some(Verify { seed, ..verify.clone() }), ..job.clone() };
        let mut add = |load: &FioJob, cell: String, reads_back: bool| {
            push(&mut text, "[[step]]\nkind = \"measure\"");
            push(&mut text, &format!("name = {}", quoted(&cell)));
            for part in parts(load, index, space)? {
                text.push_str(&keys(load, &part, true)?);
            }
            loads.push(FioLoad { job: index, cell, beside: None, reads_back });
            Ok::<(), JobFault>(())
        };
        if verify.reads_alone {
            add(&reading(&once), name, false)?;
            continue;
        }
        add(&once, name.clone(), false)?;
        if verify.reads_back {
            // When all of it is there, by requests at the same places in the same order.
            add(&reading(&once), format!("{name}, read back"), true)?;
        }
    }
    Ok((text, loads))
}

/// The job that reads what `job` writes.
fn reading(job: &FioJob) -> FioJob {
    let written_alone = job.direction.read_percent > 0 || job.time_us.is_some();
    let share = u16::try_from(job.direction.read_percent.saturating_mul(10)).unwrap_or(0);
    FioJob {
        direction: Direction { read_percent: 100, ..job.direction },
        again: written_alone.then_some(Again::Written(Permille(share))),
        sync: None,
        rate: None,
        floor: None,
        ramp_us: 0,
        time_us: None,
        is_time_based: false,
        ..job.clone()
    }
}

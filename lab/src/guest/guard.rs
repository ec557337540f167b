//! The guard matrix: in every state iogram has to refuse, without changing a byte.
//!
//! Afterwards fio tries the same write on the same state, which is sacrificed to it.

use std::time::Instant;

use anyhow::{Context as _, Result};

use super::programs::{Ended, shell};
use super::scene::{clean, fill, write_with_fio, write_with_iogram};
use super::states::{self, IMPOSSIBLE, State};
use super::{Drive, Lab};
use crate::record::{Group, Record, Verdict};

/// iogram's exit code when it refuses to endanger data.
const REFUSED: i32 = 3;

/// Goes through all requested states.
pub(super) fn check_all(lab: &mut Lab, wanted: &str) -> Result<()> {
    for state in states::all().filter(|state| is_wanted(state.name, wanted)) {
        let record = steadily(|| check(lab, state))?;
        lab.results.add(&record)?;
    }
    for &(name, why) in IMPOSSIBLE {
        let mut record = Record::new(Group::Guard, name, "");
        record.skip(why);
        lab.results.add(&record)?;
    }
    Ok(())
}

/// Whether the name contains one of the words, which are separated by bars.
pub(super) fn is_wanted(name: &str, words: &str) -> bool {
    words.split('|').any(|word| name.contains(word))
}

/// The reason of a check that failed because of changed bytes.
pub(super) const CHANGED: &str = "bytes of the drive changed";

/// A mounted file system sometimes writes by itself, for example the time into its superblock. After a change of
/// bytes, everything is made anew, from the empty drive on: iogram's own writes would happen again.
pub(super) fn steadily(mut attempt: impl FnMut() -> Result<Record>) -> Result<Record> {
    let first = attempt()?;
    if first.why != CHANGED {
        return Ok(first);
    }
    let mut again = attempt()?;
    if again.verdict == Verdict::Passed {
        again.bytes = "identical at the second attempt".to_owned();
    }
    again.seconds += first.seconds;
    Ok(again)
}

fn check(lab: &Lab, state: &State) -> Result<Record> {
    let began = Instant::now();
    let mut record = Record::new(Group::Guard, state.name, &state.drives.join(" + "));
    let drives =
        state.drives.iter().map(|name| lab.drive(name)).collect::<Result<Vec<Drive>>>()?;
    for drive in &drives {
        clean(drive)?;
    }
    match shell(&format!("{}\nsync", fill(state.set_up, &drives))) {
        Ok(_) => try_to_write(lab, state, &drives, &mut record)?,
        Err(error) => record.fail(format!("cannot be set up: {error:#}")),
    }
    if let Err(error) = shell(&fill(state.take_down, &drives)) {
        record.fail(format!("cannot be taken down: {error:#}"));
    }
    record.seconds = began.elapsed().as_secs_f64();
    Ok(record)
}

fn try_to_write(lab: &Lab, state: &State, drives: &[Drive], record: &mut Record) -> Result<()> {
    let target = fill(state.target, drives);
    // The holder of the bytes; for a device made in the guest the target itself.
    let devices: Vec<String> = match drives {
        [] => vec![target.clone()],
        drives => drives.iter().map(Drive::path).collect(),
    };
    let is_root = state.name.contains("root file system");
    let contents_of_all = || -> Result<String> {
        if is_root {
            return Ok(String::new());
        }
        devices
            .iter()
            .map(|device| lab.contents(device))
            .collect::<Result<Vec<_>>>()
            .map(|it| it.concat())
    };
    let named = drives.iter().find(|drive| drive.path() == target).or(drives.first());
    let typed = named.and_then(|drive| lab.typed.get(&drive.name)).map(String::as_str);
    let before = contents_of_all()?;
    let ended = write_with_iogram(lab, &target, typed.or(Some("anything")))?;
    let after = contents_of_all()?;
    judge(state, &ended, record);
    record.bytes = match (is_root, before == after) {
        (true, _) => "not compared: in use by this system",
        (false, true) => "identical",
        (false, false) => "CHANGED",
    }
    .to_owned();
    if before != after {
        record.fail(CHANGED);
    }
    if lab.has_fio && !is_root {
        let ended = write_with_fio(&target).context("cannot run fio beside it")?;
        // Both, because a mounted file system may write something of its own meanwhile.
        let is_changed = contents_of_all()? != after;
        let is_written = fio_written_kib(&ended.output).is_some_and(|size| size > 0);
        record.fio = match (is_written, is_changed) {
            (true, true) => format!("OVERWROTE ({})", ended.exit()),
            (true, false) => format!("claims to have written ({})", ended.exit()),
            (false, _) => format!("wrote nothing ({})", ended.exit()),
        };
    }
    Ok(())
}

/// fio's count of written bytes. Source: fio 3.33, HOWTO, terse output: field 47 of version 3.
fn fio_written_kib(output: &str) -> Option<u64> {
    let line = output.lines().find(|line| line.starts_with("3;"))?;
    line.split(';').nth(46)?.parse().ok()
}

fn judge(state: &State, ended: &Ended, record: &mut Record) {
    let said = ended.line_of("error: ").unwrap_or_default();
    record.iogram = format!("{}: {said}", ended.exit());
    if ended.code != Some(REFUSED) {
        record.fail(format!("{} instead of {REFUSED}", ended.exit()));
    } else if !state.says.iter().any(|words| said.contains(words)) {
        record.fail(format!("does not say \"{}\"", state.says.join("\" or \"")));
    } else if ended.line_of("hint: ").is_none_or(str::is_empty) {
        record.fail("does not say how to release it");
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_fio_wrote_is_read_from_its_terse_line() {
        let zeros = vec!["0"; 41].join(";");
        let line = format!("3;fio-3.33;write;0;0;{zeros};1024;99\n");
        assert_eq!(fio_written_kib(&line), Some(1024));
        assert_eq!(fio_written_kib("fio: /dev/sda appears mounted\n"), None);
        assert_eq!(fio_written_kib(""), None);
    }

    #[test]
    fn only_changed_bytes_are_looked_at_twice_and_twice_changed_is_a_failure() {
        let tried = |outcomes: &[&str]| {
            let mut left = outcomes.iter();
            let record = steadily(|| {
                let mut record = Record::new(Group::Guard, "mounted", "sata");
                let why = left.next().expect("no further attempt");
                if !why.is_empty() {
                    record.fail(*why);
                }
                Ok(record)
            });
            (record.expect("the attempts give records").verdict, left.len())
        };
        assert_eq!(tried(&["", ""]), (Verdict::Passed, 1));
        assert_eq!(tried(&["exit 0 instead of 3", ""]), (Verdict::Failed, 1));
        assert_eq!(tried(&[CHANGED, ""]), (Verdict::Passed, 0));
        assert_eq!(tried(&[CHANGED, CHANGED]), (Verdict::Failed, 0));
    }

    #[test]
    fn a_refusal_counts_only_with_its_code_its_reason_and_a_way_out() {
        #[track_caller]
        fn check(code: Option<i32>, errors: &str, expected: &str) {
            let ended = Ended {
                code,
                output: String::new(),
                errors: errors.to_owned(),
                elapsed: Duration::ZERO,
            };
            let mut record = Record::new(Group::Guard, "mounted", "sata");
            judge(states::all().find(|it| it.name == "mounted").unwrap(), &ended, &mut record);
            assert_eq!(record.why, expected);
            assert_eq!(record.verdict == Verdict::Passed, expected.is_empty());
        }
        let reason = "error: refused to write to sda: sda is mounted at /mnt\n";
        check(Some(3), &format!("{reason}hint: umount /mnt\n"), "");
        check(Some(3), reason, "does not say how to release it");
        check(Some(4), reason, "exit 4 instead of 3");
        check(None, "", "no exit instead of 3");
        let other = "error: refused to write to sda: it is read-only\nhint: x\n";
        check(Some(3), other, "does not say \"is mounted at\"");
    }
}

//! Write caches of drives, switched for a run: on each kind of drive that has one, also when the run is killed.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::programs::{Ended, run, shell};
use super::{Drive, Lab};
use crate::record::{Group, Record};

/// Drives with a cache that can be switched.
const SWITCHABLE: [&str; 4] = ["nvme-1", "sata", "scsi", "uas"];

/// Switches the cache of every drive there and back.
pub(super) fn check_all(lab: &mut Lab) -> Result<()> {
    for name in SWITCHABLE {
        let drive = lab.drive(name)?;
        let mut record = Record::new(Group::Free, "write cache, switched for a run", name);
        match lab.typed.get(name) {
            Some(typed) => check(lab, &drive, typed, &mut record)?,
            None => record.skip("iogram did not say what has to be typed"),
        }
        lab.results.add(&record)?;
    }
    Ok(())
}

fn check(lab: &Lab, drive: &Drive, typed: &str, record: &mut Record) -> Result<()> {
    let before = cache_of(&write(lab, drive, typed, None)?)?;
    let Some((was_on, false)) = before else {
        record.fail(format!("before, the record says {before:?}"));
        return Ok(());
    };
    let other = if was_on { "off" } else { "on" };
    let during = cache_of(&write(lab, drive, typed, Some(other))?)?;
    if during != Some((!was_on, true)) {
        record.fail(format!("switched {other}, the record says {during:?}"));
    }
    let mut expect = |when: &str| -> Result<()> {
        let now = cache_of(&write(lab, drive, typed, None)?)?;
        if now != Some((was_on, false)) {
            record.fail(format!("{when}, the record says {now:?}"));
        }
        Ok(())
    };
    expect("after a run that switched it")?;
    kill_in_the_middle(&lab.iogram, drive, typed, other)?;
    let restored = run(&lab.iogram, &["tune", "--restore"])?;
    expect("after a run that was killed, put back")?;
    if !restored.errors.contains("all settings are restored") {
        record.fail(format!("after a run that was killed: {}", restored.errors.trim()));
    }
    record.iogram = format!("{}, then {other}, then back", if was_on { "on" } else { "off" });
    Ok(())
}

/// One write to the drive, its record to standard output.
fn write(lab: &Lab, drive: &Drive, typed: &str, cache: Option<&str>) -> Result<Ended> {
    let path = drive.path();
    let mut arguments = vec![
        "measure",
        &path,
        "--read",
        "0%",
        "--block",
        "64KiB",
        "--amount",
        "1MiB",
        "--no-store",
        "--quiet",
        "--json",
        "-",
        "--destroy",
        typed,
    ];
    arguments.extend(cache.map(|cache| ["--write-cache", cache]).into_iter().flatten());
    let ended = run(&lab.iogram, &arguments)?;
    anyhow::ensure!(ended.code == Some(0), "{}: {}", drive.name, ended.errors.trim());
    Ok(ended)
}

/// Whether the cache was on, and whether it was switched for the run.
fn cache_of(ended: &Ended) -> Result<Option<(bool, bool)>> {
    let run: Value = serde_json::from_str(&ended.output).context("no record")?;
    let cache = &run["conditions"]["write_cache"];
    Ok(cache["is_on"].as_bool().zip(cache["is_switched"].as_bool()))
}

fn kill_in_the_middle(iogram: &Path, drive: &Drive, typed: &str, cache: &str) -> Result<()> {
    let (iogram, path) = (iogram.display(), drive.path());
    shell(&format!(
        "{iogram} measure {path} --read 0% --block 64KiB --time 30s --no-store --quiet \
         --destroy '{typed}' --write-cache {cache} > /run/killed 2>&1 &
        killed=$!
        switched() {{ ls /var/lib/iogram | grep -v lock | grep -q write-cache-; }}
        for i in $(seq 200); do switched && break; usleep 100000; done
        switched || {{ cat /run/killed; false; }}
        usleep 500000
        kill -9 $killed
        wait $killed || true
        switched"
    ))
    .map(drop)
}

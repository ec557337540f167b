//! Drives that fail in the middle of a run: every run ends in time, in a named state, and with all its earlier
//! measurements.
//!
//! A run has several cells of the same known number of requests at a fixed rate, so that the kernel's count of
//! completed requests identifies the cell at the time of the fault.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::programs::{Ended, run, shell, start};
use super::scene::{clean, fill, unplug};
use super::{Drive, Lab};
use crate::drives::{BAD_SECTOR, WITH_BAD_SECTOR};
use crate::record::{Group, Record};

/// Requests of each cell, and their rate.
const CELL_COUNT: u64 = 300;
const RATE_PER_S: u64 = 150;
/// Time of the fault: in the second cell, with room for requests outside of cells.
const STRIKE_COUNT: u64 = 450;
/// iogram's limit for a request.
const IO_TIMEOUT: Duration = Duration::from_secs(5);
/// From the fault to the run's end, beyond the I/O timeout: emulated, on a shared machine.
const END_SLACK: Duration = Duration::from_secs(6);
/// Time limit for the program's exit: the kernel releases a thread that waits for a hanging request only when the
/// request returns.
const PROGRAM_TIME_MAX: Duration = Duration::from_secs(60);
/// Path of a published run.
const PUBLISHED: &str = "/run/fault.json";

/// The event.
enum Strike {
    /// The host tells QEMU this.
    Host(&'static str, fn(&Drive) -> Value),
    /// A script in the guest.
    Guest(&'static str),
    /// The kill of iogram itself.
    Kill,
}

/// One fault.
struct Fault {
    name: &'static str,
    drive: &'static str,
    set_up: &'static str,
    target: &'static str,
    /// The device whose requests are counted.
    counted: &'static str,
    is_writing: bool,
    strike: Strike,
    take_down: &'static str,
    /// The accepted states of the struck cell.
    ends: &'static [&'static str],
}

impl Fault {
    const fn reading(name: &'static str, drive: &'static str, strike: Strike) -> Self {
        Self {
            name,
            drive,
            set_up: "true",
            target: "{a}",
            counted: "{device}",
            is_writing: false,
            strike,
            take_down: "true",
            ends: GONE,
        }
    }
}

/// A drive that is gone, whether its driver reports it (ENODEV) or answers like a broken one (EIO).
const GONE: &[&str] = &["vanished"];

/// No setup but an empty drive.
const CLEAN: &str = "true # clean";

/// So slow that a request of 4 KiB waits for 25 s, or for 12 s. That is longer than the I/O timeout and
/// shorter than the 30 s after which the kernel resets a drive: QEMU waits for throttled requests during
/// a reset and holds the whole machine meanwhile.
const STALL_LONG: Strike = Strike::Host("qom-set", |drive| throttle(drive, 160));
const STALL: Strike = Strike::Host("qom-set", |drive| throttle(drive, 340));

/// Limits the bytes per second; 0 is no limit.
fn throttle(drive: &Drive, bytes_per_s: u64) -> Value {
    json!({
        "path": format!("/objects/throttle-{}", drive.name),
        "property": "limits",
        "value": { "bps-total": bytes_per_s },
    })
}

/// Faults that leave the drive usable come first: a pulled drive does not return.
fn faults() -> Vec<Fault> {
    let stalled = |drive| Fault { ends: &["stalled"], ..Fault::reading("hangs", drive, STALL) };
    let unplugged =
        |drive| Fault::reading("unplugged", drive, Strike::Host("device_del", unplug));
    vec![
        Fault {
            set_up: CLEAN,
            is_writing: true,
            take_down: "blockdev --setrw {a}",
            ends: &["read-only"],
            ..Fault::reading("turns read-only", "scsi", Strike::Guest("blockdev --setro {a}"))
        },
        Fault {
            set_up: "mke2fs -q -F -t ext4 -E nodiscard {a}; mount -o errors=remount-ro {a} /mnt\n\
                     dd if=/dev/urandom of=/mnt/image bs=1M count=12; sync",
            target: "/mnt/image",
            is_writing: true,
            take_down: "umount /mnt",
            ends: &["read-only", "io-errors"],
            ..Fault::reading(
                "its file system turns read-only",
                "virtio",
                Strike::Guest("echo 1 > /sys/fs/ext4/{device}/trigger_fs_error"),
            )
        },
        Fault {
            set_up: "size=$(blockdev --getsz {a}); echo \"0 $size linear {a} 0\" | dmsetup create map",
            target: "/dev/mapper/map",
            take_down: "dmsetup remove map",
            ends: &["io-errors"],
            ..Fault::reading(
                "every read fails from then on",
                "scsi",
                Strike::Guest(
                    "size=$(blockdev --getsz {a}); echo \"0 $size error\" | dmsetup load map\n\
                     dmsetup suspend --noflush map; dmsetup resume map",
                ),
            )
        },
        Fault {
            ends: &[],
            take_down: "true",
            ..Fault::reading("iogram is killed", "virtio", Strike::Kill)
        },
        // Not the SD card: QEMU waits for its data and holds the whole machine meanwhile.
        Fault { strike: STALL_LONG, ..stalled("virtio") },
        stalled("usb-stick"),
        stalled("nvme-1"),
        unplugged("usb-stick"),
        unplugged("uas"),
        unplugged("scsi"),
        unplugged("virtio"),
        unplugged("nvme-1"),
        Fault::reading(
            "removed by the kernel",
            "sata",
            Strike::Guest("echo 1 > /sys/block/{device}/device/delete"),
        ),
        Fault::reading(
            "its controller is taken away",
            "sd",
            Strike::Guest(
                "cd /sys/bus/pci/drivers/sdhci-pci; for it in 0000:*; do echo $it > unbind; done",
            ),
        ),
    ]
}

/// Goes through all faults.
pub(super) fn check_all(lab: &mut Lab) -> Result<()> {
    for name in WITH_BAD_SECTOR {
        let record = read_bad_sector(lab, name)?;
        lab.results.add(&record)?;
    }
    for record in super::restores::check_all(lab)? {
        lab.results.add(&record)?;
    }
    for fault in faults() {
        let record = check(lab, &fault)?;
        lab.results.add(&record)?;
    }
    Ok(())
}

fn check(lab: &mut Lab, fault: &Fault) -> Result<Record> {
    let began = Instant::now();
    let mut record = Record::new(Group::Fault, fault.name, fault.drive);
    let drive = lab.drive(fault.drive)?;
    if let Err(error) = strike_and_judge(lab, fault, &drive, &mut record) {
        record.fail(format!("{error:#}"));
    }
    if matches!(fault.ends, ["stalled"]) {
        lab.ask("qom-set", &throttle(&drive, 0))?;
        wait_until_idle(&drive.device)?;
    }
    if let Err(error) = shell(&fill_fault(fault.take_down, &drive)) {
        record.fail(format!("cannot be taken down: {error:#}"));
    }
    record.seconds = began.elapsed().as_secs_f64();
    Ok(record)
}

fn fill_fault(text: &str, drive: &Drive) -> String {
    fill(text, std::slice::from_ref(drive)).replace("{device}", &drive.device)
}

fn strike_and_judge(
    lab: &mut Lab,
    fault: &Fault,
    drive: &Drive,
    record: &mut Record,
) -> Result<()> {
    if !Path::new(&drive.path()).exists() {
        record.skip("the drive is gone since an earlier fault");
        return Ok(());
    }
    if fault.set_up == CLEAN {
        clean(drive)?;
    }
    shell(&fill_fault(fault.set_up, drive)).context("cannot be set up")?;
    let device = fill_fault(fault.counted, drive);
    let target = fill_fault(fault.target, drive);
    let arguments = measure_arguments(fault, drive, &target);
    let finished_before = read_finished(&device)?;
    let mut running = start("fault", &lab.iogram, &arguments)?;
    let waited = Instant::now();
    while read_finished(&device)? < finished_before + STRIKE_COUNT {
        if !running.is_running()? || waited.elapsed() > Duration::from_secs(60) {
            let ended = running.wait(Duration::ZERO)?;
            if ended.errors.contains("not possible yet") {
                record.skip("this iogram does not write to drives");
                return Ok(());
            }
            bail!("ended before the fault: {}: {}", ended.exit(), ended.errors.trim());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let struck = Instant::now();
    match &fault.strike {
        Strike::Host(command, arguments) => drop(lab.ask(command, &arguments(drive))?),
        Strike::Guest(script) => drop(shell(&fill_fault(script, drive))?),
        Strike::Kill => running.kill()?,
    }
    while struck.elapsed() < IO_TIMEOUT + END_SLACK && running.is_running()? && !is_published()
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    let after = struck.elapsed();
    let ended = running.wait(waited.elapsed() + PROGRAM_TIME_MAX)?;
    let program_after = struck.elapsed();
    let kept = run(&lab.iogram, &["show", "last", "--format", "json", "--store", STORE])?;
    if matches!(fault.strike, Strike::Kill) {
        judge_kept(&kept, record);
    } else {
        judge(fault, &ended, &kept, record);
        judge_times(&ended, after, program_after, record);
    }
    Ok(())
}

/// Store of this bench's runs; in memory, so that no fault reaches it.
const STORE: &str = "/run/runs.sqlite";

fn measure_arguments(fault: &Fault, drive: &Drive, target: &str) -> Vec<String> {
    drop(std::fs::remove_file(STORE));
    let read = if fault.is_writing { "0%" } else { "100%" };
    let line = format!(
        "measure {target} --read {read} --access random --block 4KiB --depth 1 --repeat 3 \
         --rate {RATE_PER_S}/s --count {CELL_COUNT} --io-timeout {}s --size 6MiB --quiet \
         --store {STORE} --json {PUBLISHED}",
        IO_TIMEOUT.as_secs()
    );
    let mut arguments: Vec<String> = line.split_whitespace().map(ToOwned::to_owned).collect();
    if fault.is_writing {
        let typed = target.rsplit_once("mnt/").map_or(drive.serial.as_str(), |(_, name)| name);
        arguments.extend(["--destroy".to_owned(), typed.to_owned()]);
    }
    drop(std::fs::remove_file(PUBLISHED));
    arguments
}

/// Waits for outstanding requests.
fn wait_until_idle(device: &str) -> Result<()> {
    let path = format!("/sys/block/{device}/inflight");
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        if text.split_whitespace().all(|count| count == "0") {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    bail!("requests of {device} are still out")
}

/// Reads and writes that the device has completed since it appeared. Source: the kernel's
/// Documentation/block/stat.rst, fields 1 and 5.
fn read_finished(device: &str) -> Result<u64> {
    let path = format!("/sys/block/{device}/stat");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    let field = |index: usize| text.split_whitespace().nth(index)?.parse::<u64>().ok();
    Ok(field(0).unwrap_or(0) + field(4).unwrap_or(0))
}

/// Whether the file holds the whole run.
fn is_published() -> bool {
    std::fs::read_to_string(PUBLISHED).is_ok_and(|text| read_cells(&text).is_ok())
}

fn judge_times(ended: &Ended, run: Duration, program: Duration, record: &mut Record) {
    let times =
        format!("run {:.1} s, program {:.1} s", run.as_secs_f64(), program.as_secs_f64());
    let said = ended.line_of("error: ").unwrap_or_default();
    record.iogram = format!("{} after {times}: {said}", ended.exit());
    if run >= IO_TIMEOUT + END_SLACK {
        record.fail(format!("did not end within {} s", (IO_TIMEOUT + END_SLACK).as_secs()));
    }
    if ended.code.is_none() {
        record.fail("the program did not end");
    }
}

fn judge(fault: &Fault, ended: &Ended, kept: &Ended, record: &mut Record) {
    let published = std::fs::read_to_string(PUBLISHED).unwrap_or_default();
    let cells = match read_cells(&published) {
        Ok(cells) => cells,
        Err(error) => {
            record.bytes = format!("in the store: {}", describe_kept(kept));
            return record.fail(format!("{error:#}: {}", ended.errors.trim()));
        }
    };
    record.bytes = cells.iter().map(Cell::describe).collect::<Vec<_>>().join(", ");
    let [first, struck, ..] = &cells[..] else {
        return record.fail("two cells at least were expected");
    };
    if first.state != "completed" || first.count != CELL_COUNT {
        record.fail(format!("the cell before the fault is not whole: {}", first.describe()));
    }
    if !fault.ends.contains(&struck.state.as_str()) {
        record.fail(format!(
            "the cell ended as {}, not {}",
            struck.state,
            fault.ends.join(" or ")
        ));
    }
    if struck.count == 0 {
        record.fail("the cell lost what it had measured");
    }
    match read_cells(&kept.output) {
        Ok(stored) if stored == cells => {}
        Ok(stored) => record.fail(format!("the store has other cells: {}", stored.len())),
        Err(error) => record.fail(format!("the store: {error:#}")),
    }
}

fn describe_kept(kept: &Ended) -> String {
    match read_cells(&kept.output) {
        Ok(cells) => cells.iter().map(Cell::describe).collect::<Vec<_>>().join(", "),
        Err(_) => "nothing".to_owned(),
    }
}

/// After a kill the store has the finished cells.
fn judge_kept(kept: &Ended, record: &mut Record) {
    match read_cells(&kept.output) {
        Ok(cells) => {
            record.bytes = cells.iter().map(Cell::describe).collect::<Vec<_>>().join(", ");
            let is_whole = cells
                .first()
                .is_some_and(|it| it.state == "completed" && it.count == CELL_COUNT);
            if !is_whole {
                record.fail("the cell that was finished is not in the store");
            }
        }
        Err(error) => record.fail(format!("the store: {error:#}")),
    }
    record.iogram = "killed".to_owned();
}

/// A run's record of one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cell {
    state: String,
    /// Requests that succeeded.
    count: u64,
    /// Requests that failed, by where.
    error_count: u64,
    error_offsets: Vec<u64>,
}

impl Cell {
    fn describe(&self) -> String {
        match self.error_count {
            0 => format!("{} ({})", self.state, self.count),
            errors => format!("{} ({}, {errors} failed)", self.state, self.count),
        }
    }
}

fn read_cells(text: &str) -> Result<Vec<Cell>> {
    let run: Value = serde_json::from_str(text).context("no run was written")?;
    let cells = run["cells"].as_array().context("the run has no cells")?;
    Ok(cells.iter().map(read_cell).collect())
}

fn read_cell(cell: &Value) -> Cell {
    let errors = || cell["errors"].as_array().into_iter().flatten();
    Cell {
        state: cell["state"].as_str().unwrap_or("no state").to_owned(),
        count: ["read", "write"].iter().filter_map(|kind| cell[kind]["count"].as_u64()).sum(),
        error_count: errors().filter_map(|error| error["count"].as_u64()).sum(),
        error_offsets: errors()
            .filter_map(|error| error["first_offset_bytes"].as_u64())
            .collect(),
    }
}

/// One unreadable sector, in the middle of a region that is read from end to end.
fn read_bad_sector(lab: &Lab, name: &str) -> Result<Record> {
    let began = Instant::now();
    let mut record = Record::new(Group::Fault, "one sector cannot be read", name);
    let path = lab.drive(name)?.path();
    drop(std::fs::remove_file(PUBLISHED));
    let line = format!(
        "measure {path} --read 100% --access seq --block 4KiB --region 9MiB..10MiB --amount 1MiB \
         --repeat 2 --quiet --no-store --json {PUBLISHED}"
    );
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let ended = run(&lab.iogram, &arguments)?;
    record.iogram = ended.exit();
    let text = std::fs::read_to_string(PUBLISHED).unwrap_or_default();
    match read_cells(&text) {
        Ok(cells) => judge_bad_sector(&cells, &mut record),
        Err(error) => record.fail(format!("{error:#}: {}", ended.errors.trim())),
    }
    record.seconds = began.elapsed().as_secs_f64();
    Ok(record)
}

fn judge_bad_sector(cells: &[Cell], record: &mut Record) {
    record.bytes = cells.iter().map(Cell::describe).collect::<Vec<_>>().join(", ");
    if cells.is_empty() {
        record.fail("no cell was recorded");
    }
    // The request that holds the sector: 4 KiB are 8 sectors.
    let expected = BAD_SECTOR / 8 * 4096;
    for cell in cells {
        if cell.state != "io-errors" {
            record.fail(format!("the cell ended as {}, not io-errors", cell.state));
        }
        if cell.error_offsets != [expected] {
            record.fail(format!("errors at {:?}, not at {expected}", cell.error_offsets));
        }
        if cell.count == 0 {
            record.fail("the cell lost what it had measured");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Verdict;

    fn cell(state: &str, count: u64) -> Value {
        json!({ "state": state, "read": { "count": count }, "errors": [] })
    }

    #[test]
    fn cells_are_read_from_a_run() {
        let error = json!({ "count": 2, "first_offset_bytes": 10_240_000 });
        let run = json!({ "cells": [
            cell("completed", 7),
            { "state": "io-errors", "read": { "count": 1 }, "write": { "count": 2 }, "errors": [error] },
        ] });
        let cells = read_cells(&run.to_string()).unwrap();
        let told: Vec<String> = cells.iter().map(Cell::describe).collect();
        assert_eq!(told, ["completed (7)", "io-errors (3, 2 failed)"]);
        assert!(read_cells("").is_err());
    }

    #[test]
    fn a_bad_sector_is_reported_where_it_is() {
        #[track_caller]
        fn check(offset: u64, state: &str, expected: &str) {
            let cell = Cell {
                state: state.to_owned(),
                count: 255,
                error_count: 1,
                error_offsets: vec![offset],
            };
            let mut record = Record::new(Group::Fault, "one sector", "sata");
            judge_bad_sector(&[cell], &mut record);
            assert_eq!(record.why, expected);
            assert_eq!(record.verdict == Verdict::Passed, expected.is_empty());
        }
        check(10_240_000, "io-errors", "");
        check(10_240_000, "completed", "the cell ended as completed, not io-errors");
        check(0, "io-errors", "errors at [0], not at 10240000");
    }
}

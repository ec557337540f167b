//! A zoned drive: it is named as one, a write at an arbitrary place changes no byte, and writes at write pointers
//! need only the typed word.

use std::fs::File;
use std::io::Read as _;
use std::time::Instant;

use anyhow::Result;

use super::Lab;
use super::programs::{Ended, run, shell};
use crate::record::{Group, Record};

/// 32 zones of 4 MiB of which 3 MiB can be written, the first two written anywhere, at most 4 open.
const SET_UP: &str = "modprobe null_blk nr_devices=0; cd /sys/kernel/config/nullb; mkdir nullb8; cd nullb8\n\
     echo 1 > memory_backed; echo 128 > size; echo 4096 > blocksize; echo 1 > zoned; echo 4 > zone_size\n\
     echo 3 > zone_capacity; echo 2 > zone_nr_conv; echo 4 > zone_max_open; echo 4 > zone_max_active; echo 1 > power";
const TAKE_DOWN: &str = "rmdir /sys/kernel/config/nullb/nullb8";
const DEVICE: &str = "/dev/nullb8";
/// Bytes of the first two.
const CONVENTIONAL: usize = 8 << 20;

/// Writes at write pointers, more than the zones take so that some are reset.
const BY_WRITE_POINTERS: [&[&str]; 4] = [
    &["--access", "write-pointers=seq", "--block", "256KiB", "--amount", "120MiB"],
    &[
        "--access",
        "write-pointers=random,open=4",
        "--block",
        "64KiB",
        "--amount",
        "120MiB",
        "--depth",
        "4",
    ],
    &[
        "--access",
        "write-pointers=random,open=3",
        "--block",
        "96KiB",
        "--amount",
        "60MiB",
        "--jobs",
        "3",
    ],
    &[
        "--access",
        "write-pointers=random",
        "--block",
        "64KiB",
        "--amount",
        "60MiB",
        "--depth",
        "4",
        "--read",
        "50%",
    ],
];

pub(super) fn check(lab: &mut Lab) -> Result<()> {
    let began = Instant::now();
    let mut record = Record::new(Group::Free, "zones", "null_blk, host-managed");
    match shell(SET_UP) {
        Ok(_) => try_zones(lab, &mut record)?,
        Err(error) => record.fail(format!("cannot be set up: {error:#}")),
    }
    if let Err(error) = shell(TAKE_DOWN) {
        record.fail(format!("cannot be taken down: {error:#}"));
    }
    record.seconds = began.elapsed().as_secs_f64();
    lab.results.add(&record)
}

fn measure(lab: &Lab, typed: Option<&str>, more: &[&str]) -> Result<Ended> {
    let mut arguments = vec!["measure", DEVICE, "--read", "0%", "--no-store", "--quiet"];
    if more.contains(&"--read") {
        arguments.drain(2..4);
    }
    arguments.extend(more);
    if let Some(typed) = typed {
        arguments.extend(["--destroy", typed]);
    }
    run(&lab.iogram, &arguments)
}

fn expect(record: &mut Record, ended: &Ended, code: i32, (what, says): (&str, &str)) {
    let said = format!("{}{}", ended.output, ended.errors);
    if ended.code != Some(code) || !said.contains(says) {
        record.fail(format!(
            "{what}: {} instead of {code} with \"{says}\": {}",
            ended.exit(),
            said.trim()
        ));
    }
}

fn try_zones(lab: &mut Lab, record: &mut Record) -> Result<()> {
    let shown = run(&lab.iogram, &["show", DEVICE])?;
    let zones = "host-managed, 32 of 4MiB, 2 of them conventional, at most 4 open";
    expect(record, &shown, 0, ("show", zones));
    expect(record, &run(&lab.iogram, &["list"])?, 0, ("list", "host-managed"));
    let before = lab.contents(DEVICE)?;
    let asked = measure(lab, None, BY_WRITE_POINTERS[0])?;
    expect(record, &asked, 3, ("nothing typed", "--destroy "));
    let typed = asked.line_of("hint: ").and_then(|hint| hint.split("--destroy ").nth(1));
    let typed =
        typed.map(|it| it.trim_matches('\'').split([' ', ';', '\'']).next().unwrap_or(it));
    let typed = typed.unwrap_or_default().to_owned();
    let anywhere = ["--access", "random", "--block", "64KiB", "--amount", "1MiB"];
    let refused = measure(lab, Some(&typed), &anywhere)?;
    expect(record, &refused, 2, ("written anywhere", "only at their write pointers"));
    let borrowed =
        run(&lab.iogram, &["measure", DEVICE, "--read", "0%", "--borrow", "--no-store"])?;
    expect(record, &borrowed, 2, ("borrowed", "cannot borrow"));
    if lab.contents(DEVICE)? != before {
        record.bytes = "CHANGED by a refusal".to_owned();
        record.fail("a refusal changed bytes of the drive");
        return Ok(());
    }
    for load in BY_WRITE_POINTERS {
        let ended = measure(lab, Some(&typed), load)?;
        expect(record, &ended, 0, (load[1], ""));
    }
    // All of them, so that an incomplete purge is found at any place.
    let conventional =
        ["--access", "seq", "--block", "64KiB", "--amount", "8MiB", "--region", "0..8MiB"];
    expect(
        record,
        &measure(lab, Some(&typed), &conventional)?,
        0,
        ("written where it is allowed", ""),
    );
    let reads = ["--access", "random", "--read", "100%", "--block", "64KiB", "--count", "500"];
    expect(record, &measure(lab, None, &reads)?, 0, ("read", ""));
    let is_changed = lab.contents(DEVICE)? != before;
    record.bytes = if is_changed { "written, as allowed" } else { "NOT WRITTEN" }.to_owned();
    if !is_changed {
        record.fail("nothing was written although it was allowed");
    }
    let purged = run(&lab.iogram, &["purge", DEVICE, "--destroy", &typed, "--no-store"])?;
    // Zones with a write pointer are reset, the others filled.
    expect(record, &purged, 0, ("purge", "0 as before"));
    let mut head = vec![1; CONVENTIONAL];
    File::open(DEVICE)?.read_exact(&mut head)?;
    if head.iter().any(|&byte| byte != 0) {
        record.fail("a purge left something in the conventional zones");
    }
    record.iogram = format!("named, refused, written at write pointers with {typed}");
    Ok(())
}

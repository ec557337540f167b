//! The kinds of drives on the market behave like their kind.

use iogram_engine::{Request, Target};
use iogram_model::{Nanos, OpKind};
use iogram_sim::{SimDrive, SimSpec};

use crate::support::{random, request, run, sequence, time};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
const SECOND: u64 = 1_000_000_000;

fn zoo(name: &str) -> SimDrive {
    SimDrive::new(SimSpec::from_zoo(name).unwrap().unwrap(), 1).unwrap()
}

fn per_s(count: u64, ns: u64) -> u64 {
    count * SECOND / ns
}

/// Megabytes per second of sequential requests of 1 MiB.
fn mb_per_s(drive: &mut SimDrive, kind: OpKind, range: std::ops::Range<u64>) -> u64 {
    let bytes = range.end - range.start;
    let ns = time(drive, 32, sequence(kind, range, MIB));
    per_s(bytes, ns) / 1_000_000
}

#[test]
fn an_a2_card_keeps_what_its_class_promises_and_only_with_a_queue() {
    let mut drive = zoo("sd-a2");
    mb_per_s(&mut drive, OpKind::Write, 0..GIB);
    drive.rest_until(Nanos(drive.now().0 + 60 * SECOND));
    let mut iops = |kind, depth| {
        let requests = random(kind, 0..256 * MIB, 4 * KIB, 20_000, 1);
        per_s(20_000, time(&mut drive, depth, requests))
    };
    let (read, write) = (iops(OpKind::Read, 32), iops(OpKind::Write, 32));
    assert!(read > 4000 && write > 2000, "{read} and {write} IOPS at depth 32");
    let read_1 = iops(OpKind::Read, 1);
    assert!(read_1 < read * 3 / 4, "{read_1} IOPS at depth 1");
    let rate = mb_per_s(&mut drive, OpKind::Write, 2 * GIB..4 * GIB);
    assert!((10..100).contains(&rate), "{rate} MB/s");
}

/// Number of 64ths of a drive that fill at three quarters of its first rate or more.
fn fast_steps(name: &str) -> usize {
    let mut drive = zoo(name);
    let step = drive.geometry().capacity.0 / 64 / (8 * MIB) * (8 * MIB);
    let times: Vec<u64> = (0..64)
        .map(|index| {
            let range = index * step..(index + 1) * step;
            time(&mut drive, 32, sequence(OpKind::Write, range, 8 * MIB))
        })
        .collect();
    times.iter().filter(|&&ns| ns * 3 < times[0] * 4).count()
}

#[test]
fn a_fill_shows_which_cache_an_ssd_has() {
    // A third of the drive, which is all cache at first: 21.3 steps.
    assert_eq!(fast_steps("nvme-tlc-dynamic"), 21);
    // A third of a third and 6 GiB: 7.5 steps.
    assert_eq!(fast_steps("nvme-tlc-hybrid"), 7);
    // A quarter of 80 % and 8 GiB: 13.3 steps.
    assert_eq!(fast_steps("nvme-qlc-16k"), 13);
    // 3 GiB of 250 GB are less than one step.
    assert_eq!(fast_steps("sata-tlc-static"), 1);
    // No cache at all.
    assert_eq!(fast_steps("nvme-enterprise-write"), 64);
}

#[test]
fn enterprise_drives_answer_a_flush_at_once_and_consumer_drives_do_not() {
    let fsync_ns = |name: &str| {
        let mut drive = zoo(name);
        let job = (0..1000).flat_map(|index| {
            [request(OpKind::Write, index * 4096, 4096), request(OpKind::Flush, 0, 0)]
        });
        time(&mut drive, 1, job) / 1000
    };
    for name in ["nvme-enterprise-read", "nvme-enterprise-write"] {
        assert!(fsync_ns(name) < 40_000, "{name}");
    }
    for name in ["nvme-tlc-dynamic", "nvme-tlc-hybrid", "nvme-tlc-dramless", "nvme-qlc-16k"] {
        assert!(fsync_ns(name) > 400_000, "{name}");
    }
}

#[test]
fn a_qlc_drive_with_a_unit_of_16_kib_amplifies_small_writes() {
    let mut drive = zoo("nvme-qlc-16k");
    mb_per_s(&mut drive, OpKind::Write, 0..GIB);
    let before = drive.truth();
    time(&mut drive, 32, random(OpKind::Write, 0..GIB, 4 * KIB, 10_000, 1));
    let after = drive.truth();
    let host = after.host_written_bytes - before.host_written_bytes;
    let flash = after.flash_written_bytes.unwrap() - before.flash_written_bytes.unwrap();
    assert_eq!(flash, host * 4);
}

#[test]
fn a_dying_drive_meets_every_way_to_fail() {
    let mut drive = zoo("dying");
    let (mut errors, mut worst) = (Vec::new(), 0);
    let mut note = |done: &iogram_engine::Completion, latency: Nanos| {
        worst = worst.max(latency.0);
        if let Err(errno) = done.result
            && !errors.contains(&errno.0)
        {
            errors.push(errno.0);
        }
    };
    run(&mut drive, 4, sequence(OpKind::Write, 0..70 * GIB, MIB), &mut note);
    run(&mut drive, 4, sequence(OpKind::Read, 0..70 * GIB, MIB), &mut note);
    assert_eq!(errors, [5, 30], "EIO and EROFS");
    assert!(worst >= 30 * SECOND, "{worst} ns at worst");
    assert!(drive.truth().stall_count > 3);
}

#[test]
fn the_market_spans_what_people_know() {
    let read_iops = |name: &str| {
        let mut drive = zoo(name);
        mb_per_s(&mut drive, OpKind::Write, 0..GIB);
        drive.rest_until(Nanos(drive.now().0 + 60 * SECOND));
        let requests: Vec<Request> = random(OpKind::Read, 0..GIB, 4 * KIB, 5000, 1).collect();
        (
            per_s(5000, time(&mut drive, 1, requests.iter().copied())),
            per_s(5000, time(&mut drive, 64, requests)),
        )
    };
    for (name, single, deep) in [
        ("usb-stick-2au", 500..3000, 500..3000),
        ("emmc-64g", 4000..9000, 9000..80_000),
        ("sata-tlc-static", 6000..12_000, 60_000..110_000),
        ("nvme-tlc-dramless", 10_000..20_000, 100_000..300_000),
        ("nvme-tlc-dynamic", 12_000..22_000, 200_000..700_000),
        ("nvme-enterprise-read", 12_000..22_000, 200_000..1_000_000),
    ] {
        let (at_1, at_64) = read_iops(name);
        assert!(single.contains(&at_1), "{name}: {at_1} IOPS at depth 1");
        assert!(deep.contains(&at_64), "{name}: {at_64} IOPS at depth 64");
    }
}

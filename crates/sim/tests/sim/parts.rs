//! Caches that know their data, dies that prioritise reads, old data, counterfeits of two kinds at once.

use iogram_engine::{Errno, Request, Target};
use iogram_model::{Bytes, DataPattern, Nanos, OpKind};
use iogram_sim::{SimDrive, SimSpec};

use crate::support::{drive, page_mapped, request, run, sequence, time};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const SECOND: u64 = 1_000_000_000;

fn cached(evicts: &str) -> SimDrive {
    page_mapped(&format!(
        "[media.page.slc]\ncell_bits = 3\nfixed = \"64MiB\"\nprogram_time = \"160us\"\n\
         read_time = \"20us\"\nwhen_full = \"bypass\"\nidle_delay = \"1s\"\n{evicts}"
    ))
}

fn read_time(drive: &mut SimDrive, offset: u64) -> u64 {
    time(drive, 1, [request(OpKind::Read, offset, 4 * KIB)])
}

#[test]
fn data_in_an_slc_cache_that_knows_them_are_read_faster_until_they_are_folded() {
    for (evicts, times) in [
        // 64 MiB went into it, the rest past it.
        ("evicts = \"oldest-first\"", [20_000, 20_000, 50_000]),
        ("evicts = \"all-when-idle\"", [20_000, 20_000, 50_000]),
        ("", [50_000, 50_000, 50_000]),
    ] {
        let mut drive = cached(evicts);
        time(&mut drive, 8, sequence(OpKind::Write, 0..128 * MIB, MIB));
        let seen = [0, 63 * MIB, 64 * MIB].map(|offset| read_time(&mut drive, offset));
        assert_eq!(seen, times, "{evicts}");
        // Half of it folds in 256 * 4 stripes / 4 dies times 660 us.
        drive.rest_until(Nanos(drive.now().0 + SECOND + 128 * 660_000));
        let used = drive.truth().slc_cache_used_bytes.unwrap();
        let seen = [0, 63 * MIB].map(|offset| read_time(&mut drive, offset));
        match evicts {
            "evicts = \"all-when-idle\"" => assert_eq!((used, seen), (64 * MIB, [20_000; 2])),
            "" => assert!((28..36).contains(&(used / MIB)), "{used}"),
            _ => {
                assert!((28..36).contains(&(used / MIB)), "{used}");
                assert_eq!(seen, [50_000, 20_000]);
            }
        }
        drive.rest_until(Nanos(drive.now().0 + 10 * SECOND));
        assert_eq!(read_time(&mut drive, 63 * MIB), 50_000);
        assert_eq!(drive.truth().slc_cache_used_bytes, Some(0));
    }
}

#[test]
fn what_is_written_again_past_a_full_cache_is_in_it_no_more() {
    let mut drive = cached("evicts = \"oldest-first\"");
    time(&mut drive, 8, sequence(OpKind::Write, 0..64 * MIB, MIB));
    time(&mut drive, 8, sequence(OpKind::Write, 16 * MIB..24 * MIB, MIB));
    let seen = [15, 16, 23, 24].map(|mib| read_time(&mut drive, mib * MIB));
    assert_eq!(seen, [20_000, 50_000, 50_000, 20_000]);
}

/// A cache holds only written data, however it was filled, folded, overwritten and discarded.
#[test]
fn a_cache_that_knows_its_data_never_holds_more_than_fits_it() {
    for evicts in ["oldest-first", "all-when-idle"] {
        let mut drive = page_mapped(&format!(
            "idle_delay = \"2s\"\n[media.page.slc]\ncell_bits = 4\nfixed = \"24MiB\"\ndynamic = \"30%\"\n\
             program_time = \"160us\"\nread_time = \"20us\"\nwhen_full = \"fold\"\n\
             idle_delay = \"500ms\"\nevicts = \"{evicts}\""
        ));
        let mut rng = iogram_engine::Rng::new(11, 1);
        for step in 0..1500 {
            let (start, length) = (rng.below(1000) * MIB, (1 + rng.below(16)) * MIB);
            let end = (start + length).min(1 << 30);
            match rng.below(8) {
                0 => drive.rest_until(Nanos(drive.now().0 + rng.below(3 * SECOND))),
                1 => drop(time(&mut drive, 1, [request(OpKind::Discard, start, end - start)])),
                2 => drop(time(&mut drive, 4, sequence(OpKind::Read, start..end, 64 * KIB))),
                _ => drop(time(&mut drive, 8, sequence(OpKind::Write, start..end, 128 * KIB))),
            }
            let truth = drive.truth();
            let (used, size) = (truth.slc_cache_used_bytes, truth.slc_cache_bytes);
            assert!(used <= size, "{evicts}, step {step}: {used:?} of {size:?}");
        }
    }
}

/// The order in which requests of a batch complete.
fn order(drive: &mut SimDrive, requests: &[Request]) -> Vec<u32> {
    let mut order = Vec::new();
    let depth = u32::try_from(requests.len()).unwrap();
    run(drive, depth, requests.iter().copied(), |done, _| order.push(done.slot));
    order
}

#[test]
fn a_die_that_takes_reads_first_completes_a_later_read_before_an_earlier_write() {
    for (way, is_overtaking) in [("", false), ("die_order = \"reads-first\"\n", true)] {
        let mut drive = page_mapped(way);
        time(&mut drive, 1, [request(OpKind::Write, 0, 64 * KIB)]);
        // Five stripes: the die of the first has two of them to program.
        let write = request(OpKind::Write, MIB, 8 * 64 * KIB);
        let read = request(OpKind::Read, 0, 4 * KIB);
        let slots = order(&mut drive, &[write, read]);
        let write_slot = 1;
        assert_eq!(slots.first() != Some(&write_slot), is_overtaking, "{way}: {slots:?}");
    }
}

#[test]
fn old_data_are_read_slower_until_they_are_written_again() {
    let text = "name = \"simple\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"sd\"\n\
         capacity = \"1GiB\"\n\
         aged_ranges = [{ start = \"512MiB\", size = \"256MiB\", speed = \"25%\" }]\n\
         [media.latency]\nread = \"100us\"\nwrite = \"200us\"\ndiscard = \"1us\"";
    let mut drive = drive(text, 0);
    let inside = 512 * MIB;
    assert_eq!(read_time(&mut drive, 0), 100_000);
    assert_eq!(read_time(&mut drive, inside), 400_000);
    assert_eq!(time(&mut drive, 1, [request(OpKind::Write, inside, 4 * KIB)]), 200_000);
    assert_eq!(read_time(&mut drive, inside), 100_000);
    assert_eq!(read_time(&mut drive, inside + 4 * KIB), 400_000);
    time(&mut drive, 1, [request(OpKind::Discard, inside, 128 * MIB)]);
    assert_eq!(read_time(&mut drive, inside + 4 * KIB), 100_000);
}

fn fake_text(counterfeit: &str) -> String {
    format!(
        "name = \"fake\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"usb\"\n\
         capacity = \"64MiB\"\ncounterfeit = {counterfeit}\n\
         [media.latency]\nread = \"100us\"\nwrite = \"100us\""
    )
}

fn fake(counterfeit: &str) -> SimDrive {
    drive(&fake_text(counterfeit), 0).keeping_contents()
}

#[test]
fn a_mixed_counterfeit_repeats_up_to_a_place_and_loses_what_is_beyond() {
    let mut drive =
        fake("{ scheme = \"wraparound\", capacity_real = \"8MiB\", lost_from = \"20MiB\" }");
    time(&mut drive, 1, sequence(OpKind::Write, 0..64 * MIB, 4 * KIB));
    let holds = |offset| {
        let segments = drive.read_contents(Bytes(offset), Bytes(4096)).unwrap();
        segments[0].written.map(|(stamp, skip)| (stamp.offset + skip) / MIB)
    };
    assert_eq!(holds(3 * MIB), Some(19));
    assert_eq!(holds(11 * MIB), Some(19));
    assert_eq!((holds(5 * MIB), holds(21 * MIB), holds(63 * MIB)), (Some(13), None, None));
    for wrong in [
        "{ scheme = \"limbo\", capacity_real = \"8MiB\", lost_from = \"20MiB\" }",
        "{ scheme = \"wraparound\", capacity_real = \"8MiB\", lost_from = \"8MiB\" }",
        "{ scheme = \"wraparound\", capacity_real = \"8MiB\", lost_from = \"64MiB\" }",
    ] {
        assert!(SimSpec::parse(&fake_text(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn reads_of_what_is_lost_can_fail() {
    let mut drive = fake(
        "{ scheme = \"limbo\", capacity_real = \"8MiB\", hiding_cache = \"1MiB\", missing = \"error\" }",
    );
    time(&mut drive, 1, sequence(OpKind::Write, 0..64 * MIB, 4 * KIB));
    let mut results = Vec::new();
    for offset in [0, 8 * MIB - 4 * KIB, 8 * MIB, 60 * MIB, 64 * MIB - 4 * KIB] {
        let request = request(OpKind::Read, offset, 4 * KIB);
        run(&mut drive, 1, [request], |done, _| results.push(done.result));
    }
    let (kept, lost) = (Ok(4096), Err(Errno::EIO));
    // The last ones are in its cache.
    assert_eq!(results, [kept, kept, lost, lost, kept]);
}

#[test]
fn a_pattern_that_compresses_is_no_other_for_a_drive_that_does_not() {
    let zeros = Request { data: DataPattern::Zeros, ..request(OpKind::Write, 0, 64 * KIB) };
    let random = request(OpKind::Write, 0, 64 * KIB);
    let mut drive = page_mapped("");
    assert_eq!(time(&mut drive, 1, [zeros]), time(&mut drive, 1, [random]));
}

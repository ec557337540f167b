//! Borrowed blocks are put back: at the end, after a stop, and after a kill at any moment.

use std::path::PathBuf;
use std::process::Child;
use std::time::Duration;

use iogram_store::{Owner, Store};

use crate::common::{Bench, on_bench, run};

fn borrow<'a>(device: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["measure", device, "--read", "30%", "--borrow=16MiB", "--no-store", "--quiet"];
    fixed.iter().chain(more).copied().collect()
}

/// Files of saved blocks with this extension.
fn journals(bench: &Bench, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(bench.journals()) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|it| it == extension)).collect()
}

#[test]
fn a_borrowed_device_is_as_it_was_and_the_record_says_so() {
    on_bench(|bench| {
        let before = bench.bytes();
        let said = bench.iogram(&borrow(bench.device(), &["--time", "200ms", "--json", "-"]));
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.stdout.contains("restored and verified 16MiB"), "{said:?}");
        assert!(bench.bytes() == before);
        assert!(journals(bench, "borrowed").is_empty());
        Ok(())
    });
}

#[test]
fn a_whole_method_runs_on_what_is_borrowed() {
    on_bench(|bench| {
        let before = bench.bytes();
        let settings = ["--set", "time=100ms", "--set", "loops=1", "--borrow=16MiB"];
        let said = bench.iogram(&[&["quick", bench.device()], &settings[..]].concat());
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.stdout.contains("RND4K Q32T1"), "{said:?}");
        assert!(said.stderr.contains("16MiB instead of 1GiB"), "{said:?}");
        assert!(bench.bytes() == before);
        Ok(())
    });
}

#[test]
fn more_than_is_borrowed_is_wrong_usage_with_a_hint() {
    on_bench(|bench| {
        let before = bench.bytes();
        for more in [&["--region", "0..20MiB"][..], &["--size", "20MiB"]] {
            let said = bench.iogram(&borrow(bench.device(), more));
            assert_eq!(said.code, Some(2), "{said:?}");
            assert!(said.stderr.contains("borrow more with --borrow=SIZE"), "{said:?}");
        }
        let said = bench.iogram(&borrow(bench.device(), &["--destroy", "x"]));
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(bench.bytes() == before);
        Ok(())
    });
}

/// Waits until there is a complete journal, or the program has ended.
fn wait_until_out(bench: &Bench, child: &mut Child) {
    while journals(bench, "borrowed").is_empty() && child.try_wait().unwrap().is_none() {
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

#[test]
fn a_run_that_is_stopped_puts_back_what_it_borrowed() {
    on_bench(|bench| {
        let before = bench.bytes();
        let mut child =
            bench.command(&borrow(bench.device(), &["--time", "60s"])).spawn().unwrap();
        wait_until_out(bench, &mut child);
        run("kill", &["-INT", &child.id().to_string()])?;
        assert_eq!(child.wait().unwrap().code(), Some(4));
        assert!(bench.bytes() == before);
        assert!(journals(bench, "borrowed").is_empty());
        Ok(())
    });
}

/// The server lost the lease, so another computer may have the drive by now: this run writes nothing more to it.
#[test]
fn a_run_that_loses_its_drive_leaves_what_it_borrowed_for_restore() {
    on_bench(|bench| {
        let before = bench.bytes();
        let fleet = bench.journals().with_file_name("fleet.sqlite");
        let lease =
            ["--server", fleet.to_str().unwrap(), "--lease", "slot-1", "--lease-time", "2s"];
        let more = [&["--time", "60s"], &lease[..]].concat();
        let mut child = bench.command(&borrow(bench.device(), &more)).spawn().unwrap();
        wait_until_out(bench, &mut child);
        while bench.bytes() == before && child.try_wait().unwrap().is_none() {}
        let mut store = Store::open(&fleet).unwrap();
        let lease = store.leases().unwrap().remove(0);
        store.release_lease(&lease.drive, lease.holder.since_us).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(4));
        assert!(bench.bytes() != before, "it was put back into another's run");
        assert_eq!(journals(bench, "borrowed").len(), 1);
        // Another computer takes it meanwhile.
        let here = Owner { boot_id: "another boot".to_owned(), ..lease.holder };
        store.take_lease(&lease.drive, &here, Duration::from_secs(60), None).unwrap();
        let fleet = ["--server", fleet.to_str().unwrap(), "--lease", "slot-1"];
        let refused = bench.iogram(&[&["restore"], &fleet[..]].concat());
        assert_eq!(refused.code, Some(3), "{refused:?}");
        assert!(refused.stderr.contains("slot-1"), "{refused:?}");
        assert_eq!(journals(bench, "borrowed").len(), 1);
        let other = store.leases().unwrap().remove(0);
        store.release_lease(&other.drive, other.holder.since_us).unwrap();
        let said = bench.iogram(&[&["restore"], &fleet[..]].concat());
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(bench.bytes() == before);
        assert!(journals(bench, "borrowed").is_empty());
        assert!(store.leases().unwrap().is_empty(), "it was let go");
        Ok(())
    });
}

/// A small generator; the moments only need to be spread.
fn next(state: &mut u64) -> u64 {
    *state =
        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// The number of moments: `IOGRAM_KILL_COUNT`, or 25.
#[expect(clippy::disallowed_methods, reason = "a test's own setting")]
fn kill_count() -> u64 {
    std::env::var("IOGRAM_KILL_COUNT").ok().and_then(|text| text.parse().ok()).unwrap_or(25)
}

#[test]
fn killed_at_any_moment_a_borrowed_run_leaves_a_device_that_restore_makes_whole() {
    on_bench(|bench| {
        let before = bench.bytes();
        let (mut state, mut changed, mut unfinished) = (20_261_121, 0, 0);
        let count = kill_count();
        for moment in 0..count {
            let depth = if moment % 2 == 0 { "1" } else { "16" };
            let more = ["--time", "400ms", "--depth", depth];
            let mut child = bench.command(&borrow(bench.device(), &more)).spawn().unwrap();
            // From the start, or from the end of the saving; the latter also hits the restore.
            let window = if moment % 3 == 0 { 400 } else { 550 };
            if moment % 3 != 0 {
                wait_until_out(bench, &mut child);
            }
            std::thread::park_timeout(Duration::from_millis(next(&mut state) % window));
            child.kill().unwrap();
            child.wait().unwrap();
            changed += u64::from(bench.bytes() != before);
            unfinished += u64::from(!journals(bench, "part").is_empty());
            let said = bench.iogram(&["restore"]);
            assert_eq!(said.code, Some(0), "moment {moment}: {said:?}");
            assert!(bench.bytes() == before, "moment {moment}: the device is not as it was");
            let left = (journals(bench, "borrowed"), journals(bench, "part"));
            assert_eq!(left, (Vec::new(), Vec::new()), "moment {moment}");
        }
        eprintln!(
            "{count} kills: {changed} left a changed device, {unfinished} a saving unfinished"
        );
        assert!(changed > 0, "no moment was between the first write and the putting back");
        Ok(())
    });
}

#[test]
fn a_journal_that_was_cut_or_damaged_restores_nothing_wrong() {
    on_bench(|bench| {
        let before = bench.bytes();
        let mut child =
            bench.command(&borrow(bench.device(), &["--time", "60s"])).spawn().unwrap();
        wait_until_out(bench, &mut child);
        std::thread::park_timeout(Duration::from_millis(100));
        child.kill().unwrap();
        child.wait().unwrap();
        let journal = journals(bench, "borrowed").pop().unwrap();
        let (whole, changed) = (std::fs::read(&journal).unwrap(), bench.bytes());
        let mut state = 7;
        for round in 0..24 {
            let at = usize::try_from(next(&mut state)).unwrap() % whole.len();
            let mut other = whole.clone();
            if round % 2 == 0 {
                other.truncate(at);
            } else {
                other[at] ^= 4;
            }
            std::fs::write(&journal, other).unwrap();
            let said = bench.iogram(&["restore"]);
            assert_eq!(said.code, Some(4), "round {round} at {at}: {said:?}");
            assert!(bench.bytes() == changed, "round {round} at {at} wrote");
        }
        std::fs::write(&journal, whole).unwrap();
        assert!(bench.iogram(&["restore", "--list"]).stdout.contains("the first 16MiB of"));
        assert_eq!(bench.iogram(&["restore"]).code, Some(0));
        assert!(bench.bytes() == before);
        Ok(())
    });
}

#[test]
fn restore_is_refused_while_the_device_is_in_use() {
    on_bench(|bench| {
        let mut child =
            bench.command(&borrow(bench.device(), &["--time", "60s"])).spawn().unwrap();
        wait_until_out(bench, &mut child);
        let said = bench.iogram(&["restore"]);
        assert_eq!(said.code, Some(3), "{said:?}");
        run("kill", &["-INT", &child.id().to_string()])?;
        child.wait().unwrap();
        Ok(())
    });
}

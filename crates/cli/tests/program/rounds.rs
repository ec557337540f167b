//! Tests in rounds until steady, as a user runs them: interrupted, resumed, and their report.

use rustix::process::Signal;

use crate::common::Room;

/// Small, with a rate that never changes.
const EVEN: &str = "name = \"even\"\ntitle = \"t\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
                    capacity = \"16MiB\"\n[link]\nrate = \"400MB/s\"\nin_flight = 4\n\
                    [media.latency]\nread = \"100us\"\nwrite = \"200us\"\n";

#[test]
fn a_killed_test_goes_on_at_its_round_and_its_report_says_what_a_standard_asks() {
    let room = Room::new();
    room.write("even.toml", EVEN.as_bytes());
    let mut running = room.start(&[
        "run",
        "pts-latency",
        "sim:even.toml",
        "--seed",
        "1",
        "--set",
        "time=200ms",
        "--set",
        "histogram=200ms",
    ]);
    // Preconditioning, a round of nine, and two cells of the second round.
    running.wait_for_cells(12);
    running.send(Signal::KILL);
    running.end();
    let said = room.succeed(&["resume"]);
    assert!(said.stdout.contains("STEADY after 5 rounds: \"RND 4KiB 0/100\""), "{said:?}");
    assert!(
        said.stdout.contains("PTS-like: not a report by SNIA SSS-PTS 2.0, latency"),
        "{said:?}"
    );
    let run = room.last_run();
    let rounds = run.cells.iter().filter(|cell| cell.name == "RND 4KiB 0/100").count();
    assert_eq!((run.cells.len(), rounds), (1 + 5 * 9 + 1, 5));
    let [resumed] = run.resumes.as_slice() else { panic!("{:?}", run.resumes) };
    // Only the results of the interrupted round are dropped.
    let kept = resumed.cells_before_count;
    assert!((10..=46).contains(&kept) && (kept - 1).is_multiple_of(9), "{resumed:?}");

    let page = room.succeed(&["show", "--full"]).stdout;
    for expected in [
        "Report by the standard",
        "Unknown: model",
        "time was 200ms, required: 1m.",
        "1 (TC 1 x QD 1)",
        "active range segments",
        "rounds 1 to 5",
    ] {
        assert!(page.contains(expected), "{expected:?} is not in {page}");
    }
    let korean = room.succeed(&["show", "--full", "--lang", "ko"]).stdout;
    assert!(korean.contains("표준에 따른 보고") && korean.contains("활성 범위"), "{korean}");
}

//! The engine's guarantees, through the program: it skips no due request, and the record states the conditions of its
//! figures.

use iogram_model::{CellRecord, Nanos, Run};

use crate::common::Room;

/// A drive that takes one command at a time and two milliseconds for it.
const SLOW: &str = "name = \"slow\"\ntitle = \"Two milliseconds\"\nsource = \"Made up\"\n\
                    drive = \"nvme\"\ncapacity = \"1GB\"\n\
                    [link]\nin_flight = 1\n[media.latency]\nread = \"2ms\"\nwrite = \"2ms\"\n";

#[track_caller]
fn only_cell(run: Run) -> CellRecord {
    let [cell] = <[_; 1]>::try_from(run.cells).unwrap();
    cell
}

#[test]
fn every_request_of_an_overloaded_open_loop_is_in_its_histogram() {
    let room = Room::new();
    room.write("slow.toml", SLOW.as_bytes());
    // It serves 500/s: half of 9,000 requests never start.
    let cell = only_cell(room.measure("sim:slow.toml --rate 1000/s --time 9s"));
    let read = cell.operations.read.unwrap();
    assert_eq!((read.count, read.overdue_count), (4500, Some(4500)));
    // The last one had hardly waited when the cell ended: less than the time of a request.
    assert!(read.latency_ns.min < 2_000_000);
    // The last served one had waited for 4.5 s, and none for longer.
    assert!(read.latency_ns.max.abs_diff(9 * Nanos::SECOND.0 / 2) < 10_000_000);
    let service = read.service.unwrap();
    assert_eq!((service.latency_ns.min, service.latency_ns.max), (2_000_000, 2_000_000));
    let text = [
        "measure",
        "sim:slow.toml",
        "--rate",
        "1000/s",
        "--time",
        "9s",
        "--no-store",
        "--full",
    ];
    let said = room.succeed(&text).stdout;
    assert!(said.contains("(from issue)"), "{said}");
    assert!(said.contains("4500 requests were due and did not complete"), "{said}");
}

#[test]
fn processor_time_and_elapsed_time_are_of_the_same_window() {
    let room = Room::new();
    let cell = only_cell(room.measure("null: --ramp 600ms --time 100ms"));
    let used = cell.cpu_user_ns.unwrap() + cell.cpu_system_ns.unwrap();
    // One submitter and its observer; with the ramp it would be seven times the elapsed time.
    assert!(used < 3 * cell.elapsed_ns, "{used} ns in {} ns", cell.elapsed_ns);
}

#[test]
fn an_open_loop_on_nothing_is_not_limited_by_the_computer() {
    let room = Room::new();
    let cell = only_cell(room.measure("null: --rate 1000/s --time 300ms"));
    let codes: Vec<&str> = cell.warnings.iter().map(|it| it.code.as_str()).collect();
    assert!(!codes.contains(&"generator-bound"), "{codes:?}");
}

#[test]
fn the_record_says_how_submitters_were_scheduled_and_how_exact_stamps_are() {
    let room = Room::new();
    let cell = only_cell(room.measure("null: --depth 8 --time 300ms"));
    let [submitter] = cell.engine.submitters[..] else { panic!("one job") };
    assert!(submitter.involuntary_switch_count.is_some(), "{submitter:?}");
    let stamping = cell.engine.stamping.unwrap();
    assert_eq!(stamping.completions_max_count, 8);
    assert!(stamping.boundary_count > 0 && stamping.turn_max_ns > 0, "{stamping:?}");
}

#[test]
fn the_drive_is_asked_how_it_fares_as_often_as_is_wanted() {
    let room = Room::new();
    let looks = |option: &str| {
        let run = room.measure(&format!("sim:nvme-tlc-dynamic --time 20s --depth 1 {option}"));
        only_cell(run).health.map(|health| health.samples.len())
    };
    // Each sampling time is in it, and one before and one after.
    assert_eq!(looks(""), Some(22));
    assert_eq!(looks("--health 5s"), Some(6));
    assert_eq!(looks("--health off"), None);
    let refused = room.run(&["measure", "null:", "--health", "1ms", "--time", "1s"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("too often"), "{}", refused.stderr);
}

//! A fast drive's needs, through the program: processors, polling, batches and the clock; and the messages about
//! missing features.

use iogram_model::{CellRecord, IoPath, Run};

use crate::common::Room;

#[track_caller]
fn only_cell(run: Run) -> CellRecord {
    let [cell] = <[_; 1]>::try_from(run.cells).unwrap();
    cell
}

fn codes(cell: &CellRecord) -> Vec<&str> {
    cell.warnings.iter().map(|it| it.code.as_str()).collect()
}

/// A processor that this process may use.
fn allowed() -> u32 {
    let set = rustix::thread::sched_getaffinity(None).unwrap();
    (0..1024).find(|&cpu| set.is_set(cpu)).and_then(|cpu| u32::try_from(cpu).ok()).unwrap()
}

#[test]
fn submitters_sit_on_the_processors_that_were_named_and_the_record_says_so() {
    let room = Room::new();
    let cpu = allowed();
    let cell = only_cell(room.measure(&format!("null: --jobs 2 --time 50ms --cpus {cpu}")));
    let seats: Vec<_> = cell.engine.submitters.iter().map(|it| it.cpu_index).collect();
    assert_eq!(seats, [Some(cpu), Some(cpu)]);
    assert!(codes(&cell).contains(&"processors-shared"), "{:?}", codes(&cell));
    let free = only_cell(room.measure("null: --time 50ms"));
    assert_eq!(free.engine.submitters[0].cpu_index, None);
}

#[test]
fn processors_that_cannot_be_had_are_refused_before_anything_is_measured() {
    let room = Room::new();
    for (cpus, expected) in [
        ("8191", "processor 8191"),
        // There is no drive, so no processor is near it.
        ("auto", "cannot choose processors near null:"),
        ("two", "no list of processors"),
    ] {
        let said =
            room.run(&["measure", "null:", "--time", "50ms", "--cpus", cpus, "--no-store"]);
        assert_eq!(said.code, Some(2), "{cpus}: {}", said.stderr);
        assert!(said.stderr.contains(expected), "{cpus}: {}", said.stderr);
        assert_eq!(said.stdout, "", "{cpus}");
    }
}

#[test]
fn a_drive_that_cannot_be_polled_is_waited_for_and_the_run_says_so() {
    let room = Room::new();
    let cell = only_cell(room.measure(". --size 16MiB --depth 4 --time 100ms --poll"));
    // If the drive below has polled queues, there is no fallback.
    match cell.engine.is_polled {
        Some(true) => assert!(cell.engine.features.contains(&"iopoll".to_owned())),
        asked => {
            assert_eq!(asked, Some(false));
            assert!(codes(&cell).contains(&"not-polled"), "{:?}", codes(&cell));
        }
    }
    assert!(cell.operations.read.unwrap().count > 0);
    let nowhere = only_cell(room.measure("null: --time 50ms --poll"));
    assert_eq!(nowhere.engine.is_polled, Some(false));
    let said = room.run(&["measure", ".", "--poll", "--engine", "sync", "--time", "50ms"]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    assert!(said.stderr.contains("only io_uring can poll"), "{}", said.stderr);
}

#[test]
fn completions_are_taken_in_the_batches_that_were_asked_for_and_how_late_they_are_is_told() {
    let room = Room::new();
    let options = ". --size 16MiB --depth 8 --time 200ms --wait-batch 4";
    let cell = only_cell(room.measure(options));
    if cell.engine.path != IoPath::IoUring {
        return assert!(codes(&cell).contains(&"no-wait-batch"), "{:?}", codes(&cell));
    }
    assert_eq!(cell.engine.wait_batch_count, Some(4));
    let stamping = cell.engine.stamping.unwrap();
    // The ends of intervals and of the cell take fewer.
    assert!(stamping.completions_mean_count >= 3.0, "{stamping:?}");
    assert!(stamping.wait_max_ns.unwrap() > 0, "{stamping:?}");
    let alone = only_cell(room.measure("null: --time 50ms --wait-batch 4"));
    assert!(codes(&alone).contains(&"no-wait-batch"), "{:?}", codes(&alone));
    let plain = only_cell(room.measure(". --size 16MiB --depth 8 --time 50ms"));
    assert_eq!(plain.engine.wait_batch_count, None);
    assert_eq!(plain.engine.stamping.and_then(|it| it.wait_max_ns), None);
}

#[test]
fn time_in_which_nothing_was_found_is_part_of_the_processor_time_and_stamps_stay_single() {
    let room = Room::new();
    for depth in [1, 32] {
        let options = format!(". --size 16MiB --depth {depth} --time 300ms --engine io_uring");
        let cell = only_cell(room.measure(&options));
        assert_eq!(cell.engine.wait_batch_count, None);
        assert_eq!(cell.engine.stamping.and_then(|it| it.wait_max_ns), None);
        let [submitter] = cell.engine.submitters[..] else { panic!("one job") };
        assert!(submitter.looked_ns.unwrap_or(0) <= submitter.elapsed_ns, "{submitter:?}");
    }
    // If a wait is for several completions, there is no polling.
    let options = ". --size 16MiB --depth 32 --time 100ms --engine io_uring --wait-batch 8";
    let cell = only_cell(room.measure(options));
    assert!(cell.engine.submitters.iter().all(|it| it.looked_ns.is_none()));
}

#[test]
fn the_clock_is_named_and_a_counter_was_compared_with_the_kernels() {
    let room = Room::new();
    let cell = only_cell(room.measure("null: --depth 4 --time 300ms"));
    let clock = cell.engine.clock.unwrap();
    match clock.name.as_str() {
        "TSC" => {
            assert!(clock.check_count.unwrap() >= 3, "{clock:?}");
            assert!(clock.difference_max_ns.is_some() && clock.ticks_per_s.unwrap() > 1e8);
            assert_eq!(clock.reason, None);
        }
        name => {
            assert_eq!(name, "CLOCK_MONOTONIC");
            assert!(clock.reason.is_some(), "{clock:?}");
        }
    }
    let run = room.measure("null: --depth 4 --time 50ms --clock kernel");
    assert_eq!(run.conditions.tool.clock, "CLOCK_MONOTONIC");
    let clock = only_cell(run).engine.clock.unwrap();
    assert_eq!((clock.name.as_str(), clock.check_count), ("CLOCK_MONOTONIC", None));
    assert_eq!(clock.reason.as_deref(), Some("asked for"));
}

#[test]
fn a_simulated_drive_has_no_processors_and_no_clock_of_this_computer() {
    let room = Room::new();
    for option in
        [&["--cpus", "0"][..], &["--poll"], &["--wait-batch", "2"], &["--clock", "kernel"]]
    {
        let mut all = vec!["measure", "sim:nvme-tlc-dynamic", "--time", "1s"];
        all.extend(option);
        let said = room.run(&all);
        assert_eq!(said.code, Some(2), "{option:?}: {}", said.stderr);
        assert!(said.stderr.contains("simulated"), "{option:?}: {}", said.stderr);
    }
    assert_eq!(only_cell(room.measure("sim:nvme-tlc-dynamic --time 1s")).engine.clock, None);
}

#[test]
fn how_direct_requests_must_be_aligned_is_in_the_record() {
    let room = Room::new();
    let run = room.measure(". --size 16MiB --time 50ms");
    // Older kernels and some file systems do not report it.
    if let Some(aligned) = run.target.direct_alignment {
        assert!(aligned.memory.0.is_power_of_two() && aligned.offset.0 >= 512, "{aligned:?}");
        assert_eq!(run.target.logical_block_size, aligned.offset);
    }
    assert_eq!(room.measure("null: --time 50ms").target.direct_alignment, None);
}

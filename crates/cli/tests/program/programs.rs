//! Cells whose requests are operations of programs: their records, and the files that they leave.

use iogram_model::{CellState, IoPath};
use rustix::process::Signal;

use crate::common::{Room, Running, names};

/// The settings of a small run.
const SMALL: [&str; 4] = ["--set", "rows=20", "--set", "runs=2"];

#[test]
fn a_database_is_measured_transaction_by_transaction_and_leaves_nothing() {
    let room = Room::new();
    let mut words = vec!["run", "sqlite", ".", "-q"];
    words.extend(SMALL);
    words.extend(["--set", "copies=3", "--set", "journal=wal"]);
    let before = names(&room.work());
    room.run(&words);
    let run = room.last_run();
    assert_eq!(run.cells.len(), 2);
    for cell in &run.cells {
        assert_eq!((cell.state, cell.engine.path), (CellState::Completed, IoPath::Application));
        assert_eq!(cell.operations.write.as_ref().unwrap().count, 60, "20 of each copy");
        let program = cell.engine.application.as_ref().unwrap();
        assert_eq!(program.name, "SQLite");
        assert_eq!(program.settings, ["journal_mode=wal", "synchronous=full"]);
        assert!(program.version.as_ref().is_some_and(|it| it.starts_with("3.")), "{program:?}");
    }
    assert_eq!(names(&room.work()), before, "its folder is gone");
    let page = room.succeed(&["show", "last", "--full"]).stdout;
    assert!(page.contains("SQLite 3.") && page.contains("journal_mode=wal"), "{page}");
}

#[test]
fn reads_and_changes_and_files_are_operations_like_others() {
    let room = Room::new();
    let mix = ["variant=mix", "rows=50", "runs=1", "fill=100", "read=50%"];
    let files = ["files=30", "runs=1", "sizes=1KiB:50,8KiB:50", "space=16MiB"];
    let copy = ["files=30", "runs=1", "sizes=1KiB:50,8KiB:50", "sources=5", "space=16MiB"];
    for (method, settings) in
        [("sqlite", &mix[..]), ("untar", &files[..]), ("copy-tree", &copy[..])]
    {
        let mut words = vec!["run", method, ".", "-q"];
        words.extend(settings.iter().flat_map(|&setting| ["--set", setting]));
        room.run(&words);
        let run = room.last_run();
        let [cell] = run.cells.as_slice() else { panic!("one cell") };
        assert_eq!(cell.state, CellState::Completed, "{method}: {:?}", cell.errors);
        let count = |it: Option<&iogram_model::OpRecord>| it.map_or(0, |it| it.count);
        let done = count(cell.operations.read.as_ref()) + count(cell.operations.write.as_ref());
        assert_eq!(done, if method == "sqlite" { 50 } else { 30 });
    }
    assert_eq!(names(&room.work()), Vec::<String>::new());
}

/// The folder in which a run of a program works.
fn work_folder(room: &Room) -> Option<String> {
    names(&room.work()).into_iter().find(|it| it.starts_with(".iogram-work-"))
}

/// Whether the database of a run exists.
fn is_at_work(room: &Room) -> bool {
    work_folder(room).is_some_and(|it| room.work().join(it).join("job-0.sqlite").exists())
}

/// A running run without an end of its own.
fn start_to_work(room: &Room) -> Running {
    let running = room.start(&["run", "sqlite", ".", "--set", "rows=1000000"]);
    while !is_at_work(room) {
        std::thread::yield_now();
    }
    running
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next_one() {
    let room = Room::new();
    let running = start_to_work(&room);
    running.send(Signal::KILL);
    running.end();
    assert!(is_at_work(&room), "a kill leaves the folder");
    let mut words = vec!["run", "sqlite", ".", "-q"];
    words.extend(SMALL);
    room.run(&words);
    assert_eq!(names(&room.work()), Vec::<String>::new());
}

#[test]
fn where_there_is_no_file_system_the_error_says_so() {
    let room = Room::new();
    let file = room.write("existing", &[0; 4096]);
    let file = file.to_str().unwrap();
    let said = room.run(&["run", "sqlite", "null:"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("hint: name a directory"), "{said:?}");
    // Before the question about destruction.
    for words in [
        &["run", "sqlite", file, "--destroy", "existing", "--set", "space=4KiB"][..],
        &["run", "sqlite", file],
        &["plan", "untar", file],
    ] {
        let said = room.run(words);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.stderr.contains("needs a file system"), "{said:?}");
    }
    assert_eq!(std::fs::read(file).unwrap(), [0; 4096]);
}

#[test]
fn on_a_simulated_drive_what_was_recorded_of_a_program_is_made_again_and_said_so() {
    let room = Room::new();
    for known in iogram_trace::PROGRAM_TRACES {
        let mut words = vec!["run", known.method, "sim:nvme-tlc-dynamic", "--seed", "1"];
        words.extend(["--set", "runs=1"]);
        words.extend(known.settings.split_whitespace().flat_map(|it| ["--set", it]));
        let said = room.succeed(&words);
        let run = room.last_run();
        let cell = run.cells.last().unwrap();
        assert_eq!(cell.state, CellState::Completed, "{words:?}: {:?}", cell.errors);
        let replay = cell.workload.replay.as_ref().unwrap();
        assert_eq!(replay.trace, known.trace(), "{words:?}");
        let program = replay.program.unwrap();
        assert_eq!(program.operation_count, known.operation_count, "{words:?}");
        assert_eq!(program.application.to_string(), known.application, "{words:?}");
        let told = cell.engine.replay.as_ref().unwrap();
        assert_eq!(
            Some(told.count),
            cell.workload.stop.count,
            "{words:?}: every request of it"
        );
        assert_eq!(cell.engine.application, None, "no program ran");
        // The answer, and the message before the start.
        let answer =
            format!("the recorded requests of {} operations of", known.operation_count);
        assert!(said.stdout.contains(&answer), "{answer}: {said:?}");
        assert!(said.stderr.contains("because there is no file system"), "{said:?}");
        assert!(!said.stdout.contains("operations take"), "{said:?}");
        assert!(!said.stdout.contains("Rule:"), "no limit of operations is judged: {said:?}");
    }
    let plan = room.succeed(&["plan", "sqlite", "sim:s4-usb"]);
    assert!(plan.stdout.contains("program:sqlite-delete-full"), "{plan:?}");
    for (settings, words) in [
        (
            &["rows=2000"][..],
            "recordings: sqlite --set journal=delete; sqlite --set synchronous=normal",
        ),
        (&["copies=3"], "sqlite --set copies=8"),
        (&["row=200B"], "sqlite --set journal=wal;"),
        (&["variant=mix", "read=10%"], "sqlite --set variant=mix;"),
    ] {
        let mut arguments = vec!["run", "sqlite", "sim:s4-usb"];
        arguments.extend(settings.iter().flat_map(|it| ["--set", it]));
        let said = room.run(&arguments);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.stderr.contains("no recording of its requests"), "{said:?}");
        assert!(said.stderr.contains(words), "{said:?}");
    }
    let said = room.run(&["run", "pveperf", "sim:s4-usb", "--set", "time=1s"]);
    assert!(said.stderr.contains("recordings: pveperf; untar; copy-tree"), "{said:?}");
    // Like any other trace.
    let trace = "trace=program:untar";
    room.succeed(&["run", "replay", "sim:s4-usb", "--no-store", "--set", trace]);
}

#[test]
fn restore_names_and_removes_what_a_killed_run_left() {
    let room = Room::new();
    let running = start_to_work(&room);
    let listed = room.succeed(&["restore", "--list"]);
    assert_eq!(listed.stdout, "", "somebody works there");
    running.send(Signal::KILL);
    running.end();
    let left = work_folder(&room).unwrap();
    let listed = room.succeed(&["restore", "--list"]).stdout;
    assert!(listed.contains(&left) && listed.contains("was killed"), "{listed}");
    let said = room.succeed(&["restore"]);
    assert!(said.stderr.contains(&format!("{left}: left by a run")), "{said:?}");
    assert_eq!(names(&room.work()), Vec::<String>::new());
    assert!(room.succeed(&["restore"]).stderr.contains("nothing is borrowed"));
}

#[test]
fn a_plan_tells_what_programs_write_and_that_nothing_is_lost() {
    let room = Room::new();
    let plan = room.succeed(&["plan", "sqlite", "."]).stdout;
    for words in ["about 103 MB to 206 MB", "nothing: the files are in a separate folder"] {
        assert!(plan.contains(words), "{words} in {plan}");
    }
}

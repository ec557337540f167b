//! Runs that are resumed after an interruption: nothing is silently measured twice, and the result equals that of an
//! uninterrupted run.

use iogram_model::{CellRecord, CellState, Run, RunState};
use iogram_store::Store;
use rustix::process::Signal;

use crate::common::{Loop, Room, Said, is_root, names, skip, system};

/// Cells with rests between them, and a purge if nothing may be lost.
fn method(purge: bool) -> String {
    let mut text =
        "[method]\nid = \"mine\"\ntitle = \"Mine\"\nquestion = \"q\"\nsource = \"own\"\n\
                    media = [\"ssd\"]\n"
            .to_owned();
    text.push_str(if purge { "writes = \"device\"\n" } else { "writes = \"file\"\n" });
    if purge {
        text.push_str("[[step]]\nkind = \"purge\"\n");
    } else {
        text.push_str("[[step]]\nkind = \"lay-out\"\nsize = \"8MiB\"\ncontent = \"written\"\n");
    }
    for name in ["one", "two", "three", "four", "five"] {
        let cell = [
            "[[step]]\nkind = \"measure\"\nname = \"",
            name,
            "\"\naccess = \"random\"\nread = \"50%\"\nblock = \"4KiB\"\ndepth = 4\ncount = 3000\n\
             region = \"0..8MiB\"\n[[step]]\nkind = \"rest\"\ntime = \"10ms\"\n",
        ];
        text.push_str(&cell.concat());
    }
    text
}

/// Interrupted after the third of five cells.
fn broken_off(room: &Room, target: &[&str], signal: Signal) -> Said {
    let arguments = [&["run", "--method-file", "mine.toml", "--seed", "7"], target].concat();
    let mut running = room.start(&arguments);
    running.wait_for_cells(3);
    running.send(signal);
    running.end()
}

fn shapes(cells: &[CellRecord]) -> Vec<(String, u32, u64)> {
    cells.iter().map(|cell| (cell.name.clone(), cell.repeat, count(cell))).collect()
}

fn count(cell: &CellRecord) -> u64 {
    let operations = cell.operations.iter();
    operations.map(|(_, operation)| operation.count).sum()
}

fn uninterrupted(target: &str, text: &str) -> Run {
    let room = Room::new();
    room.write("mine.toml", text.as_bytes());
    room.succeed(&["run", "--method-file", "mine.toml", "--seed", "7", target]);
    room.last_run()
}

#[test]
fn on_a_simulated_drive_the_cells_are_those_of_an_uninterrupted_run() {
    let target = "sim:s4-usb";
    let whole = uninterrupted(target, &method(true));
    for signal in [Signal::INT, Signal::KILL] {
        let room = Room::new();
        room.write("mine.toml", method(true).as_bytes());
        broken_off(&room, &[target], signal);
        let before = room.last_run();
        assert!(before.cells.len() >= 3, "{signal:?}");
        // The stored run decides, not the present file.
        room.write("mine.toml", b"nothing that is a method");
        let said = room.succeed(&["resume"]);
        if before.cells.len() < 5 {
            let sentence = "because it keeps nothing when the program ends";
            assert!(said.stderr.contains(sentence), "{signal:?}: {said:?}");
            assert!(!said.stderr.contains("[1/"), "{signal:?}: {said:?}");
        }
        let run = room.last_run();
        assert_eq!(run.state, RunState::Completed);
        assert_eq!(run.cells, whole.cells, "{signal:?}");
        assert_eq!(run.rests, whole.rests, "{signal:?}");
        assert_eq!(run.purges, whole.purges, "{signal:?}");
        assert_eq!(run.findings, whole.findings, "{signal:?}");
        // By the usual analysis, from the record alone.
        let record = Run { headline: None, findings: Vec::new(), ..run.clone() };
        let again = iogram_findings::analysed(record);
        assert_eq!((&run.headline, &run.findings), (&again.headline, &again.findings));
        assert_eq!(run.resumes.len(), 1);
    }
}

#[test]
fn on_a_file_what_is_done_once_more_is_said_and_stands_in_the_record() {
    let whole = uninterrupted(".", &method(false));
    for signal in [Signal::INT, Signal::KILL] {
        let room = Room::new();
        let method = room.write("mine.toml", method(false).as_bytes());
        broken_off(&room, &["."], signal);
        std::fs::remove_file(method).unwrap();
        let before = room.last_run();
        let said = room.succeed(&["resume"]);
        let run = room.last_run();
        assert_eq!(shapes(&run.cells), shapes(&whole.cells), "{signal:?}");
        assert_eq!(run.cells[..3], before.cells[..3], "what was kept stays as it was");
        assert_eq!(run.rests.len(), whole.rests.len(), "{signal:?}");
        let resume = &run.resumes[0];
        assert!(
            resume.repeated.contains(&"filling of the first 8MiB".to_owned()),
            "{resume:?}"
        );
        assert!(said.stderr.contains("done once more: filling of the first 8MiB"), "{said:?}");
        assert!(said.stdout.contains("the run was interrupted after"), "{}", said.stdout);
        let pairs = run.cells.windows(2);
        for pair in pairs {
            let end = pair[0].started_ns + pair[0].elapsed_ns;
            assert!(pair[1].started_ns >= end, "{signal:?}: one clock for the whole run");
        }
        assert!(names(&room.work()).is_empty(), "{signal:?}");
    }
}

#[test]
fn a_killed_run_has_kept_the_rests_that_were_over() {
    let room = Room::new();
    room.write("mine.toml", method(false).as_bytes());
    let said = broken_off(&room, &["."], Signal::KILL);
    assert_eq!(said.code, None);
    let run = room.last_run();
    assert!(run.rests.len() >= 2, "{:?}", run.rests);
    for (index, rest) in run.rests.iter().enumerate() {
        assert_eq!(rest.cells_before_count, index as u64 + 1);
    }
}

#[track_caller]
fn check_refused(room: &Room, arguments: &[&str], code: i32, expected: &[&str]) {
    let said = room.run(arguments);
    assert_eq!(said.code, Some(code), "{said:?}");
    for expected in expected {
        assert!(said.stderr.contains(expected), "{said:?} does not say {expected:?}");
    }
}

#[test]
fn what_cannot_go_on_is_refused_with_the_reason() {
    let room = Room::new();
    check_refused(&room, &["resume"], 2, &["there is no such file"]);
    room.write("mine.toml", method(true).as_bytes());
    broken_off(&room, &["sim:s4-usb"], Signal::KILL);
    let other = ["resume", "--target", "sim:s4-sd"];
    check_refused(&room, &other, 3, &["this is not the drive that the run began on"]);
    room.succeed(&["resume"]);
    check_refused(&room, &["resume"], 2, &["is complete: nothing is left to do"]);
    room.succeed(&["verify", "sim:s4-usb"]);
    check_refused(&room, &["resume"], 2, &["is complete: nothing is left to do"]);
    let mut running =
        room.start(&["measure", "--access", "random", "--time", "1h", "--size", "1MiB", "."]);
    while running.next_line().unwrap().trim() != "writing a test file of 1MiB" {}
    running.send(Signal::INT);
    running.end();
    check_refused(&room, &["resume"], 2, &["it has no method"]);
}

/// Methods for a directory, each as short as possible, with a suitable target.
const SMALL: [(&str, &str); 7] = [
    ("iozone", "size_4k=64KiB size=16MiB"),
    ("dd-write", "size=8MiB runs=3"),
    ("dd-read", "size=8MiB runs=3"),
    ("fsync", "size=64KiB"),
    ("image-write", "size=4MiB runs=3"),
    ("quick", "time=100ms size=16MiB loops=1"),
    ("sd-pi", "size=16MiB time=100ms"),
];

/// The names, repetitions and states of the cells of a run.
fn states(run: &Run) -> Vec<(String, u32, CellState)> {
    run.cells.iter().map(|cell| (cell.name.clone(), cell.repeat, cell.state)).collect()
}

/// The kinds of findings, except those that depend on the varying state of a real drive.
fn kinds(run: &Run) -> Vec<String> {
    const OF_THE_PLAN: [&str; 6] =
        ["repeat-summary", "rule", "mix-curve", "tail-latency", "steady-state", "class-test"];
    let findings = run.findings.iter().map(|finding| serde_json::to_value(finding).unwrap());
    let kinds = findings.filter_map(|finding| finding["kind"].as_str().map(str::to_owned));
    let mut kinds: Vec<String> =
        kinds.filter(|kind| OF_THE_PLAN.contains(&kind.as_str())).collect();
    kinds.sort();
    kinds
}

/// The state of `whole` after a kill after this many cells.
fn killed_after(whole: &Run, cells: usize, id: &str) -> Run {
    let of_these = |before: u64| before < cells as u64;
    let mut run = whole.clone();
    run.id = id.to_owned();
    run.state = RunState::Running;
    run.ended_at_us = None;
    run.cells.truncate(cells);
    run.findings.clear();
    run.rests.retain(|rest| of_these(rest.cells_before_count));
    run.purges.retain(|purge| purge.cells_before_count <= cells as u64);
    run
}

/// Runs a method, and resumes it after a kill after each of its cells.
fn killed_everywhere(id: &str, set: &str, target: &[&str]) -> usize {
    let room = Room::new();
    let mut arguments = vec!["run", id, "--seed", "7"];
    set.split_whitespace().for_each(|setting| arguments.extend(["--set", setting]));
    arguments.extend(target);
    let said = room.run(&arguments);
    let code = said.code;
    // A broken rule is a result, too, and so is an unknown one.
    assert!(matches!(code, Some(0 | 1 | 6)), "{id}: {said:?}");
    let whole = room.last_run();
    let permission = target.get(1..).unwrap_or_default();
    let is_real = target[0].starts_with('/') || target[0] == ".";
    // The runner's own tests interrupt everywhere; here a long method is tried at some places.
    let step = if whole.cells.len() > 12 { 5 } else { 1 };
    for cells in (0..whole.cells.len()).step_by(step) {
        let name = format!("killed-{id}-{cells}");
        let run = killed_after(&whole, cells, &name);
        Store::open(room.store()).unwrap().begin(&run).unwrap();
        let said = room.run(&[&["resume", name.as_str()], permission].concat());
        // On a busy computer a rule may be kept once, broken once and disturbed once.
        let is_same = said.code == code || is_real && matches!(said.code, Some(0 | 1 | 6));
        assert!(is_same, "{id} after {cells}: {said:?}");
        let resumed = Store::open(room.store()).unwrap().load(&name).unwrap();
        assert_eq!(states(&resumed), states(&whole), "{id} after {cells}");
        assert_eq!(kinds(&resumed), kinds(&whole), "{id} after {cells}");
        assert_eq!(resumed.cells[..cells], whole.cells[..cells], "{id} after {cells}");
        let has_same = |run: &Run| run.cells.iter().zip(&whole.cells).all(|(a, b)| a == b);
        assert!(is_real || has_same(&resumed), "{id}");
    }
    assert!(names(&room.work()).is_empty(), "{id}");
    whole.cells.len()
}

#[test]
fn in_a_directory_a_method_killed_after_any_cell_ends_as_if_it_had_not_been() {
    let killed: usize = SMALL.iter().map(|(id, set)| killed_everywhere(id, set, &["."])).sum();
    assert!(killed > 20, "{killed}");
}

#[test]
fn on_a_simulated_drive_a_method_killed_after_any_cell_gives_the_same_figures() {
    let killed: usize =
        SMALL[..6].iter().map(|(id, set)| killed_everywhere(id, set, &["sim:s4-sd"])).sum();
    assert!(killed > 20, "{killed}");
}

#[test]
fn on_a_device_a_method_killed_after_any_cell_ends_as_if_it_had_not_been() {
    if !is_root() {
        return skip("loop devices need root");
    }
    let place = Room::new();
    let device = match Loop::over(&place.holes("image", 64 << 20)) {
        Ok(device) => device,
        Err(reason) => return skip(&reason),
    };
    let name = device.0.rsplit('/').next().unwrap();
    let destroy = ["--destroy".to_owned(), format!("{name}:image")];
    let target = [device.0.as_str(), destroy[0].as_str(), destroy[1].as_str()];
    let killed: usize =
        [SMALL[0], SMALL[1]].iter().map(|(id, set)| killed_everywhere(id, set, &target)).sum();
    assert!(killed > 10, "{killed}");
}

#[test]
fn reads_beyond_the_end_of_a_file_are_not_the_drives_fault() {
    let room = Room::new();
    let text = method(false).replace("content = \"written\"", "content = \"empty\"");
    let text = text.replace("read = \"50%\"", "read = \"100%\"");
    room.write("mine.toml", text.as_bytes());
    let said = room.run(&["run", "--method-file", "mine.toml", "."]);
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.contains("reads met the end of their file"), "{said:?}");
    assert!(!said.stderr.contains("may be bad"), "{said:?}");
    let error = &room.last_run().cells[0].errors[0];
    assert!(error.message.contains("the test file is shorter than the region"), "{error:?}");
}

#[test]
fn a_run_goes_on_from_another_directory_and_only_on_what_it_began_on() {
    let room = Room::new();
    room.write("mine.toml", method(true).as_bytes());
    let text = include_str!("../../../sim/zoo/s4-usb.toml");
    room.write("drive.toml", text.as_bytes());
    broken_off(&room, &["sim:drive.toml"], Signal::KILL);
    let edited = text.replace("read = \"500us\"", "read = \"900us\"");
    assert_ne!(edited, text);
    std::fs::create_dir(room.work().join("elsewhere")).unwrap();
    let resume = || {
        let mut command = room.command(&["resume"]);
        command.current_dir(room.work().join("elsewhere"));
        Said::from(command.output().unwrap())
    };
    room.write("drive.toml", edited.as_bytes());
    let said = resume();
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stderr.contains("its description has changed"), "{said:?}");
    // The same drive, described in other words.
    room.write("drive.toml", format!("# mine\n{text}").as_bytes());
    let said = resume();
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(room.last_run().state, RunState::Completed);
    assert_eq!(room.last_run().target.name, "sim:drive.toml");
}

#[test]
fn another_file_of_the_same_name_and_size_is_noticed() {
    let room = Room::new();
    let text = method(false).replace("writes = \"file\"", "writes = \"nothing\"");
    let text = text.replace("read = \"50%\"", "read = \"100%\"");
    room.write("mine.toml", text.as_bytes());
    let data = vec![7_u8; 8 << 20];
    let path = room.write("data", &data);
    broken_off(&room, &["data"], Signal::KILL);
    std::fs::rename(&path, room.work().join("first")).unwrap();
    room.write("data", &data);
    check_refused(&room, &["resume"], 3, &["it is another file of the same name"]);
    std::fs::rename(room.work().join("first"), &path).unwrap();
    room.succeed(&["resume"]);
}

/// A loop device with an unlikely number; detached at the end.
struct NumberedLoop(String);

impl NumberedLoop {
    fn new() -> Self {
        Self(format!("/dev/loop{}", 70_000 + std::process::id() % 60_000))
    }

    fn show(&self, file: &std::path::Path) -> Result<(), String> {
        system("losetup", &["--detach", &self.0]).ok();
        system("losetup", &[&self.0, file.to_str().unwrap()]).map(drop)
    }
}

impl Drop for NumberedLoop {
    fn drop(&mut self) {
        system("losetup", &["--detach", &self.0]).ok();
    }
}

#[test]
fn another_file_behind_the_loop_device_of_a_run_is_noticed() {
    if !is_root() {
        return skip("loop devices need root");
    }
    let room = Room::new();
    let text = method(false).replace("writes = \"file\"", "writes = \"nothing\"");
    let text = text.replace("read = \"50%\"", "read = \"100%\"");
    room.write("mine.toml", text.as_bytes());
    let data = vec![7_u8; 8 << 20];
    let (first, second) = (room.write("data", &data), room.work().join("second"));
    let device = NumberedLoop::new();
    if let Err(reason) = device.show(&first) {
        return skip(&reason);
    }
    broken_off(&room, &[&device.0], Signal::KILL);
    // The same name, the same bytes, the same number: another file.
    std::fs::rename(&first, &second).unwrap();
    room.write("data", &data);
    device.show(&first).unwrap();
    check_refused(&room, &["resume"], 3, &["the device shows another file"]);
    std::fs::rename(&second, &first).unwrap();
    device.show(&first).unwrap();
    room.succeed(&["resume"]);
    assert_eq!(room.last_run().state, RunState::Completed);
}

//! Effects of the computer are not blamed on the drive: a stopped program, busy processors, a drive that others use,
//! a device whose writes fail for lack of space below it.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use iogram_model::{CellState, Finding, HostPauseReason, LookMoment, Run};
use rustix::process::Signal;

use crate::common::{MIB, Mounted, Room, Running, Said, is_root, lacks, skip, system};

/// Waits until the program's first cell runs.
fn await_cell(running: &mut Running) {
    // Before that line, iogram measures itself.
    while !running.next_line().unwrap_or_default().contains("takes ") {}
    let is_lane = |entry: std::io::Result<std::fs::DirEntry>| {
        let name = entry.ok().and_then(|it| std::fs::read(it.path().join("comm")).ok());
        name.is_some_and(|name| name.starts_with(b"lane "))
    };
    let has_lane = |id: &str| {
        let tasks = std::fs::read_dir(format!("/proc/{id}/task"));
        tasks.is_ok_and(|mut tasks| tasks.any(is_lane))
    };
    let id = running.id().to_string();
    loop {
        // The measuring process may have another one in front.
        let behind = std::fs::read(format!("/proc/{id}/task/{id}/children"));
        let behind = String::from_utf8(behind.unwrap_or_default()).unwrap();
        if has_lane(&id) || behind.split_whitespace().any(has_lane) {
            return;
        }
        std::thread::park_timeout(Duration::from_millis(5));
    }
}

/// Stops the program for a second in its first cell.
fn stopped_within(room: &Room, arguments: &[&str]) -> Said {
    let mut running = room.start(arguments);
    await_cell(&mut running);
    std::thread::park_timeout(Duration::from_millis(300));
    running.send(Signal::STOP);
    std::thread::park_timeout(Duration::from_millis(1000));
    running.send(Signal::CONT);
    running.end()
}

fn stalls(run: &Run) -> usize {
    let is_stall = |it: &&Finding| matches!(it, Finding::Stall(_) | Finding::StallSummary(_));
    run.findings.iter().filter(is_stall).count()
}

#[test]
fn a_cell_in_which_the_program_was_stopped_is_measured_again() {
    let room = Room::new();
    room.write("image", &vec![7; 16 << 20]);
    for target in ["null:", "image"] {
        let said = stopped_within(&room, &["measure", target, "--time", "2s", "--depth", "4"]);
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.stderr.contains("the cell is measured again"), "{said:?}");
        let run = room.last_run();
        let [cell] = &run.cells[..] else { panic!("{target}: one cell") };
        let first = cell.discarded.as_deref().unwrap();
        // A busy computer may pause it by itself, too.
        let stopped: Vec<_> = first
            .host_pauses
            .iter()
            .filter(|pause| pause.reason == HostPauseReason::Stopped)
            .collect();
        assert_eq!(stopped.len(), 1, "{target}: {:?}", first.host_pauses);
        assert!(stopped[0].length_ns > 900_000_000, "{stopped:?}");
        assert!(first.set_aside_count.is_none_or(|count| count <= 4), "{target}");
        let op = first.operations.read.as_ref().unwrap();
        assert!(op.latency_ns.max < stopped[0].length_ns, "it is in no latency");
        assert_eq!(stalls(&run), 0, "{:?}", run.findings);
        assert!(said.stdout.contains("measured twice: the first measurement"), "{said:?}");
        assert!(said.stdout.contains("stopped by a signal or a debugger"), "{said:?}");
    }
}

#[test]
fn a_cell_that_cannot_be_repeated_is_marked_and_its_rate_is_without_the_pause() {
    let room = Room::new();
    let amount = ["--read", "0%", "--amount", "2MiB", "--rate", "256/s"];
    let arguments = [&["measure", ".", "--size", "4MiB", "--fresh"][..], &amount].concat();
    let said = stopped_within(&room, &arguments);
    // Requests were due all the time, so nobody is to blame for the late ones.
    assert_eq!(said.code, Some(6), "{said:?}");
    assert!(said.stdout.starts_with("CANNOT TELL, the computer slowed"), "{said:?}");
    let run = room.last_run();
    let cell = &run.cells[0];
    assert!(cell.discarded.is_none() && !cell.host_pauses.is_empty(), "{cell:?}");
    let codes: Vec<&str> = cell.warnings.iter().map(|it| it.code.as_str()).collect();
    assert!(
        codes.contains(&"host-paused") && codes.contains(&"not-measured-again"),
        "{codes:?}"
    );
    let rate = cell.operations.write.as_ref().unwrap().bytes_per_s;
    let with_pause = cell.throughput().unwrap().bytes_per_s;
    assert!((rate - with_pause).abs() <= rate * 1e-6, "{rate} {with_pause}");
    assert!(cell.running_ns() + 900_000_000 < cell.elapsed_ns, "{cell:?}");
    assert_eq!(stalls(&run), 0, "{:?}", run.findings);
    assert!(said.stdout.contains("host-paused: iogram did not run for"), "{said:?}");
}

#[test]
fn a_run_tells_how_busy_the_computer_was_before_and_after() {
    let room = Room::new();
    let run = room.measure("null: --time 100ms");
    let moments: Vec<LookMoment> = run.looks.iter().map(|look| look.moment).collect();
    assert_eq!(moments, [LookMoment::Before, LookMoment::After]);
    assert!(run.looks.iter().all(|look| look.cpu_busy_ratio.is_some()), "{:?}", run.looks);
    let others = run.cells[0].others.unwrap();
    assert!(others.cpu_busy_ratio.is_some(), "{others:?}");
    let submitter = run.cells[0].engine.submitters[0];
    assert!(submitter.involuntary_switch_count.is_some(), "{submitter:?}");
    let run = room.measure("sim:nvme-tlc-hybrid --time 100ms");
    assert!(
        run.looks.is_empty() && run.cells[0].others.is_none(),
        "virtual time has no computer"
    );
}

/// Programs that occupy every processor.
struct Busy(Vec<Child>);

impl Busy {
    fn start() -> Self {
        let count = 4 * std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let spin = || {
            let mut command = Command::new("sh");
            command.args(["-c", "while :; do :; done"]).stdin(Stdio::null());
            command.spawn().unwrap()
        };
        Self((0..count).map(|_| spin()).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

#[test]
fn processors_that_others_have_are_told() {
    let room = Room::new();
    let busy = Busy::start();
    let said = room.succeed(&["measure", "null:", "--time", "1s"]);
    drop(busy);
    let run = room.last_run();
    let codes: Vec<&str> = run.cells[0].warnings.iter().map(|it| it.code.as_str()).collect();
    if run.cells[0].engine.submitters[0].run_delay_ns.is_none() {
        return lacks("this kernel does not count how long a thread waits for a processor");
    }
    assert!(codes.contains(&"waited-for-processor"), "{codes:?}");
    assert!(codes.contains(&"processors-used-by-others"), "{codes:?}");
    assert!(said.stdout.contains("top -b -n 1"), "{said:?}");
    let before = run.warnings.iter().find(|it| it.code == "busy-processors");
    assert!(before.is_some_and(|it| it.message.starts_with("before the run")), "{run:?}");
}

/// A loop device for a test.
struct Loop(String);

impl Loop {
    fn over(image: &Path) -> Result<Self, String> {
        if !is_root() {
            return Err("loop devices need root".to_owned());
        }
        system("losetup", &["--find", "--show", image.to_str().unwrap()]).map(Self)
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        drop(system("losetup", &["--detach", &self.0]));
    }
}

#[test]
fn others_that_use_the_drive_are_told_and_ones_own_requests_are_not() {
    let room = Room::new();
    if let Err(reason) = use_it_together(&room) {
        skip(&reason);
    }
}

fn use_it_together(room: &Room) -> Result<(), String> {
    // Nobody else uses the layer below.
    let memory = Mounted::memory(room, "size=80m")?;
    let image = memory.at.join("image");
    std::fs::write(&image, vec![7; 64 << 20]).unwrap();
    let device = Loop::over(&image)?;
    let used = |run: &Run| {
        let warnings = run.cells[0].warnings.iter();
        warnings.filter(|it| it.code == "drive-used-by-others").count()
    };
    for depth in ["1", "16"] {
        let alone = room.measure(&format!("{} --time 500ms --depth {depth}", device.0));
        assert_eq!(used(&alone), 0, "{:?}", alone.cells[0].others);
    }
    let from = format!("if={}", device.0);
    let script = "while :; do dd \"$0\" of=/dev/null bs=1M iflag=direct 2>/dev/null; done";
    let mut other = Command::new("sh").args(["-c", script, &from]).spawn().unwrap();
    let run = room.measure(&format!("{} --time 500ms", device.0));
    other.kill().unwrap();
    other.wait().unwrap();
    assert_eq!(used(&run), 1, "{:?}", run.cells[0].others);
    let read = run.cells[0].others.unwrap().drive_read_others_bytes.unwrap();
    assert!(read > MIB, "{read}");
    Ok(())
}

#[test]
fn a_plan_reads_a_device_to_know_it_and_writes_nothing() {
    let room = Room::new();
    if let Err(reason) = plan_a_device(&room) {
        skip(&reason);
    }
}

fn plan_a_device(room: &Room) -> Result<(), String> {
    let memory = Mounted::memory(room, "size=80m")?;
    let image = memory.at.join("image");
    std::fs::write(&image, vec![7; 64 << 20]).unwrap();
    let device = Loop::over(&image)?;
    let text = room.succeed(&["plan", "dd-read", &device.0, "--set", "size=16MiB"]).stdout;
    assert!(text.contains("from two seconds of reading"), "{text}");
    assert!(std::fs::read(&image).unwrap().iter().all(|byte| *byte == 7));
    Ok(())
}

#[test]
fn a_full_file_system_below_a_device_is_no_counterfeit() {
    let room = Room::new();
    if let Err(reason) = verify_over_a_full_one(&room) {
        skip(&reason);
    }
}

fn verify_over_a_full_one(room: &Room) -> Result<(), String> {
    let memory = Mounted::memory(room, "size=24m")?;
    let image = memory.at.join("image");
    let name = |device: &Loop| format!("{}:image", device.0.trim_start_matches("/dev/"));
    for full in [&["--cache", "32MiB"][..], &["--full"]] {
        std::fs::write(&image, b"").unwrap();
        system("truncate", &["--size=64M", image.to_str().unwrap()])?;
        let device = Loop::over(&image)?;
        let typed = name(&device);
        let verify = [&["verify", &device.0, "--destroy", &typed][..], full].concat();
        let said = room.run(&verify);
        assert_eq!(said.code, Some(4), "{full:?}: {said:?}");
        // A drive in memory is reported first.
        assert!(
            said.stdout.starts_with("NO FIGURE OF THE DRIVE: this is main memory"),
            "{full:?}: {said:?}"
        );
        assert!(said.stdout.contains("\nNOT KNOWN"), "{full:?}: {said:?}");
        assert!(!said.stdout.contains("COUNTERFEIT"), "{full:?}: {said:?}");
        let errors = ["(EIO)", "(ENOSPC)"];
        assert!(errors.iter().any(|it| said.stdout.contains(it)), "{full:?}: {said:?}");
        let line = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains("written before that was intact"), "{full:?}: {said:?}");
        assert!(said.stderr.contains("(tmpfs at "), "{full:?}: {said:?}");
    }
    Ok(())
}

/// A served drive, a loop device over it, and the server's process.
struct Served {
    server: Option<Running>,
    device: Option<Loop>,
    image: String,
    directory: std::path::PathBuf,
}

impl Served {
    fn start(room: &Room, drive: &str) -> Result<Self, String> {
        if !is_root() || !Path::new("/dev/fuse").exists() {
            return Err("serving a drive to a loop device needs root and FUSE".to_owned());
        }
        let directory = room.path().join("served");
        std::fs::create_dir_all(&directory).unwrap();
        let mut server =
            room.start(&["sim", "serve", drive, "--mount", directory.to_str().unwrap()]);
        let said = server.next_line().unwrap_or_default();
        let image = said.split(" is ").nth(1).and_then(|rest| rest.split(" until").next());
        let image = image.ok_or_else(|| said.clone())?.to_owned();
        let mut served = Self { server: Some(server), device: None, image, directory };
        let device = system("losetup", &["--find", "--show", "--direct-io=on", &served.image])?;
        served.device = Some(Loop(device));
        Ok(served)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            server.send(Signal::CONT);
            self.device = None;
            drop(system("umount", &["--lazy", self.directory.to_str().unwrap()]));
            // Its connection to the kernel ends with it, and every remaining request fails.
            server.send(Signal::KILL);
            drop(server.end());
        }
    }
}

#[test]
fn a_served_drive_that_hangs_ends_the_cell_and_frees_the_terminal() {
    let room = Room::new();
    for (engine, depth) in [("sync", "1"), ("io-uring", "4"), ("io-uring", "512")] {
        if let Err(reason) = hang(&room, engine, depth) {
            skip(&reason);
        }
    }
}

fn hang(room: &Room, engine: &str, depth: &str) -> Result<(), String> {
    let served = Served::start(room, "s2-optane-905p")?;
    for target in [served.device.as_ref().unwrap().0.as_str(), &served.image] {
        let arguments = ["measure", target, "--time", "60s", "--io-timeout", "2s"];
        let how = ["--engine", engine, "--depth", depth];
        let mut running = room.start(&[&arguments[..], &how].concat());
        await_cell(&mut running);
        std::thread::park_timeout(Duration::from_millis(300));
        let server = served.server.as_ref().unwrap();
        server.send(Signal::STOP);
        // Returns when the program has ended and closed its output.
        let said = running.end();
        server.send(Signal::CONT);
        let what = format!("{engine}, depth {depth}, {target}: {said:?}");
        // Shown in red as a drive that does not answer; judging the run again ends the same way.
        assert_eq!(said.code, Some(1), "{what}");
        let run = room.last_run();
        assert_eq!(run.cells[0].state, CellState::Stalled, "{what}");
        assert!(run.cells[0].operations.read.as_ref().is_some_and(|it| it.count > 0), "{what}");
        assert!(run.ended_at_us.is_some(), "{what}");
    }
    Ok(())
}

//! Served drives, judged by other tools: their conclusions must match the truth of the description. Needs root, FUSE
//! and loop devices.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::Signal;
use serde_json::Value;

use crate::common::{Room, Running, at, is_root, skip, system};

/// A served drive behind a loop device.
struct Served {
    program: Option<Running>,
    device: String,
    directory: PathBuf,
}

impl Served {
    /// Serves `drive`, or returns why that is impossible here.
    fn start(room: &Room, drive: &str) -> Result<Self, String> {
        if !is_root() {
            return Err(iogram_testing::lacking("root, for loop devices"));
        }
        if !Path::new("/dev/fuse").exists() {
            return Err(iogram_testing::lacking("/dev/fuse"));
        }
        let name = drive.trim_end_matches(".toml");
        let directory = room.path().join(name);
        std::fs::create_dir_all(&directory).unwrap();
        let place = directory.to_str().unwrap();
        let truth = format!("{name}.json");
        let serve = ["sim", "serve", drive, "--mount", place, "--seed", "1", "--truth", &truth];
        let mut program = room.start(&serve);
        let said = program.next_line().unwrap_or_default();
        if said.contains("error: ") {
            return Err(said);
        }
        let image = said.split(" is ").nth(1).and_then(|rest| rest.split(" until").next());
        let image = image.unwrap_or_else(|| panic!("no file is named: {said}")).to_owned();
        let mut served = Self { program: Some(program), device: String::new(), directory };
        served.device = system("losetup", &["--find", "--show", "--direct-io=on", &image])?;
        Ok(served)
    }

    /// Ends the service with Ctrl-C and checks that nothing is left.
    fn end(mut self) {
        system("losetup", &["--detach", &self.device]).unwrap();
        self.device.clear();
        let program = self.program.take().unwrap();
        program.send(Signal::INT);
        let said = program.end();
        assert_eq!(said.code, Some(0), "{said:?}");
        assert_eq!(std::fs::read_dir(&self.directory).unwrap().count(), 0, "still mounted");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if !self.device.is_empty() {
            drop(system("losetup", &["--detach", &self.device]));
        }
        if let Some(program) = self.program.take() {
            program.send(Signal::TERM);
            drop(program.end());
        }
    }
}

/// The output of flashbench. Its `-o` is required: without it, it writes to standard input.
fn flashbench(served: &Served, arguments: &[&str]) -> Result<String, String> {
    let mut all = vec!["-o", "/dev/null"];
    all.extend(arguments);
    all.push(&served.device);
    system("flashbench", &all)
}

/// `diff` of `flashbench -a` in nanoseconds, by boundary.
fn delays(printed: &str) -> Vec<(u64, f64)> {
    let line = |line: &str| {
        let boundary = line.strip_prefix("align ")?.split_whitespace().next()?.parse().ok()?;
        Some((boundary, nanoseconds(line.split("diff ").nth(1)?)?))
    };
    printed.lines().filter_map(line).collect()
}

/// A time as flashbench writes it.
fn nanoseconds(text: &str) -> Option<f64> {
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)];
    let (number, scale) = units
        .iter()
        .find_map(|&(unit, scale)| Some((text.trim().strip_suffix(unit)?, scale)))?;
    Some(number.parse::<f64>().ok()? * scale)
}

/// MB/s by block size, from `flashbench -O`.
fn rates(printed: &str) -> Vec<(String, f64)> {
    let line = |line: &str| {
        let (size, rate) = line.split_once(char::is_whitespace)?;
        Some((size.to_owned(), rate.trim().strip_suffix("M/s")?.parse().ok()?))
    };
    printed.lines().filter_map(line).collect()
}

/// The largest and smallest boundary between which the delay rises most, as a reader would find it.
fn steps(delays: &[(u64, f64)]) -> Vec<u64> {
    let mut rising: Vec<(u64, f64)> = delays.to_vec();
    rising.sort_by_key(|&(boundary, _)| boundary);
    // Arbitrary: obvious to a reader; noise of a busy machine is lower.
    let is_step = |pair: &[(u64, f64)]| pair[1].1 - pair[0].1 > 200e3;
    rising.windows(2).filter(|pair| is_step(pair)).map(|pair| pair[1].0).collect()
}

/// Measures until the reader's conclusion is the truth. A served drive runs in real time, and a busy machine delays
/// it; it never makes one card look like another time and again.
fn until_told(measure: impl Fn() -> Result<(bool, String), String>) -> Result<(), String> {
    // Arbitrary.
    const ATTEMPTS_MAX: usize = 6;
    let mut told = Vec::new();
    for _ in 0..ATTEMPTS_MAX {
        let (is_told, printed) = measure()?;
        if is_told {
            return Ok(());
        }
        told.push(printed);
    }
    panic!("{}", told.join("\n"));
}

#[test]
fn flashbench_finds_page_allocation_unit_and_open_units_of_the_served_card() {
    let room = Room::new();
    if let Err(reason) = judge_the_card(&room) {
        skip(&reason);
    }
}

fn judge_the_card(room: &Room) -> Result<(), String> {
    system("flashbench", &["-o", "/dev/null", "-a", "/dev/null"])
        .map(drop)
        .or_else(|error| if error.contains("cannot run") { Err(error) } else { Ok(()) })?;
    let card = Served::start(room, "s3-lexar-633x-16g")?;
    until_told(|| {
        let printed = flashbench(&card, &["-a", "-b", "1024", "-c", "8"])?;
        let is_told = steps(&delays(&printed)) == [4096, 4 << 20, 1 << 30];
        Ok((is_told, format!("page, AU and zone: {printed}")))
    })?;
    until_told(|| {
        let open = |count: &str| {
            let arguments = ["-O", "--open-au-nr", count, "-e", "4194304", "-b", "1048576"];
            flashbench(&card, &arguments).map(|printed| rates(&printed))
        };
        let (five, six) = (open("5")?, open("6")?);
        assert_eq!((five.len(), six.len()), (3, 3), "{five:?} {six:?}");
        let is_told =
            five.iter().all(|&(_, rate)| rate > 8.0) && six[0].1 > 8.0 && six[2].1 < 4.0;
        Ok((is_told, format!("five work, six collapse with small blocks: {five:?} {six:?}")))
    })?;
    card.end();
    Ok(())
}

#[test]
fn f3probe_finds_kind_and_capacity_of_four_served_counterfeits() {
    let room = Room::new();
    if let Err(reason) = judge_counterfeits(&room) {
        skip(&reason);
    }
}

fn judge_counterfeits(room: &Room) -> Result<(), String> {
    system("f3probe", &["--version"])?;
    // f3probe writes 2 GiB to a drive that wraps around, which is as fast as the machine allows.
    let zoo = room.succeed(&["sim", "show", "fake-wraparound"]).stdout;
    let fast = zoo.replace("450ms", "1ms").replace("\"2ms\"", "\"1us\"");
    let fast = fast.replace("name = \"fake-wraparound\"", "name = \"fast\"");
    let fast = fast.replace("170ms", "1ms").replace("400us", "1us").replace("200us", "1us");
    let fast = fast.replace("12MB/s", "12GB/s");
    room.write("fast.toml", fast.as_bytes());
    for drive in ["fake-limbo", "fake-chain", "fake-tiny", "fast.toml"] {
        let served = Served::start(room, drive)?;
        // Its exit code states that the drive is a counterfeit.
        let output = Command::new("f3probe")
            .args(["--destructive", &served.device])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run f3probe: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let truth = room.succeed(&["sim", "show", drive, "--json", "-"]).stdout;
        let truth: Value = serde_json::from_str(&truth).unwrap();
        let kind = at(&truth, "/truth/counterfeit").as_str().unwrap();
        let real = at(&truth, "/truth/capacity_real_bytes").as_u64().unwrap();
        assert!(printed.contains(&format!("counterfeit of type {kind}\n")), "{printed}");
        let blocks = format!("({} blocks)", real / 512);
        let usable = printed.lines().find(|line| line.contains("*Usable* size:")).unwrap();
        assert!(usable.contains(&blocks), "{drive}: {usable} instead of {blocks}");
        served.end();
    }
    Ok(())
}

#[test]
fn a_served_drive_is_a_file_that_keeps_its_size_and_its_bytes() {
    let room = Room::new();
    if let Err(reason) = use_as_a_file(&room) {
        skip(&reason);
    }
}

fn use_as_a_file(room: &Room) -> Result<(), String> {
    let served = Served::start(room, "s2-optane-905p")?;
    let image = served.directory.join("s2-optane-905p.img");
    let size = std::fs::metadata(&image).unwrap().len();
    let pattern: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
    let file = room.write("pattern", &pattern);
    let [from, to] = [&file, &image].map(|path| path.to_str().unwrap());
    let copy = [format!("if={from}"), format!("of={to}"), "bs=100003".to_owned()];
    system("dd", &copy.iter().map(String::as_str).collect::<Vec<_>>())?;
    assert_eq!(std::fs::metadata(&image).unwrap().len(), size, "dd cut it to nothing first");
    system("cmp", &["--bytes", "800000", from, to])?;
    // iogram beside the others, as on any file.
    let run = room.measure(&format!("{to} --time 100ms --region 0..1GiB"));
    assert!(run.cells[0].errors.is_empty());
    served.end();
    Ok(())
}

#[test]
fn a_drive_is_served_only_where_that_hides_nothing() {
    let room = Room::new();
    let check = |place: &str, reason: &str| {
        let said = room.run(&["sim", "serve", "s4-sd", "--mount", place]);
        assert_eq!(said.code, Some(4), "{said:?}");
        assert!(said.stderr.contains(reason), "{}", said.stderr);
        assert!(said.stderr.contains("hint: name an empty directory"), "{}", said.stderr);
    };
    room.write("file", b"x");
    check("file", "it is not a directory");
    check(".", "it is not empty");
    check("nowhere", "there is no such directory");
    std::fs::create_dir(room.work().join("mount")).unwrap();
    std::os::unix::fs::symlink("mount", room.work().join("link")).unwrap();
    check("link", "it is a link: name the directory that it leads to");
}

#[test]
fn what_a_program_asks_of_a_served_drive_is_recorded() {
    let room = Room::new();
    if let Err(reason) = record_a_program(&room) {
        skip(&reason);
    }
}

fn record_a_program(room: &Room) -> Result<(), String> {
    if !Path::new("/dev/fuse").exists() {
        return Err(iogram_testing::lacking("/dev/fuse"));
    }
    if !is_root() {
        return Err(iogram_testing::lacking("root, for FUSE without a helper"));
    }
    let directory = room.path().join("mount");
    std::fs::create_dir_all(&directory).unwrap();
    let place = directory.to_str().unwrap();
    let arguments = ["sim", "serve", "s4-usb", "--mount", place, "--trace", "served.iotrace"];
    let mut program = room.start(&arguments);
    let said = program.next_line().unwrap_or_default();
    if said.contains("error: ") {
        return Err(said);
    }
    let image = directory.join("s4-usb.img");
    let to = format!("of={}", image.display());
    let write =
        ["if=/dev/zero", &to, "bs=64K", "count=3", "oflag=direct", "conv=notrunc,fsync"];
    system("dd", &write)?;
    program.send(Signal::INT);
    let said = program.end();
    assert_eq!(said.code, Some(0), "{said:?}");
    let shown = room.succeed(&["trace", "show", "served.iotrace", "--format", "json"]).stdout;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let kinds = at(&shown, "/kinds").as_array().unwrap();
    let of = |kind: &str| kinds.iter().find(|it| it["kind"] == kind).unwrap();
    assert_eq!((&of("write")["count"], &of("write")["bytes"]), (&3.into(), &(3 << 16).into()));
    assert_eq!(of("write")["sequential_count"], 2);
    assert_eq!(of("flush")["count"], 1);
    assert_eq!(at(&shown, "/facts/capacity_bytes"), 32_000_000_000_u64);
    Ok(())
}

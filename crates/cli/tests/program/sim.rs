//! Simulated drives as targets: every method runs on them, one seed determines everything, and errors show their
//! place.

use iogram_model::{IoPath, Run, TargetKind};
use serde_json::Value;

use crate::common::{Room, at};

/// Every built-in method, as short as possible.
const METHODS: [(&str, &[&str]); 7] = [
    ("quick", &["time=100ms", "size=16MiB", "loops=1"]),
    ("cdm", &["time=1s", "size=16MiB", "loops=1", "interval=0s"]),
    ("dd-read", &["size=16MiB"]),
    ("dd-write", &["size=16MiB"]),
    ("iozone", &["size=16MiB"]),
    ("fsync", &["size=230kB"]),
    ("image-write", &["size=16MiB"]),
];

/// A card, a stick, SSDs with and without an SLC cache, a counterfeit.
const DRIVES: [&str; 5] =
    ["s3-lexar-633x-16g", "usb-stick-2au", "s4-ssd", "nvme-tlc-dynamic", "fake-limbo"];

/// The program's arguments for `method` on `drive` with `seed`.
fn arguments<'a>(
    method: &'a str,
    settings: &[&'a str],
    drive: &'a str,
    seed: &'a str,
) -> Vec<&'a str> {
    let mut all = vec!["run", method, drive, "--seed", seed, "--json", "-", "--no-store", "-q"];
    all.extend(settings.iter().flat_map(|&setting| ["--set", setting]));
    all
}

/// A run without values that depend on its time.
fn timeless(stdout: &str) -> Value {
    let mut run: Value = serde_json::from_str(stdout).unwrap();
    for name in ["id", "started_at_us", "ended_at_us"] {
        run[name].take();
    }
    run
}

#[test]
fn every_method_runs_on_every_kind_of_drive_and_one_seed_decides_everything() {
    let room = Room::new();
    for (method, settings) in METHODS {
        for drive in DRIVES {
            let target = format!("sim:{drive}");
            let all = arguments(method, settings, &target, "7");
            let [first, again] = [(); 2].map(|()| room.run(&all));
            // So little is measured that a rule may stay open.
            assert!(matches!(first.code, Some(0 | 6)), "{first:?}");
            assert_eq!(first.code, again.code, "{all:?}");
            assert_eq!(timeless(&first.stdout), timeless(&again.stdout), "{all:?}");
            let first = first.stdout;
            let run: Run = serde_json::from_str(&first).unwrap();
            assert_eq!(run.target.kind, TargetKind::Simulated, "{all:?}");
            assert!(run.conditions.queue.is_none() && run.conditions.file_system.is_none());
            let simulation = run.target.simulation.unwrap();
            assert_eq!((simulation.drive.as_str(), simulation.seed), (drive, 7));
            for cell in &run.cells {
                assert_eq!(cell.engine.path, IoPath::Sim);
                assert_eq!((cell.cpu_user_ns, cell.cpu_system_ns), (None, None));
                assert!(
                    cell.errors.is_empty() && cell.elapsed_ns > 0,
                    "{all:?}: {}",
                    cell.name
                );
            }
        }
    }
}

#[test]
fn another_seed_is_another_run() {
    let room = Room::new();
    let settings = METHODS[0].1;
    let [one, other] = ["1", "2"].map(|seed| {
        room.succeed(&arguments("quick", settings, "sim:nvme-tlc-dynamic", seed)).stdout
    });
    assert_ne!(timeless(&one)["cells"], timeless(&other)["cells"]);
}

#[test]
fn the_report_says_that_the_drive_is_simulated_which_one_and_with_which_seed() {
    let room = Room::new();
    let said =
        room.succeed(&["measure", "sim:s4-sd", "--seed", "42", "--time", "1s", "--full"]);
    let drive = said.stdout.lines().find(|line| line.starts_with("drive ")).unwrap();
    assert!(drive.contains("simulated") && drive.contains("s4-sd"), "{drive}");
    assert!(said.stdout.contains("seed 42"), "{}", said.stdout);
    assert!(said.stdout.contains("clock virtual"), "{}", said.stdout);
    assert!(said.stdout.contains(", 1.00 s of the drive's time in "), "{}", said.stdout);
    assert!(said.stderr.contains("in the simulated drive's time"), "{}", said.stderr);
    let brief = room.succeed(&["show", "last"]).stdout;
    assert!(brief.contains("s4-sd, simulated"), "the short page says it, too: {brief}");
    let shown = room.succeed(&["show", "last", "--full"]).stdout;
    assert!(shown.contains("seed 42"), "what is kept says so, too: {shown}");
    let quick = room.succeed(&["quick", "sim:s4-sd", "--set", "time=100ms", "--seed", "1"]);
    assert!(quick.stdout.contains("s4-sd"), "{}", quick.stdout);
}

#[test]
fn a_day_on_a_drive_takes_no_day() {
    let room = Room::new();
    let run = room.measure("sim:s3-lexar-633x-16g --seed 1 --time 24h --read 0% --block 4MiB");
    assert!(run.cells[0].elapsed_ns >= 24 * 3600 * 1_000_000_000);
}

#[test]
fn a_plan_is_exact_where_the_method_can_be_tried_out() {
    let room = Room::new();
    let settings = ["--set", "size=16MiB"];
    let plan = ["plan", "dd-write", "sim:s3-lexar-633x-16g", "--seed", "3"];
    let text = room.succeed(&[&plan as &[&str], &settings].concat()).stdout;
    assert!(text.contains("on the drive's clock, exactly, with seed 3"), "{text}");
    let json = room.succeed(&[&plan as &[&str], &settings, &["--json", "-"]].concat()).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(at(&json, "/cost/is_estimate"), false);
    assert_eq!(at(&json, "/simulation/seed"), 3);
    let planned = at(&json, "/cost/time_slow_ns").as_u64().unwrap();
    let run: Run = serde_json::from_str(
        &room
            .succeed(&arguments("dd-write", &["size=16MiB"], "sim:s3-lexar-633x-16g", "3"))
            .stdout,
    )
    .unwrap();
    let last = run.cells.last().unwrap();
    assert_eq!(planned, last.started_ns + last.elapsed_ns, "the plan is what then happens");
    let real =
        room.succeed(&[&["plan", "dd-write", "."] as &[&str], &settings].concat()).stdout;
    assert!(real.contains("up to ") && !real.contains("exactly"), "{real}");
}

#[test]
fn a_mistake_in_a_description_is_shown_with_line_and_column() {
    let room = Room::new();
    let shown = room.succeed(&["sim", "random", "--kind", "sd", "--seed", "5"]).stdout;
    let check = |text: &str, place: &str, message: &str| {
        room.write("mine.toml", text.as_bytes());
        for command in [&["quick", "sim:mine.toml"] as &[&str], &["sim", "show", "mine.toml"]] {
            let said = room.run(command);
            assert_eq!(said.code, Some(2), "{said:?}");
            assert!(said.stderr.contains(place), "{place}: {}", said.stderr);
            assert!(said.stderr.contains(message), "{message}: {}", said.stderr);
            assert!(said.stderr.contains("hint: "), "{}", said.stderr);
        }
    };
    check("name = \"x\"\ntitel = 3\n", "mine.toml:2:1", "titel");
    check("[media\n", "mine.toml:1:", "");
    let field = "open_aus = ";
    let line = shown.lines().position(|line| line.starts_with(field)).unwrap();
    let wrong: Vec<&str> = shown
        .lines()
        .map(|line| if line.starts_with(field) { "open_aus = 0" } else { line })
        .collect();
    let place = format!("mine.toml:{}:12", line + 1);
    check(&wrong.join("\n"), &place, "media.block.open_aus is not between 1 and 65536");
    let capacity = shown.replace("capacity = \"", "capacity = \"1");
    room.write("mine.toml", capacity.as_bytes());
    let said = room.run(&["run", "quick", "sim:none.toml"]);
    assert!(said.stderr.contains("cannot read none.toml"), "{}", said.stderr);
}

#[test]
fn a_name_that_was_typed_wrong_is_guessed() {
    let room = Room::new();
    for command in [&["quick", "sim:fake-limb0"] as &[&str], &["sim", "show", "fake-limb0"]] {
        let said = room.run(command);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.stderr.contains("did you mean sim:fake-limbo?"), "{}", said.stderr);
    }
    let said = room.run(&["quick", "sim:xyz"]);
    assert!(said.stderr.contains("iogram sim list"), "{}", said.stderr);
}

#[test]
fn every_drive_is_listed_and_shown_with_its_truth() {
    let room = Room::new();
    let list: Value =
        serde_json::from_str(&room.succeed(&["sim", "list", "--json", "-"]).stdout).unwrap();
    let text = room.succeed(&["sim", "list"]).stdout;
    let names: Vec<&str> =
        list.as_array().unwrap().iter().map(|drive| drive["name"].as_str().unwrap()).collect();
    assert!(names.len() >= 40, "{names:?}");
    for name in names {
        assert!(text.contains(name), "{name}");
        let shown = room.succeed(&["sim", "show", name]).stdout;
        room.write("again.toml", shown.as_bytes());
        let json = room.succeed(&["sim", "show", name, "--json", "-"]).stdout;
        let again = room.succeed(&["sim", "show", "sim:again.toml", "--json", "-"]).stdout;
        assert_eq!(json, again, "what is shown of {name} describes the same drive");
    }
    let fake = room.succeed(&["sim", "show", "fake-limbo", "--json", "-"]).stdout;
    let fake: Value = serde_json::from_str(&fake).unwrap();
    assert_eq!(at(&fake, "/truth/capacity_real_bytes"), 8_u64 << 30);
    let text = room.succeed(&["sim", "show", "fake-limbo"]).stdout;
    assert!(text.contains("# capacity real: 8.0 GiB (8.6 GB)"), "{text}");
}

#[test]
fn a_random_drive_is_decided_by_its_seed_and_can_be_measured() {
    let room = Room::new();
    for kind in ["sd", "usb", "ssd", "fake"] {
        let draw = ["sim", "random", "--kind", kind, "--seed", "11"];
        let drawn = room.succeed(&draw).stdout;
        assert_eq!(drawn, room.succeed(&draw).stdout);
        room.write("drawn.toml", drawn.as_bytes());
        let run = room.measure("sim:drawn.toml --seed 1 --count 100");
        let simulation = run.target.simulation.unwrap();
        assert_eq!(simulation.drive, format!("random-{kind}-11"));
    }
    let said = room.run(&["sim", "random", "--kind", "floppy"]);
    assert!(said.stderr.contains("use sd, usb, ssd or fake"), "{}", said.stderr);
}

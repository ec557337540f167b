//! Campaigns: planned, executed locally, and passed to Slurm and OpenSSH, with stand-ins for these programs.

#![expect(
    clippy::disallowed_methods,
    reason = "stand-ins for other programs say what they were told in files"
)]

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use iogram_model::RunState;
use iogram_store::{LeasedDrive, Owner, Store};
use rustix::process::Signal;
use serde_json::Value;

use crate::common::{PROGRAM, Room, Said};

const TWO: &str = r#"
[campaign]
name = "try"
runs = 2

[[method]]
id = "fsync"

[[method]]
id = "quick"
set = { loops = [1, 2] }
runs = 1

[[drive]]
target = "sim:s4-usb"
seeds = "1-2"
"#;

fn status(room: &Room) -> Value {
    serde_json::from_str(
        &room.succeed(&["campaign", "status", "c.toml", "--format", "json"]).stdout,
    )
    .unwrap()
}

/// A program in place of another one, first in the path.
fn stand_in(room: &Room, name: &str, script: &str) {
    let bin = room.path().join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    let path = bin.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn with_stand_ins(room: &Room, words: &[&str]) -> Said {
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", room.path().join("bin").display());
    room.command(words).env("PATH", path).output().unwrap().into()
}

#[test]
fn a_campaign_is_carried_out_here_and_nothing_of_it_twice() {
    let room = Room::new();
    room.write("c.toml", TWO.as_bytes());
    let plan = room.succeed(&["campaign", "plan", "c.toml"]).stdout;
    assert!(plan.contains("6 tasks (3 methods on 2 drives), 8 runs, engine local"), "{plan}");
    let before = status(&room);
    assert_eq!(
        (before["task_count"].as_u64(), before["left_count"].as_u64()),
        (Some(6), Some(6))
    );
    room.succeed(&["campaign", "submit", "c.toml", "--parallel", "2"]);
    let runs = room.runs();
    assert_eq!(runs.len(), 8);
    assert_eq!(status(&room)["done_count"].as_u64(), Some(6));
    let report = room.succeed(&["campaign", "report", "c.toml", "--out", "page"]).stdout;
    assert!(report.starts_with("Campaign try-"), "{report}");
    assert!(report.contains("is done: all 6 tasks, and no drive failed"), "{report}");
    assert!(room.work().join("page/index.html").exists());
    // A completed task or campaign measures nothing.
    room.succeed(&["campaign", "task", "c.toml", "0"]);
    room.succeed(&["campaign", "submit", "c.toml"]);
    assert_eq!(room.runs(), runs);
    // Each seed is a separate drive, and each round has its own choices.
    let fleet = room.succeed(&["fleet", "--simulated", "--format", "json"]).stdout;
    let fleet: Value = serde_json::from_str(&fleet).unwrap();
    assert_eq!(fleet["drive_count"].as_u64(), Some(2), "{fleet:#}");
}

#[test]
fn a_task_that_was_killed_goes_on_with_its_cells() {
    let room = Room::new();
    let text = "[campaign]\nname = \"here\"\n[[method]]\nid = \"quick\"\n\
                set = { time = \"300ms\", size = \"16MiB\", loops = 1 }\n[[drive]]\ntarget = \".\"\n";
    room.write("c.toml", text.as_bytes());
    let task = ["campaign", "task", "c.toml", "0"];
    let mut running = room.start(&task);
    running.wait_for_cells(2);
    let busy = room.run(&task);
    assert_eq!(busy.code, Some(3), "another program has it: {busy:?}");
    running.send(Signal::KILL);
    running.end();
    let kept = room.last_run().cells;
    assert!(kept.len() >= 2);
    room.succeed(&task);
    let run = room.last_run();
    assert_eq!((run.state, run.resumes.len(), room.runs().len()), (RunState::Completed, 1, 1));
    assert_eq!(run.cells[..2], kept[..2], "they are not measured again");
    room.succeed(&task);
    assert_eq!((room.runs().len(), room.last_run()), (1, run));
}

#[test]
fn a_task_that_is_stopped_begins_no_other_round() {
    let room = Room::new();
    let text = "[campaign]\nname = \"here\"\nruns = 3\n[[method]]\nid = \"quick\"\n\
                set = { time = \"300ms\", size = \"16MiB\", loops = 1 }\n[[drive]]\ntarget = \".\"\n";
    room.write("c.toml", text.as_bytes());
    let task = ["campaign", "task", "c.toml", "0"];
    let mut running = room.start(&task);
    running.wait_for_cells(2);
    running.send(Signal::TERM);
    assert_eq!(running.end().code, Some(4));
    assert_eq!((room.runs().len(), room.last_run().state), (1, RunState::Interrupted));
    room.succeed(&task);
    assert_eq!(room.runs().len(), 3);
    assert_eq!(status(&room)["done_count"].as_u64(), Some(1));
}

/// Another run may have warmed the drive meanwhile.
#[test]
fn conditions_are_looked_at_once_the_drive_is_the_tasks_alone() {
    let room = Room::new();
    let text = "[campaign]\nname = \"here\"\nserver = \"fleet.sqlite\"\n[[method]]\nid = \"quick\"\n\
                [[drive]]\ntarget = \".\"\n[conditions]\ntemperature_max_celsius = 40\n";
    room.write("c.toml", text.as_bytes());
    let mut fleet = Store::open(room.work().join("fleet.sqlite")).unwrap();
    let drive = LeasedDrive {
        serial: "slot-1".to_owned(),
        model: None,
        capacity_bytes: None,
        place: "/dev/sdx".to_owned(),
    };
    let other = Owner {
        host: "bench9".to_owned(),
        boot_id: "1".to_owned(),
        pid_namespace: String::new(),
        pid: 77,
        started_ticks: 1,
        since_us: 0,
        heartbeat_us: 0,
        silent: Duration::ZERO,
    };
    fleet.take_lease(&drive, &other, Duration::from_secs(600), None).unwrap();
    let task = ["campaign", "task", "c.toml", "0", "--lease", "slot-1", "--lease-wait", "1ms"];
    let refused = room.run(&task);
    assert_eq!(refused.code, Some(3), "whether it is cool is another's question: {refused:?}");
    let held = fleet.leases().unwrap().remove(0);
    fleet.release_lease(&held.drive, held.holder.since_us).unwrap();
    let unknown = room.run(&task);
    assert_eq!(unknown.code, Some(4), "{unknown:?}");
    assert!(unknown.stderr.contains("cannot tell how warm"), "{unknown:?}");
    assert_eq!((fleet.leases().unwrap().len(), room.runs().len()), (0, 0), "it was let go");
}

#[test]
fn mistakes_in_a_campaign_are_told_with_their_places() {
    let room = Room::new();
    let check = |text: &str, expected: &[&str]| {
        room.write("c.toml", text.as_bytes());
        let said = room.run(&["campaign", "plan", "c.toml"]);
        assert_eq!(said.code, Some(2), "{text}: {said:?}");
        for part in expected {
            assert!(said.stderr.contains(part), "{part} in {}", said.stderr);
        }
    };
    let head = "[campaign]\nname = \"a\"\n";
    let drive = "[[drive]]\nserial = \"X1\"\n";
    check("", &["no table [campaign]"]);
    check("[campaign]\nname = \"a b\"", &["c.toml:2:8", "letters, digits"]);
    check("[campaign]\nname = \"a\"\nrnus = 3\n", &["c.toml:3:1", "did you mean \"runs\"?"]);
    check(
        "[campaign]\nname = \"a\"\nruns = 0\n[[method]]\nid=\"quick\"\n[[drive]]\nany=true",
        &["c.toml:3:8"],
    );
    check(
        &format!("{head}[[method]]\nid = \"quikc\"\n{drive}"),
        &["c.toml:4:6", "did you mean \"quick\"?"],
    );
    check(
        &format!("{head}[[method]]\nid = \"quick\"\nset = {{ tiem = \"1s\" }}\n{drive}"),
        &["c.toml:5:9", "did you mean \"time\"?"],
    );
    check(
        &format!(
            "{head}[[method]]\nid = \"quick\"\nset = {{ time = [\"1s\", \"soon\"] }}\n{drive}"
        ),
        &["c.toml:5:23"],
    );
    check(
        &format!("{head}[[method]]\nid = \"quick\"\n[[drive]]\nserial = \"1\"\nmodel = \"2\""),
        &["one of serial, model, label, any and target"],
    );
    check(
        &format!(
            "{head}[[method]]\nid = \"quick\"\n[[drive]]\nserial = \"1\"\nhost = \"-oProxyCommand=x\""
        ),
        &["c.toml:7:8", "no name of a computer"],
    );
    check(&format!("{head}[[method]]\nid = \"quick\"\n"), &["names no drive"]);
    check(
        &format!("{head}engine = \"slurn\"\n[[method]]\nid = \"quick\"\n{drive}"),
        &["c.toml:3:10", "did you mean \"slurm\"?"],
    );
    check(
        &format!("{head}[[method]]\nid = \"quick\"\n[[drive]]\nmodel = \"no such model\"\n"),
        &["no such model", "iogram list"],
    );
}

#[test]
fn slurm_is_given_arrays_and_its_script_does_the_task() {
    let room = Room::new();
    let text = TWO.replace("[[drive]]\n", "[slurm]\nparallel = 2\noptions = [\"--partition=bench\"]\nprogram = \"IOGRAM\"\n[[drive]]\n").replace("IOGRAM", PROGRAM)
        + "[[drive]]\ntarget = \"sim:s4-ssd\"\nhost = \"lab3\"\nlicenses = \"enclosure1:1\"\n";
    room.write("c.toml", text.as_bytes());
    stand_in(&room, "scontrol", "echo 'MaxArraySize = 4'");
    stand_in(&room, "sacct", "exit 1");
    stand_in(
        &room,
        "sbatch",
        "n=$(ls ../sbatch.*.sh 2>/dev/null | wc -l)\necho \"$*\" >> ../sbatch.txt\ncat > ../sbatch.$n.sh\necho \"4$n;lab\"",
    );
    let submitted =
        with_stand_ins(&room, &["campaign", "submit", "c.toml", "--engine", "slurm"]);
    assert_eq!(submitted.code, Some(0), "{submitted:?}");
    let told = std::fs::read_to_string(room.path().join("sbatch.txt")).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    let common = "--parsable --job-name=iogram-try --array=";
    assert_eq!(lines.len(), 3, "{told}");
    for (line, array) in lines.iter().zip(["0-3%2", "0-1%2", "0-2%2"]) {
        assert!(line.starts_with(&format!("{common}{array} --requeue")), "{line}");
        assert!(line.contains("--exclusive") && line.ends_with("--partition=bench"), "{line}");
    }
    assert!(lines[2].contains("--nodelist=lab3 --licenses=enclosure1:1"), "{}", lines[2]);
    // The status matches squeue's output; a running task is not queued twice.
    stand_in(
        &room,
        "squeue",
        "printf '40|0|RUNNING|lab1|None\\n40|1|PENDING||Resources\\n40|2|NODE_FAIL|lab2|None\\n'",
    );
    let status = with_stand_ins(&room, &["campaign", "status", "c.toml", "--format", "json"]);
    let status: Value = serde_json::from_str(&status.stdout).unwrap();
    let counts =
        ["running_count", "waiting_count", "broken_count"].map(|it| status[it].as_u64());
    assert_eq!(counts, [Some(1); 3], "{status:#}");
    let again = with_stand_ins(&room, &["campaign", "submit", "c.toml", "--engine", "slurm"]);
    assert_eq!(again.code, Some(3), "{again:?}");
    // A node that has only the script.
    let script = room.path().join("sbatch.0.sh");
    for _twice in 0..2 {
        let mut node = std::process::Command::new("sh");
        room.furnish(&mut node);
        let said: Said =
            node.arg(&script).env("SLURM_ARRAY_TASK_ID", "3").output().unwrap().into();
        assert_eq!(said.code, Some(0), "{said:?}");
        assert_eq!(room.runs().len(), 2, "task 3 is fsync, twice, on the second drive");
    }
    stand_in(&room, "scancel", "echo \"$*\" > ../scancel.txt");
    with_stand_ins(&room, &["campaign", "cancel", "c.toml"]);
    assert_eq!(std::fs::read_to_string(room.path().join("scancel.txt")).unwrap(), "40 41 42\n");
}

#[test]
fn a_script_queues_again_what_was_broken_off_and_ends_what_somebody_ended() {
    let room = Room::new();
    room.write("c.toml", TWO.as_bytes());
    let plan =
        room.succeed(&["campaign", "submit", "c.toml", "--engine", "slurm", "--dry-run"]);
    let script: String = plan.stdout.lines().skip(1).map(|line| format!("{line}\n")).collect();
    let script = room.write("task.sh", script.as_bytes());
    stand_in(&room, "scontrol", "echo \"$*\" >> ../scontrol.txt");
    let run = |code: &str, restarts: &str| {
        stand_in(&room, "iogram", &format!("exit {code}"));
        let path =
            format!("{}:{}", room.path().join("bin").display(), std::env::var("PATH").unwrap());
        let mut node = std::process::Command::new("sh");
        room.furnish(&mut node);
        node.arg(&script).env("PATH", path).env("SLURM_ARRAY_TASK_ID", "3");
        node.env("SLURM_ARRAY_JOB_ID", "77").env("SLURM_RESTART_COUNT", restarts);
        let said: Said = node.output().unwrap().into();
        let log = room.path().join("scontrol.txt");
        let requeued = std::fs::read_to_string(&log).unwrap_or_default();
        drop(std::fs::remove_file(log));
        (said.code, requeued)
    };
    let again = "requeue 77_3\n".to_owned();
    assert_eq!(run("0", "0"), (Some(0), String::new()));
    assert_eq!(run("1", "0"), (Some(0), String::new()), "a drive that failed is a result");
    assert_eq!(run("2", "0"), (Some(2), String::new()), "a mistake stays one");
    assert_eq!(run("3", "0"), (Some(3), again.clone()));
    assert_eq!(run("4", "1"), (Some(4), again));
    assert_eq!(run("4", "2"), (Some(4), String::new()), "often enough");
}

#[test]
fn ssh_is_given_each_task_with_its_plan() {
    let room = Room::new();
    let text = TWO.replace(
        "runs = 2\n",
        "runs = 2\nengine = \"ssh\"\nhosts = [\"lab1\", \"eva@lab2\"]\n",
    ) + &format!("[ssh]\nprogram = \"{PROGRAM}\"\nretries = 1\n");
    room.write("c.toml", text.as_bytes());
    // The very first connection breaks.
    stand_in(
        &room,
        "ssh",
        "while [ \"$1\" = -o ]; do shift 2; done\nhost=$1\nshift\necho \"$host $*\" >> ../ssh.txt\n\
         mkdir ../broken 2>/dev/null && exit 255\nexec \"$@\"",
    );
    let said = with_stand_ins(&room, &["campaign", "submit", "c.toml"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stderr.contains("goes on later"), "{}", said.stderr);
    let told = std::fs::read_to_string(room.path().join("ssh.txt")).unwrap();
    assert_eq!(told.lines().count(), 7, "{told}");
    let of = |host: &str| told.lines().filter(|line| line.starts_with(host)).count();
    assert!(of("lab1 ") >= 3 && of("eva@lab2 ") >= 3, "{told}");
    assert_eq!(room.runs().len(), 8);
}

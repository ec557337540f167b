//! `iogram fio JOB.fio`: runs job files of fio unchanged, and readers of fio's output can read the results.

use std::process::Command;

use iogram_model::OpKind;
use serde_json::Value;

use crate::common::{MIB, Room, Said, names, skip};

const SIM: &str = "sim:nvme-tlc-dynamic";

/// Every job file of the project by name, with its text.
fn job_files() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/fio-jobs");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let jobs = files.filter(|path| path.extension().is_some_and(|it| it == "fio"));
    let mut jobs: Vec<(String, Vec<u8>)> = jobs
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect();
    jobs.sort();
    jobs
}

fn fio(room: &Room, arguments: &[&str]) -> Said {
    let mut command = room.command(&["fio", "--quiet"]);
    command.args(arguments).env("SECONDS", "1").env("TARGET", SIM);
    command.output().unwrap().into()
}

#[track_caller]
fn json(said: &Said) -> Value {
    assert_eq!(said.code, Some(0), "{said:?}");
    serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

#[test]
fn every_job_file_runs_and_its_json_says_what_the_record_does() {
    let room = Room::new();
    let files = job_files();
    assert_eq!(files.len(), 20);
    for (name, text) in &files {
        room.write(name, text);
        let arguments =
            [name, "--target", SIM, "--output-format", "json+", "--json", "run.json"];
        let document = json(&fio(&room, &arguments));
        let run = std::fs::read(room.work().join("run.json")).unwrap();
        let run = iogram_model::read_run(std::str::from_utf8(&run).unwrap()).unwrap();
        std::fs::remove_file(room.work().join("run.json")).unwrap();
        let mut count = [0_u64; 2];
        for cell in &run.cells {
            let loads = cell.beside.iter().map(|load| &load.operations);
            for operations in loads.chain([&cell.operations]) {
                for (sum, kind) in count.iter_mut().zip([OpKind::Read, OpKind::Write]) {
                    *sum += operations.of(kind).map_or(0, |operation| operation.count);
                }
            }
        }
        let mut told = [0_u64; 2];
        for job in document["jobs"].as_array().unwrap() {
            assert_eq!(job["error"], 0, "{name}");
            for (sum, direction) in told.iter_mut().zip(["read", "write"]) {
                let figures = &job[direction];
                let total = figures["total_ios"].as_u64().unwrap();
                *sum += total;
                let bins = figures["clat_ns"]["bins"].as_object();
                let in_bins: u64 =
                    bins.map_or(0, |it| it.values().filter_map(Value::as_u64).sum());
                assert_eq!(in_bins, total, "{name} {direction}");
            }
        }
        assert_eq!(told, count, "{name}");
        assert!(count.iter().sum::<u64>() > 0, "{name}");
    }
}

/// All forms agree about a job.
#[test]
fn all_forms_tell_the_same_figures() {
    let room = Room::new();
    room.write(
        "a.fio",
        b"[reads]\nfilename=x\nsize=64m\nrw=randread\ndirect=1\nnumber_ios=5000\n",
    );
    let form = |form: &str| {
        let said =
            fio(&room, &["a.fio", "--target", SIM, "--seed", "1", "--output-format", form]);
        assert_eq!(said.code, Some(0), "{said:?}");
        said.stdout
    };
    let document: Value = serde_json::from_str(&form("json")).unwrap();
    let read = &document["jobs"][0]["read"];
    assert_eq!(read["total_ios"], 5000);
    let (terse, normal) = (form("terse"), form("normal"));
    let fields: Vec<&str> = terse.trim_end().split(';').collect();
    // Without disks: 5, two directions of 41, 5, 7, 10 and 12, as in fio.
    assert_eq!(fields.len(), 5 + 2 * 41 + 5 + 7 + 10 + 12, "{terse}");
    assert_eq!((fields[0], fields[2]), ("3", "reads"));
    assert_eq!(fields[5], (5000 * 4).to_string(), "KiB");
    let iops = read["iops"].as_f64().unwrap();
    assert!((fields[7].parse::<f64>().unwrap() - iops).abs() <= 0.5, "{iops}: {terse}");
    let p99 = read["clat_ns"]["percentile"]["99.000000"].as_u64().unwrap();
    assert!(terse.contains(&format!(";99.000000%={};", p99 / 1000)), "{p99}: {terse}");
    assert!(normal.contains("reads: (groupid=0, jobs=1): err= 0:"), "{normal}");
    assert!(normal.contains(&format!("99.00th=[{p99:5}]")), "{p99}: {normal}");
    assert!(normal.contains("READ: bw="), "{normal}");
    // The importer of fio's output agrees, too.
    room.write("out.json", form("json").as_bytes());
    let said = room.run(&["import", "out.json", "--format", "json"]);
    assert_eq!(said.code, Some(0), "{said:?}");
}

#[test]
fn the_tool_of_fio_that_reads_json_plus_reads_this() {
    let tool = "fio_jsonplus_clat2csv";
    if iogram_testing::find_program(tool).is_none() {
        return skip("fio is not installed");
    }
    let room = Room::new();
    room.write("a.fio", b"[reads]\nsize=64m\nrw=randrw\ndirect=1\nnumber_ios=5000\n");
    let arguments =
        ["a.fio", "--target", SIM, "--output-format", "json+", "--into", "out.json"];
    let said = fio(&room, &arguments);
    assert_eq!(said.code, Some(0), "{said:?}");
    let mut command = Command::new(tool);
    let made = command.current_dir(room.work()).args(["out.json", "out.csv"]).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let table = std::fs::read(room.work().join("out_job0.csv")).unwrap();
    let table = String::from_utf8(table).unwrap();
    assert!(table.lines().count() >= 3, "{table}");
}

#[test]
fn nothing_is_done_where_something_would_be_left_out() {
    let room = Room::new();
    room.write("a.fio", b"[a]\nsize=1m\nrw=write\nverify_state_load\nflow=2\n");
    let said = fio(&room, &["a.fio"]);
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{said:?}");
    assert!(said.stderr.contains("a.fio:4: fio's option verify_state_load"), "{said:?}");
    assert!(said.stderr.contains("--ignore verify_state_load"), "{said:?}");
    assert_eq!(names(&room.work()), ["a.fio"]);
    let said = fio(&room, &["a.fio", "--ignore", "verify_state_load", "--as-method"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    room.write("made.toml", said.stdout.as_bytes());
    room.succeed(&["plan", "--method-file", "made.toml", "."]);
}

/// A job without one of its options is another job, so the user must know it.
#[test]
fn what_is_left_out_is_said_and_kept() {
    let room = Room::new();
    room.write("a.fio", b"[a]\nsize=1m\nbs=64k\ngtod_reduce=1\n");
    let said = fio(&room, &["a.fio", "--target", SIM, "--ignore", "bs,gtod_reduce"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stderr.contains("line 3: bs is left out (--ignore)"), "{said:?}");
    assert!(!said.stderr.contains("gtod_reduce"), "{said:?}");
    let shown = room.succeed(&["show", "last", "--format", "json"]);
    let run: Value = serde_json::from_str(&shown.stdout).unwrap();
    let source = run["method"]["source"].as_str().unwrap();
    assert!(
        source.ends_with("Left out (--ignore): line 3: bs=64k; line 4: gtod_reduce=1."),
        "{source}"
    );
    let text = run["method"]["text"].as_str().unwrap();
    assert!(text.contains("# Left out of the job file (--ignore): line 3: bs=64k\n"), "{text}");
}

#[test]
fn a_job_file_can_come_from_standard_input() {
    let room = Room::new();
    let job = b"[a]\nsize=1m\nrw=randread\ndirect=1\n";
    let said = room.run_with(&["fio", "-", "--target", SIM, "--quiet"], job);
    assert_eq!(said.code, Some(0), "{said:?}");
    let run = room.last_run();
    assert_eq!(run.method.id, "fio-standard-input");
    assert_eq!(run.method.title, "fio job file standard input");
    let said = room.run_with(&["fio", "-"], b"[a]\nsize=x\nnonsense\n");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("standard input:2: \"x\" is no value of size"), "{said:?}");
    assert_eq!(names(&room.work()), Vec::<String>::new());
}

#[test]
fn what_cannot_be_chosen_is_told_with_what_can() {
    let room = Room::new();
    room.write("a.fio", b"[one]\nsize=1m\nrw=randred\n[two]\nsize=1m\n");
    for (arguments, words) in [
        (&["a.fio", "--section", "three"][..], "hint: sections of the job file: one, two"),
        (&["a.fio", "--ignore", "rr"], "hint: options of the job file: size, rw"),
        // Without its rw it would be another job.
        (&["a.fio"], "hint: change the job file\n"),
    ] {
        let said = fio(&room, arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains(words), "{arguments:?}: {said:?}");
    }
    room.write("trim.fio", b"[t]\nsize=1m\nrw=randtrim\n");
    let said = fio(&room, &["trim.fio"]);
    assert!(said.stderr.contains("trim.fio:1: job t cannot run on a file"), "{said:?}");
    assert!(said.stderr.contains("--target"), "{said:?}");
}

/// fio writes into any file that a job names; here existing files keep every byte.
#[test]
fn a_file_that_a_job_names_is_not_written() {
    let room = Room::new();
    let kept = vec![7_u8; 2 << 20];
    room.write("mine.dat", &kept);
    room.write("w.fio", b"[w]\nfilename=mine.dat\nsize=1m\nrw=write\nbs=64k\nwrite_bw_log\n");
    let said = fio(&room, &["w.fio", "--no-store"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(std::fs::read(room.work().join("mine.dat")).unwrap(), kept);
    assert_eq!(names(&room.work()), ["mine.dat", "w.fio", "w_bw.1.log"]);
    // An existing log is not replaced, and that is detected before the measurement.
    let said = fio(&room, &["w.fio", "--no-store"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    // Reads use the file itself.
    room.write("r.fio", b"[r]\nfilename=mine.dat\nrw=read\nbs=64k\n");
    let document = json(&fio(&room, &["r.fio", "--no-store", "--output-format", "json"]));
    assert_eq!(document["jobs"][0]["read"]["io_bytes"], 2 * MIB);
}

#[test]
fn wrong_files_and_targets_are_told() {
    let room = Room::new();
    room.write("two.fio", b"[a]\nfilename=/dev/absent1\n[b]\nfilename=/dev/absent2\n");
    room.write("mixed.fio", b"[a]\nfilename=/dev/absent1\n[b]\nfilename=x/y\n");
    room.write("gone.fio", b"[a]\nfilename=/dev/absent1\n");
    room.write("binary", &[0, 159, 146, 150]);
    for (name, code, words) in [
        ("two.fio", 2, "/dev/absent1"),
        ("mixed.fio", 2, "several targets"),
        ("gone.fio", 2, "/dev/absent1"),
        ("absent.fio", 2, "absent.fio"),
        ("binary", 2, "binary"),
    ] {
        let said = fio(&room, &[name]);
        assert_eq!(said.code, Some(code), "{name}: {said:?}");
        assert!(said.stderr.contains(words), "{name}: {said:?}");
    }
}

/// A reader of standard output gets one document.
#[test]
fn standard_output_holds_one_document() {
    let room = Room::new();
    room.write("a.fio", b"[a]\nsize=1m\nrw=randread\nnumber_ios=10\n");
    let both =
        ["a.fio", "--target", SIM, "--no-store", "--json", "-", "--output-format", "json"];
    let said = fio(&room, &both);
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{said:?}");
    for words in ["--json -", "--output-format", "hint: ", "--json FILE", "--into FILE"] {
        assert!(said.stderr.contains(words), "{words}: {said:?}");
    }
    let into = [&both[..], &["--into", "fio.json"]].concat();
    assert_eq!(json(&fio(&room, &into))["format"], "iogram-run/1");
    let beside = both.map(|it| if it == "-" { "run.json" } else { it });
    assert_eq!(json(&fio(&room, &beside))["jobs"][0]["jobname"], "a");
    assert_eq!(names(&room.work()), ["a.fio", "fio.json", "run.json"]);
    assert_eq!(json(&fio(&room, &both[..6]))["format"], "iogram-run/1");
}

#[test]
fn a_job_that_cannot_be_planned_is_named_with_its_line() {
    let room = Room::new();
    let text = b"[global]\nsize=1m\nrw=randread\n[first]\n[beside]\n\n[second]\nstonewall\nrandom_distribution=zipf:0\n";
    room.write("a.fio", text);
    let said = fio(&room, &["a.fio", "--target", SIM]);
    assert_eq!(said.code, Some(2), "{said:?}");
    let words = "a.fio:7: job second cannot be planned: \"zipf=0\" is not an access pattern";
    assert!(said.stderr.contains(words), "{said:?}");
    // The excerpt is a line of the method, and is labelled so.
    assert!(said.stderr.contains("--> a.fio (--as-method):"), "{said:?}");
    let beside = String::from_utf8(text.to_vec()).unwrap();
    room.write(
        "b.fio",
        beside.replace("[beside]\n", "[beside]\nrandom_distribution=zipf:0\n").as_bytes(),
    );
    let said = fio(&room, &["b.fio", "--target", SIM]);
    assert!(said.stderr.contains("b.fio:5: job beside cannot be planned: "), "{said:?}");
}

/// The run of a job file is an ordinary one: it is stored, and its jobs can be resumed.
#[test]
fn the_run_is_kept_with_the_method_that_it_was() {
    let room = Room::new();
    room.write(
        "a.fio",
        b"[a]\nsize=1m\nrw=randread\ndirect=1\n[b]\nstonewall\nsize=1m\nrw=write\n",
    );
    let said = fio(&room, &["a.fio", "--target", SIM]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let shown = room.succeed(&["show", "last", "--format", "json"]);
    let run: Value = serde_json::from_str(&shown.stdout).unwrap();
    assert_eq!(run["method"]["id"], "fio-a");
    assert!(run["method"]["text"].as_str().unwrap().contains("[[step]]"));
}

//! `iogram fio`: concurrent jobs with their own starts, ends and data, in the drive's time.

#![expect(clippy::disallowed_methods, reason = "what programs wrote is read")]

use iogram_model::{CellState, EndReason, MessageId, Run};
use serde_json::Value;

use crate::common::Room;

/// The jobs in fio's JSON, and the record.
#[track_caller]
fn jobs(job: &str, drive: &str, code: i32) -> (Vec<Value>, Run) {
    let room = Room::new();
    room.write("job.fio", job.as_bytes());
    let said = room.run(&[
        "fio",
        "job.fio",
        "--target",
        drive,
        "--quiet",
        "--seed",
        "1",
        "--output-format",
        "json",
        "--json",
        "run.json",
    ]);
    assert_eq!(said.code, Some(code), "{said:?}");
    let document: Value = serde_json::from_str(&said.stdout).unwrap();
    let text = std::fs::read_to_string(room.work().join("run.json")).unwrap();
    (document["jobs"].as_array().unwrap().clone(), iogram_model::read_run(&text).unwrap())
}

/// fio's `1mbs_clients.fio` with three of its jobs; fio 3.33 reports for each 32,768 B in 22.94 s and no error.
#[test]
fn jobs_that_begin_one_after_another_each_keep_their_rate() {
    let global = "[global]\nsize=32k\nrw=read\nrate=1250\nratemin=1024\n";
    let text = format!("{global}[a]\n[b]\nstartdelay=4\n[c]\nstartdelay=8\n");
    let (found, run) = jobs(&text, "sim:nvme-enterprise-read", 0);
    assert_eq!(found.len(), 3);
    for job in &found {
        assert_eq!((&job["error"], &job["read"]["io_bytes"]), (&0.into(), &32_768.into()));
        // Seven times 4096 B at 1250 B/s.
        let runtime = job["read"]["runtime"].as_u64().unwrap();
        assert!((22_900..23_000).contains(&runtime), "{runtime}");
    }
    let delays: Vec<u64> = run.cells[0].workload.beside.iter().map(|it| it.delay.0).collect();
    assert_eq!(delays, [4_000_000_000, 8_000_000_000]);
}

/// The slow one ends, and the others continue.
#[test]
fn a_job_that_is_too_slow_ends_alone() {
    let text = "[global]\nsize=64m\nrw=randread\nruntime=9\ntime_based\ndirect=1\n[a]\n\
                [slow]\nrate_iops=50\nrate_iops_min=50\nbs=1m\nrate=2m\n[c]\nrate_iops_min=10\n";
    let (found, run) = jobs(text, "sim:nvme-enterprise-read", 1);
    let errors: Vec<i64> = found.iter().map(|job| job["error"].as_i64().unwrap()).collect();
    assert_eq!(errors, [0, 5, 0]);
    let cell = &run.cells[0];
    assert_eq!(cell.state, CellState::Completed);
    let reasons: Vec<Option<EndReason>> =
        cell.beside.iter().map(|it| it.ending.as_ref().map(|it| it.reason)).collect();
    assert_eq!(reasons[0], Some(EndReason::BelowFloor));
    assert!(cell.beside[1].elapsed_ns > 8_900_000_000);
    assert_eq!(run.headline.as_ref().map(|it| it.answer.id), Some(MessageId::CellTooSlow));
}

/// fio's `steadystate.fio`: clones with `group_reporting` end together, once their sum is steady; others each when
/// they are.
#[test]
fn clones_are_steady_together_or_each_by_itself() {
    let ends = "ss=iops:10%\nss_dur=5s\nss_ramp=2s\n";
    let global = format!(
        "[global]\nsize=128m\nbs=128k\nrw=write\ndirect=1\nnumjobs=4\ntime_based\nruntime=60\n{ends}"
    );
    let sum = format!("{global}filename=x\ngroup_reporting\n[a]\n");
    let (found, run) = jobs(&sum, "sim:nvme-enterprise-read", 0);
    assert_eq!(found[0]["steadystate"]["attained"], 1);
    assert!(run.cells[0].beside.is_empty());
    assert_eq!(run.cells[0].workload.jobs, 4);
    let elapsed_ns = run.cells[0].elapsed_ns;
    assert!((6_900_000_000..9_000_000_000).contains(&elapsed_ns), "{elapsed_ns}");
    let (found, run) = jobs(&format!("{global}[a]\n"), "sim:nvme-enterprise-read", 0);
    assert_eq!(found[0]["steadystate"]["attained"], 1);
    let endings = run.cells[0].beside.iter().map(|it| it.ending.as_ref().unwrap().reason);
    assert_eq!(endings.collect::<Vec<_>>(), [EndReason::Steady; 3]);
}

/// fio's `surface-scan.fio` on a drive that is smaller than announced: the pattern alone would be correct wherever it
/// came from.
#[test]
fn a_pattern_behind_heads_finds_what_was_written_elsewhere() {
    let text = "[global]\nbs=1m\ndirect=1\nsize=2g\noffset=7g\nverify=meta\nverify_pattern=0xaa555aa5\n\
                filename=x\n[write-phase]\nrw=write\ndo_verify=0\n[verify-phase]\nstonewall\nrw=read\n";
    let (found, run) = jobs(text, "sim:fake-chain", 1);
    assert_eq!(found[1]["error"], 84);
    assert_eq!(run.cells[0].workload.data.to_string(), "placed=0xaa555aa5");
    let (found, _) = jobs(&text.replace("offset=7g", "offset=1g"), "sim:fake-chain", 0);
    assert_eq!(found[1]["error"], 0);
}

/// fio's `cross-stripe-verify.fio`, on a smaller drive: each clone overwrites the others' blocks and knows their
/// data.
#[test]
fn clones_compare_what_they_write_at_once() {
    let text = "[a]\nbs=16k\ndirect=1\nrw=write:112k\nverify=crc32c\nfilename=x\nverify_backlog=1\n\
                offset_increment=64m\nio_size=16m\noffset=120k\ngroup_reporting\nloops=2\nnumjobs=4\n";
    let (found, run) = jobs(text, "sim:nvme-enterprise-read", 0);
    assert_eq!(found.len(), 1);
    // Two loops of four times 16 MiB, each written and read.
    let moved = |kind: &str| found[0][kind]["io_bytes"].as_u64().unwrap();
    assert_eq!((moved("write"), moved("read")), (128 << 20, 128 << 20));
    assert_eq!(run.cells.len(), 2);
    // Beyond its real size it keeps only the newest data.
    let later = text.replace("offset=120k", "offset=7700m").replace("verify_backlog=1\n", "");
    let (found, _) = jobs(&later, "sim:fake-chain", 1);
    assert_eq!(found[0]["error"], 84);
}

/// fio's `exitwhat.fio`: the first section ends with the slow job, which has pauses; the second with the first one to
/// end.
#[test]
fn jobs_end_with_the_one_that_ends_them() {
    let text = "[global]\nsize=1g\nbs=4k\ngroup_reporting\nexitall=1\nfilename=x\n\
                [slow]\nrw=read\nnew_group=1\nthinktime=2000\nnumber_ios=1000\nexit_what=stonewall\n\
                [fast]\nnew_group=1\nrw=randrw\nnumjobs=3\nioengine=libaio\niodepth=32\nrate=1200k,1200k\n\
                [next]\nstonewall\nrw=randread\nnumber_ios=100\n[with]\nrw=randread\n";
    let (found, run) = jobs(text, "sim:nvme-enterprise-read", 0);
    assert!(found.iter().all(|job| job["error"] == 0), "{found:?}");
    assert_eq!(found[0]["read"]["total_ios"], 1000);
    let ended = |cell: usize| &run.cells[cell].beside[0];
    for cell in 0..2 {
        let ending = ended(cell).ending.as_ref().map(|it| it.reason);
        assert_eq!(ending, Some(EndReason::WithAnother));
        assert_eq!(
            (run.cells[cell].state, ended(cell).state),
            (CellState::Completed, CellState::Completed)
        );
        // An end shows at the end of an interval of the record.
        let behind = ended(cell).elapsed_ns.saturating_sub(run.cells[cell].elapsed_ns);
        assert!(behind <= 110_000_000, "{behind}");
    }
    // Three clones of 600 requests a second for two seconds and more.
    let fast = found[1]["read"]["total_ios"].as_u64().unwrap()
        + found[1]["write"]["total_ios"].as_u64().unwrap();
    assert!((3400..5000).contains(&fast), "{fast}");
}

/// fio's `flow.fio`: about eight reads for each write, on a drive with faster writes.
#[test]
fn jobs_keep_to_their_flow() {
    let text = "[global]\nnorandommap\ntime_based\nruntime=3\ndirect=1\nioengine=libaio\niodepth=16\nsize=1g\n\
                bs=8k\nfilename=x\nflow_sleep=1000\n[job2]\nrw=write\nflow=1\n[job1]\nrw=randread\nflow=8\n";
    let (found, _) = jobs(text, "sim:nvme-enterprise-read", 0);
    let count = |job: usize, kind: &str| found[job][kind]["total_ios"].as_u64().unwrap();
    let (writes, reads) = (count(0, "write"), count(1, "read"));
    assert!(reads > 10_000 && reads.abs_diff(8 * writes) <= 8 * 16, "{reads} {writes}");
    let (found, _) = jobs(&text.replace("flow=", "#flow="), "sim:nvme-enterprise-read", 0);
    let count = |job: usize, kind: &str| found[job][kind]["total_ios"].as_u64().unwrap();
    assert!(count(0, "write") > 2 * writes, "it is free without it");
}

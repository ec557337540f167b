//! Concurrent jobs and clones: where each begins, and when it ends.

use iogram_interchange::FioPlace;

use super::{method, read, rows};

#[test]
fn jobs_at_once_have_ends_and_beginnings_of_their_own() {
    let global = "[global]\nfilename=/dev/x\nsize=1m\nrw=randread\n";
    // fio's `1mbs_clients.fio`; the job that begins first is the cell's own load, whatever its position.
    let text = format!(
        "{global}rate_min=1m\n[b]\nstartdelay=4\n[a]\nstartdelay=1\n[c]\nstartdelay=8\n"
    );

    let floor = "read 1MiB/s after 2s every 1s";
    assert_eq!(
        rows(&text, &["name", "floor", "delay"]),
        [format!("a {floor}"), format!("b {floor} 3000000us"), format!("c {floor} 7000000us")]
    );
    let found = method(&text);
    assert!(found.contains("kind = \"rest\"\ntime = \"1000000us\""), "{found}");
    // Each clone has to keep the rate, and becomes steady by itself, in its own file.
    let two = format!("{global}[a]\nrate_min=1m\nnumjobs=2\n[b]\n");
    assert_eq!(
        rows(&two, &["name", "floor"]),
        [format!("a {floor}"), format!("a.2 {floor}"), "b".to_owned()]
    );
    let own = "[a]\nsize=1m\nss=iops:5%\nss_dur=9\nnumjobs=2\n";
    let until = "iops within 5% for 9000000us after 0us every 1000000us";
    assert_eq!(
        rows(own, &["region", "until"]),
        [format!("0B..1048576B {until}"), format!("1048576B..2097152B {until}")]
    );
    // With a common sum they are one load; in order, each clone visits the whole region.
    for (rw, layout) in [("write", "alike"), ("randwrite", "shared")] {
        let sum = format!(
            "[a]\nfilename=/dev/x\nsize=1m\nss=iops:5%\nss_dur=9\nnumjobs=4\ngroup_reporting\nrw={rw}\n"
        );
        assert_eq!(rows(&sum, &["jobs", "layout", "until"]), [format!("4 {layout} {until}")]);
    }
    let both = format!("{global}group_reporting\nss=iops:5%\nss_dur=9\n[a]\n[b]\n");
    let faults = read(&both).unwrap().method(FioPlace::Device).unwrap_err();
    assert!(faults[0].to_string().contains("the sum of both"), "{faults:?}");
    assert_eq!(rows(&both.replace("group_reporting\n", ""), &["name"]), ["a", "b"]);
}

/// Clones in order are separate loads, unless there are too many of them.
#[test]
fn many_clones_in_order_are_one_load() {
    let text = |clones: u64| {
        format!(
            "[global]\nfilename=/dev/x\nsize=1m\nrw=read\n[a]\nnumjobs={clones}\n[b]\nnumjobs=32\n"
        )
    };
    assert_eq!(rows(&text(32), &["jobs"]).len(), 64);
    let expected = ["a 33 alike 34603008B", "b 32 alike 33554432B"];
    assert_eq!(rows(&text(33), &["name", "jobs", "layout", "amount"]), expected);
    let floor = text(33).replace("rw=read", "rw=read\nrate_min=1m");
    let faults = read(&floor).unwrap().method(FioPlace::Device).unwrap_err();
    assert!(faults[0].to_string().contains("more than 64 loads"), "{faults:?}");
}

/// Without a size on a drive, each clone begins at its distance from the previous one and can continue to the end:
/// fio's `cross-stripe-verify.fio`.
#[test]
fn clones_begin_behind_each_other_without_a_size() {
    let text = "[a]\nfilename=/dev/x\nrw=write\noffset=4k\noffset_increment=1m\nio_size=8k\nnumjobs=2\n";
    let expected = ["4096B..100% 8192B", "1052672B..100% 8192B"];
    assert_eq!(rows(text, &["region", "amount"]), expected);
    let whole = text.replace("offset=4k", "offset=4k\nsize=100%");
    assert_eq!(rows(&whole, &["region", "amount"]), expected);
    let half = text.replace("offset=4k", "size=50%");
    assert!(read(&half).unwrap().method(FioPlace::Device).is_err());
}

/// fio's `exitwhat.fio` and similar files: the jobs that each job ends.
#[test]
fn exitall_ends_those_that_exit_what_says() {
    let global = "[global]\nfilename=/dev/x\nsize=1m\nrw=randread\n";
    let text = |jobs: &str| format!("{global}{jobs}");
    // One job's option applies to all jobs, in each section.
    let all = text("[a]\nexitall\n[b]\n[c]\nstonewall\n[d]\n[e]\nstonewall\n");
    let ends = ["a yes", "b yes", "c yes", "d yes", "e"];
    assert_eq!(rows(&all, &["name", "ends_others"]), ends);
    // Clones that are separate loads end with the first of them.
    let clones = text("[a]\nexitall\nrw=read\nnumjobs=2\n");
    assert_eq!(rows(&clones, &["name", "ends_others"]), ["a yes", "a.2 yes"]);
    let example = text(
        "exitall=1\n[slow1]\nnew_group=1\nexit_what=stonewall\n[fast1]\nnew_group=1\nnumjobs=3\n\
         [slow2]\nstonewall\nnew_group=1\nexit_what=all\n[fast2]\nnumjobs=3\n[runsnever]\nnumjobs=3\n",
    );
    let ends = ["slow1 yes", "fast1", "slow2 yes", "fast2 yes", "runsnever yes"];
    assert_eq!(rows(&example, &["name", "ends_others"]), ends);
    for (jobs, why) in [
        ("exitall\n[a]\n[b]\nnew_group\n[c]\n", "its own group alone"),
        ("exitall\n[a]\n[b]\nnew_group\nnumjobs=2\nrw=read\n", "its own group alone"),
        ("exitall\n[a]\n[b]\nexit_what=all\n[c]\nstonewall\n", "it never runs"),
        ("exitall\n[a]\n[b]\nrw=randwrite\nverify=crc32c\n", "is compared"),
        ("exitall\n[a]\nexit_what=some\n", "group, stonewall or all"),
    ] {
        let faults = read(&text(jobs)).unwrap_err();
        assert!(faults[0].contains(why), "{jobs}: {faults:?}");
    }
    // Without exitall, no job ends another.
    assert_eq!(rows(&text("exit_what=all\n[a]\n[b]\n"), &["name", "ends_others"]), ["a", "b"]);
}

/// fio's `flow.fio`: weights apply to each clone.
#[test]
fn jobs_with_a_flow_keep_to_their_weights() {
    let global = "[global]\nfilename=/dev/x\nsize=1m\nrw=randread\nflow_sleep=1000\n";
    let text = format!("{global}[a]\nflow=1\n[b]\nflow=8\nnumjobs=4\nflow_id=3\n[c]\nflow=0\n");
    assert_eq!(rows(&text, &["name", "flow"]), ["a 1", "b 32 in 3", "c"]);
    let notes = read(&text).unwrap().notes;
    assert!(notes.iter().any(|note| note.option == "flow_sleep"), "{notes:?}");
    for wrong in ["flow=-8", "flow=x", "flow_id=-1"] {
        assert!(read(&format!("{global}[a]\n{wrong}\n")).is_err(), "{wrong}");
    }
    let later = format!("{global}flow=1\n[a]\n[b]\nstartdelay=1\n");
    let faults = read(&later).unwrap().method(FioPlace::Device).unwrap_err();
    assert!(faults[0].to_string().contains("startdelay"), "{faults:?}");
}

/// Faults of a plan name the job of the line.
#[test]
fn every_line_of_a_method_is_of_the_job_that_it_was_made_of() {
    let text = "[global]\nfilename=/dev/x\nsize=1m\n[a]\nnumjobs=2\nrw=read\n[b]\nrw=randread\n\
                [c]\nstonewall\nlatency_target=1ms\nlatency_window=1s\niodepth=8\nrw=randread\n\
                [d]\nstonewall\nstartdelay=1\nrw=write\nverify=crc32c\n";
    let made = read(text).unwrap().method(FioPlace::Device).unwrap();
    let jobs_of = |begin: &str| -> Vec<Option<usize>> {
        let lines = made.text.lines().zip(1..);
        let lines = lines.filter(|(text, _)| text.starts_with(begin));
        lines.map(|(_, line)| made.job_of_line(line)).collect()
    };
    // Clones are loads, a search contains a cell of its own, and written data is read back.
    let loads = [0, 0, 1, 2, 2, 3, 3].map(Some);
    assert_eq!(jobs_of("name = "), loads, "{}", made.text);
    assert_eq!(jobs_of("region = "), [0, 0, 1, 2, 3, 3].map(Some), "{}", made.text);
    assert_eq!(jobs_of("[[step.beside]]"), [0, 1].map(Some), "{}", made.text);
    for begin in ["[method]", "title = ", "kind = \"rest\""] {
        assert_eq!(jobs_of(begin), [None], "{begin}: {}", made.text);
    }
}

//! Default outputs of fio in pastes: several groups, commands, computers.

use iogram_interchange::{Imported, Recognised, Refusal, Source, find_importer, recognise};
use iogram_model::{ImportedEvidence, ImportedOrder, ImportedResult, OpKind};

use super::importing::evidence;

fn read(text: &str) -> Result<Vec<Imported>, Refusal> {
    find_importer("fio-text").unwrap().read(&Source { name: "paste.txt", text })
}

#[track_caller]
fn told(text: &str) -> ImportedEvidence {
    let found = read(text).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
    evidence(&found[0]).clone()
}

#[track_caller]
fn refused_at(text: &str) -> (u64, u64, String) {
    let refusal = read(text).map(|it| format!("{it:?}")).unwrap_err();
    (refusal.line, refusal.column, refusal.to_string())
}

/// A job of version 3 with `count` requests in ten seconds.
fn job(name: &str, group: u32, jobs: u32, block: u64, count: u64) -> String {
    let (bytes, millis) = (count * block, 10_000);
    let (rate, iops) = (bytes / 10, count / 10);
    format!(
        "{name}: (groupid={group}, jobs={jobs}): err= 0: pid={}: Tue May  3 15:24:58 2022\n  \
         read: IOPS={iops}, BW={}KiB/s ({}kB/s)({}KiB/{millis}msec)\n    \
         clat (usec): min=11, max=4100, avg=90.50, stdev=12.25\n     \
         lat (usec): min=12, max=4200, avg=91.50, stdev=12.75\n  cpu          : usr=1.00%\n     \
         issued rwts: total={count},0,0,0 short=0,0,0,0 dropped=0,0,0,0\n",
        700 + u64::from(group),
        rate / 1024,
        rate / 1000,
        bytes / 1024,
    )
}

fn section(name: &str, group: u32, rw: &str, block: &str, depth: u32) -> String {
    format!(
        "{name}: (g={group}): rw={rw}, bs=(R) {block}-{block}, (W) {block}-{block}, (T) {block}-{block}, \
         ioengine=libaio, iodepth={depth}\n"
    )
}

type Work = (String, Option<u64>, Option<ImportedOrder>, Option<u32>, Option<bool>);

fn works(text: &str) -> Vec<Work> {
    let of = |it: ImportedResult| (it.name, it.block_bytes, it.order, it.depth, it.is_direct);
    told(text).results.into_iter().map(of).collect()
}

fn work(
    name: &str,
    block: Option<u64>,
    order: Option<ImportedOrder>,
    depth: Option<u32>,
    is_direct: Option<bool>,
) -> Work {
    (name.to_owned(), block, order, depth, is_direct)
}

const RANDOM: Option<ImportedOrder> = Some(ImportedOrder::Random);
const SEQUENTIAL: Option<ImportedOrder> = Some(ImportedOrder::Sequential);

#[test]
fn jobs_of_one_name_have_the_block_size_of_their_own_group() {
    let text = [
        section("r", 0, "randread", "8192B", 2),
        section("r", 1, "randread", "16.0KiB", 4),
        "fio-3.7\nStarting 2 processes\n\n".to_owned(),
        job("r", 0, 1, 8192, 5000),
        job("r", 1, 1, 16_384, 4000),
    ]
    .concat();
    let expected = [
        work("r", Some(8192), RANDOM, Some(2), None),
        work("r #2", Some(16_384), RANDOM, Some(4), None),
    ];
    assert_eq!(works(&text), expected);
}

#[test]
fn a_command_line_begins_a_run_of_which_nothing_else_is_known() {
    let first = [
        "# fio --name=t --direct=1 --rw=randread --bs=4k --iodepth=1\n".to_owned(),
        section("t", 0, "randread", "4096B", 1),
        job("t", 0, 1, 4096, 5000),
    ]
    .concat();
    let second = "# fio --name=t --direct=1 --readwrite=read --bs=$((1024*1024))\n";
    let text = format!("{first}\n{second}{}", job("t", 0, 1, 1 << 20, 300));
    let known = work("t", Some(4096), RANDOM, Some(1), Some(true));
    let unknown = work("t #2", None, SEQUENTIAL, None, Some(true));
    assert_eq!(works(&text), [known.clone(), unknown]);
    // The contents of a job file are unknown.
    let nothing = work("t #2", None, None, None, None);
    for begin in ["# fio my.fio\n", "Run status group 0 (all jobs):\n", "fio-3.30\n"] {
        let text =
            format!("{first}\n{begin}{}", job("t", 0, 1, 1 << 20, 300).replace("70", "8"));
        assert_eq!(works(&text), [known.clone(), nothing.clone()], "{begin}");
    }
    let again = section("t", 0, "read", "1024KiB", 8);
    let text = format!("{first}\n{again}{}", job("t", 0, 1, 1 << 20, 300));
    let printed = work("t #2", Some(1 << 20), SEQUENTIAL, Some(8), None);
    assert_eq!(works(&text), [known, printed]);
}

#[test]
fn jobs_that_are_told_of_together_have_what_all_of_them_were_asked_for() {
    let sections = |block: &str, depth: u32| {
        format!(
            "{}...\n{}fio-3.33\nStarting 3 processes\n",
            section("one", 0, "randread", "4096B", 4),
            section("two", 0, "read", block, depth)
        )
    };
    let text = format!("{}{}", sections("64.0KiB", 8), job("one", 0, 3, 4096, 5000));
    assert_eq!(works(&text), [work("one", None, None, None, None)]);
    assert_eq!(told(&text).results[0].job_count, None);
    let alike = format!("{}{}", sections("4096B", 4), job("one", 0, 3, 4096, 5000));
    assert_eq!(works(&alike), [work("one", Some(4096), None, Some(4), None)]);
    // Without a common report, each job has its own options.
    let apart = format!("{}{}", sections("64.0KiB", 8), job("two", 0, 1, 65_536, 5000));
    assert_eq!(works(&apart), [work("two", Some(65_536), SEQUENTIAL, Some(8), None)]);
    // The command line contains the number of copies of each job.
    let command = "$ fio --iodepth=4 --name=one --bs=4k --rw=randread --numjobs=3 --group_reporting --name=two \
                   --bs=64k --rw=read\n";
    let text = format!("{command}{}{}", sections("64.0KiB", 8), job("one", 0, 3, 4096, 5000));
    assert_eq!(works(&text), [work("one", Some(4096), RANDOM, Some(4), None)]);
    let text = format!("{command}{}", job("one", 0, 4, 4096, 5000));
    assert_eq!(works(&text), [work("one", None, None, Some(4), None)]);
}

#[test]
fn a_block_size_that_rate_and_requests_deny_is_none() {
    let command = "$ fio --name=a --bs=4k --rw=read --iodepth=1\n";
    let text = format!("{command}{}", job("a", 0, 1, 16_384, 5000));
    assert_eq!(works(&text), [work("a", None, None, None, None)]);
    // fio's own line is not believed if no count of requests confirms it.
    let printed = section("a", 0, "read", "4096B", 1);
    let text = format!("{printed}{}", job("a", 0, 1, 16_384, 5000));
    assert_eq!(works(&text), [work("a", None, None, None, None)]);
    let uncounted = text.replace("issued", "others");
    let (line, _, said) = refused_at(&uncounted);
    assert_eq!(line, 3);
    assert!(said.contains("\"500\"") && said.contains("2000 IOPS"), "{said}");
}

#[test]
fn names_of_units_in_options_are_those_of_fio() {
    let of = |block: &str, bytes: u64| {
        let text =
            format!("$ fio --name=a --rw=read --bs={block}\n{}", job("a", 0, 1, bytes, 5000));
        told(&text).results[0].block_bytes
    };
    assert_eq!(of("4KiB", 4000), Some(4000));
    assert_eq!(of("4ki", 4096), Some(4096));
    assert_eq!(of("4kB", 4096), Some(4096));
    assert_eq!(of("1MiB", 1_000_000), Some(1_000_000));
    assert_eq!(of("$((4 * 1024))", 4096), None);
}

#[test]
fn options_of_a_command_line_are_of_its_own_jobs() {
    let direct = |command: &str, name: &str| {
        let text = format!("{command}\n{}", job(name, 0, 1, 4096, 5000));
        told(&text).results[0].is_direct
    };
    let two = "fio --name=a --bs=4k --direct=1 --name=b --bs=4k";
    assert_eq!((direct(two, "a"), direct(two, "b")), (Some(true), None));
    // Options before the first name apply to all jobs.
    let all = "fio --direct=1 --name=a --bs=4k --name=b --bs=4k";
    assert_eq!(
        (direct(all, "a"), direct(all, "b"), direct(all, "z")),
        (Some(true), Some(true), None)
    );
    let file = "$ fio --direct=1 a.fio";
    assert_eq!(direct(file, "z"), Some(true));
    let spaced = "$ fio --name='my job' --direct=1";
    assert_eq!(direct(spaced, "my job"), Some(true));
}

#[test]
fn a_command_line_that_a_mail_broke_and_the_line_of_progress_say_what_held_a_job_back() {
    let wrapped = "me@host:~# fio  --rw=read --ioengine=libaio --iodepth=8\n--size=10m --rate_iops=500 --direct=1\n\
                   --name=a\n";
    let progress = "Jobs: 1 (f=1), CR=500/0 IOPS: [R(1)] [100.0% done] [0KB/2000KB/0KB\n/s]\n";
    let its = |text: &str| {
        let it = told(&format!("{text}{}", job("a", 0, 1, 4096, 5000))).results.remove(0);
        (it.is_direct, it.depth, it.limits)
    };
    let limits = |text: &str| vec![text.to_owned()];
    assert_eq!(its(wrapped), (Some(true), Some(8), limits("rate_iops=500")));
    assert_eq!(
        its(&format!("{wrapped}{progress}")),
        (Some(true), Some(8), limits("rate_iops=500"))
    );
    assert_eq!(its(progress), (None, None, limits("CR=500/0 IOPS")));
    assert_eq!(its("Jobs: 1 (f=1): [R(1)] [0 iops] [eta 00m]\n"), (None, None, vec![]));
}

#[test]
fn an_engine_that_asks_nobody_is_no_drive() {
    let printed = section("a", 0, "randread", "4096B", 1).replace("libaio", "null");
    for text in
        [printed.as_str(), "$ fio --name=a --ioengine=null\n", &format!("<host> {printed}")]
    {
        let its = told(&format!("{text}{}", job("a", 0, 1, 4096, 5000))).results;
        assert!(!its[0].is_of_drive, "{text}");
        assert!(told(&format!("{text}{}", job("b", 0, 1, 4096, 5000))).results[0].is_of_drive);
    }
}

#[test]
fn marks_between_thousands_change_no_figure() {
    let text = job("a", 0, 1, 4096, 42_000);
    assert_eq!(told(&text).results[0].figures["iops"], 4200.0);
    let whole = told(&text).results;
    // A separator is unambiguous in a number without decimals; otherwise the number is rejected.
    let (plain, refused) = (None, |line: u64| Some(line));
    for (from, to, line) in [
        ("IOPS=4200", "IOPS=4,200", refused(2)),
        ("BW=16800KiB", "BW=16,800KiB", refused(2)),
        ("/10000msec", "/10,000msec", plain),
        ("max=4100", "max=4,100", refused(3)),
    ] {
        assert!(text.contains(from), "{text}");
        match line {
            Some(line) => assert_eq!(refused_at(&text.replace(from, to)).0, line, "{to}"),
            None => assert_eq!(told(&text.replace(from, to)).results, whole, "{to}"),
        }
    }
    let decimals = told(&text.replace("avg=90.50", "avg=90,50"));
    assert_eq!(decimals.results[0].figures["latency_mean_ns"], 90_500.0);
}

#[test]
fn a_job_that_the_json_beside_it_does_not_have_is_read() {
    let json = "{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [\n    {\n      \"jobname\" : \"a\",\n      \
                \"read\" : {\n        \"io_bytes\" : 20480000,\n        \"runtime\" : 10000\n      }\n    }\n  ]\n}\n";
    let kinds = |text: &str| match recognise(&Source { name: "x", text }) {
        Recognised::As(it) => vec![it.kind],
        Recognised::Several(all) => all.iter().map(|it| it.kind).collect(),
        other => panic!("{other:?}"),
    };
    let same = format!("{json}\n{}", job("a", 0, 1, 4096, 5000));
    assert_eq!(kinds(&same), ["fio"]);
    let both = format!("{same}{}", job("z", 0, 1, 4096, 7000));
    assert_eq!(kinds(&both), ["fio", "fio-text"]);
    let names: Vec<String> = told(&both).results.into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["z"]);
    // A job of the same name, with another time.
    let later =
        format!("{same}{}", job("a", 1, 1, 4096, 5000).replace("/10000msec", "/10010msec"));
    assert_eq!(told(&later).results.len(), 1);
}

#[test]
fn percentiles_of_whole_latencies_have_the_figures_of_those() {
    let text = job("a", 0, 1, 4096, 5000).replace(
        "  cpu ",
        "    lat percentiles (usec):\n     | 50.00th=[   80], 99.00th=[  400]\n  cpu ",
    );
    let it = told(&text).results.remove(0);
    assert_eq!(it.latency_of.as_deref(), Some("lat"));
    assert_eq!(
        (it.figures["latency_p99_ns"], it.figures["latency_mean_ns"]),
        (400_000.0, 91_500.0)
    );
    let both = text.replace(
        "    lat percentiles",
        "    clat percentiles (usec):\n     | 50.00th=[   70], 99.00th=[  300]\n    lat percentiles",
    );
    let it = told(&both).results.remove(0);
    assert_eq!(it.latency_of.as_deref(), Some("clat"));
    assert_eq!(
        (it.figures["latency_p99_ns"], it.figures["latency_mean_ns"]),
        (300_000.0, 90_500.0)
    );
}

#[test]
fn flushes_are_a_result_of_their_own() {
    let text = job("a", 0, 1, 4096, 5000)
        .replace(
            "  cpu ",
            "  fsync/fdatasync/sync_file_range:\n    sync (usec): min=90, max=4700, avg=290.50, stdev=7.25\n    \
             sync percentiles (usec):\n     | 50.00th=[   99], 99.90th=[ 4690]\n  cpu ",
        )
        .replace("total=5000,0,0,0", "total=5000,0,0,60");
    let its = told(&text).results;
    assert_eq!(its.len(), 2);
    assert_eq!(its[0].figures["latency_max_ns"], 4_100_000.0);
    let flush = &its[1];
    assert_eq!((flush.operation, flush.request_count), (Some(OpKind::Flush), Some(60)));
    assert_eq!(flush.figures["latency_mean_ns"], 290_500.0);
    assert_eq!(flush.figures["latency_p999_ns"], 4_690_000.0);
    assert_eq!(flush.latency_of.as_deref(), Some("sync"));
}

#[test]
fn of_the_states_of_a_running_job_the_last_is_read() {
    let state = |count: u64, seconds: u64| {
        let text = job("a", 0, 1, 4096, count * 10 / seconds);
        let text = text
            .replace("/10000msec", &format!("/{seconds}000msec"))
            .replace(&format!("total={}", count * 10 / seconds), &format!("total={count}"))
            .replace(
                &format!("({}KiB/", count * 10 / seconds * 4),
                &format!("({}KiB/", count * 4),
            );
        format!("{text}\nRun status group 0 (all jobs):\n   READ: bw=1KiB/s\n\n")
    };
    let asked = section("a", 0, "randread", "4096B", 1);
    let text = format!("{asked}{}{}{}", state(500, 1), state(1000, 2), state(1500, 3));
    let found = told(&text);
    assert_eq!((found.results.len(), found.notes.len()), (1, 1));
    let last = &found.results[0];
    assert_eq!((last.name.as_str(), last.figures["elapsed_ns"]), ("a", 3e9));
    assert_eq!(last.block_bytes, Some(4096));
    // Copies of one job are printed at the same time; another run is separate.
    let copies = format!("{asked}{0}{0}", job("a", 0, 1, 4096, 5000));
    assert_eq!(told(&copies).results.len(), 2);
    let runs = format!("{asked}{0}{asked}{0}", state(500, 1));
    assert_eq!(told(&runs).results.len(), 2);
}

#[test]
fn rates_of_slow_jobs_of_version_2_are_bytes() {
    let text = "a: (groupid=0, jobs=1): err= 0: pid=7\n  \
        read : io=69784KB, bw=246184 B/s, iops=60 , runt=290265msec\n    \
        clat (msec): min=1 , max=164 , avg=72.95, stdev=10.46\n     \
        issued    : total=r=17446/w=0/d=0, short=r=0/w=0/d=0\n";
    let its = told(text).results;
    assert_eq!(its[0].figures["bytes_per_s"], 246_184.0);
    assert_eq!(its[0].figures["latency_max_ns"], 164e6);
    assert_eq!(refused_at(&text.replace("246184 B", "346184 B")).0, 2);
}

#[test]
fn sums_of_clients_and_of_both_directions_are_left_out_with_a_note() {
    let asked = section("a", 0, "randread", "4096B", 1);
    let end = "\nRun status group 0 (all jobs):\n   READ: bw=1KiB/s\n";
    let text = format!(
        "<one> {asked}<two> {asked}<one> Starting 1 process\n{}{end}{}{end}\
         All clients: (groupid=0, jobs=2): err= 0: pid=0: Tue May  3 15:24:58 2022\n  \
         read: IOPS=1000, BW=3.9Mi (4.1M)(40.0MiB/10000msec)\n    clat (usec): min=1, max=2, avg=1.50, stdev=0.10\n",
        job("a", 0, 1, 4096, 5000),
        job("a", 0, 1, 4096, 5000).replace("pid=700", "pid=900"),
    );
    let found = told(&text);
    assert_eq!((found.results.len(), found.notes.len()), (2, 1));
    assert!(found.results.iter().all(|it| it.block_bytes == Some(4096)), "{found:?}");
    assert_eq!(found.results[1].figures["latency_min_ns"], 11_000.0);
    let both = job("a", 0, 1, 4096, 5000).replace(
        "  cpu ",
        "  mixed: IOPS=0, BW=0 (0)(0B/90msec)\n    clat (usec): min=1, max=2, avg=1.50, stdev=0.10\n  cpu ",
    );
    let found = told(&both);
    assert_eq!((found.results.len(), found.notes.len()), (1, 1));
    assert_eq!(found.results[0].figures["latency_min_ns"], 11_000.0);
    // Without its parts, the sum is the result.
    let mixed = told(&job("a", 0, 1, 4096, 5000).replace("  read:", "  mixed:"));
    assert_eq!((mixed.results.len(), mixed.results[0].operation), (1, None));
}

#[test]
fn figures_in_bold_are_figures() {
    let text = job("a", 0, 1, 4096, 5000).replace("IOPS=500", "**IOPS=500**");
    assert_eq!(told(&text).results[0].figures["iops"], 500.0);
    assert_eq!(refused_at(&text.replace("=500*", "=5x0*")).0, 2);
}

#[test]
fn requests_a_second_are_those_that_were_issued() {
    let text = job("a", 0, 1, 4096, 41_920);
    for wrong in ["IOPS=419", "IOPS=4192k", "IOPS=4292"] {
        let (line, column, said) = refused_at(&text.replace("IOPS=4192", wrong));
        assert_eq!((line, column), (2, 14), "{said}");
        assert!(said.contains("4192 IOPS"), "{said}");
    }
    assert_eq!(told(&text).results[0].figures["iops"], 4192.0);
}

const GROUPS: &str = "# Sequential\n\
    WRITE: bw=703MiB/s (737MB/s), 703MiB/s-703MiB/s (737MB/s-737MB/s), io=4096MiB (4295MB), run=5825-5825msec\n\
    ``READ: bw=93.6MiB/s (98.1MB/s), 93.6MiB/s-93.6MiB/s (98.1MB/s-98.1MB/s), io=4096MiB (4295MB), run=40000-43773msec``\n\
    READ: io=4096.0MB, aggrb=71465KB/s, minb=71465KB/s, maxb=71465KB/s, mint=58690msec, maxt=58690msec\n";

#[test]
fn groups_of_jobs_are_read_where_no_job_is_told_of() {
    let source = Source { name: "paste.md", text: GROUPS };
    assert!(matches!(recognise(&source), Recognised::As(it) if it.kind == "fio-text"));
    let found = told(GROUPS);
    let shown: Vec<String> = found
        .results
        .iter()
        .map(|it| {
            let rate = it.figures["bytes_per_s"] / 1_048_576.0;
            let elapsed_s = it.figures["elapsed_ns"] / 1e9;
            format!("{:?} {rate:.1} MiB/s {elapsed_s:.3} s", it.operation.unwrap())
        })
        .collect();
    assert_eq!(
        shown,
        ["Write 703.0 MiB/s 5.825 s", "Read 93.6 MiB/s 43.773 s", "Read 69.8 MiB/s 58.690 s"]
    );
    let is_unknown = |it: &ImportedResult| {
        it.block_bytes.is_none() && it.job_count.is_none() && it.depth.is_none()
    };
    assert!(found.results.iter().all(is_unknown));
    assert!(found.notes[0].starts_with("rates are of groups of jobs"), "{:?}", found.notes);
    // Beside a job, the group lines are only its sum.
    let with_job =
        format!("{}Run status group 0 (all jobs):\n{GROUPS}", job("a", 0, 1, 4096, 1000));
    assert_eq!(told(&with_job).results.len(), 1);
    let (line, _, said) = refused_at(
        &GROUPS.replace("io=4096MiB (4295MB), run=5825", "io=9096MiB (9538MB), run=5825"),
    );
    assert_eq!(line, 2, "{said}");
}

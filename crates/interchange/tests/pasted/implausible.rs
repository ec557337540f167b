//! Impossible values, zeros that mean "not measured", and failing parts of outputs, in any format.

use iogram_interchange::{
    Imported, Recognised, Refusal, Source, decode_output, find_importer, recognise,
};
use iogram_model::{DriveWarning, Evidence, F3Evidence, ImportedEvidence, ImportedResult};

fn kinds(name: &str, text: &str) -> Vec<&'static str> {
    let text = decode_output(text.as_bytes());
    match recognise(&Source { name, text: &text }) {
        Recognised::As(importer) => vec![importer.kind],
        Recognised::Several(all) => all.iter().map(|it| it.kind).collect(),
        other => panic!("{other:?}"),
    }
}

/// The imports of all importers that recognise the text.
fn read(name: &str, text: &str) -> Result<Vec<Imported>, Refusal> {
    let decoded = decode_output(text.as_bytes());
    let source = Source { name, text: &decoded };
    let mut found = Vec::new();
    let mut refused = None;
    for kind in kinds(name, text) {
        match find_importer(kind).unwrap().read(&source) {
            Ok(its) => found.extend(its),
            Err(refusal) => refused = Some(refusal),
        }
    }
    match refused {
        Some(refusal) if found.is_empty() => Err(refusal),
        _ => Ok(found),
    }
}

fn evidence(found: &Imported) -> &ImportedEvidence {
    match &found.probes[0].evidence {
        Evidence::Imported(it) => it,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn only(name: &str, text: &str) -> ImportedEvidence {
    let found = read(name, text).unwrap();
    assert_eq!(found.len(), 1, "{found:#?}");
    evidence(&found[0]).clone()
}

#[track_caller]
fn only_result(name: &str, text: &str) -> (ImportedResult, Vec<String>) {
    let evidence = only(name, text);
    assert_eq!(evidence.results.len(), 1, "{evidence:#?}");
    (evidence.results[0].clone(), evidence.notes)
}

fn has_latency(result: &ImportedResult) -> bool {
    result.figures.keys().any(|it| it.starts_with("latency_")) || result.latency_of.is_some()
}

/// A job of fio's text with a rate of 4 KiB blocks, and the lines below it.
fn fio_text(engine: &str, rate: &str, below: &str) -> String {
    format!(
        "r: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine={engine}, iodepth=8\n\
         fio-3.33\nStarting 1 process\n\nr: (groupid=0, jobs=1): err= 0: pid=100: Mon Apr  3 10:00:00 2023\n  \
         read: {rate}\n{below}  IO depths    : 1=0.0%, 2=0.0%, 4=0.0%, 8=100.0%, 16=0.0%\n"
    )
}

const RATE: &str = "IOPS=10.0k, BW=39.1MiB/s (41.0MB/s)(391MiB/10001msec)";

#[test]
fn a_time_of_centuries_is_no_time_in_any_form() {
    let text = fio_text(
        "libaio",
        "IOPS=0, BW=0B/s (8000MiB/15372280000000msec)",
        "    clat (usec): min=200, max=9000, avg=1000.00, stdev=100.00\n",
    );
    let json = r#"{"fio version":"fio-3.33","jobs":[{"jobname":"r","error":0,"read":{"io_bytes":8388608000,"bw":0,"iops":0,
        "runtime":15372280000000,"total_ios":64000,"clat_ns":{"min":200000,"max":9000000,"mean":1000000.0,"stddev":1.0,"N":64000}}}]}"#;
    for text in [text.as_str(), json] {
        let (found, notes) = only_result("a.txt", text);
        assert!(!found.figures.contains_key("elapsed_ns"), "{found:?}");
        assert!(!found.figures.contains_key("bytes_per_s"), "{found:?}");
        assert_eq!(found.figures["latency_mean_ns"], 1e6);
        assert!(notes[0].contains("a time of 487 years is impossible"), "{notes:?}");
    }
}

#[test]
fn latencies_that_cannot_be_are_left_out_and_the_rate_stays() {
    let long = "    clat (msec): min=700000K, max=700100K, avg=700050000.00, stdev=10.00\n";
    let deep = "    clat (msec): min=10, max=2000, avg=900.00, stdev=10.00\n";
    let above = "    clat (usec): min=200, max=900, avg=700.00, stdev=10.00\n    clat percentiles (usec):\n     \
         |  50.00th=[  700], 90.00th=[  800], 99.00th=[ 5000]\n";
    let below = "    clat (usec): min=200, max=900, avg=700.00, stdev=10.00\n    clat percentiles (usec):\n     \
         |  50.00th=[   50], 90.00th=[  800], 99.00th=[  850]\n";
    for (lines, said) in [
        (long, "longer than its test of 10.00 s"),
        (deep, "needs 9000 outstanding requests, and it had 8"),
        (above, "p99 5.00 ms and max 900.00 us contradict each other"),
        (below, "min 200.00 us and p50 50.00 us contradict each other"),
    ] {
        let (found, notes) = only_result("a.txt", &fio_text("libaio", RATE, lines));
        assert!(!has_latency(&found), "{found:?}");
        assert!(found.figures["bytes_per_s"] > 4e7);
        assert!(notes.iter().any(|it| it.contains(said)), "{notes:?}");
    }
    let right = "    clat (usec): min=200, max=9000, avg=790.00, stdev=10.00\n";
    let (found, notes) = only_result("a.txt", &fio_text("libaio", RATE, right));
    assert!(has_latency(&found) && notes.is_empty(), "{notes:?}");
}

#[test]
fn engines_and_places_that_are_memory_are_no_figure_of_a_drive() {
    for (engine, is_of_drive) in [("mmap", false), ("null", false), ("libaio", true)] {
        let (found, _) = only_result("a.txt", &fio_text(engine, RATE, ""));
        assert_eq!(found.is_of_drive, is_of_drive, "{engine}");
    }
    let job = |options: &str| {
        format!(
            r#"{{"fio version":"fio-3.33","jobs":[{{"jobname":"r","error":0,"job options":{{{options}"rw":"read","bs":"1m","direct":"1"}},
            "read":{{"io_bytes":20971520000,"bw_bytes":2097152000,"bw":2048000,"iops":2000,"runtime":10000,"total_ios":20000}}}}]}}"#
        )
    };
    for (options, is_of_drive) in [
        (r#""ioengine":"mmap","#, false),
        (r#""filename":"/dev/shm/f","#, false),
        (r#""directory":"/dev/shm","#, false),
        (r#""filename":"/dev/ram0","#, false),
        (r#""filename":"/mnt/ssd/f","#, true),
    ] {
        let (found, _) = only_result("a.json", &job(options));
        assert_eq!(found.is_of_drive, is_of_drive, "{options}");
    }
    let command = "$ fio --name=a --filename=/dev/shm/f --rw=read --bs=1M --direct=1\n";
    let text =
        format!("{command}  read: IOPS=2000, BW=2000MiB/s (2097MB/s)(19.5GiB/10000msec)\n");
    assert!(!only_result("a.txt", &text).0.is_of_drive);
}

const SMART: &str = "Smart Log for NVME device:nvme0n1 namespace-id:ffffffff\n\
    +critical_warning                    : 0x5\n+temperature                         : 44 C\n\
    +available_spare                     : 6%\n+available_spare_threshold           : 10%\n\
    +percentage_used                     : 41%\n+power_on_hours                      : 9,321\n";

#[test]
fn a_health_log_with_the_marks_of_a_diff_is_read_to_its_end_and_says_what_it_warns_of() {
    let removed = SMART.replace("+temperature                         : 44 C\n",
        "-temperature                         : 40 C\n+temperature                         : 44 C\n");
    let numbered: String = SMART
        .lines()
        .zip(1..)
        .map(|(line, number)| format!("{number:3}: {}\n", line.trim_start_matches('+')))
        .collect();
    let quoted: String = SMART.lines().map(|it| format!("> {it}\n")).collect();
    for text in [SMART, &removed, &numbered, &quoted, &SMART.replace('+', "")] {
        let found = only("a.txt", text);
        assert_eq!(found.facts.len(), 6, "{text}\n{:#?}", found.facts);
        let health = found.health.unwrap();
        assert_eq!(health.warns_of, [DriveWarning::Spare, DriveWarning::Reliability]);
        assert_eq!((health.spare_ratio, health.spare_threshold_ratio), (Some(0.06), Some(0.1)));
        assert_eq!(health.temperature_celsius, Some(44.0));
        assert_eq!(health.power_on_s, Some(9321 * 3600));
    }
}

#[test]
fn the_life_of_an_emmc_is_a_step() {
    let text = |step: &str| {
        format!(
            "Extended CSD rev 1.7 (MMC 5.0)\nDevice life time estimation type A [DEVICE_LIFE_TIME_EST_TYP_A: {step}]\n\
            Pre EOL information [PRE_EOL_INFO: 0x01]\n"
        )
    };
    let health = only("a.txt", &text("0x01")).health.unwrap();
    assert_eq!((health.life_used_ratio, health.is_life_at_most), (Some(0.1), Some(true)));
    let health = only("a.txt", &text("0x0b")).health.unwrap();
    assert_eq!(health.is_life_at_most, None);
}

fn state(second: u64, millis: u64) -> String {
    let (bytes, count) = (40_960 * millis, 10 * millis);
    format!(
        r#"{{"fio version":"fio-3.33","timestamp":{},"jobs":[{{"jobname":"r","groupid":0,"error":0,
        "job options":{{"rw":"randread","bs":"4k","iodepth":"1","direct":"1"}},
        "read":{{"io_bytes":{bytes},"bw_bytes":40960000,"bw":40000,"iops":10000.0,"runtime":{millis},"total_ios":{count}}}}}]}}
"#,
        1_680_000_000 + second
    )
}

#[test]
fn states_of_a_run_from_its_first_second_on_are_one_run() {
    let stream: String = (0..=10).map(|it| state(it, it * 1000)).collect();
    let found = only("a.json", &stream);
    assert_eq!(found.results[0].figures["elapsed_ns"], 1e10);
    // Consecutive runs: each begins after the previous one has ended.
    let apart: String =
        [(1, 1000), (4, 2000), (8, 3000)].map(|(at, ran)| state(at, ran)).concat();
    assert_eq!(read("a.json", &apart).unwrap().len(), 3);
    // If the last state is incomplete, the one before it is the result.
    let cut = &stream[..stream.len() - 40];
    let found = only("a.json", cut);
    assert_eq!(found.results[0].figures["elapsed_ns"], 9e9);
    assert!(
        found.notes.iter().any(|it| it.contains("the end is missing")),
        "{:?}",
        found.notes
    );
}

#[test]
fn the_sum_of_all_clients_is_left_out_whatever_it_says() {
    let one = |name: &str, options: &str, iops: u64| {
        format!(
            r#"{{"jobname":"{name}","groupid":0,"error":0,{options}"read":{{"io_bytes":{},"io_kbytes":0,"bw":{},"iops":{iops},"runtime":10000,"total_ios":{}}}}}"#,
            iops * 40_960,
            iops * 4,
            iops * 10,
        )
    };
    let options = r#""hostname":"h1","port":8765,"job options":{"rw":"randread","bs":"4k","direct":"1"},"#;
    for sum in [60_000, 600_000] {
        for own in ["", r#""hostname":"h1","#] {
            let (part, all) = (one("r", options, 30_000), one("All clients", own, sum));
            let text =
                format!(r#"{{"fio version":"fio-3.12","client_stats":[{part},{part},{all}]}}"#);
            let found = only("a.json", &text);
            assert_eq!(found.results.len(), 2);
            assert!(found.notes[0].contains("All clients"), "{:?}", found.notes);
        }
    }
}

#[test]
fn the_sum_of_both_directions_is_left_out_of_json() {
    let one = |count: u64| {
        format!(
            r#"{{"io_bytes":{0},"bw_bytes":{0},"bw":{1},"iops":{count},"runtime":1000,"total_ios":{count}}}"#,
            count * 4096,
            count * 4
        )
    };
    let text = format!(
        r#"{{"fio version":"fio-3.33","jobs":[{{"jobname":"r","error":0,"read":{},"write":{},"mixed":{}}}]}}"#,
        one(700),
        one(300),
        one(1000)
    );
    let found = only("a.json", &text);
    assert_eq!(found.results.len(), 2);
    assert!(found.notes[0].contains("the sum of reads and writes"), "{:?}", found.notes);
}

#[test]
fn numbers_of_json_may_stand_in_quotes() {
    let text = state(1, 10_000);
    let quoted = text
        .replace("\"iops\":10000.0", "\"iops\":\"10000.0\"")
        .replace("\"bw\":40000", "\"bw\":\"40000\"")
        .replace("\"runtime\":10000", "\"runtime\":\"10000\"")
        .replace("\"total_ios\":100000", "\"total_ios\":100000.0")
        .replace("\"bs\":\"4k\"", "\"bs\":4096");
    let plain = only("a.json", &text).results;
    assert_eq!(only("a.json", &quoted).results, plain);
}

const YABS: &str = "fio Disk Speed Tests (Mixed R/W 50/50) (Partition /dev/vda1):\n---------------------------------\n\
    Block Size | 4k            (IOPS) | 64k           (IOPS)\n  ------   | ---            ----  | ----           ---- \n\
    Read       | 0.00 KB/s        (0) | 98.30 MB/s    (1.5k)\n\
    Write      | 0.00 KB/s        (0) | 98.30 MB/s    (1.5k)\n\
    Total      | 0.00 KB/s        (0) | 196.60 MB/s   (3.0k)\n\n";

#[test]
fn results_of_zeros_alone_are_no_results() {
    let found = only("a.txt", YABS);
    assert_eq!(found.results.len(), 3);
    assert!(
        found.notes.iter().any(|it| it.ends_with("nothing was measured: 3")),
        "{:?}",
        found.notes
    );
    let failed = YABS
        .replace("98.30 MB/s    (1.5k)", "0.00 KB/s        (0)")
        .replace("196.60 MB/s   (3.0k)", "0.00 KB/s        (0)");
    let refusal = read("a.txt", &failed).unwrap_err().to_string();
    assert!(refusal.starts_with("cannot find a figure in it"), "{refusal}");
}

#[test]
fn rates_and_requests_of_one_size_agree_or_say_their_unit() {
    let test = |scale: &str, value: &str| {
        format!(
            "<Result><Identifier>pts/fio-2.0.0</Identifier><Title>Flexible IO Tester</Title>\
             <Description>Type: Random Read - Direct: Yes - Block Size: 4KB</Description><Scale>{scale}</Scale>\
             <DisplayFormat>BAR_GRAPH</DisplayFormat><Data><Entry><Identifier>A</Identifier><Value>{value}</Value></Entry></Data></Result>"
        )
    };
    let suite = |rate: &str| {
        let (rate, iops) = (test("MB/s", rate), test("IOPS", "80000"));
        format!(
            "<?xml version=\"1.0\"?>\n<PhoronixTestSuite>{rate}{iops}</PhoronixTestSuite>\n"
        )
    };
    let (found, notes) = only_result("a.xml", &suite("320003"));
    assert!((found.figures["bytes_per_s"] - 327.683e6).abs() < 1e3, "{found:?}");
    assert!(notes[0].contains("KiB/s"), "{notes:?}");
    let refusal = read("a.xml", &suite("9000")).unwrap_err().to_string();
    assert!(refusal.contains("the other figures give 327.7 MB/s"), "{refusal}");
    let (found, _) = only_result("a.xml", &suite("327"));
    assert_eq!(found.figures["bytes_per_s"], 327e6);
    // Without its IOPS, the rate is only faster than the link of any drive.
    let alone = format!(
        "<?xml version=\"1.0\"?>\n<PhoronixTestSuite>{}</PhoronixTestSuite>\n",
        test("MB/s", "320003")
    );
    assert!(!only_result("a.xml", &alone).0.is_of_drive);
}

#[test]
fn what_a_log_has_behind_its_end_is_no_part_of_it() {
    let real: String = (1..=20).map(|it| format!("{}, 51200, 1, 0, 0\n", it * 500)).collect();
    for tail in
        ["0, 0, 0, 0, 0\n".repeat(200), "0, 0, 1, 0, 0\n".to_owned(), "\0\0\0\0\0".to_owned()]
    {
        let tail = tail.replace("0, 0, 1", "0, 0, 0");
        let (found, notes) = only_result("zero-tail_bw.1.log", &format!("{real}{tail}"));
        assert_eq!(found.figures["bytes_per_s"], 51200.0 * 1024.0);
        assert!(notes.iter().any(|it| it.starts_with("lines with only zeros")), "{notes:?}");
    }
    // A window without requests is still a window.
    let (found, _) = only_result("a_bw.1.log", &format!("{real}10500, 0, 1, 0, 0\n"));
    assert!(found.figures["bytes_per_s"] < 51200.0 * 1024.0);
}

fn f3(text: &str) -> F3Evidence {
    match &read("a.txt", text).unwrap()[0].probes[0].evidence {
        Evidence::F3(it) => it.clone(),
        other => panic!("{other:?}"),
    }
}

const F3_GOOD: &str = "$ f3write /mnt/card\nFree space: 2.83 GB\nCreating file 1.h2w ... OK!\nCreating file 2.h2w ... OK!\n\
    Creating file 3.h2w ... OK!\nFree space: 0.00 Byte\nAverage writing speed: 9.50 MB/s\n";
const F3_FAILED: &str = "$ f3write /mnt/card\nFree space: 2.83 GB\nCreating file 1.h2w ... 1.40% -- 8.00 MB/s\n\n\
    f3write: Write to file /mnt/card/1.h2w failed: Input/output error\n\n";
const F3_READ: &str = "$ f3read /mnt/card\n                  SECTORS      ok/corrupted/changed/overwritten\n\
    Validating file 1.h2w ... 2097152/        0/      0/      0\nValidating file 2.h2w ... 2097152/        0/      0/      0\n\
    Validating file 3.h2w ... 1733888/        0/      0/      0\n\n  Data OK: 2.83 GB (5928192 sectors)\n\
    Data LOST: 0.00 Byte (0 sectors)\n\t       Corrupted: 0.00 Byte (0 sectors)\n\tSlightly changed: 0.00 Byte (0 sectors)\n\
    \t     Overwritten: 0.00 Byte (0 sectors)\nAverage reading speed: 22.20 MB/s\n";

#[test]
fn what_f3_read_goes_with_the_run_that_wrote_it_and_a_failed_try_is_named() {
    let said = "f3write: Write to file /mnt/card/1.h2w failed: Input/output error";
    let no_prompts = |text: &str| {
        text.replace("$ f3write /mnt/card\n", "").replace("$ f3read /mnt/card\n", "")
    };
    for text in [
        format!("{F3_GOOD}The first try had ended so:\n{F3_FAILED}{F3_READ}"),
        format!("{F3_FAILED}{F3_GOOD}{F3_READ}"),
        format!("{F3_GOOD}{F3_READ}And before:\n{F3_FAILED}"),
        no_prompts(&format!("{F3_FAILED}{F3_GOOD}{F3_READ}")),
        no_prompts(&format!("{F3_GOOD}{F3_FAILED}{F3_READ}")),
    ] {
        let found = f3(&text);
        assert_eq!(found.errors, [said], "{text}");
        assert_eq!(found.unwritten_file_count, Some(0), "{text}");
        assert_eq!(found.write_bytes_per_s, Some(9_961_472), "{text}");
        assert!(found.free_bytes.is_some(), "{text}");
        assert_eq!(found.sectors.map(|it| it.ok_count), Some(5_928_192));
    }
    let alone = f3(F3_FAILED);
    assert_eq!((alone.unwritten_file_count, alone.errors.len()), (Some(1), 1));
    let full = f3(&F3_FAILED.replace("Input/output error", "No space left on device"));
    assert!(full.errors.is_empty());
}

#[test]
fn parts_are_recognised_without_their_first_line() {
    let plot: String =
        (0..20).map(|it| format!("{}.000000\t1.2{it:02}000\n", it * 4)).collect();
    for (text, kind) in [
        ("4MiB    4.1M/s\n2MiB    2.9M/s\n1MiB    4.3M/s\n512KiB  2M/s\n", "flashbench"),
        ("align 8388608\tpre 1.1ms\ton 1.2ms\tpost 1.1ms\tdiff 100us\n", "flashbench"),
        (&plot, "flashbench"),
        ("Validating file 2.h2w ... 2097152/        0/      0/      0\n", "f3"),
        ("Average writing speed: 9.50 MB/s\n", "f3"),
        ("Data LOST: 0.00 Byte (0 sectors)\n", "f3"),
        ("f3write: Write to file /mnt/card/1.h2w failed: Input/output error\n", "f3"),
    ] {
        assert_eq!(kinds("a.txt", text), [kind], "{text}");
    }
}

#[test]
fn a_line_of_progress_in_front_of_a_result_is_no_part_of_it() {
    let text = fio_text("libaio", RATE, "");
    let plain = only_result("a.txt", &text).0;
    let progress = "Jobs: 1 (f=1): [r(1)][100.0%][r=39.1MiB/s][r=10.0k IOPS][eta 00m:00s]";
    for before in
        [progress.to_owned(), format!("{progress}\r{progress}\r"), format!("{progress}\n")]
    {
        let glued = text.replace("\nr: (groupid", &format!("\n{before}r: (groupid"));
        let found = only_result("a.txt", &glued).0;
        assert_eq!(
            (found.name, found.figures),
            (plain.name.clone(), plain.figures.clone()),
            "{glued}"
        );
    }
}

#[test]
fn one_measurement_in_two_forms_is_one_run() {
    let text = fio_text("libaio", RATE, "");
    let mut fields = vec!["0".to_owned(); 133];
    for (at, value) in [
        (0, "4"),
        (1, "fio-3.33"),
        (2, "r"),
        (5, "400384"),
        (6, "40034"),
        (7, "10008"),
        (8, "10001"),
    ] {
        value.clone_into(&mut fields[at]);
    }
    let terse = fields.join(";");
    assert_eq!(read("a.txt", &format!("{text}{terse}\n")).unwrap().len(), 1);
    let other = terse.replace(";10001;", ";9001;").replace(";400384;", ";360345;");
    assert_eq!(read("a.txt", &format!("{text}{other}\n")).unwrap().len(), 2);
}

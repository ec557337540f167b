//! Several runs, drives and volumes in one paste.

use iogram_interchange::{
    ImportError, Imported, Recognised, Refusal, Source, decode_output, find_importer,
    read_flashbench, recognise,
};
use iogram_model::{Evidence, OpKind};

use crate::importing::{self, evidence};

/// The recognised kind of the text, and its import.
#[track_caller]
fn read(text: &str) -> (&'static str, Result<Vec<Imported>, Refusal>) {
    let text = decode_output(text.as_bytes());
    let source = Source { name: "paste.txt", text: &text };
    match recognise(&source) {
        Recognised::As(importer) => (importer.kind, importer.read(&source)),
        other => panic!("{other:?}: {text}"),
    }
}

#[track_caller]
fn taken(kind: &str, text: &str) -> Vec<Imported> {
    let (found_kind, found) = read(text);
    assert_eq!(found_kind, kind, "{text}");
    found.unwrap()
}

/// For each run its device, and for each of its results the name and one figure.
fn told<'a>(found: &'a [Imported], figure: &str) -> Vec<(Option<&'a str>, Vec<String>)> {
    let results = |it: &Imported| {
        let all = evidence(it).results.iter();
        all.map(|it| match it.figures.get(figure) {
            Some(value) => format!("{} {value}", it.name),
            None => format!("{} -", it.name),
        })
        .collect()
    };
    found.iter().map(|it| (it.device.as_deref(), results(it))).collect()
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    assert_eq!(read(text).1.unwrap_err().to_string(), expected, "{text}");
}

#[test]
fn each_rate_of_pgbench_is_a_run_of_its_own() {
    let tail = |latency: &str, rate: &str| {
        format!(
            "latency average = {latency} ms\ninitial connection time = 11.125 ms\n\
             tps = {rate} (without initial connection time)\n-----\n"
        )
    };
    let head = "pgbench (15.4)\ntransaction type: <builtin: TPC-B (sort of)>\nscaling factor: 20\n\
                number of clients: 4\nnumber of transactions actually processed: 400/400\n";
    let text = format!(
        "{head}{}words\n{}{}",
        tail("8.0", "500.0"),
        tail("16.0", "250.0"),
        tail("10.0", "400.5")
    );
    let found = taken("pgbench", &text);
    let names = ["TPC-B (sort of) 500", "pgbench 250", "pgbench #2 400.5"];
    assert_eq!(told(&found, "transactions_per_s"), [(None, names.map(str::to_owned).to_vec())]);
    let results = &evidence(&found[0]).results;
    let latencies: Vec<f64> = results.iter().map(|it| it.figures["latency_mean_ns"]).collect();
    assert_eq!(latencies, [8e6, 16e6, 10e6]);
    // The conditions of the second and third are unknown.
    let conditions: Vec<_> =
        results.iter().map(|it| (it.job_count, it.request_count)).collect();
    assert_eq!(conditions, [(Some(4), Some(400)), (None, None), (None, None)]);
    let lines: Vec<_> = results.iter().map(|it| it.line_index).collect();
    assert_eq!(lines, [Some(2), Some(11), Some(15)]);
}

#[test]
fn a_run_of_pgbench_without_its_first_line_takes_nothing_of_the_one_before() {
    let run = |clients: u32, rate: &str| {
        format!(
            "number of clients: {clients}\nduration: 10 s\ntps = {rate} (without initial connection time)\n"
        )
    };
    let both = format!("{}{}", run(8, "80.0"), run(9, "90.0"));
    let found = taken("pgbench", &both);
    let results = &evidence(&found[0]).results;
    let told: Vec<_> =
        results.iter().map(|it| (it.job_count, it.figures["transactions_per_s"])).collect();
    assert_eq!(told, [(Some(8), 80.0), (Some(9), 90.0)]);
    // Both rates of old versions are of one run, and with two versions none is reported.
    let old = "pgbench (PostgreSQL) 12.1\ntps = 10.0 (including connections establishing)\n\
               tps = 11.0 (excluding connections establishing)\npgbench (PostgreSQL) 13.2\n";
    let found = taken("pgbench", &old.repeat(2));
    let results = &evidence(&found[0]).results;
    assert_eq!((results.len(), evidence(&found[0]).version.clone()), (2, None));
    assert!(results.iter().all(|it| it.figures["connecting_transactions_per_s"] == 10.0));
}

#[test]
fn each_throughput_of_sysbench_is_a_run_of_its_own() {
    let figures = |read: &str, write: &str| {
        format!("Throughput:\n    read, MiB/s:      {read}\n    written, MiB/s:   {write}\n\n")
    };
    let text = format!(
        "sysbench 1.0.18 (using system LuaJIT 2.1)\n\nNumber of threads: 3\nDoing random r/w test\n{}tuned:\n\n{}",
        figures("2.00", "1.00"),
        figures("20.00", "10.00")
    );
    let found = taken("sysbench", &text);
    let results = &evidence(&found[0]).results;
    let told: Vec<_> = results
        .iter()
        .map(|it| (it.name.as_str(), it.figures["bytes_per_s"] / 1_048_576.0, it.job_count))
        .collect();
    // The settings of the second are unknown.
    assert_eq!(
        told,
        [
            ("random r/w: read", 2.0, Some(3)),
            ("random r/w: write", 1.0, Some(3)),
            ("read", 20.0, None),
            ("write", 10.0, None)
        ]
    );
    assert_eq!(results[2].line_index, Some(11));
    // Figures only, as found with grep, followed by the latencies of another test.
    let text = "File operations:\n reads/s: 10.00\n reads/s: 30.00\nLatency (ms):\n min: 0.10\n avg: 0.20\n\
                CPU speed:\n min: 5.00\n avg: 6.00\n";
    let found = taken("sysbench", text);
    let results = &evidence(&found[0]).results;
    let told: Vec<_> = results
        .iter()
        .map(|it| (it.figures["iops"], it.figures.get("latency_mean_ns").copied()))
        .collect();
    assert_eq!(told, [(10.0, None), (30.0, Some(200_000.0))]);
}

#[test]
fn the_version_of_sysbench_may_stand_right_behind_a_fence() {
    let text = "```sysbench 1.0.17 (using bundled LuaJIT 2.1)\n\nFile operations:\n    reads/s:   12.00\n```\n";
    let found = taken("sysbench", text);
    assert_eq!(evidence(&found[0]).version.as_deref(), Some("1.0.17"));
}

#[test]
fn statistics_of_ioping_are_of_the_drive_above_them() {
    let head = |name: &str| format!("--- {name} (block device 20 GiB) ioping statistics ---\n");
    let count = "4 requests completed in 8.00 ms, 16 KiB read, 500 iops, 2.00 MiB/s\n";
    let latency = "min/avg/max/mdev = 1.50 ms / 2.00 ms / 2.50 ms / 300 us\n";
    let whole = format!("{}{count}{latency}", head("/dev/sdx"));
    let text = format!("{}{count}{latency}\n{whole}", head("/dev/sdw"));
    let cut = "1:57: cannot read the statistics: it is cut off";
    importing::refused(("ioping", &text), (latency, ""), cut, |it| read(it).1);
    let request = "4 KiB <<< /dev/sdx (block device 20 GiB): request=1 time=1.50 ms\n";
    let text = format!("{}{count}{request}{latency}", head("/dev/sdw"));
    refused(&text, cut);
    let text = format!("{}{count}{count}{latency}", head("/dev/sdw"));
    let found = read(&text).1.unwrap_err();
    assert_eq!((found.line, found.column), (3, 1), "{found}");
    let two = format!("{whole}{}", whole.replace("sdx", "sdy"));
    let found = taken("ioping", &two);
    let devices: Vec<_> = found.iter().map(|it| it.device.as_deref()).collect();
    assert_eq!(devices, [Some("/dev/sdx"), Some("/dev/sdy")]);
}

fn extcsd(sectors: &str, life: &str) -> String {
    format!(
        "  Extended CSD rev 1.8 (MMC 5.1)\n\nSector Count [SEC_COUNT: {sectors}]\n\
         eMMC Life Time Estimation A [EXT_CSD_DEVICE_LIFE_TIME_EST_TYP_A]: {life}\n\
         eMMC Pre EOL information [EXT_CSD_PRE_EOL_INFO]: 0x01\n"
    )
}

#[test]
fn each_emmc_of_a_text_has_its_own_registers() {
    let (one, two) = (extcsd("0x00200000", "0x02"), extcsd("0x00400000", "0x0a"));
    let of = |text: &str| -> Vec<(Option<String>, Option<u64>, Option<f64>)> {
        let it = taken("extcsd", text);
        let life = |it: &Imported| evidence(it).health.as_ref().unwrap().life_used_ratio;
        it.iter().map(|it| (it.device.clone(), it.capacity_bytes, life(it))).collect()
    };
    let known = |name: &str| Some(format!("/dev/mmcblk{name}"));
    let command = |name: &str| format!("# mmc extcsd read /dev/mmcblk{name}\n");
    let text = format!("{}{one}{}{two}", command("0"), command("1"));
    let expected =
        [(known("0"), Some(1 << 30), Some(0.2)), (known("1"), Some(2 << 30), Some(1.0))];
    assert_eq!(of(&text), expected);
    // Without command lines they are also two.
    let expected = [(None, Some(1 << 30), Some(0.2)), (None, Some(2 << 30), Some(1.0))];
    assert_eq!(of(&format!("{one}{two}")), expected);
    let life = |name: &str, life: &str| {
        format!(
            "box: ~/ mmc extcsd read /dev/mmcblk{name} | grep LIFE\n{}",
            &extcsd("0x1", life).lines().nth(3).unwrap()
        )
    };
    let eol =
        "\nbox: ~/ mmc extcsd read /dev/mmcblk0 | grep EOL\n.. [EXT_CSD_PRE_EOL_INFO]: 0x02\n";
    let found = taken("extcsd", &format!("{}{eol}{}\n", life("0", "0x03"), life("1", "0x04")));
    let told: Vec<_> = found
        .iter()
        .map(|it| {
            let health = evidence(it).health.as_ref().unwrap();
            (it.device.as_deref().unwrap(), health.life_used_ratio, health.is_warning)
        })
        .collect();
    assert_eq!(
        told,
        [("/dev/mmcblk0", Some(0.3), Some(true)), ("/dev/mmcblk1", Some(0.4), None)]
    );
}

#[test]
fn each_card_of_a_text_has_its_own_registers() {
    let (one, two) = ("03534445583332478012345678015645", "1b534d454231515430ff3d5a4f015300");
    let model = |it: &Imported| (it.model.clone().unwrap(), it.registers.len());
    let expected = [("EX32G".to_owned(), 1), ("EX16Q".to_owned(), 1)];
    let line = |index: u32, name: &str, value: &str| {
        format!("/sys/block/mmcblk{index}/device/{name}:{value}\n")
    };
    let (cid0, cid1) = (line(0, "cid", one), line(1, "cid", two));
    let (name0, name1) = (line(0, "name", "EX32G"), line(1, "name", "EX16Q"));
    let plain = |text: &str| {
        text.replace("/sys/block/mmcblk0/device/", "").replace("/sys/block/mmcblk1/device/", "")
    };
    for text in [
        format!("{cid0}{name0}{cid1}{name1}"),
        format!("{cid0}{cid1}{name0}{name1}"),
        // An equal repetition adds nothing.
        format!("{cid0}{name0}{cid1}{name1}{cid0}"),
        plain(&format!("{cid0}{name0}{cid1}{name1}")),
        plain(&format!("{name0}{cid0}{name1}{cid1}")),
    ] {
        let found = taken("card-registers", &text);
        assert_eq!(found.iter().map(model).collect::<Vec<_>>(), expected, "{text}");
        assert_eq!(found[0].registers[0].bytes[3..8], *b"EX32G", "{text}");
    }
}

#[test]
fn tables_of_flashbench_are_of_the_drive_of_their_command_line() {
    let table = |name: &str, diff: u32| {
        format!(
            "# flashbench -a {name} --blocksize=1024\n\
             align 268435456\tpre 1.5ms\ton 1.75ms\tpost 1.5ms\tdiff {diff}\u{b5}s\n\
             align 134217728\tpre 1.5ms\ton 1.75ms\tpost 1.5ms\tdiff {diff}\u{b5}s\n"
        )
    };
    let text = format!(
        "{}{}{}",
        table("/dev/sdy", 250),
        table("/dev/sdx", 270),
        table("/dev/sdy", 260)
    );
    let diffs = |it: &Imported| -> Vec<i64> {
        let Evidence::Boundaries(its) = &it.probes[0].evidence else { panic!("{it:?}") };
        its.tables.iter().map(|it| it.rows[0].diff_ns).collect()
    };
    let found = taken("flashbench", &text);
    let told: Vec<_> = found.iter().map(|it| (it.device.as_deref(), diffs(it))).collect();
    assert_eq!(
        told,
        [(Some("/dev/sdx"), vec![270_000]), (Some("/dev/sdy"), vec![250_000, 260_000])]
    );
    let several = ImportError::SeveralDrives { tool: "flashbench" };
    assert_eq!(read_flashbench(&text).unwrap_err(), several);
    assert!(read_flashbench(&table("/dev/sdx", 9)).is_ok());
}

#[test]
fn a_time_of_flashbench_without_its_unit_is_said() {
    let row = |on: &str| format!("align 4096\tpre 4.5ms\ton {on}\tpost 4.5ms\tdiff 227us\n");
    let text = format!("# flashbench -a /dev/sdx\n{}{}", row("4.75"), row("4.75ms"));
    let found = taken("flashbench", &text);
    let Evidence::Boundaries(its) = &found[0].probes[0].evidence else { panic!("{found:?}") };
    let on: Vec<_> = its.tables[0].rows.iter().map(|it| it.on_ns).collect();
    assert_eq!(on, [None, Some(4_750_000)]);
    assert_eq!(found[0].warnings.len(), 1);
}

const ROW: &str =
    "  RND    4KiB (Q=  1, T= 1):    40.960 MB/s [  10000.0 IOPS] <   99.02 us>\n";
const SLOW_ROW: &str =
    "  RND    4KiB (Q=  1, T= 1):     4.096 MB/s [   1000.0 IOPS] <  990.20 us>\n";

#[test]
fn the_test_below_its_lines_ends_a_report_of_crystaldiskmark() {
    let test =
        |volume: &str| format!("Test: 1 GiB (x5) [{volume}: 21% (97/465GiB)]\nDate: today\n");
    let (fast, slow) = ("RND 4KiB (Q=1,T=1) 40960000", "RND 4KiB (Q=1,T=1) 4096000");
    let all = [(Some("C:"), vec![fast.to_owned()]), (Some("D:"), vec![slow.to_owned()])];
    let below = format!("[Read]\n{ROW}{}{SLOW_ROW}{}", test("C"), test("D"));
    let above = format!("{}[Read]\n{ROW}{}[Read]\n{SLOW_ROW}", test("C"), test("D"));
    for text in [&below, &above] {
        assert_eq!(told(&taken("cdm", text), "bytes_per_s"), all, "{text}");
    }
    let found = taken("cdm", &below);
    let operations: Vec<_> = found.iter().map(|it| evidence(it).results[0].operation).collect();
    // The operation of the second is unknown.
    assert_eq!(operations, [Some(OpKind::Read), None]);
    // The same after a report with a heading, whose version does not apply to the next one.
    let headed = format!("CrystalDiskMark 8.0.4 x64 (C) 2007-2021 hiyohiyo\n{below}");
    let found = taken("cdm", &headed);
    assert_eq!(told(&found, "bytes_per_s"), all);
    let versions: Vec<_> = found.iter().map(|it| evidence(it).version.as_deref()).collect();
    assert_eq!(versions, [Some("8.0.4"), None]);
}

#[test]
fn lines_that_come_again_without_a_head_are_another_report() {
    let found = taken("cdm", &format!("SSD one\n[Write]\n{ROW}SSD two\n[Write]\n{SLOW_ROW}"));
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|it| evidence(it).results[0].operation == Some(OpKind::Write)));
}

#[test]
fn lines_of_crystaldiskmark_3_need_no_head() {
    let report = |rate: &str, test: &str| {
        format!(
            "```\nSequential Read : {rate}.5 MB/s\nRandom Read 4KB (QD=1) : 4.096 MB/s [ 1000.0 IOPS]\n\
             Random Write 4KB (QD=32) : 8.192 MB/s [ 2000.0 IOPS]\nTest : {test} MB [D: 0.0% (0.2/1660.8 GB)] (x9)\n```\n"
        )
    };
    let found = taken("cdm", &format!("{}{}", report("250", "50"), report("260", "100")));
    let of = |rate: &str| {
        let rows = [rate, "Random Read 4KB (QD=1) 4096000", "Random Write 4KB (QD=32) 8192000"];
        (Some("D:"), rows.map(str::to_owned).to_vec())
    };
    let expected = [of("Sequential Read 250500000"), of("Sequential Read 260500000")];
    assert_eq!(told(&found, "bytes_per_s"), expected);
    // Without the line of the test, and in the quotation marks of a web page.
    let rows = |rate: &str| {
        let all: Vec<String> =
            report(rate, "").lines().skip(1).take(3).map(str::to_owned).collect();
        format!("Drive {rate}:\n<blockquote>{}</blockquote>\n", all.join("\n- "))
    };
    let found = taken("cdm", &format!("{}{}", rows("250"), rows("260")));
    let expected = expected.map(|(_, rows)| (None, rows));
    assert_eq!(told(&found, "bytes_per_s"), expected);
}

#[test]
fn crystaldiskmark_2_is_refused_since_its_mb_are_not_known() {
    let text =
        "CrystalDiskMark 2.1 (C) 2007-2008 hiyohiyo\n\n   Sequential Read :   68.500 MB/s\n";
    refused(text, "1:17: cannot read \"2.1\": version 3 or later should stand there");
}

#[test]
fn the_other_tools_report_is_not_crystaldiskmarks() {
    let text = format!(
        "CrystalDiskMark 8.0.4 x64 (C) 2007-2021 hiyohiyo\n[Read]\n{ROW}\nKDiskMark (3.1.4): https://github.com/JonMagon/KDiskMark\n\
         [Read]\nRandom 4 KiB (Q= 1, T= 1):     2.328 MB/s [    582.2 IOPS] <  1713.00 us>\n"
    );
    for kind in ["cdm", "kdiskmark"] {
        let source = Source { name: "paste.txt", text: &text };
        let found = find_importer(kind).unwrap().read(&source).unwrap();
        let counts: Vec<usize> = found.iter().map(|it| evidence(it).results.len()).collect();
        assert_eq!(counts, [1], "{kind}");
    }
}

#[test]
fn how_long_kdiskmark_measured_is_no_volume() {
    let text = |test: &str| {
        format!(
            "KDiskMark (3.2.0): https://github.com/JonMagon/KDiskMark\n\n[Read]\n\
             Random 4 KiB (Q= 1, T= 1):     2.328 MB/s [    582.2 IOPS] <  1713.00 us>\n\nProfile: Default\n{test}"
        )
    };
    let test = "Test: 1 GiB (x2) [Measure: 5 sec / Interval: 5 sec]\n";
    assert_eq!(taken("kdiskmark", &text(test))[0].device, None);
    let target = format!("{test}OS: example\nTarget: /mnt/my disk 4% (31.72/748.08 GiB)\n");
    let found = taken("kdiskmark", &text(&target));
    assert_eq!(found[0].device.as_deref(), Some("/mnt/my disk"));
}

#[test]
fn entities_of_pages_are_the_letters_that_they_show() {
    let row = ROW.replace('<', "&lt;").replace('>', "&gt;");
    let second = SLOW_ROW
        .replace("  RND", "&nbsp;&#160;RND")
        .replace('<', "&#60;")
        .replace('>', "&#x3e;");
    let text = format!(
        "CrystalDiskMark 8.0.4 x64 (C) 2007-2021 hiyohiyo\n\n[Read]\n{row}\n[Write]\n{second}"
    );
    let found = taken("cdm", &text);
    let latencies: Vec<f64> =
        evidence(&found[0]).results.iter().map(|it| it.figures["latency_mean_ns"]).collect();
    assert_eq!(latencies, [99_020.0, 990_200.0]);
    for (written, shown) in [
        (
            "a &amp;lt; b &quot;c&apos; &bogus; &#7; &#99999999; &",
            "a &lt; b \"c' &bogus; &#7; &#99999999; &",
        ),
        ("&nbsp;--- /dev/sda", " --- /dev/sda"),
        ("&gt; quoted\n", "  quoted\n"),
        ("2>&1; a && b\n", "2>&1; a && b\n"),
        // Programs read these formats and decode the entities themselves.
        ("{\"name\": \"a &quot;b&quot;\"}", "{\"name\": \"a &quot;b&quot;\"}"),
        ("<?xml version=\"1.0\"?>\n<a>&lt;</a>", "<?xml version=\"1.0\"?>\n<a>&lt;</a>"),
        ("run:\n<Results>&gt;</Results>", "run:\n<Results>&gt;</Results>"),
    ] {
        assert_eq!(decode_output(written.as_bytes()), shown, "{written:?}");
    }
}

#[test]
fn timings_of_hdparm_are_of_the_drive_above_them() {
    let timing = |rate: u32| {
        format!(
            " Timing O_DIRECT disk reads: {} MB in  2.00 seconds = {rate}.00 MB/sec\n",
            rate * 2
        )
    };
    let of = |text: &str| -> Vec<(Option<String>, Vec<f64>)> {
        let rate = |it: &iogram_model::ImportedResult| it.figures["bytes_per_s"] / 1_048_576.0;
        let rates = |it: &Imported| evidence(it).results.iter().map(rate).collect();
        taken("hdparm", text).iter().map(|it| (it.device.clone(), rates(it))).collect()
    };
    let known = |name: &str, rate: f64| (Some(name.to_owned()), vec![rate]);
    let (one, two) = (timing(100), timing(200));
    let named = [known("/dev/sdx", 100.0), known("/dev/sdy", 200.0)];
    for (before, behind) in [("--- ", " ---"), ("=== ", " ==="), ("## `", "`"), ("[", "]")] {
        let head = |name: &str| format!("{before}/dev/{name}{behind}\nModel: some\n");
        let text = format!("{}{one}{}{two}{}", head("sdx"), head("sdy"), head("sdz"));
        assert_eq!(of(&text), named);
    }
    // Only a person can read the drive in a sentence, so the figures are separate runs of unknown drives.
    let text = format!("Now /dev/sdx is next:\n{one}And this is /dev/sdy:\n{two}");
    assert_eq!(of(&text), [(None, vec![100.0]), (None, vec![200.0])]);
    let text =
        format!("# hdparm -t --direct /dev/sdx 2>/dev/null\n{one}but /dev/sdy has\n{two}");
    assert_eq!(of(&text), [known("/dev/sdx", 100.0), (None, vec![200.0])]);
    // A command line of several drives, or of a pattern, names none.
    for drives in ["/dev/sdx /dev/sdy", "/dev/sd[xy]", "/dev/sd?"] {
        let text = format!("# hdparm -t --direct {drives} | grep Timing\n{one}{two}");
        assert_eq!(of(&text), [(None, vec![100.0]), (None, vec![200.0])], "{drives}");
        let text =
            format!("# hdparm -t --direct {drives}\n\n/dev/sdx:\n{one}\n/dev/sdy:\n{two}");
        assert_eq!(of(&text), named, "{drives}");
    }
}

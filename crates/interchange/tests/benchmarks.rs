//! Files of benchmark programs: every figure is the one that a person reads in the sample, and a damaged file is
//! rejected.

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod importing;

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "figures are those of the file, digit by digit")]
mod benchmarks {
    use iogram_interchange::{
        IMPORTERS, Imported, Recognised, Refusal, Source, Stream, decode_log, find_importer,
        recognise,
    };
    use iogram_model::{ImportedOrder, ImportedResult, OpKind};
    use iogram_stats::Histogram;

    use crate::importing::{self, evidence, sample};

    const KIB: f64 = 1024.0;
    const MIB: f64 = 1_048_576.0;

    fn bytes(file: &str) -> Vec<u8> {
        let path = format!("{}/../../testdata/logs/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn read_text(kind: &str, file: &str, text: &str) -> Result<Vec<Imported>, Refusal> {
        let name = file.rsplit('/').next().unwrap();
        find_importer(kind).unwrap().read(&Source { name, text })
    }

    fn read(kind: &str, file: &str) -> Vec<Imported> {
        read_text(kind, file, &sample(file)).unwrap()
    }

    fn results(kind: &str, file: &str) -> Vec<ImportedResult> {
        read(kind, file).iter().flat_map(|it| evidence(it).results.clone()).collect()
    }

    /// Name and one figure of every result that has it.
    fn figures<'a>(all: &'a [ImportedResult], figure: &str) -> Vec<(&'a str, f64)> {
        let of = |it: &'a ImportedResult| Some((it.name.as_str(), *it.figures.get(figure)?));
        all.iter().filter_map(of).collect()
    }

    /// Asserts the position of the refusal of a sample after replacing `from` by `to`.
    #[track_caller]
    fn refused((kind, file): (&str, &str), (from, to): (&str, &str), expected: &str) {
        let read = |text: &str| read_text(kind, file, text);
        importing::refused((file, &sample(file)), (from, to), expected, read);
    }

    #[test]
    fn a_table_of_iozone_gives_each_figure_to_the_column_above_it() {
        let all = results("iozone", "iozone/three-tests-blank-columns.txt");
        let of = |test: &str| format!("{test}, 64 kB records, 409600 kB file");
        let expected = [
            ("write", 30117.0, Some(OpKind::Write), ImportedOrder::Sequential),
            ("rewrite", 24905.0, Some(OpKind::Write), ImportedOrder::Sequential),
            ("random read", 712_345.0, Some(OpKind::Read), ImportedOrder::Random),
            ("random write", 12044.0, Some(OpKind::Write), ImportedOrder::Random),
            ("stride read", 3_123_456.0, Some(OpKind::Read), ImportedOrder::Unknown),
        ];
        assert_eq!(all.len(), expected.len());
        for (it, (test, kib, operation, order)) in all.iter().zip(expected) {
            assert_eq!(
                (it.name.clone(), it.operation, it.order),
                (of(test), operation, Some(order))
            );
            assert_eq!(it.figures["bytes_per_s"], kib * KIB, "{test}");
            assert_eq!((it.block_bytes, it.is_direct), (Some(65536), Some(false)));
        }
        let direct = results("iozone", "iozone/auto-direct.txt");
        assert_eq!(direct.len(), 18);
        assert_eq!(direct[5].figures["bytes_per_s"], 3108.0 * KIB);
        assert!(direct.iter().all(|it| it.is_direct == Some(true)));
    }

    #[test]
    fn a_table_whose_spaces_were_lost_is_read_by_the_tests_of_its_command_line() {
        let file = "iozone/auto-direct.txt";
        let text = sample(file);
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lost: String = text.lines().map(|line| words(line) + "\n").collect();
        let found = read_text("iozone", file, &lost).unwrap();
        assert_eq!(evidence(&found[0]).results, results("iozone", file));
        // Without the command line, the columns are unknown.
        let nothing: String = lost
            .lines()
            .filter(|it| !it.contains("-i 2"))
            .map(|it| format!("{it}\n"))
            .collect();
        let said = read_text("iozone", file, &nothing).unwrap_err().to_string();
        assert_eq!(
            said,
            "22:10: cannot read \"3415\": a figure below its column should stand there"
        );
    }

    #[test]
    fn reports_of_iozone_for_spreadsheets_repeat_its_table() {
        let all = results("iozone", "iozone/excel.txt");
        assert_eq!(all.len(), 4 * 13, "nothing twice");
        let text = sample("iozone/excel.txt");
        let (_, report) = text.split_once("test complete.").unwrap();
        let alone = format!("iozone\nOutput is in Kbytes/sec\n{report}");
        let found = read_text("iozone", "x.txt", &alone).unwrap();
        let rates = figures(&evidence(&found[0]).results, "bytes_per_s");
        assert_eq!(rates.len(), 8);
        assert_eq!(rates[7], ("random read, 8 kB records, 128 kB file", 2_991_234.0 * KIB));
        refused(
            ("iozone", "iozone/excel.txt"),
            ("\"64\"   496362", "\"64\"   496363"),
            "16:8: cannot believe \"496363\": 496362 follows from what stands beside",
        );
        refused(
            ("iozone", "iozone/excel.txt"),
            ("1828508 1017549", "18285O8 1017549"),
            "6:58: cannot read \"18285O8\": a whole number should stand there",
        );
    }

    #[test]
    fn what_the_children_of_iozone_saw_is_counted_in_operations() {
        let all = results("iozone", "iozone/throughput-ops.txt");
        let expected = [("2 initial writers", 2632.08), ("2 readers", 7629.02)];
        assert_eq!(figures(&all, "iops"), expected);
        assert!(all.iter().all(|it| it.job_count == Some(2) && it.block_bytes == Some(4096)));
        refused(
            ("iozone", "iozone/throughput-ops.txt"),
            ("=    1316.04 ops/sec", "=    1346.04 ops/sec"),
            "16:37: cannot believe \"1346.04\": 1316.04 follows from what stands beside",
        );
    }

    #[test]
    fn many_runs_of_bonnie_are_read_like_each_by_itself() {
        let both = sample("bonnie/1.03-table-and-csv.txt");
        let (table, values) = both.trim_end().rsplit_once('\n').unwrap();
        let other = |number: u64| values.replace("nas01", &format!("nas{number}"));
        // Lines of values before, between and after tables; each is a run, except the last one below a table.
        let lines: String = (100..140).map(|number| other(number) + "\n").collect();
        let text = format!("{lines}{both}{}{table}\n{table}\n{lines}{both}", both.repeat(30));
        let found = read_text("bonnie", "x.txt", &text).unwrap();
        assert_eq!(found.len(), 40 + 1 + 30 + 2 + 40 + 1);
        let expected = results("bonnie", "bonnie/1.03-table-and-csv.txt");
        let hosts: Vec<&str> =
            found.iter().map(|it| evidence(it).facts[0].value.as_str()).collect();
        assert_eq!(
            (hosts[0], hosts[39], hosts[40], hosts[73]),
            ("nas100", "nas139", "nas01", "nas100")
        );
        for it in &found {
            assert_eq!(
                figures(&evidence(it).results, "bytes_per_s"),
                figures(&expected, "bytes_per_s")
            );
            assert_eq!(evidence(it).results.len(), expected.len());
        }
    }

    #[test]
    fn bonnie_says_the_same_in_its_table_and_its_values() {
        let table = sample("bonnie/1.03-table-and-csv.txt");
        let (last, _) = table.trim_end().rsplit_once('\n').unwrap();
        let only_table = read_text("bonnie", "x.txt", &format!("{last}\n")).unwrap();
        let both = results("bonnie", "bonnie/1.03-table-and-csv.txt");
        assert_eq!(evidence(&only_table[0]).results, both);
        let expected = [
            ("sequential output per chr", 47392.0 * KIB),
            ("sequential output block", 59109.0 * KIB),
            ("rewrite", 30774.0 * KIB),
            ("sequential input per chr", 42031.0 * KIB),
            ("sequential input block", 74651.0 * KIB),
        ];
        assert_eq!(figures(&both, "bytes_per_s"), expected);
        let expected = [
            ("random seeks", 146.9),
            ("sequential create", 2693.0),
            ("sequential delete", 3467.0),
            ("random create", 2948.0),
            ("random delete", 3131.0),
        ];
        assert_eq!(figures(&both, "operations_per_s"), expected, "+++++ is none");
        refused(
            ("bonnie", "bonnie/1.03-table-and-csv.txt"),
            ("nas01,4G,47392,63,59109", "nas01,4G,47392,63,59209"),
            "9:19: cannot believe \"59209\": 59109 KiB/s follows from what stands beside",
        );
        let latencies = results("bonnie", "bonnie/1.96-latency.txt");
        assert_eq!(latencies[1].figures["latency_max_ns"], 408e6);
        assert_eq!(latencies[1].job_count, Some(1));
        let fast = results("bonnie", "bonnie/2.00-fast-table.txt");
        let expected = [
            ("sequential output block", 15.8 * MIB),
            ("rewrite", 60.5 * MIB),
            ("sequential input block", 1.2 * MIB * KIB),
        ];
        assert_eq!(figures(&fast, "bytes_per_s"), expected);
        assert_eq!(fast[3].figures["latency_max_ns"], 3052e6);
        let values = results("bonnie", "bonnie/2.00-csv.csv");
        assert_eq!(figures(&values, "bytes_per_s")[1].1, 745_124.0 * KIB);
        assert_eq!(figures(&values, "operations_per_s"), [("random delete", 9377.0)]);
    }

    #[test]
    fn sysbench_is_read_in_three_forms() {
        let old = results("sysbench", "sysbench/0.4-two.txt");
        assert_eq!(old.len(), 2);
        assert_eq!((old[0].operation, old[0].name.as_str()), (None, "random r/w"));
        assert_eq!(old[0].figures["bytes_per_s"], 3.9269 * MIB);
        assert_eq!(old[0].figures["iops"], 251.32);
        assert_eq!(old[0].figures["latency_p95_ns"], 160.46e6);
        assert_eq!((old[0].job_count, old[0].is_direct), (Some(16), Some(false)));
        assert_eq!((old[1].operation, old[1].is_direct), (Some(OpKind::Read), Some(true)));
        refused(
            ("sysbench", "sysbench/0.4-two.txt"),
            ("(3.9269Mb/sec)", "(4.9269Mb/sec)"),
            "34:1: cannot believe \"4.927 MiB/s\": 3.927 MiB/s follows from what stands beside",
        );
        let new = results("sysbench", "sysbench/1.0-rndrw.txt");
        let names: Vec<&str> = new.iter().map(|it| it.name.as_str()).collect();
        let kinds = ["read", "write", "fsync", "all events"];
        assert_eq!(names, kinds.map(|it| format!("random r/w: {it}")));
        assert_eq!(new[0].figures["bytes_per_s"], 27.34 * MIB);
        assert_eq!(new[1].figures["iops"], 1166.5);
        assert_eq!((new[2].operation, new[2].block_bytes), (Some(OpKind::Flush), None));
        assert_eq!(new[3].figures["latency_mean_ns"], 0.6e6);
        let newest = results("sysbench", "sysbench/1.1-seqwr.txt");
        assert_eq!(
            figures(&newest, "bytes_per_s"),
            [("sequential write (creation): write", 93.12 * MIB)]
        );
        assert_eq!(newest[0].is_direct, Some(true));
    }

    #[test]
    fn the_mb_of_as_ssd_are_mib_as_its_iops_say() {
        let found = read("as-ssd", "as-ssd/german-numbers.txt");
        let all = &evidence(&found[0]).results;
        assert_eq!(figures(all, "bytes_per_s")[2], ("4K", 34.63 * MIB));
        assert_eq!(figures(all, "latency_mean_ns")[1], ("access time", 0.039e6));
        assert_eq!(found[0].model.as_deref(), Some("Example SSD 256"));
        assert_eq!(found[0].firmware.as_deref(), Some("DXM05B0Q"));
        assert!(evidence(&found[0]).notes[0].contains("MiB"));
        let iops = results("as-ssd", "as-ssd/iops.txt");
        assert_eq!(figures(&iops, "iops")[5], ("4K-64Threads", 66393.0));
        assert_eq!(iops[5].job_count, Some(64));
        refused(
            ("as-ssd", "as-ssd/iops.txt"),
            ("15521 iops", "15521 ips"),
            "17:7: cannot read \"15521 ips\": a rate in MB/s or iops should stand there",
        );
    }

    #[test]
    fn hd_tune_names_each_drive() {
        let found = read("hdtune", "hdtune/free-and-pro.txt");
        let models: Vec<_> = found.iter().filter_map(|it| it.model.as_deref()).collect();
        assert_eq!(models, ["WDC WD10EZEX-08WN4A0", "Example SSD 120G"]);
        let all = &evidence(&found[0]).results;
        assert_eq!(
            figures(all, "bytes_per_s"),
            [("transfer rate", 138.1e6), ("burst rate", 196.7e6)]
        );
        assert_eq!(figures(all, "latency_mean_ns"), [("access time", 15.4e6)]);
    }

    #[test]
    fn pgbench_without_the_time_of_connecting_is_what_counts() {
        let old = results("pgbench", "pgbench/13.txt");
        assert_eq!(figures(&old, "transactions_per_s"), [("TPC-B (sort of)", 525.914_967)]);
        assert_eq!((old[0].job_count, old[0].request_count), (Some(10), Some(31545)));
        assert_eq!(old[0].figures["latency_mean_ns"], 19.021e6);
        let new = read("pgbench", "pgbench/16-progress.txt");
        assert_eq!(evidence(&new[0]).version.as_deref(), Some("16.3"));
        refused(
            ("pgbench", "pgbench/13.txt"),
            ("tps = 525.9", "tps = 725.9"),
            "13:7: cannot believe \"725.914967\": 525.8 transactions/s follows from what stands beside",
        );
    }

    #[test]
    fn tests_of_phoronix_keep_their_units() {
        let found = read("phoronix", "phoronix/composite.xml");
        let its = evidence(&found[0]);
        assert_eq!(
            figures(&its.results, "elapsed_ns"),
            [("SQLite: Threads / Copies: 1", 12.345e9)]
        );
        let fio = &its.results[1];
        // 393000 requests of 4 KiB are 1535 MiB, not MB.
        assert_eq!(
            (fio.figures["iops"], fio.figures["bytes_per_s"]),
            (393_000.0, 1536.0 * MIB)
        );
        assert_eq!(
            (fio.operation, fio.order),
            (Some(OpKind::Read), Some(ImportedOrder::Random))
        );
        assert_eq!((fio.block_bytes, fio.is_direct), (Some(4096), Some(true)));
        assert_eq!(its.notes.len(), 1);
        let unknown = its.facts.iter().find(|it| it.name.starts_with("Compile Bench")).unwrap();
        assert_eq!(unknown.value, "1200.5 Furlongs", "a unit that nobody knows is no figure");
        let json = results("phoronix", "phoronix/result.json");
        assert_eq!(
            json[0].figures,
            iogram_model::ImportedFigures::from([("transactions_per_s", 5432.1)])
        );
        assert_eq!(json[1].figures["latency_mean_ns"], 9.205e6);
        refused(
            ("phoronix", "phoronix/composite.xml"),
            ("<Value>12.345", "<Value>12.E45"),
            "31:16: cannot read \"12.E45\": a number should stand there",
        );
    }

    #[test]
    fn two_suites_of_phoronix_in_one_file_are_runs_of_their_own() {
        for file in ["phoronix/composite.xml", "phoronix/result.json"] {
            let (alone, one) = (read("phoronix", file), sample(file));
            let both = format!("{one}$ cat {{more}}\n{one}");
            let found = read_text("phoronix", file, &both).unwrap();
            assert_eq!(found.len(), 2 * alone.len(), "{file}");
            let figures = |it: &Imported| {
                let results = evidence(it).results.iter();
                results.map(|it| (it.name.clone(), it.figures.clone())).collect::<Vec<_>>()
            };
            for (again, it) in found.iter().zip(alone.iter().chain(&alone)) {
                assert_eq!(figures(again), figures(it), "{file}");
            }
            let cut = both.trim_end().len() - 2;
            let refusal = read_text("phoronix", file, &both[..cut]).unwrap_err();
            assert!(refusal.line > one.lines().count() as u64, "{file}: {refusal}");
        }
    }

    #[test]
    fn ezfio_and_elbencho_say_what_was_asked() {
        let found = read("ezfio", "ezfio/tests.csv");
        assert_eq!(found[0].serial.as_deref(), Some("S0EXAMPLE1"));
        let all = &evidence(&found[0]).results;
        assert_eq!(all.len(), 5, "a mix has a latency of each kind");
        assert_eq!(
            (all[0].figures["iops"], all[0].figures["bytes_per_s"]),
            (81234.0, 317.32 * MIB)
        );
        assert_eq!((all[0].job_count, all[0].depth), (Some(32), Some(8)));
        assert_eq!(all[2].figures["latency_mean_ns"], 75_250.0);
        let csv = results("elbencho", "elbencho/run.csv");
        assert_eq!(
            figures(&csv, "bytes_per_s"),
            [("write", 2941.0 * MIB), ("read", 9048.0 * MIB)]
        );
        assert_eq!(csv[1].figures["latency_max_ns"], 120_903_000.0);
        assert_eq!((csv[1].depth, csv[1].is_direct), (Some(4), Some(true)));
        assert_eq!(figures(&csv, "operations_per_s"), [("mkdirs", 1466.0)]);
        let console = results("elbencho", "elbencho/console.txt");
        assert_eq!(figures(&console, "iops"), [("write", 33352.0), ("read", 41012.0)]);
        assert_eq!(console[0].figures["elapsed_ns"], 125.755e9);
        assert_eq!(console[1].figures["latency_max_ns"], 14.5e6);
        assert_eq!((console[0].block_bytes, console[0].is_direct), (Some(1 << 20), Some(true)));
    }

    #[test]
    fn the_usual_output_of_fio_says_what_its_json_says() {
        let all = results("fio-text", "fio/normal-3.33.txt");
        let names: Vec<_> = all.iter().map(|it| (it.name.as_str(), it.operation)).collect();
        let (read, write) = (Some(OpKind::Read), Some(OpKind::Write));
        assert_eq!(names, [("seq", read), ("mix", read), ("mix", write)]);
        let (first, last) = (&all[0], &all[2]);
        assert_eq!(first.figures["bytes_per_s"], 1217.0 * MIB);
        assert_eq!((first.figures["iops"], last.figures["iops"]), (9732.0, 19_900.0));
        assert_eq!(first.figures["latency_mean_ns"], 101_630.0);
        assert_eq!(
            (first.figures["latency_p99_ns"], last.figures["latency_p99_ns"]),
            (3_785_000.0, 6176.0)
        );
        assert_eq!((first.block_bytes, last.block_bytes), (Some(128 << 10), Some(4096)));
        assert_eq!(
            (first.order, last.order),
            (Some(ImportedOrder::Sequential), Some(ImportedOrder::Random))
        );
        assert_eq!(
            (last.job_count, last.depth, last.is_direct),
            (Some(2), Some(1), Some(true))
        );
        let old = results("fio-text", "fio/normal-2.2.10.txt");
        assert_eq!(old[0].figures["bytes_per_s"], 91862.0 * KIB);
        assert_eq!(old[1].figures["latency_max_ns"], 70_000_000.0);
        assert_eq!(old[1].figures["latency_p999_ns"], 9_920_000.0);
        assert_eq!(
            (old[0].depth, old[0].block_bytes, old[0].is_direct),
            (Some(32), Some(4096), None)
        );
        refused(
            ("fio-text", "fio/normal-3.33.txt"),
            ("BW=77.1MiB/s", "BW=87.1MiB/s"),
            "31:24: cannot believe \"87.1MiB/s\": 78918.4 KiB/s follows from what stands beside",
        );
        // fio 3.25 printed 21.998 MiB like this: the amount does not disprove the rate.
        let cut = "a: (groupid=0, jobs=1): err= 0: pid=1: Tue May  3 15:24:58 2022\n  write: IOPS=633, BW=1422KiB/s (1456kB/s)(21.0MiB/15843msec)\n";
        let found = read_text("fio-text", "x", cut).unwrap();
        assert_eq!(evidence(&found[0]).results[0].figures["bytes_per_s"], 1422.0 * KIB);
        // The text beside its JSON is not imported again.
        let both = sample("fio/normal-and-json-3.33.txt");
        let found = recognise(&Source { name: "x", text: &both });
        assert!(matches!(found, Recognised::As(it) if it.kind == "fio"), "{found:?}");
    }

    /// Samples of one direction of a log of fio.
    fn samples(file: &str, direction: &str) -> Vec<u64> {
        let text = sample(file);
        let fields = text.lines().map(|line| line.split(", ").collect::<Vec<_>>());
        fields.filter(|it| it[2] == direction).map(|it| it[1].parse().unwrap()).collect()
    }

    #[test]
    fn every_line_of_a_fio_log_counts() {
        let all = results("fio-log", "fio-log/requests_clat.1.log");
        for (it, direction) in all.iter().zip(["0", "1"]) {
            let mut values = samples("fio-log/requests_clat.1.log", direction);
            values.sort_unstable();
            let mean = values.iter().sum::<u64>() as f64 / values.len() as f64;
            assert_eq!(it.request_count, Some(values.len() as u64));
            assert_eq!(it.figures["latency_mean_ns"], mean);
            assert_eq!(it.figures["latency_max_ns"], *values.last().unwrap() as f64);
            let histogram = Histogram::from_text(it.histogram.as_ref().unwrap()).unwrap();
            assert_eq!(histogram.count(), values.len() as u64);
            assert_eq!(it.latency_of.as_deref(), Some("clat"));
        }
        assert_eq!(all[0].name, "requests");
        let rates = results("fio-log", "fio-log/windows_bw.1.log");
        let values = samples("fio-log/windows_bw.1.log", "0");
        let mean = values.iter().sum::<u64>() as f64 / values.len() as f64;
        assert_eq!(rates[0].figures["bytes_per_s"], mean * KIB);
    }

    #[test]
    fn the_unit_of_a_fio_log_is_known_or_stays_unknown() {
        let read = |name: &str, text: &str| {
            let found = read_text("fio-log", name, text).unwrap();
            evidence(&found[0]).clone()
        };
        // A latency of 120 ms at a time of 0.588 s is only possible in nanoseconds.
        let certain = read("x_clat.1.log", "588, 121038807, 1, 0\n1123, 113783099, 1, 0\n");
        assert_eq!(certain.results[0].figures["latency_mean_ns"], 117_410_953.0);
        let unknown = read("x_clat.1.log", "500, 812, 0, 0\n1000, 813, 0, 0\n");
        assert!(unknown.results[0].figures.is_empty());
        assert!(unknown.notes[0].contains("unit"), "{:?}", unknown.notes);
        let six = read("x_lat.1.log", "500, 812, 0, 4096, 8192, 0\n1000, 814, 0, 4096, 0, 0\n");
        assert_eq!(six.results[0].figures["latency_mean_ns"], 813.0);
        // Two directions in microseconds: the bins of fio 2.
        let mut bins = vec!["0"; 1216];
        bins[100] = "7";
        let old = read("x_clat_hist.1.log", &format!("1000, 0, 4096, {}\n", bins.join(", ")));
        assert_eq!(old.results[0].request_count, Some(7));
        let histogram =
            Histogram::from_text(old.results[0].histogram.as_ref().unwrap()).unwrap();
        let least_ns = histogram.min_ns().unwrap();
        assert!(
            (99_900..=100_100).contains(&least_ns),
            "bin 100 of fio 2 is 100 us: {least_ns}"
        );
        let said =
            read_text("fio-log", "paste.txt", "1, 2, 0, 4096\n").unwrap_err().to_string();
        assert!(said.contains("in its name"), "{said}");
    }

    #[test]
    fn more_requests_than_can_be_counted_are_refused() {
        let mut bins = vec!["0"; 1216];
        (bins[100], bins[101]) = ("9223372036854775807", "1");
        let text = format!("1000, 0, 4096, {}\n", bins.join(", "));
        let said = read_text("fio-log", "x_clat_hist.1.log", &text).unwrap_err().to_string();
        assert!(said.contains("a histogram can hold") && said.starts_with("1:"), "{said}");
        bins[101] = "0";
        let text = format!("1000, 0, 4096, {}\n", bins.join(", "));
        assert!(read_text("fio-log", "x_clat_hist.1.log", &text).is_ok(), "as many as can be");
    }

    #[test]
    fn a_log_in_pieces_is_the_log() {
        for file in [
            "fio-log/requests_clat.1.log",
            "fio-log/coarse_clat_hist.1.log",
            "fio-log/windows_bw.1.log",
        ] {
            let (all, name) = (bytes(file), file.rsplit('/').next().unwrap());
            let stream =
                || -> Stream { find_importer("fio-log").unwrap().stream(name).unwrap() };
            for size in [1, 7, 64, 4096] {
                let mut pieces = stream();
                all.chunks(size).for_each(|it| pieces.piece(it).unwrap());
                assert_eq!(pieces.end().unwrap(), read("fio-log", file), "{file} by {size}");
            }
            let mut spoilt = stream();
            let said = spoilt.piece(b"12, x, 0, 4096\n").unwrap_err().to_string();
            assert!(said.starts_with("1:"), "{said}");
            let mut endless = stream();
            let line = vec![b'1'; 1 << 16];
            let refused = (0..20).find_map(|_| endless.piece(&line).err());
            assert!(refused.is_some(), "a line without an end is not gathered");
        }
        assert!(find_importer("dd").unwrap().stream("x").is_none());
    }

    #[test]
    fn a_text_with_outputs_of_several_tools_is_of_each_of_them() {
        let parts = ["hdtune/free-and-pro.txt", "cdm/cdm-5.2.1-sata.txt", "dd/gnu-several.txt"];
        let text: String = parts.iter().map(|it| sample(it) + "\n\n").collect();
        let Recognised::Several(found) = recognise(&Source { name: "post.md", text: &text })
        else {
            panic!("several");
        };
        let mut kinds: Vec<&str> = found.iter().map(|it| it.kind).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["cdm", "dd", "hdtune"]);
        for (kind, file) in [("hdtune", parts[0]), ("cdm", parts[1]), ("dd", parts[2])] {
            let alone: Vec<_> = results(kind, file).into_iter().map(|it| it.figures).collect();
            let among = read_text(kind, "post.md", &text).unwrap();
            let among: Vec<_> = among
                .iter()
                .flat_map(|it| &evidence(it).results)
                .map(|it| it.figures.clone())
                .collect();
            assert_eq!(among, alone, "{kind}");
        }
    }

    #[test]
    fn colours_quotes_and_breaks_of_lines_change_nothing() {
        for (kind, file) in [
            ("iozone", "iozone/auto-direct.txt"),
            ("bonnie", "bonnie/1.96-latency.txt"),
            ("sysbench", "sysbench/1.0-rndrw.txt"),
            ("pgbench", "pgbench/13.txt"),
            ("elbencho", "elbencho/console.txt"),
            ("as-ssd", "as-ssd/german-numbers.txt"),
        ] {
            let text = sample(file);
            let around = |before: &str, after: &str| -> String {
                text.lines().map(|line| format!("{before}{line}{after}\n")).collect()
            };
            for changed in [
                around("> ", ""),
                around("", "<br>"),
                around("\u{1b}[32m", "\u{1b}[0m"),
                around("    ", ""),
            ] {
                let changed = decode_log(changed.as_bytes());
                let found = read_text(kind, file, &changed)
                    .unwrap_or_else(|error| panic!("{file}: {error}"));
                let of = |all: &[Imported]| -> Vec<ImportedResult> {
                    all.iter().flat_map(|it| evidence(it).results.clone()).collect()
                };
                assert_eq!(of(&found), results(kind, file), "{file}");
            }
        }
        assert!(IMPORTERS.len() > 16);
    }

    #[test]
    fn scripts_that_speak_of_a_tool_are_no_results_of_it() {
        for text in [
            "print(\"reads/s:\", value)\nprint(\"writes/s:\", other)\n",
            "header = \"              KB  reclen   write rewrite    read    reread\\n\"\n",
            "AppendFile(\"Type,Write %,Block Size,Threads,Queue Depth/Thread,IOPS,Bandwidth (MB/s),\" +\n",
            "if line.startswith(\"OPERATION\") and \"RESULT TYPE\" in line:\n",
            "tps_re = re.compile(\"tps = (\\d*) \\(including connections establishing\\)\")\n",
            "grep \"Children see throughput for\" log.txt\n",
            "AS SSD Benchmark and HD Tune say less than fio does.\n",
        ] {
            let found = recognise(&Source { name: "parse.py", text });
            assert!(matches!(found, Recognised::Nothing), "{text}: {found:?}");
        }
    }

    #[test]
    fn times_of_a_calendar_are_not_how_long_a_job_ran() {
        let line = |index: u64| format!("{}, 1, 0, 4096, 0\n", 1_700_000_000_000 + index);
        let text: String = (0..=2000).map(line).collect();
        let found = read_text("fio-log", "x_iops.1.log", &text).unwrap();
        let its = &evidence(&found[0]).results[0];
        assert_eq!(its.figures["iops"], 2001.0 * 1000.0 / 2000.0);
        assert_eq!(its.figures["elapsed_ns"], 2e9);
    }
}

//! Benchmarks that users of Windows and of rented servers run: `DiskSpd` and YABS. Every figure is the one that a
//! person reads in the sample, and a damaged file is rejected.

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod importing;

#[cfg(test)]
mod windows_and_servers {
    use iogram_interchange::{Imported, Refusal, Source, find_importer};
    use iogram_model::OpKind;

    use crate::importing::{self, evidence, sample};

    fn read(file: &str, text: &str) -> Result<Vec<Imported>, Refusal> {
        let (kind, name) = file.split_once('/').unwrap();
        find_importer(kind).unwrap().read(&Source { name, text })
    }

    /// For every run and result: name, operation, depth, jobs, and the named figures, to a thousandth.
    fn lines(file: &str, figures: &[&str]) -> Vec<String> {
        let found = read(file, &sample(file)).unwrap();
        let results = found.iter().flat_map(|it| &evidence(it).results);
        let line = |it: &iogram_model::ImportedResult| {
            let figure = |name: &&str| {
                it.figures.get(name).map_or("-".to_owned(), |it| format!("{it:.0}"))
            };
            let figures: Vec<String> = figures.iter().map(figure).collect();
            let operation = it.operation.map_or("-", OpKind::name);
            let depth = it.depth.unwrap_or_default();
            let jobs = it.job_count.unwrap_or_default();
            format!("{} | {operation} {depth} {jobs} | {}", it.name, figures.join(" "))
        };
        results.map(line).collect()
    }

    #[track_caller]
    fn refused(file: &str, (from, to): (&str, &str), expected: &str) {
        let read = |text: &str| read(file, text);
        importing::refused((file, &sample(file)), (from, to), expected, read);
    }

    #[test]
    fn diskspd_tells_reads_and_writes_of_a_mix_apart_with_their_percentiles() {
        let figures = [
            "bytes_per_s",
            "iops",
            "latency_mean_ns",
            "latency_p50_ns",
            "latency_p999_ns",
            "latency_max_ns",
        ];
        // 23.70 MiB/s, 10.16 MiB/s and 33.86 MiB/s. The table of percentiles of the file precedes that of all files.
        assert_eq!(
            lines("diskspd/mixed-2.2.txt", &figures),
            [
                "random 4 KiB, 70 % reads | - 1 2 | 35504783 8669 235000 236000 2208000 11208000",
                "random 4 KiB, 70 % reads | read 1 2 | 24851251 6067 313000 287000 2417000 11208000",
                "random 4 KiB, 70 % reads | write 1 2 | 10653532 2602 51000 46000 402000 3302000",
            ]
        );
        let found = read("diskspd/mixed-2.2.txt", &sample("diskspd/mixed-2.2.txt")).unwrap();
        assert_eq!(found[0].device.as_deref(), Some("C:\\bench\\file.dat"));
        let results = &evidence(&found[0]).results;
        assert!(results.iter().all(|it| it.is_direct == Some(true)));
        assert_eq!(
            results.iter().map(|it| it.request_count).collect::<Vec<_>>(),
            [Some(260_163), Some(182_071), Some(78_092)]
        );
    }

    #[test]
    fn diskspd_before_2_0_21_counts_mib_and_calls_them_mb() {
        // 519.51 and 156.69 MB/s, which are MiB/s: the bytes beside them prove it.
        assert_eq!(
            lines("diskspd/two-2.0.12.txt", &["bytes_per_s", "iops", "elapsed_ns"]),
            [
                "sequential 64 KiB | read 8 1 | 544745718 8312 60000000000",
                "random 8 KiB | write 8 1 | 164301373 20056 60000000000",
            ]
        );
        let found = read("diskspd/two-2.0.12.txt", &sample("diskspd/two-2.0.12.txt")).unwrap();
        assert_eq!(found.len(), 2);
        assert!(evidence(&found[1]).notes[0].contains("counts MiB"));
    }

    #[test]
    fn diskspd_as_xml_says_bytes_and_seconds() {
        // 517,915 requests of 128 KiB in 20.02 s.
        assert_eq!(
            lines(
                "diskspd/read.xml",
                &["bytes_per_s", "iops", "latency_p99_ns", "latency_p9999_ns"]
            ),
            ["sequential 128 KiB | read 32 2 | 3390816927 25870 4120000 9551000"]
        );
        let found = read("diskspd/read.xml", &sample("diskspd/read.xml")).unwrap();
        assert_eq!(evidence(&found[0]).version.as_deref(), Some("2.1.0-dev"));
        assert_eq!(found[0].device.as_deref(), Some("D:\\a&b.dat"));
    }

    #[test]
    fn two_results_of_diskspd_in_one_file_are_two_runs() {
        let one = sample("diskspd/read.xml");
        let before = one.matches('\n').count() as u64;
        let both = format!("{one}{}", one.replace("D:\\a", "E:\\b"));
        let found = read("diskspd/both.xml", &both).unwrap();
        let devices: Vec<_> = found.iter().filter_map(|it| it.device.as_deref()).collect();
        assert_eq!(devices, ["D:\\a&b.dat", "E:\\b&b.dat"]);
        let lines =
            [&found[0], &found[1]].map(|it| evidence(it).results[0].line_index.unwrap());
        assert_eq!(lines[1], lines[0] + before, "{lines:?}");
        let spoilt = format!("{one}{}", one.replace("Seconds>20.02", "Seconds>soon"));
        let refusal = read("diskspd/both.xml", &spoilt).unwrap_err();
        assert_eq!(refusal.line, 44 + before, "{refusal}");
        let (whole, _) = both.rsplit_once("</Results>").unwrap();
        assert!(read("diskspd/both.xml", whole).is_err(), "the second one does not end");
    }

    /// A published form: the settings were cut off between the command line and the tables.
    fn cut(command: &str) -> String {
        let sample = sample("diskspd/two-2.0.12.txt");
        let (_, tables) = sample.split_once("Total IO").unwrap();
        let (tables, _) = tables.split_once("Command Line:").unwrap_or((tables, ""));
        format!("{command}\nactual test time:\t60.00s\nTotal IO{tables}")
    }

    /// Name, block size, depth, threads, whether it bypassed the page cache, and file, of the only result.
    fn asked(text: &str) -> String {
        let found = read("diskspd/cut.txt", text).unwrap();
        assert_eq!(found.len(), 1, "{text}");
        let [only] = evidence(&found[0]).results.as_slice() else { panic!("{found:?}") };
        let number = |it: Option<u64>| it.map_or("-".to_owned(), |it| it.to_string());
        format!(
            "{} {} {} {} {:?} {}",
            only.name,
            number(only.block_bytes),
            number(only.depth.map(u64::from)),
            number(only.job_count.map(u64::from)),
            only.is_direct,
            found[0].device.as_deref().unwrap_or("-")
        )
    }

    #[test]
    fn a_command_line_of_diskspd_says_what_its_settings_would() {
        // 156.25, 117.19 and 39.06 MiB/s.
        assert_eq!(
            lines("diskspd/command-line.txt", &["bytes_per_s", "iops"]),
            [
                "random 8 KiB, 75 % reads | - 4 8 | 163840000 20000",
                "random 8 KiB, 75 % reads | read 4 8 | 122882621 15000",
                "random 8 KiB, 75 % reads | write 4 8 | 40957379 5000",
            ]
        );
        for (command, expected) in [
            (
                "C:\\DiskSpd>diskspd.exe -b64K -d60 -o8 -t2 -r -w0 -Sh -L D:\\a.dat",
                "random 64 KiB 65536 8 2 Some(true) D:\\a.dat",
            ),
            (
                "PS C:\\Users\\me> .\\diskspd.exe -b64k -si -F4 -t2 -Sb '#1'",
                "sequential 64 KiB 65536 - 4 Some(false) -",
            ),
            (
                "Command Line: diskspd -d60 -b65536 -o8 -h #1",
                "DiskSpd 64 KiB 65536 8 - Some(true) #1",
            ),
            (
                "diskspd -rs50 -Suw a.dat b.dat > log.txt",
                "random and sequential - - - Some(true) -",
            ),
            // An absent setting is unknown, whatever the default.
            ("PS C:\\> & .\\diskspd.exe -d60 -t4 a.dat", "DiskSpd - - 4 None a.dat"),
            ("C:\\>diskspd -b$bs -o%QD% -t4 -X profile.xml", "DiskSpd - - - None -"),
            // A sentence about it, a wrapped command line, and several above one output give no settings.
            ("I used diskspd -b64K -o8 -r a.dat", "DiskSpd - - - None -"),
            ("C:\\>diskspd -b64K -o8 ^\n -r a.dat", "DiskSpd - - - None -"),
            (
                "C:\\>diskspd -b64K -o8 a.dat\nC:\\>diskspd -b64K -o4 a.dat",
                "DiskSpd - - - None -",
            ),
        ] {
            assert_eq!(asked(&cut(command)), expected, "{command}");
        }
        // Each output has the command line above it.
        let (one, other) = (cut("C:\\>diskspd -b64K -o8 a.dat"), cut("C:\\>diskspd -o4 b.dat"));
        let found = read("diskspd/cut.txt", &format!("{one}{other}")).unwrap();
        let depths: Vec<_> =
            found.iter().map(|it| (evidence(it).results[0].depth, it.device.clone())).collect();
        assert_eq!(
            depths,
            [(Some(8), Some("a.dat".to_owned())), (Some(4), Some("b.dat".to_owned()))]
        );
    }

    #[test]
    fn a_command_line_of_diskspd_that_its_output_does_not_fit_refuses_the_file() {
        let whole = sample("diskspd/two-2.0.12.txt");
        let says = |command: &str| {
            let text = whole.replacen("Command Line: diskspd -d60 -b64K -o8 -h #1", command, 1);
            assert_ne!(text, whole);
            read("diskspd/two.txt", &text).map(|found| found.len()).map_err(|it| it.to_string())
        };
        assert_eq!(says("C:\\>diskspd -d60 -b64K -o8 -h #1"), Ok(2));
        for (command, expected) in [
            (
                "-b32K",
                "17:3: cannot believe \"block size: 65536\": -b32K follows from what stands beside",
            ),
            (
                "-r",
                "18:3: cannot believe \"using sequential I/O (stride: 65536)\": -r follows from what stands beside",
            ),
            (
                "-o16",
                "19:3: cannot believe \"number of outstanding I/O operations: 8\": -o16 follows from what stands beside",
            ),
            (
                "-w30",
                "16:3: cannot believe \"performing read test\": -w30 follows from what stands beside",
            ),
        ] {
            assert_eq!(says(&format!("C:\\>diskspd {command} #1")), Err(expected.to_owned()));
        }
        // Without the settings, requests and bytes determine the block size.
        let refusal = read("diskspd/cut.txt", &cut("C:\\>diskspd -b32K #1")).unwrap_err();
        assert!(refusal.to_string().contains("498731 requests of 32768 bytes"), "{refusal}");
    }

    #[test]
    fn what_is_spoilt_in_diskspd_is_refused_with_its_place() {
        refused(
            "diskspd/mixed-2.2.txt",
            ("|      23.70 |    6067.01 |", "|      33.70 |    6067.01 |"),
            "60:48: cannot believe \"33.70\": 23.70 MiB/s follows from what stands beside",
        );
        refused(
            "diskspd/mixed-2.2.txt",
            ("block size: 4KiB", "block size: 8KiB"),
            "19:3: cannot believe \"block size: 8KiB\": -b4K follows from what stands beside",
        );
        refused(
            "diskspd/mixed-2.2.txt",
            ("   50th |      0.287", "   50th |      0.2x7"),
            "94:16: cannot read \"0.2x7\": a number should stand there",
        );
        refused(
            "diskspd/read.xml",
            ("<TestTimeSeconds>20.02", "<TestTimeSeconds>soon"),
            "44:22: cannot read \"soon\": a number should stand there",
        );
        let stopped =
            "The test was interrupted before the measurements began. No results are displayed.";
        refused(
            "diskspd/mixed-2.2.txt",
            ("actual test time:\t30.01s", stopped),
            &format!("36:1: cannot find a drive in it: DiskSpd says \"{stopped}\""),
        );
    }

    #[test]
    fn the_mb_of_yabs_are_what_its_iops_say() {
        let figures = ["bytes_per_s", "iops"];
        let old = lines("yabs/2024-01.txt", &figures);
        // 244.93 MB/s of 4 KiB beside 61.2k IOPS, which are 250.7 MB/s.
        assert_eq!(
            old[..3],
            [
                "random 4 KiB, 50 % reads | - 64 2 | 502312960 122600",
                "random 4 KiB, 50 % reads | read 64 2 | 250808320 61200",
                "random 4 KiB, 50 % reads | write 64 2 | 251494400 61400",
            ]
        );
        // 250.81 MB/s of the same requests.
        let new = lines("yabs/2026-07.txt", &figures);
        assert_eq!(new[1], "random 4 KiB, 50 % reads | read 64 2 | 250810000 61200");
        // The JSON has fio's KiB/s.
        let json = lines("yabs/result.json", &figures);
        assert_eq!(json[1], "random 4 KiB, 50 % reads | read 64 2 | 250815488 61234");
        assert_eq!([old.len(), new.len(), json.len()], [12, 12, 12]);
        for (file, notes) in [("yabs/2024-01.txt", 1), ("yabs/2026-07.txt", 0)] {
            let found = read(file, &sample(file)).unwrap();
            assert_eq!(evidence(&found[0]).notes.len(), notes, "{file}");
            assert_eq!(found[0].device.as_deref(), Some("/dev/vdx1"));
        }
    }

    #[test]
    fn what_is_spoilt_in_yabs_is_refused_with_its_place() {
        refused(
            "yabs/2024-01.txt",
            ("Read       | 244.93 MB/s  (61.2k)", "Read       | 344.93 MB/s  (61.2k)"),
            "26:14: cannot believe \"344.93 MB/s\": 250.68 MB/s follows from what stands beside",
        );
        refused(
            "yabs/2024-01.txt",
            ("| 244.93 MB/s  (61.2k)", "| 244.93 Mbit/s (61.2k)"),
            "26:21: cannot read \"Mbit/s\": KB/s, MB/s or GB/s should stand there",
        );
        refused(
            "yabs/result.json",
            ("\"speed_r\": 244937", "\"speed_r\": 344937"),
            "1:1: cannot believe \"speed_r: 344937\": 244936 KiB/s follows from what stands beside",
        );
    }

    #[test]
    fn several_reports_of_yabs_in_one_text_are_runs_of_their_own() {
        let both = format!(
            "{}\nAnd the other one:\n{}",
            sample("yabs/2024-01.txt"),
            sample("yabs/2026-07.txt")
        );
        let found = read("yabs/both.txt", &both).unwrap();
        let told = |it: &Imported| {
            let evidence = evidence(it);
            (evidence.version.clone().unwrap(), evidence.results.len(), evidence.notes.len())
        };
        let told: Vec<_> = found.iter().map(told).collect();
        assert_eq!(
            told,
            [("v2024-01-01".to_owned(), 12, 1), ("v2026-07-24".to_owned(), 12, 0)]
        );
    }

    #[test]
    fn the_rates_of_winsat_are_read_in_any_language() {
        assert_eq!(
            lines("winsat/german.txt", &["bytes_per_s"]),
            [
                "Random 16.0 Read | read 0 0 | 612340000",
                "Sequential 64.0 Read | read 0 0 | 2871090000",
                "Sequential 64.0 Write | write 0 0 | 1723450000",
            ]
        );
        let found = read("winsat/german.txt", &sample("winsat/german.txt")).unwrap();
        assert_eq!(found[0].device.as_deref(), Some("D:"));
        let facts = &evidence(&found[0]).facts;
        let fact =
            |name: &str| facts.iter().find(|it| it.name == name).map(|it| it.value.as_str());
        assert_eq!(fact("Wartezeit: Maximum"), Some("3.210 ms"));
        assert_eq!(fact("score of Sequential 64.0 Read"), Some("9.1"));
        refused(
            "winsat/german.txt",
            ("2871.09 MB/s", "2871.09 MiB/s"),
            "13:56: cannot read \"MiB/s\": MB/s should stand there",
        );
        // A program that searches for its lines is not one of its outputs.
        let source = "if (line.Contains(\"Disk  Random 16.0 Read\")) {\n";
        assert!(read("winsat/a.cs", source).is_err());
    }

    #[test]
    fn the_table_of_pibenchmarks_has_the_units_of_its_tools() {
        let figures = ["bytes_per_s", "iops"];
        let all = lines("pi-benchmarks/two.txt", &figures);
        // 41.25 MiB/s, 18.5 MB/s, 11003 KiB/s.
        assert_eq!(
            all[..4],
            [
                "HDParm Disk Read | read 0 0 | 43253760 -",
                "HDParm Cached Disk Read | read 0 0 | 42729472 -",
                "DD Disk Write | write 1 0 | 18500000 -",
                "FIO 4k random read | read 64 0 | 11267072 2750",
            ]
        );
        assert_eq!(all[17], "IOZone 4k random write | write 1 0 | 71942144 -");
        let found = read("pi-benchmarks/two.txt", &sample("pi-benchmarks/two.txt")).unwrap();
        assert_eq!(found.len(), 2);
        let of_drive: Vec<bool> =
            evidence(&found[0]).results.iter().take(3).map(|it| it.is_of_drive).collect();
        assert_eq!(of_drive, [true, false, true]);
        refused(
            "pi-benchmarks/two.txt",
            ("8812 KB/s", "88120 KB/s"),
            "12:34: cannot believe \"1054\": 1848 follows from what stands beside",
        );
        refused(
            "pi-benchmarks/two.txt",
            ("(11003 KB/s)", "(21003 KB/s)"),
            "5:64: cannot believe \"21003\": 11000 KB/s follows from what stands beside",
        );
    }

    #[test]
    fn the_writes_of_bench_sh_follow_from_their_average() {
        let all = lines("bench-sh/three.txt", &["bytes_per_s"]);
        assert_eq!(
            all,
            [
                "I/O Speed(1st run) | write 1 0 | 412000000",
                "I/O Speed(2nd run) | write 1 0 | 1200000000",
                "I/O Speed(3rd run) | write 1 0 | 98700000",
                "I/O speed(1st run) | write 1 0 | 52500000",
                "I/O speed(2nd run) | write 1 0 | 61000000",
                "I/O speed(3rd run) | write 1 0 | 58100000",
                "I/O Speed( 1.0GB ) | write 1 0 | 301000000",
                "I/O Speed( 1.0GB ) #2 | write 1 0 | 322000000",
                "I/O Speed( 1.0GB ) #3 | write 1 0 | 319000000",
            ]
        );
        let found = read("bench-sh/three.txt", &sample("bench-sh/three.txt")).unwrap();
        assert_eq!(found.len(), 3);
        let fact = &evidence(&found[0]).facts[0];
        assert_eq!(
            (fact.name.as_str(), fact.value.as_str()),
            ("I/O Speed(average)", "579.8 MB/s")
        );
        refused(
            "bench-sh/three.txt",
            ("58.1 MB/s", "85.1 MB/s"),
            "12:26: cannot believe \"57.2\": 66.2 follows from what stands beside",
        );
        refused(
            "bench-sh/three.txt",
            ("61.0 MB/s", "61.0 MiB/s"),
            "10:26: cannot read \"61.0 MiB/s\": a rate with its unit should stand there",
        );
        // The script itself is not one of its outputs.
        let source = "echo \" I/O Speed(1st run) : $(_yellow \"$io1\")\"\n";
        assert!(read("bench-sh/a.sh", source).is_err());
    }
}

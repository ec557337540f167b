//! Files of other tools: the import has what a person reads in them, and a damaged file is rejected with the
//! position.

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod importing;

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "figures are those of the file, digit by digit")]
mod imports {
    use iogram_interchange::{
        IMPORTERS, Imported, Recognised, Refusal, Source, decode_log, decode_output,
        find_importer, recognise,
    };
    use iogram_model::{ImportedResult, OpKind};

    use crate::importing::{self, evidence, sample};

    macro_rules! samples {
        ($($kind:literal: $($file:literal)*;)*) => {
            /// Kind, name and bytes of every sample.
            const SAMPLES: &[(&str, &str, &[u8])] = &[
                $($(($kind, $file, include_bytes!(concat!("../../../testdata/logs/", $file)).as_slice()),)*)*
            ];
        };
    }

    samples! {
        "fio": "fio/json-2.2.10.json" "fio/json-3.33-group.json" "fio/jsonplus-3.33.json"
            "fio/normal-and-json-3.33.txt";
        "fio-terse": "fio/terse-3.33-v3.txt" "fio/terse-3.33-v4.txt" "fio/terse-3.33-v5.txt";
        "dd": "dd/gnu-several.txt" "dd/gnu-german.txt" "dd/gnu-french.txt" "dd/gnu-chinese.txt" "dd/busybox.txt"
            "dd/macos.txt";
        "cdm": "cdm/cdm-3.0.3-hdd.txt" "cdm/cdm-5.2.1-sata.txt" "cdm/cdm-8.0.4-nvme-two.txt";
        "kdiskmark": "cdm/kdiskmark-2.2.1.txt";
        "hdparm": "hdparm/tT-two-drives.txt" "hdparm/direct-slow-card.txt";
        "ioping": "ioping/device.txt";
        "smartctl": "smartctl/nvme-7.3.txt" "smartctl/ata-a-7.1-failing.txt"
            "smartctl/ata-a-7.2-failed-attributes.txt" "smartctl/ata-x-5.41.txt" "smartctl/scsi-7.2.txt";
        "smartctl-json": "smartctl/nvme-7.4.json" "smartctl/ata-7.0.json";
        "nvme": "nvme/smart-log-2.txt" "nvme/smart-log-1-worn.txt" "nvme/id-and-errors.txt" "nvme/list.txt";
        "nvme-json": "nvme/smart-log.json" "nvme/list-2.json" "nvme/id.json";
        "extcsd": "mmc/extcsd.txt";
        "card-registers": "mmc/sd-sysfs.txt" "mmc/emmc-plain.txt";
        "fio-text": "fio/normal-3.33.txt" "fio/normal-2.2.10.txt";
        "fio-log": "fio-log/requests_clat.1.log" "fio-log/windows_bw.1.log" "fio-log/windows_iops.1.log"
            "fio-log/windows_lat.1.log" "fio-log/coarse_clat_hist.1.log";
        "iozone": "iozone/auto-direct.txt" "iozone/three-tests-blank-columns.txt" "iozone/excel.txt"
            "iozone/throughput-ops.txt";
        "bonnie": "bonnie/1.03-table-and-csv.txt" "bonnie/1.96-latency.txt" "bonnie/2.00-fast-table.txt"
            "bonnie/2.00-csv.csv";
        "sysbench": "sysbench/0.4-two.txt" "sysbench/1.0-rndrw.txt" "sysbench/1.1-seqwr.txt";
        "as-ssd": "as-ssd/german-numbers.txt" "as-ssd/iops.txt";
        "hdtune": "hdtune/free-and-pro.txt";
        "pgbench": "pgbench/13.txt" "pgbench/16-progress.txt";
        "phoronix": "phoronix/composite.xml" "phoronix/result.json";
        "ezfio": "ezfio/tests.csv";
        "diskspd": "diskspd/mixed-2.2.txt" "diskspd/two-2.0.12.txt" "diskspd/read.xml"
            "diskspd/command-line.txt";
        "bench-sh": "bench-sh/three.txt";
        "winsat": "winsat/german.txt";
        "pi-benchmarks": "pi-benchmarks/two.txt";
        "yabs": "yabs/2024-01.txt" "yabs/2026-07.txt" "yabs/result.json";
        "elbencho": "elbencho/run.csv" "elbencho/console.txt";
        "f3": "f3/f3probe-good.txt" "f3/f3probe-limbo.txt" "f3/f3read-good.txt" "f3/f3read-lost.txt";
        "h2testw": "h2testw/finished.txt" "h2testw/limbo.txt" "h2testw/wraparound-german.txt";
        "flashbench": "flashbench/lexar-633x-16g.txt" "flashbench/patriot-xporter-16g.txt" "flashbench/readme.txt"
            "flashbench/sim-s3-O.txt" "flashbench/sim-s3-a.txt" "flashbench/sim-s3-f.txt" "flashbench/sim-nvme-a.txt";
    }

    fn read(kind: &str, text: &str) -> Result<Vec<Imported>, Refusal> {
        read_named(kind, "log", text)
    }

    fn read_named(kind: &str, file: &str, text: &str) -> Result<Vec<Imported>, Refusal> {
        find_importer(kind).unwrap().read(&Source { name: name_of(file), text })
    }

    fn name_of(file: &str) -> &str {
        file.rsplit('/').next().unwrap()
    }

    fn results(kind: &str, file: &str) -> Vec<ImportedResult> {
        let found = read_named(kind, file, &sample(file)).unwrap();
        found.iter().flat_map(|it| evidence(it).results.clone()).collect()
    }

    /// A result as one line: an unknown value is `-`.
    fn line(it: &ImportedResult) -> String {
        let number = |value: Option<u64>| value.map_or("-".to_owned(), |it| it.to_string());
        let figure =
            |name: &str| it.figures.get(name).map_or("-".to_owned(), |it| format!("{it:.0}"));
        let order = it.order.map_or("-".to_owned(), |it| format!("{it:?}").to_lowercase());
        [
            it.name.clone(),
            it.operation.map_or("-", OpKind::name).to_owned(),
            order,
            number(it.block_bytes),
            number(it.depth.map(u64::from)),
            number(it.job_count.map(u64::from)),
            figure("bytes_per_s"),
            figure("iops"),
            figure("latency_mean_ns"),
        ]
        .join(" ")
    }

    #[track_caller]
    fn check(kind: &str, file: &str, expected: &[&str]) {
        let lines: Vec<String> = results(kind, file).iter().map(line).collect();
        assert_eq!(lines, expected, "{file}");
    }

    #[test]
    fn every_sample_is_recognised_and_read_in_every_encoding_of_windows() {
        for (kind, file, bytes) in SAMPLES {
            let text = decode_log(bytes);
            let utf16 = |mark: u16, to: fn(u16) -> [u8; 2]| -> Vec<u8> {
                let crlf = text.replace('\n', "\r\n");
                std::iter::once(mark).chain(crlf.encode_utf16()).flat_map(to).collect()
            };
            let crlf = text.replace('\n', "\r\n").into_bytes();
            let expected =
                read_named(kind, file, &text).unwrap_or_else(|error| panic!("{file}: {error}"));
            for bytes in [
                bytes.to_vec(),
                crlf,
                utf16(0xfeff, u16::to_le_bytes),
                utf16(0xfeff, u16::to_be_bytes),
            ] {
                let text = decode_log(&bytes);
                match recognise(&Source { name: name_of(file), text: &text }) {
                    Recognised::As(importer) => assert_eq!(importer.kind, *kind, "{file}"),
                    other => panic!("{file}: {other:?}"),
                }
                assert_eq!(read_named(kind, file, &text).unwrap(), expected, "{file}");
            }
        }
    }

    #[test]
    fn every_kind_has_samples_and_prose_is_of_none() {
        for importer in IMPORTERS {
            assert!(
                SAMPLES.iter().any(|(kind, ..)| *kind == importer.kind),
                "{}",
                importer.kind
            );
        }
        for text in [
            "",
            "\n",
            "I ran fio and CrystalDiskMark, and dd was slower: 512 MB/s.",
            "{ \"jobs\": 3 }",
            "1024+0",
            "Timing is everything: reads a lot.",
            "3;4;5",
        ] {
            let found = recognise(&Source { name: "notes.txt", text });
            assert!(matches!(found, Recognised::Nothing), "{text:?}: {found:?}");
        }
    }

    #[test]
    fn fio_2_counts_in_kib_and_microseconds() {
        // 275 KiB/s; without "job options" the workload is unknown.
        check("fio", "fio/json-2.2.10.json", &["random-read read - - - - 281600 69 14464110"]);
        let its = results("fio", "fio/json-2.2.10.json").remove(0);
        assert_eq!(its.moved_bytes, Some(7116 * 1024));
        assert_eq!(its.figures["latency_p99_ns"], 29_056_000.0);
        assert_eq!(its.request_count, Some(1779));
    }

    #[test]
    fn fio_3_is_read_job_by_job() {
        check(
            "fio",
            "fio/json-3.33-group.json",
            &[
                "seq-read read sequential 131072 8 1 215092512 1641 508205",
                "rand-rw read random 4096 4 2 200739310 49009 87477",
                "rand-rw write random 4096 4 2 88523034 21612 74962",
            ],
        );
    }

    #[test]
    fn json_plus_gives_every_request_in_a_histogram() {
        let all = results("fio", "fio/jsonplus-3.33.json");
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["seq-read", "rand-rw", "rand-rw", "rand-rw #2", "rand-rw #2"]);
        for it in &all {
            let histogram = it.histogram.as_ref().expect("JSON+ has bins");
            let histogram = iogram_stats::Histogram::from_text(histogram).unwrap();
            assert_eq!(Some(histogram.count()), it.request_count, "{}", it.name);
            let ours = histogram.quantile_ns(0.99);
            // A bin of fio is up to 1/64 wide, and one here 1/1000.
            if let Some(ours) = ours {
                let ratio = ours as f64 / it.figures["latency_p99_ns"];
                assert!((0.97..1.03).contains(&ratio), "{}: {ratio}", it.name);
            }
        }
        // Two copies ran concurrently: each is one job.
        assert_eq!(all[1].job_count, Some(1));
        assert_eq!(all[1].figures["bytes_per_s"], 70_002_120.0);
        assert_eq!(all[2].figures["latency_p99_ns"], 1_089_536.0);
    }

    #[test]
    fn bins_of_more_requests_than_can_be_counted_are_refused() {
        let text = sample("fio/jsonplus-3.33.json");
        let one = r#""844" : 1"#;
        let (value, _) = one.rsplit_once(' ').unwrap();
        assert!(text.contains(one));
        let many = text.replacen(one, &format!("{value} {}", u64::MAX), 1);
        let said = read("fio", &many).unwrap_err().to_string();
        assert!(said.contains("a histogram can hold"), "{said}");
    }

    #[test]
    fn terse_lines_of_three_versions_say_the_same_fields() {
        for (file, rate, p99_us) in [
            ("fio/terse-3.33-v3.txt", 192_752.0, None),
            ("fio/terse-3.33-v4.txt", 297_890.0, None),
            ("fio/terse-3.33-v5.txt", 176_172.0, Some(7372.0)),
        ] {
            let all = results("fio-terse", file);
            let kinds: Vec<_> = all.iter().map(|it| (it.name.as_str(), it.operation)).collect();
            let (read, write) = (Some(OpKind::Read), Some(OpKind::Write));
            let expected = [
                ("seq-read", read),
                ("rand-rw", read),
                ("rand-rw", write),
                ("rand-rw #2", read),
                ("rand-rw #2", write),
            ];
            assert_eq!(kinds, expected, "{file}");
            assert_eq!(all[0].figures["bytes_per_s"], rate * 1024.0, "{file}");
            if let Some(us) = p99_us {
                assert_eq!(all[0].figures["latency_p99_ns"], us * 1e3);
            }
        }
    }

    #[test]
    fn dd_is_read_in_every_language_and_its_command_line_says_the_rest() {
        check(
            "dd",
            "dd/gnu-several.txt",
            &[
                "dd write write sequential 1048576 1 1 44520720 - -",
                "dd read read sequential 1048576 1 1 90075989 - -",
                "dd write dsync write sequential 4096 1 1 420961 - -",
            ],
        );
        check("dd", "dd/gnu-german.txt", &["dd - sequential 1048576 1 1 2095739832 - -"]);
        check("dd", "dd/gnu-french.txt", &["dd - sequential 1048576 1 1 526289854 - -"]);
        check("dd", "dd/gnu-chinese.txt", &["dd - sequential 1048576 1 1 894561213 - -"]);
        check("dd", "dd/busybox.txt", &["dd read read sequential 1048576 1 1 21791383 - -"]);
        check("dd", "dd/macos.txt", &["dd read read sequential 1048576 1 1 85993209 - -"]);
        // One run without a time, and one whose progress was requested twice.
        let last = ["dd read read sequential 4194304 1 1 256020316 - -"];
        check("dd", "dd/states-and-no-time.txt", &last);
        let direct: Vec<_> =
            results("dd", "dd/gnu-several.txt").iter().map(|it| it.is_direct).collect();
        assert_eq!(direct, [Some(true), Some(true), Some(false)]);
        assert_eq!(results("dd", "dd/gnu-german.txt")[0].is_direct, None);
        let binary = read("dd", &sample("dd/busybox.txt")).unwrap();
        assert_eq!(evidence(&binary[0]).notes.len(), 1, "its MB are MiB");
        assert_eq!(binary[0].device.as_deref(), Some("/dev/mmcblk0"));
    }

    #[test]
    fn dd_of_older_translations_begins_with_the_verb_and_toybox_names_no_bytes() {
        for summary in [
            "\u{441}\u{43a}\u{43e}\u{43f}\u{438}\u{440}\u{43e}\u{432}\u{430}\u{43d}\u{43e} 1073741824 \u{431}\u{430}\u{439}\u{442}\u{430} (1,1 GB), 10,0016 c, 107 MB/c",
            "zkop\u{ed}rov\u{e1}no 1073741824 bajt\u{16f} (1,1 GB), 10,0016 s, 107 MB/s",
            "skopiowane 1073741824 bajty (1,1 GB), 10,0016 s, 107 MB/s",
            "\u{8907}\u{88fd}\u{4e86} 1073741824 \u{4f4d}\u{5143}\u{7d44} (1.1 GB)\u{ff0c}10.0016 \u{79d2}\u{ff0c}107 MB/s",
            "1073741824 \u{bc14}\u{c774}\u{d2b8} (1.1 GB) \u{bcf5}\u{c0ac}\u{b428}, 10.0016 \u{cd08}, 107 MB/\u{cd08}",
            "1073741824 bytes (1.0 G) copied, 10.001600 s, 102 M/s",
        ] {
            let text = format!("1024+0 records in\n1024+0 records out\n{summary}\n");
            let found =
                read("dd", &text).unwrap_or_else(|error| panic!("{summary}: {error:?}"));
            assert_eq!(evidence(&found[0]).results[0].moved_bytes, Some(1 << 30), "{summary}");
            let rate = evidence(&found[0]).results[0].figures["bytes_per_s"];
            assert_eq!(rate.round(), 107_357_005.0, "{summary}");
        }
        for other in [
            "sent 1073741824 bytes, 10.0016 s, 107 MB/s",
            "skopiowane 1073741824 bajty (1,1 GB), 10,0016 s, 207 MB/s",
        ] {
            let text = format!("1024+0 records in\n1024+0 records out\n{other}\n");
            assert!(read("dd", &text).is_err(), "{other}");
        }
    }

    #[test]
    fn json_of_fio_may_stand_behind_the_mark_of_a_prompt() {
        let whole = sample("fio/json-3.33-group.json");
        let same = read("fio", &format!(">{whole}")).unwrap();
        assert_eq!(same, read("fio", &whole).unwrap());
    }

    #[test]
    fn crystaldiskmark_of_every_age_says_what_its_lines_say() {
        check(
            "cdm",
            "cdm/cdm-3.0.3-hdd.txt",
            &[
                "Sequential Read read sequential - - - 118402000 - -",
                "Sequential Write write sequential - - - 112937000 - -",
                "Random Read 512KB read random 524288 - - 41118000 - -",
                "Random Write 512KB write random 524288 - - 57330000 - -",
                "Random Read 4KB (QD=1) read random 4096 1 - 521000 127 -",
                "Random Write 4KB (QD=1) write random 4096 1 - 1224000 299 -",
                "Random Read 4KB (QD=32) read random 4096 32 - 1436000 351 -",
                "Random Write 4KB (QD=32) write random 4096 32 - 1227000 300 -",
            ],
        );
        let five = results("cdm", "cdm/cdm-5.2.1-sata.txt");
        assert_eq!(
            line(&five[3]),
            "Random Write 4KiB (Q=32,T=1) write random 4096 32 1 352105000 85963 -"
        );
        assert_eq!(line(&five[4]), "Sequential Read (T=1) read sequential - - 1 524311000 - -");
        let two = read("cdm", &sample("cdm/cdm-8.0.4-nvme-two.txt")).unwrap();
        assert_eq!(two.len(), 2, "two reports");
        let (first, second) = (evidence(&two[0]), evidence(&two[1]));
        assert_eq!(
            line(&first.results[0]),
            "SEQ 1MiB (Q=8,T=1) read sequential 1048576 8 1 3561234000 3396 2352580"
        );
        assert_eq!(
            line(&first.results[7]),
            "RND 4KiB (Q=1,T=1) write random 4096 1 1 183906000 44899 22130"
        );
        let names: Vec<_> =
            second.results.iter().map(|it| (it.name.as_str(), it.operation)).collect();
        let expected =
            [("SEQ 1MiB (Q=8,T=1)", Some(OpKind::Read)), ("SEQ 1MiB (Q=8,T=1) mixed", None)];
        assert_eq!(names, expected, "what was not run is no result");
        assert_eq!(first.version.as_deref(), Some("8.0.4"));
        assert_eq!(first.measured_at.as_deref(), Some("2022/11/13 21:07:55"));
        assert_eq!(two[0].device.as_deref(), Some("C:"));
    }

    #[test]
    fn the_mb_of_kdiskmark_are_corrected_with_a_note() {
        check(
            "kdiskmark",
            "cdm/kdiskmark-2.2.1.txt",
            &[
                "Sequential 1 MiB (Q=8,T=1) read sequential 1048576 8 1 565147648 539 14841450",
                "Random 4 KiB (Q=1,T=1) read random 4096 1 1 2383872 582 1713000",
                "Sequential 1 MiB (Q=8,T=1) write sequential 1048576 8 1 524728320 500 15978900",
                "Random 4 KiB (Q=1,T=1) write random 4096 1 1 11286528 2756 358120",
            ],
        );
        let found = read("kdiskmark", &sample("cdm/kdiskmark-2.2.1.txt")).unwrap();
        assert!(evidence(&found[0]).notes[0].contains("1.024"));
    }

    #[test]
    fn hdparm_counts_mib_and_its_cached_reads_are_memory() {
        let found = read("hdparm", &sample("hdparm/tT-two-drives.txt")).unwrap();
        let devices: Vec<_> = found.iter().filter_map(|it| it.device.as_deref()).collect();
        assert_eq!(devices, ["/dev/sda", "/dev/nvme0n1"]);
        let its = &evidence(&found[0]).results;
        assert_eq!(its[1].figures["bytes_per_s"], 539.86 * 1_048_576.0);
        assert_eq!((its[0].is_of_drive, its[1].is_of_drive), (false, true));
        let card = results("hdparm", "hdparm/direct-slow-card.txt");
        assert_eq!(
            (card[0].is_direct, card[0].name.as_str()),
            (Some(true), "O_DIRECT disk reads")
        );
    }

    #[test]
    fn ioping_tells_its_statistics() {
        check(
            "ioping",
            "ioping/device.txt",
            &["ioping read unknown 4096 - - 29884416 7300 136900"],
        );
        assert_eq!(results("ioping", "ioping/device.txt")[0].request_count, Some(9));
    }

    /// Asserts the position of the refusal of a sample after replacing `from` by `to`.
    #[track_caller]
    fn refused(kind: &str, file: &str, (from, to): (&str, &str), expected: &str) {
        let read = |text: &str| read(kind, text);
        importing::refused((file, &sample(file)), (from, to), expected, read);
    }

    #[test]
    fn what_is_spoilt_is_refused_with_line_and_column() {
        refused(
            "fio",
            "fio/json-2.2.10.json",
            ("\"bw\" : 275,", "\"bw\" : \"fast\","),
            "15:21: cannot read the JSON: invalid type: string \"fast\", expected f64",
        );
        refused(
            "fio",
            "fio/json-2.2.10.json",
            ("\"bw\" : 275,", "\"bw\" : 999,"),
            "2:1: cannot believe \"bw 1022976 bytes/s (job random-read, read)\": 282565 bytes/s follows from what stands beside",
        );
        refused(
            "dd",
            "dd/gnu-german.txt",
            ("2,1 GB/s", "2,3 GB/s"),
            "3:57: cannot believe \"2,3 GB/s\": 2095.7398 MB/s follows from what stands beside",
        );
        refused(
            "cdm",
            "cdm/cdm-5.2.1-sata.txt",
            ("401.988 MB/s", "40l.988 MB/s"),
            "10:37: cannot read \"40l.988\": a number should stand there",
        );
        refused(
            "cdm",
            "cdm/cdm-5.2.1-sata.txt",
            ("401.988 MB/s", "801.988 MB/s"),
            "10:37: cannot believe \"801.988\": 401.988 MB/s follows from what stands beside",
        );
        refused(
            "cdm",
            "cdm/cdm-5.2.1-sata.txt",
            ("401.988 MB/s", "401.988 GB/s"),
            "10:37: cannot read \"401.988 GB/s [ 98141.6 IOPS]\": a rate in MB/s should stand there",
        );
        refused(
            "hdparm",
            "hdparm/tT-two-drives.txt",
            ("539.86 MB/sec", "539.86 Mbit/sec"),
            "6:64: cannot read \"Mbit/sec\": MB/sec or kB/sec should stand there",
        );
        refused(
            "ioping",
            "ioping/device.txt",
            ("136.9 us", "136.9 parsec"),
            "9:31: cannot read \"136.9 parsec\": a time with its unit should stand there",
        );
    }

    #[test]
    fn a_comma_before_decimals_is_a_point_and_between_thousands_nothing_else() {
        let comma = sample("cdm/cdm-5.2.1-sata.txt").replace("401.988 MB/s", "401,988 MB/s");
        assert_eq!(
            read("cdm", &comma).unwrap(),
            read("cdm", &sample("cdm/cdm-5.2.1-sata.txt")).unwrap()
        );
        let file = "cdm/cdm-8.0.4-nvme-two.txt";
        let whole = read("cdm", &sample(file)).unwrap();
        for marked in ["3,561.234 MB/s", "3.561,234 MB/s", "3'561.234 MB/s"] {
            let text = sample(file).replace("3561.234 MB/s", marked);
            assert_eq!(read("cdm", &text).unwrap(), whole, "{marked}");
        }
        refused(
            "cdm",
            file,
            ("3561.234 MB/s", "35,61.234 MB/s"),
            "11:31: cannot read \"35,61.234\": a number should stand there",
        );
    }

    /// A truncated file gives no figure that the whole file does not give.
    #[test]
    fn what_is_cut_off_gives_no_other_figure() {
        for (kind, file, bytes) in SAMPLES {
            if find_importer(kind).is_none()
                || ["f3", "h2testw", "flashbench", "fio-log"].contains(kind)
            {
                continue;
            }
            let text = decode_log(bytes);
            let whole = results(kind, file);
            let step = (text.len() / 300).max(1);
            for end in (0..text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
                // A log's figures depend on all its lines: a shorter one is another log.
                let Ok(found) = read_named(kind, file, &text[..end]) else { continue };
                for it in found.iter().flat_map(|it| &evidence(it).results) {
                    // If a line is truncated after a figure, the later figures are missing.
                    let has = |other: &ImportedResult, name: &str, value: &f64| {
                        other.figures.get(name).is_some_and(|it| it == value)
                    };
                    let is_part = whole.iter().any(|other| {
                        it.figures.iter().all(|(name, value)| has(other, name, value))
                    });
                    assert!(is_part, "{file} cut at {end}: {:?}", it.figures);
                }
            }
        }
    }

    /// Written by hand after outputs in forums and mails that earlier gave wrong figures or none.
    #[test]
    fn outputs_are_read_as_forums_and_mails_show_them() {
        let read = |kind: &str, text: &str| {
            let found = read(kind, &decode_output(text.as_bytes()));
            found.unwrap_or_else(|refusal| panic!("{kind}: {refusal}"))
        };
        let its = |found: &[Imported]| evidence(&found[0]).results.clone();

        let translated = "\u{8bb0}\u{5f55}\u{4e86}100+0 \u{7684}\u{8bfb}\u{5165}\n\
            104857600\u{5b57}\u{8282}(105 MB)\u{5df2}\u{590d}\u{5236}\u{ff0c}0.5 \u{79d2}\u{ff0c}210 MB/\u{79d2}\n";
        assert_eq!(its(&read("dd", translated))[0].figures["bytes_per_s"], 209_715_200.0);

        let failed = "/dev/sda:\n Timing buffered disk reads:  read() failed: Input/output error\n\
            /dev/sdb:\n Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n";
        let found = read("hdparm", failed);
        assert_eq!((found.len(), found[0].device.as_deref()), (1, Some("/dev/sdb")));
        let said = format!("{:?}", found[0].probes);
        assert!(said.contains("line 2: hdparm has no figure: Timing buffered"), "{said}");

        let old = "> --- . (ext4 /dev/sda3) ioping statistics ---\n\
            > 5 requests completed in 4794.0 ms, 364 iops, 1.4 MiB/s\n\
            > min/avg/max/mdev = 0.2/2.8/12.7/5.0 ms\n";
        let old = its(&read("ioping", old));
        let of = |name: &str| old[0].figures[&format!("latency_{name}_ns")];
        assert_eq!(
            (of("min"), of("mean"), of("max"), of("stddev")),
            (0.2e6, 2.8e6, 12.7e6, 5e6)
        );

        // The last transactions of 16 clients took more than a second each: 6.1 s were counted.
        let slow = "transaction type: TPC-B (sort of)\nnumber of clients: 16\nduration: 5 s\n\
            number of transactions actually processed: 77\nlatency average: 1100.000 ms\n\
            tps = 12.500000 (including connections establishing)\n\
            tps = 13.000000 (excluding connections establishing)\n";
        assert_eq!(its(&read("pgbench", slow))[0].figures["transactions_per_s"], 13.0);

        let framed = "[code]Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n\
            \x20                   -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n\
            Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n\
            host           300M 17000  90 18000  11 19000   8 21000  96 45000  95  2100   5[/code]\n";
        let framed = its(&read("bonnie", framed));
        assert_eq!(framed.last().unwrap().figures["operations_per_s"], 2100.0);

        let comment = "// CrystalDiskMark 6.0.2 x64 (C) 2007-2018 hiyohiyo\n//\n\
            //    Sequential Read (Q= 32,T= 1) :   400.000 MB/s\n//\n";
        assert_eq!(its(&read("cdm", comment))[0].figures["bytes_per_s"], 4e8);
    }

    #[test]
    fn a_report_of_smartctl_is_read_without_its_head_and_with_a_broken_one() {
        let body = "=== START OF INFORMATION SECTION ===\nDevice Model:     MODEL\n\
            User Capacity:    500,107,862,016 bytes [500 GB]\n\n\
            === START OF READ SMART DATA SECTION ===\n\
            SMART overall-health self-assessment test result: PASSED\n";
        let other = body.replace("MODEL", "OTHER");
        let broken = "smartctl 6.6 2017-11-05 r4594\n[x86_64-linux-4.18.0] (local build)\n\n";
        for (text, models) in [
            (body.to_owned(), vec!["MODEL"]),
            (format!("{body}\n{other}"), vec!["MODEL", "OTHER"]),
            (format!("{broken}{body}"), vec!["MODEL"]),
        ] {
            let source = Source { name: "mail.txt", text: &text };
            assert!(matches!(recognise(&source), Recognised::As(it) if it.kind == "smartctl"));
            let found = read("smartctl", &text).unwrap();
            let of: Vec<_> = found.iter().filter_map(|it| it.model.as_deref()).collect();
            assert_eq!(of, models);
            assert_eq!(found[0].capacity_bytes, Some(500_107_862_016));
        }
    }
}

//! Outputs as people post them: without headings, in mails, from notes. The texts are rewritten in forms that were
//! found in repositories; every figure is the one that a person reads.

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod posted {
    use iogram_interchange::{Imported, Recognised, Refusal, Source, decode_output, recognise};
    use iogram_model::{Evidence, ImportedEvidence, ImportedResult};

    /// The recognised kind of the text, and its import.
    fn read(text: &str) -> (&'static str, Result<Vec<Imported>, Refusal>) {
        let text = decode_output(text.as_bytes());
        let source = Source { name: "paste.txt", text: &text };
        let Recognised::As(importer) = recognise(&source) else { panic!("{text}") };
        (importer.kind, importer.read(&source))
    }

    type Run = (Option<String>, Vec<String>);

    /// For each run its device, and for each of its results the rate in MB/s to three digits.
    fn rates(text: &str) -> (&'static str, Vec<Run>) {
        let (kind, found) = read(text);
        let results = |it: &Imported| -> Vec<ImportedResult> {
            match &it.probes[0].evidence {
                Evidence::Imported(it) => it.results.clone(),
                other => panic!("{other:?}"),
            }
        };
        let runs = found.unwrap().into_iter().map(|it| {
            let rates = results(&it)
                .iter()
                .map(|result| format!("{:.3}", result.figures["bytes_per_s"] / 1e6))
                .collect();
            (it.device.clone(), rates)
        });
        (kind, runs.collect())
    }

    fn run(device: Option<&str>, rates: &[&str]) -> Run {
        (device.map(str::to_owned), rates.iter().map(|it| (*it).to_owned()).collect())
    }

    #[test]
    fn lines_of_crystaldiskmark_without_its_head_are_a_report_for_each_drive() {
        let text = "Example SSD 1TB\n\n[Read]\n\
            Sequential 1MiB (Q=  8, T= 1):  6835.432 MB/s [   6518.8 IOPS] <  1225.31 us>\n\
            Random 4KiB (Q=  1, T= 1):    87.317 MB/s [  21317.6 IOPS] <    46.78 us>\n\n[Write]\n\
            Sequential 1MiB (Q=  8, T= 1):  4998.115 MB/s [   4766.6 IOPS] <  1675.83 us>\n\n\
            Other SSD\n\n[Read]\n\
            Sequential 1MiB (Q=  8, T= 1):  3250.798 MB/s [   3100.2 IOPS] <  2578.73 us>\n";
        let expected =
            vec![run(None, &["6835.432", "87.317", "4998.115"]), run(None, &["3250.798"])];
        assert_eq!(rates(text), ("cdm", expected));
        // A size with a space is KDiskMark's; the IOPS determine its MB.
        let kde = "[Read]\nSequential 1 MiB (Q= 8, T= 1):   551.902 MB/s [    539.0 IOPS] < 14841.45 us>\n    \
            Random 4 KiB (Q= 1, T= 1):     2.328 MB/s [    582.2 IOPS] <  1713.00 us>\n";
        assert_eq!(rates(kde), ("kdiskmark", vec![run(None, &["565.148", "2.384"])]));
    }

    #[test]
    fn two_drives_beside_each_other_are_refused_with_their_line() {
        let text = "[Read]                            *one drive*                   *two drives*\n\
            Sequential 1MiB (Q=  8, T= 1):   160.497 MB/s [    153.1 IOPS]   282.983 MB/s [    269.9 IOPS]\n\
            Sequential 1MiB (Q=  1, T= 1):   156.766 MB/s [    149.5 IOPS]   254.605 MB/s [    242.8 IOPS]\n";
        let (kind, found) = read(text);
        let refusal = found.err().unwrap();
        assert_eq!((kind, refusal.line), ("cdm", 2), "{refusal}");
        assert!(refusal.to_string().contains("282.983"), "{refusal}");
    }

    #[test]
    fn hdparm_out_of_notes_and_mails_is_read_for_each_drive() {
        let notes = "$ hdparm -Tt --direct /dev/nvme0n1\n\
            # Timing O_DIRECT disk reads: 9538 MB in  3.00 seconds = 3178.72 MB/sec\n\n\
            $ hdparm -Tt --direct /dev/nvme1n1\n\
            # Timing O_DIRECT disk reads: 9682 MB in  3.00 seconds = 3227.16 MB/sec\n";
        let expected = vec![
            run(Some("/dev/nvme0n1"), &["3333.130"]),
            run(Some("/dev/nvme1n1"), &["3383.923"]),
        ];
        assert_eq!(rates(notes), ("hdparm", expected));
        let mail = "> /dev/nvme0n1:\n>   Timing O_DIRECT cached reads:   3744 MB in  2.00 seconds =3D 1871.94 M=\n\
            B/sec\n>   Timing O_DIRECT disk reads: 9180 MB in  3.00 seconds =3D 3059.63 MB/se=\nc\n";
        let expected = vec![run(Some("/dev/nvme0n1"), &["1962.871", "3208.255"])];
        assert_eq!(rates(mail), ("hdparm", expected));
        // The command line and the heading of its output are one drive.
        let usual = "# hdparm -t --direct /dev/sda\n\n/dev/sda:\n Timing O_DIRECT disk reads: 858 MB in  3.00 seconds = \
            285.69 MB/sec\n";
        assert_eq!(rates(usual), ("hdparm", vec![run(Some("/dev/sda"), &["299.568"])]));
    }

    /// A suite may contain any test: a processor's rate is not a drive's.
    #[test]
    fn a_processors_rate_in_a_suite_is_no_rate_of_a_drive() {
        let test = |identifier: &str, title: &str, value: &str| {
            format!(
                "<Result><Identifier>{identifier}</Identifier><Title>{title}</Title><Description>Test: A</Description>\
                 <Scale>MB/s</Scale><DisplayFormat>BAR_GRAPH</DisplayFormat><Data><Entry><Identifier>one</Identifier>\
                 <Value>{value}</Value></Entry></Data></Result>"
            )
        };
        let of = |tests: &[String]| {
            format!(
                "<?xml version=\"1.0\"?>\n<PhoronixTestSuite><System><Identifier>one</Identifier></System>{}\
                 </PhoronixTestSuite>",
                tests.concat()
            )
        };
        let json = test("pts/simdjson-2.0.1", "simdjson", "460.0");
        let dbench = test("pts/dbench-1.0.0", "Dbench", "85.5");
        let both = of(&[json.clone(), dbench]);
        assert_eq!(rates(&both), ("phoronix", vec![run(None, &["85.500"])]));
        let (kind, found) = read(&of(&[json]));
        assert!(kind == "phoronix" && found.is_err(), "{found:?}");
    }

    /// smartctl 7.4's answer to a user who is not root, or to an argument that is not a drive.
    #[test]
    fn what_smartctl_could_not_open_is_said_in_its_own_words() {
        let failed = |message: &str, status: u32| {
            format!(
                "{{\n  \"json_format_version\": [1, 0],\n  \"smartctl\": {{\"version\": [7, 4], \"messages\": [\
                 {{\"string\": \"{message}\", \"severity\": \"error\"}}], \"exit_status\": {status}}},\n  \
                 \"local_time\": {{\"time_t\": 1, \"asctime\": \"Thu Jan  1 00:00:01 1970 UTC\"}}\n}}\n"
            )
        };
        let denied = "Smartctl open device: /dev/disk/by-id/ata-A-DRIVE-WITH-A-LONG-NAME failed: Permission denied";
        for (message, status) in [(denied, 2), ("UNRECOGNIZED OPTION: z", 1)] {
            let (kind, found) = read(&failed(message, status));
            let refusal = found.unwrap_err();
            let said = refusal.to_string();
            assert_eq!((kind, refusal.line), ("smartctl-json", 1));
            assert!(said.contains(&format!("smartctl says \"{message}\"")), "{said}");
        }
        // A drive that could be read is imported, whatever its health; one that could not be opened becomes a note.
        let drive = "{\"json_format_version\": [1, 0], \"smartctl\": {\"version\": [7, 4], \"messages\": \
                     [{\"string\": \"Warning: no table\", \"severity\": \"warning\"}], \"exit_status\": 4}, \
                     \"model_name\": \"DISK\", \"smart_status\": {\"passed\": true}}\n";
        for (text, notes) in
            [(drive.to_owned(), 0), (format!("{}{drive}", failed(denied, 2)), 1)]
        {
            let found = read(&text).1.unwrap();
            let [only] = found.as_slice() else { panic!("{found:?}") };
            assert_eq!(only.model.as_deref(), Some("DISK"));
            let Evidence::Imported(evidence) = &only.probes[0].evidence else {
                panic!("{only:?}")
            };
            assert_eq!(evidence.notes.len(), notes, "{evidence:?}");
        }
    }

    #[test]
    fn progress_of_dd_is_no_run_of_its_own() {
        let text = "$ sudo dd if=card.img of=/dev/sdx bs=4M status=progress\n\
            838860800 bytes (839 MB, 800 MiB) copied, 4 s, 210 MB/s\n\
            1258291200 bytes (1.3 GB, 1.2 GiB) copied, 6 s, 210 MB/s\n\
            400+0 records in\n400+0 records out\n\
            1677721600 bytes (1.7 GB, 1.6 GiB) copied, 8.00000 s, 210 MB/s\n";
        assert_eq!(rates(text), ("dd", vec![run(None, &["209.715"])]));
        // Without records the number of runs is unknown, and with text in between it is not one run.
        let apart =
            text.replace("400+0 records in\n400+0 records out\n", "and on the other drive\n");
        let expected = vec![run(None, &["209.715", "209.715", "209.715"])];
        assert_eq!(rates(&apart), ("dd", expected));
    }

    #[test]
    fn dd_in_comments_and_of_old_systems_is_read() {
        let notes = "## copy\n#800+0 records in\n#800+0 records out\n\
            #3276800 bytes (3.3 MB, 3.1 MiB) copied, 0.5 s, 6.6 MB/s\n";
        assert_eq!(rates(notes), ("dd", vec![run(None, &["6.554"])]));
        // The rate was computed before the time was rounded, to a value between two microseconds.
        let old = "1+0 records in\n1+0 records out\n4096 bytes transferred in 0.000123 seconds (33254871 bytes/sec)\n";
        assert_eq!(rates(old), ("dd", vec![run(None, &["33.301"])]));
        let (_, wrong) = read(&old.replace("33254871", "31254871"));
        assert_eq!(wrong.unwrap_err().line, 3);
    }

    #[test]
    fn a_tool_that_read_nothing_has_no_figure_and_says_why() {
        let dd = "# dd if=/dev/sdx of=a.img\ndd: error reading '/dev/sdx': Input/output error\n0+0 records in\n\
            0+0 records out\n0 bytes copied, 0.00102 s, 0.0 kB/s\n";
        let hdparm =
            "/dev/sdx:\n Timing buffered disk reads:  read() failed: Input/output error\n";
        let sysbench = "FATAL: Failed to read file! file: 1 pos: 16384 errno = 0 ()\nDone.\n\n\
            Operations performed:  0 Read, 0 Write, 0 Other = 0 Total\n\
            Read 0b  Written 0b  Total transferred 0b  (0b/sec)\n    0.00 Requests/sec executed\n\n";
        for (text, line, words) in [
            (sysbench, 1, "sysbench says \"FATAL: Failed to read file! file: 1"),
            (dd, 2, "dd says \"dd: error reading '/dev/sdx': Input/output error\""),
            (hdparm, 2, "hdparm says \"read() failed: Input/output error\""),
        ] {
            let refusal = read(text).1.unwrap_err();
            assert_eq!(refusal.line, line, "{refusal}");
            assert!(refusal.to_string().contains(words), "{refusal}");
        }
    }

    #[test]
    fn hdparm_of_old_systems_and_of_busybox_is_read() {
        let old = "/dev/hdx: (a disk, 120 GB)\n Timing buffer-cache reads:   128 MB in  0.50 seconds =256.00 MB/sec\n \
            Timing buffered disk reads:  64 MB in  0.50 seconds =128.00 MB/sec\n\n/dev/hdy:\n \
            Timing buffered disk reads:  64 MB in  2.00 seconds = 32.00 MB/sec\n";
        let expected = vec![
            run(Some("/dev/hdx"), &["268.435", "134.218"]),
            run(Some("/dev/hdy"), &["33.554"]),
        ];
        assert_eq!(rates(old), ("hdparm", expected));
        let Evidence::Imported(evidence) = &read(old).1.unwrap()[0].probes[0].evidence.clone()
        else {
            panic!()
        };
        let of_drive: Vec<bool> = evidence.results.iter().map(|it| it.is_of_drive).collect();
        assert_eq!(of_drive, [false, true]);
        let busybox =
            "/dev/mmcblk9:\nTiming buffered disk reads:   70 MB in 3.05 seconds = 23501 kB/s\n";
        assert_eq!(rates(busybox), ("hdparm", vec![run(Some("/dev/mmcblk9"), &["24.065"])]));
    }

    #[test]
    fn each_statistic_of_ioping_has_the_block_size_of_its_own_requests() {
        let text = "$ ioping -c 3 .\n4096 bytes from . (ext4 /dev/sdx1): request=1 time=0.2 ms\n\n\
            --- . (ext4 /dev/sdx1) ioping statistics ---\n3 requests completed in 2004.0 ms, 1250 iops, 4.9 mb/s\n\
            min/avg/max/mdev = 0.2/0.8/1.9/0.7 ms\n$ ioping -RL /dev/sdx\n\n\
            --- /dev/sdx (device 100.0 GiB) ioping statistics ---\n\
            900 requests completed in 3001.0 ms, 300 iops, 75.0 mb/s\nmin/avg/max/mdev = 2.1/3.3/40.2/1.7 ms\n";
        let expected = vec![run(Some("."), &["5.138"]), run(Some("/dev/sdx"), &["78.643"])];
        assert_eq!(rates(text), ("ioping", expected));
        let sizes = read(text).1.unwrap().into_iter().map(|it| match &it.probes[0].evidence {
            Evidence::Imported(it) => it.results[0].block_bytes,
            other => panic!("{other:?}"),
        });
        assert_eq!(sizes.collect::<Vec<_>>(), [Some(4096), None]);
    }

    #[test]
    fn rows_of_bonnie_below_one_head_are_runs_of_their_own() {
        let text = "              -------Sequential Output-------- ---Sequential Input-- --Random--\n              \
            -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---\n\
            Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU\n\n\
            one       512  1000 99.0 10000 14.0  5000 11.0  3000 98.0 17000 20.0 184.5  2.5\n\
            two       512  2000 99.0 20000 14.0  6000 11.0  4000 98.0 18000 20.0 185.5  2.5\n\n\
            three     512  3000 99.0 30000 14.0  7000 11.0  5000 98.0 19000 20.0 186.5  2.5\n\nThat was it.\n";
        let found = read(text).1.unwrap();
        let blocks: Vec<f64> = found
            .iter()
            .map(|it| match &it.probes[0].evidence {
                Evidence::Imported(it) => it.results[1].figures["bytes_per_s"] / 1024.0,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(blocks, [10_000.0, 20_000.0, 30_000.0]);
    }

    #[test]
    fn numbers_of_an_article_below_a_table_of_iozone_are_none_of_its_rows() {
        let table = "                                                              random    random\n              \
            kB  reclen    write  rewrite    read    reread    read     write\n          \
            102400       4    20000    21000    22000    23000    12000    24000\n          \
            102400   16384   380000   381000   382000   383000   384000   385000\n";
        let article = format!(
            "{table}\nAs fast as it should be. The array:\n\n   Number   Major   Minor   RaidDevice State\n       \
             0       8       17        0      active sync   /dev/sdx1\n       3       7       1        5     2\n"
        );
        let (kind, runs) = rates(&article);
        assert_eq!((kind, runs[0].1.len()), ("iozone", 12));
        assert_eq!(rates(table).1, runs);
        // Directly below the rows, a word among the figures makes a row invalid.
        let spoilt = table.replace("381000", "fast");
        assert_eq!(read(&spoilt).1.unwrap_err().line, 4);
    }

    #[test]
    fn the_life_of_an_emmc_is_read_by_the_names_of_older_tools() {
        let of = |prefix: &str| {
            let line = |name: &str, value: &str| match prefix {
                "" => format!("Words [{name}: {value}]\n"),
                prefix => format!("eMMC words [{prefix}{name}]: {value}\n"),
            };
            ["  Extended CSD rev 1.8 (MMC 5.1)\n".to_owned()]
                .into_iter()
                .chain([
                    line("DEVICE_LIFE_TIME_EST_TYP_A", "0x02"),
                    line("DEVICE_LIFE_TIME_EST_TYP_B", "0x03"),
                    line("PRE_EOL_INFO", "0x01"),
                ])
                .collect::<String>()
        };
        for text in [of(""), of("EXT_CSD_")] {
            let (kind, found) = read(&text);
            let Evidence::Imported(evidence) = &found.unwrap()[0].probes[0].evidence.clone()
            else {
                panic!("{text}")
            };
            let health = evidence.health.as_ref().unwrap();
            assert_eq!((kind, health.life_used_ratio), ("extcsd", Some(0.3)), "{text}");
            assert_eq!(health.is_warning, Some(false));
        }
    }

    #[test]
    fn outputs_in_comments_and_in_the_code_of_pages_are_read() {
        let page = "<Code>{`\n/dev/sdx:\n Timing buffered disk reads: 186 MB in 3.00 seconds = 62.00 MB/sec`}</Code>\n";
        assert_eq!(rates(page), ("hdparm", vec![run(Some("/dev/sdx"), &["65.012"])]));
        let script = "#!/bin/sh\nsysbench fileio --file-test-mode=rndrw run\n# File operations:\n#     reads/s:      100.00\n\
            #     writes/s:     50.00\n#     fsyncs/s:     10.00\n# Throughput:\n#     read, MiB/s:  1.56\n\
            #     written, MiB/s: 0.78\n\nexit 0\n";
        let (kind, found) = read(script);
        let Evidence::Imported(evidence) = &found.unwrap()[0].probes[0].evidence.clone() else {
            panic!("{script}")
        };
        let iops: Vec<f64> =
            evidence.results.iter().filter_map(|it| it.figures.get("iops").copied()).collect();
        assert_eq!((kind, iops), ("sysbench", vec![100.0, 50.0, 10.0]));
    }

    #[test]
    fn the_pause_of_an_old_kdiskmark_is_no_drive() {
        let text = "KDiskMark (1.6.2): https://github.com/JonMagon/KDiskMark\n\n[Read]\n\
            Sequential 1 MiB (Q= 8, T= 1):   512.000 MB/s [    500.0 IOPS] < 15000.00 us>\n\n\
            Profile: Default\n   Test: 64 MiB (x5) [Interval: 5 sec]\n   Date: 2021/01/02 03:04:05\n";
        assert_eq!(rates(text), ("kdiskmark", vec![run(None, &["524.288"])]));
    }

    /// A temperature that a drive does not have is absent, whichever tool printed it.
    #[test]
    fn zero_kelvin_and_a_trip_point_of_zero_are_no_temperature() {
        let nvme = "Smart Log for NVME device:nvme9 namespace-id:ffffffff\n\
            critical_warning                        : 0\ntemperature                             : \
            -273 \u{b0}C (0 K, -459 \u{b0}F)\npower_cycles                            : 7\n";
        let volume = "{\"json_format_version\": [1, 0], \"smartctl\": {\"version\": [7, 0], \"exit_status\": 4},\n\
            \"device\": {\"name\": \"/dev/sdx\", \"info_name\": \"/dev/sdx\", \"protocol\": \"SCSI\"}, \"product\": \"Volume\",\n\
            \"power_cycle_count\": 7, \"temperature\": {\"current\": 0, \"drive_trip\": 0}}\n";
        // Also without its heading.
        let headless = format!("{{{}", &volume[volume.find("\n").unwrap()..])
            .replace("\"product\"", "\"smart_status\": {\"passed\": true}, \"product\"");
        for (text, kind) in
            [(nvme, "nvme"), (volume, "smartctl-json"), (&headless, "smartctl-json")]
        {
            let (found_kind, found) = read(text);
            assert_eq!(found_kind, kind);
            let Evidence::Imported(evidence) = &found.unwrap()[0].probes[0].evidence.clone()
            else {
                panic!("{text}")
            };
            let health = evidence.health.as_ref().unwrap();
            assert_eq!(health.temperature_celsius, None, "{text}");
            assert_eq!(health.power_cycle_count, Some(7));
        }
        let cold =
            nvme.replace("-273 \u{b0}C (0 K, -459 \u{b0}F)", "-5 \u{b0}C (268 K, 23 \u{b0}F)");
        let Evidence::Imported(evidence) =
            &read(&cold).1.unwrap()[0].probes[0].evidence.clone()
        else {
            panic!()
        };
        assert_eq!(evidence.health.as_ref().unwrap().temperature_celsius, Some(-5.0));
    }

    #[test]
    fn a_pdf_is_a_pdf_whatever_its_bytes_look_like() {
        // Real PDFs contain such lines of numbers between pages by chance.
        let dd = "1024+0 records in\n1024+0 records out\n1073741824 bytes (1.1 GB) copied, 2.0 s, 537 MB/s\n";
        let head = "%PDF-1.7\n%\u{e2}\u{e3}\n1 0 obj\nstream\n";
        for text in [
            format!("{head}{dd}"),
            format!("\n\n{head}{dd}"),
            format!("HTTP/1.1 200 OK\n{head}{dd}"),
        ] {
            let found = recognise(&Source { name: "spec.pdf", text: &text });
            assert!(matches!(found, Recognised::Pdf), "{found:?}");
        }
        let about = format!("As in %PDF-1.7, said he.\n{dd}");
        let found = recognise(&Source { name: "mail.txt", text: &about });
        assert!(matches!(found, Recognised::As(it) if it.kind == "dd"), "{found:?}");
    }

    fn told(text: &str) -> ImportedEvidence {
        let found = read(text).1.unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
        match &found[0].probes[0].evidence {
            Evidence::Imported(it) => it.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// fio 3 prints 68.97 as `68.0` and 12.98k as `12.0k`.
    #[test]
    fn a_number_of_fio_that_lost_a_whole_one_is_what_the_others_say() {
        let text = "a: (groupid=0, jobs=1): err= 0: pid=1: Tue May  3 15:24:58 2022\n  \
            read: IOPS=12.0k, BW=65.8MiB/s (68.0MB/s)(1024MiB/15569msec)\n     \
            issued rwts: total=202000,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n";
        let of = |text: &str| {
            let figures = told(text).results[0].figures.clone();
            format!("{:.3} {:.0}", figures["bytes_per_s"] / 1e6, figures["iops"])
        };
        assert_eq!(of(text), "68.996 12975");
        assert_eq!(of(&text.replace("202000", "186900")), "68.996 12000");
        assert_eq!(of(&text.replace("issued", "others")), "68.996 12000");
        // With the block size, the rate also shows the lost unit.
        let asked = "a: (g=0): rw=read, bs=(R) 5120B-5120B, (W) 5120B-5120B, (T) 5120B-5120B, ioengine=psync, iodepth=1\n";
        let counted = format!("{asked}{}", text.replace("65.8MiB", "63.3MiB"));
        let counted =
            counted.replace("68.0MB", "66.4MB").replace("1024MiB/15569", "985MiB/15569");
        assert_eq!(of(&counted.replace("issued", "others")), "66.375 12964");
        assert_eq!(read(&text.replace("68.0MB", "67.1MB")).1.unwrap_err().line, 2);
    }

    #[test]
    fn a_job_that_an_error_ended_says_so() {
        let job = |error: &str| {
            format!(
                "a: (groupid=0, jobs=1): err= {error}: pid=7: Tue May  3 15:24:58 2022\n  \
                 read: IOPS=100, BW=400KiB/s (410kB/s)(4000KiB/10000msec)\n"
            )
        };
        let drive = "5 (file:io_u.c:1787, func=io_u error, error=Input/output error)";
        let its = told(&job(drive));
        assert_eq!(its.errors, ["job a ended with error 5 (Input/output error)"]);
        assert!(its.notes.is_empty() && its.measured_at.is_some());
        let full =
            told(&job("28 (file:io_u.c:1, func=io_u error, error=No space left on device)"));
        assert_eq!((full.errors.len(), full.notes.len()), (0, 1));
        let good = told(&job(" 0"));
        assert!(good.errors.is_empty() && good.notes.is_empty());
        let without = job(drive).replace("read: IOPS", "none: IOPS");
        let refusal = read(&without).1.unwrap_err();
        assert_eq!(refusal.line, 1);
        let said = refusal.to_string();
        assert!(said.contains("job a ended with error 5 (Input/output error)"), "{said}");
    }

    #[test]
    fn rates_of_fio_without_the_heads_of_their_jobs_are_jobs() {
        let text = "# fio -direct=1 -name=one -bs=8k -rate_iops=100 -iodepth 4 \\\n> -ioengine=libaio --rw=randread\n  \
            read: IOPS=100, BW=800KiB/s (819kB/s)(8000KiB/10000msec)\n\nand then:\n  \
            write: IOPS=100, BW=800KiB/s (819kB/s)(8000KiB/10000msec); 0 zone resets\n  \
            write: IOPS=300, BW=1200KiB/s (1229kB/s)(12000KiB/10000msec); 0 zone resets\n\n\
            two: (g=0): rw=write, bs=4K-4K/4K-4K/4K-4K, ioengine=psync, iodepth=8\n  \
            write: io=1200.0KB, bw=1200KB/s, iops=300, runt=  1000msec\n  cpu : usr=1%\n  \
            write: io=2400.0KB, bw=2400KB/s, iops=600, runt=  1000msec\n";
        let its = told(text).results;
        let found: Vec<_> = its
            .iter()
            .map(|it| (it.name.as_str(), it.depth, it.block_bytes, it.is_direct))
            .collect();
        let one = ("one", Some(4), Some(8192), Some(true));
        assert_eq!(
            found,
            [
                one,
                one,
                ("fio", None, None, None),
                ("two", Some(1), Some(4096), None),
                ("fio #2", None, None, None),
            ]
        );
        let limits: Vec<usize> = its.iter().map(|it| it.limits.len()).collect();
        assert_eq!((limits, its[0].limits[0].as_str()), (vec![1, 1, 0, 0, 0], "rate_iops=100"));
        // After the heading of a job the lines belong to it, and after its end they do not.
        let headed = format!(
            "a: (groupid=0, jobs=2): err= 0: pid=1: x\n{}",
            &text[text.find("  read").unwrap()..]
        );
        let names: Vec<String> = told(&headed).results.into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["a", "a", "fio", "two", "fio #2"]);
        let prose = told(&format!("read: IOPS=5k, as he said\n{text}"));
        assert_eq!((prose.results.len(), prose.notes.len()), (5, 1));
        // The same in a log that prefixes its own words.
        let log = text.replace("\n", "\n12:06:53 DEBUG| [stdout] ");
        assert_eq!(told(&log).results.len(), 5);
    }

    #[test]
    fn a_drive_that_failed_dds_requests_is_told_of_in_any_language() {
        let run = |error: &str| {
            format!(
                "$ dd if=/dev/sdx of=/dev/null bs=1M\n{error}\n2+0 records in\n2+0 records out\n\
                2097152 bytes (2.1 MB, 2.0 MiB) copied, 0.5 s, 4.2 MB/s\n"
            )
        };
        for error in [
            "dd: error reading '/dev/sdx': Input/output error",
            "dd: /dev/sdx: Input/output error",
            "dd: erreur de lecture de '/dev/sdx': Erreur d'entr\u{e9}e/sortie",
            "dd: Fehler beim Lesen von '/dev/sdx': Eingabe-/Ausgabefehler",
            "dd: \u{8bfb}\u{53d6}'/dev/sdx' \u{65f6}\u{51fa}\u{9519}: \u{8f93}\u{5165}/\u{8f93}\u{51fa}\u{9519}\u{8bef}",
        ] {
            let its = told(&run(error));
            assert_eq!((its.errors, its.results.len()), (vec![error.to_owned()], 1));
        }
        for other in ["dd: error writing 'a': No space left on device", "Input/output error"] {
            assert!(told(&run(other)).errors.is_empty(), "{other}");
        }
    }

    #[test]
    fn dd_beside_another_tool_is_read_without_its_records_and_openbsds_with_its_short_time() {
        let text = "/dev/sdx:\n Timing buffered disk reads: 186 MB in 3.00 seconds = 62.00 MB/sec\n$ dd if=/dev/sdx \
            of=/dev/null\n...\n3276800 bytes (3.3 MB, 3.1 MiB) copied, 0.5 s, 6.6 MB/s\n";
        let found = recognise(&Source { name: "a.txt", text });
        let Recognised::Several(kinds) = found else { panic!("{found:?}") };
        assert_eq!(kinds.iter().map(|it| it.kind).collect::<Vec<_>>(), ["hdparm", "dd"]);
        let open = "465+1 records in\n465+1 records out\n\
            1951432704 bytes transferred in 139.125 secs (14026448 bytes/sec)\n";
        assert_eq!(rates(open), ("dd", vec![run(None, &["14.026"])]));
        assert!(read(&open.replace("14026448", "14027448")).1.is_err());
    }

    #[test]
    fn rows_of_another_tool_below_a_table_of_iozone_are_its_own_and_labelled_ones_are_read() {
        let text = "                                                              random    random\n              \
            kB  reclen    write  rewrite    read    reread    read     write\n\
            r0    102400       4    20000    21000    22000    23000    12000    24000\n\
            r1    102400       4    30000    31000    32000    33000    32000    34000\n\
            \n                 16 10027  41 +++++ +++ 10157  41  9690  38 +++++ +++  6105  21\n                 \
            16 21565  71 12345  11 18183  62 19632  67 12345  11 16008  59\n";
        let its = told(text).results;
        assert_eq!(its.len(), 12);
        assert_eq!(its[6].name, "r1: write, 4 kB records, 102400 kB file");
        assert_eq!(format!("{:.0}", its[6].figures["bytes_per_s"]), "30720000");
    }

    #[test]
    fn each_machine_of_bonnie_has_its_own_row_of_files() {
        let rates = |name: &str| {
            format!("{name}      32G  1000 99 10000 14  5000 11  3000 98 17000 20 184.5   2\n")
        };
        let head = "Version 1.03b       ------Sequential Output------ --Sequential Input- --Random-\n                    \
            -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n\
            Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n";
        let files = "                    ------Sequential Create------ --------Random Create--------\n                    \
            -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n              \
            files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n";
        let row = |first: u32| {
            format!(
                "                 16 {first}  41 +++++ +++ 10157  41  9690  38 +++++ +++  6105  21\n"
            )
        };
        let two = format!("{head}{}{}{files}", rates("one"), rates("two"));
        let creates = |text: &str| -> Vec<String> {
            let found = read(text).1.unwrap();
            let of = |it: &Imported| match &it.probes[0].evidence {
                Evidence::Imported(it) => {
                    let host = it.facts.iter().find(|it| it.name == "machine");
                    let host = host.map_or("-".to_owned(), |it| it.value.clone());
                    let its = it.results.iter().find(|it| it.name == "sequential create");
                    let its = its.map(|it| it.figures["operations_per_s"].to_string());
                    format!("{host} {}", its.unwrap_or_else(|| "-".to_owned()))
                }
                other => panic!("{other:?}"),
            };
            found.iter().map(of).collect()
        };
        let text = format!("{two}{}{}\n", row(11), row(22));
        assert_eq!(creates(&text), ["one 11", "two 22"]);
        assert_eq!(creates(&text.repeat(2)), ["one 11", "two 22", "one 11", "two 22"]);
        // With fewer rows, the assignment is unknown.
        assert_eq!(creates(&format!("{two}{}\n", row(11))), ["one -", "two -", "- 11"]);
    }

    #[test]
    fn the_command_line_of_sysbench_says_what_was_cut() {
        let run = "Operations performed:  10000 Read, 0 Write, 0 Other = 10000 Total\n\
            Read 78.125Mb  Written 0b  Total transferred 78.125Mb  (10.000Mb/sec)\n 1280.00 Requests/sec executed\n\n";
        let command = "$ sysbench --num-threads=8 --test=fileio --file-extra-flags=direct --file-block-size=8192 \
            --file-test-mode=rndrd run &\n";
        let prepare = "$ sysbench --test=fileio prepare\n";
        let conditions = |text: &str| {
            let it = told(text).results[0].clone();
            (it.name, it.job_count, it.block_bytes, it.is_direct)
        };
        let known = ("random read".to_owned(), Some(8), Some(8192), Some(true));
        assert_eq!(conditions(&format!("{prepare}{command}{run}")), known);
        for (begin, mark) in [("", ""), ("# ", "# "), ("> ", "> ")] {
            let wrapped = command.replace(" --", &format!(" \\\n{mark}  --"));
            assert_eq!(wrapped.lines().count(), 6);
            let wrapped = format!("{begin}{}\n{run}", wrapped.trim_start_matches("$ "));
            assert_eq!(conditions(&wrapped), known, "{wrapped}");
        }
        // A continued line belongs to its command only, and a preparation is not a run.
        let prepared =
            format!("{}{command}{run}", prepare.replace(" prepare", " \\\n  prepare"));
        assert_eq!(conditions(&prepared), known);
        let unknown = ("fileio".to_owned(), None, None, None);
        assert_eq!(conditions(&format!("{command}{command}{run}")), unknown);
        // Printed conditions take precedence.
        let run = run.replace("10000", "5000").replace("1280.00", "640.00");
        let printed = format!("{command}Number of threads: 4\nBlock size 16Kb\n{run}");
        let expected = ("random read".to_owned(), Some(4), Some(16384), Some(true));
        assert_eq!(conditions(&printed), expected);
    }

    #[test]
    fn what_a_diff_adds_is_read() {
        let text = "+   Children see throughput for  1 initial writers  =   56471.06 kB/sec\n\
            +   Children see throughput for  1 rewriters        =  241650.69 kB/sec\n";
        assert_eq!(told(text).results.len(), 2);
    }
}

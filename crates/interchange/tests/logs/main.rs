//! Logs as people post them: their contents, and the conclusions.

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod reports;

#[cfg(test)]
mod logs {
    use iogram_findings::{capacities, geometry};
    use iogram_interchange::{ImportError, Imported, read_f3, read_flashbench, read_h2testw};
    use iogram_model::{
        BoundaryRow, CapacityFinding, CapacityVerdict, Evidence, Finding, H2testwEvidence,
    };

    macro_rules! log {
        ($name:literal) => {
            include_str!(concat!("../../../../testdata/logs/", $name))
        };
    }

    /// Unit, page, open units linear and random: each as a number, or `-` with a reason, or nothing.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let imported = read_flashbench(text).unwrap();
        let mut found = Vec::new();
        for finding in geometry(&imported.probes, None) {
            let shown = |value: Option<u64>| value.map_or("-".to_owned(), |it| it.to_string());
            match finding {
                Finding::AllocationUnit(it) => {
                    found.push(format!("unit {}", shown(it.value_bytes)));
                }
                Finding::FlashPage(it) => found.push(format!("page {}", shown(it.value_bytes))),
                Finding::OpenAuLinear(it) => {
                    found.push(format!("linear {}", shown(it.value.map(u64::from))));
                }
                Finding::OpenAuRandom(it) => {
                    found.push(format!("random {}", shown(it.value.map(u64::from))));
                }
                _ => {}
            }
        }
        let findings = geometry(&imported.probes, None);
        assert_eq!(found.join(", "), expected, "{findings:#?}");
    }

    #[test]
    fn the_lexar_card_has_units_of_four_mib_pages_of_four_kib_and_five_open_units() {
        check(
            log!("flashbench/lexar-633x-16g.txt"),
            "unit 4194304, page 4096, linear 5, random 5",
        );
    }

    /// Tables for these numbers of open units with rates in KiB/s by block, each from 4 MiB down.
    fn open_units(tables: &[(u32, &[u32])]) -> String {
        let sizes =
            ["4MiB", "2MiB", "1MiB", "512KiB", "256KiB", "128KiB", "64KiB", "32KiB", "16KiB"];
        let table = |(count, rates): &(u32, &[u32])| {
            let head = format!(
                "$ flashbench /dev/mmcblk1 --open-au --erasesize=4194304 --blocksize=16384 --random --open-au-nr={count}\n"
            );
            let rows =
                sizes.iter().zip(*rates).map(|(size, rate)| format!("{size:8}{rate}K/s\n"));
            head + &rows.collect::<String>()
        };
        tables.iter().map(table).collect()
    }

    #[test]
    fn units_that_are_closed_in_less_than_a_units_time_are_seen_where_rates_fall_with_blocks() {
        let holds: &[u32] = &[4100, 2900, 4300, 2000, 2400, 2600, 1800, 1600, 1620];
        let falls: &[u32] = &[4400, 3900, 3300, 1600, 790, 396, 199, 100, 50];
        let broken_off = &falls[..7];
        for last in [falls, broken_off] {
            let text = open_units(&[(1, holds), (2, holds), (3, holds), (4, last)]);
            check(&text, "random 3");
            let imported = read_flashbench(&text).unwrap();
            let is_cut_off = imported.warnings.iter().any(|it| it.code == "log-cut-off");
            assert_eq!(is_cut_off, last.len() < falls.len());
        }
        // A truncated last table, and rates that fall with any number of units, allow no conclusion.
        check(&open_units(&[(2, holds), (3, holds), (4, &falls[..4])]), "random -");
        check(&open_units(&[(2, falls), (3, falls), (4, falls)]), "random -");
    }

    #[test]
    fn its_simulation_measured_by_flashbench_gives_the_same() {
        check(log!("flashbench/sim-s3-a.txt"), "unit 4194304, page 4096");
        check(log!("flashbench/sim-s3-O.txt"), "linear 5");
    }

    #[test]
    fn the_example_of_flashbench_has_two_open_units_and_pages_of_two_planes() {
        check(log!("flashbench/readme.txt"), "unit 4194304, page 8192, linear 2");
    }

    #[test]
    fn a_stick_with_a_clear_unit_and_no_clear_page_has_a_unit_alone() {
        check(log!("flashbench/patriot-xporter-16g.txt"), "unit 8388608, page -");
    }

    #[test]
    fn a_log_without_a_pattern_is_not_guessed_at() {
        check(log!("flashbench/sim-nvme-a.txt"), "unit -, page -");
    }

    #[test]
    fn answers_come_with_a_confidence_that_leaves_room() {
        let imported = read_flashbench(log!("flashbench/lexar-633x-16g.txt")).unwrap();
        let confidences: Vec<f64> = geometry(&imported.probes, None)
            .into_iter()
            .filter_map(|finding| match finding {
                Finding::AllocationUnit(it) | Finding::FlashPage(it) => it.confidence,
                Finding::OpenAuLinear(it) | Finding::OpenAuRandom(it) => it.confidence,
                _ => None,
            })
            .collect();
        assert_eq!(confidences.len(), 4);
        assert!(confidences.iter().all(|it| (0.9..1.0).contains(it)), "{confidences:?}");
    }

    fn boundary_rows(imported: &Imported) -> Vec<BoundaryRow> {
        match &imported.probes[0].evidence {
            Evidence::Boundaries(evidence) => evidence.tables[0].rows.clone(),
            other => panic!("no boundaries: {other:?}"),
        }
    }

    #[test]
    fn damaged_rows_are_read_as_far_as_they_go() {
        let imported = read_flashbench(log!("flashbench/damaged.txt")).unwrap();
        let rows: Vec<(u64, i64)> = boundary_rows(&imported)
            .iter()
            .map(|row| (row.boundary_bytes, row.diff_ns))
            .collect();
        let expected = [
            (134_217_728, 324_000),
            // The difference is missing and follows from the other values.
            (67_108_864, 300_500),
            (33_554_432, 294_000),
            (16_777_216, 302_000),
            (8_388_608, -412_331),
            (4_194_304, 317_000),
            // A unit is truncated: the value follows from the others.
            (2_097_152, 172_000),
        ];
        assert_eq!(rows, expected);
        // `align 1048576 pre 745` is not sufficient.
        assert_eq!(imported.warnings[0].code, "unreadable-lines");
    }

    #[test]
    fn a_table_of_an_unknown_number_of_units_is_left_out_and_said() {
        let text = concat!(log!("flashbench/sim-s3-a.txt"), "4MiB 11.8M/s\n2MiB 4.29M/s\n");
        let imported = read_flashbench(text).unwrap();
        assert_eq!(imported.probes.len(), 1);
        assert_eq!(imported.warnings[0].code, "unknown-tables");
    }

    #[test]
    fn plots_and_first_units_are_kept_whole() {
        let imported = read_flashbench(log!("flashbench/sim-s3-s.txt")).unwrap();
        match &imported.probes[0].evidence {
            Evidence::Scatter(it) => {
                assert_eq!((it.rows.len(), it.step_bytes), (256, Some(65536)));
            }
            other => panic!("no plot: {other:?}"),
        }
        let imported = read_flashbench(log!("flashbench/sim-s3-f.txt")).unwrap();
        match &imported.probes[0].evidence {
            Evidence::FirstUnits(it) => {
                assert_eq!(it.rows.len(), 5);
                assert_eq!(it.rows[4].units_bytes_per_s.len(), 6);
                assert_eq!(it.rows[4].units_bytes_per_s[0], Some(11_300_000));
            }
            other => panic!("no first units: {other:?}"),
        }
    }

    #[test]
    fn every_cut_of_a_log_is_read_or_refused() {
        for text in [log!("flashbench/lexar-633x-16g.txt"), log!("flashbench/readme.txt")] {
            // This step reaches every position within a line.
            for (end, _) in text.char_indices().step_by(29) {
                if let Ok(imported) = read_flashbench(&text[..end]) {
                    let count = geometry(&imported.probes, None).len();
                    assert!(count <= 7, "{end} characters give {count} findings");
                }
            }
        }
    }

    #[test]
    fn text_of_something_else_is_refused() {
        let expected = ImportError::NothingFound { tool: "flashbench" };
        assert_eq!(read_flashbench("I like my card.\n").unwrap_err(), expected);
        let expected = ImportError::NothingFound { tool: "f3" };
        assert_eq!(read_f3("I like my card.\n").unwrap_err(), expected);
    }

    #[test]
    fn a_counterfeit_is_read_from_f3probe() {
        let imported = read_f3(log!("f3/f3probe-limbo.txt")).unwrap();
        assert_eq!(imported.device.as_deref(), Some("/dev/sdb"));
        let Evidence::F3(found) = &imported.probes[0].evidence else { panic!("{imported:?}") };
        assert_eq!(found.verdict.as_deref(), Some("limbo"));
        assert_eq!(found.real_bytes, Some(8 << 30));
        assert_eq!(found.announced_bytes, Some(64 << 30));
        assert_eq!(found.module_bytes, Some(1 << 36));
        assert_eq!(found.read_mean_ns, Some(52_000));
        assert_eq!(found.write_mean_ns, Some(662_000));
    }

    #[test]
    fn f3read_counts_in_powers_of_two_whatever_it_calls_them() {
        let imported = read_f3(log!("f3/f3read-good.txt")).unwrap();
        let Evidence::F3(found) = &imported.probes[0].evidence else { panic!("{imported:?}") };
        assert_eq!(found.sectors.unwrap().ok_count, 2_097_152);
        // 1.44 "GB/s" are 1.44 x 2^30.
        assert_eq!(found.read_bytes_per_s, Some(1_546_188_227));
        let imported = read_f3(log!("f3/f3read-lost.txt")).unwrap();
        let Evidence::F3(found) = &imported.probes[0].evidence else { panic!("{imported:?}") };
        assert_eq!(found.sectors.unwrap().corrupted_count, 2_097_152);
    }

    fn f3_evidence(log: &str) -> iogram_model::F3Evidence {
        match read_f3(log).unwrap().probes.remove(0).evidence {
            Evidence::F3(found) => found,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn blocks_of_f3probe_are_counted_in_the_drives_own_size() {
        let log = "Bad news: The device `/dev/sdc' is a counterfeit of type chain\n\n\
                   Device geometry:\n\
                   \t         *Usable* size: 7.86 GB (2059734 blocks)\n\
                   \t        Announced size: 119.25 GB (31260672 blocks)\n\
                   \t                Module: 16.00 GB (2^34 Bytes)\n";
        let whole = format!("{log}\t   Physical block size: 4.00 KB (2^12 Bytes)\n");
        for log in [log, &whole] {
            let found = f3_evidence(log);
            assert_eq!(found.real_bytes, Some(2_059_734 << 12), "{log}");
            assert_eq!(found.announced_bytes, Some(31_260_672 << 12), "{log}");
            assert_eq!(found.verdict.as_deref(), Some("chain"));
        }
        assert_eq!(read_f3(log).unwrap().warnings.len(), 1, "it is cut off");
        assert_eq!(read_f3(&whole).unwrap().warnings, []);
    }

    #[test]
    fn no_end_of_an_f3_log_makes_a_count_smaller() {
        for log in [log!("f3/f3probe-limbo.txt"), log!("f3/f3probe-good.txt")] {
            let whole = f3_evidence(log);
            for end in 0..log.len() {
                let Ok(imported) = read_f3(&log[..end]) else { continue };
                let Evidence::F3(found) = &imported.probes[0].evidence else { panic!() };
                assert!(
                    found.real_bytes.is_none_or(|it| Some(it) == whole.real_bytes),
                    "{end}"
                );
                assert!(
                    found.announced_bytes.is_none_or(|it| Some(it) == whole.announced_bytes)
                );
                let verdict = found.verdict.as_ref();
                assert!(verdict.is_none_or(|it| Some(it) == whole.verdict.as_ref()), "{end}");
            }
        }
    }

    #[test]
    fn files_of_f3read_are_summed_where_its_sums_are_missing() {
        let log = "                  SECTORS      ok/corrupted/changed/overwritten\n\
            Validating file 1.h2w ... 0.01% -- 9.5 MB/s -- 1:02\u{8}\u{8} 2097152/        0/      0/      0\n\
            Validating file 2.h2w ...      12/  2097000/    100/     40\n\
            Validating file 3.h2w ...    1000/        0/      0/      0 - NOT fully read due to \
            \"Input/output error\"\n\
            Validating file 4.h2w ... ";
        let found = f3_evidence(log);
        let sectors = found.sectors.unwrap();
        assert_eq!(sectors.ok_count, 2_097_152 + 12 + 1000);
        assert_eq!(
            [sectors.corrupted_count, sectors.changed_count, sectors.overwritten_count],
            [2_097_000, 100, 40]
        );
        assert_eq!(found.unread_file_count, Some(1));
        assert_eq!(read_f3(log).unwrap().warnings[0].code, "log-cut-off");
    }

    #[test]
    fn f3write_tells_what_was_free_and_what_failed() {
        let log = "F3 write 8.0\nFree space: 28.83 GB\nCreating file 1.h2w ... OK!\n\
                   Creating file 2.h2w ... Write failure: Input/output error\n\
                   Free space: 0.00 Byte\nAverage writing speed: 4.90 MB/s\n";
        let found = f3_evidence(log);
        assert_eq!(found.unwritten_file_count, Some(1));
        // 28.83 "GB" are 28.83 x 2^30.
        assert_eq!(found.free_bytes, Some(30_955_976_786));
        assert_eq!(found.write_bytes_per_s, Some(5_138_022));
        assert_eq!(found.sectors, None);
    }

    const FILES: &str = "Validating file 1.h2w ... 2097152/ 0/ 0/ 0\n\
        Validating file 2.h2w ... 2000/ 2095152/ 0/ 0\nValidating file 3.h2w ... 0/ 2097152/ 0/ 0\n";

    #[track_caller]
    /// The evidence of a log of f3's programs.
    pub(super) fn f3(text: &str) -> iogram_model::F3Evidence {
        let imported = read_f3(text).unwrap();
        match &imported.probes[0].evidence {
            Evidence::F3(found) => found.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_clean_cut_between_whole_and_lost_files_is_a_border() {
        assert_eq!(f3(FILES).border_bytes, Some((2_097_152 + 2000) * 512));
        let twice = format!("{FILES}Validating file 4.h2w ... 2097152/ 0/ 0/ 0\n");
        assert_eq!(f3(&twice).border_bytes, None);
    }

    #[test]
    fn a_log_from_a_web_page_another_locale_or_a_terminal_reads_the_same() {
        let plain = "Bad news: The device `/dev/sdb' is a counterfeit of type limbo\n\
            f3fix --last-sec=16777215 /dev/sdb\nAverage reading speed: 9.54 MB/s\n";
        let expected = f3(plain);
        assert_eq!(expected.real_bytes, Some(8 << 30));
        for other in [
            plain.replace('\'', "&#39;").replace('\n', "<br>"),
            plain.replace("9.54", "9,54"),
            plain.replace('\n', "\\n"),
            plain.replace("limbo", "\u{1b}[31mlimbo\u{1b}[0m"),
            plain.replace('`', "\u{2018}").replace('\'', "\u{2019}"),
        ] {
            assert_eq!(f3(&other), expected, "{other}");
        }
    }

    #[test]
    fn escaped_text_and_lines_ended_by_returns_read_the_same() {
        let plain = format!("{}Average reading speed: 9.54 MB/s\n", FILES);
        let expected = f3(&plain);
        let escape = |text: &str| {
            let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            format!("{{\"log\": \"{text}\"}}")
        };
        let returns = plain.replace('\n', "\r");
        for other in [
            escape(&plain),
            escape(&escape(&plain)),
            returns.clone(),
            returns.replace('\r', "\\r"),
            plain.replace('\n', "<br />\n"),
            plain.replace('a', "\\u0061").replace('\n', "\\n"),
        ] {
            assert_eq!(f3(&other), expected, "{other}");
        }
    }

    #[test]
    fn files_with_their_own_speeds_are_counted() {
        let log = "Validating file 1.h2w ... 2097152/        0/      0/      0 Avg: 19.25 MB/s\n\
            \tMin: 18.11 MB/s, Max: 20.48 MB/s, 12 samples\n\
            Validating file 2.h2w ...    2000/  2095152/      0/      0 Avg: 19.25 MB/s\n\
            \n  Data OK: 1.00 GB (2099152 sectors)\nData LOST: 1023.02 MB (2095152 sectors)\n\
            \t       Corrupted: 1023.02 MB (2095152 sectors)\n\tSlightly changed: 0.00 Byte (0 sectors)\n\
            \t     Overwritten: 0.00 Byte (0 sectors)\n\
            Average sequential read speed: 19.25 MB/s (4194304 sectors / 1:46\")\n";
        let found = f3(log);
        assert_eq!(found.first_lost_bytes, Some((2_097_152 + 2000) * 512));
        assert_eq!(found.read_bytes_per_s, Some(20_185_088));
        assert!(!found.is_read_cut_off, "{found:?}");
    }

    #[test]
    fn of_several_runs_in_one_log_the_worst_counts_and_a_copy_is_none() {
        let whole = "Validating file 1.h2w ... 2097152/ 0/ 0/ 0\nValidating file 2.h2w ... 2097152/ 0/ 0/ 0\n\
            Validating file 3.h2w ... 2097152/ 0/ 0/ 0\n";
        let lost = f3(FILES);
        for log in [
            format!("{FILES}{FILES}"),
            format!("{FILES}{whole}"),
            format!("F3 read 8.0\n{whole}F3 read 8.0\n{FILES}"),
        ] {
            assert_eq!(f3(&log), lost, "{log}");
        }
        let codes = |log: &str| -> Vec<_> {
            read_f3(log).unwrap().warnings.into_iter().map(|it| it.code.to_string()).collect()
        };
        let several = "log-several-runs".to_owned();
        assert!(codes(&format!("{FILES}{whole}")).contains(&several));
        assert!(!codes(&format!("{FILES}{FILES}")).contains(&several));
        let report = log!("h2testw/limbo.txt");
        assert_eq!(h2testw(&format!("{report}\n{report}")).len(), 1);
        // Few lines with carriage returns only, also as a string of JSON.
        let short = ["Test finished without errors.", "Writing speed: 59.9 MByte/s"].join("\r");
        let plain = h2testw(&short.replace('\r', "\r\n"));
        assert_eq!(h2testw(&short), plain);
        assert_eq!(
            h2testw(&format!("{{\"log\": \"{}\"}}\n", short.replace('\r', "\\r"))),
            plain
        );
    }

    #[test]
    fn writes_that_fail_to_the_end_are_no_sure_sign_of_anything() {
        let write = |failed: &[u64]| {
            let result = |it: &u64| {
                if failed.contains(it) { "Write failure: Input/output error" } else { "OK!" }
            };
            let files: String = (1..=4)
                .map(|number| format!("Creating file {number}.h2w ... {}\n", result(&number)))
                .collect();
            let log =
                format!("F3 write 8.0\nFree space: 3.99 GB\n{files}Free space: 1.00 GB\n");
            match capacities(&read_f3(&log).unwrap().probes).remove(0) {
                Finding::Capacity(found) => (found.verdict, found.confidence > 0.95),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(write(&[2]), (Some(CapacityVerdict::Dying), true));
        assert_eq!(write(&[3, 4]), (Some(CapacityVerdict::Dying), false));
    }

    #[test]
    fn files_that_a_cache_could_hold_are_no_sure_sign_of_a_genuine_drive() {
        let sure = |mib: u64| {
            let log = format!(
                "Warning: Only {mib} of {} MByte tested.\nTest finished without errors.\n",
                mib + 1
            );
            concluded(&log).confidence
        };
        assert!(sure(4000) < 0.95 && sure(40_000) > 0.95, "{} {}", sure(4000), sure(40_000));
    }

    #[test]
    fn that_addresses_repeat_is_surer_than_how_much_there_is() {
        let found = concluded(log!("h2testw/wraparound-german.txt"));
        let size = found.size_confidence_ratio.unwrap();
        assert!(found.confidence > 0.95 && size < 0.95, "{found:?}");
    }

    #[test]
    fn a_border_in_a_test_that_was_ended_is_less_sure() {
        let part = log!("h2testw/limbo.txt").replace("of 30608 MByte", "of 60608 MByte");
        let (whole, part) = (concluded(log!("h2testw/limbo.txt")), concluded(&part));
        assert!(whole.confidence > 0.95 && part.confidence < 0.95, "{whole:?} {part:?}");
    }

    #[test]
    fn speeds_that_no_card_has_are_flagged() {
        let log = format!("{FILES}Average reading speed: 12.40 GB/s\n");
        let warnings = read_f3(&log).unwrap().warnings;
        assert!(warnings.iter().any(|it| it.code == "impossible-speed"), "{warnings:?}");
    }

    #[track_caller]
    fn h2testw(text: &str) -> Vec<H2testwEvidence> {
        let probes = read_h2testw(text).unwrap().probes.into_iter();
        let reports = probes.map(|probe| match probe.evidence {
            Evidence::H2testw(report) => report,
            other => panic!("{other:?}"),
        });
        reports.collect()
    }

    #[track_caller]
    fn concluded(text: &str) -> CapacityFinding {
        match capacities(&read_h2testw(text).unwrap().probes).remove(0) {
            Finding::Capacity(found) => found,
            other => panic!("{other:?}"),
        }
    }

    const MIB: u64 = 1 << 20;

    #[test]
    fn a_report_of_h2testw_is_read_with_all_its_figures() {
        let text = log!("h2testw/limbo.txt");
        let report = h2testw(text).remove(0);
        assert_eq!(report.verdict.as_deref(), Some("defective"));
        assert_eq!(report.tested_bytes, Some(30_607 * MIB));
        assert_eq!(report.available_bytes, Some(30_608 * MIB));
        assert_eq!(report.ok_sector_count, Some(15_664_128));
        assert_eq!(report.lost_sector_count, Some(47_019_008));
        assert_eq!(report.corrupted_sector_count, Some(47_019_008));
        assert_eq!(report.overwritten_sector_count, Some(0));
        assert_eq!(report.changed_sector_count, Some(0));
        assert_eq!(report.aliased_sector_count, Some(0));
        assert_eq!(report.first_error_bytes, Some(0x1_de08_0000));
        assert_eq!(report.first_error_expected.as_deref(), Some("0x00000001de080000"));
        assert_eq!(report.first_error_found.as_deref(), Some("0x0000000000000000"));
        // 9.81 "MByte/s" are 9.81 x 2^20.
        assert_eq!(report.write_bytes_per_s, Some(10_286_531));
        assert_eq!(report.read_bytes_per_s, Some(16_567_501));
        let found = concluded(text);
        assert_eq!(found.verdict, Some(CapacityVerdict::Limbo));
        assert_eq!(found.real_bytes, Some(15_664_128 * 512));
    }

    #[test]
    fn a_german_report_says_the_same_in_other_words() {
        let text = log!("h2testw/wraparound-german.txt");
        let report = h2testw(text).remove(0);
        assert_eq!(
            report.tested_bytes.zip(report.available_bytes),
            Some((15_262 * MIB, 15_263 * MIB))
        );
        assert_eq!(report.overwritten_sector_count, Some(23_396_352));
        assert_eq!(report.aliased_sector_count, Some(7_860_224));
        assert_eq!(report.first_error_found.as_deref(), Some("0x00000002cfa00000"));
        assert_eq!(report.write_bytes_per_s, Some(6_721_372));
        let found = concluded(text);
        assert_eq!(found.verdict, Some(CapacityVerdict::Wraparound));
        assert_eq!(found.real_bytes, Some(7_860_224 * 512));
    }

    #[test]
    fn a_test_of_a_part_says_nothing_of_the_rest() {
        let whole = concluded(log!("h2testw/finished.txt"));
        assert_eq!(whole.verdict, Some(CapacityVerdict::Good));
        let part = log!("h2testw/finished.txt").replace("Only 30105", "Only 1000");
        let found = concluded(&part);
        assert_eq!((found.verdict, found.confidence), (None, 0.0), "{found:?}");
        assert!(found.reason.contains("1000 MiB of the 31.6 GB"), "{found:?}");
        // Without this line, as in a copy of the lower half, the confidence is lower.
        let copied = log!("h2testw/finished.txt").split_once('\n').unwrap().1;
        let found = concluded(copied);
        assert_eq!(found.verdict, Some(CapacityVerdict::Good));
        assert!(found.confidence < whole.confidence, "{found:?}");
    }

    #[test]
    fn two_reports_in_one_log_are_two_and_the_words_around_them_none() {
        let text = format!(
            "I bought two (2 sectors) of these, one is defective!\n> {}\nand the other:\n```\n{}```\n",
            log!("h2testw/limbo.txt").replace('\n', "\n> "),
            log!("h2testw/finished.txt")
        );
        let reports = h2testw(&text);
        let alone = [h2testw(log!("h2testw/limbo.txt")), h2testw(log!("h2testw/finished.txt"))];
        assert_eq!(reports, alone.concat());
        let nothing = read_h2testw("My stick has 16 GByte OK?\n").unwrap_err();
        assert_eq!(nothing, ImportError::NothingFound { tool: "h2testw" });
    }

    #[test]
    fn no_end_of_a_report_makes_a_count_smaller() {
        for text in [log!("h2testw/limbo.txt"), log!("h2testw/wraparound-german.txt")] {
            let whole = h2testw(text).remove(0);
            for (end, _) in text.char_indices() {
                let Ok(imported) = read_h2testw(&text[..end]) else { continue };
                let Evidence::H2testw(found) = &imported.probes[0].evidence else { panic!() };
                for (cut, all) in [
                    (found.ok_sector_count, whole.ok_sector_count),
                    (found.lost_sector_count, whole.lost_sector_count),
                    (found.first_error_bytes, whole.first_error_bytes),
                    (found.write_bytes_per_s, whole.write_bytes_per_s),
                ] {
                    assert!(cut.is_none() || cut == all, "{end}: {cut:?}");
                }
                let verdict = concluded(&text[..end]).verdict;
                assert_ne!(verdict, Some(CapacityVerdict::Good), "{end}");
            }
        }
    }

    #[test]
    fn a_border_with_a_little_behind_it_is_a_border_and_a_few_lost_sectors_are_damage() {
        // The last 24 MiB were in a cache.
        let cached = log!("h2testw/limbo.txt")
            .replace("7.4 GByte OK (15664128", "7.4 GByte OK (15713280")
            .replace("(47019008 sectors)", "(46969856 sectors)");
        let found = concluded(&cached.replace("22.4 GByte", "22.3 GByte"));
        assert_eq!(found.verdict, Some(CapacityVerdict::Limbo), "{found:?}");
        assert_eq!(found.real_bytes, Some(0x1_de08_0000));
        let damaged = "The media is likely to be defective.\n58.5 GByte OK (122845070 sectors)\n57 KByte DATA \
            LOST (114 sectors)\nDetails:0 KByte overwritten (0 sectors)\nFirst error at offset: \
            0x0000000171279c00\n";
        let found = concluded(damaged);
        assert_eq!((found.verdict, found.real_bytes), (Some(CapacityVerdict::Damaged), None));
    }
}

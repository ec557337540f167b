//! Reports of drives through other tools: smartctl, nvme-cli, mmc-utils and sysfs. The import has what a person
//! reads; no fact identifies a single drive; truncated or edited values are rejected or left out.

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod importing;

#[cfg(test)]
mod drives_told {
    use iogram_interchange::{Imported, Recognised, Refusal, Source, find_importer, recognise};
    use iogram_model::ImportedHealth;

    use crate::importing::{self, evidence, sample};

    const KINDS: [(&str, &str); 16] = [
        ("smartctl", "smartctl/nvme-7.3.txt"),
        ("smartctl", "smartctl/ata-a-7.1-failing.txt"),
        ("smartctl", "smartctl/ata-x-5.41.txt"),
        ("smartctl", "smartctl/scsi-7.2.txt"),
        ("smartctl-json", "smartctl/nvme-7.4.json"),
        ("smartctl-json", "smartctl/ata-7.0.json"),
        ("nvme", "nvme/smart-log-2.txt"),
        ("nvme", "nvme/smart-log-1-worn.txt"),
        ("nvme", "nvme/id-and-errors.txt"),
        ("nvme", "nvme/list.txt"),
        ("nvme-json", "nvme/smart-log.json"),
        ("nvme-json", "nvme/list-2.json"),
        ("nvme-json", "nvme/id.json"),
        ("extcsd", "mmc/extcsd.txt"),
        ("card-registers", "mmc/sd-sysfs.txt"),
        ("card-registers", "mmc/emmc-plain.txt"),
    ];

    fn read(kind: &str, text: &str) -> Result<Vec<Imported>, Refusal> {
        find_importer(kind).unwrap().read(&Source { name: "log", text })
    }

    fn health(imported: &Imported) -> ImportedHealth {
        evidence(imported).health.as_deref().cloned().unwrap_or_default()
    }

    #[track_caller]
    fn fact(imported: &Imported, name: &str, expected: &str) {
        let facts = &evidence(imported).facts;
        let found = facts.iter().find(|it| it.name == name);
        let found = found.unwrap_or_else(|| panic!("no {name} among {facts:#?}"));
        assert_eq!(found.value, expected, "{name}");
    }

    /// Device, model, serial number, firmware, capacity.
    #[track_caller]
    fn who(imported: &Imported, expected: [&str; 5]) {
        let text = |it: &Option<String>| it.clone().unwrap_or_else(|| "-".to_owned());
        let capacity = imported.capacity_bytes.map(|it| it.to_string());
        let Imported { device, model, serial, firmware, .. } = imported;
        let found = [text(device), text(model), text(serial), text(firmware), text(&capacity)];
        assert_eq!(found, expected);
    }

    fn only(kind: &str, file: &str) -> Imported {
        let mut found = read(kind, &sample(file)).unwrap();
        assert_eq!(found.len(), 1, "{file}");
        found.remove(0)
    }

    const UNITS: u64 = 512_000;

    #[test]
    fn smartctl_says_the_same_of_an_nvme_drive_as_text_and_as_json() {
        let text = only("smartctl", "smartctl/nvme-7.3.txt");
        let json = only("smartctl-json", "smartctl/nvme-7.4.json");
        let model = "Example SSD 990 1TB";
        who(&text, ["/dev/nvme0n1", model, "S000TEST0001", "4B2QEXM7", "1000204886016"]);
        who(&json, ["/dev/nvme0", model, "S000TEST0005", "4B2QEXM7", "1000204886016"]);
        let expected = ImportedHealth {
            is_passed: Some(true),
            is_warning: Some(false),
            temperature_celsius: Some(41.0),
            life_used_ratio: Some(0.03),
            spare_ratio: Some(1.0),
            read_bytes: Some(12_345_678 * UNITS),
            written_bytes: Some(23_456_789 * UNITS),
            power_on_s: Some(8901 * 3600),
            power_cycle_count: Some(567),
            unsafe_shutdown_count: Some(23),
            media_error_count: Some(0),
            error_log_count: Some(45),
            spare_threshold_ratio: Some(0.1),
            ..ImportedHealth::default()
        };
        assert_eq!(health(&text), expected);
        assert_eq!(health(&json), expected);
        assert_eq!(evidence(&text).version.as_deref(), Some("7.3"));
        assert_eq!(evidence(&json).version.as_deref(), Some("7.4"));
        let when = Some("Tue Nov 24 10:11:12 2026 CET");
        assert_eq!(
            (evidence(&text).measured_at.as_deref(), evidence(&json).measured_at.as_deref()),
            (when, when)
        );
        fact(&text, "Data Units Written", "23,456,789 [12.0 TB]");
        fact(&text, "Host Read Commands", "198,765,432");
        fact(&text, "NVMe Version", "2.0");
        fact(&json, "nvme_smart_health_information_log.data_units_written", "23456789");
    }

    #[test]
    fn attributes_are_kept_as_printed_and_mean_nothing() {
        let failing = only("smartctl", "smartctl/ata-a-7.1-failing.txt");
        who(
            &failing,
            ["-", "Example SSD 860 500GB", "S000TEST0002", "RVT02B6Q", "500107862016"],
        );
        let verdict_alone =
            ImportedHealth { is_passed: Some(false), ..ImportedHealth::default() };
        assert_eq!(health(&failing), verdict_alone, "raw values have no unit");
        fact(
            &failing,
            "5 Reallocated_Sector_Ct",
            "001 (worst 001, threshold 010), FAILING_NOW; raw 2345",
        );
        fact(
            &failing,
            "241 Total_LBAs_Written",
            "099 (worst 099, threshold 000); raw 98765432109",
        );
        let old = only("smartctl", "smartctl/ata-x-5.41.txt");
        fact(
            &old,
            "194 Temperature_Celsius",
            "117 (worst 103, threshold ---); raw 33 (Min/Max 20/47)",
        );
        assert_eq!(
            evidence(&old).facts.iter().filter(|it| it.value.contains("; raw ")).count(),
            3
        );
        let json = only("smartctl-json", "smartctl/ata-7.0.json");
        fact(
            &json,
            "194 Temperature_Celsius",
            "69 (worst 47, threshold 0); raw 31 (Min/Max 19/33)",
        );
        // smartctl's own figures with units.
        let its = health(&json);
        assert_eq!(its.power_on_s, Some((21_098 * 60 + 30) * 60));
        assert_eq!((its.temperature_celsius, its.power_cycle_count), (Some(31.0), Some(654)));
        assert_eq!(its.written_bytes, None);
    }

    #[test]
    fn a_report_of_smartctl_with_a_line_between_all_of_its_lines_says_the_same() {
        let whole = sample("smartctl/ata-a-7.1-failing.txt");
        let apart = read("smartctl", &whole.replace('\n', "\n\n")).unwrap();
        let (apart, plain) =
            (evidence(&apart[0]), only("smartctl", "smartctl/ata-a-7.1-failing.txt"));
        let plain = evidence(&plain);
        assert!(plain.facts.len() > 10, "it has a table");
        assert_eq!(apart.facts.len(), plain.facts.len());
        assert_eq!(apart.facts, plain.facts);
    }

    #[test]
    fn a_namespace_is_not_the_drive() {
        let text = "=== START OF INFORMATION SECTION ===\nModel Number: A\n\
                    Total NVM Capacity:                 3,840,755,982,336 [3.84 TB]\n\
                    Number of Namespaces:               32\n\
                    Namespace 1 Size/Capacity:          366,145,961,984 [366 GB]\n";
        let found = read("smartctl", text).unwrap();
        assert_eq!(found[0].capacity_bytes, Some(3_840_755_982_336));
        let json = r#"{"smartctl": {"version": [7, 4]}, "model_name": "A", "nvme_total_capacity": 3840755982336,
            "user_capacity": {"blocks": 89391104, "bytes": 366145961984}}"#;
        let found = read("smartctl-json", json).unwrap();
        assert_eq!(found[0].capacity_bytes, Some(3_840_755_982_336));
    }

    #[test]
    fn a_capacity_is_read_with_whatever_marks_its_thousands() {
        for marked in
            ["120-034-123-776", "120,034,123,776", "120\u{fffd}034\u{fffd}123\u{fffd}776"]
        {
            let text = format!(
                "=== START OF INFORMATION SECTION ===\nDevice Model:     A\nUser Capacity:    {marked} bytes [120 GB]\n"
            );
            let found = read("smartctl", &text).unwrap();
            assert_eq!(found[0].capacity_bytes, Some(120_034_123_776), "{marked}");
        }
        for wrong in ["-120034123776", "120-03-4123-776", "300,$00,000,000"] {
            let text = format!(
                "=== START OF INFORMATION SECTION ===\nUser Capacity:    {wrong} bytes\n"
            );
            assert!(read("smartctl", &text).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_scsi_drive_counts_in_gigabytes_and_hours_with_minutes() {
        let drive = only("smartctl", "smartctl/scsi-7.2.txt");
        who(&drive, ["-", "EXAMPLE SAS1600", "TEST0004", "B925", "1600321314816"]);
        let its = health(&drive);
        assert_eq!(its.is_passed, Some(true));
        assert_eq!(its.life_used_ratio, Some(0.07));
        assert_eq!(its.temperature_celsius, Some(33.0));
        assert_eq!(its.power_on_s, Some((20_123 * 60 + 45) * 60));
        assert_eq!(its.read_bytes, Some(98_765_432_000_000));
        assert_eq!(its.written_bytes, Some(123_456_789_000_000));
        fact(&drive, "write: total uncorrected errors", "0");
    }

    #[test]
    fn nvme_cli_says_the_same_as_text_and_as_json() {
        let text = only("nvme", "nvme/smart-log-2.txt");
        let json = only("nvme-json", "nvme/smart-log.json");
        let its = health(&text);
        assert_eq!(its.temperature_celsius, Some(44.0));
        assert_eq!(its.written_bytes, Some(8_765_432 * UNITS));
        assert_eq!(its.is_passed, None, "it says nothing of the drive's verdict");
        assert_eq!(health(&json), its);
        who(&text, ["/dev/nvme0", "-", "-", "-", "-"]);
        who(&json, ["-", "-", "-", "-", "-"]);
        let worn = health(&only("nvme", "nvme/smart-log-1-worn.txt"));
        assert_eq!((worn.is_warning, worn.life_used_ratio), (Some(true), Some(1.27)));
        assert_eq!(worn.spare_ratio, Some(0.03));
    }

    #[test]
    fn drives_are_named_by_identify_and_lists() {
        let found = read("nvme", &sample("nvme/id-and-errors.txt")).unwrap();
        let [controller, namespace, errors] = found.as_slice() else { panic!("{found:?}") };
        who(
            controller,
            ["/dev/nvme0", "Example SSD 990 1TB", "S000TEST0007", "4B2QEXM7", "1000204886016"],
        );
        who(namespace, ["/dev/nvme0n1", "-", "-", "-", "1000204886016"]);
        fact(errors, "entry 0: error_count", "6");
        assert!(evidence(errors).facts.iter().all(|it| !it.name.starts_with("entry 1")));
        let json = read("nvme-json", &sample("nvme/id.json")).unwrap();
        who(
            &json[0],
            ["-", "Example SSD 990 1TB", "S000TEST0011", "4B2QEXM7", "1000204886016"],
        );
        // Format 1 is in use: blocks of 4096 bytes.
        who(&json[1], ["-", "-", "-", "-", &(1_953_525_168_u64 * 4096).to_string()]);
        let list = read("nvme", &sample("nvme/list.txt")).unwrap();
        who(&list[0], ["/dev/nvme0n1", "Example SSD 990 1TB", "S000TEST0008", "4B2QEXM7", "-"]);
        who(&list[1], ["/dev/nvme1n1", "EXAMPLE ENTERPRISE 1920", "TEST0009", "MPK7301Q", "-"]);
        fact(&list[0], "Usage", "412.32 GB / 1.00 TB");
        let list = only("nvme-json", "nvme/list-2.json");
        who(
            &list,
            [
                "/dev/nvme0n1",
                "Example SSD 990 1TB",
                "S000TEST0010",
                "4B2QEXM7",
                "1000204886016",
            ],
        );
    }

    #[test]
    fn registers_of_an_emmc_have_their_names() {
        let emmc = only("extcsd", "mmc/extcsd.txt");
        who(&emmc, ["-", "-", "-", "0x0B", &(0x03a3_e000_u64 * 512).to_string()]);
        fact(&emmc, "HPI_FEATURE", "0x01 (implementation based on CMD13)");
        fact(&emmc, "CONTEXT_CONF[51]", "0x00");
        fact(&emmc, "EXT_CSD_PRE_EOL_INFO", "0x02");
        let its = health(&emmc);
        assert_eq!((its.life_used_ratio, its.is_warning), (Some(0.3), Some(true)));
    }

    #[test]
    fn registers_of_a_card_are_passed_on_as_they_are() {
        let card = only("card-registers", "mmc/sd-sysfs.txt");
        let names: Vec<(&str, usize)> =
            card.registers.iter().map(|it| (it.name.as_str(), it.bytes.len())).collect();
        assert_eq!(names, [("cid", 16), ("csd", 16), ("scr", 8), ("ssr", 64)]);
        assert_eq!(card.registers[0].bytes[..4], [0x03, 0x53, 0x44, 0x45]);
        fact(&card, "preferred_erase_size", "4194304");
        assert_eq!(card.model.as_deref(), Some("EX32G"));
    }

    #[test]
    fn nothing_that_names_one_drive_is_in_a_fact() {
        for (kind, file) in KINDS {
            for drive in read(kind, &sample(file)).unwrap() {
                for it in &evidence(&drive).facts {
                    for secret in
                        ["TEST", "aabbccddee", "61572651155", "12345678", "e40000001", "5000c5"]
                    {
                        // The number of data units happens to be the counterfeit serial number's digits.
                        let is_count = it.name.contains("ata") && it.name.contains("nits");
                        assert!(is_count || !it.value.contains(secret), "{file}: {it:?}");
                    }
                }
            }
        }
    }

    /// Asserts the position of the refusal of a sample after replacing `from` by `to`.
    #[track_caller]
    fn refused(kind: &str, file: &str, (from, to): (&str, &str), expected: &str) {
        let read = |text: &str| read(kind, text);
        importing::refused((file, &sample(file)), (from, to), expected, read);
    }

    #[test]
    fn what_is_spoilt_is_refused_with_line_and_column() {
        let text = "smartctl/nvme-7.3.txt";
        refused(
            "smartctl",
            text,
            ("12,345,678", "12,345,67"),
            "44:37: cannot read \"12,345,67 [6.32 TB]\": a whole number should stand there",
        );
        refused(
            "smartctl",
            text,
            ("12,345,678", "92,345,678"),
            "44:37: cannot believe \"92,345,678 [6.32 TB]\": 47.28 TB follows from what stands beside",
        );
        refused(
            "smartctl",
            text,
            ("result: PASSED", "result: PASSEED"),
            "36:51: cannot read \"PASSEED\": PASSED or FAILED should stand there",
        );
        refused(
            "smartctl",
            "smartctl/ata-a-7.1-failing.txt",
            (
                "  9 Power_On_Hours          0x0032   095",
                "  9 Power_On_Hours          0x0032   0x95",
            ),
            "35:38: cannot read \"0x95\": a number up to 255 should stand there",
        );
        refused(
            "smartctl",
            "smartctl/scsi-7.2.txt",
            ("20123:45", "20123:95"),
            "25:42: cannot read \"20123:95 [1207425 minutes]\": hours:minutes should stand there",
        );
        refused(
            "smartctl-json",
            "smartctl/nvme-7.4.json",
            ("\"percentage_used\": 3,", "\"percentage_used\": 3"),
            "30:5: cannot read the JSON: expected `,` or `}`",
        );
        refused(
            "smartctl-json",
            "smartctl/nvme-7.4.json",
            ("\"percentage_used\": 3,", "\"percentage_used\": \"few\","),
            "1:1: cannot read \"percentage_used: \"few\"\": a number should stand there",
        );
        refused(
            "nvme",
            "nvme/smart-log-2.txt",
            ("44 \u{b0}C (317 K)", "44 \u{b0}C (307 K)"),
            "3:18: cannot believe \"44 \u{b0}C (307 K)\": 34 C follows from what stands beside",
        );
        refused(
            "extcsd",
            "mmc/extcsd.txt",
            ("[SEC_COUNT: 0x03a3e000]", "[SEC_COUNT: 0x11122233344455566]"),
            "9:26: cannot read \"0x11122233344455566\": a hexadecimal number should stand there",
        );
        refused(
            "card-registers",
            "mmc/sd-sysfs.txt",
            ("scr:0245808700000000", "scr:02458087000000"),
            "12:31: cannot read \"02458087000000\": the digits of a register should stand there",
        );
    }

    #[test]
    fn output_in_a_page_of_markdown_is_the_same() {
        for (kind, file) in KINDS {
            if !matches!(kind, "smartctl" | "nvme") {
                continue;
            }
            let text = sample(file);
            let page = format!("# My drive\n\n```\n{}\n```\n\nThis is: it.\n", text.trim_end());
            let (one, other) = (read(kind, &text).unwrap(), read(kind, &page).unwrap());
            assert_eq!(one.len(), other.len(), "{file}");
            for (one, other) in one.iter().zip(&other) {
                assert_eq!(evidence(one).facts, evidence(other).facts, "{file}");
                assert_eq!(health(one), health(other), "{file}");
            }
        }
    }

    /// A truncated file gives no fact that the whole file does not give.
    #[test]
    fn what_is_cut_off_says_nothing_else() {
        for (kind, file) in KINDS {
            let text = sample(file);
            let whole = read(kind, &text).unwrap();
            let said: Vec<_> = whole.iter().flat_map(|it| &evidence(it).facts).collect();
            for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
                let Ok(found) = read(kind, &text[..end]) else { continue };
                for drive in &found {
                    for fact in &evidence(drive).facts {
                        assert!(said.contains(&fact), "{file} cut at {end}: {fact:?}");
                    }
                    let its = health(drive);
                    let is_part = whole.iter().any(|whole| {
                        let whole = health(whole);
                        let same = |one: Option<u64>, other: Option<u64>| {
                            one.is_none() || one == other
                        };
                        same(its.written_bytes, whole.written_bytes)
                            && same(its.power_on_s, whole.power_on_s)
                            && same(its.power_cycle_count, whole.power_cycle_count)
                            && (its.life_used_ratio.is_none()
                                || its.life_used_ratio <= whole.life_used_ratio)
                    });
                    assert!(is_part, "{file} cut at {end}: {its:?}");
                }
            }
        }
    }

    #[test]
    fn a_serial_number_that_somebody_covered_is_none() {
        let covered = [
            "XXXXXXXXXXXX",
            "xxx",
            "************",
            "S4EWNX0xxxxxxxx",
            "S4EW****0123",
            "S4EW...",
            "000000000000",
            "[REMOVED]",
            "<redacted>",
            "(hidden)",
            "SERIAL",
            "--",
            "####",
        ];
        let text = sample("smartctl/nvme-7.3.txt");
        for serial in covered {
            let found = read("smartctl", &text.replace("S000TEST0001", serial)).unwrap();
            assert_eq!(found[0].serial, None, "{serial}");
            assert!(found[0].model.is_some());
        }
        let json = sample("smartctl/nvme-7.4.json").replace("S000TEST0005", "XXXXXXXX");
        assert_eq!(read("smartctl-json", &json).unwrap()[0].serial, None);
        for serial in ["S000TEST0001", "WD-WXX1A0000", "000000000033", "5YXXX012", "0x1a2b3c4d"]
        {
            let found = read("smartctl", &text.replace("S000TEST0001", serial)).unwrap();
            assert_eq!(found[0].serial.as_deref(), Some(serial));
        }
    }

    /// Neither tool ends its lists with an empty line.
    #[test]
    fn whatever_follows_a_list_directly_ends_it() {
        let followers = [
            "me@host:~$ ",
            "[root@host ~]# date",
            "As you see: it is fine. Of 15 drives none is better",
            "***",
            "<p>That was it</p>",
        ];
        for (kind, file) in KINDS.into_iter().filter(|it| matches!(it.0, "smartctl" | "nvme")) {
            let text = sample(file).trim_end().to_owned();
            // Attributes are in the middle of a report; only nvme-cli's lists extend to the end of the output.
            let whole = read(kind, &format!("{text}\n\n")).unwrap();
            for follower in followers {
                let text = format!("{text}\n{follower}\n");
                let found = read(kind, &text).unwrap_or_else(|it| panic!("{file}: {it}"));
                assert_eq!(found.len(), whole.len(), "{file} {follower}");
                for (one, other) in found.iter().zip(&whole) {
                    assert_eq!(evidence(one).facts, evidence(other).facts, "{file} {follower}");
                    assert_eq!((&one.serial, &one.model), (&other.serial, &other.model));
                }
            }
        }
        let attributes = "=== START OF READ SMART DATA SECTION ===\n\
            ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE\n  \
            5 Reallocated_Sector_Ct   0x0033   100   100   010    Pre-fail  Always       -       0\n  \
            9 Power_On_Hours          0x0032   098   098   000    Old_age   Always       -       6322";
        for follower in followers.into_iter().chain(["</pre>", "2 of them are new"]) {
            let found = read("smartctl", &format!("{attributes}\n{follower}\n")).unwrap();
            assert_eq!(evidence(&found[0]).facts.len(), 2, "{follower}");
        }
        let page = read("smartctl", &format!("{attributes}</pre>\n<p>So it is</p>\n")).unwrap();
        fact(&page[0], "9 Power_On_Hours", "098 (worst 098, threshold 000); raw 6322");
        // A damaged row does not count as another kind of line.
        for (from, to) in [
            ("  9 Power", "  x9 Power"),
            ("098   098", "098   98x"),
            ("0x0032   098   098", ""),
        ] {
            let text = format!("{}\n", attributes.replace(from, to));
            assert_eq!(read("smartctl", &text).unwrap_err().line, 4, "{from}");
        }
        let health = "SMART/Health Information (NVMe Log 0x02)\nCritical Warning:                   0x00\n";
        for (row, is_row) in [
            ("Power Cycles:                       1,2", true),
            ("Power Cycles                        12", true),
            ("Host Read Commands:                 1,2", true),
            ("Power cycles. Many of them", false),
            ("Note: it is new", false),
        ] {
            let found = read("smartctl", &format!("{health}{row}\n"));
            assert_eq!(found.is_err(), is_row, "{row}: {found:?}");
        }
    }

    #[test]
    fn what_follows_the_registers_of_a_controller_is_none_of_them() {
        let text = "NVME Identify Controller:\nvid       : 0x144d\nsn        : S000TEST0007\n\
            mn        : Example SSD\nps    0 : mp:7.80W operational\n";
        for follower in
            ["me@host:~$ date", "host:~ me$", "```\nNote: new", "This is: it", "Note: x"]
        {
            let found = read("nvme", &format!("{text}{follower}\noacs : 0x17\n")).unwrap();
            assert_eq!(evidence(&found[0]).facts.len(), 2, "{follower}");
        }
        let more = read("nvme", &format!("{text}oacs : 0x17\nvs_long_name: 1\n")).unwrap();
        assert_eq!(evidence(&more[0]).facts.len(), 4);
    }

    #[test]
    fn what_is_of_another_drive_is_a_run_of_its_own() {
        let who = |device: &str| {
            format!(
                "=== START OF INFORMATION SECTION ===\nDevice Model:     {device}\nSerial Number:    {device}01\n\
                # -A, --attributes: prints the table\nUser Capacity:    124,034,899,968 bytes [124 GB]\n\n"
            )
        };
        let data = "=== START OF READ SMART DATA SECTION ===\n\
            ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE\n  \
            9 Power_On_Hours          0x0032   098   098   000    Old_age   Always       -       6322\n";
        let ask = |options: &str| format!("$ sudo smartctl {options}\n");
        let runs = |text: &str| -> Vec<String> {
            let found = read("smartctl", text).unwrap();
            let of = |it: &Imported| {
                let device = it.device.as_deref().unwrap_or("-");
                let serial = it.serial.as_deref().unwrap_or("-");
                format!("{device} {serial} {}", evidence(it).facts.len())
            };
            found.iter().map(of).collect()
        };
        let (sda, other) = (ask("-i /dev/sda") + &who("ONE"), ask("-A /dev/sdb") + data);
        assert_eq!(runs(&format!("{sda}{other}")), ["/dev/sda ONE01 1", "/dev/sdb - 1"]);
        let same = ask("-A /dev/sda") + data;
        assert_eq!(runs(&format!("{sda}{same}")), ["/dev/sda ONE01 2"]);
        // The same command again is for another drive of the same name, or another day.
        assert_eq!(runs(&format!("{sda}{same}{same}")), ["/dev/sda ONE01 2", "/dev/sda - 1"]);
        assert_eq!(runs(&format!("{}{data}{data}", who("ONE"))), ["- ONE01 2", "- - 1"]);
        // A table alone is a report, and so is a second one.
        let table = &data[data.find("ID#").unwrap()..];
        assert_eq!(runs(&table.repeat(2)), ["- - 1", "- - 1"]);
    }

    #[test]
    fn a_health_log_without_its_head_is_read() {
        let text = "$ nvme smart-log /dev/nvme7\ncritical_warning                    : 0\n\
            temperature                         : 42 C\npower_cycles                        : 421\n";
        let found = read("nvme", text).unwrap();
        assert_eq!(health(&found[0]).power_cycle_count, Some(421));
        assert_eq!(found[0].device.as_deref(), Some("/dev/nvme7"));
        let is_its = |text: &str| matches!(recognise(&Source { name: "a", text }), Recognised::As(it) if it.kind == "nvme");
        assert!(is_its(text) && !is_its("critical_warning : 0\n"));
    }

    #[test]
    fn a_covered_model_or_firmware_is_none() {
        let text = sample("smartctl/nvme-7.3.txt");
        for covered in ["xxxx", "***", "XXXXXXXX", "[removed]"] {
            let text =
                text.replace("Example SSD 990 1TB", covered).replace("4B2QEXM7", covered);
            let found = read("smartctl", &text).unwrap();
            assert_eq!((&found[0].model, &found[0].firmware), (&None, &None), "{covered}");
        }
        for shown in ["1", "XG5", "0000", "TX"] {
            let found = read("smartctl", &text.replace("4B2QEXM7", shown)).unwrap();
            assert_eq!(found[0].firmware.as_deref(), Some(shown));
        }
        let old = r#"{"smartctl": {"version": [6, 7]}, "model_name": "A", "revision": "N004", "power_cycle_count": 1}"#;
        assert_eq!(read("smartctl-json", old).unwrap()[0].firmware.as_deref(), Some("N004"));
    }
}

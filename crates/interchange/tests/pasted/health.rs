//! Drives' health reports, and tables of bonnie++ and f3, in pastes.

use iogram_interchange::{
    Imported, Recognised, Refusal, Source, find_importer, read_f3, recognise,
};
use iogram_model::{DriveWarning, Evidence, ImportedHealth};

use crate::importing::evidence;

fn read(kind: &str, text: &str) -> Result<Vec<Imported>, Refusal> {
    find_importer(kind).unwrap().read(&Source { name: "log", text })
}

#[track_caller]
fn only(kind: &str, text: &str) -> Imported {
    let mut found = read(kind, text).unwrap();
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

fn health(imported: &Imported) -> ImportedHealth {
    evidence(imported).health.as_deref().cloned().unwrap_or_default()
}

fn fact<'a>(imported: &'a Imported, name: &str) -> Option<&'a str> {
    let facts = &evidence(imported).facts;
    facts.iter().find(|it| it.name == name).map(|it| it.value.as_str())
}

fn is_recognised(kind: &str, text: &str) -> bool {
    let source = Source { name: "log", text };
    matches!(recognise(&source), Recognised::As(it) if it.kind == kind)
}

/// Device, model, serial number, firmware, verdict; the count of facts.
fn drives(text: &str) -> Vec<String> {
    let of = |it: &Imported| {
        let word = |it: &Option<String>| it.clone().unwrap_or_else(|| "-".to_owned());
        let verdict = match health(it).is_passed {
            None => "-",
            Some(true) => "passed",
            Some(false) => "failed",
        };
        let Imported { device, model, serial, firmware, .. } = it;
        let (device, model) = (word(device), word(model));
        format!("{device} {model} {} {} {verdict}", word(serial), word(firmware))
    };
    read("smartctl", text).unwrap().iter().map(of).collect()
}

const HEAD: &str = "smartctl 7.3 2022-02-28 r5338 [x86_64-linux-6.1.0] (local build)\n";
const DATA: &str = "=== START OF READ SMART DATA SECTION ===\n";

#[test]
fn a_bridge_that_says_0_of_both_temperatures_knows_none() {
    let of = |now: &str, trip: &str| {
        let text = format!(
            "{HEAD}{DATA}SMART Health Status: OK\nCurrent Drive Temperature:     {now}\n\
             Drive Trip Temperature:        {trip}\n\n"
        );
        let found = only("smartctl", &text);
        assert_eq!(fact(&found, "Drive Trip Temperature"), Some(trip));
        assert_eq!(fact(&found, "Current Drive Temperature"), Some(now));
        health(&found).temperature_celsius
    };
    assert_eq!(of("0 C", "0 C"), None);
    assert_eq!(of("0 C", "65 C"), Some(0.0));
    assert_eq!(of("31 C", "0 C"), Some(31.0));
    assert_eq!(of("31 C", "65 C"), Some(31.0));
}

#[test]
fn what_smartctl_calls_not_available_is_unknown() {
    let text = format!(
        "smartctl 5.40 [i686-linux-gnu] Copyright (C) 2002-8 Bruce Allen\n\n{DATA}\
         SMART Health Status: DATA CHANNEL IMPENDING FAILURE [asc=5d, ascq=32]\n\n\
         Current Drive Temperature:     <not available>\nDrive Trip Temperature:        <not available>\n\
         Elements in grown defect list: 12\n\n"
    );
    let found = only("smartctl", &text);
    let its = health(&found);
    assert_eq!((its.is_passed, its.temperature_celsius), (Some(false), None));
    assert_eq!(fact(&found, "Elements in grown defect list"), Some("12"));
    let refused = read("smartctl", &text.replacen("<not available>", "<warm>", 1)).unwrap_err();
    assert_eq!((refused.line, refused.column), (6, 32));
    let silent = format!("{HEAD}{DATA}SMART Health Status:\nNon-medium error count: 3\n\n");
    assert_eq!(health(&only("smartctl", &silent)).is_passed, None);
}

#[test]
fn the_oldest_heads_of_smartctl_have_a_version() {
    for (head, version) in [
        ("smartctl version 5.31 Copyright (C) 2002-4 Bruce Allen", Some("5.31")),
        ("smartctl version 5.38 [i686-pc-linux-gnu] Copyright (C) 2002-8", Some("5.38")),
        ("smartctl version 5.31 is what I have", None),
    ] {
        let text = format!(
            "{head}\n{DATA}SMART overall-health self-assessment test result: PASSED\n\n"
        );
        assert_eq!(evidence(&only("smartctl", &text)).version.as_deref(), version, "{head}");
    }
}

const ROWS: &str = "Critical Warning:                   0x04\n\
    Temperature:                        51 Celsius\n\
    Available Spare:                    96%\n\
    Available Spare Threshold:          10%\n\
    Percentage Used:                    104%\n\
    Data Units Read:                    2\u{2019}000\u{2019}000 [1.02 TB]\n\
    Power On Hours:                     1\u{2019}234\n\
    Media and Data Integrity Errors:    7\n";

#[test]
fn rows_of_a_health_log_are_read_without_its_head() {
    let expected = ImportedHealth {
        is_warning: Some(true),
        temperature_celsius: Some(51.0),
        spare_ratio: Some(0.96),
        life_used_ratio: Some(1.04),
        read_bytes: Some(2_000_000 * 512_000),
        power_on_s: Some(1234 * 3600),
        media_error_count: Some(7),
        warns_of: vec![DriveWarning::Reliability],
        spare_threshold_ratio: Some(0.1),
        ..ImportedHealth::default()
    };
    let title = "=== START OF SMART DATA SECTION ===\n";
    let head = "SMART/Health Information (NVMe Log 0x02)\n";
    let later = ROWS.split_once('\n').unwrap().1;
    for text in [
        format!("{title}{ROWS}"),
        format!("{title}\n{ROWS}\n"),
        ROWS.to_owned(),
        format!("{title}{head}{ROWS}\n"),
        // Some copies have an empty line after every line.
        format!("{title}{head}{ROWS}\n").replace('\n', "\n\n"),
        format!("{title}{ROWS}\n").replace('\n', "\n\n"),
        format!("```\n{ROWS}```\n"),
    ] {
        assert!(is_recognised("smartctl", &text), "{text}");
        let found = only("smartctl", &text);
        assert_eq!(health(&found), expected, "{text}");
        assert_eq!(evidence(&found).facts.len(), 8, "{text}");
    }
    let found = only("smartctl", &format!("{title}\n{later}\n"));
    assert_eq!(
        health(&found),
        ImportedHealth { is_warning: None, warns_of: Vec::new(), ..expected }
    );
    let spoilt = format!("{title}{}", later.replace("51 Celsius", "warm"));
    assert_eq!(read("smartctl", &spoilt).unwrap_err().line, 2);
    assert!(!is_recognised("smartctl", "Critical Warning: none of them\n"));
}

#[test]
fn rows_of_another_health_log_are_of_another_drive() {
    let title = "=== START OF SMART DATA SECTION ===\n";
    let head = "SMART/Health Information (NVMe Log 0x02)\n";
    let other = ROWS.replace("51 Celsius", "29 Celsius");
    let degrees = |text: &str| -> Vec<Option<f64>> {
        let found = read("smartctl", text).unwrap();
        found.iter().map(|it| health(it).temperature_celsius).collect()
    };
    for between in ["", "\n", "\nThe second one:\n", head, title, "```\n\n```\n"] {
        let text = format!("{title}{head}{ROWS}{between}{other}\n");
        assert_eq!(degrees(&text), [Some(51.0), Some(29.0)], "{between}");
        let text = format!("{ROWS}{between}{other}\n");
        assert_eq!(degrees(&text), [Some(51.0), Some(29.0)], "{between}");
    }
    // Without a first row, the drive of these rows is unknown.
    let later = other.split_once('\n').unwrap().1;
    for between in ["\n", "\nThe second one:\n"] {
        assert_eq!(degrees(&format!("{title}{ROWS}{between}{later}\n")), [Some(51.0)]);
    }
}

#[test]
fn a_report_of_smartctl_without_any_title_is_read() {
    let who = "Model Family:     Example SSDs\nDevice Model:     EXAMPLE 250\nSerial Number:    TEST0250\n\
        Firmware Version: X1\nUser Capacity:    250,059,350,016 bytes [250 GB]\n\n";
    let passed = "SMART overall-health self-assessment test result: PASSED\n\n";
    let failed = "SMART overall-health self-assessment test result: FAILED!\n\n";
    let ask = |words: &str| format!("# {words}\nsmartctl {words}\n");
    let (whole, other) = ("/dev/sda EXAMPLE 250 TEST0250 X1 passed", "/dev/sdb - - - failed");
    let asked = [ask("-i /dev/sda"), ask("-H /dev/sda"), ask("-H /dev/sdb")];
    let text = format!("{}{who}{}{passed}{}{failed}", asked[0], asked[1], asked[2]);
    assert_eq!(drives(&text), [whole, other]);
    assert!(is_recognised("smartctl", &text));
    let found = read("smartctl", &text).unwrap();
    assert_eq!(found[0].capacity_bytes, Some(250_059_350_016));
    assert_eq!(fact(&found[0], "Model Family"), Some("Example SSDs"));
    // The second model's family is that of the second drive.
    let nameless = who.split_once('\n').unwrap().1.replace("250", "500");
    let [first, second] = ["- EXAMPLE 500 TEST0500 X1 -", "- EXAMPLE 250 TEST0250 X1 -"];
    assert_eq!(drives(&format!("{nameless}{who}")), [first, second]);
    assert_eq!(drives(&format!("{who}{nameless}")), [second, first]);
    let title = "=== START OF INFORMATION SECTION ===\n";
    assert_eq!(drives(&format!("{nameless}{title}{who}")), [first, second]);
    // Two verdicts, and one in a separate block, may be of different drives.
    assert_eq!(drives(&format!("{passed}{failed}")), ["- - - - passed", "- - - - failed"]);
    let fenced = format!("```\n{who}```\n\n```\n{failed}```\n");
    assert_eq!(drives(&fenced), [second, "- - - - failed"]);
    let fenced = format!("```\n{}{who}```\n\n```\n{}{passed}```\n", asked[0], asked[1]);
    assert_eq!(drives(&fenced), [whole]);
    // Later lines do not belong to it, and a model alone may be from another tool.
    let found = only(
        "smartctl",
        &format!("{who}Timing disk reads: 1 MB\n{}", who.replace("Model", "Mode1")),
    );
    assert_eq!(evidence(&found).facts.len(), 2);
    let hdparm =
        "/dev/sdb:\n Timing buffered disk reads: 332 MB in  3.01 seconds = 110.30 MB/sec\n";
    assert!(is_recognised("hdparm", &format!("Device Model:     EXAMPLE 250\n{hdparm}")));
    // A sentence about a verdict or model is not a report.
    for words in [
        "SMART overall-health self-assessment test result: it was fine\n",
        "Device Model: EXAMPLE\n",
    ] {
        assert!(read("smartctl", words).is_err(), "{words}");
    }
}

#[test]
fn an_old_report_of_a_scsi_drive_has_no_titles() {
    let head = "# smartctl -a /dev/sdc\nsmartctl 5.41 2011-06-09 r3365 [x86_64-linux-3.2.0] (local build)\n\
        Copyright (C) 2002-11 by Bruce Allen, http://smartmontools.sourceforge.net\n \n";
    let new = "Vendor:               EXAMPLE \nProduct:              SAS0300         \nRevision:             B001\n\
        User Capacity:        300,000,000,000 bytes [300 GB]\n";
    let old = "Device: EXAMPLE  SAS0300          Version: B001\n";
    let rest = "Serial number:        TEST0300\nDevice type:          disk\n\
        Device supports SMART and is Enabled\nTemperature Warning Enabled\n\
        SMART Health Status: FAILURE PREDICTION THRESHOLD EXCEEDED [asc=5d, ascq=0]\n \n\
        Current Drive Temperature:     41 C\nDrive Trip Temperature:        68 C\n\
        Elements in grown defect list: 1987\n\nError counter log:\n\
        read:   3000        7         0      3007       3007        512.500           2\n\n";
    for who in [new, old] {
        let text = format!("{head}{who}{rest}");
        assert_eq!(drives(&text), ["/dev/sdc EXAMPLE SAS0300 TEST0300 B001 failed"]);
        let found = only("smartctl", &text);
        let its = health(&found);
        assert_eq!(
            (its.temperature_celsius, its.read_bytes),
            (Some(41.0), Some(512_500_000_000))
        );
        assert_eq!(fact(&found, "Elements in grown defect list"), Some("1987"));
        assert_eq!(evidence(&found).version.as_deref(), Some("5.41"));
    }
    // Lines before a title, outside of smartctl's columns, may be ordinary text.
    let spoken = format!("{head}Vendor: EXAMPLE\nSMART Health Status: good\n");
    assert!(read("smartctl", &spoken).is_err());
}

const SMART_LOG: &str = "Smart Log for NVME device:nvme1 namespace-id:ffffffff\n\
    critical_warning                    : 0x08\n\
    \x20     Available Spare[0]             : 0\n\
    temperature                         : 61 C\n\
    available_spare                     : 4%\n\
    percentage_used                     : 113%\n\
    media_errors                        : 21\n";

fn indented(text: &str, indent: &str) -> String {
    text.lines().map(|it| format!("{indent}{it}\n")).collect()
}

#[test]
fn an_indented_log_of_nvme_is_the_same_log() {
    let plain = only("nvme", SMART_LOG);
    assert_eq!(health(&plain).life_used_ratio, Some(1.13));
    assert_eq!(health(&plain).is_warning, Some(true));
    let headless = SMART_LOG.split_once('\n').unwrap().1;
    for indent in ["    ", "\t", " "] {
        for text in [
            indented(SMART_LOG, indent),
            indented(headless, indent),
            format!("{}{headless}", indented("Smart Log for NVME device:nvme1", indent)),
            format!("Smart Log for NVME device:nvme1\n{}", indented(headless, indent)),
            // A copy that began after the first spaces.
            indented(headless, indent).trim_start().to_owned(),
            format!("{indent}{headless}"),
            format!("{}That: was it.\n", indented(SMART_LOG, indent)),
        ] {
            assert!(is_recognised("nvme", &text), "{text}");
            let found = only("nvme", &text);
            assert_eq!(health(&found), health(&plain), "{text}");
            assert_eq!(evidence(&found).facts, evidence(&plain).facts, "{text}");
        }
    }
    let spoilt = indented(&SMART_LOG.replace("113%", "1l3%"), "    ");
    assert_eq!(read("nvme", &spoilt).unwrap_err().line, 6);
}

#[test]
fn an_indented_identify_is_the_same() {
    let controller = "NVME Identify Controller:\nvid       : 0x1b36\nsn        : TEST0512\n\
        mn        : Example SSD 512\nfr        : 1.0\nrab       : 6\n  [2:2] : 0x1\tsomething\n";
    let namespace = "NVME Identify Namespace 1:\nnsze    : 0x1000\n  [0:0] : 0\tthin\n\
        lbaf  0 : ms:0   lbads:9  rp:0 \nlbaf  1 : ms:0   lbads:12 rp:0 (in use)\n";
    for indent in ["", "    ", "\t"] {
        let text = indented(&format!("{controller}\n{namespace}"), indent);
        let found = read("nvme", &text).unwrap();
        let [controller, namespace] = found.as_slice() else { panic!("{found:#?}") };
        assert_eq!(controller.model.as_deref(), Some("Example SSD 512"));
        assert_eq!(controller.serial.as_deref(), Some("TEST0512"));
        assert_eq!(evidence(controller).facts.len(), 2, "{indent:?}");
        assert_eq!(namespace.capacity_bytes, Some(0x1000 * 4096));
        assert_eq!(evidence(namespace).facts.len(), 3, "{indent:?}");
    }
}

#[test]
fn a_name_without_its_value_is_in_the_middle_of_a_log() {
    let log = |middle: &str| {
        format!(
            "Smart Log for NVME device:nvme0 namespace-id:ffffffff\n\
             critical_warning                    : 0\n{middle}\n\
             data_units_read                     : 1,000\n\
             power_on_hours                      : 2,345\nmedia_errors                        : 6\n"
        )
    };
    for middle in
        ["endurance group critical warning summary:", "host_read_commands :", "temperature :"]
    {
        let its = health(&only("nvme", &log(middle)));
        assert_eq!((its.power_on_s, its.media_error_count), (Some(2345 * 3600), Some(6)));
        assert_eq!(its.read_bytes, Some(512_000_000), "{middle}");
        assert_eq!(its.temperature_celsius, None);
    }
    // Rows below a person's heading may be of another drive.
    assert_eq!(health(&only("nvme", &log("My second drive:"))).power_on_s, None);
}

const RATES: &str = "------Sequential Output------ --Sequential Input- --Random-\n                    \
    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n";
const MACHINE: &str =
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n";
const FILES: &str = "                    ------Sequential Create------ --------Random Create--------\n                    \
    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n\
    files:max:min        /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n";

/// Twelve figures with this second rate.
fn figures(rate: u32) -> String {
    format!("1000  90 {rate}  12  5000  11  3000  98 17000  20 184.5   2")
}

/// Files per second, with this first figure.
fn files(rate: u32) -> String {
    format!("{rate}  41 +++++ +++ 10157  41  9690  38 +++++ +++  6105  21")
}

/// Machine, size, files, KiB/s of blocks written, files created per second, version.
fn tables(text: &str) -> Vec<String> {
    let of = |it: &Imported| {
        let fact = |name: &str| fact(it, name).unwrap_or("-").to_owned();
        let results = &evidence(it).results;
        let figure = |name: &str, figure: &str, unit: f64| {
            let its = results.iter().find(|it| it.name == name);
            its.map_or("-".to_owned(), |it| format!("{}", it.figures[figure] / unit))
        };
        let blocks = figure("sequential output block", "bytes_per_s", 1024.0);
        let created = figure("sequential create", "operations_per_s", 1.0);
        let version = evidence(it).version.as_deref().unwrap_or("-");
        let (machine, size, files) = (fact("machine"), fact("size"), fact("files"));
        format!("{machine} {size} {files} {blocks} {created} {version}")
    };
    read("bonnie", text).unwrap().iter().map(of).collect()
}

#[test]
fn a_size_is_no_machine() {
    let nameless = "Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n";
    for (head, one, expected) in [
        (nameless, "4G", "- 4G"),
        (nameless, "2048", "- 2048"),
        (MACHINE, "16G", "- 16G"),
        (MACHINE, "nas", "nas -"),
        (MACHINE, "nas 16G", "nas 16G"),
        (MACHINE, "4G nas", "4G nas"),
        (MACHINE, "64G:4k::9", "- 64G"),
        (MACHINE, "nas:64G::9", "nas 64G"),
    ] {
        let text = format!("Version 1.03 {RATES}{head}{one} {}\n\n", figures(7000));
        assert_eq!(tables(&text), [format!("{expected} - 7000 - 1.03")], "{one}");
    }
}

#[test]
fn rows_of_bonnie_go_on_without_a_machine() {
    let table = |rows: &[&str]| {
        let rows: String =
            rows.iter().zip(1..).map(|(it, at)| format!("> {it} {}\n", figures(at))).collect();
        format!("> Version 1.03 {RATES}> {MACHINE}{rows}>\n> That was it.\n")
    };
    let expected =
        ["2.6.9 16G - 1 - 1.03", "- - - 2 - 1.03", "- 8G - 3 - 1.03", "- - - 4 - 1.03"];
    assert_eq!(tables(&table(&["2.6.9  16G", "          ", "8G", ""])), expected);
    // In a row below a bare number, the first figure may be that number.
    assert_eq!(read("bonnie", &table(&["nas 2048", ""])).unwrap_err().line, 5);
    assert!(read("bonnie", &table(&["", ""])).is_err());
    // A truncated row does not count as one with fewer figures.
    for row in ["", "nas  16G"] {
        let cut = table(&["nas  16G", row]).replace(" 2  12  5000", " 5000");
        assert_eq!(read("bonnie", &cut).unwrap_err().line, 5, "{row}");
    }
    let fast = format!(
        "Version 1.03 {RATES}{MACHINE}nas 1G:8k  7  41 10177  13  25450  16 145.5   3\n \
         8  42  9849  12  25920  17 146.4   3\n\n"
    );
    assert_eq!(tables(&fast), ["nas 1G:8k - 7 - 1.03", "- - - 8 - 1.03"]);
}

#[test]
fn a_row_of_files_may_name_its_machine() {
    let rates =
        |name: &str| format!("Version 1.97 {RATES}{MACHINE}{name} 4G {}\n", figures(70));
    let row = |name: &str, rate: u32| format!("{name}      16 {}\n", files(rate));
    let latency =
        "Latency               949us     818us    2210us    1868us      28us     35us \n";
    let text = format!("{}{FILES}{}{latency}\n", rates("one"), row("one", 500));
    assert_eq!(tables(&text), ["one 4G 16 70 500 1.97"]);
    let found = only("bonnie", &text);
    let created = evidence(&found).results.iter().find(|it| it.name == "sequential create");
    assert_eq!(created.unwrap().figures["latency_max_ns"], 949e3);
    // A long name is shortened to make room for later columns.
    let text = format!("{}{FILES}{}\n", rates("long-machi"), row("long-machine", 500));
    assert_eq!(tables(&text), ["long-machi 4G 16 70 500 1.97"]);
    // Another machine's files belong to another report.
    let text = format!("{}{FILES}{}\n", rates("one"), row("two", 500));
    assert_eq!(tables(&text), ["one 4G - 70 - 1.97", "two - 16 - 500 -"]);
    let both = format!("{}two 4G {}\n{FILES}", rates("one"), figures(71));
    let text = format!("{both}{}{}\n", row("one", 500), row("two", 501));
    assert_eq!(tables(&text), ["one 4G 16 70 500 1.97", "two 4G 16 71 501 1.97"]);
    let text = format!("{both}{}{}\n", row("two", 501), row("one", 500));
    let apart = ["two - 16 - 501 -", "one - 16 - 500 -"];
    assert_eq!(tables(&text)[2..], apart);
    // A row that lacks figures is truncated, with and without a name.
    let cut = row("one", 500).replace("  6105  21", "");
    assert!(read("bonnie", &format!("{}{FILES}{cut}\n", rates("one"))).is_err());
}

#[test]
fn each_table_of_files_is_a_run() {
    for (name, machine) in [("one", "one"), ("", "-")] {
        let table = |rate: u32| format!("{FILES}{name}   30:1:1:10 {}\n\n", files(rate));
        let text = format!("Before\n{}After\n{}", table(300), table(400));
        let expected = [300, 400].map(|it| format!("{machine} - 30:1:1:10 - {it} -"));
        assert_eq!(tables(&text), expected);
    }
}

#[test]
fn the_speeds_of_f3_have_two_spellings() {
    for (reading, writing) in [("Reading", "Writing"), ("reading", "writing")] {
        let text = format!(
            "Creating file 1.h2w ... OK!\nFree space: 0.00 Byte\nAverage {writing} speed: 3.00 MB/s\n\
             Validating file 1.h2w ... 2097152/        0/      0/      0\n\n  Data OK: 1.00 GB (2097152 sectors)\n\
             Data LOST: 0.00 Byte (0 sectors)\n\t       Corrupted: 0.00 Byte (0 sectors)\n\
             \tSlightly changed: 0.00 Byte (0 sectors)\n\t     Overwritten: 0.00 Byte (0 sectors)\n\
             Average {reading} speed: 8.00 MB/s\n"
        );
        let found = read_f3(&text).unwrap();
        let Evidence::F3(found) = &found.probes[0].evidence else { panic!("{found:?}") };
        assert_eq!(found.read_bytes_per_s, Some(8 << 20));
        assert_eq!(found.write_bytes_per_s, Some(3 << 20));
    }
}

#[test]
fn what_another_command_prints_is_not_of_the_drive() {
    let head = "root@nas:~# smartctl -i /dev/sda\nsmartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.12.33] (local build)\n\n=== START OF INFORMATION SECTION ===\nDevice Model:     HGST HUS724020ALA640\nSerial Number:    PN2181P5H50Y4X\nFirmware Version: MF6OA8B0\nUser Capacity:    2,000,398,934,016 bytes [2.00 TB]\n\n";
    let board =
        "Base Board Information\n\tManufacturer: Supermicro\n\tSerial Number: ZM149S022155\n";
    let other = "\n/dev/sdb:\n\nATA device\n\tModel Number:       Samsung SSD 860 EVO 1TB\n\tSerial Number:      S3Z8NB0K123456A\n\tTransport:          Serial\n";
    for prompt in [
        "root@nas:~# hdparm -I /dev/sdb\n",
        "[root@nas tmp]# hdparm -I /dev/sdb\n",
        "$ sudo hdparm -I /dev/sdb\n",
        "# hdparm -I /dev/sdb\n",
        "nas:~# hdparm -I /dev/sdb\n",
        "bash-3.00# hdparm -I /dev/sdb\n",
        "",
    ] {
        for rest in [board, other] {
            let found = only("smartctl", &format!("{head}{prompt}{rest}"));
            assert_eq!(found.serial.as_deref(), Some("PN2181P5H50Y4X"), "{prompt}{rest}");
            assert_eq!(found.model.as_deref(), Some("HGST HUS724020ALA640"), "{prompt}{rest}");
            assert_eq!(fact(&found, "Transport"), None, "{prompt}{rest}");
            assert_eq!(fact(&found, "Manufacturer"), None, "{prompt}{rest}");
        }
    }
    // smartctl's own command continues the report.
    let more = "root@nas:~# smartctl -H /dev/sda\nSMART overall-health self-assessment test result: PASSED\n";
    let found = only("smartctl", &format!("{head}{more}"));
    assert_eq!(health(&found).is_passed, Some(true));
}

#[test]
fn a_capacity_that_says_two_things_is_none() {
    let text = |bytes: &str| {
        format!(
            "smartctl 6.6 2017-11-05 r4594 [x86_64-w64-mingw32-win7-sp1] (sf-6.6-1)\n=== START OF INFORMATION SECTION ===\nDevice Model:     KINGSTON SV300S37A120G\nUser Capacity:    {bytes}\n"
        )
    };
    for bytes in [
        "120,034,123,776 bytes [120 GB]",
        "2,000,398,934,016 bytes [2.00 TB]",
        "1.000.204.886.016 bytes [1,00 TB]",
        "4,012,900,352 bytes [4.01 GB]",
    ] {
        only("smartctl", &text(bytes));
    }
    let refusal = read("smartctl", &text("120 bytes [120 GB]")).unwrap_err();
    assert_eq!((refusal.line, refusal.column), (4, 19), "{refusal}");
}

#[test]
fn an_attribute_below_its_threshold_is_a_warning() {
    let text = |failed: &str| {
        format!(
            "smartctl 6.5 2016-01-24 r4214 [x86_64-linux-4.4.0-96-generic] (local build)\n=== START OF READ SMART DATA SECTION ===\nSMART overall-health self-assessment test result: PASSED\nPlease note the following marginal Attributes:\nID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE\n184 End-to-End_Error        0x0032   063   063   099    Old_age   Always   {failed} 37\n"
        )
    };
    for (failed, expected) in [("FAILING_NOW", Some(true)), ("In_the_past", None), ("-", None)]
    {
        let found = only("smartctl", &text(failed));
        assert_eq!(health(&found).is_warning, expected, "{failed}");
    }
    let json = r#"{"json_format_version":[1,0],"smartctl":{"version":[7,2]},"device":{"name":"/dev/sda"},"model_name":"X","smart_status":{"passed":true},"ata_smart_attributes":{"table":[{"id":184,"name":"End-to-End_Error","value":63,"worst":63,"thresh":99,"when_failed":"now","raw":{"value":37,"string":"37"}}]}}"#;
    assert_eq!(health(&only("smartctl-json", json)).is_warning, Some(true));
}

#[test]
fn a_serial_number_below_a_report_without_one_is_of_another_piece() {
    let ata = format!(
        "{HEAD}\n=== START OF INFORMATION SECTION ===\nModel Family:     WD Blue\n\
         Device Model:     WDC WD10EZEX-08WN4A0\nFirmware Version: 01.01A01\n\
         User Capacity:    1,000,204,886,016 bytes [1.00 TB]\n\
         Local Time is:    Fri Nov 27 12:00:00 2026 UTC\n\
         SMART support is: Available - device has SMART capability.\n\
         SMART support is: Enabled\n"
    );
    let nvme = format!(
        "{HEAD}\n=== START OF INFORMATION SECTION ===\n\
         Model Number:                       WD_BLACK SN770 1TB\n\
         Firmware Version:                   731030WD\n\
         Total NVM Capacity:                 1,000,204,886,016 [1.00 TB]\n"
    );
    let scsi = format!(
        "{HEAD}\n=== START OF INFORMATION SECTION ===\nVendor:               SEAGATE\n\
         Product:              ST3300657SS\nRevision:             0008\n\
         User Capacity:        300,000,000,000 bytes [300 GB]\n"
    );
    let below = [
        "\nBase Board Information\n\tManufacturer: ASUSTeK\n\tProduct Name: PRIME\n\tSerial Number: 190653\n",
        "\n/dev/sdb:\n\nATA device, with non-removable media\n\tModel Number:       Other\n\tSerial Number:      S3Z9NB0K\n\tFirmware Revision:  01.01\n",
        "/dev/sdb:\n\n\tSerial Number:      S3Z9NB0K\n",
        "\nSystem:    Host: nas Kernel: 6.1\nSerial Number: 190653\n",
        "\nThe mainboard has this one:\nSerial Number: 190653\n",
        "\n  *-disk\n       product: Other\n       serial: S3Z9NB0K\n\nSerial Number: 190653\n",
    ];
    for report in [&ata, &nvme, &scsi] {
        let alone = only("smartctl", report);
        for text in below {
            let found = only("smartctl", &format!("{report}{text}"));
            assert_eq!(found.serial, None, "{report}{text}");
            assert_eq!((&found.model, &found.firmware), (&alone.model, &alone.firmware));
            assert_eq!(evidence(&found).facts, evidence(&alone).facts, "{report}{text}");
        }
    }
    // Directly after the last line of the drive's identity, not even an empty line is needed.
    for text in
        ["Serial Number: 190653\n", "Handle 0x0002, DMI type 2\n\tSerial Number: 190653\n"]
    {
        let found = only("smartctl", &format!("{ata}{text}"));
        assert_eq!(found.serial, None, "{text}");
        assert_eq!(evidence(&found).facts, evidence(&only("smartctl", &ata)).facts, "{text}");
    }
}

#[test]
fn a_section_whose_columns_were_lost_is_read_to_its_end() {
    let text = format!(
        "{HEAD}\n  === START OF INFORMATION SECTION ===\n  Device Model: WDC WD10EZEX\n\n  Serial Number: WCC3F\n\n\
         \x20 Firmware Version: 01.01A01\n\n  User Capacity: 1,000,204,886,016 bytes [1.00 TB]\n\n\
         \x20 Local Time is: Fri Nov 27 12:00:00 2026 UTC\n\n\
         \x20 ==> WARNING: A firmware update for this drive may be available,\n\
         \x20 see the following pages:\n  http://www.example.org\n\n\
         \x20 SMART support is: Enabled\n\n  Write cache is: Enabled\n"
    );
    let found = only("smartctl", &text);
    assert_eq!(drives(&text), ["- WDC WD10EZEX WCC3F 01.01A01 -"]);
    assert_eq!(found.capacity_bytes, Some(1_000_204_886_016));
    assert_eq!(fact(&found, "Write cache is"), Some("Enabled"));
}

//! smartctl on failing drives, and on drives that it cannot open. Also damaged lines, which do not end a table.

use iogram_interchange::{Imported, Refusal, Source, find_importer};

use crate::importing::{self, evidence, sample};

fn read(text: &str) -> Result<Vec<Imported>, Refusal> {
    find_importer("smartctl").unwrap().read(&Source { name: "log", text })
}

const HEAD: &str = "smartctl 7.2 2020-12-30 r5155 [x86_64-linux-5.10.0] (local build)\n\n";
const TABLE: &str = "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE\n";
const FAILING: &str = "  5 Reallocated_Sector_Ct   0x0033   005   005   036    Pre-fail  Always   FAILING_NOW 62000\n";
const OTHER: &str = "  9 Power_On_Hours          0x0032   080   080   000    Old_age   Always       -       17720\n";

fn names(found: &Imported) -> Vec<&str> {
    evidence(found).facts.iter().map(|it| it.name.as_str()).collect()
}

#[test]
fn the_table_of_failed_attributes_is_of_the_drive_whose_whole_table_follows() {
    let identity = "=== START OF INFORMATION SECTION ===\nDevice Model:     ST2000DM001-1CH164\n\
        Serial Number:    Z1E3ABCD\n\n";
    let all = "General SMART Values:\nOffline data collection status:  (0x82)\n\n\
        Vendor Specific SMART Attributes with Thresholds:\n";
    let verdict = "SMART overall-health self-assessment test result";
    for (said, title, is_passed) in [
        (
            "FAILED!\nDrive failure expected in less than 24 hours. SAVE ALL DATA.",
            "Failed",
            false,
        ),
        ("PASSED", "Please note the following marginal", true),
    ] {
        let data = format!(
            "=== START OF READ SMART DATA SECTION ===\n{verdict}: {said}\n{title} Attributes:\n{TABLE}{FAILING}\n"
        );
        let whole = format!("{HEAD}{identity}{data}{all}{TABLE}{FAILING}{OTHER}\n");
        let found = read(&whole).unwrap();
        assert_eq!(found.len(), 1, "{title}");
        assert_eq!(found[0].serial.as_deref(), Some("Z1E3ABCD"), "{title}");
        assert_eq!(names(&found[0]), [verdict, "5 Reallocated_Sector_Ct", "9 Power_On_Hours"]);
        let health = evidence(&found[0]).health.as_ref().unwrap();
        assert_eq!(
            (health.is_passed, health.is_warning),
            (Some(is_passed), is_passed.then_some(true))
        );
        // With `-H`, smartctl prints no other table.
        let alone = read(&format!("{HEAD}{data}")).unwrap();
        assert_eq!(names(&alone[0]), [verdict, "5 Reallocated_Sector_Ct"]);
        // A table below the first belongs to another drive or another day.
        let twice = read(&format!("{whole}{TABLE}{FAILING}\n")).unwrap();
        assert_eq!(twice.len(), 2, "{title}");
        assert_eq!((twice[1].serial.as_deref(), names(&twice[1]).len()), (None, 1));
    }
}

#[test]
fn what_smartctl_says_in_place_of_a_report_is_the_reason_of_its_refusal() {
    let said = |text: &str| read(&format!("{HEAD}{text}")).unwrap_err().to_string();
    assert_eq!(
        said("Smartctl open device: /dev/sda failed: Permission denied\n"),
        "3:1: cannot find a drive in it: smartctl says \"Smartctl open device: /dev/sda failed: Permission denied\""
    );
    let bridge = "/dev/sdb: Unknown USB bridge [0x152d:0x0578 (0x508)]\n\
        Please specify device type with the -d option.\n\nUse smartctl -h to get a usage summary\n";
    assert_eq!(
        said(bridge),
        "3:1: cannot find a drive in it: smartctl says \"/dev/sdb: Unknown USB bridge [0x152d:0x0578 (0x508)] Please specify device type with the -d option.\""
    );
    assert_eq!(said(""), "cannot find anything of smartctl");
}

#[test]
fn a_prompt_of_zsh_or_windows_names_the_drive() {
    let rows = "=== START OF INFORMATION SECTION ===\nModel Number: A\nNVMe Version: 1.3\n\n";
    for (prompt, device) in [
        (
            "PS C:\\Program Files\\smartmontools\\bin> .\\smartctl.exe -i /dev/sda",
            Some("/dev/sda"),
        ),
        ("me@Mac ~ % sudo smartctl -i /dev/disk0", Some("/dev/disk0")),
        ("me@box ~> smartctl -i /dev/sdb", Some("/dev/sdb")),
        ("I think that 50 % of /dev/sdb were read with smartctl", None),
    ] {
        let found = read(&format!("{prompt}\n{HEAD}{rows}")).unwrap();
        assert_eq!(found[0].device.as_deref(), device, "{prompt}");
    }
}

/// A damaged value is named with its position; formerly, the rows below it were lost silently, and so was the
/// decisive register.
#[test]
fn a_damaged_value_is_refused_with_its_place() {
    for (kind, file, from, to, expected) in [
        (
            "extcsd",
            "mmc/extcsd.txt",
            "TYP_B]: 0x03",
            "TYP_B]: x?x03",
            "20:67: cannot read \"x?x03\": a hexadecimal number should stand there",
        ),
        (
            "nvme",
            "nvme/smart-log-2.txt",
            "Trans Count\t: 0",
            "Trans Count\t: x?",
            "21:37: cannot read \"x?\": a whole number should stand there",
        ),
        (
            "iozone",
            "iozone/auto-direct.txt",
            "   16384    21054",
            "   x?384    21054",
            "26:20: cannot read \"x?384\": a whole number should stand there",
        ),
        (
            "winsat",
            "winsat/german.txt",
            "2871.09 MB/s",
            "x?.09 MB/s",
            "13:48: cannot read \"x?.09\": a rate in MB/s should stand there",
        ),
    ] {
        let read = |text: &str| find_importer(kind).unwrap().read(&Source { name: file, text });
        importing::refused((file, &sample(file)), (from, to), expected, read);
    }
    // A field without a conclusion is kept as it is.
    let text = sample("mmc/extcsd.txt").replace("[CACHE_CTRL]: 0x01", "[CACHE_CTRL]: on");
    let found = find_importer("extcsd").unwrap().read(&Source { name: "log", text: &text });
    let found = found.unwrap();
    let fact = evidence(&found[0]).facts.iter().find(|it| it.name == "CACHE_CTRL");
    assert_eq!(fact.map(|it| it.value.as_str()), Some("on"));
}

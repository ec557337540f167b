//! The sheet of a memory card: `iogram run card` reproduces a published review of the same card.

use crate::common::Room;

/// The review's sheet of a Lexar 633x of 16 GB, in MB/s: random writes within five open units, as by flashbench, by
/// write size.
const RANDOM: [(u64, f64); 4] = [(4, 1.20), (16, 4.54), (64, 8.78), (512, 12.07)];
/// Its table of `flashbench -O --open-au-nr=5 --random`, the mean of two runs.
const WITHIN: [(u64, f64); 5] =
    [(4, 1.045), (8, 2.55), (32, 6.71), (128, 10.45), (1024, 12.25)];
/// Its table of `flashbench -O --open-au-nr=6`.
const BEYOND: [(u64, f64); 2] = [(2048, 4.27), (1024, 1.85)];
/// Its table of `flashbench -f`: the first unit, and the median of the others.
const FIRST: [(u64, f64, f64); 5] =
    [(2048, 12.0, 12.8), (512, 12.0, 12.8), (64, 9.0, 10.4), (16, 4.86, 6.27), (4, 1.47, 1.92)];

#[test]
fn the_sheet_of_a_card_is_what_its_review_published() {
    let room = Room::new();
    // A quarter of the amount, and random cells of half a minute: a tenth of the requests.
    let said = room.succeed(&[
        "run",
        "card",
        "sim:s3-lexar-633x-16g",
        "--set",
        "amount=256MiB",
        "--set",
        "longest=30s",
        // The drive stalls for minutes once in some million requests.
        "--seed",
        "1",
    ]);
    let run = serde_json::to_value(room.last_run()).unwrap();
    let findings = run["findings"].as_array().unwrap();
    let sheet = findings.iter().find(|it| it["kind"] == "card-sheet").unwrap();
    let near = |what: &str, found: f64, published: f64, off: f64| {
        let is_near = (found / published - 1.0).abs() <= off;
        assert!(is_near, "{what}: {found:.3}, the review says {published}");
    };
    for (name, published) in [
        ("page_bytes", 4 << 10),
        ("unit_bytes", 4 << 20),
        ("open_linear_count", 5),
        ("open_random_count", 5),
        ("capacity_bytes", 16_012_804_096_u64),
        ("read_latency_ns", 100_000),
    ] {
        assert_eq!(sheet[name], published, "{name}");
    }
    let rate = |work: &str, kib: u64| {
        let rates = sheet["rates"].as_array().unwrap();
        let found =
            rates.iter().find(|it| it["work"] == work && it["block_bytes"] == kib << 10);
        found.unwrap_or_else(|| panic!("{work} {kib} KiB: {sheet:#}"))["bytes_per_s"]
            .as_f64()
            .unwrap()
            / 1e6
    };
    near("sequential read", rate("sequential-read", 1024), 20.40, 0.02);
    near("sequential write", rate("sequential-write-direct", 4096), 11.20, 0.05);
    for (kib, published) in RANDOM {
        let within = rate("random-write-within-units", kib);
        near(&format!("random {kib} KiB"), within, published, 0.02);
        let anywhere = rate("random-write-anywhere", kib);
        assert!(within > 10.0 * anywhere, "{kib} KiB: {within} and {anywhere}");
    }
    // Single tables of flashbench differ by up to 20 %.
    for (kib, published) in WITHIN {
        near(
            &format!("-O 5 {kib} KiB"),
            rate("random-write-within-units", kib),
            published,
            0.2,
        );
    }
    for (kib, published) in BEYOND {
        near(&format!("-O 6 {kib} KiB"), rate("turns-beyond-units", kib), published, 0.1);
    }
    let probes = run["probes"].as_array().unwrap();
    let first = probes.iter().find(|it| it["what"] == "first-units").unwrap();
    for (kib, first_published, next_published) in FIRST {
        let rows = first["evidence"]["rows"].as_array().unwrap();
        for row in rows.iter().filter(|row| row["block_bytes"] == kib << 10) {
            let rate = |index: usize| row["units_bytes_per_s"][index].as_f64().unwrap() / 1e6;
            near(&format!("-f {kib} KiB, first unit"), rate(0), first_published, 0.05);
            near(&format!("-f {kib} KiB, third unit"), rate(2), next_published, 0.05);
        }
    }
    check_pages(&room, &said.stdout);
}

#[test]
fn writes_to_a_file_beside_stand_in_the_same_sheet() {
    let room = Room::new();
    std::fs::create_dir_all(room.work().join("mounted")).unwrap();
    let fixed = ["run", "card", "sim:s3-lexar-633x-16g", "--set", "amount=4MiB"];
    let said = room.succeed(&[&fixed[..], &["--set", "file=mounted", "--seed", "1"]].concat());
    let sheet = said.stdout.split("\nCard sheet\n").nth(1).unwrap();
    let line = sheet.lines().find(|line| line.contains("sequential write, file")).unwrap();
    assert!(line.contains("MB/s"), "{line}");
    assert!(!line.contains("--set file"), "{line}");
    let run = room.last_run();
    let writes = run.file_writes.as_ref().unwrap();
    assert_eq!((room.runs().len(), writes.rates.len()), (2, 1), "{writes:?}");
    assert!(room.runs().contains(&writes.run), "{writes:?}");
}

#[test]
fn the_sheet_says_which_writes_time_ended() {
    let room = Room::new();
    let fixed = ["run", "card", "sim:s3-lexar-633x-16g", "--set", "amount=64MiB"];
    let said = room.succeed(&[&fixed[..], &["--set", "longest=10s", "--seed", "1"]].concat());
    let text = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("These reached their time limit before all was written"), "{text}");
    assert!(text.contains("4KiB after "), "{text}");
}

/// The sheet is one block in the terminal and in Markdown, and names both kinds of random writes.
fn check_pages(room: &Room, brief: &str) {
    let full = room.succeed(&["show", "last", "--full"]).stdout;
    let markdown = room.succeed(&["show", "last", "--format", "markdown"]).stdout;
    for text in [brief, &full, &markdown] {
        assert!(text.contains("16012804096 B = 2^20 x 15271"), "{text}");
        for words in ["Card sheet", "in 5 units", "in 6 units", "anywhere", "cached"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    for text in [brief, &full] {
        let sheet = text.split("\nCard sheet\n").nth(1).unwrap();
        assert!(sheet.contains("\n  sequential write, file    - (--set file=ext4"), "{sheet}");
        assert!(sheet.contains("\n  512KiB "), "{sheet}");
    }
    assert!(full.contains("as flashbench writes"), "{full}");
}

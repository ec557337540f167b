//! Published outputs from articles, pasted unchanged, give the articles' tables and verdicts.

use iogram_model::{Finding, RuleVerdict, Run, Verdict};

use crate::common::Room;

/// A file of the samples.
fn log(name: &str) -> String {
    format!("{}/../../testdata/logs/seeds/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn rules(run: &Run) -> Vec<&RuleVerdict> {
    let rules = run.findings.iter().filter_map(|finding| match finding {
        Finding::Rule(rule) => Some(rule),
        _ => None,
    });
    rules.collect()
}

/// Imports a listing for a drive of this name and price.
fn entry(room: &Room, name: &str, price: &str, file: &str) -> Run {
    room.succeed(&["import", &log(file)]);
    room.succeed(&["drive", "add", name, "--price", price]);
    room.succeed(&["drive", "attach", name, "last"]);
    room.last_run()
}

#[test]
fn a_listing_of_fio_with_a_flush_after_each_write_gets_the_verdict_of_a_measured_job() {
    let room = Room::new();
    let media = [
        ("sd", "10EUR", 5_276_000.0),
        ("usb", "5EUR", 4_817_000.0),
        ("ssd", "40EUR", 906_000.0),
    ];
    for (name, price, p99_ns) in media {
        let run = entry(&room, name, price, &format!("fio-fdatasync-{name}.txt"));
        let rules = rules(&run);
        let [rule] = rules.as_slice() else { panic!("{name}: {rules:?}") };
        assert_eq!((rule.verdict, rule.measured), (Verdict::Pass, Some(p99_ns)), "{name}");
    }
    let page = room.succeed(&["show", "--full", "last"]).stdout;
    for words in [
        "Fast enough for etcd",
        "merge=0/2",
        "util=98.68%",
        "99.95 %",
        "24.40 %",
        "0.01 %",
        "832 us",
    ] {
        assert!(page.contains(words), "{words} is not in\n{page}");
    }
    let etcd = room.succeed(&["advise", "--for", "etcd"]).stdout;
    assert!(etcd.contains("ssd is the best drive in the catalogue"), "{etcd}");
    let system = room.succeed(&["advise", "--for", "root-fs"]).stdout;
    let line = system.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "Best value, of 3 drives with a price: usb, synced small writes 456 IOPS for 5.00 EUR. Not sure";
    assert!(line.contains(told), "{system}");
}

#[test]
fn a_listing_whose_flushes_take_too_long_breaks_the_rule_and_one_without_them_has_none() {
    let room = Room::new();
    let text = String::from_utf8(std::fs::read(log("fio-fdatasync-sd.txt")).unwrap()).unwrap();
    let slow = text.replace("99.00th=[  5276]", "99.00th=[ 10001]");
    let slow = slow.replace("99.50th=[  5342]", "99.50th=[ 10002]");
    let path = room.write("slow.txt", slow.as_bytes());
    room.run(&["import", path.to_str().unwrap()]);
    let run = room.last_run();
    assert_eq!(rules(&run)[0].verdict, Verdict::Fail);
    // Half as many flushes: some of the writes were not waited for.
    let few = text.replace("1=200.0%", "1=150.0%");
    let path = room.write("few.txt", few.as_bytes());
    room.succeed(&["import", path.to_str().unwrap()]);
    assert!(rules(&room.last_run()).is_empty());
}

#[test]
fn loops_of_dd_as_a_console_shows_them_become_runs_with_their_mean() {
    let room = Room::new();
    let run = entry(&room, "ultra", "20EUR", "dd-loops.txt");
    let results = &run.imports().next().unwrap().results;
    let rates: Vec<(&str, Option<u64>, String)> = results
        .iter()
        .map(|it| {
            let rate = format!("{:.1}", it.figures["bytes_per_s"] / 1e6);
            (it.name.split(" #").next().unwrap(), it.block_bytes, rate)
        })
        .collect();
    let (large, small) = (Some(4 << 20), Some(4096));
    let expected = [
        ("dd read", large, ["84.3", "86.5", "86.3", "86.0", "85.3"]),
        ("dd read", small, ["76.0", "76.1", "76.0", "75.5", "75.9"]),
        ("dd write", large, ["25.5", "26.9", "25.7", "26.8", "25.5"]),
    ];
    let mut expected: Vec<(&str, Option<u64>, String)> = expected
        .iter()
        .flat_map(|(name, block, its)| its.iter().map(|it| (*name, *block, (*it).to_owned())))
        .collect();
    // 1 GiB in 2.68704 s of writes and 39.834 s of sync.
    expected.push(("dd write + sync", small, "25.3".to_owned()));
    assert_eq!(rates, expected);

    let table = room.succeed(&["drive", "table", "--format", "markdown"]).stdout;
    assert!(table.contains("85.688") && table.contains("26.07"), "{table}");
    room.succeed(&["exclude", "last", "dd write#2", "--reason", "too fast"]);
    let table = room.succeed(&["drive", "table", "--format", "markdown"]).stdout;
    assert!(table.contains("(26.872)") && table.contains("too fast"), "{table}");
    assert!(table.contains("25.874"), "{table}");
    let page = room.succeed(&["show", "last"]).stdout;
    assert!(page.contains("(dd write #2)") && page.contains("too fast"), "{page}");
    assert_eq!(room.run(&["exclude", "last", "dd write #2", "--reason", "x"]).code, Some(2));
    room.succeed(&["include", "last", "dd write #2"]);
    assert_eq!(room.last_run(), run);
    let unknown = room.run(&["exclude", "last", "dd trim", "--reason", "x"]);
    assert!(unknown.stderr.contains("dd read, dd read #2"), "{unknown:?}");
}

#[test]
fn a_simulated_drive_says_so_in_every_table() {
    let room = Room::new();
    room.succeed(&["run", "dd-read", "sim:s0-kodak-64g", "--set", "size=64MiB", "-q"]);
    room.succeed(&["drive", "add", "kodak", "--price", "9EUR"]);
    room.succeed(&["drive", "attach", "kodak", "last"]);
    for command in [&["drive", "table"][..], &["advise", "--for", "boot"]] {
        let page = room.succeed(command).stdout;
        assert!(page.contains("kodak (simulated)"), "{page}");
    }
    let page = room.succeed(&["drive", "show", "kodak"]).stdout;
    assert!(page.contains("SIMULATED: no hardware was measured."), "{page}");
    let advice = room.succeed(&["advise", "--for", "boot"]).stdout;
    assert!(advice.contains("SIMULATED, no hardware was measured: 1."), "{advice}");
}

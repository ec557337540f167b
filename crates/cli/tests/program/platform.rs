//! The computer around the drive: its record, checks and tuning. Nothing here changes a computer.

use crate::common::Room;

#[test]
fn the_platform_and_the_users_notes_are_in_the_record() {
    let room = Room::new();
    let run = room.measure("null: --count 1000 --note cooling=none --note rack=7=a");
    let platform = run.conditions.platform.unwrap();
    assert!(platform.cpu.thread_count.is_some_and(|count| count >= 1), "{platform:?}");
    assert_eq!(run.conditions.notes["cooling"], "none");
    assert_eq!(run.conditions.notes["rack"], "7=a");
    assert_eq!(run.conditions.tuned, None);
    assert_eq!(run.cells[0].power, None);
    let simulated = room.measure("sim:fake-tiny --count 10");
    assert_eq!(simulated.conditions.platform.unwrap().drive, None);
}

#[test]
fn check_prints_advice_and_never_fails_over_it() {
    let room = Room::new();
    let said = room.succeed(&["check", ".", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(json["format"], "iogram-check/1");
    for advice in json["advice"].as_array().unwrap() {
        for part in ["code", "message", "mend"] {
            assert!(advice[part].as_str().is_some_and(|text| !text.is_empty()), "{advice}");
        }
    }
    assert!(!room.succeed(&["check"]).stdout.is_empty());
    let run = room.measure("null: --count 10 --check");
    let codes: Vec<&str> = json["advice"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|advice| advice["code"].as_str())
        .collect();
    // Both find conditions that last.
    for code in ["virtual-machine", "governor", "battery"] {
        let is_in_run = run.warnings.iter().any(|warning| warning.code == code);
        assert_eq!(is_in_run, codes.contains(&code), "{code}: {:?}", run.warnings);
    }
}

#[test]
fn tune_alone_only_says_what_it_would_do() {
    let room = Room::new();
    let said = room.succeed(&["tune"]).stdout;
    assert!(
        said.ends_with("nothing was changed; --for-this-run or --keep does it\n"),
        "{said}"
    );
    let said = room.run(&["tune", "--keep", "--for-this-run"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    let said = room.run(&["measure", "sim:fake-tiny", "--count", "1", "--tune"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("no computer that could be tuned"), "{said:?}");
}

#[test]
fn power_that_cannot_be_had_is_said_before_anything_is_measured() {
    let room = Room::new();
    let check = |options: &[&str], code: i32, text: &str| {
        let said = room.run(&[&["measure", "null:", "--count", "10"], options].concat());
        assert_eq!(said.code, Some(code), "{said:?}");
        assert!(said.stderr.contains(text) && said.stdout.is_empty(), "{said:?}");
    };
    check(&["--power-csv", "missing.csv"], 4, "cannot read power from missing.csv");
    check(&["--power-sensor", "no such"], 2, "cannot tell the power sensor \"no such\"");
    check(&["--power-sensor", "a", "--power-csv", "b"], 2, "cannot be used with");
}

#[test]
fn a_meter_that_writes_no_table_is_a_warning_and_no_power() {
    let room = Room::new();
    let name = room.write("meter.csv", b"time,joy\n1,2\n");
    let run =
        room.measure(&format!("null: --time 300ms --repeat 3 --power-csv {}", name.display()));
    assert!(run.cells.iter().all(|cell| cell.power.is_none()));
    let warning = run.warnings.iter().find(|warning| warning.code == "power-meter").unwrap();
    assert!(warning.message.contains("power was read") || warning.message.contains("joy"));
    // The record stores an error with its values separate, and shows it in any language.
    let korean = ["--no-store", "--lang", "ko", "--power-csv", name.to_str().unwrap()];
    let page = room.succeed(&[&["measure", "null:", "--time", "300ms"], &korean[..]].concat());
    let page = page.stdout;
    let said =
        page.split_once("power-meter: ").unwrap().1.split_whitespace().collect::<String>();
    assert!(said.contains("전력을읽을수없음") || said.contains("읽은전력이없음"), "{page}");
}

#[test]
fn a_write_cache_that_is_switched_off_makes_every_write_wait_for_the_medium() {
    let room = Room::new();
    let write = "sim:sata-tlc-static --read 0% --access random --depth 1 --count 2000";
    let kept = room.measure(write);
    let switched = room.measure(&format!("{write} --write-cache off"));
    let again = room.measure(&format!("{write} --write-cache on"));
    let cache = |run: &iogram_model::Run| {
        run.conditions.write_cache.map(|it| (it.is_on, it.is_switched))
    };
    assert_eq!(cache(&kept), Some((true, false)));
    assert_eq!(cache(&switched), Some((false, true)));
    assert_eq!(cache(&again), Some((true, false)));
    let median_ns = |run: &iogram_model::Run| {
        run.cells[0].operations.write.as_ref().unwrap().latency_ns.p50.unwrap()
    };
    // Its flash takes hundreds of microseconds, its cache a tenth of that.
    assert!(median_ns(&switched) > 3 * median_ns(&kept), "{} ns", median_ns(&switched));
    assert_eq!(median_ns(&again), median_ns(&kept));
    room.write("switched.json", serde_json::to_string(&switched).unwrap().as_bytes());
    let page = room.succeed(&["show", "switched.json", "--full"]).stdout;
    assert!(page.contains("off, switched for this run"), "{page}");
}

#[test]
fn a_write_cache_is_left_alone_where_it_is_not_the_runs_own() {
    #[track_caller]
    fn refuses(room: &Room, arguments: &[&str], code: i32, why: &str) {
        let said = room.run(&[arguments, &["--no-store"]].concat());
        assert_eq!(said.code, Some(code), "{said:?}");
        assert!(said.stderr.contains(why) && said.stdout.is_empty(), "{said:?}");
    }
    let room = Room::new();
    let off = ["--write-cache", "off"];
    refuses(&room, &[&["run", "dd-read", "sim:sd-a2"], &off[..]].concat(), 2, "only reads");
    refuses(&room, &[&["quick", "."], &off[..]].concat(), 2, "other users");
    refuses(&room, &[&["measure", "null:", "--read", "0%"], &off[..]].concat(), 2, "null");
    refuses(&room, &["quick", "sim:s4-usb", "--write-cache", "on"], 4, "no volatile one");
    assert_eq!(std::fs::read_dir(room.work()).unwrap().count(), 0, "nothing is left");
}

//! The marks of SD cards, on cards with known rates: the result is the highest mark that a card meets.

use iogram_model::{ClassTest, Finding, RunState, Verdict};
use iogram_sim::SimSpec;

use crate::runs::measured;

/// The marks that `method` finds on the drive of the description `text`.
fn class_tests(text: &str, method: &str, settings: &[(&str, &str)]) -> Vec<ClassTest> {
    let spec = SimSpec::parse(text).unwrap();
    let run = measured(&spec, 1, method, settings);
    assert_eq!(run.state, RunState::Completed);
    let tests = run.findings.into_iter();
    let tests = tests.filter_map(|finding| match finding {
        Finding::ClassTest(test) => Some(test),
        _ => None,
    });
    tests.collect()
}

/// The passed marks, in order.
fn passed(tests: &[ClassTest]) -> String {
    let marks = tests.iter().filter(|test| test.verdict == Verdict::Pass);
    marks.map(|test| test.mark.as_str()).collect::<Vec<_>>().join(" ")
}

fn find<'a>(tests: &'a [ClassTest], mark: &str) -> &'a ClassTest {
    tests.iter().find(|test| test.mark == mark).unwrap()
}

/// Time of one write of `bytes` at `kb_per_s` (10^3 bytes).
fn time_ns(bytes: u64, kb_per_s: u64) -> u64 {
    bytes * 1_000_000 / kb_per_s
}

/// A card with a separate file table that writes 32 KiB, 64 KiB and 512 KiB at these rates.
fn card(kb_per_s: [u64; 3], more: &str) -> String {
    let sizes = [32 << 10, 64 << 10, 512 << 10];
    let rows = sizes.into_iter().zip(kb_per_s).map(|(size, rate)| {
        format!("{{ size = \"{size}B\", time = \"{}ns\" }}", time_ns(size, rate))
    });
    let write = rows.collect::<Vec<_>>().join(", ");
    format!(
        "name = \"card\"\ntitle = \"a card\"\nsource = \"this test\"\ndrive = \"sd\"\n\
         capacity = \"4GiB\"\n{more}\n[media.block]\nau_size = \"4MiB\"\npage_size = \"16KiB\"\n\
         open_aus = 4\nopen_aus_random = 1\ncopy_rate = \"20MB/s\"\n\
         read = [{{ size = \"4KiB\", time = \"200us\" }}, {{ size = \"512KiB\", time = \"5ms\" }}]\n\
         write = [{write}]\n[media.block.fat]\nsize = \"4MiB\"\n\
         write = [{{ size = \"4KiB\", time = \"2ms\" }}]\n"
    )
}

#[track_caller]
fn check(kb_per_s: [u64; 3], expected: &str) {
    let tests = class_tests(&card(kb_per_s, ""), "sd-class", &[("size", "64MiB")]);
    assert_eq!(passed(&tests), expected, "{kb_per_s:?}: {tests:#?}");
    // The rate equals the description's, and is not only on the right side of the limit.
    let measured = find(&tests, "V30").measured_bytes_per_s.unwrap();
    #[expect(clippy::cast_precision_loss, reason = "a rate is compared")]
    let written = kb_per_s[2] as f64 * 1e3;
    assert!((measured / written - 1.0).abs() < 0.001, "{measured} of {written}");
}

/// V60 and V90 require a UHS-II bus. A result over UHS-I neither proves them nor is it a failure of the card.
#[test]
fn a_mark_that_takes_a_faster_bus_is_neither_passed_nor_failed() {
    let on = |rate: &str, kb_per_s: u64| {
        let link = format!("link = {{ rate = \"{rate}\" }}");
        class_tests(&card([kb_per_s; 3], &link), "sd-class", &[("size", "64MiB")])
    };
    for kb_per_s in [200_000, 90_010] {
        let tests = on("104MB/s", kb_per_s);
        assert_eq!(passed(&tests), "C2 C4 C6 C10 U1 U3 V6 V10 V30", "{tests:#?}");
        for mark in ["V60", "V90"] {
            let test = find(&tests, mark);
            assert_eq!(test.verdict, Verdict::Unknown, "{test:#?}");
            assert!(test.reason.as_ref().unwrap().contains("UHS-II"), "{test:#?}");
        }
    }
    let tests = on("312MB/s", 200_000);
    assert_eq!(passed(&tests), "C2 C4 C6 C10 U1 U3 V6 V10 V30 V60 V90", "{tests:#?}");
    assert_eq!(find(&tests, "C10").is_as_specified, Some(true));
    assert_eq!(find(&tests, "V90").is_as_specified, Some(false), "its pattern is not public");
}

#[test]
fn the_highest_class_that_a_card_can_sustain_comes_out() {
    check([1900; 3], "");
    check([2010; 3], "C2");
    check([3990; 3], "C2");
    check([4010; 3], "C2 C4");
    check([6010; 3], "C2 C4 C6 V6");
    check([9990; 3], "C2 C4 C6 V6");
    check([10_010; 3], "C2 C4 C6 C10 U1 V6 V10");
    check([30_010; 3], "C2 C4 C6 C10 U1 U3 V6 V10 V30");
    check([59_990; 3], "C2 C4 C6 C10 U1 U3 V6 V10 V30");
    check([60_010; 3], "C2 C4 C6 C10 U1 U3 V6 V10 V30 V60");
    check([90_010; 3], "C2 C4 C6 C10 U1 U3 V6 V10 V30 V60 V90");
}

#[test]
fn each_class_is_judged_with_its_own_recording_unit() {
    check([3900, 6100, 31_000], "C2 C6 C10 U1 U3 V6 V10 V30");
    check([4500, 5500, 11_000], "C2 C4 C10 U1 V6 V10");
}

#[test]
fn what_stands_beside_the_verdict_is_what_the_card_does() {
    let tests = class_tests(&card([30_010; 3], ""), "sd-class", &[("size", "64MiB")]);
    let v30 = find(&tests, "V30");
    assert_eq!(v30.allocation_unit_bytes, Some(4 << 20));
    // Three writes of the table, 2 ms each.
    assert_eq!(v30.fat_update_max_ns, Some(6_000_000));
    // A fragmented unit takes 2 MiB of new data and a copy of the other 2 MiB at 20 MB/s.
    let fragmented = find(&tests, "C10").fragmented_bytes_per_s.unwrap();
    assert!((11e6..13e6).contains(&fragmented), "{fragmented}");
    // Four open units are too few for eight streams.
    assert!(v30.interleaved_bytes_per_s.unwrap() < 5e6, "{v30:?}");
    let c10 = find(&tests, "C10").measured_read_bytes_per_s.unwrap();
    assert!((c10 / (524_288.0 / 0.005) - 1.0).abs() < 0.001, "{c10}");
}

#[test]
fn a_card_that_is_slow_in_one_place_or_with_its_file_table_is_not_passed_by_its_mean() {
    // One stall of a second in the middle of the recording.
    let stall = "faults = [{ after = { written = \"48MiB\" }, event = { stall = \"1s\" } }]";
    let tests = class_tests(&card([31_000; 3], stall), "sd-class", &[("size", "64MiB")]);
    assert_eq!(find(&tests, "V30").verdict, Verdict::Fail, "{tests:#?}");
    let slow = card([31_000; 3], "").replace("time = \"2ms\"", "time = \"40ms\"");
    let tests = class_tests(&slow, "sd-class", &[("size", "64MiB")]);
    assert_eq!(passed(&tests), "");
    let reason = find(&tests, "C10").reason.as_deref().unwrap();
    assert!(reason.contains("file table"), "{reason}");
}

#[test]
fn label_and_registers_stand_beside_the_verdict_and_a_mark_nobody_claims_is_no_promise() {
    let marks = "[identity]\nmarks = [\"C10\", \"U3\", \"V30\"]\n";
    let settings = [("size", "64MiB"), ("label", "C10 U3 V60")];
    let tests = class_tests(&card([11_000; 3], marks), "sd-class", &settings);
    let shown = |mark: &str| {
        let test = find(&tests, mark);
        (
            test.verdict,
            test.label.clone().unwrap(),
            test.registers.clone().unwrap(),
            test.is_claimed,
        )
    };
    assert_eq!(shown("C10"), (Verdict::Pass, "C10".to_owned(), "C10".to_owned(), true));
    assert_eq!(shown("V30"), (Verdict::Fail, "V60".to_owned(), "V30".to_owned(), true));
    assert_eq!(shown("V60"), (Verdict::Fail, "V60".to_owned(), "V30".to_owned(), true));
    assert_eq!(shown("V90"), (Verdict::Fail, "V60".to_owned(), "V30".to_owned(), false));
}

/// A card with these times for a read and a write of 4 KiB, and this many commands at a time.
fn app_card(read_us: u64, write_us: u64, in_flight: u32, more: &str) -> String {
    format!(
        "name = \"card\"\ntitle = \"a card\"\nsource = \"this test\"\ndrive = \"sd\"\n\
         capacity = \"4GiB\"\n{more}\n[link]\nin_flight = {in_flight}\nrate = \"50MB/s\"\n\
         is_half_duplex = true\n[media.latency]\nread = \"{read_us}us\"\nwrite = \"{write_us}us\"\n"
    )
}

#[track_caller]
fn check_app(text: &str, expected: &str, used: [bool; 2]) {
    let settings = [("size", "64MiB"), ("time", "2s")];
    let tests = class_tests(text, "sd-app", &settings);
    assert_eq!(passed(&tests), expected, "{tests:#?}");
    for test in tests {
        assert_eq!([test.is_queue_used, test.is_cache_used], used.map(Some));
    }
}

#[test]
fn application_classes_take_what_the_card_does_with_and_without_its_queue() {
    check_app(&app_card(700, 2100, 1, ""), "", [false, false]);
    check_app(&app_card(500, 1500, 1, ""), "A1", [false, false]);
    check_app(&app_card(500, 1500, 32, ""), "A1 A2", [true, false]);
    // 10,000 reads and writes per second together, but neither alone is fast enough.
    check_app(&app_card(1500, 3000, 32, ""), "A2", [true, false]);
    let cache = "[cache]\nsize = \"64MiB\"\nwrite_time = \"20us\"\nflush_time = \"5ms\"\n";
    // The cache accepts 50,000 writes per second, and has to be empty at the end, which leaves 667.
    check_app(&app_card(200, 1500, 1, cache), "A1", [false, true]);
}

#[test]
fn the_a2_card_of_the_zoo_is_one_and_raspberry_pi_takes_it() {
    let text = SimSpec::from_zoo("sd-a2").unwrap().unwrap().to_toml();
    let settings = [("size", "64MiB"), ("time", "2s")];
    let tests = class_tests(&text, "sd-app", &settings);
    assert_eq!(passed(&tests), "A1 A2", "{tests:#?}");
    assert_eq!(find(&tests, "A2").registers.as_deref(), Some("A2"));
    assert_eq!(passed(&class_tests(&text, "sd-pi", &settings)), "Raspberry Pi");
}

#[test]
fn raspberry_pi_takes_one_good_attempt_of_three() {
    // The first attempt is hit by a stall of half a minute.
    let stall = "faults = [{ after = { written = \"70MiB\" }, event = { stall = \"30s\" } }]";
    let text = app_card(300, 300, 1, stall);
    let once = [("size", "64MiB"), ("time", "1s")];
    assert_eq!(passed(&class_tests(&text, "sd-pi", &once)), "");
    let thrice = [("size", "64MiB"), ("time", "1s"), ("attempts", "3")];
    assert_eq!(passed(&class_tests(&text, "sd-pi", &thrice)), "Raspberry Pi");
}

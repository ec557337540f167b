//! The built-in methods: the golden plan of each.

use std::collections::BTreeSet;

use crate::common::{check_golden, disk, ground, plan, settings, show_plan, show_step};
use iogram_engine::{Content, ZoneShape};
use iogram_model::{Bytes, Figure, Nanos, OpKind, Workload};
use iogram_runner::{
    AssumedRange, Destroys, Method, ParamKind, PlanError, PlannedStep, TargetFacts, Writes,
    builtin_method, builtin_methods, plan_cell,
};

const SEED: u64 = 1;

#[test]
fn every_built_in_method_plans_what_its_golden_file_says() {
    for method in builtin_methods() {
        let plan = plan(&method, &[], &ground(&method), SEED).unwrap();
        check_golden(&format!("plan-{}.txt", method.id), &show_plan(&plan));
    }
}

#[test]
fn fill_drive_goes_without_its_discard_on_a_drive_that_takes_none() {
    let facts = TargetFacts { supports_discard: Some(false), ..disk() };
    let plan = plan(&builtin_method("fill-drive").unwrap(), &[], &facts, SEED).unwrap();
    let names: Vec<&str> = plan
        .steps
        .iter()
        .filter_map(|step| match step {
            PlannedStep::Measure(cell) => Some(cell.name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(names.last(), Some(&"second pass"));
    assert!(
        plan.warnings.iter().any(|it| it.code == "discard-left-out"),
        "{:?}",
        plan.warnings
    );
}

#[test]
fn other_forms_plan_what_their_golden_files_say() {
    let forms = [
        ("cdm-nvme-mix", "cdm", "profile=nvme mix=on"),
        ("cdm-flash", "cdm", "profile=flash"),
        ("dd-read-buffered", "dd-read", "form=buffered"),
        ("dd-write-buffered", "dd-write", "form=buffered"),
    ];
    for (name, id, set) in forms {
        let method = builtin_method(id).unwrap();
        let plan = plan(&method, &settings(set), &disk(), SEED).unwrap();
        check_golden(&format!("plan-{name}.txt"), &show_plan(&plan));
    }
}

#[test]
fn every_choice_of_every_built_in_method_can_be_planned() {
    let file = TargetFacts::file(Some(Bytes(64 << 30)), Bytes(512));
    for method in builtin_methods() {
        let choices = method.params.iter().filter(|param| param.kind == ParamKind::Choice);
        for (param, choice) in
            choices.flat_map(|param| param.choices.iter().map(move |choice| (param, choice)))
        {
            let set = [(param.name.clone(), choice.clone())];
            for facts in [disk(), file] {
                if facts != ground(&method) && method.writes == Writes::File {
                    continue;
                }
                // Regions and passes of a whole device are undefined on a file without a size.
                if facts == file && method.writes == Writes::Device {
                    continue;
                }
                let plan = match plan(&method, &set, &facts, SEED) {
                    // Probes need a drive.
                    Err(PlanError::Target { .. }) if facts == file => continue,
                    planned => planned.unwrap(),
                };
                let is_work = |step: &PlannedStep| !matches!(step, PlannedStep::Note(_));
                assert!(plan.steps.iter().any(is_work), "{} with {set:?}", method.id);
            }
        }
    }
}

#[test]
fn every_cell_of_a_plan_has_its_own_seed_except_where_the_method_says_otherwise() {
    for method in builtin_methods() {
        let plan = plan(&method, &[], &ground(&method), SEED).unwrap();
        let mut seeds: Vec<u64> = plan.cells().map(|cell| cell.workload.seed).collect();
        let count = seeds.len();
        seeds.sort_unstable();
        seeds.dedup();
        let shared = if method.id == "iozone" { 3 } else { 0 };
        assert_eq!(seeds.len(), count - shared, "{}", method.id);
    }
}

#[test]
fn random_reading_and_writing_of_iozone_take_the_same_order() {
    let plan = plan(&builtin_method("iozone").unwrap(), &[], &disk(), SEED).unwrap();
    let seed_of = |name: &str| {
        plan.cells().find(|cell| cell.name == name).expect("the cell exists").workload.seed
    };
    assert_eq!(seed_of("4KiB random read"), seed_of("4KiB random write"));
    assert_ne!(seed_of("4KiB random read"), seed_of("512KiB random read"));
    assert_ne!(seed_of("4KiB write"), seed_of("4KiB rewrite"), "nothing is written twice");
}

#[test]
fn a_rule_names_a_cell_that_the_method_measures() {
    for method in builtin_methods() {
        // Rules may have conditions on choices.
        let choices = method.params.iter().flat_map(|param| {
            param.choices.iter().map(|choice| vec![(param.name.clone(), choice.clone())])
        });
        let mut judged = BTreeSet::new();
        for set in std::iter::once(Vec::new()).chain(choices) {
            let Ok(plan) = plan(&method, &set, &ground(&method), SEED) else { continue };
            for rule in plan.criteria().rules {
                let is_measured = plan.cells().any(|cell| cell.name == rule.cell);
                assert!(is_measured, "{} with {set:?}", rule.id);
                judged.insert(rule.id);
            }
        }
        for rule in &method.rules {
            assert!(judged.contains(&rule.id), "{} judges nothing", rule.id);
        }
    }
}

#[test]
fn a_rule_with_a_condition_judges_only_where_it_holds() {
    let method = builtin_method("etcd").unwrap();
    let rules = |set: &str| {
        let plan = plan(&method, &settings(set), &disk(), SEED).unwrap();
        plan.criteria().rules.into_iter().map(|rule| rule.id).collect::<Vec<_>>()
    };
    let light = ["etcd-fsync", "etcd-light", "etcd-light-latency"];
    let has = |rules: &[String], id: &str| rules.iter().any(|it| it == id);
    for set in ["", "cluster=light"] {
        let rules = rules(set);
        assert!(
            light.iter().all(|id| has(&rules, id)) && !has(&rules, "etcd-heavy"),
            "{rules:?}"
        );
    }
    let heavy = rules("cluster=heavy");
    assert!(light.iter().chain(&["etcd-heavy"]).all(|id| has(&heavy, id)), "{heavy:?}");
}

#[test]
fn what_a_database_writes_is_estimated_with_its_pages() {
    let written = |id: &str, set: &str| {
        let method = builtin_method(id).unwrap();
        let facts = ground(&method);
        let plan = plan(&method, &settings(set), &facts, SEED).unwrap();
        plan.cost(&AssumedRange::default()).written.unlimited.unwrap()
    };
    let (least, most) = written("sqlite", "");
    // 5,000 transactions of 20,580 B; the observed traffic at the drive is 20 MB for 1,000.
    assert_eq!((least, most), (Bytes(102_900_000), Bytes(205_800_000)));
    let (ahead, _) = written("sqlite", "journal=wal");
    assert!(ahead < least, "{ahead}");
    let (files, _) = written("untar", "files=100 runs=1 sizes=1KiB:50,3KiB:50");
    assert_eq!(files, Bytes(100 * (2048 + 4096)), "the mean size, and not the largest");
}

#[test]
fn the_rule_of_the_fsync_method_is_ten_milliseconds_for_flushes() {
    let method = builtin_method("fsync").unwrap();
    let [rule] = method.rules.as_slice() else { panic!("one rule") };
    assert_eq!((rule.operation, rule.figure), (OpKind::Flush, Figure::LatencyP99));
    assert_eq!((rule.limit, rule.is_upper_limit), (1e7, true));
}

#[track_caller]
fn check_setting(method: &Method, set: &str, expected: &str) {
    let shown = match plan(method, &settings(set), &disk(), SEED) {
        Ok(plan) => format!("{} cells", plan.cells().count()),
        Err(error) => format!("{error}\n{}", error.hint()),
    };
    assert_eq!(shown, expected, "--set {set}");
}

#[test]
fn settings_are_taken_or_refused_with_what_exists() {
    let cdm = builtin_method("cdm").unwrap();
    check_setting(&cdm, "loops=5", "48 cells");
    check_setting(&cdm, "profile=demo loops=1", "4 cells");
    check_setting(&cdm, "profile=realworld mix=on", "24 cells");
    check_setting(
        &cdm,
        "lops=5",
        "method cdm has no parameter \"lops\"\ndid you mean \"loops\"? parameters: profile, mix, \
         mix_read, loops, size, time, interval, data, \
         fs, small_writes",
    );
    check_setting(
        &cdm,
        "test=nvme",
        "method cdm has no parameter \"test\"\ndid you mean \"profile=nvme\"? parameters: \
         profile, mix, mix_read, loops, size, time, interval, data, \
         fs, small_writes",
    );
    check_setting(
        &cdm,
        "profile=nvm",
        "cannot set profile of method cdm: invalid choice \"nvm\"\ndid you mean \"nvme\"? \
         choices: default, nvme, peak, peak-nvme, realworld, demo, flash",
    );
    check_setting(
        &cdm,
        "size=1G",
        "cannot set size of method cdm: unknown unit \"G\" in \"1G\"\ndid you mean 1GiB \
         (powers of 1024, as in fio and dd) or 1GB? write a number with B, KiB, MiB, GiB, TiB (powers of 1024) or kB, MB, GB, TB (powers of 1000), such as 4KiB or \
         1GB",
    );
    check_setting(
        &cdm,
        "loops=0",
        "cannot set loops of method cdm: \"0\" is out of range\nwrite at least 1",
    );
    check_setting(
        &cdm,
        "loops=4000000000",
        "cannot set loops of method cdm: the plan has more than 20000 steps\nrepeat less often",
    );
}

#[test]
fn a_setting_wins_over_the_default_of_a_profile() {
    let cdm = builtin_method("cdm").unwrap();
    let set = settings("profile=flash time=2s");
    let plan = plan(&cdm, &set, &disk(), SEED).unwrap();
    assert_eq!(plan.method.params["time"], "2s");
    assert_eq!(plan.method.params["interval"], "30s");
}

#[test]
fn reading_a_device_never_lays_anything_out_on_it() {
    let method = builtin_method("dd-read").unwrap();
    assert_eq!(method.writes, Writes::Nothing);
    let on_disk = plan(&method, &[], &disk(), SEED).unwrap();
    assert_eq!(on_disk.destroys, Destroys::Nothing);
    assert!(
        on_disk
            .steps
            .contains(&PlannedStep::LayOut { size: Bytes::GIB, content: Content::Empty })
    );
    let file = TargetFacts::file(None, Bytes(512));
    let on_file = plan(&method, &[], &file, SEED).unwrap();
    assert_eq!(on_file.destroys, Destroys::TestFile(Bytes::GIB));
}

#[test]
fn on_a_device_that_may_only_be_read_the_reads_are_left() {
    let read_only = disk().read_only();
    let of = |id: &str, set: &str| {
        plan(&builtin_method(id).unwrap(), &settings(set), &read_only, SEED)
    };
    let quick = of("quick", "").unwrap();
    assert_eq!(quick.destroys, Destroys::Nothing);
    assert_eq!(quick.cells().count(), 12);
    assert_eq!(
        quick.left_out,
        ["SEQ1M Q8T1 write", "SEQ1M Q1T1 write", "RND4K Q32T1 write", "RND4K Q1T1 write"]
    );
    assert!(quick.cells().all(|cell| !cell.workload.writes()));

    let lines: Vec<String> =
        of("cdm", "profile=demo loops=1 mix=on").unwrap().steps.iter().map(show_step).collect();
    let names: Vec<&str> = lines.iter().filter_map(|line| line.split(':').next()).collect();
    let expected =
        ["lay out 1GiB Empty", "SEQ1M Q8T1 read #0 not counted", "SEQ1M Q8T1 read #1"];
    assert_eq!(names, expected, "no rest is left over");

    let error = of("dd-write", "").unwrap_err();
    assert_eq!(error.to_string(), "every cell writes, and this target is read-only");
}

#[test]
fn every_parameter_is_used() {
    for method in builtin_methods() {
        // The session makes the file system before the planning.
        let params = method.params.iter().filter(|it| it.kind != ParamKind::FileSystem);
        for name in params.map(|param| &param.name) {
            let in_text = method.text().contains(&format!("{{{name}}}"));
            let in_condition = [format!("{{ {name} = ["), format!(", {name} = [")]
                .iter()
                .any(|condition| method.text().contains(condition.as_str()));
            let in_product = [format!("*{name}}}"), format!("{{{name}*")]
                .iter()
                .any(|product| method.text().contains(product.as_str()));
            // The label of a card does not affect the plan: the findings read it. An image's file decides size and
            // data before the planning: the session opens it. A file beside a card is a separate run.
            let is_used_elsewhere = ["label", "image", "file"].contains(&name.as_str());
            let is_used = in_text || in_condition || in_product || is_used_elsewhere;
            assert!(is_used, "{} does not use {name}", method.id);
        }
    }
}

#[test]
fn a_method_says_which_file_system_it_wants_made_and_a_device_without_one_is_refused() {
    use iogram_model::FileSystemKind;
    let method = builtin_method("sqlite").unwrap();
    let wants = |set: &str| method.file_system(&settings(set));
    assert_eq!(wants(""), None);
    assert_eq!(wants("fs=as-is"), None);
    assert_eq!(wants("fs=f2fs"), Some(FileSystemKind::F2fs));
    assert_eq!(wants("fs=ntfs"), None, "planning says what is wrong");
    assert_eq!(builtin_method("quick").unwrap().file_system_param(), None);
    let error = plan(&method, &[], &disk(), SEED).unwrap_err();
    let said = error.to_string();
    assert_eq!(said, "method sqlite requires a file system; the target is a device");
    assert!(error.hint().to_string().contains("--set fs=ext4"), "{:?}", error.hint());
}

#[test]
fn what_is_known_is_kept_apart_from_what_is_estimated() {
    let assumed = AssumedRange::default();
    let cost = |id: &str, set: &str| {
        let method = builtin_method(id).unwrap();
        plan(&method, &settings(set), &disk(), SEED).unwrap().cost(&assumed)
    };
    let quick = cost("quick", "");
    assert_eq!(quick.time_fixed, Nanos::SECOND * 48, "8 tests, 3 runs, 2 s");
    assert_eq!(quick.written.max(), None, "a cell that ends by time may write any amount");
    assert_eq!(quick.written.limited, Bytes::GIB, "the lay-out");

    let cdm = cost("cdm", "");
    assert_eq!(
        cdm.time_fixed,
        Nanos::SECOND * (8 * 4 * 5 + 7 * 5),
        "7 intervals between 8 tests"
    );

    let fsync = cost("fsync", "");
    assert_eq!(fsync.time_fixed, Nanos(0));
    assert_eq!(fsync.written.max(), Some(Bytes(10_029 * 2300)), "as the published job counted");
    let (fast, slow) = fsync.time();
    assert!(slow > Nanos::SECOND * 21 && slow < Nanos::SECOND * 23, "10029 at 456/s: {slow}");
    assert!(fast < slow);
}

#[test]
fn an_absurd_plan_has_a_cost_all_the_same() {
    let workload = Workload {
        block: "1GiB".parse().unwrap(),
        stop: "8000000TiB"
            .parse()
            .map(|amount| iogram_model::Stop {
                amount: Some(amount),
                ..iogram_model::Stop::default()
            })
            .unwrap(),
        ..Workload::default()
    };
    let mut plan = plan_cell("c", workload, None, &disk()).unwrap();
    let step = plan.steps[0].clone();
    plan.steps.extend([step.clone(), step]);
    let cost = plan.cost(&AssumedRange::default());
    assert_eq!(cost.read.max(), Some(Bytes(u64::MAX)));
}

#[track_caller]
fn check_cell(change: impl FnOnce(&mut Workload), facts: &TargetFacts, expected: &str) {
    let mut workload = Workload::default();
    change(&mut workload);
    let shown = match plan_cell("c", workload, None, facts) {
        Ok(plan) => format!("destroys {}", plan.destroys),
        Err(PlanError::Cell { message, .. }) => message.to_string(),
        Err(other) => panic!("not about the cell: {other}"),
    };
    assert_eq!(shown, expected);
}

#[test]
fn cells_that_do_not_fit_are_refused_before_anything_is_touched() {
    let file = TargetFacts::file(None, Bytes(512));
    check_cell(|_| {}, &disk(), "destroys nothing");
    check_cell(
        |w| {
            w.mix.read = "70%".parse().unwrap();
            w.region = "25%..50%".parse().unwrap();
        },
        &disk(),
        "destroys the device from 4GiB to 8GiB",
    );
    check_cell(
        |w| w.block = "2300B".parse().unwrap(),
        &disk(),
        "its block, 2300B, is not a multiple of the logical block size, 512B, which direct \
            I/O requires",
    );
    check_cell(
        |w| w.region = "100B..1GiB".parse().unwrap(),
        &disk(),
        "its start of the region, 100B, is not a multiple of the logical block size, 512B, \
            which direct I/O requires",
    );
    check_cell(
        |w| w.region = "0..17GiB".parse().unwrap(),
        &disk(),
        "region 0..17GiB reaches beyond its end at 16GiB",
    );
    check_cell(
        |w| w.region = "20GiB..".parse().unwrap(),
        &disk(),
        "region 20GiB..100% is empty at a size of 16GiB",
    );
    check_cell(
        |w| {
            w.region = "0..1MiB".parse().unwrap();
            w.block = "128KiB".parse().unwrap();
            w.jobs = 16;
            w.layout = iogram_model::JobLayout::Sliced;
        },
        &disk(),
        "each job's part of the region is 64KiB, less than one block of 128KiB",
    );
    check_cell(
        |w| {
            w.mix.read = "0%".parse().unwrap();
            w.mix.discard = "100%".parse().unwrap();
        },
        &file,
        "a file cannot be discarded",
    );
    check_cell(
        |w| w.mix.discard = "1%".parse().unwrap(),
        &disk(),
        "reads, discards and flushes exceed 100% together",
    );
    check_cell(
        |w| w.stop.amount = Some(Bytes(4095)),
        &disk(),
        "the amount of 4095B is less than one block of 4KiB",
    );
    check_cell(|w| w.stop.time = None, &disk(), "it never ends");
}

#[test]
fn what_the_engine_cannot_do_is_said_before_anything_is_laid_out() {
    check_cell(
        |w| {
            w.access = "zipf=1.2".parse().unwrap();
            w.block = "4KiB,64KiB".parse().unwrap();
        },
        &disk(),
        "zipf=1.200 access supports one block size, and it has several",
    );
    check_cell(
        |w| w.depth = 100_000,
        &disk(),
        "at most 1024 jobs and a queue depth of 16384 are possible; requested: 1 and 100000",
    );
    check_cell(
        |w| {
            (w.depth, w.jobs) = (16_384, 1024);
        },
        &disk(),
        "its 16777216 requests of 4KiB need 64.0 GiB (68.7 GB) of memory; the limit is 8GiB",
    );
    check_cell(
        |w| {
            w.access = "permutation".parse().unwrap();
            (w.jobs, w.region) = (8, "0..16KiB".parse().unwrap());
        },
        &disk(),
        "8 jobs share a sequence of only 4 blocks",
    );
    check_cell(
        |w| {
            let arrivals = iogram_model::Arrivals::Fixed;
            w.pacing = iogram_model::Pacing::Open { rate_per_s: 1e-7, arrivals, pauses: None };
        },
        &disk(),
        "a rate of 0.0000001/s is not possible",
    );
}

#[test]
fn rounds_that_may_be_left_out_make_the_time_of_a_plan_a_range() {
    let method = builtin_method("steady-cssd").unwrap();
    let plan = plan(&method, &settings("round=1m rounds=25 window=5"), &disk(), SEED).unwrap();
    let (fast, slow) = plan.cost(&AssumedRange::default()).time();
    let twenty_rounds = 20 * 60 * Nanos::SECOND.0;
    assert!(slow.0 - fast.0 >= twenty_rounds, "{fast} to {slow}");
}

#[test]
fn amounts_are_whole_blocks_and_a_mix_of_blocks_is_left_alone() {
    let amount_of = |block: &str| {
        let mut workload = Workload { block: block.parse().unwrap(), ..Workload::default() };
        workload.stop.amount = Some(Bytes(100_000));
        let plan = plan_cell("c", workload, None, &disk()).unwrap();
        let cell = plan.cells().next().unwrap();
        cell.workload.stop.amount
    };
    assert_eq!(amount_of("4KiB"), Some(Bytes(98_304)));
    assert_eq!(amount_of("4KiB:1,8KiB:1"), Some(Bytes(100_000)));
}

#[test]
fn a_size_that_does_not_fit_is_refused() {
    let method = builtin_method("quick").unwrap();
    let shown = |facts: TargetFacts| plan(&method, &[], &facts, SEED).unwrap_err().to_string();
    assert_eq!(
        shown(TargetFacts::file(Some(Bytes(500 << 20)), Bytes(512))),
        "a test file of 1GiB does not fit: 500 MiB (524 MB) are free"
    );
    assert_eq!(
        shown(TargetFacts { capacity: Some(Bytes(64 << 20)), ..disk() }),
        "1GiB do not fit on the device of 64.0 MiB (67.1 MB)"
    );
}

#[test]
fn what_does_not_fit_on_a_small_drive_names_the_scale_that_does() {
    for id in ["essd", "cssd", "precondition-cssd"] {
        let method = builtin_method(id).unwrap();
        for (gib, scale) in [(9, "1/2"), (6, "1/2"), (3, "1/4")] {
            let small = TargetFacts { capacity: Some(Bytes(gib << 30)), ..disk() };
            let Err(error) = plan(&method, &[], &small, 1) else {
                assert!(
                    id == "precondition-cssd" && gib == 9,
                    "{id} on {gib} GiB: it writes 8 GiB"
                );
                continue;
            };
            let hint = error.hint().to_string();
            let (_, setting) = hint.split_once("--set scale=").expect(&hint);
            let (found, _) = setting.split_once(" fits").expect(&hint);
            assert_eq!(found, scale, "{id} on {gib} GiB: {error}");
            let set = [("scale".to_owned(), found.to_owned())];
            assert!(plan(&method, &set, &small, 1).is_ok(), "{id} on {gib} GiB");
        }
    }
}

/// On a drive that accepts writes at write pointers alone, no setting makes a method write anywhere else: the plan is
/// rejected, or writes nothing there.
#[test]
fn no_method_writes_anywhere_on_a_zoned_drive() {
    let zones =
        Some(ZoneShape { size: Bytes(256 << 20), conventional: Bytes(0), open_max: Some(8) });
    let zoned = TargetFacts { zones, ..disk() };
    let (mut refused, mut planned) = (0, 0);
    for method in builtin_methods() {
        for facts in [zoned, zoned.read_only()] {
            let Ok(plan) = plan(&method, &[], &facts, SEED) else {
                refused += 1;
                continue;
            };
            planned += 1;
            for step in &plan.steps {
                let what = format!("{}: {step:?}", method.id);
                match step {
                    PlannedStep::LayOut { content, .. } => {
                        assert_ne!(*content, Content::Written, "{what}");
                    }
                    PlannedStep::Measure(cell) => assert!(!cell.workload.writes(), "{what}"),
                    PlannedStep::Probe(probe) => assert!(!probe.kind.writes(), "{what}"),
                    _ => {}
                }
            }
        }
    }
    assert!(refused > 40 && planned > 5, "{refused} refused, {planned} planned");
    // Within its conventional zones, it is a drive like any other.
    let zones = Some(ZoneShape {
        size: Bytes(256 << 20),
        conventional: Bytes(2 << 30),
        open_max: None,
    });
    let partly = TargetFacts { zones, ..disk() };
    assert!(plan(&builtin_method("dd-write").unwrap(), &[], &partly, SEED).is_ok());
}

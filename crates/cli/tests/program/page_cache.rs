//! Effects between a program and a drive: buffered figures of simulated drives, and figures that do not describe a
//! drive.

use iogram_model::{Figure, Finding, OpKind, Run, Verdict};

use crate::common::Room;

/// The results of `run METHOD TARGET --set ..`, whatever the exit code.
#[track_caller]
fn measured(
    room: &Room,
    method: &[&str],
    target: &str,
    settings: &[&str],
) -> (Run, Option<i32>) {
    let mut all = vec!["run"];
    all.extend(method);
    all.extend([target, "--seed", "1", "--json", "-", "--no-store", "-q"]);
    all.extend(settings.iter().flat_map(|&setting| ["--set", setting]));
    let said = room.run(&all);
    let run = serde_json::from_str(&said.stdout);
    (run.unwrap_or_else(|error| panic!("{error}: {said:?}")), said.code)
}

fn verdict(run: &Run) -> Verdict {
    let mut rules = run.findings.iter().filter_map(|finding| match finding {
        Finding::Rule(rule) => Some(rule.verdict),
        _ => None,
    });
    rules.next().unwrap()
}

#[test]
fn a_flush_on_a_simulated_drive_takes_the_time_of_what_it_writes() {
    let room = Room::new();
    for name in
        ["usb-stick-2au", "s3-lexar-633x-16g", "s0-kodak-64g", "s1-samsung-pro", "dying"]
    {
        let target = format!("sim:{name}");
        let (run, _) = measured(&room, &["fsync"], &target, &["size=2300kB"]);
        let cell = &run.cells[0];
        let flush = cell.operations.flush.as_ref().unwrap();
        assert!(flush.latency_ns.p50.unwrap() > 100_000, "{name}: {:?}", flush.latency_ns);
        // Nearly all of the time of a small durable write is the flush.
        let flushing_ns = flush.latency_ns.mean * 1000.0;
        assert!(flushing_ns / cell.elapsed_ns as f64 > 0.9, "{name}: {:?}", flush.latency_ns);
    }
}

#[test]
fn a_stick_that_makes_five_records_a_second_durable_is_not_fast_enough_for_etcd() {
    let room = Room::new();
    let (run, code) = measured(&room, &["fsync"], "sim:usb-stick-2au", &[]);
    assert!(run.cells[0].operations.write.as_ref().unwrap().iops < 10.0);
    assert_eq!((verdict(&run), code), (Verdict::Fail, Some(1)));
}

#[test]
fn dd_through_the_page_cache_shows_the_card_and_says_what_the_rate_before_the_flush_is() {
    let room = Room::new();
    let buffered = ["form=buffered", "runs=1", "size=256MiB"];
    // Seed 000 publishes 22.5 MB/s in blocks of 4 MiB past the cache.
    let (run, _) = measured(&room, &["dd-write"], "sim:s0-kodak-64g", &buffered);
    let value = |figure| iogram_findings::value_of(figure, &run.cells[0], Some(OpKind::Write));
    let durable = value(Figure::BytesPerS).unwrap() / 22.5e6;
    assert!((0.9..1.05).contains(&durable), "{durable} of the rate past the cache");
    assert!(value(Figure::BytesPerSBeforeFlush).unwrap() > 400e6);
    let warnings: Vec<&str> = run.warnings.iter().map(|it| it.message.as_str()).collect();
    let told = warnings.iter().filter(|it| it.contains("measures the computer's memory"));
    assert!(told.clone().all(|it| it.contains("before the flush")), "{warnings:?}");
    assert_eq!(told.count(), 1, "{warnings:?}");
    // The same card with read-ahead: 78.3 MB/s in large blocks, 8 MB/s in single blocks of 4 KiB.
    let (run, _) = measured(&room, &["dd-read"], "sim:s0-kodak-64g", &buffered);
    let rate = run.cells[0].operations.read.as_ref().unwrap().bytes_per_s / 78.3e6;
    assert!((0.75..1.02).contains(&rate), "{rate} of the rate of large blocks");
    assert!(run.warnings.is_empty(), "{:?}", run.warnings);
}

#[test]
fn a_figure_that_no_link_carries_is_a_warning() {
    let room = Room::new();
    let drive = "name = \"fast\"\ntitle = \"A stick without a link\"\nsource = \"arbitrary\"\n\
                 drive = \"usb\"\ncapacity = \"8GiB\"\n[media.latency]\nread = \"1us\"\nwrite = \"1us\"\n";
    room.write("fast.toml", drive.as_bytes());
    let linked = drive.replace("[media", "[link]\nrate = \"400MB/s\"\n[media");
    room.write("linked.toml", linked.as_bytes());
    let settings = ["size=64MiB", "size_4k=4MiB"];
    let (run, _) = measured(&room, &["iozone"], "sim:fast.toml", &settings);
    let of = |run: &Run| -> Vec<String> {
        let warnings = run.warnings.iter().filter(|it| it.code == "above-the-link");
        warnings.map(|it| it.message.clone()).collect()
    };
    let warnings = of(&run);
    assert!(!warnings.is_empty());
    assert!(
        warnings
            .iter()
            .all(|it| it.contains("no link of USB drives carries more than 2424.2 MB/s")),
        "{warnings:?}"
    );
    let (run, _) = measured(&room, &["iozone"], "sim:linked.toml", &settings);
    assert_eq!(of(&run), Vec::<String>::new());
    let said = room.succeed(&[
        "measure",
        "sim:linked.toml",
        "--buffered",
        "--read",
        "100%",
        "--access",
        "seq",
        "--block",
        "1MiB",
        "--region",
        "0..16MiB",
        "--amount",
        "512MiB",
        "--seed",
        "1",
        "--no-store",
    ]);
    assert!(said.stdout.contains("measures the computer's memory, not the"), "{}", said.stdout);
}

/// Sequential reads of the lay-out; again after random writes; and after another lay-out.
const LAID_OUT_TWICE: &str = "[method]\nid = \"twice\"\ntitle = \"Twice\"\nquestion = \"?\"\n\
    source = \"none\"\nmedia = [\"nvme\"]\nwrites = \"region\"\n\
    [[step]]\nkind = \"lay-out\"\nsize = \"64MiB\"\ncontent = \"written\"\n\
    [[step]]\nkind = \"measure\"\nname = \"fresh\"\naccess = \"seq\"\nread = \"100%\"\n\
    block = \"1MiB\"\ndepth = 8\namount = \"64MiB\"\n\
    [[step]]\nkind = \"measure\"\nname = \"scatter\"\naccess = \"random\"\nread = \"0%\"\n\
    block = \"4KiB\"\ndepth = 8\namount = \"256MiB\"\n\
    [[step]]\nkind = \"measure\"\nname = \"scattered\"\naccess = \"seq\"\nread = \"100%\"\n\
    block = \"1MiB\"\ndepth = 8\namount = \"64MiB\"\n\
    [[step]]\nkind = \"lay-out\"\nsize = \"64MiB\"\ncontent = \"written\"\n\
    [[step]]\nkind = \"measure\"\nname = \"again\"\naccess = \"seq\"\nread = \"100%\"\n\
    block = \"1MiB\"\ndepth = 8\namount = \"64MiB\"\n";

#[test]
fn what_is_laid_out_again_is_written_anew_on_a_simulated_drive_too() {
    let room = Room::new();
    room.write("twice.toml", LAID_OUT_TWICE.as_bytes());
    let method = ["--method-file", "twice.toml"];
    let (run, _) = measured(&room, &method, "sim:nvme-tlc-dynamic", &[]);
    let rate = |name: &str| {
        let cell = run.cells.iter().find(|cell| cell.name == name).unwrap();
        cell.operations.read.as_ref().unwrap().bytes_per_s
    };
    assert!(
        rate("scattered") < rate("fresh") * 0.9,
        "{} of {}",
        rate("scattered"),
        rate("fresh")
    );
    assert!(rate("again") > rate("fresh") * 0.95, "{} of {}", rate("again"), rate("fresh"));
}

//! Rounds until a steady state: results of the methods with rounds on drives with known truth.

use iogram_model::{
    Argument, Figure, Finding, MessageId, ReportField, Run, Severity, SteadyState, Verdict,
};
use iogram_sim::SimSpec;

use crate::runs::{EVEN, measured};

const SHORT: [(&str, &str); 1] = [("time", "20ms")];

/// Not deeper than the drive's limit, so that no request is left to wait for at the end of a sample.
const SATURATION: [(&str, &str); 4] =
    [SHORT[0], ("histogram", "20ms"), ("threads", "1"), ("depth", "4")];

fn even(method: &str, settings: &[(&str, &str)]) -> Run {
    measured(&SimSpec::parse(EVEN).unwrap(), 1, method, settings)
}

fn states(run: &Run) -> Vec<&SteadyState> {
    let states = run.findings.iter().filter_map(|finding| match finding {
        Finding::SteadyState(steady) => Some(steady),
        _ => None,
    });
    states.collect()
}

#[track_caller]
fn state(run: &Run) -> &SteadyState {
    let [state] = states(run)[..] else { panic!("one sequence of rounds: {:?}", run.findings) };
    state
}

#[test]
fn the_iops_test_tracks_three_cells_or_one_and_gives_the_means_of_all_56() {
    let run = even("pts-iops", &SHORT);
    let steady = state(&run);
    assert_eq!((steady.verdict, steady.rounds_count), (Verdict::Pass, 5), "{steady:?}");
    assert_eq!(steady.figure, Some(Figure::Iops));
    let tracked: Vec<&str> = steady.cells.iter().map(|it| it.cell.as_str()).collect();
    assert_eq!(tracked, ["RND 4KiB 0/100", "RND 64KiB 65/35", "RND 1024KiB 100/0"]);
    assert_eq!(steady.results.len(), 56);
    let means = |name: &str| steady.results.iter().find(|it| it.cell == name).unwrap().clone();
    // One at a time would be 5,000 writes and 10,000 reads a second; the drive executes four.
    let near =
        |value: Option<f64>, expected: f64| (value.unwrap() / expected - 1.0).abs() < 0.08;
    let (write, mixed) = (means("RND 4KiB 0/100"), means("RND 512B 50/50"));
    assert!(near(write.iops, 20_000.0), "{write:?}");
    assert!(near(mixed.iops, 4.0 / 150e-6), "reads and writes together: {mixed:?}");
    assert_eq!((mixed.read_permille, mixed.block_bytes), (500, Some(512)));
    assert_eq!(mixed.outstanding_count, 128);
    let headline = run.headline.as_ref().unwrap();
    assert_eq!(
        (headline.severity, headline.answer.id),
        (Severity::Good, MessageId::SteadyReached)
    );
    let Argument::Iops(value) = headline.answer.arguments["value"] else {
        panic!("{headline:?}")
    };
    assert!(near(Some(value), 20_000.0), "{value}");
    assert_eq!(headline.details[0].id, MessageId::SteadyWindow, "how sure");

    let run = even("pts-iops", &[SHORT[0], ("tracked", "one"), ("class", "client")]);
    assert_eq!(state(&run).cells.len(), 1);
    assert_eq!(state(&run).results[0].outstanding_count, 32, "two threads, 16 deep");
}

#[test]
fn throughput_is_two_tests_and_latency_tracks_the_mean_latency_of_one_request_at_a_time() {
    let run = even("pts-throughput", &SHORT);
    let found: Vec<(&str, Verdict)> =
        states(&run).iter().map(|it| (it.cells[0].cell.as_str(), it.verdict)).collect();
    assert_eq!(
        found,
        [("SEQ 128KiB 0/100", Verdict::Pass), ("SEQ 1024KiB 0/100", Verdict::Pass)]
    );

    let run = even("pts-latency", &[SHORT[0], ("histogram", "100ms")]);
    let steady = state(&run);
    assert_eq!((steady.verdict, steady.figure), (Verdict::Pass, Some(Figure::LatencyMean)));
    let mean = steady.cells[0].mean_value().unwrap();
    assert!((200e3..215e3).contains(&mean), "200 us and the link: {mean} ns");
    // The mean over all requests: 65 % of 100 us and 35 % of 200 us.
    let mixed = steady.results.iter().find(|it| it.cell == "RND 4KiB 65/35").unwrap();
    let mean = mixed.latency_mean_ns.unwrap();
    assert!((130e3..150e3).contains(&mean), "{mixed:?}");
}

#[test]
fn a_drive_that_does_not_settle_is_said_not_to_with_its_last_window() {
    let settings = [("round", "1s"), ("rounds", "6"), ("range", "0%")];
    let run = measured(&noisy(), 1, "steady-cssd", &settings);
    let steady = state(&run);
    assert_eq!((steady.verdict, steady.rounds_count), (Verdict::Fail, 6));
    assert!(steady.cells[0].mean_value().is_some() && !steady.results.is_empty(), "{steady:?}");
    let headline = run.headline.as_ref().unwrap();
    assert_eq!(headline.answer.id, MessageId::SteadyMissed);
    assert_eq!(headline.severity, Severity::Caution);
}

/// The same, but no two seconds are alike.
pub(crate) fn noisy() -> SimSpec {
    let noise = "write = [[\"0%\", \"150us\"], [\"90%\", \"200us\"], [\"100%\", \"900us\"]]";
    SimSpec::parse(&EVEN.replace("write = \"200us\"", noise)).unwrap()
}

#[test]
fn rounds_before_twice_the_capacity_is_written_say_what_they_rest_on() {
    // 20,000 writes a second fill 16 MiB in a fifth of one: five samples of 20 ms are half of it.
    let run = even("wsat", &[&SATURATION[..], &[("samples", "1")]].concat());
    let steady = state(&run);
    assert_eq!(steady.verdict, Verdict::Pass);
    let passes = steady.passes_before_ratio().unwrap();
    assert!((0.4..0.6).contains(&passes), "{passes}");
    let headline = run.headline.as_ref().unwrap();
    assert_eq!(
        (headline.answer.id, headline.severity),
        (MessageId::SteadyEarly, Severity::Caution)
    );

    let run = even("pts-latency", &[SHORT[0], ("histogram", "20ms")]);
    assert!(state(&run).passes_before_ratio().unwrap() >= 2.0, "preconditioned");
    assert_eq!(run.headline.as_ref().unwrap().answer.id, MessageId::SteadyReached);
}

#[test]
fn write_saturation_tracks_the_last_sample_of_a_round_and_ends_at_four_fills() {
    let settings = [&SATURATION[..], &[("samples", "3")]].concat();
    let run = even("wsat", &settings);
    let (steady, samples) = (state(&run), cells(&run, "RND 4KiB 0/100"));
    assert_eq!((steady.verdict, steady.rounds_count, samples), (Verdict::Pass, 5, 15));

    // It does not reach a window of 12: 4 x 16 MiB are written after about 41 samples of 1.6 MB.
    let settings = [&settings[..], &[("window", "20"), ("rounds", "40")]].concat();
    let run = even("wsat", &settings);
    let (steady, samples) = (state(&run), cells(&run, "RND 4KiB 0/100"));
    assert_eq!(steady.verdict, Verdict::Fail, "{steady:?}");
    assert!((39..=43).contains(&samples), "{samples}");
    assert!(steady.written_before_bytes.unwrap() <= 4 * (16 << 20) + (2 << 20), "{steady:?}");
    let answer = &run.headline.as_ref().unwrap().answer;
    assert_eq!(answer.id, MessageId::SteadyTooFew);
    // If a run has several tests, the text names the test.
    let cell = Argument::Name("RND 4KiB 0/100".to_owned());
    assert_eq!(answer.arguments.get("cell"), Some(&cell));
    assert_eq!(cells(&run, "RND 4KiB 0/100 histogram"), 1);
}

fn cells(run: &Run, name: &str) -> usize {
    run.cells.iter().filter(|cell| cell.name == name).count()
}

#[test]
fn a_shortened_test_without_its_header_is_like_the_standard_and_says_what_differs() {
    let run = even(
        "pts-latency",
        &[SHORT[0], ("histogram", "20ms"), ("window", "5"), ("passes", "3")],
    );
    let report = run.findings.iter().find_map(|finding| match finding {
        Finding::StandardReport(report) => Some(report),
        _ => None,
    });
    let report = report.unwrap();
    let differs: Vec<_> = report.differs.iter().map(|it| (&*it.what, &*it.asked)).collect();
    // In the order of the file; settings equal to the default are not listed.
    assert_eq!(differs, [("passes", "2"), ("time", "1m"), ("histogram", "20m")], "{report:?}");
    let missing = &report.missing;
    assert!(missing.contains(&ReportField::WriteCache), "{missing:?}");
    assert!(!missing.contains(&ReportField::SteadyRounds), "{missing:?}");
    let details = &run.headline.as_ref().unwrap().details;
    assert!(details.iter().any(|it| it.id == MessageId::StandardLike), "{details:?}");
}

#[test]
fn rounds_of_many_hours_are_told_by_the_second_and_shorter_ones_by_the_tenth() {
    let slow = EVEN.replace("200us", "50ms").replace("in_flight = 4", "in_flight = 1");
    let slow = SimSpec::parse(&slow).unwrap();
    let shape = [("threads", "1"), ("depth", "1"), ("fills", "1000"), ("histogram", "10s")];
    let saturated = |rounds: &str| {
        let settings = [&shape[..], &[("rounds", rounds), ("window", "2")]].concat();
        measured(&slow, 1, "wsat", &settings)
    };
    let (day, hours) = (saturated("47"), saturated("5"));
    assert_eq!(state(&day).rounds_count, 2);
    assert_eq!(state(&day).cells, state(&hours).cells);
    for (run, length_ns, rows) in [(&day, Some(4_000_000_000), 15), (&hours, None, 600)] {
        let (samples, histogram) = run.cells.split_at(run.cells.len() - 1);
        assert_eq!(samples.len(), 62);
        for cell in samples {
            assert!((rows..rows + 2).contains(&cell.series.rows.len()), "{rows}");
            assert_eq!(cell.series.rows[3].length_ns, length_ns);
        }
        assert_eq!(histogram[0].series.rows[3].length_ns, None, "not of the rounds");
    }
}

#[test]
fn write_saturation_that_ends_at_what_was_written_goes_on_when_it_is_steady() {
    let settings =
        [&SATURATION[..], &[("samples", "3"), ("rounds", "40"), ("ends", "written")]];
    let run = even("wsat", &settings.concat());
    // Steady after five rounds of three; four fills of 16 MiB are about 41 samples of 1.6 MB.
    let (steady, samples) = (state(&run), cells(&run, "RND 4KiB 0/100"));
    assert_eq!(steady.verdict, Verdict::Pass, "{steady:?}");
    assert!((39..=43).contains(&samples), "{samples}");
    assert!(steady.written_before_bytes.unwrap() >= 4 * (16 << 20), "{steady:?}");
    assert!(run.criteria.as_ref().unwrap().steady[0].goes_on_steady);
}

/// The cells that count are those of ezFIO, each directly after its own load.
#[test]
fn each_cell_of_ezfio_is_preconditioned_by_its_own_load_until_that_is_steady() {
    let short = [SHORT[0], ("stability", "20ms"), ("passes", "1")];
    let plain = even("ezfio", &short);
    let run =
        even("ezfio", &[&short[..], &[("wdpc", "until-steady"), ("round", "20ms")]].concat());
    let counted = |run: &Run| -> Vec<String> {
        let counted = run.cells.iter().filter(|cell| cell.is_counted);
        counted.map(|cell| cell.name.clone()).collect()
    };
    assert_eq!(counted(&run), counted(&plain));
    for pair in run.cells.windows(2).filter(|pair| pair[1].is_counted) {
        assert_eq!(pair[0].name, format!("{} WDPC", pair[1].name));
        assert_eq!(pair[0].workload.block, pair[1].workload.block);
        assert_eq!(pair[0].workload.jobs, pair[1].workload.jobs);
        assert!(run.is_preconditioning(&pair[0]) && !run.is_preconditioning(&pair[1]));
    }
    assert_eq!(states(&run).len(), counted(&run).len());
    let rounds = cells(&run, "9 random writes 4KiB threads 16 WDPC");
    assert_eq!(rounds, 5, "an even drive is steady at once");
    // Stated once, and not for each of them.
    let headline = run.headline.as_ref().unwrap();
    let said = headline.details.iter().filter(|it| it.id == MessageId::Preconditioned).count();
    assert_eq!(said, 1, "{headline:?}");
    assert!(!headline.details.iter().any(|it| it.id == MessageId::SteadyReached));
}

#[test]
fn a_load_that_does_not_settle_before_its_cell_is_said_to_be_on_its_way() {
    let settings = [
        ("time", "1s"),
        ("stability", "1s"),
        ("passes", "1"),
        ("wdpc", "until-steady"),
        ("round", "10ms"),
        ("rounds", "2"),
        ("window", "2"),
    ];
    let run = measured(&noisy(), 1, "ezfio", &settings);
    let missed = states(&run).iter().filter(|it| it.verdict == Verdict::Fail).count();
    assert!(missed > 0, "two rounds of 10 ms are never alike on all loads");
    let headline = run.headline.as_ref().unwrap();
    let all = std::iter::once(&headline.answer).chain(&headline.details);
    let said = all.into_iter().find(|it| it.id == MessageId::PreconditionedMissed).unwrap();
    assert_eq!(said.arguments["missed"], Argument::Count(missed as u64));
}

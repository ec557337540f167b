//! Named figures rank drives, and an unmeasured figure counts neither for nor against a drive.

use iogram_findings::{KnownDrive, advise, defect, power_loss};
use iogram_model::{
    Advice, Argument, Demand, DriveDefect, DriveEntry, DriveFigure, Figure, FigureBound,
    FigureRun, Headline, Message, MessageId, OrderFigure, Purpose, Quality, Range95, Run,
    Severity, Standing, Verdict,
};

fn purpose() -> Purpose {
    let of = OrderFigure { quality: Quality::SyncWrite, figure: Figure::LatencyP99 };
    Purpose {
        is_built_in: false,
        aliases: Vec::new(),
        record: None,
        needs: Vec::new(),
        id: "etcd".to_owned(),
        title: "etcd".to_owned(),
        reasoning: "because".to_owned(),
        source: "somebody".to_owned(),
        demands: vec![Demand {
            id: "fsync".to_owned(),
            title: "in time".to_owned(),
            of,
            limit: 10e6,
            is_upper_limit: true,
            source: "somebody".to_owned(),
        }],
        order: vec![of],
        dearer_max_ratio: None,
    }
}

/// A drive whose runs had these 99th percentiles of sync latency, in milliseconds.
fn drive(id: &str, price: Option<&str>, p99_ms: &[f64]) -> KnownDrive {
    let runs: Vec<FigureRun> =
        p99_ms.iter().map(|ms| FigureRun { value: Some(ms * 1e6), excluded: None }).collect();
    let mean =
        p99_ms.iter().sum::<f64>() / 1e-6 / f64::from(u32::try_from(p99_ms.len()).unwrap());
    let figure = DriveFigure {
        quality: Quality::SyncWrite,
        figure: Figure::LatencyP99.name().to_owned(),
        runs,
        mean: Some(mean),
        proven_least: None,
        up_to_bytes: None,
        interval: (p99_ms.len() > 1).then_some(Range95 { low: mean * 0.9, high: mean * 1.1 }),
        block: None,
        depth: None,
        measured_on: None,
        mean_of_runs: None,
        is_measured: true,
        is_of_simulation: false,
        source: "run".to_owned(),
        method: "fsync".to_owned(),
    };
    let figures = if p99_ms.is_empty() { Vec::new() } else { vec![figure] };
    let price = price.map(|price| price.parse().unwrap());
    let entry =
        DriveEntry { id: id.to_owned(), name: id.to_owned(), price, ..DriveEntry::default() };
    KnownDrive { entry, figures, defects: Vec::new() }
}

fn shown(advice: &Advice) -> Vec<String> {
    let line = |drive: &iogram_model::AdvisedDrive| {
        let front = match drive.is_on_front {
            Some(true) => " front",
            _ => "",
        };
        let place = drive.place_index.map_or("-".to_owned(), |place| place.to_string());
        format!("{place} {} {:?}{front}", drive.id, drive.standing)
    };
    advice.drives.iter().map(line).collect()
}

/// At any speed: a fake drive suits nothing, and is never a bargain.
#[test]
fn a_drive_that_a_run_found_wanting_suits_nothing() {
    let mut fake = drive("fake", Some("1.00 EUR"), &[1.0]);
    let statement =
        Message::new(MessageId::ImportedFailing, [Argument::Name("smartctl".into())]);
    fake.defects = vec![DriveDefect { run: "import-1".to_owned(), statement }];
    let drives = [fake, drive("sound", Some("9.00 EUR"), &[7.0])];
    let advice = advise(&purpose(), &drives, None);
    assert_eq!(shown(&advice), ["1 sound Suitable front", "- fake Unsuitable"]);
    assert_eq!(advice.drives[1].defects.len(), 1);
}

#[test]
fn a_run_that_failed_is_a_defect_and_one_that_is_too_slow_is_none() {
    let said = |severity, answer: Message| {
        let headline = Headline {
            severity,
            answer,
            details: Vec::new(),
            confidence_ratio: None,
            basis: None,
            next: None,
        };
        Run { headline: Some(headline), ..crate::common::run("S", Vec::new()) }
    };
    let vanished = Message::new(MessageId::Vanished, [Argument::Name("cell".into())]);
    for (severity, answer, is_found) in [
        (Severity::Failed, Message::plain(MessageId::CounterfeitUnsized), true),
        (Severity::Failed, Message::plain(MessageId::Damaged), true),
        (Severity::Caution, Message::plain(MessageId::CounterfeitDoubtful), false),
        (Severity::Failed, Message::plain(MessageId::NotPurged), false),
        (Severity::Failed, vanished, false),
    ] {
        let id = answer.id;
        assert_eq!(defect(&said(severity, answer)).is_some(), is_found, "{id:?}");
    }
}

#[test]
fn the_worst_run_decides_a_demand_and_the_mean_the_order() {
    let drives = [
        drive("unknown", None, &[]),
        drive("slow", None, &[30.0]),
        drive("uneven", None, &[1.0, 12.0]),
        drive("steady", None, &[7.0, 7.0]),
        drive("fast", None, &[2.0]),
    ];
    let advice = advise(&purpose(), &drives, None);
    assert_eq!(
        shown(&advice),
        [
            "1 fast Suitable",
            "2 steady Suitable",
            "- unknown Unproven",
            "- uneven Unsuitable",
            "- slow Unsuitable",
        ]
    );
    let unknown = &advice.drives[2];
    assert_eq!(unknown.reasons[0].verdict, Verdict::Unknown);
    assert_eq!(unknown.missing, ["sync-write.latency_p99_ns"]);
    let uneven = &advice.drives[3].reasons[0];
    assert_eq!((uneven.measured, uneven.worst), (Some(6.5e6), Some(12e6)));
}

#[test]
fn drives_whose_intervals_overlap_share_a_place() {
    let drives = [
        drive("b", None, &[5.2, 4.9]),
        drive("a", None, &[5.0, 5.1]),
        drive("c", None, &[8.0, 8.0]),
    ];
    let expected = ["1 a Suitable", "1 b Suitable", "3 c Suitable"];
    assert_eq!(shown(&advise(&purpose(), &drives, None)), expected);
}

#[test]
fn the_front_holds_what_nothing_beats_in_price_and_figure_at_once() {
    let drives = [
        drive("cheap", Some("5 EUR"), &[9.0]),
        drive("fast", Some("30 EUR"), &[1.0]),
        drive("beaten", Some("31 EUR"), &[2.0]),
        drive("elsewhere", Some("9 USD"), &[9.5]),
        drive("gift", None, &[0.5]),
    ];
    let expected = [
        "1 gift Suitable",
        "2 fast Suitable front",
        "3 beaten Suitable",
        "4 cheap Suitable front",
        "5 elsewhere Suitable front",
    ];
    assert_eq!(shown(&advise(&purpose(), &drives, None)), expected);
}

#[test]
fn a_budget_leaves_out_what_costs_more_or_what_nobody_knows() {
    let drives = [
        drive("cheap", Some("5 EUR"), &[9.0]),
        drive("dear", Some("5.01 EUR"), &[1.0]),
        drive("foreign", Some("5 USD"), &[1.0]),
        drive("gift", None, &[1.0]),
    ];
    let advice = advise(&purpose(), &drives, Some(&"5 EUR".parse().unwrap()));
    assert_eq!(shown(&advice), ["1 cheap Suitable front"]);
    let left_out: Vec<&str> = advice.left_out.iter().map(|it| it.reason.as_str()).collect();
    assert_eq!(
        left_out,
        [
            "it costs 5.01 EUR",
            "its price is known only in USD (5.00 USD); currencies are not converted",
            "its price is unknown",
        ]
    );
    assert_eq!(advice.drives[0].standing, Standing::Suitable);
}

#[test]
fn more_runs_of_the_same_drive_are_no_disadvantage() {
    let verdict = |runs: &[f64]| {
        let advice = advise(&purpose(), &[drive("a", None, runs)], None);
        (advice.drives[0].standing, advice.drives[0].reasons[0].verdict)
    };
    // Two runs are weak evidence about a third; each similar run tightens the bound for the next.
    let some = [8.0, 8.4, 8.8, 8.2];
    let many: Vec<f64> = some.iter().copied().cycle().take(12).collect();
    assert_eq!(verdict(&some[..3]), (Standing::Unproven, Verdict::Unknown));
    assert_eq!(verdict(&many), (Standing::Suitable, Verdict::Pass));
    // One odd run among many neither disqualifies a drive nor qualifies it.
    let odd: Vec<f64> = many.iter().copied().chain([12.0]).collect();
    assert_eq!(verdict(&odd), (Standing::Unproven, Verdict::Unknown));
    let slow: Vec<f64> = many.iter().map(|ms| ms + 5.0).collect();
    assert_eq!(verdict(&slow), (Standing::Unsuitable, Verdict::Fail));
}

#[test]
fn a_chain_of_neighbours_is_not_one_place() {
    let runs = |middle: f64| [middle - 0.3, middle, middle + 0.3];
    let drives: Vec<KnownDrive> = [2.0, 2.4, 2.8, 3.2, 3.6]
        .iter()
        .map(|middle| drive(&format!("d{middle}"), None, &runs(*middle)))
        .collect();
    let advice = advise(&purpose(), &drives, None);
    let places: Vec<Option<u32>> = advice.drives.iter().map(|it| it.place_index).collect();
    assert_eq!(places[0], Some(1));
    assert!(places[4] > Some(1), "{places:?}");
    // Two runs far from each other do not connect their drives.
    let drives = [drive("a", None, &[1.0, 1.1]), drive("b", None, &[5.0, 9.0])];
    let shown = shown(&advise(&purpose(), &drives, None));
    assert_eq!(shown, ["1 a Suitable", "2 b Suitable"]);
}

#[test]
fn what_no_measurement_shows_is_open_until_somebody_says_it() {
    let purpose = Purpose { needs: vec!["power-loss protection".to_owned()], ..purpose() };
    let with = |value: Option<&str>| {
        let mut drive = drive("a", None, &[1.0]);
        drive.entry.facts.extend(value.map(|value| iogram_model::PublishedFact {
            name: "Power-loss protection".to_owned(),
            value: value.to_owned(),
            source: "its data sheet".to_owned(),
        }));
        let advice = advise(&purpose, &[drive], None);
        let headline = advice.headline.as_ref().unwrap().answer.id.name();
        (shown(&advice).remove(0), headline, advice.drives[0].missing.clone())
    };
    let missing = vec!["power-loss protection".to_owned()];
    for unknown in [None, Some("unknown"), Some("maybe"), Some("not stated"), Some("")] {
        let expected = ("- a Unproven".to_owned(), "advice-none-proven", missing.clone());
        assert_eq!(with(unknown), expected, "{unknown:?}");
    }
    // It is the best of the unsuitable ones.
    let best = ("- a Unsuitable".to_owned(), "advice-none-suits-best", vec![]);
    assert_eq!(with(Some("no")), best);
    assert_eq!(with(Some("yes")), ("1 a Suitable".to_owned(), "advice-best", vec![]));
}

#[test]
fn few_slow_requests_make_a_drive_unfit_and_not_unproven() {
    let proven = |least_ms: f64| {
        let mut drive = drive("a", None, &[5.0]);
        let figure = &mut drive.figures[0];
        (figure.mean, figure.proven_least) = (None, Some(least_ms * 1e6));
        figure.runs[0].value = None;
        advise(&purpose(), &[drive], None).drives.remove(0)
    };
    let slow = proven(50.0);
    assert_eq!(slow.standing, Standing::Unsuitable);
    let reason = &slow.reasons[0];
    let expected = (Some(50e6), Some(FigureBound::AtLeast));
    assert_eq!((reason.measured, reason.bound), expected);
    assert_eq!(proven(5.0).standing, Standing::Unproven);
}

/// One name stands for one value: the mean, wherever it appears.
#[test]
fn a_reason_shows_the_mean_and_what_decided_beside_it() {
    let advice = advise(&purpose(), &[drive("a", None, &[8.0, 8.4, 8.8])], None);
    let (reason, figure) = (&advice.drives[0].reasons[0], &advice.drives[0].figures[0]);
    assert_eq!(reason.measured, figure.value);
    assert!(reason.next_run.is_some_and(|next| next > 10e6), "{reason:?}");
    assert_eq!(reason.worst, None);
}

#[test]
fn transactions_of_a_database_place_a_drive_for_databases() {
    let of = |quality, figure| OrderFigure { quality, figure };
    let purpose = Purpose {
        demands: Vec::new(),
        order: vec![
            of(Quality::SyncWrite, Figure::Iops),
            of(Quality::DatabaseTransactions, Figure::Iops),
            of(Quality::RandomRead, Figure::Iops),
        ],
        ..purpose()
    };
    let with = |id: &str, quality, value: f64| {
        let mut drive = drive(id, None, &[1.0]);
        let figure = &mut drive.figures[0];
        (figure.quality, figure.figure) = (quality, "iops".to_owned());
        (figure.mean, figure.runs[0].value) = (Some(value), Some(value));
        drive
    };
    let drives = [
        with("few", Quality::DatabaseTransactions, 60.0),
        with("many", Quality::DatabaseTransactions, 900.0),
        with("reads", Quality::RandomRead, 9000.0),
    ];
    let expected = ["1 many Suitable", "2 few Suitable", "- reads Unproven"];
    assert_eq!(shown(&advise(&purpose, &drives, None)), expected);
}

#[test]
fn a_data_sheet_tells_whether_confirmed_writes_are_kept() {
    let entry = |value: &str| DriveEntry {
        name: "Example".to_owned(),
        facts: vec![iogram_model::PublishedFact {
            name: "Power-loss protection".to_owned(),
            value: value.to_owned(),
            source: "its data sheet".to_owned(),
        }],
        ..DriveEntry::default()
    };
    let target = crate::common::run("S", Vec::new()).target;
    let known = |value: &str| power_loss(&[entry(value)], &target).map(|it| it.is_protected);
    assert_eq!([known("yes"), known("no"), known("?")], [Some(true), Some(false), None]);
    let other = DriveEntry { name: "Another".to_owned(), ..entry("yes") };
    assert_eq!(power_loss(&[other], &target), None);
}

/// A drive with these figures, in the order of the use, each from one run; `None` means unmeasured.
fn measured(
    id: &str,
    price: Option<&str>,
    values: &[(Quality, Figure, Option<f64>)],
) -> KnownDrive {
    let mut drive = drive(id, price, &[1.0]);
    let template = drive.figures.remove(0);
    let known = values.iter().filter_map(|(quality, figure, value)| {
        let mut found = template.clone();
        (found.quality, found.figure) = (*quality, figure.name().to_owned());
        (found.mean, found.runs[0].value) = (Some((*value)?), Some((*value)?));
        Some(found)
    });
    drive.figures = known.collect();
    drive
}

fn writes(id: &str, price: Option<&str>, rate: f64) -> KnownDrive {
    measured(id, price, &[(Quality::SequentialWrite, Figure::BytesPerS, Some(rate))])
}

/// Requires a sustained rate of 30 MB/s, and orders by it first.
fn camera() -> Purpose {
    let of = |quality| OrderFigure { quality, figure: Figure::BytesPerS };
    let demand = Demand {
        of: of(Quality::SustainedWrite),
        limit: 30e6,
        is_upper_limit: false,
        ..purpose().demands.remove(0)
    };
    let order = vec![of(Quality::SustainedWrite), of(Quality::SequentialWrite)];
    Purpose { demands: vec![demand], order, ..purpose() }
}

#[track_caller]
fn answer(advice: &Advice) -> (MessageId, String) {
    let answer = advice.headline.as_ref().unwrap().answer.clone();
    let Some(Argument::Name(drive)) = answer.arguments.get("drive") else {
        return (answer.id, String::new());
    };
    (answer.id, drive.clone())
}

/// The measured figures decide as far as they go, and the answer mentions the missing ones.
#[test]
fn the_best_of_what_is_known_is_named_while_demands_are_open() {
    let drives = [writes("slow", Some("5 EUR"), 25e6), writes("fast", Some("9 EUR"), 78e6)];
    let advice = advise(&camera(), &drives, None);
    assert_eq!(answer(&advice), (MessageId::BestSoFar, "fast".to_owned()));
    assert_eq!(advice.headline.as_ref().unwrap().severity, Severity::Measured);
    assert_eq!(shown(&advice), ["- fast Unproven front", "- slow Unproven front"]);
    assert_eq!(advice.decides.as_deref(), Some("sequential-write.bytes_per_s"));
    let same = [writes("one", None, 25e6), writes("two", None, 25e6)];
    assert_eq!(answer(&advise(&camera(), &same, None)).0, MessageId::AlikeSoFar);
    assert_eq!(
        answer(&advise(&camera(), &[drive("nothing", None, &[])], None)).0,
        MessageId::NoneProven
    );
}

#[test]
fn of_drives_that_all_fail_the_best_is_named_as_such() {
    let failing = |id: &str, rate| {
        let of = |quality, value| (quality, Figure::BytesPerS, Some(value));
        measured(
            id,
            None,
            &[of(Quality::SustainedWrite, rate), of(Quality::SequentialWrite, rate)],
        )
    };
    let advice = advise(&camera(), &[failing("slow", 8e6), failing("less-slow", 12e6)], None);
    assert_eq!(answer(&advice), (MessageId::NoneSuitsBest, "less-slow".to_owned()));
    let mut broken = failing("broken", 20e6);
    broken.defects.push(DriveDefect {
        run: "1".to_owned(),
        statement: Message::plain(MessageId::Damaged),
    });
    let advice = advise(&camera(), &[broken], None);
    assert_eq!(answer(&advice).0, MessageId::NoneSuits);
}

#[test]
fn a_low_price_is_that_of_the_cheapest_and_little_more() {
    let cheap = Purpose { dearer_max_ratio: Some(0.1), demands: Vec::new(), ..camera() };
    let drives = [
        writes("cheapest", Some("11.49 EUR"), 25e6),
        writes("near", Some("11.99 EUR"), 28e6),
        writes("dear", Some("17.99 EUR"), 80e6),
        writes("unpriced", None, 90e6),
    ];
    let advice = advise(&cheap, &drives, None);
    assert_eq!(answer(&advice), (MessageId::BestSoFar, "near".to_owned()));
    let left_out: Vec<(&str, MessageId)> = advice
        .left_out
        .iter()
        .map(|it| (it.id.as_str(), it.statement.as_ref().unwrap().id))
        .collect();
    let expected = [("dear", MessageId::PriceFarAbove), ("unpriced", MessageId::PriceUnknown)];
    assert_eq!(left_out, expected);
    // Without any price there is no basis for a choice.
    let unpriced = [writes("slow", None, 25e6), writes("fast", None, 80e6)];
    let advice = advise(&cheap, &unpriced, None);
    assert_eq!(answer(&advice), (MessageId::BestSoFar, "fast".to_owned()));
}

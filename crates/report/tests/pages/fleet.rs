//! Many drives at once.

use iogram_model::{
    Bytes, DriftAlong, Fleet, FleetDistribution, FleetFigure, FleetModel, Oddity, OddityKind,
    Quality,
};
use iogram_report::{Locale, Options, fleet_page, render_fleet, render_fleet_distributions};

use crate::golden::check;

fn model(model: &str, drive_count: u64, visible_ratio: Option<f64>) -> FleetModel {
    FleetModel {
        model: model.to_owned(),
        drive_count,
        run_count: 24,
        firmwares: vec!["1.0".to_owned(), "1.1".to_owned()],
        visible_ratio,
    }
}

/// One outlier of each kind, and a model with too little data.
pub(crate) fn fleet() -> Fleet {
    let of = |quality, figure: &str| FleetFigure {
        model: "Example 512 GB".to_owned(),
        method: "quick".to_owned(),
        quality,
        block: Some(Bytes(4096)),
        depth: Some(32),
        figure: figure.to_owned(),
    };
    let oddity = |kind, of, ratio, more_count| Oddity {
        kind,
        of,
        ratio,
        chance_ratio: 0.003,
        more_count,
    };
    let latency = || of(Quality::QueuedWrite, "latency_p99_ns");
    let drive = OddityKind::Drive {
        drive: "S17".to_owned(),
        value: 1.2e6,
        usual: 3.8e5,
        sibling_count: 11,
    };
    let firmware = OddityKind::Firmware {
        base: "1.0".to_owned(),
        other: "1.1".to_owned(),
        base_count: 7,
        other_count: 5,
        low: 0.78,
        high: 0.86,
    };
    let batch = OddityKind::Batch { first: "S14".to_owned(), before_count: 6, behind_count: 6 };
    let drift = |along, from, to| OddityKind::Drift {
        drive: "S3".to_owned(),
        along,
        from,
        to,
        run_count: 9,
    };
    let rate = of(Quality::SequentialWrite, "bytes_per_s");
    Fleet {
        format: Fleet::FORMAT.to_owned(),
        is_of_simulation: false,
        run_count: 51,
        unidentified_run_count: 3,
        drive_count: 14,
        lead: Vec::new(),
        members: Vec::new(),
        models: vec![model("Example 512 GB", 12, Some(0.182)), model("", 2, None)],
        question_count: 44,
        oddities: vec![
            oddity(drive, latency(), 3.16, 4),
            oddity(drift(DriftAlong::LifeUsed, 0.0, 0.16), latency(), 1.62, 0),
            oddity(drift(DriftAlong::Written, 1e12, 42e12), rate.clone(), 0.7, 0),
            oddity(drift(DriftAlong::Days, 20_000.0, 20_400.0), rate.clone(), 0.75, 0),
            oddity(firmware, rate.clone(), 0.82, 1),
            oddity(batch, rate.clone(), 1.25, 0),
        ],
        distributions: vec![FleetDistribution {
            of: rate,
            group: Some("1.1".to_owned()),
            drive_count: 5,
            run_count: 11,
            min: 3.9e8,
            p25: 4.0e8,
            median: 4.1e8,
            p75: 4.2e8,
            max: 4.4e8,
        }],
    }
}

#[test]
fn a_fleet_says_first_what_is_odd_in_every_language() {
    for (name, locale) in [("en", Locale::english()), ("ko", Locale::find("ko").unwrap())] {
        let text = render_fleet(&fleet(), &Options::default(), &locale)
            + "\n"
            + &render_fleet_distributions(&fleet().distributions, &Options::default(), &locale);
        check(&format!("tests/golden/catalogue/fleet-{name}.txt"), &text);
    }
    let quiet = Fleet { oddities: Vec::new(), ..fleet() };
    let text = render_fleet(&quiet, &Options::default(), &Locale::english());
    assert!(text.starts_with("Nothing odd was found (drives: 12, models: 1)."), "{text}");
}

#[test]
fn a_fleet_as_a_page_begins_with_the_answer_and_has_a_chart_for_each_figure() {
    for locale in [Locale::english(), Locale::find("ko").unwrap()] {
        let page = fleet_page(&fleet(), &locale);
        let text = page.publication(&|figure| figure.name.clone());
        let answer =
            render_fleet(&fleet(), &Options { width: 10_000, ..Options::default() }, &locale);
        let answer = answer.lines().next().unwrap();
        assert!(text.contains(&format!("**{answer}**")), "{answer} in {text}");
        let mut figures: Vec<String> = fleet()
            .distributions
            .iter()
            .map(|it| format!("{:?} {:?} {:?}", it.of.quality, it.of.depth, it.of.figure))
            .collect();
        figures.sort();
        figures.dedup();
        assert_eq!(page.figures().len(), figures.len());
        for it in &fleet().models {
            assert!(text.contains(&it.model), "{} in {text}", it.model);
        }
    }
}

/// Nothing is cut silently: the table has all.
#[test]
fn of_many_drives_the_first_are_drawn_and_all_are_in_the_table() {
    let one = fleet().distributions.remove(0);
    let drive = |number: usize| FleetDistribution {
        group: Some(format!("drive-{number}")),
        ..one.clone()
    };
    let many = Fleet { distributions: (0..90).map(drive).collect(), ..fleet() };
    let page = fleet_page(&many, &Locale::english());
    let text = page.publication(&|figure| figure.name.clone());
    assert!(text.contains("drive-89"), "{text}");
    let spec = page.figures()[0].spec.to_json();
    assert!(spec.contains("drive-39") && !spec.contains("drive-40"), "{spec}");
    assert!(spec.contains("40 of 90, the table has all"), "{spec}");
}

//! Compares iogram with fio on the same targets, in pairs within one run.
//!
//! Knows the comparisons and their order. Must not know how a target is made ([`bed`]), the output of the tools
//! ([`sample`]) or the form of a table ([`table`]).
//!
//! Pairs alternate the tool that goes first, so that a drift of the machine affects both alike. The verdict is on the
//! median of the pairs' ratios.

mod bed;
mod cdm;
mod cells;
mod conditions;
mod fio_jobs;
mod own;
mod peers;
mod sample;
mod seat;
mod table;
mod tools;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result, bail};

use self::bed::Bed;
use self::cells::{Comparison, Group, Place};
use self::own::Reference;
use self::sample::Sample;
use self::table::{Report, Row};
use self::tools::Tools;
use crate::{programs, repository};

/// The comparisons to run.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Options {
    pairs: usize,
    seconds: u32,
    /// Empty is all.
    only: Vec<Group>,
    json: Option<PathBuf>,
    /// Input of the comparisons of health and batches.
    target: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        // The published thresholds assume nine pairs.
        Self { pairs: 9, seconds: 2, only: Vec::new(), json: None, target: None }
    }
}

impl Options {
    fn wants(&self, group: Group) -> bool {
        self.only.is_empty() || self.only.contains(&group)
    }
}

/// Runs the comparisons and prints their figures.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    let options = parse_options(arguments)?;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // From here on a signal ends the children, and the guards of the bed undo everything.
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .context("cannot watch signals")?;
    }
    let tools = Tools::build(&repository::root())?;
    let comparisons = plan(&options, programs::is_root());
    let has_rows = options.wants(Group::Cdm) && programs::is_root();
    let places = comparisons.iter().map(|comparison| comparison.place);
    let places: Vec<Place> = places.chain(has_rows.then_some(cells::CDM_PLACE)).collect();
    let bed = Bed::make(&places, &tools, &stop)?;
    let conditions = conditions::read(&tools);
    let mut report = Report { conditions, pair_count: options.pairs, rows: Vec::new() };
    for comparison in &comparisons {
        let pairs = measure_pairs(comparison, &options, &bed, &tools, &stop)?;
        let rows = comparison.figures.iter();
        report.rows.extend(rows.map(|&(figure, requirement)| {
            Row::of_pairs(comparison.title, figure, requirement, &pairs)
        }));
    }
    if has_rows {
        report.rows.extend(measure_cdm_rows(&options, &bed, &tools, &stop)?);
    }
    if options.wants(Group::Data) {
        report.rows.extend(measure_self_tests(&options, &tools, &stop)?);
    }
    report.rows.extend(measure_own(&options, &tools, &stop)?);
    if options.wants(Group::Sim) {
        report.rows.extend(measure_simulator(&options, &stop)?);
    }
    drop(bed);
    if options.wants(Group::Peers) && programs::is_root() {
        let length = (options.pairs, options.seconds);
        report.rows.extend(peers::measure(&tools, length, &stop)?);
    }
    if options.wants(Group::FioJobs) && programs::is_root() {
        let length = (options.pairs, options.seconds);
        report.rows.extend(fio_jobs::measure(&tools, length, &stop)?);
    }
    publish(&report, options.json.as_deref())
}

/// The comparisons that are possible here; prints the others.
fn plan(options: &Options, is_root: bool) -> Vec<Comparison> {
    let (possible, impossible): (Vec<_>, Vec<_>) = cells::comparisons()
        .into_iter()
        .filter(|comparison| options.wants(comparison.group))
        .partition(|comparison| is_root || comparison.place == Place::Null);
    if !impossible.is_empty() {
        eprintln!(
            "left out {} comparisons: zram, loop devices and cgroups need root",
            impossible.len()
        );
    }
    possible
}

fn measure_pairs(
    comparison: &Comparison,
    options: &Options,
    bed: &Bed,
    tools: &Tools,
    stop: &AtomicBool,
) -> Result<Vec<(Sample, Sample)>> {
    let seat = bed.seat(comparison.place)?;
    let seconds = options.seconds.max(comparison.seconds_min);
    let mut pairs = Vec::with_capacity(options.pairs);
    for index in 0..options.pairs {
        eprintln!("{}: pair {} of {}", comparison.title, index + 1, options.pairs);
        let iogram = || tools.measure_iogram(&comparison.load, &seat, seconds);
        let fio = || tools.measure_fio(&comparison.load, &seat, seconds);
        // Alternates the order.
        let (ours, theirs) = if index % 2 == 0 {
            let ours = iogram();
            (ours, fio())
        } else {
            let theirs = fio();
            (iogram(), theirs)
        };
        check_stop(stop)?;
        pairs.push((ours?, theirs?));
    }
    Ok(pairs)
}

/// The rows of CrystalDiskMark, measured by `run cdm` and by KDiskMark's jobs.
fn measure_cdm_rows(
    options: &Options,
    bed: &Bed,
    tools: &Tools,
    stop: &AtomicBool,
) -> Result<Vec<Row>> {
    let seat = bed.seat(cells::CDM_PLACE)?;
    let seconds = options.seconds.max(cells::CDM_SECONDS_MIN);
    let mut pairs: Vec<Vec<(Sample, Sample)>> = vec![Vec::new(); cdm::CDM_ROWS.len()];
    for index in 0..options.pairs {
        eprintln!("rows of CDM: pair {} of {}", index + 1, options.pairs);
        let ours = tools.measure_cdm(&cdm::CDM_ROWS, &seat, seconds);
        check_stop(stop)?;
        for ((row, ours), pairs) in cdm::CDM_ROWS.iter().zip(ours?).zip(&mut pairs) {
            let theirs = tools.measure_kdiskmark(*row, &seat, seconds);
            check_stop(stop)?;
            pairs.push((ours, theirs?));
        }
    }
    let (figure, requirement) = cells::CDM;
    let row = |(row, pairs): (&cdm::CdmRow, &Vec<_>)| {
        Row::of_pairs(&format!("cdm {}", row.name), figure, requirement, pairs)
    };
    Ok(cdm::CDM_ROWS.iter().zip(&pairs).map(row).collect())
}

/// iogram's figures about itself, for which fio has no equivalent.
fn measure_self_tests(options: &Options, tools: &Tools, stop: &AtomicBool) -> Result<Vec<Row>> {
    let mut tests = Vec::with_capacity(options.pairs);
    for index in 0..options.pairs {
        eprintln!("self-test {} of {}", index + 1, options.pairs);
        let test = tools.measure_self();
        check_stop(stop)?;
        tests.push(test?);
    }
    Ok(cells::SELF_TESTS
        .iter()
        .map(|&(figure, requirement)| Row::of_self_tests(figure, requirement, &tests))
        .collect())
}

/// iogram beside itself.
fn measure_own(options: &Options, tools: &Tools, stop: &AtomicBool) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for comparison in own::own_comparisons() {
        if !options.wants(comparison.group) {
            continue;
        }
        let Some(target) = comparison.target.or(options.target.as_deref()) else {
            eprintln!("left out {}: it needs --target, which is only read", comparison.title);
            continue;
        };
        let mut runs = Vec::with_capacity(options.pairs);
        for index in 0..options.pairs {
            eprintln!("{}: {} of {}", comparison.title, index + 1, options.pairs);
            let seconds = options.seconds.max(comparison.seconds_min);
            let run = |text: &str| {
                let line = format!("{} {text} --time {seconds}s", comparison.load);
                tools.measure_record(target, &line)
            };
            let other = || match comparison.reference {
                Reference::Options(text) => run(text),
                Reference::ClockAlone => Ok(own::measure_pauses(seconds, stop)),
            };
            let pair = if index % 2 == 0 {
                let ours = run(comparison.options);
                (ours, other())
            } else {
                let other = other();
                (run(comparison.options), other)
            };
            check_stop(stop)?;
            runs.push((pair.0?, pair.1?));
        }
        let reference = Some(comparison.reference.title());
        rows.extend(comparison.figures.iter().map(|&(figure, requirement)| {
            let values: Vec<_> = runs
                .iter()
                .map(|(ours, other)| (figure.value_in(ours), figure.value_in(other)))
                .collect();
            let (title, name) = figure.names();
            let column = (title, name, figure.scale());
            Row::of_own(comparison.title, column, requirement, (&values, reference))
        }));
    }
    Ok(rows)
}

fn measure_simulator(options: &Options, stop: &AtomicBool) -> Result<Vec<Row>> {
    // One run takes half a minute; processor time varies little.
    let count = options.pairs.min(3);
    let mut rows = Vec::new();
    for (title, name, arguments, requirement) in own::SIM {
        let mut values = Vec::with_capacity(count);
        for index in 0..count {
            eprintln!("simulator, {arguments}: {} of {count}", index + 1);
            let is_rate = matches!(requirement, cells::Requirement::AtLeast(_));
            let value = own::measure_sim(&repository::root(), arguments, is_rate);
            check_stop(stop)?;
            values.push((Some(value?), None));
        }
        rows.push(Row::of_own("simulator", (title, name, 1.0), requirement, (&values, None)));
    }
    Ok(rows)
}

fn check_stop(stop: &AtomicBool) -> Result<()> {
    if stop.load(Ordering::Relaxed) {
        bail!("stopped by a signal");
    }
    Ok(())
}

fn publish(report: &Report, json: Option<&std::path::Path>) -> Result<ExitCode> {
    let text = || format!("{:#}\n", report.to_json());
    match json {
        Some(path) if path.as_os_str() == "-" => print!("{}", text()),
        path => {
            print!("{}", report.render());
            if let Some(path) = path {
                std::fs::write(path, text())
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
    }
    Ok(if report.is_reached() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn parse_options(arguments: &[String]) -> Result<Options> {
    let mut options = Options::default();
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        let mut value = || rest.next().with_context(|| format!("{name} needs a value"));
        match name.as_str() {
            "--pairs" => options.pairs = parse_count(name, value()?)?,
            "--seconds" => options.seconds = parse_count(name, value()?)?,
            "--only" => options.only.push(Group::parse(value()?)?),
            "--target" => options.target = Some(value()?.clone()),
            "--json" => options.json = Some(PathBuf::from(value()?)),
            other => bail!(
                "\"{other}\" is not an option of bench; use --pairs, --seconds, --only, --target or --json"
            ),
        }
    }
    Ok(options)
}

fn parse_count<T: std::str::FromStr + PartialOrd + From<u8>>(
    name: &str,
    text: &str,
) -> Result<T> {
    match text.parse::<T>() {
        Ok(count) if count >= T::from(1) => Ok(count),
        _ => bail!("{name} takes a whole number of at least 1, not \"{text}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Options> {
        let arguments: Vec<String> = text.split_whitespace().map(ToOwned::to_owned).collect();
        parse_options(&arguments)
    }

    #[test]
    fn options_are_read() {
        let options = parsed("--pairs 3 --seconds 1 --only floor --only qd1 --json -");
        let expected = Options {
            pairs: 3,
            seconds: 1,
            only: vec![Group::Floor, Group::Qd1],
            json: Some(PathBuf::from("-")),
            target: None,
        };
        assert_eq!(options.expect("all are known"), expected);
    }

    #[test]
    fn wrong_options_are_refused_with_what_is_right() {
        #[track_caller]
        fn check(text: &str, expected: &str) {
            let error = parsed(text).expect_err("it is wrong").to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        check("--pairs", "needs a value");
        check("--pairs 0", "at least 1");
        check("--seconds two", "whole number");
        check("--only nvme", "floor");
        check("--fast", "--only");
    }

    #[test]
    fn without_root_only_the_null_target_is_left() {
        let places: Vec<Place> = plan(&Options::default(), false)
            .iter()
            .map(|comparison| comparison.place)
            .collect();
        assert!(!places.is_empty());
        assert!(places.iter().all(|place| *place == Place::Null), "{places:?}");
    }
}

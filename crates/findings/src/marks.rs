//! The marks on SD cards against a run: speed classes from the recording pattern of the class test, and marks whose
//! limits come from the method.
//!
//! Source of the classes: SD Physical Layer Simplified Specification 4.10, sections 4.13.1 to 4.13.3, read in a copy;
//! the SD Association's pages on speed classes for U3 and the video classes. Their test is not public; the use of the
//! same pattern for them is this project's own choice.

use iogram_model::Total as _;
use iogram_model::{
    CardRecord, CellRecord, CellState, ClassTest, Evidence, Figure, Finding, MarkRule, Message,
    MessageId, OpKind, ProbeRecord, RecordingManner, RecordingPass, Run, SdStatus,
    SpeedClassEvidence, TargetRecord, Verdict, float,
};

use crate::computer::{Taken, around};
use crate::figure::value_of;
use crate::origin::{in_memory, is_of_drive};

/// The largest allowed average of eight updates in a row, and the largest allowed single one.
const FAT_MEAN_MAX_NS: f64 = 100e6;
const FAT_MAX_NS: u64 = 750_000_000;
const FAT_ROW: usize = 8;
/// The fewest windows for a verdict. This project's own.
const WINDOWS_MIN: usize = 4;

const SPECIFICATION: &str = "SD Physical Layer Simplified Specification 4.10, section 4.13";
const ASSOCIATION: &str =
    "rate: SD Association; pattern: that of the UHS grades, this project's own choice";

/// The requirements of a class.
struct Class {
    mark: &'static str,
    /// 10^6 bytes per second.
    rate: u32,
    /// Recording unit, KiB; `None` means that of the smallest classes, which depends on the capacity.
    ru_kib: Option<u64>,
    /// Whether the published test requires the same rate of random reads.
    has_reads: bool,
    bus: Option<&'static str>,
    source: &'static str,
}

const UHS: Option<&str> = Some("UHS-I");
const UHS2: Option<&str> = Some("UHS-II");

const fn class(
    mark: &'static str,
    rate: u32,
    ru_kib: Option<u64>,
    bus: Option<&'static str>,
) -> Class {
    let is_published = matches!(mark.as_bytes()[0], b'C') || matches!(mark.as_bytes(), b"U1");
    let source = if is_published { SPECIFICATION } else { ASSOCIATION };
    Class { mark, rate, ru_kib, has_reads: is_published, bus, source }
}

const CLASSES: [Class; 11] = [
    class("C2", 2, None, None),
    class("C4", 4, None, None),
    class("C6", 6, Some(64), None),
    class("C10", 10, Some(512), None),
    class("U1", 10, Some(512), UHS),
    class("U3", 30, Some(512), UHS),
    class("V6", 6, Some(512), None),
    class("V10", 10, Some(512), None),
    class("V30", 30, Some(512), UHS),
    class("V60", 60, Some(512), UHS2),
    class("V90", 90, Some(512), UHS2),
];

/// The name of the parameter for the marks printed on the card, such as `V30 U3 A2`.
const LABEL: &str = "label";

/// Every mark that `run` has evidence about. `rules` are those of the method.
///
/// A verdict on a speed class depends on the slowest allocation unit (or 4 MiB of it) and on the updates of the file
/// table; it requires at least four units. A mark of the method's own requires all of its limits.
#[must_use]
pub fn class_tests(run: &Run, rules: &[MarkRule]) -> Vec<Finding> {
    let claims = Claims::of(run);
    let mut tests = Vec::new();
    for probe in &run.probes {
        if let Evidence::SpeedClass(evidence) = &probe.evidence {
            let around = around(run);
            let measured = CLASSES.iter().map(|class| {
                let test = unless_held(speed_class(class, probe, evidence), around.as_ref());
                on_this_bus(class, &run.target, test)
            });
            tests.extend(measured);
        }
    }
    let mut marks: Vec<&str> = Vec::new();
    for rule in rules {
        if !marks.contains(&rule.mark.as_str()) {
            marks.push(&rule.mark);
        }
    }
    for mark in marks {
        let of_mark: Vec<&MarkRule> = rules.iter().filter(|rule| rule.mark == mark).collect();
        let test = with_card(by_rules(mark, &of_mark, run), run.target.card.as_ref());
        let is_told = of_mark.iter().all(|it| is_of_drive(run, &it.rule.cell));
        tests.push(if is_told { test } else { of_no_drive(test) });
    }
    if in_memory(run).is_some() {
        tests = tests.into_iter().map(of_no_drive).collect();
    }
    tests.into_iter().map(|test| Finding::ClassTest(claims.add(test))).collect()
}

/// If something other than the drive answered, the card neither passes nor fails a mark.
fn of_no_drive(test: ClassTest) -> ClassTest {
    let statement = Message::plain(MessageId::MarkOfNoDrive);
    ClassTest {
        verdict: Verdict::Unknown,
        reason: Some(statement.english()),
        statement: Some(statement),
        ..test
    }
}

/// The marks that the card claims.
struct Claims {
    label: Vec<String>,
    registers: Vec<String>,
}

impl Claims {
    fn of(run: &Run) -> Self {
        let label = run.method.params.get(LABEL).map_or("", String::as_str);
        let is_between = |c: char| !c.is_ascii_alphanumeric();
        let words = label.split(is_between).filter(|word| !word.is_empty() && *word != "none");
        let status = run.target.card.as_ref().and_then(|card| card.status.as_ref());
        let registers = status.map(|status: &SdStatus| {
            [
                &status.speed_class,
                &status.uhs_grade,
                &status.video_class,
                &status.application_class,
            ]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
        });
        Self {
            label: words.map(str::to_ascii_uppercase).collect(),
            registers: registers.unwrap_or_default(),
        }
    }

    /// Classes of one kind include the lower ones.
    fn add(&self, test: ClassTest) -> ClassTest {
        let Some((kind, rank)) = split(&test.mark) else { return test };
        let of_kind = |list: &[String]| -> Option<String> {
            list.iter()
                .find(|mark| split(mark).is_some_and(|(other, _)| other == kind))
                .cloned()
        };
        let (label, registers) = (of_kind(&self.label), of_kind(&self.registers));
        let promises = |mark: &Option<String>| {
            mark.as_deref().and_then(split).is_some_and(|(_, claimed)| claimed >= rank)
        };
        let is_claimed = promises(&label) || promises(&registers);
        ClassTest { label, registers, is_claimed, ..test }
    }
}

/// The letter and the number of a mark such as `V30`; `None` for other words.
fn split(mark: &str) -> Option<(char, u32)> {
    let mut letters = mark.chars();
    let kind = letters.next().filter(char::is_ascii_uppercase)?;
    Some((kind, letters.as_str().parse().ok()?))
}

fn blank(mark: &str, source: &str) -> ClassTest {
    ClassTest {
        mark: mark.to_owned(),
        verdict: Verdict::Unknown,
        reason: None,
        statement: None,
        measured_bytes_per_s: None,
        required_bytes_per_s: None,
        measured_read_bytes_per_s: None,
        measured_read_iops: None,
        required_read_iops: None,
        measured_write_iops: None,
        required_write_iops: None,
        fat_update_mean_ns: None,
        fat_update_max_ns: None,
        fragmented_bytes_per_s: None,
        interleaved_bytes_per_s: None,
        allocation_unit_bytes: None,
        is_queue_used: None,
        is_cache_used: None,
        label: None,
        registers: None,
        is_claimed: false,
        is_as_specified: None,
        source: source.to_owned(),
    }
}

/// Recording unit of the classes from C10 on, and a bound that the units of C2 and C4 stay below. Source: the
/// specification, as in docs/methods/sd-class.md.
const LARGE_RU_BYTES: u64 = 512 << 10;
const SMALL_RU_BYTES_END: u64 = 64 << 10;

fn speed_class(class: &Class, probe: &ProbeRecord, evidence: &SpeedClassEvidence) -> ClassTest {
    let passes = |manner| evidence.passes.iter().filter(move |pass| pass.manner == manner);
    let slowest_of = |manner| passes(manner).find_map(slowest);
    let is_large = |pass: &&RecordingPass| pass.ru_bytes == LARGE_RU_BYTES;
    let has_ru = |pass: &&RecordingPass| match class.ru_kib {
        Some(kib) => pass.ru_bytes == kib << 10,
        None => pass.ru_bytes < SMALL_RU_BYTES_END,
    };
    let pass = passes(RecordingManner::Sequential).find(has_ru);
    let required = f64::from(class.rate) * 1e6;
    let test = ClassTest {
        required_bytes_per_s: Some(required),
        is_as_specified: Some(class.source == SPECIFICATION),
        allocation_unit_bytes: Some(evidence.au_bytes),
        fragmented_bytes_per_s: slowest_of(RecordingManner::Fragmented)
            .filter(|_| pass.as_ref().is_some_and(is_large)),
        interleaved_bytes_per_s: slowest_of(RecordingManner::Interleaved)
            .filter(|_| class.mark.starts_with('V')),
        ..blank(class.mark, class.source)
    };
    let Some(pass) = pass else {
        return because(Verdict::Unknown, Message::plain(MessageId::MarkTooSmall), test);
    };
    let reads = pass.reads.filter(|reads| reads.count > 0);
    let test = ClassTest {
        measured_bytes_per_s: slowest(pass),
        measured_read_bytes_per_s: reads
            .map(|reads| rate(reads.bytes, reads.elapsed_ns))
            .filter(|_| class.has_reads),
        fat_update_mean_ns: slowest_row(&pass.fat_update_ns),
        fat_update_max_ns: pass.fat_update_ns.iter().max().copied(),
        ..test
    };
    let failures = failures(class, required, &test);
    let is_complete = probe.state == CellState::Completed && pass.windows.len() >= WINDOWS_MIN;
    match (failures.is_empty(), is_complete) {
        (true, true) => ClassTest { verdict: Verdict::Pass, ..test },
        (true, false) => {
            because(Verdict::Unknown, Message::plain(MessageId::MarkUnfinished), test)
        }
        (false, _) => {
            let bus = class.bus.map(|bus| Message::new(MessageId::MarkNeedsBus, [bus.into()]));
            let failures = failures.into_iter().map(Message::plain).chain(bus);
            let reason = Message::joined(failures).expect("there is a failure");
            because(Verdict::Fail, reason, test)
        }
    }
}

/// A mark that requires a faster bus than the card's present one neither passes nor fails there.
fn on_this_bus(class: &Class, target: &TargetRecord, test: ClassTest) -> ClassTest {
    let link = target.link.as_deref().filter(|_| target.drive.as_deref() == Some("SD"));
    let Some(link) = link.filter(|link| class.bus == UHS2 && !may_be_uhs2(link)) else {
        return test;
    };
    let values = [UHS2.unwrap_or("").into(), link.into()];
    because(Verdict::Unknown, Message::new(MessageId::MarkOtherBus, values), test)
}

/// Whether a link in words, such as `SD UHS SDR104, 4 bits, 208 MHz` or the rate of a model, may be a UHS-II bus.
fn may_be_uhs2(link: &str) -> bool {
    /// The slowest mode of UHS-II, FD156; the fastest of UHS-I, SDR104, carries 104 MB/s. Source: SD Association.
    const UHS2_MIN: f64 = 156.0;
    match link.strip_suffix("MB/s").map(|rate| rate.trim().parse::<f64>()) {
        Some(Ok(rate)) => rate >= UHS2_MIN,
        _ => !link.starts_with("SD ") || link.contains("UHS-II") || link.contains("UHS2"),
    }
}

/// On a computer that was busy with other work, a failed mark becomes unknown.
fn unless_held(test: ClassTest, why: Option<&Message>) -> ClassTest {
    match why {
        Some(why) if test.verdict == Verdict::Fail => {
            let reason = Message::new(MessageId::MarkHeld, [why.clone().into()]);
            because(Verdict::Unknown, reason, test)
        }
        _ => test,
    }
}

fn because(verdict: Verdict, reason: Message, test: ClassTest) -> ClassTest {
    ClassTest { verdict, reason: Some(reason.english()), statement: Some(reason), ..test }
}

/// The requirements of a class that the drive did not meet.
fn failures(class: &Class, required: f64, test: &ClassTest) -> Vec<MessageId> {
    let mut failures = Vec::new();
    let is_below = |rate: Option<f64>| rate.is_some_and(|rate| rate < required);
    if is_below(test.measured_bytes_per_s) {
        failures.push(MessageId::MarkSlowWrites);
    }
    if class.has_reads && is_below(test.measured_read_bytes_per_s) {
        failures.push(MessageId::MarkSlowReads);
    }
    if test.fat_update_mean_ns.is_some_and(|mean| mean > FAT_MEAN_MAX_NS) {
        failures.push(MessageId::MarkSlowTable);
    }
    if test.fat_update_max_ns.is_some_and(|time| time > FAT_MAX_NS) {
        failures.push(MessageId::MarkSlowestTable);
    }
    failures
}

fn slowest(pass: &RecordingPass) -> Option<f64> {
    pass.windows
        .iter()
        .map(|window| rate(window.bytes, window.elapsed_ns))
        .min_by(f64::total_cmp)
}

/// The largest mean of eight updates in a row, or of all if there are fewer.
fn slowest_row(times: &[u64]) -> Option<f64> {
    let mean = |row: &[u64]| float(row.iter().total()) / float(row.len() as u64);
    match times {
        [] => None,
        few if few.len() < FAT_ROW => Some(mean(few)),
        many => many.windows(FAT_ROW).map(mean).max_by(f64::total_cmp),
    }
}

/// A mark by the limits from its method.
fn by_rules(mark: &str, rules: &[&MarkRule], run: &Run) -> ClassTest {
    let cells = &run.cells;
    let repetitions = rules.iter().map(|rule| repetitions_of(rule, cells).len()).max();
    let mut tries: Vec<ClassTest> = (0..repetitions.unwrap_or(0))
        .map(|index| one_repetition(mark, rules, run, index))
        .collect();
    if tries.is_empty() {
        tries.push(one_repetition(mark, rules, run, 0));
    }
    let is_best_of = rules.iter().any(|rule| rule.is_best_of);
    // One repetition stands for all: the best one or the worst one.
    let rank = |test: &ClassTest| match test.verdict {
        Verdict::Fail => 0,
        Verdict::Unknown => 1,
        Verdict::Pass => 2,
    };
    let chosen = if is_best_of {
        tries.into_iter().rev().max_by_key(rank)
    } else {
        tries.into_iter().min_by_key(rank)
    };
    chosen.expect("there is at least one")
}

fn repetitions_of<'a>(rule: &MarkRule, cells: &'a [CellRecord]) -> Vec<&'a CellRecord> {
    cells.iter().filter(|cell| cell.is_counted && cell.name == rule.rule.cell).collect()
}

fn one_repetition(mark: &str, rules: &[&MarkRule], run: &Run, index: usize) -> ClassTest {
    let source = rules.first().map_or("", |rule| rule.rule.source.as_str());
    let mut test = blank(mark, source);
    let (mut missed, mut unknown, mut held) = (Vec::new(), Vec::new(), None);
    for mark_rule in rules {
        let rule = &mark_rule.rule;
        let cell = repetitions_of(mark_rule, &run.cells).get(index).copied();
        let measured = cell.and_then(|cell| value_of(rule.figure, cell, Some(rule.operation)));
        let place = match (rule.figure, rule.operation) {
            (Figure::Iops, OpKind::Read) => {
                Some((&mut test.measured_read_iops, &mut test.required_read_iops))
            }
            (Figure::Iops, OpKind::Write) => {
                Some((&mut test.measured_write_iops, &mut test.required_write_iops))
            }
            (Figure::BytesPerS, OpKind::Write) => {
                Some((&mut test.measured_bytes_per_s, &mut test.required_bytes_per_s))
            }
            _ => None,
        };
        if let Some((shown, limit)) = place {
            (*shown, *limit) = (measured, Some(rule.limit));
        }
        match measured {
            None => unknown.push(rule.cell.as_str()),
            Some(value) => {
                let is_reached = |value: f64| match rule.is_upper_limit {
                    true => value < rule.limit,
                    false => value >= rule.limit,
                };
                let taken = cell.and_then(|cell| Some((cell, Taken::of_cell(run, cell)?)));
                let bound = taken.as_ref().and_then(|(cell, taken)| match is_reached(value) {
                    true => taken.strained(rule.figure, cell, rule.operation),
                    false => taken.spared(rule.figure, cell, rule.operation),
                });
                let is_held = bound.is_some_and(|it| is_reached(it) != is_reached(value));
                match taken.filter(|_| is_held) {
                    Some((_, taken)) => held = held.or_else(|| Some(taken.why())),
                    None if !is_reached(value) => missed.push(rule.cell.as_str()),
                    None => {}
                }
            }
        }
    }
    let cells = |names: &[&str]| [names.join(", ").into()];
    if !missed.is_empty() {
        let reason = Message::new(MessageId::MarkNotReached, cells(&missed));
        because(Verdict::Fail, reason, test)
    } else if let Some(why) = held {
        let reason = Message::new(MessageId::MarkHeld, [why.into()]);
        because(Verdict::Unknown, reason, test)
    } else if !unknown.is_empty() {
        let reason = Message::new(MessageId::MarkNotMeasured, cells(&unknown));
        because(Verdict::Unknown, reason, test)
    } else {
        ClassTest { verdict: Verdict::Pass, ..test }
    }
}

/// Adds the host's use of the card's queue and cache to a mark: without them an A2 card is measured as something
/// else.
fn with_card(test: ClassTest, card: Option<&CardRecord>) -> ClassTest {
    let (is_queue_used, is_cache_used) =
        card.map_or((None, None), |card| (card.is_queue_used, card.is_cache_used));
    ClassTest { is_queue_used, is_cache_used, ..test }
}

fn rate(bytes: u64, ns: u64) -> f64 {
    float(bytes) * 1e9 / float(ns.max(1))
}

//! Geometry of a drive from tables of times: page, allocation unit, open units, the part for the file allocation
//! table, and advice on partitions.
//!
//! An answer always has a confidence. If a drive shows no pattern, that is the answer, with the reason. Measured and
//! imported tables are treated alike, except that an incomplete log gives a lower confidence.

mod advice;
mod boundary;
mod noise;
mod open_units;
mod reads;
mod units;

use iogram_model::{
    CountFinding, Evidence, Finding, Message, MessageId, ProbeRecord, ReadFit, SizeFinding,
    UnitOrder,
};
use iogram_stats::median;

use crate::sources::Source;

/// Least confidence of an answer. Arbitrary: three of four is the least that helps anybody.
const ACCEPTED: f64 = 0.75;

/// Confidence of a denial that another experiment contradicts.
const CONTRADICTED: f64 = 0.3;
/// Highest confidence of a unit if reads and writes disagree about it, or if alternating writes never seemed to close
/// one. Arbitrary: sources that disagree cannot both be certain.
const DISPUTED: f64 = 0.85;
const UNCONFIRMED: f64 = 0.97;

/// If writes show a larger unit, a single step of reads up to this size is a page's. Arbitrary: four planes of 8 KiB.
const STEP_PAGE_MAX: u64 = 32 << 10;

/// Whether unfinished parts of the drive differ in their cost.
fn shows_units(probe: &ProbeRecord) -> bool {
    let Evidence::UnitEnds(evidence) = &probe.evidence else { return false };
    let mut counts = evidence.rows.iter().map(|row| row.opened_count);
    let first = counts.next();
    evidence.open_count > 0 && counts.any(|count| Some(count) != first)
}

/// Whether the finding has a number of open units.
const fn has_limit(finding: &Finding) -> bool {
    matches!(
        finding,
        Finding::OpenAuLinear(CountFinding { value: Some(_), .. })
            | Finding::OpenAuRandom(CountFinding { value: Some(_), .. })
    )
}

/// A value with its confidence, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
struct Reading<T> {
    value: Option<T>,
    confidence: Option<f64>,
    reason: Option<Message>,
}

impl<T> Reading<T> {
    fn nothing(confidence: Option<f64>, reason: Message) -> Self {
        Self { value: None, confidence, reason: Some(reason) }
    }

    fn nothing_as(confidence: Option<f64>, reason: MessageId) -> Self {
        Self::nothing(confidence, Message::plain(reason))
    }
}

/// The most confident of several readings of the same quantity. Two confident ones that differ are not an answer.
fn best_of<T: PartialEq + Clone>(readings: impl Iterator<Item = Reading<T>>) -> Reading<T> {
    let mut best: Option<Reading<T>> = None;
    let mut is_disputed = false;
    for reading in readings {
        let Some(known) = &best else {
            best = Some(reading);
            continue;
        };
        match (&known.value, &reading.value) {
            (Some(one), Some(other)) if one != other => is_disputed = true,
            _ => {}
        }
        let is_better = match (&known.value, &reading.value) {
            (None, Some(_)) => true,
            (Some(_), None) => false,
            _ => reading.confidence > known.confidence,
        };
        if is_better {
            best = Some(reading);
        }
    }
    match best {
        Some(_) if is_disputed => Reading::nothing_as(None, MessageId::BoundaryDisputed),
        Some(reading) => reading,
        None => Reading::nothing_as(None, MessageId::NothingMeasuredToShowIt),
    }
}

/// The findings about a drive's geometry from the probes of a run. `claimed_unit` is the unit in its registers.
#[must_use]
pub fn geometry(probes: &[ProbeRecord], claimed_unit: Option<u64>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let evidences = || probes.iter().map(|probe| &probe.evidence);
    let (mut unit, page) = sizes(probes, claimed_unit);
    let unit_bytes = unit.as_ref().and_then(|unit| unit.value_bytes);
    let page_bytes = page.as_ref().and_then(|page| page.value_bytes);
    let open = open_counts(probes, unit_bytes);
    if let Some(unit) = &mut unit
        && unit.value_bytes.is_some()
        && !open.is_empty()
        && !open.iter().any(has_limit)
    {
        unit.confidence = unit.confidence.map(|sure| sure.min(UNCONFIRMED));
    }
    if let Some(unit) = &mut unit
        && unit.value_bytes.is_none()
        && (open.iter().any(has_limit) || probes.iter().any(shows_units))
    {
        // A denial must not override what another experiment shows.
        unit.confidence = unit.confidence.map(|sure| sure.min(CONTRADICTED));
        let reason = Message::plain(MessageId::UnitUnseenInReads);
        unit.reason = Some(reason.english());
        unit.statement = Some(reason);
    }
    findings.extend(unit.map(Finding::AllocationUnit));
    findings.extend(page.map(Finding::FlashPage));
    findings.extend(open);
    for evidence in evidences() {
        match evidence {
            Evidence::Fat(fat) => {
                let reading = units::read_fat(fat);
                let source = (Source::OpenUnits, None);
                let found = size_finding(reading, MessageId::EvidenceBesideOpen, source);
                findings.push(Finding::FatRegion(found));
            }
            Evidence::FirstUnits(first) => {
                findings.extend(units::read_first_units(first).map(Finding::FirstUnit));
            }
            _ => {}
        }
    }
    findings.extend(read_fit(probes).map(Finding::ReadFit));
    if let Some(unit) = unit_bytes {
        findings.push(Finding::Alignment(advice::advise(unit, page_bytes)));
    }
    findings
}

/// Allocation unit and page; `None` if no probe could show them.
fn sizes(
    probes: &[ProbeRecord],
    claimed_unit: Option<u64>,
) -> (Option<SizeFinding>, Option<SizeFinding>) {
    let (mut pages, mut steps) = (Vec::new(), Vec::new());
    let mut by_reads = Vec::new();
    let (mut by_writes, mut least_part) = (Vec::new(), u64::MAX);
    for probe in probes {
        match &probe.evidence {
            Evidence::Boundaries(evidence) => {
                let read = boundary::read_boundaries(evidence);
                pages.push(read.page);
                steps.extend(read.step);
                by_reads.push(read.unit);
            }
            Evidence::UnitEnds(evidence) => {
                by_writes.push(units::read_unit_ends(evidence));
                let parts = evidence.rows.iter().map(|row| row.filled_bytes);
                least_part = parts.fold(least_part, u64::min);
            }
            _ => {}
        }
    }
    let across = MessageId::EvidenceBoundaries;
    let has_pages = !pages.is_empty();
    let mut page = held_if_large(best_of(pages.into_iter()));
    if by_reads.is_empty() && by_writes.is_empty() {
        return (
            None,
            has_pages.then(|| size_finding(page, across, (Source::PageAlone, None))),
        );
    }
    let (reads, writes) = (best_of(by_reads.into_iter()), best_of(by_writes.into_iter()));
    let step = best_of(steps.into_iter());
    let is_step = |size: u64| step.value.is_some_and(|step| size >= step && step >= least_part);
    let alone = (Source::UnitByReads, claimed_unit);
    let unit = match (&reads.value, &writes.value) {
        (Some(one), Some(other)) if one == other => {
            let source = (Source::UnitByBoth, claimed_unit);
            size_finding(reads, MessageId::EvidenceBoundariesAndUnits, source)
        }
        (Some(_), Some(_)) => {
            let is_by_writes = writes.confidence > reads.confidence;
            let (surer, evidence) = match is_by_writes {
                true => (writes, MessageId::EvidenceUnfinished),
                false => (reads, across),
            };
            let confidence = surer.confidence.map(|sure| sure.min(DISPUTED));
            page = beside_disputed(page);
            size_finding(Reading { confidence, ..surer }, evidence, alone)
        }
        (Some(_), None) => size_finding(reads, across, alone),
        // If writes tested no smaller part, they show a multiple of a small unit, which reads may show.
        (None, Some(unit)) if is_page_or_unit(&reads) && !is_step(*unit) => {
            size_finding(reads, across, alone)
        }
        (None, Some(unit)) => {
            let is_page = |step: u64| step < *unit && step <= STEP_PAGE_MAX;
            if page.value.is_none() && step.value.is_some_and(is_page) {
                // The step counts as a page's only because of the unit.
                let confidence =
                    step.confidence.zip(writes.confidence).map(|(one, other)| one.min(other));
                page = Reading { confidence, ..step };
            }
            size_finding(writes, MessageId::EvidenceUnfinished, alone)
        }
        (None, None) => size_finding(reads, across, alone),
    };
    let of_page =
        if unit.value_bytes.is_some() { Source::PageBelowUnit } else { Source::PageAlone };
    (Some(unit), has_pages.then(|| size_finding(page, across, (of_page, None))))
}

/// Confidence of larger pages: they are planes read together, or rows affected by bursts. Two of two were wrong in
/// the classes of small units and bursts (docs/conclusions.md), of which no drive has such planes.
const LARGE_PAGE: f64 = 0.75;

/// Limits the confidence of a large page.
fn held_if_large(page: Reading<u64>) -> Reading<u64> {
    let is_large = page.value.is_some_and(|size| size > STEP_PAGE_MAX);
    let limit = if is_large { LARGE_PAGE } else { 1.0 };
    Reading { confidence: page.confidence.map(|sure| sure.min(limit)), ..page }
}

/// The page of a table whose unit contradicts the writes: the doubt applies to the page, too.
fn beside_disputed(page: Reading<u64>) -> Reading<u64> {
    match page.value {
        Some(size) if size > STEP_PAGE_MAX => {
            Reading::nothing_as(None, MessageId::BoundaryDisputed)
        }
        Some(_) => {
            Reading { confidence: page.confidence.map(|sure| sure.min(DISPUTED)), ..page }
        }
        None => page,
    }
}

/// Whether reads show a step that may be a page's or a unit's.
fn is_page_or_unit(reads: &Reading<u64>) -> bool {
    reads.reason.as_ref().is_some_and(|it| it.id == MessageId::BoundaryPageOrUnit)
}

/// Whether the unit is certainly larger than `bytes`: no part of up to this size ends with a unit, but a larger part
/// does. Also true if no probe looked for units, because nothing suggests small ones.
fn is_unit_larger(probes: &[ProbeRecord], bytes: u64) -> bool {
    let is_looked_for = |probe: &ProbeRecord| {
        matches!(probe.evidence, Evidence::Boundaries(_) | Evidence::UnitEnds(_))
    };
    if !probes.iter().any(is_looked_for) {
        return true;
    }
    probes.iter().any(|probe| {
        let Evidence::UnitEnds(evidence) = &probe.evidence else { return false };
        let most = |is_small: bool| {
            let rows = evidence.rows.iter();
            let own = rows.filter(|row| (row.filled_bytes <= bytes) == is_small);
            own.map(|row| row.opened_count).max()
        };
        most(true).zip(most(false)).is_some_and(|(small, large)| small < large)
    })
}

/// The number of units that can be open, in each tested order. Of several tables, those count whose unit is the
/// drive's; with a smaller one, two of them lie in one unit.
fn open_counts(probes: &[ProbeRecord], unit: Option<u64>) -> Vec<Finding> {
    let tables: Vec<_> = probes
        .iter()
        .filter_map(|probe| match &probe.evidence {
            Evidence::OpenUnits(table) => Some(table),
            _ => None,
        })
        .collect();
    let is_large = |bytes: u64| unit.is_none_or(|unit| bytes >= unit);
    let mut findings = Vec::new();
    for order in [UnitOrder::Linear, UnitOrder::Random] {
        let own = tables.iter().filter(|table| table.rows.iter().any(|row| row.order == order));
        let (fitting, others): (Vec<_>, Vec<_>) =
            own.copied().partition(|table| is_large(table.unit_bytes));
        let used = if fitting.is_empty() { others } else { fitting };
        if used.is_empty() {
            continue;
        }
        let readings = used.iter().map(|table| {
            let reading = open_units::read_open_units(table, order);
            open_units::seen(
                table,
                (unit, order),
                |bytes| is_unit_larger(probes, bytes),
                reading,
            )
        });
        let reading = best_of(readings);
        let evidence = Message::plain(match order {
            UnitOrder::Linear => MessageId::EvidenceTurnsLinear,
            UnitOrder::Random => MessageId::EvidenceTurnsRandom,
        });
        let found = CountFinding {
            value: reading.value,
            confidence: reading.confidence.map(|sure| rounded(Source::OpenUnits.hold(sure))),
            evidence: evidence.english(),
            evidence_statement: Some(evidence),
            reason: reading.reason.as_ref().map(Message::english),
            statement: reading.reason,
        };
        findings.push(match order {
            UnitOrder::Linear => Finding::OpenAuLinear(found),
            UnitOrder::Random => Finding::OpenAuRandom(found),
        });
    }
    findings
}

fn read_fit(probes: &[ProbeRecord]) -> Option<ReadFit> {
    probes.iter().find_map(|probe| match &probe.evidence {
        Evidence::ReadLatency(evidence) => reads::read_latencies(evidence),
        Evidence::Scatter(evidence) => reads::read_scatter(evidence),
        _ => None,
    })
}

fn size_finding(
    reading: Reading<u64>,
    evidence: MessageId,
    (source, claimed): (Source, Option<u64>),
) -> SizeFinding {
    let evidence = Message::plain(evidence);
    SizeFinding {
        value_bytes: reading.value,
        confidence: reading.confidence.map(|sure| rounded(source.hold(sure))),
        evidence: evidence.english(),
        evidence_statement: Some(evidence),
        reason: reading.reason.as_ref().map(Message::english),
        statement: reading.reason,
        claimed_bytes: claimed,
    }
}

/// Three digits, never rounded up: a confidence is a promise.
fn rounded(confidence: f64) -> f64 {
    (confidence * 1000.0).floor() / 1000.0
}

#[expect(clippy::cast_precision_loss, reason = "counts of rows")]
const fn float(count: usize) -> f64 {
    count as f64
}

#[expect(clippy::cast_precision_loss, reason = "times and rates, of which three digits matter")]
const fn amount(value: u64) -> f64 {
    value as f64
}

//! Flash page and allocation unit from reads around multiples of sizes.
//!
//! A read across the end of a page takes longer, a read across the end of an allocation unit longer still. So the
//! sizes fall into up to three levels, and divisibility alone decides the level of a size: multiples of the unit are
//! the highest, other multiples of the page are in the middle, all others are the lowest. Every pair of unit and page
//! is a hypothesis about the table, and so is the absence of both. The best one wins, and its confidence is its
//! posterior probability.
//!
//! Differences are compared on a scale that is linear within the noise and logarithmic beyond it (asinh): the steps
//! of real cards are ratios, and published tables scatter by a fifth.

use iogram_model::{
    Argument, BoundaryEvidence, BoundaryRow, BoundaryTable, Bytes, Message, MessageId,
};

use super::noise::{DEVIATION_OF_MEDIAN, STEP_OF_NOISE, noise_of, read_of, signed};
use super::{ACCEPTED, Reading, best_of, float, median};

/// A smaller unit would be an erase block of the last century. Source: data sheets of NAND with 2 KiB pages and 64
/// pages a block, read in halves.
const UNIT_MIN: u64 = 32 << 10;
/// Smaller sizes are units only if there is a visible page that is smaller by this factor: planes that are read
/// together look like a page of up to twice the size. Source: the survey behind flashbench found 128 KiB in old
/// cards, 2 MiB and more in later ones.
const PLAIN_UNIT_MIN: u64 = 128 << 10;
const PAGES_OF_SMALL: u64 = 4;
/// Pages from this size on count only below a visible unit: the unit itself may be as small.
const PAGE_OR_UNIT_MIN: u64 = UNIT_MIN;
/// Pages are 2 to 32 KiB; several planes read together look like one page of up to 128 KiB.
const PAGE_MAX: u64 = 128 << 10;
/// A smaller ratio to the level below is not evidence of a step.
const STEP_MIN_RATIO: f64 = 1.15;
/// Least assumed misfit of a table, on the asinh scale: one percent.
const MISFIT_FLOOR: f64 = 0.01;
/// A row further away than this is an outlier, and counts no more for being further.
const RESIDUAL_MAX: f64 = 2.0;
/// Confidence of a denial, by the smallest step that would have been visible, as a share of a read. From the sweep of
/// docs/conclusions.md: how often a drive without an answer had a step after all, by the smallest visible step.
const PAGE_DENIALS: [(f64, f64); 3] = [(0.025, 0.98), (0.07, 0.96), (0.13, 0.85)];
const UNIT_DENIALS: [(f64, f64); 2] = [(0.025, 0.98), (0.045, 0.93)];
/// Least probability of an accepted hypothesis. From the sweep of docs/conclusions.md, seeds 20000000 to 20040000 and
/// 21000000 to 21020000, as the next ones: below it, pages were right in a third of the cases and denials in none.
const CLEAR: f64 = 0.95;
/// Confidence of a denial with a smaller probability; it does not count as a denial.
const UNCLEAR_DENIAL: f64 = 0.5;
/// Confidence of units with a smaller probability, down to [`ACCEPTED`], independent of that value: in tables of
/// powers of two alone, and in others (26 of 32, from the same source as the next).
const UNCLEAR_POWERS: f64 = 0.9;
const UNCLEAR_UNIT: f64 = 0.82;
/// Confidence of a unit with a probability between [`CLEAR`] and near certainty: 70 of 77. From `--class` of
/// docs/conclusions.md, seeds 910000 to 910500.
const FAIRLY_CLEAR_UNIT: f64 = 0.91;
/// Confidence of a unit in one table while other tables of the same drive show none, and of a unit in a table with a
/// doubtful page. From the same seeds.
const ALONE: f64 = 0.9;
const BESIDE_DOUBT: f64 = 0.9;
/// Range of sizes that a table must have to show a page.
const PAGE_ROWS: (u64, u64) = (8 << 10, 64 << 10);
/// Least largest size of a table that can show a unit.
const UNIT_ROWS: u64 = 32 << 20;

/// Least number of rows of a table: two levels with two rows each.
const ROWS_MIN: usize = 4;
/// Least number of sizes at the level of the unit: a single one is an odd row.
const UNIT_ROWS_MIN: usize = 2;
/// The step of a page is at least this multiple of the least step, because nothing larger confirms it. Arbitrary; the
/// accuracy of found pages is measured (docs/conclusions.md).
const PAGE_STEPS: f64 = 2.0;
/// Prior probability of no unit (or page) at all; all sizes share the rest.
const NONE_SHARE: f64 = 0.5;
/// Least height of a page's level below a unit, as a share of the least step. Without it, a unit of 48 KiB above
/// faint pages was reported as 384 KiB, because its other ends raise the apparent level of pages. Arbitrary.
const PAGE_BELOW_UNIT: f64 = 0.5;
/// Planes that are read together show this share of the page's step at half of the apparent page. Arbitrary.
const PLANES_STEP_RATIO: f64 = 0.25;

/// From this probability on, a hypothesis is nearly certain.
const WHOLE_SHARE: f64 = 0.995;
/// Highest confidence from a read pattern: drives are stranger than the compared hypotheses.
const CONFIDENCE_MAX: f64 = 0.99;
/// The same for a table of powers of two alone, and for its units: three times such a size was never tested, and
/// shows at the same sizes. From the sweep of logs in docs/conclusions.md, seeds 62000000 to 62004000.
const CONFIDENCE_MAX_POWERS: f64 = 0.985;
const UNIT_MAX_POWERS: f64 = 0.98;
/// The same for a unit whose step is small, or small relative to the scatter of its rows.
const UNSURE_POWERS: f64 = 0.949;

/// Least height of a level of such a table above the next, as a multiple of the scatter within a level. From the
/// sweep of logs in docs/conclusions.md, seeds 0 to 60000, as the next ones: below it 18 of 109 units were wrong, and
/// 31 of 100 pages.
const UNIT_OF_SCATTER: f64 = 6.0;
const PAGE_OF_SCATTER: f64 = 4.0;
/// From this height on, the confidence of a unit is the probability of its hypothesis.
const SURE_OF_SCATTER: f64 = 10.0;
/// Shares of the extra time of a read across a page. If the step of a unit is below the first one, the real unit is
/// three times that size in a third of the cases: 153 of 439 below 0.6. From the second share on 8 of 3,546 were
/// wrong. The next pair is a share of a read, for tables in which reads across pages take no longer: 30 of 30 below,
/// and 12 of 1,027; the last pair is for tables without rows small enough to show that: 29 of 55, and 8 of 896.
const OF_LOWER: (f64, f64) = (0.58, 0.8);
const OF_READ: (f64, f64) = (0.08, 0.1);
const OF_LONG_READ: (f64, f64) = (0.1, 0.2);
/// Least extra time of reads across pages, as a share of a read. Arbitrary.
const RAISED: f64 = 0.05;
/// The smallest size of a table of 16 KiB reads, flashbench's default.
const LONG_ROWS: u64 = 32 << 10;
/// Least extra time of a read across any boundary, as a share of a read. Arbitrary.
const LEAST_CROSSING: f64 = 0.08;
/// A step of at least this share of a read is not that of a unit three times as large: none of 973.
const WHOLE_UNIT_OF_READ: f64 = 0.5;
/// Pages are denied only if a step of this share of a read would have been visible: denials with a coarser resolution
/// were 17 of 58 wrong answers.
const DENIED_OF_POWERS: f64 = 0.07;

/// Results of one or more tables.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Boundaries {
    pub(super) unit: Reading<u64>,
    pub(super) page: Reading<u64>,
    /// A page or a unit, with the confidence of a page; `None` if the reads tell which.
    pub(super) step: Option<Reading<u64>>,
}

/// Evaluates all tables. The most confident answer counts; contradictory answers count as none.
pub(super) fn read_boundaries(evidence: &BoundaryEvidence) -> Boundaries {
    let each: Vec<Boundaries> = evidence.tables.iter().map(read_table).collect();
    let unit = best_of(each.iter().map(|it| it.unit.clone()));
    let told = each.iter().filter(|it| it.unit.value.is_some()).count();
    let is_alone = told == 1 && each.len() > 1;
    let limit = if is_alone { ALONE } else { 1.0 };
    // If a table shows a step that may be a unit's or a page's, the unit is not denied.
    let open = each.iter().find(|it| it.step.is_some()).map(|it| it.unit.clone());
    let unit = open.filter(|_| unit.value.is_none()).unwrap_or(unit);
    Boundaries {
        unit: Reading { confidence: unit.confidence.map(|sure| sure.min(limit)), ..unit },
        page: best_of(each.iter().map(|it| it.page.clone())),
        step: Some(best_of(each.iter().filter_map(|it| it.step.clone())))
            .filter(|it| it.value.is_some()),
    }
}

fn read_table(table: &BoundaryTable) -> Boundaries {
    match Steps::new(table) {
        Some(steps) => steps.explain(),
        None => {
            let none = || Reading::nothing_as(None, MessageId::BoundaryFewSizes);
            Boundaries { unit: none(), page: none(), step: None }
        }
    }
}

/// A table on the scale of the hypotheses.
struct Steps {
    /// Sizes whose multiples the reads crossed, ascending.
    sizes: Vec<u64>,
    heights: Vec<f64>,
    /// Row numbers in ascending order of height, so that one pass gives the medians of subsets.
    ascending: Vec<usize>,
    /// The least height of a step.
    least: f64,
    has_powers_alone: bool,
    /// The smallest visible step, as a share of a read; `None` if the log has no times of reads.
    resolution: Option<f64>,
    /// The smallest and largest size with known times.
    range: (u64, u64),
    /// Extra time of reads across each size, and the time of a read that crosses nothing (0 if the log does not have
    /// it), in nanoseconds.
    differences_ns: Vec<f64>,
    read_ns: f64,
}

/// A hypothesis: a pair of unit and page, and how well it explains the table.
#[derive(Debug, Clone, Copy)]
struct Explanation {
    unit: Option<u64>,
    page: Option<u64>,
    log_weight: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Unit,
    Page,
    Below,
}

/// A message that the best hypothesis is uncertain, with the second one.
fn unsure_of([size, share]: [Argument; 2], second: Option<&(f64, Option<u64>)>) -> Message {
    match second {
        None => Message::new(MessageId::BoundaryUnsure, [size, share]),
        Some((other_share, None)) => Message::new(
            MessageId::BoundaryUnsureNone,
            [size, share, Argument::Ratio(*other_share)],
        ),
        Some((other_share, Some(other))) => Message::new(
            MessageId::BoundaryUnsureOther,
            [size, share, Bytes(*other).into(), Argument::Ratio(*other_share)],
        ),
    }
}

/// A size that explains a table with too much scatter.
fn scattered(size: u64, of_scatter: f64) -> Reading<u64> {
    let fits = [Bytes(size).into(), Argument::Number(of_scatter)];
    Reading::nothing(None, Message::new(MessageId::BoundaryScatters, fits))
}

impl Steps {
    fn new(table: &BoundaryTable) -> Option<Self> {
        let mut rows: Vec<&BoundaryRow> = table.rows.iter().collect();
        rows.sort_by_key(|row| row.boundary_bytes);
        if rows.len() < ROWS_MIN {
            return None;
        }
        let noise = noise_of(&rows);
        let heights: Vec<f64> =
            rows.iter().map(|row| (signed(row.diff_ns) / noise).asinh()).collect();
        let mut ascending: Vec<usize> = (0..rows.len()).collect();
        ascending.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
        let sizes: Vec<u64> = rows.iter().map(|row| row.boundary_bytes).collect();
        let has_powers_alone = sizes.iter().all(|size| size.is_power_of_two());
        let range = (sizes[0], sizes[sizes.len().saturating_sub(1)]);
        let resolution = read_of(&rows).map(|read| STEP_OF_NOISE * noise / read);
        let least = STEP_OF_NOISE.asinh();
        let differences_ns = rows.iter().map(|row| signed(row.diff_ns)).collect();
        let read_ns = read_of(&rows).unwrap_or(0.0);
        Some(Self {
            sizes,
            heights,
            ascending,
            least,
            has_powers_alone,
            resolution,
            range,
            differences_ns,
            read_ns,
        })
    }

    fn explain(&self) -> Boundaries {
        let explanations = self.explanations();
        let best = explanations.iter().map(|it| it.log_weight).fold(f64::MIN, f64::max);
        let weight = |it: &Explanation| (it.log_weight - best).exp();
        let total: f64 = explanations.iter().map(weight).sum::<f64>();
        let share = |has: &dyn Fn(&Explanation) -> bool| {
            explanations.iter().filter(|it| has(it)).map(weight).sum::<f64>() / total
        };
        let unit = self.answer(self.units(), MessageId::NounAllocationUnit, |size| {
            share(&|it: &Explanation| it.unit == size)
        });
        let page = self.answer(self.pages(), MessageId::NounPage, |size| {
            share(&|it: &Explanation| it.page == size)
        });
        let likeliest = |has: &dyn Fn(&Explanation) -> bool| {
            let fitting = explanations.iter().copied().filter(|it| has(it));
            fitting.max_by(|a, b| a.log_weight.total_cmp(&b.log_weight))
        };
        let (unit, page) = if self.has_powers_alone {
            let of_unit = likeliest(&|it: &Explanation| it.unit == unit.value);
            let of_page = likeliest(&|it: &Explanation| it.page == page.value);
            (self.checked_unit(unit, of_unit), self.checked_page(page, of_page))
        } else {
            (unit, page)
        };
        if let Some(size) = page.value.filter(|size| *size >= PAGE_OR_UNIT_MIN)
            && unit.value.is_none()
            && !self.has_powers_alone
        {
            let either = Message::new(MessageId::BoundaryPageOrUnit, [Bytes(size).into()]);
            let none = || Reading::nothing(None, either.clone());
            return Boundaries { unit: none(), page: none(), step: Some(page) };
        }
        let page = match page.value {
            Some(page_bytes) => {
                Reading { value: Some(self.plane_page(unit.value, page_bytes)), ..page }
            }
            None => page,
        };
        // Doubts about a table's page apply to its unit, too.
        let is_doubtful = page.value.is_none() && page.confidence.is_some_and(|it| it < CLEAR);
        let unit = match unit.value.filter(|_| is_doubtful && !self.has_powers_alone) {
            Some(_) => Reading {
                confidence: unit.confidence.map(|sure| sure.min(BESIDE_DOUBT)),
                ..unit
            },
            None => unit,
        };
        Boundaries { unit, page, step: None }
    }

    /// Checks the unit of a table of powers of two alone: it must exceed the scatter of its rows, and its step must
    /// not be that of a unit three times as large. Such a table meets two ends of seven of that unit.
    fn checked_unit(&self, unit: Reading<u64>, best: Option<Explanation>) -> Reading<u64> {
        let (Some(size), Some(best)) = (unit.value, best) else { return unit };
        let below = if best.page.is_some() { Level::Page } else { Level::Below };
        let Some((step, of_scatter)) = self.step(&best, below, Level::Unit) else {
            return unit;
        };
        if of_scatter < UNIT_OF_SCATTER {
            return scattered(size, of_scatter);
        }
        let lower = median(&self.rows_at(&best, below)).unwrap_or(0.0).max(0.0);
        let is_large = self.read_ns > 0.0 && step >= WHOLE_UNIT_OF_READ * self.read_ns;
        // Reads longer than a page always cross one.
        let (part, (third, whole)) = if lower >= RAISED * self.read_ns {
            (step / (lower + LEAST_CROSSING * self.read_ns).max(1.0), OF_LOWER)
        } else if self.sizes[0] >= LONG_ROWS {
            (step / self.read_ns, OF_LONG_READ)
        } else {
            (step / self.read_ns, OF_READ)
        };
        if !is_large && part < third {
            let sizes = [Bytes(size).into(), Bytes(size.saturating_mul(3)).into()];
            return Reading::nothing(None, Message::new(MessageId::BoundaryThreefold, sizes));
        }
        let is_sure = of_scatter >= SURE_OF_SCATTER && (is_large || part >= whole);
        let limit = if is_sure { UNIT_MAX_POWERS } else { UNSURE_POWERS };
        Reading { confidence: unit.confidence.map(|it| it.min(limit)), ..unit }
    }

    /// Checks the page of such a table in the same way; also checks a denial, because tables of so few rows do not
    /// show pages if their reads scatter.
    fn checked_page(&self, page: Reading<u64>, best: Option<Explanation>) -> Reading<u64> {
        let (Some(size), Some(best)) = (page.value, best) else {
            let is_seen = self.resolution.is_some_and(|step| step <= DENIED_OF_POWERS);
            let is_denied = page.confidence.is_some_and(|it| it >= ACCEPTED);
            return match self.resolution.filter(|_| is_denied && !is_seen) {
                Some(step) => {
                    let what = [MessageId::NounPage.into(), Argument::Ratio(step)];
                    Reading::nothing(None, Message::new(MessageId::BoundaryHidden, what))
                }
                None => page,
            };
        };
        match self.step(&best, Level::Below, Level::Page) {
            Some((_, of_scatter)) if of_scatter < PAGE_OF_SCATTER => {
                scattered(size, of_scatter)
            }
            // Among pages with a smaller probability nine of ten were right if they were high above the scatter, and
            // 43 of 85 otherwise.
            Some((_, of_scatter)) if page.confidence.is_some_and(|sure| sure < CLEAR) => {
                match of_scatter >= SURE_OF_SCATTER {
                    true => Reading { confidence: Some(UNCLEAR_POWERS), ..page },
                    false => scattered(size, of_scatter),
                }
            }
            _ => page,
        }
    }

    /// Differences of the rows at a level, in nanoseconds.
    fn rows_at(&self, best: &Explanation, wanted: Level) -> Vec<f64> {
        let rows = self.sizes.iter().zip(&self.differences_ns);
        let at = rows.filter(|(size, _)| Self::level(best.unit, best.page, **size) == wanted);
        at.map(|(_, ns)| *ns).collect()
    }

    /// Height of one level above another: in nanoseconds, and as a multiple of the scatter within levels for these
    /// numbers of rows. `None` if one has no rows.
    fn step(&self, best: &Explanation, low: Level, high: Level) -> Option<(f64, f64)> {
        let (below, above) = (self.rows_at(best, low), self.rows_at(best, high));
        let height = median(&above)? - median(&below)?;
        let mut apart = Vec::new();
        for level in [Level::Below, Level::Page, Level::Unit] {
            let rows = self.rows_at(best, level);
            let Some(middle) = median(&rows) else { continue };
            let mut own: Vec<f64> = rows.iter().map(|ns| (ns - middle).abs()).collect();
            own.sort_by(f64::total_cmp);
            // One of the distances is that of the median itself.
            apart.extend(own.into_iter().skip(1));
        }
        let deviation = median(&apart).unwrap_or(0.0) * DEVIATION_OF_MEDIAN;
        let counts = 1.0 / float(below.len()) + 1.0 / float(above.len());
        Some((height, height / (deviation * counts.sqrt()).max(1.0)))
    }

    fn units(&self) -> Vec<Option<u64>> {
        let sizes = self.sizes.iter().copied().filter(|&size| size >= UNIT_MIN);
        std::iter::once(None).chain(sizes.map(Some)).collect()
    }

    fn pages(&self) -> Vec<Option<u64>> {
        let sizes = self.sizes.iter().copied().filter(|&size| size <= PAGE_MAX);
        std::iter::once(None).chain(sizes.map(Some)).collect()
    }

    /// The most probable of `candidates`, if it is probable enough.
    fn answer(
        &self,
        candidates: Vec<Option<u64>>,
        what: MessageId,
        share: impl Fn(Option<u64>) -> f64,
    ) -> Reading<u64> {
        let mut ranked: Vec<(f64, Option<u64>)> =
            candidates.into_iter().map(|size| (share(size), size)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let limit = if self.has_powers_alone { CONFIDENCE_MAX_POWERS } else { CONFIDENCE_MAX };
        let (share, size) = ranked[0];
        let is_unit = what == MessageId::NounAllocationUnit;
        let is_graded = is_unit && size.is_some() && !self.has_powers_alone;
        let limit = match is_graded {
            true if (CLEAR..WHOLE_SHARE).contains(&share) => FAIRLY_CLEAR_UNIT,
            _ => limit,
        };
        let is_clear_share = share >= CLEAR;
        let confidence = share.min(limit);
        // Logs of flashbench have another check, because their author selected them by eye.
        let is_checked = self.has_powers_alone && (is_unit || size.is_some());
        let is_clear = if is_checked { confidence >= ACCEPTED } else { is_clear_share };
        let unsure = |size: u64| {
            let fits = [Bytes(size).into(), Argument::Ratio(confidence)];
            let denial = (1.0 - confidence).min(UNCLEAR_DENIAL);
            Reading::nothing(Some(denial), unsure_of(fits, ranked.get(1)))
        };
        match size {
            None if is_clear => self.deny(confidence, what),
            None => {
                let second = ranked.get(1).and_then(|(share, size)| Some((*share, (*size)?)));
                let Some((second, size)) = second else {
                    return self.deny(UNCLEAR_DENIAL, what);
                };
                let fits = [Bytes(size).into(), Argument::Ratio(second)];
                let reason = unsure_of(fits, Some(&(confidence, None)));
                Reading::nothing(Some(UNCLEAR_DENIAL), reason)
            }
            Some(size) if is_clear => {
                Reading { value: Some(size), confidence: Some(confidence), reason: None }
            }
            Some(size) if confidence >= ACCEPTED && what == MessageId::NounAllocationUnit => {
                let sure = if self.has_powers_alone { UNCLEAR_POWERS } else { UNCLEAR_UNIT };
                Reading { value: Some(size), confidence: Some(sure), reason: None }
            }
            Some(size) => unsure(size),
        }
    }

    /// Denies a step: the confidence depends on the smallest visible one.
    fn deny(&self, confidence: f64, what: MessageId) -> Reading<u64> {
        let (lowest, highest) = self.range;
        let is_page = what == MessageId::NounPage;
        // If even the smallest sizes take longer, pages are no larger than these.
        let least_rows = self.median_of(|size| size <= lowest.saturating_mul(4));
        let is_in_all = least_rows.is_some_and(|(height, _)| height >= self.least);
        let is_missing = if is_page {
            lowest > PAGE_ROWS.0 || highest < PAGE_ROWS.1 || is_in_all
        } else {
            highest < UNIT_ROWS
        };
        if is_missing {
            let sizes = [Bytes(lowest).into(), Bytes(highest).into()];
            let reason = Message::new(MessageId::BoundarySizesMissing, sizes);
            return Reading::nothing(None, reason);
        }
        let Some(step) = self.resolution else {
            let reason = Message::new(MessageId::BoundaryReadsUnknown, [what.into()]);
            return Reading::nothing(None, reason);
        };
        // The step of a unit is its excess over the page's.
        let denials: &[(f64, f64)] = if is_page { &PAGE_DENIALS } else { &UNIT_DENIALS };
        let limit = denials.iter().find(|(limit, _)| step <= *limit).map(|(_, sure)| *sure);
        let step = Argument::Ratio(step);
        match limit {
            Some(sure) => Reading::nothing(
                Some(confidence.min(sure)),
                Message::new(MessageId::BoundaryNoStep, [step, what.into()]),
            ),
            None => Reading::nothing(
                None,
                Message::new(MessageId::BoundaryHidden, [what.into(), step]),
            ),
        }
    }

    fn explanations(&self) -> Vec<Explanation> {
        let (units, pages) = (self.units(), self.pages());
        // Half of the prior probability is for none, the rest for all sizes together.
        let belief = |size: Option<u64>, count: usize| match size {
            None => NONE_SHARE.ln(),
            Some(_) => (0.5 / float(count.saturating_sub(1).max(1))).ln(),
        };
        let mut found = Vec::new();
        for &unit in &units {
            for &page in &pages {
                if let Some(fit) = self.fit(unit, page) {
                    let prior = belief(unit, units.len()) + belief(page, pages.len());
                    found.push(Explanation { unit, page, log_weight: fit + prior });
                }
            }
        }
        found
    }

    fn level(unit: Option<u64>, page: Option<u64>, size: u64) -> Level {
        match (unit, page) {
            (Some(unit), _) if size.is_multiple_of(unit) => Level::Unit,
            (_, Some(page)) if size.is_multiple_of(page) => Level::Page,
            _ => Level::Below,
        }
    }

    /// The log-likelihood of the table, or `None` if the levels are in the wrong order.
    fn fit(&self, unit: Option<u64>, page: Option<u64>) -> Option<f64> {
        if let (Some(unit), Some(page)) = (unit, page)
            && (page >= unit || !unit.is_multiple_of(page))
        {
            return None;
        }
        let is_small = |unit: u64| {
            unit < PLAIN_UNIT_MIN
                && page.is_none_or(|page| page.saturating_mul(PAGES_OF_SMALL) > unit)
        };
        if unit.is_some_and(is_small) {
            return None;
        }
        let at = |level| self.median_of(|size| Self::level(unit, page, size) == level);
        let below = at(Level::Below);
        let (on_page, on_unit) = (at(Level::Page), at(Level::Unit));
        let step = STEP_MIN_RATIO.ln();
        let mut parameters = 1.0;
        if page.is_some() {
            let (low, (height, _)) = (below?, on_page?);
            // Below a visible unit, the median of many rows may form a level although no single row does.
            let least = if unit.is_some() { self.least * PAGE_BELOW_UNIT } else { self.least };
            if height < low.0 + PAGE_STEPS * step || height < least {
                return None;
            }
            parameters += 1.0;
        }
        if unit.is_some() {
            let (low, (height, count)) = (on_page.or(below)?, on_unit?);
            if height < low.0 + step || height < self.least || count < UNIT_ROWS_MIN {
                return None;
            }
            parameters += 1.0;
        }
        let height_of = |size| match Self::level(unit, page, size) {
            Level::Unit => on_unit,
            Level::Page => on_page,
            Level::Below => below,
        };
        let mut misfit = 0.0;
        for (size, height) in self.sizes.iter().zip(&self.heights) {
            let expected = height_of(*size).map_or(0.0, |(height, _)| height);
            misfit += (height - expected).abs().min(RESIDUAL_MAX);
        }
        let count = float(self.sizes.len());
        let mean = misfit / count + MISFIT_FLOOR;
        Some(-count * mean.ln() - parameters * 0.5 * count.ln())
    }

    /// The median height of the `chosen` sizes, and their number.
    fn median_of(&self, chosen: impl Fn(u64) -> bool) -> Option<(f64, usize)> {
        let heights: Vec<f64> = self
            .ascending
            .iter()
            .filter(|&&row| chosen(self.sizes[row]))
            .map(|&row| self.heights[row])
            .collect();
        let middle = heights.len() / 2;
        match heights.len() {
            0 => None,
            count if count.is_multiple_of(2) => {
                Some((f64::midpoint(heights[middle.saturating_sub(1)], heights[middle]), count))
            }
            count => Some((heights[middle], count)),
        }
    }

    /// If several planes are read together, half of the apparent page may have its own step; the smaller size is then
    /// the page.
    fn plane_page(&self, unit: Option<u64>, page: u64) -> u64 {
        let half = page / 2;
        let at = |size: u64| {
            let row = self.sizes.iter().position(|&it| it == size)?;
            Some(self.heights[row])
        };
        let on_page = self.median_of(|size| Self::level(unit, Some(page), size) == Level::Page);
        let below = self.median_of(|size| size < half);
        let halves =
            self.median_of(|size| size.is_multiple_of(half) && !size.is_multiple_of(page));
        let (Some(on), Some((page_height, _)), Some((low, _)), Some((halves, _))) =
            (at(half), on_page, below, halves)
        else {
            return page;
        };
        // The threshold on the asinh scale.
        let quarter = low + (PLANES_STEP_RATIO * (page_height.sinh() - low.sinh())).asinh();
        if on.min(halves) >= quarter && on.min(halves) >= self.least { half } else { page }
    }
}

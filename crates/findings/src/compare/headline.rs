//! Result of a comparison: the better side in each respect, the difference, and its confidence.

use iogram_model::{
    Argument, ComparedRow, Comparison, Difference, DifferenceVerdict, Headline, Message,
    MessageId, Severity, Shortcoming,
};

use iogram_stats::{GroupDifference, TwoGroups, compare_together};

use super::ALIKE_RATIO;
use crate::many::{Many, lead};

/// Probability of a chance difference for all rates together, beside the single figures with their usual 5 %. Half of
/// that, so that both together stay below 8 %.
const TOGETHER_CHANCE_MAX: f64 = 0.025;

/// Details of a headline, as on every page.
const DETAILS_MAX: usize = 3;

/// The answer about the first of the other sides; those about the others are details. `None` without a comparison.
///
/// Statements against any run come before the comparison: `told` are the runs that they are about.
pub(super) fn headline(
    comparison: &Comparison,
    told: &[(String, Shortcoming)],
) -> Option<Headline> {
    let mut headline = compared(comparison)?;
    let mut lead = lead(Many::Runs, comparison.runs.len() as u64, told).into_iter();
    if let (Some(worst), Some(kind)) = (lead.next(), told.iter().map(|it| it.1).max()) {
        // A statement that applies to every run does not distinguish the sides.
        let is_apart = !is_of_all(comparison, told) || !is_difference(headline.answer.id);
        let first =
            if is_apart { std::mem::replace(&mut headline.answer, worst) } else { worst };
        headline.details.insert(0, first);
        let others: Vec<Message> = lead.collect();
        headline.details.splice(0..0, others);
        headline.details.truncate(DETAILS_MAX + 1);
        headline.severity = headline.severity.max(kind.severity());
    }
    Some(headline)
}

/// Whether the same shortcoming, short of a failure, applies to every run.
fn is_of_all(comparison: &Comparison, told: &[(String, Shortcoming)]) -> bool {
    let is_hurt = |kind: Shortcoming| matches!(kind, Shortcoming::Stalls | Shortcoming::Hurts);
    let first = told.first().map(|it| it.1);
    told.len() == comparison.runs.len()
        && told.iter().all(|it| Some(it.1) == first && is_hurt(it.1))
}

/// Whether the answer tells the direction of a difference.
const fn is_difference(id: MessageId) -> bool {
    matches!(
        id,
        MessageId::ComparedBetter
            | MessageId::ComparedWorse
            | MessageId::ComparedFaster
            | MessageId::ComparedSlower
    )
}

fn compared(comparison: &Comparison) -> Option<Headline> {
    let mut told =
        (1..comparison.sides.len()).map(|index| SideView::new(comparison, index).tell());
    let Told { severity, answer, mut details, is_once } = told.next()?;
    for other in told {
        details.push(other.answer);
    }
    if is_once {
        details.insert(0, Message::new(MessageId::ComparedOnce, []));
    }
    details.truncate(DETAILS_MAX);
    Some(Headline {
        severity,
        answer,
        details,
        confidence_ratio: None,
        basis: basis(comparison),
        next: is_once.then(|| next(comparison)),
    })
}

/// The number of runs and figures; nothing for single runs, which the answer itself mentions.
fn basis(comparison: &Comparison) -> Option<Message> {
    if comparison.runs.len() == comparison.sides.len() {
        return None;
    }
    let counts: Vec<String> = (0..comparison.sides.len())
        .map(|index| comparison.runs_of(index).count().to_string())
        .collect();
    let values = [
        Argument::Name(counts.join(" + ")),
        Argument::Count(u64::try_from(comparison.rows.len()).unwrap_or(u64::MAX)),
    ];
    Some(Message::new(MessageId::ComparedBasis, values))
}

fn next(comparison: &Comparison) -> Message {
    let method = comparison.runs.first().map_or("METHOD", |run| run.method.as_str());
    let measure = match method {
        "boot" => "iogram boot LINE --drive NAME".to_owned(),
        // For another tool's measurement, iogram has no method with the name of the work.
        method if method.starts_with("import-") => "iogram import A1 A2 A3 B1 B2 B3".to_owned(),
        method => format!("iogram run {method} TARGET --runs 3"),
    };
    let command = format!("{measure}; iogram compare A1 A2 A3 -- B1 B2 B3");
    Message::new(MessageId::NextSeveralRuns, [Argument::Name(command)])
}

struct Told {
    severity: Severity,
    answer: Message,
    details: Vec<Message>,
    /// Whether a single run was compared with a single run.
    is_once: bool,
}

/// One side against the first.
struct SideView<'a> {
    name: Argument,
    drive: Argument,
    /// Whether it is a single run, compared with a single run.
    is_once: bool,
    rows: Vec<(&'a ComparedRow, &'a Difference)>,
    /// Index of the side.
    index: usize,
}

impl<'a> SideView<'a> {
    fn new(comparison: &'a Comparison, index: usize) -> Self {
        let of_side = |row: &'a ComparedRow| {
            row.differences.get(index.saturating_sub(1)).map(|difference| (row, difference))
        };
        Self {
            name: Argument::Name(comparison.sides.get(index).cloned().unwrap_or_default()),
            drive: Argument::Name(comparison.drives_of(index)),
            is_once: comparison.runs_of(0).count() == 1
                && comparison.runs_of(index).count() == 1,
            rows: comparison.rows.iter().filter_map(of_side).collect(),
            index,
        }
    }

    fn count(&self, is: impl Fn(DifferenceVerdict) -> bool) -> u64 {
        self.rows.iter().filter(|(_, difference)| is(difference.verdict)).count() as u64
    }

    /// The largest certain difference, as values of a statement: figure, change and range.
    fn most(&self) -> Option<[Argument; 3]> {
        use DifferenceVerdict::{Better, BetterInRun, Worse, WorseInRun};
        let certain = self.rows.iter().filter(|(_, difference)| {
            matches!(difference.verdict, Better | Worse | BetterInRun | WorseInRun)
        });
        let size = |difference: &Difference| {
            difference.change_ratio.map_or(0.0, |change| (1.0 + change).max(1e-9).ln().abs())
        };
        let (row, difference) = certain.max_by(|(_, a), (_, b)| size(a).total_cmp(&size(b)))?;
        let range = difference.interval?;
        Some([
            Argument::Name(format!("{} {}", row.work(), row.figure_title())),
            Argument::Name(percent(difference.change_ratio?)),
            Argument::Name(format!("{} .. {}", percent(range.low), percent(range.high))),
        ])
    }

    /// The difference of all rates together, where more is better; `None` if it may be chance, or if there is no
    /// evidence.
    fn together(&self) -> Option<GroupDifference> {
        let is_rate = |row: &ComparedRow| matches!(row.figure.as_str(), "bytes_per_s" | "iops");
        let groups: Vec<[Vec<f64>; 2]> = self
            .rows
            .iter()
            .filter(|(row, difference)| is_rate(row) && difference.chance_ratio.is_some())
            .filter_map(|(row, _)| {
                let runs = |side: usize| {
                    let value = row.values.get(side)?.as_ref()?;
                    value.runs.iter().copied().collect::<Option<Vec<f64>>>()
                };
                Some([runs(0)?, runs(self.index)?])
            })
            .collect();
        let figures: Vec<TwoGroups<'_>> =
            groups.iter().map(|[base, other]| TwoGroups { base, other }).collect();
        let found = compare_together(&figures)?;
        let is_alike = (found.ratio - 1.0).abs() < ALIKE_RATIO;
        Some(found).filter(|found| found.p <= TOGETHER_CHANCE_MAX && !is_alike)
    }

    /// The message about two runs without any evidence of variation: their single values.
    fn tell_single(&self) -> Option<Message> {
        let is_open = |it: &Difference| matches!(it.verdict, DifferenceVerdict::CannotTell);
        if !self.rows.iter().all(|(_, difference)| is_open(difference)) {
            return None;
        }
        let (name, drive) = (self.name.clone(), self.drive.clone());
        let known = |(row, difference): &(&'a ComparedRow, &Difference)| {
            Some((*row, difference.change_ratio?))
        };
        let shared: Vec<(&ComparedRow, f64)> = self.rows.iter().filter_map(known).collect();
        let size = |change: f64| (1.0 + change).max(1e-9).ln().abs();
        let most = shared.iter().max_by(|(_, a), (_, b)| size(*a).total_cmp(&size(*b)));
        let Some((row, change)) = most else {
            return Some(Message::new(MessageId::ComparedNothing, [name, drive]));
        };
        let count = |is: fn(bool) -> bool| {
            let apart = shared.iter().filter(|(_, change)| change.abs() >= ALIKE_RATIO);
            let more = |(row, change): &&(&ComparedRow, f64)| {
                is((*change > 0.0) != row.is_less_better)
            };
            Argument::Count(apart.filter(more).count() as u64)
        };
        let values = [
            name,
            drive,
            count(|is_better| is_better),
            count(|is_better| !is_better),
            Argument::Count(shared.len() as u64),
            Argument::Name(format!("{} {}", row.work(), row.figure_title())),
            Argument::Name(percent(*change)),
        ];
        Some(Message::new(MessageId::ComparedSingle, values))
    }

    /// The largest interval among half of the figures.
    fn reach(&self) -> Option<Message> {
        let mut halves: Vec<f64> = self
            .rows
            .iter()
            .filter_map(|(_, difference)| {
                let range = difference.interval?;
                Some(((1.0 + range.high) / (1.0 + range.low)).sqrt() - 1.0)
            })
            .filter(|half| half.is_finite())
            .collect();
        halves.sort_by(f64::total_cmp);
        let middle = halves.get(halves.len() / 2)?;
        Some(Message::new(MessageId::ComparedReach, [Argument::Ratio(*middle)]))
    }

    fn tell(self) -> Told {
        use DifferenceVerdict::{Better, BetterInRun, NotComparable, Worse, WorseInRun};
        let [never, better, worse, better_here, worse_here] =
            [NotComparable, Better, Worse, BetterInRun, WorseInRun]
                .map(|verdict| self.count(|it| it == verdict));
        let total = self.rows.len() as u64;
        let most = self.most();
        let together = self.together();
        let is_once = never == 0 && self.is_once;
        let reach = self.reach();
        let single = is_once.then(|| self.tell_single()).flatten();
        let (name, drive) = (self.name, self.drive);
        let counts = |better: u64, worse: u64| {
            [
                name.clone(),
                drive.clone(),
                Argument::Count(better),
                Argument::Count(worse),
                Argument::Count(total),
            ]
        };
        let largest = most.clone().map(|it| Message::new(MessageId::ComparedMost, it));
        let one_way = |id, count, [figure, change, range]: [Argument; 3]| {
            let [side, drive] = [name.clone(), drive.clone()];
            let counts = [Argument::Count(count), Argument::Count(total)];
            let [count, total] = counts;
            Message::new(id, [side, drive, count, total, figure, change, range])
        };
        // The single figures give the answer if they agree with all of them together.
        let led = together
            .filter(|it| !is_once && never == 0 && !is_one_way(it.ratio, (better, worse)));
        let (severity, answer, details) = match (better, worse, most) {
            _ if let Some(found) = led => (
                faster_or_slower(found.ratio).0,
                all_rates(found, counts(better, worse)),
                largest,
            ),
            _ if never > 0 => {
                let answer = Message::new(MessageId::ComparedNever, [name, drive]);
                (Severity::Unknown, answer, None)
            }
            _ if is_once => {
                let counts =
                    || Message::new(MessageId::ComparedRuns, counts(better_here, worse_here));
                (Severity::Measured, single.unwrap_or_else(counts), largest)
            }
            (1.., 0, Some(most)) => {
                (Severity::Good, one_way(MessageId::ComparedBetter, better, most), None)
            }
            (0, 1.., Some(most)) => {
                (Severity::Measured, one_way(MessageId::ComparedWorse, worse, most), None)
            }
            (1.., 1.., _) => {
                let answer = Message::new(MessageId::ComparedMixed, counts(better, worse));
                (Severity::Measured, answer, largest)
            }
            _ => {
                let values = [name, drive, Argument::Count(total)];
                (Severity::Measured, Message::new(MessageId::ComparedAlike, values), reach)
            }
        };
        Told { severity, answer, details: details.into_iter().collect(), is_once }
    }
}

/// Whether the numbers of better and worse figures agree with the overall ratio.
const fn is_one_way(ratio: f64, (better, worse): (u64, u64)) -> bool {
    if ratio > 1.0 { better > 0 && worse == 0 } else { worse > 0 && better == 0 }
}

const fn faster_or_slower(ratio: f64) -> (Severity, MessageId) {
    if ratio > 1.0 {
        (Severity::Good, MessageId::ComparedFaster)
    } else {
        (Severity::Measured, MessageId::ComparedSlower)
    }
}

/// The difference of all rates together, beside the number of figures that differ by themselves.
fn all_rates(found: GroupDifference, counts: [Argument; 5]) -> Message {
    let change = |ratio: f64| percent(ratio - 1.0);
    let range = format!("{} .. {}", change(found.interval.low), change(found.interval.high));
    let [side, drive, better, worse, total] = counts;
    let change = Argument::Name(change(found.ratio));
    let values = [side, drive, change, range.into(), better, worse, total];
    Message::new(faster_or_slower(found.ratio).1, values)
}

/// `+12 %`; small values with an additional digit.
fn percent(ratio: f64) -> String {
    let percent = ratio * 100.0;
    let digits = usize::from(percent.abs() < 9.95);
    format!("{percent:+.digits$} %")
}

//! Searches for the highest demand within limits: their syntax in the file, and the final workload of their cells.
//!
//! The number of measurements is known only at the end of a search. Until then the plan assumes the largest possible
//! number, each with the highest value: if that fits, every search fits.

use std::borrow::Cow;

use iogram_engine::Cell;
use iogram_model::{
    CellRecord, Figure, Nanos, OpKind, SearchLimit, SearchPhase, SearchRule, SideLoad, Varied,
    Workload, sentence, text,
};

use crate::expand::{Expansion, SeedOf, derive_seed};
use crate::field::{endless, parse_positive, parse_word};
use crate::method::parse_limit;
use crate::planned::{Plan, PlannedStep};
use crate::source::MethodError;
use crate::step::{Beside, LimitText, Search};
use crate::template::{Scope, Template};

const VARIED: [(&str, Varied); 2] = [("jobs", Varied::Jobs), ("depth", Varied::Depth)];

/// The most values that the search tries to confirm at the end, each one lower than the last. Arbitrary: a value that
/// holds once and never again was chance; ten failures in a row are not.
const TRIES: u32 = 10;

impl Expansion<'_> {
    /// Adds a search, then the cells that it may need.
    pub(crate) fn search(&mut self, search: &Search, scope: &Scope) -> Result<(), MethodError> {
        let place = self.done.steps.len();
        self.steps(&search.steps, scope)?;
        let made = self.done.steps.split_off(place);
        let cells: Vec<&Cell> = made
            .iter()
            .filter_map(|step| match step {
                PlannedStep::Measure(cell) => Some(cell.as_ref()),
                _ => None,
            })
            .collect();
        let is_pattern = |cell: &&Cell| cell.name.matches('*').count() == 1;
        let &[widen, narrow, confirm] = cells.as_slice() else {
            return self.misshapen(search);
        };
        let is_distinct = widen.name != narrow.name && narrow.name != confirm.name;
        let is_apart = is_distinct && widen.name != confirm.name;
        if made.len() != cells.len() || !is_apart || !cells.iter().all(is_pattern) {
            return self.misshapen(search);
        }
        let names = [widen, narrow, confirm].map(|cell| cell.name.clone());
        let rule = self.search_rule(search, names, scope)?;
        for limit in &rule.limits {
            let Some(load) = &limit.load else { continue };
            let has_it = |cell: &&Cell| cell.workload.beside.iter().any(|it| it.name == *load);
            if !cells.iter().all(has_it) {
                let message = sentence!("runner-no-load-beside-cells-search-called", load);
                let hint = text!("runner-name-load-beside-none-cell-own");
                return Err(self.method.file.error(&search.kind.span, message, hint));
            }
        }
        let cells: Vec<Cell> = cells.into_iter().cloned().collect();
        self.push(PlannedStep::Search(Box::new(rule.clone())), &search.kind.span)?;
        for (phase, cell) in SearchRule::PHASES.into_iter().zip(&cells) {
            let mut workload = cell.workload.clone();
            rule.varied.put(rule.to_count, &mut workload);
            for _ in 0..measurements_max(&rule, phase) {
                let slot = self.cell(&cell.name, &workload, None, cell.is_counted);
                let slot = Cell { io_timeout: cell.io_timeout, ..slot };
                self.push(PlannedStep::Measure(Box::new(slot)), &search.kind.span)?;
            }
        }
        self.done.searches.push(rule);
        Ok(())
    }

    fn misshapen(&self, search: &Search) -> Result<(), MethodError> {
        let message = text!("runner-search-needs-three-cells-nothing-else");
        let hint = text!("runner-write-three-measure-steps-each-another");
        Err(self.method.file.error(&search.kind.span, message, hint))
    }

    /// The length of the intervals in each of which a limit must hold. A record has one row per second for loads
    /// beside the cell.
    fn stretch_of(
        &self,
        limit: &LimitText,
        figure: Figure,
        scope: &Scope,
    ) -> Result<Option<u64>, MethodError> {
        let Some(every) = &limit.every else { return Ok(None) };
        let length: Nanos = self.read(every, scope, str::parse)?;
        let is_whole = length > Nanos(0) && length.0.is_multiple_of(Nanos::SECOND.0);
        if !is_whole {
            let message = sentence!("runner-no-whole-number-seconds", length);
            return Err(self.method.file.error(&every.span, message, text!("runner-write-5s")));
        }
        let is_rate = matches!(figure, Figure::Iops | Figure::BytesPerS);
        if limit.load.is_none() || !is_rate {
            let message = text!("runner-every-rate-load-beside-cell");
            let hint = text!("runner-name-load-iops-bytes-per-s");
            return Err(self.method.file.error(&every.span, message, hint));
        }
        Ok(Some(length.0))
    }

    fn search_rule(
        &self,
        search: &Search,
        [widen_cell, narrow_cell, confirm_cell]: [String; 3],
        scope: &Scope,
    ) -> Result<SearchRule, MethodError> {
        let number = |text: &Option<Template>, usual: u32| match text {
            Some(text) => self.read(text, scope, parse_positive),
            None => Ok(usual),
        };
        let (from_count, to_count) = (
            self.read(&search.from, scope, parse_positive)?,
            self.read(&search.to, scope, parse_positive)?,
        );
        if to_count < from_count {
            let message = sentence!(
                "runner-search-ends-less-where-begins",
                to = to_count,
                from = from_count
            );
            let hint = text!("runner-give-highest-value-no-less-lowest");
            return Err(self.method.file.error(&search.to.span, message, hint));
        }
        let mut limits = Vec::new();
        for limit in search.limits.iter().filter(|limit| self.holds(&limit.when)) {
            let figure: Figure = self.read(&limit.figure, scope, str::parse)?;
            let every_ns = self.stretch_of(limit, figure, scope)?;
            limits.push(SearchLimit {
                every_ns,
                load: match &limit.load {
                    Some(load) => Some(load.fill(scope, &self.method.file)?.0),
                    None => None,
                },
                operation: self.read(&limit.operation, scope, parse_operation)?,
                figure,
                limit: self.read(&limit.limit, scope, |text| parse_limit(figure, text))?,
                is_upper_limit: limit.is_upper,
            });
        }
        if limits.is_empty() {
            let message = text!("runner-search-without-limits-finds-highest-value");
            let hint = text!("runner-write-least-limit");
            return Err(self.method.file.error(&search.kind.span, message, hint));
        }
        let name = search.name.fill(scope, &self.method.file)?.0;
        Ok(SearchRule {
            name: self.full_name(&name),
            varied: self.read(&search.varied, scope, |text| parse_word(text, &VARIED))?,
            from_count,
            to_count,
            resolution_count: number(&search.resolution, 1)?,
            confirm_count: number(&search.repeats, 1)?,
            tries_max_count: number(&search.tries, TRIES)?,
            limits,
            operation: self.read(&search.operation, scope, parse_operation)?,
            wanted_iops: match &search.wanted {
                Some(wanted) => {
                    Some(self.read(wanted, scope, |text| parse_limit(Figure::Iops, text))?)
                }
                None => None,
            },
            widen_cell,
            narrow_cell,
            confirm_cell,
        })
    }

    /// The loads beside `workload`. They get its ramp, and its time unless they have a limit of their own.
    pub(crate) fn beside(
        &self,
        loads: &[Beside],
        workload: &Workload,
        scope: &Scope,
    ) -> Result<Vec<SideLoad>, MethodError> {
        let mut beside = Vec::new();
        for load in loads.iter().filter(|load| self.holds(&load.when)) {
            let mut asked = endless();
            for (field, text) in &load.fields {
                self.read(text, scope, |text| field.apply(text, &mut asked))?;
            }
            let (name, _) = load.name.fill(scope, &self.method.file)?;
            // A load with its own limit keeps it.
            if asked.stop.is_endless() {
                asked.stop.time = workload.stop.time;
            }
            if asked.stop.is_endless() {
                let message = sentence!("runner-load-beside-cell-never-ends", name);
                let hint = text!("runner-give-cell-time-load-time-amount");
                return Err(self.method.file.error(&load.name.span, message, hint));
            }
            asked.ramp = workload.ramp;
            if let Some(seed) = &load.seed {
                let (label, _) = seed.fill(scope, &self.method.file)?;
                asked.seed = derive_seed(self.run_seed, SeedOf::Label(&self.full_name(&label)));
            }
            let delay = match &load.delay {
                Some(delay) => self.read(delay, scope, str::parse)?,
                None => Nanos(0),
            };
            beside.push(SideLoad { name, workload: asked, delay });
        }
        Ok(beside)
    }
}

fn parse_operation(text: &str) -> Result<OpKind, iogram_model::ParseError> {
    parse_word(text, &OpKind::ALL.map(|kind| (kind.name(), kind)))
}

/// The most measurements that a phase takes.
fn measurements_max(rule: &SearchRule, phase: SearchPhase) -> u32 {
    let doubled = |value: &u32| {
        (*value < rule.to_count).then(|| value.saturating_mul(2).min(rule.to_count))
    };
    let values: Vec<u32> = std::iter::successors(Some(rule.from_count), doubled).collect();
    match phase {
        SearchPhase::Widen => u32::try_from(values.len()).unwrap_or(u32::MAX),
        SearchPhase::Narrow => {
            let gaps = values.windows(2).map(|pair| pair[1] - pair[0]);
            let halved =
                |gap: &u32| (*gap > rule.resolution_count.max(1)).then(|| gap.div_ceil(2));
            let steps = |gap: u32| std::iter::successors(Some(gap), halved).count() - 1;
            u32::try_from(gaps.map(steps).max().unwrap_or(0)).unwrap_or(u32::MAX)
        }
        SearchPhase::Confirm => rule.confirm_count.saturating_mul(rule.tries_max_count),
        SearchPhase::Unknown => 0,
    }
}

impl Plan {
    /// The search that `cell` is part of, and its phase.
    fn search_of(&self, cell: &Cell) -> Option<(&SearchRule, SearchPhase)> {
        self.searches.iter().find_map(|rule| Some((rule, rule.phase_of(&cell.name)?)))
    }

    /// `cell` with the next value of its search, decided from the cells `measured` so far; `Some(None)` if the search
    /// needs no measurement of this cell. `None` if it is not part of a search.
    pub(crate) fn after_search<'c>(
        &self,
        cell: &'c Cell,
        measured: &[CellRecord],
    ) -> Option<Option<Cow<'c, Cell>>> {
        let (rule, phase) = self.search_of(cell)?;
        let asked = rule.course(measured).next.filter(|asked| asked.phase == phase);
        Some(asked.and_then(|asked| {
            let mut cell = cell.clone();
            cell.name = rule.cell_name(phase, asked.value)?;
            cell.repeat = asked.repeat;
            rule.varied.put(asked.value, &mut cell.workload);
            Some(Cow::Owned(cell))
        }))
    }

    /// Whether the search may finish without this step.
    pub(crate) fn may_be_spared(&self, cell: &Cell) -> bool {
        let Some((_, phase)) = self.search_of(cell) else { return false };
        let first = self.cells().find(|it| it.name == cell.name).map(|it| it.repeat);
        phase != SearchPhase::Widen || first != Some(cell.repeat)
    }

    /// Whether `record` belongs to the planned `cell`.
    pub(crate) fn is_record_of(&self, cell: &Cell, record: &CellRecord) -> bool {
        match self.search_of(cell) {
            Some((rule, phase)) => rule.phase_of_record(record) == Some(phase),
            None => cell.name == record.name && cell.repeat == record.repeat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plan has room for exactly the longest search: with fewer measurements, some limits could not be found.
    #[test]
    fn a_plan_has_room_for_the_longest_search_and_no_more() {
        for (from, to, resolution) in [(4, 256, 1), (1, 100, 1), (3, 3, 1), (4, 250, 16)] {
            let rule = SearchRule {
                name: "n".to_owned(),
                varied: Varied::Jobs,
                from_count: from,
                to_count: to,
                resolution_count: resolution,
                confirm_count: 3,
                tries_max_count: 2,
                limits: vec![SearchLimit {
                    load: None,
                    operation: OpKind::Read,
                    figure: Figure::LatencyMax,
                    every_ns: None,
                    limit: 1.0,
                    is_upper_limit: true,
                }],
                operation: OpKind::Read,
                wanted_iops: None,
                widen_cell: "w *".to_owned(),
                narrow_cell: "n *".to_owned(),
                confirm_cell: "c *".to_owned(),
            };
            for phase in [SearchPhase::Widen, SearchPhase::Narrow] {
                let longest =
                    (0..=to).map(|truth| measurements(&rule, truth, phase)).max().unwrap();
                assert_eq!(longest, measurements_max(&rule, phase), "{from} {to} {phase:?}");
            }
        }
    }

    /// The number of measurements of a phase on a drive that holds up to `truth`, worked out by hand.
    fn measurements(rule: &SearchRule, truth: u32, phase: SearchPhase) -> u32 {
        let (mut widened, mut value, mut held) = (0, rule.from_count, None);
        let broke = loop {
            widened += 1;
            if value > truth {
                break Some(value);
            }
            held = Some(value);
            if value == rule.to_count {
                break None;
            }
            value = (value * 2).min(rule.to_count);
        };
        if phase == SearchPhase::Widen {
            return widened;
        }
        let (Some(mut held), Some(mut broke)) = (held, broke) else { return 0 };
        let mut narrowed = 0;
        while broke - held > rule.resolution_count {
            let middle = held.midpoint(broke);
            if middle > truth {
                broke = middle;
            } else {
                held = middle;
            }
            narrowed += 1;
        }
        narrowed
    }
}

//! Cells that take a setting from a cell chosen among others: their syntax in the file, and their final workload.
//!
//! The choice is known only after its candidates were measured. Until then the plan assumes the largest candidate: if
//! that fits, each of them fits.

use std::borrow::Cow;

use iogram_engine::Cell;
use iogram_model::{
    Again, CellRecord, ChoiceLimit, ChoicePick, ChoiceRule, DemandRule, Figure, Nanos,
    ParseError, SteadyRule, Taken, TakingCell, Workload, sentence, text,
};

use crate::expand::{Expansion, Extent};
use crate::field::parse_word;
use crate::method::parse_limit;
use crate::planned::{Plan, PlannedStep};
use crate::source::MethodError;
use crate::step::{Choose, Measure};
use crate::template::{Scope, Template};

const PICKS: [(&str, ChoicePick); 3] = [
    ("highest", ChoicePick::Highest),
    ("lowest", ChoicePick::Lowest),
    ("middle", ChoicePick::Middle),
];

const TAKEN: [(&str, Taken); 4] = [
    ("block", Taken::Block),
    ("depth", Taken::Depth),
    ("jobs", Taken::Jobs),
    ("read", Taken::Read),
];

impl Expansion<'_> {
    /// Expands a choice and the steps after it.
    pub(crate) fn choose(&mut self, choose: &Choose, scope: &Scope) -> Result<(), MethodError> {
        let mut rule = self.choice_rule(choose, scope)?;
        let loads = self.loads(&rule.among);
        self.begin_piece(&choose.kind)?;
        let place = self.done.steps.len();
        self.push(PlannedStep::Choose(Box::new(rule.clone())), &choose.kind.span)?;
        let before: Vec<String> = self.runs.keys().cloned().collect();
        let outer = self.candidates.replace(loads);
        let outcome = self.steps(&choose.steps, scope);
        self.candidates = outer;
        outcome?;
        // `take_largest` recorded the taken settings of each cell while the steps were expanded.
        for step in &self.done.steps[place + 1..] {
            let PlannedStep::Measure(cell) = step else { continue };
            if before.contains(&cell.name) {
                let message = sentence!("runner-another-cell-called-too", name = cell.name);
                let hint = text!("runner-give-cells-after-choice-names-own");
                return Err(self.method.file.error(&choose.kind.span, message, hint));
            }
            if rule.cells.iter().all(|known| known.cell != cell.name) {
                let takes = self.takes.get(&cell.name).cloned().unwrap_or_default();
                rule.cells.push(TakingCell { cell: cell.name.clone(), takes });
            }
        }
        self.done.steps[place] = PlannedStep::Choose(Box::new(rule.clone()));
        self.done.choices.push(rule);
        Ok(())
    }

    fn choice_rule(&self, choose: &Choose, scope: &Scope) -> Result<ChoiceRule, MethodError> {
        let among = self.named(&choose.cells, scope)?;
        if among.is_empty() && self.extent == Extent::EverythingOnce {
            let message = text!("runner-no-cell-choose-among");
            let hint = text!("runner-cells-names-measure-steps-before");
            return Err(self.method.file.error(&choose.kind.span, message, hint));
        }
        let limit = match &choose.limit {
            None => None,
            Some((figure, below)) => {
                let figure = self.read(figure, scope, parse_compared)?;
                let limit = self.read(below, scope, |text| parse_limit(figure, text))?;
                Some(ChoiceLimit { figure, limit })
            }
        };
        let name = choose.name.fill(scope, &self.method.file)?.0;
        Ok(ChoiceRule {
            name: self.full_name(&name),
            among,
            figure: self.read(&choose.figure, scope, parse_compared)?,
            pick: self.read(&choose.pick, scope, |text| parse_word(text, &PICKS))?,
            limit,
            cells: Vec::new(),
        })
    }

    /// The names of the cells so far that match any of `patterns`: each once, in order.
    fn named(&self, patterns: &[Template], scope: &Scope) -> Result<Vec<String>, MethodError> {
        let mut wanted = Vec::new();
        for pattern in patterns {
            let text = pattern.fill(scope, &self.method.file)?.0;
            wanted.push(self.full_name(&text));
        }
        let mut names: Vec<String> = Vec::new();
        for step in &self.done.steps {
            let PlannedStep::Measure(cell) = step else { continue };
            let is_new = names.last() != Some(&cell.name) && !names.contains(&cell.name);
            if is_new && wanted.iter().any(|pattern| matches(pattern, &cell.name)) {
                names.push(cell.name.clone());
            }
        }
        Ok(names)
    }

    /// The workloads of the cells with these names.
    fn loads(&self, names: &[String]) -> Vec<Workload> {
        let mut left: Vec<&String> = names.iter().collect();
        let mut loads = Vec::new();
        for step in &self.done.steps {
            let PlannedStep::Measure(cell) = step else { continue };
            if let Some(place) = left.iter().position(|name| **name == cell.name) {
                left.swap_remove(place);
                loads.push(cell.workload.clone());
            }
        }
        loads
    }

    /// Puts the largest candidate's value into the workload of a cell that takes it from a choice.
    pub(crate) fn take_largest(
        &mut self,
        measure: &Measure,
        name: &str,
        workload: &mut Workload,
        scope: &Scope,
    ) -> Result<(), MethodError> {
        let Some(first) = measure.takes.first() else { return Ok(()) };
        let Some(loads) = &self.candidates else {
            let message = text!("runner-no-choice-take-anything");
            let hint = text!("runner-takes-belongs-into-steps-step-kind");
            return Err(self.method.file.error(&first.span, message, hint));
        };
        let mut takes = Vec::new();
        for text in &measure.takes {
            let taken = self.read(text, scope, |text| parse_word(text, &TAKEN))?;
            let largest = loads.iter().max_by_key(|load| match taken {
                Taken::Block => load.block.largest().0,
                Taken::Depth => u64::from(load.depth),
                Taken::Jobs => u64::from(load.jobs),
                // The plan needs write permission if any candidate writes.
                Taken::Read | Taken::Unknown => u64::from(load.mix.write().0),
            });
            if let Some(load) = largest {
                taken.put(load, workload);
            }
            takes.push(taken);
        }
        self.takes.insert(name.to_owned(), takes);
        Ok(())
    }

    /// The cells that the report shows as a series of rising demand.
    pub(crate) fn demand(&mut self, scope: &Scope) -> Result<(), MethodError> {
        for demand in &self.method.demand {
            let cells = self.named(&demand.cells, scope)?;
            let limit: Option<Nanos> = match &demand.below {
                Some(below) => Some(self.read(below, scope, str::parse)?),
                None => None,
            };
            let latency_mean_limit_ns = limit.map(|limit| limit.0);
            if !cells.is_empty() {
                self.done.demand.push(DemandRule { cells, latency_mean_limit_ns });
            }
        }
        Ok(())
    }
}

impl Plan {
    /// `cell` with the settings that it takes from its choice or its search, decided from the cells `measured` so
    /// far; unchanged if it belongs to neither. `None` if no candidate can be chosen, or if the search does not need
    /// this cell.
    pub(crate) fn after_choice<'c>(
        &self,
        cell: &'c Cell,
        measured: &[CellRecord],
    ) -> Option<Cow<'c, Cell>> {
        if let Some(found) = self.after_search(cell, measured) {
            return found;
        }
        let found = self.choices.iter().find_map(|rule| {
            Some((rule, rule.cells.iter().find(|taking| taking.cell == cell.name)?))
        });
        let Some((rule, taking)) = found else { return as_much_as_written(cell, measured) };
        let chosen = rule.choose(&self.steady, measured)?;
        let mut cell = cell.clone();
        for taken in &taking.takes {
            taken.put(&chosen.workload, &mut cell.workload);
        }
        Some(Cow::Owned(cell))
    }
}

impl Plan {
    /// If `cell` was `measured` before and another cell reads its writes, limits it to the same number of requests:
    /// in the same time it could write less now.
    pub(crate) fn as_far_as_before<'c>(
        &self,
        cell: Cow<'c, Cell>,
        measured: &[CellRecord],
    ) -> Cow<'c, Cell> {
        let is_it = |it: &&CellRecord| it.name == cell.name && it.repeat == cell.repeat;
        let before = measured.iter().find(is_it);
        let before = before.filter(|it| self.cells().any(|reading| is_read_by(it, reading)));
        let Some(count) = before.map(count_of).filter(|&count| count > 0) else { return cell };
        let mut cell = cell.into_owned();
        cell.workload.stop.time = None;
        cell.workload.stop.count = Some(count);
        Cow::Owned(cell)
    }
}

/// Completed reads and writes.
fn count_of(record: &CellRecord) -> u64 {
    let operations = [&record.operations.read, &record.operations.write];
    operations.into_iter().flatten().map(|it| it.count).sum()
}

/// Limits `cell` to the number of requests that the cell before it wrote, if a time limit ended that cell: the blocks
/// after those were never written. `None` if there is nothing to read.
fn as_much_as_written<'c>(cell: &'c Cell, measured: &[CellRecord]) -> Option<Cow<'c, Cell>> {
    let of_cell = |record: &&CellRecord| is_read_by(record, cell);
    let Some(written) = measured.iter().rev().find(of_cell) else {
        return Some(Cow::Borrowed(cell));
    };
    let count = count_of(written);
    if count == 0 {
        return None;
    }
    let mut cell = cell.clone();
    let asked = cell.workload.stop.count.unwrap_or(count);
    cell.workload.stop.count = Some(asked.min(count));
    Some(Cow::Owned(cell))
}

/// Whether `cell` reads the writes of `record`, which a time limit ended.
pub(crate) fn is_read_by(record: &CellRecord, cell: &Cell) -> bool {
    let (writing, reading) = (&record.workload, &cell.workload);
    let is_timed = writing.stop.time.is_some() && writing.again.is_none() && writing.writes();
    is_timed && matches!(reading.again, Some(Again::Written(_))) && reading.seed == writing.seed
}

fn parse_compared(text: &str) -> Result<Figure, ParseError> {
    let known = text.parse::<Figure>().ok();
    known.filter(|figure| SteadyRule::FIGURES.contains(figure)).ok_or_else(|| {
        let names = SteadyRule::FIGURES.map(Figure::name).join(", ");
        let message = sentence!("runner-not-figure-cells-compared", text);
        ParseError::new(message, sentence!("runner-use", names))
    })
}

/// Whether `name` matches `pattern`; `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    let places = rest.char_indices().map(|(place, _)| place).chain([rest.len()]);
    places.into_iter().any(|place| matches(after, &rest[place..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        let fits = |pattern, name| matches(pattern, name);
        assert!(
            fits("TC* QD*", "TC32 QD1") && fits("a*", "a") && fits("*", "") && fits("a", "a")
        );
        assert!(!fits("TC* QD*", "pre-write") && !fits("a", "ab") && !fits("*b", "ba"));
        assert!(fits("dirth/TC* QD*", "dirth/TC4 QD8") && !fits("TC* QD*", "dirth/TC4 QD8"));
    }
}

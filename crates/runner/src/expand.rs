//! Unrolls the steps of a method: repetitions, rows, matrices and parameters become a flat list. Does not depend on a
//! target.

use std::collections::BTreeMap;

use iogram_engine::{Cell, Content};
use iogram_model::{
    Bytes, ChoiceRule, DemandRule, Nanos, ParseError, Permille, PurgeChoice, RecoveryRule,
    Rule, SearchRule, SteadyRule, Taken, Workload, sentence, text,
};

use crate::budget::{StepTerms, TermsText};
use crate::field::{Field, endless, parse_count, parse_errors, parse_word};
use crate::method::Method;
use crate::param::When;
use crate::planned::{BlockStart, PlannedStep};
use crate::probe::{ProbeKind, ProbeStep};
use crate::source::{MethodError, Span};
use crate::step::{Action, Measure, Repeat, Row, Step, Times};
use crate::template::{Bound, Scope, Template};

/// Arbitrary: far longer than any plan that a person reads. A slip such as `--set loops=1000000000` must neither fill
/// the memory nor take long to report.
const STEPS_MAX: usize = 20_000;

/// The expanded steps of a method.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Expanded {
    /// In the order of execution.
    pub(crate) steps: Vec<PlannedStep>,
    /// The rules of the method and of the methods that it includes.
    pub(crate) rules: Vec<Rule>,
    pub(crate) nines: Vec<String>,
    pub(crate) recovery: Vec<RecoveryRule>,
    pub(crate) choices: Vec<ChoiceRule>,
    pub(crate) demand: Vec<DemandRule>,
    pub(crate) searches: Vec<SearchRule>,
    pub(crate) steady: Vec<SteadyRule>,
    pub(crate) below_unit: BelowUnit,
    /// The time that the run may take; `None` is as long as it takes.
    pub(crate) budget: Option<Nanos>,
    pub(crate) terms: Vec<StepTerms>,
}

/// Smallest units of the drive. `None` means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Units {
    /// The unit of its mapping table.
    pub(crate) indirection: Option<Bytes>,
    /// The unit of its addresses.
    pub(crate) logical_block: Option<Bytes>,
}

/// Cells with blocks smaller than a unit of the drive, each name once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct BelowUnit {
    /// Cells with blocks smaller than a logical block.
    pub(crate) below_block: Vec<String>,
    pub(crate) left_out: Vec<String>,
    pub(crate) raised: Vec<String>,
    /// Whether any cell depends on the unit.
    pub(crate) is_asked: bool,
}

/// Expands `method` with these parameters for a drive with these units; the steps are in the order of execution.
pub(crate) fn expand(
    method: &Method,
    values: &BTreeMap<String, String>,
    run_seed: u64,
    units: Units,
) -> Result<Expanded, MethodError> {
    let mut expansion = Expansion::new(method, values, run_seed, Extent::AsAsked);
    expansion.units = units;
    expansion.whole_method()?;
    Ok(expansion.done)
}

/// Fails at the first step or row that cannot be read with default parameters, regardless of its condition.
pub(crate) fn check_everything(method: &Method) -> Result<(), MethodError> {
    let values = method
        .params
        .iter()
        .map(|p| (p.name.clone(), p.default.clone()))
        .collect::<BTreeMap<_, _>>();
    Expansion::new(method, &values, 0, Extent::EverythingOnce).whole_method()
}

pub(crate) fn parameter_scope(values: &BTreeMap<String, String>) -> Scope {
    let mut scope = Scope::default();
    for (name, text) in values {
        scope.bind(name, Bound { text: text.clone(), span: None });
    }
    scope
}

/// Amount of unrolling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The steps that the conditions select, with all their repetitions.
    AsAsked,
    /// Every step and row once.
    EverythingOnce,
}

pub(crate) struct Expansion<'a> {
    pub(crate) method: &'a Method,
    pub(crate) values: &'a BTreeMap<String, String>,
    pub(crate) run_seed: u64,
    pub(crate) extent: Extent,
    pub(crate) units: Units,
    /// The files of the including methods, outermost first, and of this one.
    pub(crate) chain: Vec<String>,
    /// The block in which another method includes this one; `None` at the top.
    pub(crate) block: Option<String>,
    pub(crate) done: Expanded,
    pub(crate) cell_count: u64,
    /// The number of uses of each name.
    pub(crate) runs: BTreeMap<String, u32>,
    /// Whether cells see only a part of the target.
    pub(crate) is_laid_out: bool,
    /// Within a choice, the workloads of its candidates.
    pub(crate) candidates: Option<Vec<Workload>>,
    /// The settings that the cells after a choice take, by cell name.
    pub(crate) takes: BTreeMap<String, Vec<Taken>>,
}

impl<'a> Expansion<'a> {
    pub(crate) fn new(
        method: &'a Method,
        values: &'a BTreeMap<String, String>,
        run_seed: u64,
        extent: Extent,
    ) -> Self {
        Self {
            method,
            values,
            run_seed,
            extent,
            units: Units::default(),
            chain: vec![method.file.name.clone()],
            block: None,
            done: Expanded::default(),
            cell_count: 0,
            runs: BTreeMap::new(),
            is_laid_out: false,
            candidates: None,
            takes: BTreeMap::new(),
        }
    }

    /// Expands every step of the method, and the report's settings for its cells.
    pub(crate) fn whole_method(&mut self) -> Result<(), MethodError> {
        let method = self.method;
        let named = |rule: &Rule| Rule { cell: self.full_name(&rule.cell), ..rule.clone() };
        let rules = method.rules.iter().zip(&method.rule_conditions);
        let judged = rules.filter(|(_, when)| self.holds(when));
        let rules: Vec<Rule> = judged.map(|(rule, _)| named(rule)).collect();
        self.done.rules.extend(rules);
        let nines: Vec<String> = method.nines.iter().map(|name| self.full_name(name)).collect();
        self.done.nines.extend(nines);
        let recovery: Vec<RecoveryRule> = method
            .recovery
            .iter()
            .map(|rule| RecoveryRule {
                cell: self.full_name(&rule.cell),
                reference: self.full_name(&rule.reference),
            })
            .collect();
        self.done.recovery.extend(recovery);
        if self.block.is_none() && method.resume.is_one_piece() {
            let start = BlockStart { name: None, is_one_piece: true };
            self.done.steps.push(PlannedStep::Block(start));
        }
        let scope = parameter_scope(self.values);
        if let (None, Some(time)) = (&self.block, &method.budget) {
            self.done.budget = Some(self.read(time, &scope, str::parse)?);
        }
        self.steps(&method.steps, &scope)?;
        self.demand(&scope)
    }

    /// The name of a cell in the plan.
    pub(crate) fn full_name(&self, name: &str) -> String {
        match &self.block {
            Some(block) => format!("{block}/{name}"),
            None => name.to_owned(),
        }
    }

    pub(crate) fn holds(&self, when: &When) -> bool {
        self.extent == Extent::EverythingOnce || when.holds(self.values)
    }

    pub(crate) fn steps(&mut self, steps: &[Step], scope: &Scope) -> Result<(), MethodError> {
        for step in steps {
            if !self.holds(&step.when) {
                continue;
            }
            match &step.action {
                Action::LayOut { size, content } => {
                    let words = [
                        ("empty", Content::Empty),
                        ("allocated", Content::Allocated),
                        ("written", Content::Written),
                    ];
                    let bytes = self.read(size, scope, str::parse)?;
                    let content = self.read(content, scope, |text| parse_word(text, &words))?;
                    self.is_laid_out = true;
                    self.push(PlannedStep::LayOut { size: bytes, content }, &size.span)?;
                }
                Action::Measure(measure) => self.measure(measure, scope)?,
                Action::Purge { how, kind } => {
                    let choice = match how {
                        Some(how) => self.read(how, scope, str::parse)?,
                        None => PurgeChoice::Auto,
                    };
                    self.push(PlannedStep::Purge(choice), &kind.span)?;
                }
                Action::Discard { region } => {
                    let part = self.read(region, scope, str::parse)?;
                    self.push(PlannedStep::Discard(part), &region.span)?;
                }
                Action::Probe { name, what, settings, terms } => {
                    self.probe((name, what), settings, terms.as_ref(), scope)?;
                }
                Action::Rest(rest) => self.rest_step(rest, scope)?,
                Action::Include(include) => self.include(include, scope)?,
                Action::UntilSteady(rounds) => self.until_steady(rounds, scope)?,
                Action::Note { text } => {
                    let (filled, span) = text.fill(scope, &self.method.file)?;
                    self.push(PlannedStep::Note(filled), &span)?;
                }
                Action::Repeat(repeat) => self.repeat(repeat, scope)?,
                Action::Choose(choose) => self.choose(choose, scope)?,
                Action::Search(search) => self.search(search, scope)?,
            }
        }
        Ok(())
    }

    /// Fills in a text and parses it; an error carries the place of the text.
    pub(crate) fn read<T>(
        &self,
        text: &Template,
        scope: &Scope,
        parse: impl FnOnce(&str) -> Result<T, ParseError>,
    ) -> Result<T, MethodError> {
        let (filled, span) = text.fill(scope, &self.method.file)?;
        parse(&filled).map_err(|cause| self.method.file.error(&span, cause.message, cause.hint))
    }

    pub(crate) fn push(&mut self, step: PlannedStep, span: &Span) -> Result<(), MethodError> {
        if self.done.steps.len() == STEPS_MAX {
            return Err(self.too_long(span));
        }
        self.done.steps.push(step);
        Ok(())
    }

    fn too_long(&self, span: &Span) -> MethodError {
        let message = sentence!("runner-plan-more-steps", STEPS_MAX);
        self.method.file.error(span, message, text!("runner-repeat-less-often"))
    }

    fn probe(
        &mut self,
        (name, what): (&Template, &Template),
        settings: &[(String, Template)],
        terms: Option<&TermsText>,
        scope: &Scope,
    ) -> Result<(), MethodError> {
        let seed = derive_seed(self.run_seed, SeedOf::Cell(self.cell_count));
        self.cell_count += 1;
        let mut kind: ProbeKind = self.read(what, scope, str::parse)?;
        for (key, value) in settings {
            self.read(value, scope, |text| kind.set(key, text))?;
        }
        let (name, _) = name.fill(scope, &self.method.file)?;
        let name = self.full_name(&name);
        self.terms(terms, &name, scope)?;
        let step = ProbeStep { name, seed, kind };
        self.push(PlannedStep::Probe(Box::new(step)), &what.span)
    }

    pub(crate) fn rest(&mut self, time: &Template, scope: &Scope) -> Result<(), MethodError> {
        match self.read(time, scope, str::parse)? {
            Nanos(0) => Ok(()),
            duration => self.push(PlannedStep::Rest(duration), &time.span),
        }
    }

    fn repeat(&mut self, repeat: &Repeat, scope: &Scope) -> Result<(), MethodError> {
        let no_values = Row { when: When::default(), values: Vec::new() };
        let (count, rows) = match &repeat.times {
            Times::Count(count) => {
                (self.read(count, scope, parse_count)?, std::slice::from_ref(&no_values))
            }
            Times::Rows(rows) => (1, rows.as_slice()),
        };
        let count = if self.extent == Extent::EverythingOnce { 1 } else { count };
        let mut is_first = true;
        for (index, row) in
            (0..count).flat_map(|index| rows.iter().map(move |row| (index, row)))
        {
            if !self.holds(&row.when) {
                continue;
            }
            let mut inner = scope.clone();
            if let Some(name) = &repeat.index {
                bind_index(&mut inner, &name.text, index, count);
            }
            for (name, value) in &row.values {
                let (text, span) = value.fill(scope, &self.method.file)?;
                inner.bind(name, Bound { text, span: Some(span) });
            }
            let before = self.done.steps.len();
            if let (false, Some(rest)) = (is_first, &repeat.rest_between) {
                self.rest(rest, &inner)?;
            }
            let with_rest = self.done.steps.len();
            self.steps(&repeat.steps, &inner)?;
            if self.done.steps.len() > with_rest {
                is_first = false;
                continue;
            }
            // No inner step applies, so the rest has no purpose; the next repetition would be the same.
            self.done.steps.truncate(before);
            if row.values.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Expands every combination of the matrix; the first key changes slowest.
    fn measure(&mut self, measure: &Measure, scope: &Scope) -> Result<(), MethodError> {
        let sizes = measure.matrix.iter().map(|(_, _, values)| values.len());
        let count = sizes.fold(1, usize::saturating_mul);
        if count > STEPS_MAX {
            return Err(self.too_long(&measure.name.span));
        }
        let mut combinations = vec![Vec::new()];
        for (field, name, values) in &measure.matrix {
            combinations = combinations
                .into_iter()
                .flat_map(|chosen: Vec<(Field, &Template, &Template)>| {
                    values.iter().map(move |value| {
                        let mut longer = chosen.clone();
                        longer.push((*field, name, value));
                        longer
                    })
                })
                .collect();
        }
        combinations.iter().try_for_each(|chosen| self.combination(measure, chosen, scope))
    }

    fn combination(
        &mut self,
        measure: &Measure,
        chosen: &[(Field, &Template, &Template)],
        scope: &Scope,
    ) -> Result<(), MethodError> {
        let mut scope = scope.clone();
        for (_, name, value) in chosen {
            let (text, span) = value.fill(&scope, &self.method.file)?;
            scope.bind(&name.text, Bound { text, span: Some(span) });
        }
        let mut workload = endless();
        let mut seed = None;
        let fields = measure.fields.iter().map(|(field, text)| (*field, text));
        for (field, text) in fields.chain(chosen.iter().map(|(field, _, text)| (*field, *text)))
        {
            if field == Field::Seed {
                let label = text.fill(&scope, &self.method.file)?.0;
                seed = Some(self.full_name(&label));
            }
            self.read(text, &scope, |text| field.apply(text, &mut workload))?;
        }
        let (name, span) = measure.name.fill(&scope, &self.method.file)?;
        let name = self.full_name(&name);
        self.terms(measure.terms.as_ref(), &name, &scope)?;
        self.take_largest(measure, &name, &mut workload, &scope)?;
        if !self.respect_unit(measure, &name, &mut workload, &scope)? {
            return Ok(());
        }
        if workload.stop.is_endless() && workload.replay.is_none() {
            let hint = text!("runner-add-time-amount-passes-count");
            return Err(self.method.file.error(&span, text!("runner-step-never-ends"), hint));
        }
        workload.beside = self.beside(&measure.beside, &workload, &scope)?;
        let number = |text: &Option<Template>, default: u32| match text {
            Some(text) => self.read(text, &scope, parse_count),
            None => Ok(default),
        };
        let (discarded, repeats) =
            (number(&measure.discarded, 0)?, number(&measure.repeats, 1)?);
        for index in 0..u64::from(discarded) + u64::from(repeats) {
            let is_counted = measure.is_counted && index >= u64::from(discarded);
            let mut cell = self.cell(&name, &workload, seed.as_deref(), is_counted);
            if let Some(timeout) = &measure.io_timeout {
                cell.io_timeout = self.read(timeout, &scope, str::parse)?;
            }
            if let Some(errors) = &measure.errors_max {
                cell.errors_max = self.read(errors, &scope, parse_errors)?;
            }
            if let Some(tolerated) = &measure.errors_tolerated {
                cell.tolerated = self.read(tolerated, &scope, str::parse)?;
            }
            self.push(PlannedStep::Measure(Box::new(cell)), &measure.name.span)?;
        }
        Ok(())
    }

    /// Adds the next run of a cell.
    pub(crate) fn cell(
        &mut self,
        name: &str,
        workload: &Workload,
        seed: Option<&str>,
        is_counted: bool,
    ) -> Cell {
        let seed = match seed {
            Some(label) => derive_seed(self.run_seed, SeedOf::Label(label)),
            None => derive_seed(self.run_seed, SeedOf::Cell(self.cell_count)),
        };
        let runs = self.runs.entry(name.to_owned()).or_default();
        let repeat = *runs;
        *runs += 1;
        self.cell_count += 1;
        let mut workload = Workload { seed, ..workload.clone() };
        for (index, load) in (1..).zip(&mut workload.beside) {
            // A cell with a label has its seed already.
            if load.workload.seed == 0 {
                load.workload.seed = derive_seed(seed, SeedOf::Cell(index));
            }
        }
        Cell { repeat, is_counted, block: self.block.clone(), ..Cell::new(name, workload) }
    }
}

/// Binds the number of a repetition and its share of the total.
fn bind_index(scope: &mut Scope, name: &str, index: u32, count: u32) {
    let all = u64::from(Permille::ALL.0);
    let share = |index: u64| {
        let part = (index * all).checked_div(u64::from(count)).unwrap_or(0);
        Permille(u16::try_from(part).unwrap_or(Permille::ALL.0)).to_string()
    };
    let mut bind = |name: String, text: String| scope.bind(&name, Bound { text, span: None });
    bind(name.to_owned(), index.to_string());
    bind(format!("{name}.from"), share(u64::from(index)));
    bind(format!("{name}.to"), share(u64::from(index) + 1));
}

/// The use of a seed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SeedOf<'a> {
    /// The cell with this index in the plan.
    Cell(u64),
    /// Every cell with this text.
    Label(&'a str),
}

/// A seed that no other cell of the run has. It has 53 bits, because JSON readers in other languages store numbers as
/// doubles.
pub(crate) fn derive_seed(run_seed: u64, of: SeedOf<'_>) -> u64 {
    const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
    let (domain, text) = match of {
        SeedOf::Cell(index) => (0_u8, index.to_string()),
        SeedOf::Label(label) => (1, label.to_owned()),
    };
    let hash = std::iter::once(domain)
        .chain(text.bytes())
        .fold(FNV_OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME));
    mix(mix(run_seed) ^ hash) >> 11
}

/// The output function of SplitMix64 (Steele, Lea, Flood 2014): it makes neighbouring values unrelated.
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mixer_gives_the_published_sequence() {
        // The first output of SplitMix64 with seed 0.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn seeds_differ_between_cells_runs_and_kinds() {
        let mut seeds = vec![
            derive_seed(1, SeedOf::Cell(0)),
            derive_seed(1, SeedOf::Cell(1)),
            derive_seed(2, SeedOf::Cell(0)),
            derive_seed(1, SeedOf::Label("0")),
        ];
        assert_eq!(seeds[0], derive_seed(1, SeedOf::Cell(0)), "deterministic");
        assert!(seeds.iter().all(|seed| *seed < 1 << 53));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 4);
    }
}

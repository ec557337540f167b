//! Unrolls rounds until a figure is steady: each round with its steps and a check of steady state.

use std::collections::BTreeMap;

use iogram_model::{Figure, ParseError, Permille, Sentence, SteadyRule, Text, sentence, text};

use crate::expand::{Expansion, Extent};
use crate::field::{parse_positive, parse_word};
use crate::method::ResumeAt;
use crate::planned::{BlockStart, PlannedStep};
use crate::source::MethodError;
use crate::steady::SteadyCheck;
use crate::step::UntilSteady;
use crate::template::{Scope, Template};

/// The criteria of SNIA SSS-PTS 2.0.2, 2.1.24, as quoted in open implementations.
const WINDOW: u32 = 5;
const RANGE: Permille = Permille(200);
const SLOPE: Permille = Permille(100);
/// The words of `ends`, and whether rounds continue once they are steady.
const ENDS: [(&str, bool); 2] = [("steady", false), ("written", true)];
/// The round after which the PTS lets the operator give up.
const ROUNDS: u32 = 25;

impl Expansion<'_> {
    /// Adds the rounds, each followed by a check of steady state.
    pub(crate) fn until_steady(
        &mut self,
        rounds: &UntilSteady,
        scope: &Scope,
    ) -> Result<(), MethodError> {
        let mut rule = self.steady_rule(rounds, scope)?;
        let rule_index = self.done.steady.len();
        let first = self.done.steps.len();
        let times = match self.extent {
            Extent::EverythingOnce => 1,
            Extent::AsAsked => rule.rounds_max_count,
        };
        for index in 0..times {
            self.begin_piece(&rounds.kind)?;
            let before = self.done.steps.len();
            self.steps(&rounds.steps, scope)?;
            self.share_certainty(before, rule.window_count);
            if index == 0 {
                self.see_first_round(rounds, &mut rule, before)?;
            }
            let check = SteadyCheck {
                rule_index,
                rule: rule.clone(),
                is_end_of_round: true,
                capacity: None,
            };
            if rule.passes_max_count.is_some() {
                self.look_after_each_cell(before, &check, rounds)?;
            }
            self.push(PlannedStep::Steady(check), &rounds.kind.span)?;
        }
        if self.done.steps.len() > first {
            self.begin_piece(&rounds.kind)?;
        }
        self.done.steady.push(rule);
        Ok(())
    }

    /// A report shows the mean of a cell over the window. That mean must be as certain as the steps from `before` on
    /// ask for. The rounds differ only by chance, so a single round may be less certain by the square root of their
    /// number.
    fn share_certainty(&mut self, before: usize, window_count: u32) {
        for step in &mut self.done.steps[before..] {
            if let PlannedStep::Measure(cell) = step
                && let Some(certain) = &mut cell.workload.stop.certain
            {
                let squared = u64::from(certain.within.0).pow(2) * u64::from(window_count);
                let within = u16::try_from(squared.isqrt()).unwrap_or(u16::MAX);
                certain.within = Permille(within).min(Permille::ALL);
            }
        }
    }

    /// For a method that resumes at rounds, starts a part that repeats as a whole.
    pub(crate) fn begin_piece(&mut self, kind: &Template) -> Result<(), MethodError> {
        if self.method.resume != ResumeAt::Round {
            return Ok(());
        }
        let start = BlockStart { name: self.block.clone(), is_one_piece: true };
        self.push(PlannedStep::Block(start), &kind.span)
    }

    /// The requirements for the rounds, as far as they are known before the unrolling.
    fn steady_rule(
        &self,
        rounds: &UntilSteady,
        scope: &Scope,
    ) -> Result<SteadyRule, MethodError> {
        let number = |text: &Option<Template>, usual: u32| match text {
            Some(text) => self.read(text, scope, parse_positive),
            None => Ok(usual),
        };
        let ratio = |text: &Option<Template>, usual: Permille| {
            let share = match text {
                Some(text) => self.read(text, scope, str::parse)?,
                None => usual,
            };
            Ok::<f64, MethodError>(f64::from(share.0) / 1000.0)
        };
        let others = rounds.cells_when.iter();
        let chosen: Vec<&Template> = match self.extent {
            Extent::EverythingOnce => {
                rounds.cells.iter().chain(others.flat_map(|(_, cells)| cells)).collect()
            }
            Extent::AsAsked => others
                .into_iter()
                .find(|(when, _)| when.holds(self.values))
                .map_or(&rounds.cells, |(_, cells)| cells)
                .iter()
                .collect(),
        };
        let mut cells = Vec::new();
        for cell in chosen {
            cells.push(self.full_name(&cell.fill(scope, &self.method.file)?.0));
        }
        let window_count = number(&rounds.window, WINDOW)?;
        if window_count < 2 || cells.is_empty() {
            let hint = text!("runner-name-least-cell-window-least-2");
            let message = text!("runner-nothing-become-steady-here");
            return Err(self.method.file.error(&rounds.kind.span, message, hint));
        }
        let rounds_max_count = number(&rounds.rounds, ROUNDS)?;
        if rounds_max_count < window_count {
            let message = sentence!(
                "runner-rounds-cannot-steady-over-window",
                rounds_max_count,
                window_count
            );
            let hint = text!("runner-ask-least-many-rounds-window");
            return Err(self.method.file.error(&rounds.kind.span, message, hint));
        }
        Ok(SteadyRule {
            cells,
            window_count,
            range_ratio: ratio(&rounds.range, RANGE)?,
            slope_ratio: ratio(&rounds.slope, SLOPE)?,
            rounds_max_count,
            figure: match &rounds.figure {
                Some(text) => Some(self.read(text, scope, parse_figure)?),
                None => None,
            },
            samples_count: None,
            round_cells: Vec::new(),
            passes_max_count: match &rounds.passes_max {
                Some(text) => Some(self.read(text, scope, parse_positive)?),
                None => None,
            },
            goes_on_steady: match &rounds.ends {
                Some(text) => self.read(text, scope, |text| parse_word(text, &ENDS))?,
                None => false,
            },
        })
    }

    /// Learns from the first round, the steps from `before` on: the names of its cells, and the number of
    /// measurements of the compared ones.
    fn see_first_round(
        &self,
        rounds: &UntilSteady,
        rule: &mut SteadyRule,
        before: usize,
    ) -> Result<(), MethodError> {
        let error = |message: Sentence, hint: Text| {
            Err(self.method.file.error(&rounds.kind.span, message, hint))
        };
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for step in &self.done.steps[before..] {
            if let PlannedStep::Measure(cell) = step {
                *counts.entry(cell.name.as_str()).or_default() += 1;
                if !rule.round_cells.contains(&cell.name) {
                    rule.round_cells.push(cell.name.clone());
                }
            }
        }
        let others = self.done.steady.iter().flat_map(|other| &other.round_cells);
        let is_known = |name: &&String| rule.round_cells.contains(name);
        if let (Extent::AsAsked, Some(name)) = (self.extent, others.into_iter().find(is_known))
        {
            let message = sentence!("runner-other-rounds-method-cell-too", name);
            return error(message, text!("runner-give-cells-these-rounds-names-own"));
        }
        let mut samples = None;
        for name in &rule.cells {
            let Some(&count) = counts.get(name.as_str()) else {
                // A cell that a setting or the drive leaves out is not an error in the file.
                if self.extent == Extent::AsAsked {
                    continue;
                }
                let message = sentence!("runner-no-round-cell", name);
                return error(message, text!("runner-cells-names-measure-steps-inner-steps"));
            };
            if samples.is_some_and(|known| known != count) {
                let message = sentence!("runner-round-cell-another-number-times", name);
                return error(message, text!("runner-measure-all-cells-looked-equally-often"));
            }
            samples = Some(count);
        }
        rule.samples_count = samples.filter(|&count| count > 1);
        Ok(())
    }

    /// Adds a check of the written bytes after every cell of the steps from `before` on.
    fn look_after_each_cell(
        &mut self,
        before: usize,
        check: &SteadyCheck,
        rounds: &UntilSteady,
    ) -> Result<(), MethodError> {
        let steps = self.done.steps.split_off(before);
        for step in steps {
            let is_cell = matches!(step, PlannedStep::Measure(_));
            self.push(step, &rounds.kind.span)?;
            if is_cell {
                let look = SteadyCheck { is_end_of_round: false, ..check.clone() };
                self.push(PlannedStep::Steady(look), &rounds.kind.span)?;
            }
        }
        Ok(())
    }
}

fn parse_figure(text: &str) -> Result<Figure, ParseError> {
    let known = text.parse::<Figure>().ok();
    known.filter(|figure| SteadyRule::FIGURES.contains(figure)).ok_or_else(|| {
        let names = SteadyRule::FIGURES.map(Figure::name).join(", ");
        let message = sentence!("runner-not-figure-rounds-steady", text);
        ParseError::new(message, sentence!("runner-use", names))
    })
}

//! A plan: everything that a method will do to one target, before anything is touched.

use std::collections::BTreeMap;
use std::fmt;

use iogram_engine::{Cell, Content};
use iogram_model::{
    Bytes, Figure, GoodFor, MarkRule, MethodRecord, Nanos, PurgeChoice, Region, Rule,
    SteadyRule, Warning, Workload,
};

use crate::builtin::is_builtin;
use crate::expand::{BelowUnit, expand};
use crate::fit::{
    Medium, TargetFacts, fit, is_about_device, leave_out_discards, leave_out_writes,
    resolve_whole,
};
use crate::method::{Method, Writes};
use crate::param;
use crate::probe::{Capacity, ProbeKind, ProbeStep};
use crate::rest::Wait;
use crate::source::{MethodError, SourcePlace};
use crate::steady::SteadyCheck;

/// What will be done, step by step.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The method with every parameter's value.
    pub method: MethodRecord,
    /// What is lost by it on this target.
    pub destroys: Destroys,
    /// Names of the cells that the method has and this plan has not, because they write and the target
    /// may only be read. Empty if nothing is missing.
    pub left_out: Vec<String>,
    /// In the order of execution.
    pub steps: Vec<PlannedStep>,
    /// Verdicts on what is measured.
    pub rules: Vec<Rule>,
    /// What marks such as A1 ask of what is measured.
    pub marks: Vec<MarkRule>,
    /// The figures that a report shows first; empty if the method does not say.
    pub headline: Vec<Figure>,
    /// Names of cells whose slowest requests are shown side by side.
    pub nines: Vec<String>,
    /// The use that the drive is judged for.
    pub good_for: Option<GoodFor>,
    /// What has to become steady.
    pub steady: Vec<SteadyRule>,
    /// What the reader of the numbers has to know about this plan on this target.
    pub warnings: Vec<Warning>,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq)]
pub enum PlannedStep {
    /// Makes the target this size with this content.
    LayOut {
        /// Bytes that later cells see.
        size: Bytes,
        /// What reads meet.
        content: Content,
    },
    /// Runs a cell.
    Measure(Box<Cell>),
    /// Brings the drive back to the state of a new one.
    Purge(PurgeChoice),
    /// Tells the drive that a part of it is not in use.
    Discard(Region),
    /// Finds out about the drive.
    Probe(Box<ProbeStep>),
    /// Idles.
    Rest(Nanos),
    /// Idles until something is so.
    Wait(Wait),
    /// Leaves the steps that follow out, up to the last check of the same kind, if a steady state is
    /// reached.
    Steady(SteadyCheck),
    /// A part of a composed method begins here. Does nothing.
    Block(BlockStart),
    /// Says something to the user.
    Note(String),
}

/// Where a part of a composed method begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockStart {
    /// Its name; `None` is the composing method itself.
    pub name: Option<String>,
    /// Whether it begins anew after an interruption, because each cell builds on those before it.
    pub is_one_piece: bool,
}

/// What a plan overwrites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destroys {
    /// Nothing is written.
    Nothing,
    /// A test file of this size is made and written; nothing else.
    TestFile(Bytes),
    /// The device's bytes from `start` up to but not including `end`.
    Range {
        /// First byte.
        start: Bytes,
        /// One past the last byte.
        end: Bytes,
    },
}

impl fmt::Display for Destroys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::TestFile(size) => write!(f, "nothing but a test file of {size}"),
            Self::Range { start: Bytes(0), end } => {
                write!(f, "the first {end} of the device")
            }
            Self::Range { start, end } => write!(f, "the device from {start} to {end}"),
        }
    }
}

/// Why something cannot be planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A setting names a parameter that the method does not have.
    #[error("method {method} has no parameter \"{name}\"")]
    UnknownParam {
        /// The method's id.
        method: String,
        /// The name in the setting.
        name: String,
        /// Which ones exist.
        hint: String,
    },
    /// A setting gives a parameter a value that it does not accept.
    #[error("cannot set {name} of method {method}: {message}")]
    Setting {
        /// The method's id.
        method: String,
        /// The parameter.
        name: String,
        /// What is wrong with the value.
        message: String,
        /// What would be accepted.
        hint: String,
    },
    /// A step makes no sense with these parameters.
    #[error("{0}")]
    Step(MethodError),
    /// The method and the target do not go together.
    #[error("{message}")]
    Target {
        /// What does not fit.
        message: String,
        /// What the user can do.
        hint: String,
    },
    /// Nothing is left of the plan on a target that may only be read.
    #[error("every cell writes, and this target may only be read")]
    ReadOnly,
    /// A cell does not fit the target.
    #[error("cell \"{cell}\" cannot run on this target: {message}")]
    Cell {
        /// The cell's name.
        cell: String,
        /// What does not fit.
        message: String,
        /// What the user can do.
        hint: String,
    },
}

impl PlanError {
    /// What the user can do; empty if nothing is known.
    #[must_use]
    pub fn hint(&self) -> &str {
        match self {
            Self::UnknownParam { hint, .. }
            | Self::Setting { hint, .. }
            | Self::Target { hint, .. }
            | Self::Cell { hint, .. } => hint,
            Self::ReadOnly => "name a directory or file on a mounted file system of the drive",
            Self::Step(error) => &error.hint,
        }
    }

    /// Where in the method file; `None` if the file is not at fault.
    #[must_use]
    pub fn place(&self) -> Option<&SourcePlace> {
        match self {
            Self::Step(error) => error.place.as_ref(),
            _ => None,
        }
    }
}

/// Plans `method` with `settings` (pairs of name and value, as from `--set`) on a target.
/// `run_seed` decides every random choice of the run.
///
/// # Errors
///
/// Fails if a setting is unknown or not accepted, if a step does not fit the target, or if every cell
/// writes and the target may only be read.
pub fn plan(
    method: &Method,
    settings: &[(String, String)],
    facts: &TargetFacts,
    run_seed: u64,
) -> Result<Plan, PlanError> {
    let params = param::resolve(&method.id, &method.params, settings)?;
    let expanded = expand(method, &params, run_seed, facts.indirection_unit)
        .map_err(|error| blame(error, method, settings, (run_seed, facts.indirection_unit)))?;
    let mut steps = expanded.steps;
    let mut warnings = unit_warnings(&expanded.below_unit, facts);
    if facts.medium == Medium::File
        && method.writes == Writes::Device
        && is_about_device(&steps)
    {
        return Err(PlanError::Target {
            message: format!("method {} needs a drive, the target is a file", method.id),
            hint: "name a block device".to_owned(),
        });
    }
    resolve_whole(&mut steps, facts);
    warnings.extend(leave_out_discards(&mut steps, facts));
    let left_out = leave_out_writes(&mut steps, facts)?;
    let destroys = fit(&mut steps, method.writes, facts)?;
    let is_own = !is_builtin(&method.id, method.text());
    let record = MethodRecord {
        id: method.id.clone(),
        title: method.title.clone(),
        source: Some(method.source.clone()),
        params,
        seed: Some(run_seed),
        text: is_own.then(|| method.text().to_owned()),
    };
    Ok(Plan {
        rules: expanded.rules,
        marks: method.marks.clone(),
        headline: method.headline.clone(),
        nines: expanded.nines,
        good_for: method.good_for.clone(),
        steady: expanded.steady,
        warnings,
        ..Plan::of(record, destroys, left_out, steps)
    })
}

/// A step that makes sense without a setting is not at fault: the setting is.
fn blame(
    error: MethodError,
    method: &Method,
    settings: &[(String, String)],
    (run_seed, unit): (u64, Option<Bytes>),
) -> PlanError {
    let works = |settings: &[(String, String)]| {
        let params = param::resolve(&method.id, &method.params, settings);
        params.is_ok_and(|params| expand(method, &params, run_seed, unit).is_ok())
    };
    let is_to_blame = |name: &&String| {
        let others: Vec<_> =
            settings.iter().filter(|(other, _)| other != *name).cloned().collect();
        works(&others)
    };
    let mut names: Vec<&String> = settings.iter().map(|(name, _)| name).collect();
    names.dedup();
    let name = match names.iter().find(|name| is_to_blame(name)) {
        Some(name) => (**name).clone(),
        // Each is fine without another one, or all of them are wrong.
        None if !names.is_empty() && works(&[]) => {
            names.into_iter().map(String::as_str).collect::<Vec<_>>().join(", ")
        }
        None => return PlanError::Step(error),
    };
    PlanError::Setting {
        method: method.id.clone(),
        name,
        message: error.message,
        hint: error.hint,
    }
}

/// What became of cells that write less than the drive's indirection unit.
fn unit_warnings(below: &BelowUnit, facts: &TargetFacts) -> Vec<Warning> {
    let warning = |code: &str, message: String| Warning { code: code.to_owned(), message };
    let mut warnings = Vec::new();
    let names = |names: &[String]| names.join(", ");
    if let (Some(unit), false) = (facts.indirection_unit, below.left_out.is_empty()) {
        let cells = names(&below.left_out);
        let message = format!(
            "not measured, because they write less than the drive's indirection unit of {unit}: {cells}"
        );
        warnings.push(warning("below-indirection-unit", message));
    }
    if let (Some(unit), false) = (facts.indirection_unit, below.raised.is_empty()) {
        let cells = names(&below.raised);
        let message = format!("in blocks of the drive's indirection unit of {unit}: {cells}");
        warnings.push(warning("raised-to-indirection-unit", message));
    }
    if facts.indirection_unit.is_none() && below.is_asked {
        let message = "the drive's indirection unit is unknown: writes of 4 KiB may be smaller";
        warnings.push(warning("indirection-unit-unknown", message.to_owned()));
    }
    warnings
}

/// Plans a single cell, after making the target a size if one is given.
///
/// # Errors
///
/// Fails if the cell does not fit the target.
pub fn plan_cell(
    name: &str,
    workload: Workload,
    lay_out: Option<(Bytes, Content)>,
    facts: &TargetFacts,
) -> Result<Plan, PlanError> {
    let writes = if workload.writes() { Writes::Device } else { Writes::Nothing };
    let lay_out = lay_out.map(|(size, content)| PlannedStep::LayOut { size, content });
    let measure = PlannedStep::Measure(Box::new(Cell::new(name, workload)));
    let mut steps: Vec<PlannedStep> = lay_out.into_iter().chain([measure]).collect();
    let left_out = leave_out_writes(&mut steps, facts)?;
    let destroys = fit(&mut steps, writes, facts)?;
    let record = MethodRecord {
        id: "measure".to_owned(),
        title: "One cell".to_owned(),
        source: None,
        params: BTreeMap::new(),
        seed: None,
        text: None,
    };
    Ok(Plan::of(record, destroys, left_out, steps))
}

/// Plans nothing but a purge of a device.
///
/// # Errors
///
/// Fails if the target is no device, or may only be read.
pub fn plan_purge(choice: PurgeChoice, facts: &TargetFacts) -> Result<Plan, PlanError> {
    if facts.medium != Medium::Device {
        return Err(PlanError::Target {
            message: "a file cannot be purged".to_owned(),
            hint: "name a block device".to_owned(),
        });
    }
    let mut steps = vec![PlannedStep::Purge(choice)];
    let left_out = leave_out_writes(&mut steps, facts)?;
    let destroys = fit(&mut steps, Writes::Device, facts)?;
    let record = MethodRecord {
        id: "purge".to_owned(),
        title: "Purge: the drive brought back to the state of a new one".to_owned(),
        source: None,
        params: BTreeMap::from([("how".to_owned(), choice.to_string())]),
        seed: None,
        text: None,
    };
    Ok(Plan::of(record, destroys, left_out, steps))
}

impl Plan {
    fn of(
        method: MethodRecord,
        destroys: Destroys,
        left_out: Vec<String>,
        steps: Vec<PlannedStep>,
    ) -> Self {
        Self {
            method,
            destroys,
            left_out,
            steps,
            rules: Vec::new(),
            marks: Vec::new(),
            headline: Vec::new(),
            nines: Vec::new(),
            good_for: None,
            steady: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Whether any step writes to the target.
    #[must_use]
    pub fn writes(&self) -> bool {
        self.steps.iter().any(|step| match step {
            PlannedStep::Measure(cell) => cell.workload.writes(),
            PlannedStep::Purge(_) | PlannedStep::Discard(_) => true,
            PlannedStep::Probe(step) => step.kind.writes(),
            // A device is filled only where it is open for writing anyway.
            PlannedStep::LayOut { .. }
            | PlannedStep::Rest(_)
            | PlannedStep::Wait(_)
            | PlannedStep::Steady(_)
            | PlannedStep::Block(_)
            | PlannedStep::Note(_) => false,
        })
    }

    /// What it writes to at most, if all that it writes to are single places; `None` if it writes more
    /// than that, or nothing.
    #[must_use]
    pub fn places_max(&self) -> Option<Bytes> {
        let mut most = None;
        for step in &self.steps {
            match step {
                PlannedStep::Probe(probe) => match &probe.kind {
                    ProbeKind::Capacity(settings) if !settings.is_full => {
                        most = Some(Capacity::BORROWED_MAX);
                    }
                    kind if kind.writes() => return None,
                    _ => {}
                },
                PlannedStep::Measure(cell) if cell.workload.writes() => return None,
                PlannedStep::LayOut { .. }
                | PlannedStep::Purge(_)
                | PlannedStep::Discard(_) => return None,
                PlannedStep::Measure(_)
                | PlannedStep::Rest(_)
                | PlannedStep::Wait(_)
                | PlannedStep::Steady(_)
                | PlannedStep::Block(_)
                | PlannedStep::Note(_) => {}
            }
        }
        most
    }

    /// The cells, in the order of execution.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.steps.iter().filter_map(|step| match step {
            PlannedStep::Measure(cell) => Some(cell.as_ref()),
            _ => None,
        })
    }

    /// The cells, for changing how they reach the target.
    pub fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.steps.iter_mut().filter_map(|step| match step {
            PlannedStep::Measure(cell) => Some(cell.as_mut()),
            _ => None,
        })
    }
}

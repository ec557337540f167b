//! A plan: everything that a method will do to one target, before anything is touched.

use std::collections::BTreeMap;
use std::fmt;

use iogram_engine::{Cell, Content};
use iogram_model::{
    Bytes, Figure, MarkRule, MethodRecord, Nanos, PurgeChoice, Region, Rule, Workload,
};

use crate::expand::expand;
use crate::fit::{Medium, TargetFacts, fit, leave_out_writes};
use crate::method::{Method, Writes};
use crate::param;
use crate::probe::ProbeStep;
use crate::source::{MethodError, Place};

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
    /// Says something to the user.
    Note(String),
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
    pub fn place(&self) -> Option<&Place> {
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
    let mut steps = expand(method, &params, run_seed).map_err(PlanError::Step)?;
    let left_out = leave_out_writes(&mut steps, facts)?;
    let destroys = fit(&mut steps, method.writes, facts)?;
    Ok(Plan {
        method: MethodRecord {
            id: method.id.clone(),
            title: method.title.clone(),
            source: Some(method.source.clone()),
            params,
        },
        destroys,
        left_out,
        steps,
        rules: method.rules.clone(),
        marks: method.marks.clone(),
        headline: method.headline.clone(),
    })
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
    Ok(Plan {
        method: MethodRecord {
            id: "measure".to_owned(),
            title: "One cell".to_owned(),
            source: None,
            params: BTreeMap::new(),
        },
        destroys,
        left_out,
        steps,
        rules: Vec::new(),
        marks: Vec::new(),
        headline: Vec::new(),
    })
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
    Ok(Plan {
        method: MethodRecord {
            id: "purge".to_owned(),
            title: "Purge: the drive brought back to the state of a new one".to_owned(),
            source: None,
            params: BTreeMap::from([("how".to_owned(), choice.to_string())]),
        },
        destroys,
        left_out,
        steps,
        rules: Vec::new(),
        marks: Vec::new(),
        headline: Vec::new(),
    })
}

impl Plan {
    /// Whether any step writes to the target.
    #[must_use]
    pub fn writes(&self) -> bool {
        self.steps.iter().any(|step| match step {
            PlannedStep::Measure(cell) => cell.workload.writes(),
            PlannedStep::Purge(_) | PlannedStep::Discard(_) => true,
            PlannedStep::Probe(step) => step.kind.writes(),
            // A device is filled only where it is open for writing anyway.
            PlannedStep::LayOut { .. } | PlannedStep::Rest(_) | PlannedStep::Note(_) => false,
        })
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

//! A plan: everything that a method will do to one target, before anything is touched.

use std::collections::BTreeMap;

use iogram_engine::{Cell, Content};
use iogram_model::{
    Bytes, DriveState, FileSystemKind, Message, MessageId, MethodRecord, PurgeChoice, Warning,
    WarningCode, Workload, sentence,
};

use crate::budget::Budget;
use crate::builtin::is_builtin;
use crate::diagnosis::diagnosis_of;
use crate::expand::{BelowUnit, Units, expand};
use crate::fit::{
    Medium, TargetFacts, fit, is_about_device, leave_out_discards, leave_out_writes,
    resolve_whole,
};
use crate::method::{Method, Writes};
use crate::param;
use crate::plan_error::PlanError;
use crate::planned::{Destroys, Plan, PlannedStep};
use crate::probe::{Capacity, ProbeKind};
use crate::recording::{NoTraces, Traces, stand_in, take_recordings};
use crate::source::MethodError;

/// Plans `method` with `settings` (pairs of name and value, as from `--set`) on a target, without traces to replay.
/// `run_seed` decides every random choice of the run.
///
/// # Errors
///
/// As [`plan_with`]; and if a cell replays a trace.
pub fn plan(
    method: &Method,
    settings: &[(String, String)],
    facts: &TargetFacts,
    run_seed: u64,
) -> Result<Plan, PlanError> {
    plan_with(method, settings, facts, (run_seed, &NoTraces))
}

/// Plans `method` with `settings` on a target; `traces` loads the traces that its cells replay.
///
/// # Errors
///
/// Fails if a setting is unknown or invalid, if a step does not fit the target, if a trace is missing, or if every
/// cell writes and the target is read-only.
pub fn plan_with(
    method: &Method,
    settings: &[(String, String)],
    facts: &TargetFacts,
    (run_seed, traces): (u64, &dyn Traces),
) -> Result<Plan, PlanError> {
    let plan = |settings: &[(String, String)]| {
        plan_as_set(method, settings, facts, (run_seed, traces))
    };
    plan(settings)
        .map_err(|error| advise_scale(error, method, settings, &|it| plan(it).is_ok()))
}

/// Name and value of a `NAME=VALUE` setting.
type Setting = (String, String);

/// The name of the parameter that shrinks methods for large drives.
const SCALE: &str = "scale";
/// The most halvings to try: 8 GiB become 8 MiB.
const HALVINGS_MAX: u32 = 10;

/// If the method does not fit and has a scale, the hint names the largest scale that fits.
fn advise_scale(
    error: PlanError,
    method: &Method,
    settings: &[(String, String)],
    fits: &dyn Fn(&[Setting]) -> bool,
) -> PlanError {
    let is_known = method.params.iter().any(|param| param.name == SCALE);
    if !is_known || !matches!(error, PlanError::Cell { .. } | PlanError::Target { .. }) {
        return error;
    }
    let others: Vec<_> = settings.iter().filter(|(name, _)| name != SCALE).cloned().collect();
    let scales = (1..=HALVINGS_MAX).map(|halvings| format!("1/{}", 1_u32 << halvings));
    let scale = scales
        .into_iter()
        .find(|scale| fits(&[&others[..], &[(SCALE.to_owned(), scale.clone())]].concat()));
    let Some(scale) = scale else { return error };
    let hint = sentence!(
        "runner-make-regions-amounts-smaller-fits-set",
        setting = format!("{SCALE}={scale}")
    );
    match error {
        PlanError::Cell { cell, message, .. } => PlanError::Cell { cell, message, hint },
        PlanError::Target { message, .. } => PlanError::Target { message, hint },
        other => other,
    }
}

fn plan_as_set(
    method: &Method,
    settings: &[(String, String)],
    facts: &TargetFacts,
    (run_seed, traces): (u64, &dyn Traces),
) -> Result<Plan, PlanError> {
    let params = param::resolve(&method.id, &method.params, settings)?;
    let units = Units {
        indirection: facts.indirection_unit,
        logical_block: Some(facts.logical_block_size),
    };
    let expanded = expand(method, &params, run_seed, units)
        .map_err(|error| blame(error, method, settings, (run_seed, units)))?;
    let mut steps = expanded.steps;
    let mut warnings = unit_warnings(&expanded.below_unit, facts);
    if facts.medium == Medium::File
        && method.writes == Writes::Device
        && is_about_device(&steps)
    {
        return Err(PlanError::Target {
            message: sentence!("runner-method-needs-drive-target-file", method = method.id),
            hint: sentence!("runner-name-block-device"),
        });
    }
    let (replaced, told) = stand_in(&mut steps, facts, traces)?;
    warnings.extend(told);
    // Only a program that runs on the target itself writes a file; its replay writes a region.
    let writes = if replaced.is_empty() { method.writes } else { Writes::Region };
    if facts.medium == Medium::Device && writes == Writes::File {
        return Err(needs_file_system(method));
    }
    let rules = expanded.rules.into_iter().filter(|rule| !replaced.contains(&rule.cell));
    take_recordings(&mut steps, facts, traces)?;
    resolve_whole(&mut steps, facts);
    warnings.extend(leave_out_discards(&mut steps, facts));
    let left_out = leave_out_writes(&mut steps, facts)?;
    warnings.extend(state_warning(method, &params, &steps));
    let destroys = fit(&mut steps, writes, facts)?;
    let standard =
        method.standard.as_ref().map(|it| it.of_run(&method.id, &method.params, &params));
    // Runs from before the choice of file systems count as runs that made none.
    let mut params = params;
    params.retain(|name, value| {
        method.file_system_param() != Some(name) || value.parse::<FileSystemKind>().is_ok()
    });
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
        rules: rules.collect(),
        marks: method.marks.clone(),
        headline: method.headline.clone(),
        nines: expanded.nines,
        standard,
        good_for: method.good_for.clone(),
        wants_state: method.wants_state.clone(),
        steady: expanded.steady,
        recovery: expanded.recovery,
        choices: expanded.choices,
        demand: expanded.demand,
        searches: expanded.searches,
        diagnosis: diagnosis_of(&method.questions, &expanded.terms),
        budget: expanded.budget.map(|time| Budget { time, terms: expanded.terms }),
        warnings,
        ..Plan::new(record, destroys, left_out, steps)
    })
}

/// Comes before the check of write permission, because permission would not help.
fn needs_file_system(method: &Method) -> PlanError {
    let hint = match method.file_system_param() {
        Some(param) => sentence!(
            "runner-name-directory-drive-let-file-system",
            setting = format!("{param}={}", FileSystemKind::Ext4)
        ),
        None => sentence!("runner-name-directory-mounted-file-system"),
    };
    PlanError::Target {
        message: sentence!("runner-method-needs-file-system-target-device", method = method.id),
        hint,
    }
}

/// Blames the setting if the step is valid without it.
fn blame(
    error: MethodError,
    method: &Method,
    settings: &[(String, String)],
    (run_seed, units): (u64, Units),
) -> PlanError {
    let works = |settings: &[(String, String)]| {
        let params = param::resolve(&method.id, &method.params, settings);
        params.is_ok_and(|params| expand(method, &params, run_seed, units).is_ok())
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
        // Each one is valid without some other one, or all of them are wrong.
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

/// Warnings about cells that write less than the drive's indirection unit.
fn unit_warnings(below: &BelowUnit, facts: &TargetFacts) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut about_cells = |code: WarningCode, id: MessageId, cells: &[String]| {
        if let (Some(unit), false) = (facts.indirection_unit, cells.is_empty()) {
            let values = [unit.into(), cells.join(", ").into()];
            warnings.push(Warning::new(code, Message::new(id, values)));
        }
    };
    about_cells(WarningCode::BelowIndirectionUnit, MessageId::BelowUnit, &below.left_out);
    about_cells(WarningCode::RaisedToIndirectionUnit, MessageId::RaisedToUnit, &below.raised);
    if !below.below_block.is_empty() {
        let values = [facts.logical_block_size.into(), below.below_block.join(", ").into()];
        let statement = Message::new(MessageId::BelowBlock, values);
        warnings.push(Warning::new(WarningCode::BelowLogicalBlock, statement));
    }
    if facts.indirection_unit.is_none() && below.is_asked {
        let statement = Message::plain(MessageId::UnitUnknown);
        warnings.push(Warning::new(WarningCode::IndirectionUnitUnknown, statement));
    }
    warnings
}

/// Warns that no step of the plan makes the state of the flash that the method requires, and that the user did not
/// declare it. The run replaces this warning by the state that it finds.
fn state_warning(
    method: &Method,
    params: &BTreeMap<String, String>,
    steps: &[PlannedStep],
) -> Option<Warning> {
    let wanted = method.wants_state.as_ref()?;
    let is_counted =
        |step: &PlannedStep| matches!(step, PlannedStep::Measure(cell) if cell.is_counted);
    let before = steps.iter().take_while(|step| !is_counted(step));
    let is_made = before.into_iter().any(|step| match step {
        PlannedStep::Purge(_) | PlannedStep::Discard(_) => wanted.state == DriveState::Purged,
        PlannedStep::Measure(cell) => {
            wanted.state == DriveState::Written && cell.workload.writes()
        }
        _ => false,
    });
    let (name, _) = wanted.made_by.split_once('=')?;
    let is_said = params.get(name).is_some_and(|value| value == "done");
    (!is_made && !is_said).then(|| {
        let values = [
            method.id.clone().into(),
            wanted.statement().into(),
            wanted.made_by.clone().into(),
        ];
        Warning::new(WarningCode::DriveState, Message::new(MessageId::StateAsFound, values))
    })
}

/// Plans a single cell, after a lay-out if a size is given.
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
    Ok(Plan::new(record, destroys, left_out, steps))
}

/// Plans a purge of a device and nothing else.
///
/// # Errors
///
/// Fails if the target is not a device, or is read-only.
pub fn plan_purge(choice: PurgeChoice, facts: &TargetFacts) -> Result<Plan, PlanError> {
    if facts.medium != Medium::Device {
        return Err(PlanError::Target {
            message: sentence!("runner-file-cannot-purged"),
            hint: sentence!("runner-name-block-device"),
        });
    }
    let mut steps = vec![PlannedStep::Purge(choice)];
    let left_out = leave_out_writes(&mut steps, facts)?;
    let destroys = fit(&mut steps, Writes::Device, facts)?;
    let record = MethodRecord {
        id: "purge".to_owned(),
        title: "Purge: returns the drive to the state of a new one".to_owned(),
        source: None,
        params: BTreeMap::from([("how".to_owned(), choice.to_string())]),
        seed: None,
        text: None,
    };
    Ok(Plan::new(record, destroys, left_out, steps))
}

impl Plan {
    fn new(
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
            standard: None,
            good_for: None,
            wants_state: None,
            steady: Vec::new(),
            recovery: Vec::new(),
            choices: Vec::new(),
            demand: Vec::new(),
            searches: Vec::new(),
            budget: None,
            diagnosis: None,
            reference: None,
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
            // A lay-out fills a device only if another step opens it for writing.
            PlannedStep::LayOut { .. }
            | PlannedStep::Rest(_)
            | PlannedStep::Wait(_)
            | PlannedStep::Steady(_)
            | PlannedStep::Choose(_)
            | PlannedStep::Search(_)
            | PlannedStep::Block(_)
            | PlannedStep::Note(_) => false,
        })
    }

    /// The most bytes that it writes, if it only writes to single places; `None` if it writes more than that, or
    /// nothing.
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
                | PlannedStep::Choose(_)
                | PlannedStep::Search(_)
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

    /// Whether every cell runs a program; programs work in folders of their own.
    #[must_use]
    pub fn has_only_programs(&self) -> bool {
        let mut cells = self.cells().peekable();
        cells.peek().is_some() && cells.all(|cell| cell.workload.application.is_some())
    }

    /// The cells, to change their I/O path.
    pub fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.steps.iter_mut().filter_map(|step| match step {
            PlannedStep::Measure(cell) => Some(cell.as_mut()),
            _ => None,
        })
    }
}

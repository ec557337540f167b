//! Shows a plan to people and to other computers.

use std::process::ExitCode;

use iogram_campaign::{EngineKind, Plan, PlanDrive, PlanMethod};
use iogram_model::sentence;
use iogram_runner::{Method, Writes, builtin_method};

use crate::args::CampaignFormat;
use crate::failure::Failure;
use crate::output;

/// Shows the work of a campaign before it starts.
pub(super) fn plan(
    plan: &Plan,
    engine: EngineKind,
    format: CampaignFormat,
) -> Result<ExitCode, Failure> {
    if format == CampaignFormat::Json {
        output::data(&(plan.write() + "\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let runs: u64 =
        plan.tasks.iter().map(|task| u64::from(plan.methods[task.method].runs)).sum();
    let mut text = output::said(&sentence!(
        "cli-campaign-tasks-methods-drives-runs-engine",
        id = plan.id,
        tasks = plan.tasks.len(),
        methods = plan.methods.len(),
        drives = plan.drives.len(),
        runs,
        engine = engine.name()
    )) + "\n";
    let locked = unnamed(plan);
    if !locked.is_empty() {
        text += &output::said(&sentence!(
            "cli-drives-written-serial-numbers-not-destroy",
            count = locked.len(),
            drives = shortened(&locked)
        ));
        text.push('\n');
    }
    text.push('\n');
    let width = plan.tasks.len().to_string().len().max(5);
    for task in &plan.tasks {
        let (method, drive) = (&plan.methods[task.method], &plan.drives[task.drive]);
        let line = format!(
            "{:>width$}  {}  {}",
            task.index,
            iogram_model::shown(&drive.name()),
            iogram_model::shown(&method_name(method))
        );
        text += &line;
        text.push('\n');
    }
    output::lines(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A method with its settings.
pub(super) fn method_name(method: &PlanMethod) -> String {
    let settings = method.settings.iter().map(|(name, value)| format!(" {name}={value}"));
    let runs = if method.runs > 1 { format!(" x{}", method.runs) } else { String::new() };
    format!("{}{}{runs}", method.id, settings.collect::<String>())
}

/// Some names, with a note if there are more.
pub(super) fn shortened(names: &[String]) -> String {
    // Arbitrary: this many fit on two lines.
    const SHOWN: usize = 8;
    let mut text = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text += ", ..";
    }
    iogram_model::shown(&text).into_owned()
}

/// Drives that a method writes to, without a permission to destroy them.
fn unnamed(plan: &Plan) -> Vec<String> {
    let writes = |method: &PlanMethod| {
        let method = method_of(method);
        method.is_ok_and(|method| !matches!(method.writes, Writes::Nothing | Writes::File))
    };
    if !plan.methods.iter().any(writes) {
        return Vec::new();
    }
    let is_unnamed = |drive: &&PlanDrive| {
        drive.serial.as_ref().is_some_and(|serial| !plan.destroy.contains(serial))
    };
    plan.drives.iter().filter(is_unnamed).map(PlanDrive::name).collect()
}

/// The method itself.
pub(super) fn method_of(method: &PlanMethod) -> Result<Method, Failure> {
    match &method.text {
        Some(text) => Ok(Method::parse(&method.id, text)?),
        None => Ok(builtin_method(&method.id)?),
    }
}

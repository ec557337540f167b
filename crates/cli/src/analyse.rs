//! `iogram analyse`: judges stored runs by today's rules.

use std::process::ExitCode;

use iogram_model::{Reanalysis, Run};
use iogram_report::JsonStyle;

use crate::args::AnalyseArgs;
use crate::failure::{Failure, code_of, worse};
use crate::output;
use crate::report::load_run;

/// `iogram analyse`. The exit code is the worst that the runs would have today.
pub(crate) fn analyse(arguments: &AnalyseArgs) -> Result<ExitCode, Failure> {
    let runs = arguments.runs.iter().map(|name| load_run(name, &arguments.store));
    let runs = runs.collect::<Result<Vec<Run>, Failure>>()?;
    let judged: Vec<(Run, Reanalysis)> = runs.into_iter().map(judge_again).collect();
    let codes = judged.iter().map(|(_, again)| code_of(again.analysis.outcome.kind));
    let code = codes.fold(0, worse);
    let records: Vec<&Reanalysis> = judged.iter().map(|(_, again)| again).collect();
    if arguments.json.is_some() {
        output::data(&iogram_report::render_reanalyses_json(&records, JsonStyle::Pretty))?;
    } else {
        let locale = output::locale();
        let texts = judged.iter().map(|(run, again)| {
            iogram_report::render_reanalysis(run, again, &output::layout(), &locale)
        });
        output::data(&texts.collect::<Vec<_>>().join("\n"))?;
    }
    Ok(ExitCode::from(code))
}

/// The run with its new analysis, and the changes.
fn judge_again(run: Run) -> (Run, Reanalysis) {
    let analysis = iogram_findings::analyse(&run);
    let mut after = run.clone();
    iogram_findings::adopt(&mut after, analysis.clone());
    let changes = iogram_findings::changes(&run, &after);
    let format = Reanalysis::FORMAT.to_owned();
    (after, Reanalysis { format, run: run.id, analysis, changes })
}

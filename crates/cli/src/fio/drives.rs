//! Jobs on several drives: a run for each, all at once.

use std::path::Path;
use std::process::ExitCode;

use iogram_interchange::FioJobs;
use iogram_model::{sentence, text};
use iogram_runner::Method;

use super::{made_for, of_job, refused, tell_notes};
use crate::args::FioArgs;
use crate::at_once::{self, AtOnce};
use crate::failure::Failure;
use crate::output;
use crate::prepare::Question;
use crate::standard_input;

/// Measures the jobs of each drive in a separate run.
pub(super) fn measure(
    jobs: &FioJobs,
    drives: &[String],
    (file, arguments): (&Path, &FioArgs),
) -> Result<ExitCode, Failure> {
    let of_each = jobs.of_each(drives).map_err(|faults| refused(file, &faults))?;
    let (mut methods, mut seed) = (Vec::new(), arguments.engine.seed);
    let mut texts = Vec::new();
    for (jobs, drive) in of_each.into_iter().zip(drives) {
        let (jobs, made) = made_for(jobs, drive, (file, arguments))?;
        let name = format!("{} (--as-method)", jobs.name);
        let method = Method::parse(&name, &made.text);
        methods.push(method.map_err(|error| of_job(error.into(), (file, &jobs, &made)))?);
        seed = seed.or(made.seed);
        texts.push(format!("# {drive}\n{}\n", made.text));
    }
    tell_notes(&jobs.notes, arguments.output.quiet);
    if arguments.as_method {
        output::data(&texts.concat())?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.output_format.is_some() {
        return Err(Failure::usage(
            sentence!("cli-cannot-show-runs-several-drives-fio", drives = drives.join(", ")),
            text!("cli-leave-output-format-out-each-run"),
        ));
    }
    let Some(first) = methods.first() else {
        return Err(refused(file, &[]));
    };
    let kept = Some(&arguments.file).filter(|path| !standard_input::is_meant(path));
    let engine = crate::args::EngineArgs { seed, ..arguments.engine.clone() };
    let asked = AtOnce {
        method: first,
        own: &methods,
        settings: Vec::new(),
        engine: &engine,
        output: &arguments.output,
        file: kept,
        question: Question::Asked,
        rounds: 1,
    };
    let targets: Vec<&str> = drives.iter().map(String::as_str).collect();
    at_once::measure(&asked, &targets)
}
